"""What makes a table pleasant: nothing jumps, what matters is large enough, and nobody is left wondering what to do."""

import random
import re
from typing import Any

import pytest
from playwright.sync_api import FloatRect, Page, expect

from tests.web.visitor import GAMES, NewVisitor, Visitor, min_players, play_together

BOT = {"for": "bot", "bot": "greedy"}
ME = {"for": "me"}
ANYBODY = {"for": "anybody"}
PLACES = """() => Object.fromEntries([...document.querySelectorAll(".spot, .piece.frame")].map((one) => {
  const { x, y } = one.lastElementChild.getBoundingClientRect();
  return [one.dataset.spot ?? one.dataset.key, [Math.round(x), Math.round(y)]];
}))"""
"""Where on the screen everything is that can be touched, and the rulers."""
SHIP = """() => {
  const spot = document.querySelector('[data-spot="ship-0-large"]');
  const drawn = document.querySelector(spot.querySelector("use").getAttribute("href")).querySelector("g");
  const pane = document.querySelector("svg.pane");
  return [drawn, spot.querySelector(".shape")].map((part) => {
    const copy = pane.appendChild(part.cloneNode(true));
    const { x, y, width, height } = copy.getBBox();
    copy.remove();
    return [x, y, width, height];
  });
}"""
"""How far a ship that lies level reaches, and how far its glow, as they are drawn."""
LOOK = "document.querySelector('svg.pane').getAttribute('viewBox')"


def bounding_box(page: Page, what: str) -> FloatRect:
    """Return the bounding box of an element on the screen."""
    found = page.locator(what).bounding_box()
    assert found is not None
    return found


def try_westernmost(visitor: Visitor) -> bool:
    """Preview a tile as far west as possible, if one is to be placed; return whether the map would grow."""
    page = visitor.page
    found = [key for key in visitor.wait_for_turn()["spots"] if key.startswith("place-")]
    if not found:
        return False
    before, look = page.evaluate(PLACES), page.evaluate(LOOK)
    visitor.touch(min(found, key=lambda key: int(key.removeprefix("place-").split(",")[0])))
    # A tile that looks the same however it is rotated is played at once.
    if "play" not in visitor.wait_for_turn()["deeds"]:
        return False
    expect(page.locator(".piece.preview").first).to_be_visible()
    after = page.evaluate(PLACES)
    assert {key: after[key] for key in before if key in after} == before
    assert {key for key in before if key.startswith("ruler-")} <= set(after)
    visitor.press("play")
    visitor.wait_for_turn()
    return bool(page.evaluate(LOOK) != look)


def test_a_map_does_not_grow_while_a_tile_is_only_tried(new_visitor: NewVisitor) -> None:
    visitor = new_visitor("Ann")
    visitor.open("tricolor-line", [ME, BOT])
    rng = random.Random(2)
    for _ in range(120):
        if try_westernmost(visitor):
            return
        # A player who draws four cards has no tile to place.
        if "press-draw-2" in visitor.wait_for_turn()["deeds"]:
            visitor.press("press-draw-2")
        elif not any(key.startswith("place-") for key in visitor.state()["spots"]):
            visitor.make_decision(rng)
    raise AssertionError("the map has never grown")


def test_a_ship_glows_in_its_own_shape(new_visitor: NewVisitor) -> None:
    visitor = new_visitor("Ann")
    visitor.open("star-runners", [ME, BOT])
    rng = random.Random(1)
    while "ship-0-large" not in visitor.wait_for_turn()["spots"]:
        visitor.make_decision(rng)
    (x, y, wide, high), (glow_x, glow_y, glow_wide, glow_high) = visitor.page.evaluate(SHIP)
    assert glow_x < x < x + wide < glow_x + glow_wide + 0.1, "the nose alone has no rim"
    assert glow_y < y < y + high < glow_y + glow_high
    assert glow_wide < wide + 20, "not much beside it"


def test_a_hand_beside_the_board_is_large_enough_to_read(new_visitor: NewVisitor) -> None:
    visitor = new_visitor("Ann", viewport={"width": 1440, "height": 900})
    visitor.open("starry-sky", [ME, BOT, BOT])
    visitor.wait_for_turn()
    page = visitor.page
    assert bounding_box(page, ".spot.open >> nth=0")["width"] >= 44
    beside = [bounding_box(page, f'.pane-box[data-pane="{name}"]') for name in ("table", "hand")]
    board = bounding_box(page, ".pane-box >> nth=0")
    assert max(one["y"] + one["height"] for one in beside) - board["y"] > 0.7 * board["height"]
    assert (
        max(one["x"] + one["width"] for one in beside)
        <= bounding_box(page, ".stage")["x"] + bounding_box(page, ".stage")["width"] + 1
    )


def test_a_desktop_page_is_fully_visible_however_long_the_log_is(new_visitor: NewVisitor) -> None:
    visitor = new_visitor("Ann", viewport={"width": 1440, "height": 900})
    visitor.open("tricolor-line", [ME, BOT, BOT, BOT])
    visitor.play_decisions(random.Random(4), 12)
    visitor.wait_for_turn()
    log = visitor.page.locator("#panel-log")
    assert log.evaluate("(panel) => panel.scrollHeight > panel.clientHeight"), "the log is long"
    assert visitor.page.evaluate("document.documentElement.scrollHeight") == 900


def test_the_bar_of_a_phone_keeps_its_height_during_a_choice(new_visitor: NewVisitor) -> None:
    visitor = new_visitor("Ann", device="touch", viewport={"width": 390, "height": 844})
    visitor.open("tri-trac", [ME, BOT])
    page = visitor.page
    heights = set()
    for _ in range(3):
        visitor.wait_for_turn()
        heights.add(bounding_box(page, "#bar")["height"])
        visitor.touch(visitor.state()["spots"][0])
        heights.add(bounding_box(page, "#bar")["height"])
        visitor.make_decision(random.Random(3))
    assert len(heights) == 1


def test_a_rematch_against_bots_starts_at_once(new_visitor: NewVisitor) -> None:
    visitor = new_visitor("Ann")
    table = visitor.open("tri-trac", [ME, BOT])
    visitor.wait_for_turn()
    visitor.request("POST", f"/api/tables/{table}/commands", {"do": "resign", "id": "r", "seat": 0})
    visitor.press("rematch")
    visitor.page.wait_for_url(lambda url: not url.endswith(table))
    expect(visitor.page.locator("#log")).to_contain_text("The game begins.")
    expect(visitor.page.locator("#gathering")).to_be_hidden()


def test_a_rematch_with_people_waits_for_them(new_visitor: NewVisitor) -> None:
    ann, bob = new_visitor("Ann"), new_visitor("Bob")
    table = play_together(ann, bob, "tri-trac")
    bob.request("POST", f"/api/tables/{table}/commands", {"do": "resign", "id": "r", "seat": 1})
    ann.press("rematch")
    ann.page.wait_for_url(lambda url: not url.endswith(table))
    expect(ann.page.get_by_role("button", name="Start game")).to_be_visible()


def test_a_chat_message_is_shown_where_the_chat_is_closed(new_visitor: NewVisitor) -> None:
    ann, bob = new_visitor("Ann"), new_visitor("Bob", device="touch")
    play_together(ann, bob, "tri-trac")
    bob_hears, ann_hears = bob.page.locator("#heard"), ann.page.locator("#heard")
    expect(bob.page.locator("#bar")).to_be_visible()
    ann.page.locator("#tab-talk").click()
    ann.page.get_by_role("button", name="Good luck!").click()
    expect(bob_hears).to_have_text("Ann Good luck!")
    expect(ann_hears).to_be_hidden()
    # Nobody mutes themselves.
    expect(ann.page.locator("#talk li")).to_have_count(1)
    expect(ann.page.locator("#talk").get_by_role("button", name="Mute")).to_have_count(0)
    bob_hears.tap()
    expect(bob_hears).to_be_hidden()
    expect(bob.page.locator("#talk")).to_contain_text("Good luck!")
    bob.page.get_by_role("button", name="Thank you.").tap()
    expect(ann.page.locator("#talk")).to_contain_text("Bob Thank you.")
    expect(ann_hears).to_be_hidden()


def test_an_invited_visitor_sees_who_invites_them_to_which_game(new_visitor: NewVisitor) -> None:
    ann, bob = new_visitor("Ann"), new_visitor()
    table = ann.open("tri-trac", [ME, {"for": "anybody"}], begin=False)
    expect(ann.page.locator("#gathering")).to_contain_text("Waiting for players")
    expect(ann.page.get_by_role("button", name="Sit here, too")).to_be_visible()
    bob.go_to_table(table)
    gathering = bob.page.locator("#gathering")
    expect(gathering).to_contain_text("Ann has invited you to Tri-Trac.")
    expect(gathering.get_by_role("link", name="How to play")).to_have_attribute("href", "/rules/tri-trac")
    expect(bob.page.get_by_label("Link to this table")).to_have_count(0)


def test_spectators_are_counted(new_visitor: NewVisitor) -> None:
    ann, one, other = new_visitor("Ann"), new_visitor(), new_visitor()
    table = ann.open("tri-trac", [ME, BOT])
    expect(ann.page.locator("#spectators")).to_be_hidden()
    one.go_to_table(table)
    for visitor in (ann, one):
        expect(visitor.page.locator("#spectators")).to_have_text("1 spectator")
    other.go_to_table(table)
    expect(ann.page.locator("#spectators")).to_have_text("2 spectators")


def test_sharing_secrets_is_not_offered_in_a_game_without_secrets(new_visitor: NewVisitor) -> None:
    visitor = new_visitor("Ann")
    shoulder = visitor.page.get_by_role("button", name="Let spectators see my hand")
    for game, seats, many in (("tri-trac", [ME, BOT], 0), ("starry-sky", [ME, BOT, BOT], 1)):
        visitor.open(game, seats)
        visitor.page.locator("#tab-more").click()
        expect(visitor.page.get_by_role("button", name="Resign")).to_be_visible()
        expect(shoulder).to_have_count(many)


@pytest.mark.parametrize("game", GAMES)
def test_a_phone_in_landscape_shows_the_whole_table_beside_the_bar(game: str, new_visitor: NewVisitor) -> None:
    visitor = new_visitor("Ann", device="touch", viewport={"width": 932, "height": 430})
    visitor.open(game, [ME, *[BOT] * (min_players(game) - 1)])
    visitor.play_decisions(random.Random(3), 2)
    visitor.wait_for_turn()
    page = visitor.page
    for wide, high in ((932, 430), (740, 360), (568, 320)):
        page.set_viewport_size({"width": wide, "height": high})
        page.wait_for_function(f"() => document.querySelector('#panes').getBoundingClientRect().bottom <= {high}")
        assert page.evaluate("scrollY") == 0
        table, bar, board = (
            bounding_box(page, "#panes"),
            bounding_box(page, "#bar"),
            bounding_box(page, ".pane-box >> nth=0"),
        )
        assert table["x"] + table["width"] <= bar["x"]
        assert bar["x"] + bar["width"] <= wide
        assert bar["y"] + bar["height"] <= high
        assert board["height"] > 0.55 * high
        visitor.save_screenshot(f"{game}-across-{wide}")
    # Back in portrait, the page fits as if it had never been turned.
    page.set_viewport_size({"width": 390, "height": 844})
    page.wait_for_function("() => innerWidth === 390 && !document.querySelector('#panes').classList.contains('laid')")
    assert page.evaluate("document.documentElement.scrollWidth") == 390


def test_a_chat_message_is_shown_on_a_phone_in_landscape(new_visitor: NewVisitor) -> None:
    ann = new_visitor("Ann", device="touch", viewport={"width": 740, "height": 360})
    bob = new_visitor("Bob")
    table = play_together(ann, bob, "tri-trac")
    bob.request("POST", f"/api/tables/{table}/commands", {"do": "say", "id": "s", "preset": "hello"})
    expect(ann.page.locator("#heard")).to_be_in_viewport(ratio=1)


def open_table_with(visitor: Visitor, game: str, **house: Any) -> None:
    """Start a game against a bot at a table with certain settings."""
    wish = {"game": game, "seats": [ME, BOT], "options": {"players": 2}, "settings": house}
    table = visitor.request("POST", "/api/tables", wish)["table"]
    visitor.request("POST", f"/api/tables/{table}/commands", {"do": "begin", "id": "begin"})
    visitor.go_to_table(table)


def test_the_question_is_visible_on_a_phone(new_visitor: NewVisitor) -> None:
    ann, bob = new_visitor("Ann"), new_visitor("Bob", device="touch")
    play_together(ann, bob, "tri-star-racers")
    expect(bob.page.locator("#gathering")).to_be_hidden()
    ann.page.get_by_role("tab", name="More").click()
    ann.page.get_by_role("button", name="Offer a draw").click()
    bob.page.evaluate("scrollTo(0, 0)")
    expect(bob.page.get_by_text("Ann offers a draw.").first).to_be_in_viewport()
    expect(bob.page.get_by_role("button", name="Decline")).to_be_in_viewport()
    bob.page.get_by_role("button", name="Agree").tap()
    expect(bob.page.locator("#say")).to_have_text("The players agreed to a draw.")


def test_a_desktop_shows_all_panes_above_the_question(new_visitor: NewVisitor) -> None:
    ann, bob = new_visitor("Ann"), new_visitor("Bob")
    play_together(ann, bob, "tri-trac")
    ann.wait_for_turn()
    ann.page.get_by_role("tab", name="More").click()
    ann.page.get_by_role("button", name="Offer a draw").click()
    expect(ann.page.get_by_role("button", name="Withdraw request")).to_be_visible()
    panes, bar = bounding_box(ann.page, "#panes"), bounding_box(ann.page, "#bar")
    assert panes["y"] + panes["height"] <= bar["y"]


@pytest.mark.parametrize(
    ("clock", "time"),
    [({"kind": "fischer", "seconds": 600}, r"^\d+:\d\d$"), ({"kind": "days", "days": 3}, r"^(3 d 0 h|2 d 23 h)$")],
    ids=["minutes", "days"],
)
def test_the_running_clock_is_visible_on_a_phone(new_visitor: NewVisitor, clock: dict[str, Any], time: str) -> None:
    visitor = new_visitor("Ann", device="touch")
    open_table_with(visitor, "tri-star-racers", clock=clock)
    visitor.wait_for_turn()
    visitor.page.evaluate("scrollTo(0, 0)")
    shown = visitor.page.locator("#time")
    expect(shown).to_be_in_viewport()
    expect(shown).to_have_text(re.compile(time))


def test_take_back_is_offered_only_where_it_is_allowed(new_visitor: NewVisitor) -> None:
    visitor = new_visitor("Ann")
    open_table_with(visitor, "tri-trac", take_backs="free")
    visitor.make_decision(random.Random(1))
    visitor.wait_for_turn()
    assert "take-back" not in visitor.state()["deeds"]


def test_the_keyboard_focus_moves_to_buttons_where_nothing_can_be_touched(new_visitor: NewVisitor) -> None:
    visitor = new_visitor("Ann", device="keyboard")
    visitor.open("tricolor-line", [ME, BOT])
    rng = random.Random(1)
    while visitor.wait_for_turn()["spots"]:
        visitor.make_decision(rng)
    deeds = visitor.state()["deeds"]
    assert deeds[0].startswith("press-")
    expect(visitor.page.locator(f'[data-do="{deeds[0]}"]')).to_be_focused()


def test_a_lost_network_is_shown_before_the_connection_breaks(new_visitor: NewVisitor) -> None:
    visitor = new_visitor("Ann", silent=False)
    visitor.open("tri-trac", [ME, BOT])
    line = visitor.page.locator("#line")
    before = bounding_box(visitor.page, "#panes")
    visitor.context.set_offline(True)
    expect(line).to_contain_text("You’re offline.")
    assert bounding_box(visitor.page, "#panes") == before
    visitor.touch(visitor.wait_for_turn()["spots"][0])
    visitor.press("play")
    expect(visitor.page.locator("#say")).to_have_text("Your move will be sent when you’re back online.")
    visitor.context.set_offline(False)
    expect(line).to_be_hidden()
    expect(visitor.page.locator("#log")).to_contain_text("You place")


def test_a_players_take_back_excludes_moves_of_a_bot(new_visitor: NewVisitor) -> None:
    ann, bob = new_visitor("Ann"), new_visitor("Bob")
    play_together(ann, bob, "tri-trac")
    ann.touch(ann.wait_for_turn()["spots"][0])
    ann.press("play")
    expect(ann.page.get_by_role("button", name="Take back", exact=True)).to_be_visible()
    ann.page.get_by_role("tab", name="More").click()
    ann.page.get_by_role("button", name="Let a bot play for me").click()
    expect(ann.page.get_by_role("button", name="Take back control")).to_be_visible()
    expect(ann.page.get_by_role("button", name="Take back", exact=True)).to_have_count(0)


def test_bots_of_one_name_are_told_apart_by_who_takes_over_from_one(new_visitor: NewVisitor) -> None:
    ann, eve = new_visitor("Ann"), new_visitor("Eve")
    eve.go_to_table(ann.open("starry-sky", [ME, BOT, BOT]))
    eve.page.get_by_role("tab", name="More").click()
    offered = eve.page.get_by_role("button", name="Take over from")
    expect(offered).to_have_text(["Take over from greedy 1", "Take over from greedy 2"])
