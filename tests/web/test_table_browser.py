"""A table in the browser: sharing a screen, joining, losing the connection, looking back, keeping secrets."""

import random
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from playwright.sync_api import APIResponse, Browser, Locator, Route, expect

import triangulum as tri
from tests.randomness import FixedRandomness
from tests.server.indistinguishable_games import find_game_pairs
from tests.web.running_site import PresetDice, run_site
from tests.web.visitor import NewVisitor, Visitor, play_together
from triangulum.scene.step_tree import flatten_step_tree
from triangulum.scene.steps import Branch

BOT = {"for": "bot", "bot": "greedy"}
ME = {"for": "me"}
PORT = re.compile(r"http://[^:]+:(\d+)")


def test_a_shared_screen_is_covered_between_two_people(new_visitor: NewVisitor) -> None:
    visitor = new_visitor("Ann")
    visitor.open("starry-sky", [ME, {"for": "me", "name": "Bob"}, BOT])
    page = visitor.page
    expect(page.locator("#curtain")).to_contain_text("Next: Ann")
    # What the curtain hides isn't in the page at all.
    assert page.locator('[data-pane="hand"] [data-key^="card-"]').count() == 0
    visitor.lift_curtain()
    expect(page.locator('[data-pane="hand"] .piece[data-key^="card-"]')).to_have_count(8)
    mine = {one.get_attribute("data-key") for one in page.locator('[data-pane="hand"] .piece[data-key^="card-"]').all()}
    visitor.touch(visitor.wait_for_turn()["spots"][0])
    expect(page.locator("#curtain")).to_contain_text("Next: Bob")
    expect(page.locator('[data-pane="hand"] [data-key^="card-"]')).to_have_count(0)
    visitor.lift_curtain()
    cards = page.locator('[data-pane="hand"] .piece[data-key^="card-"]')
    expect(cards).to_have_count(8)
    assert mine.isdisjoint({one.get_attribute("data-key") for one in cards.all()})
    # After a reload, nobody's cards are visible.
    page.reload()
    expect(page.locator("#curtain")).to_contain_text("Next: Bob")
    assert page.locator('[data-pane="hand"] [data-key^="card-"]').count() == 0


def test_without_secrets_a_shared_screen_needs_no_curtain(new_visitor: NewVisitor) -> None:
    visitor = new_visitor("Ann")
    visitor.open("tri-trac", [ME, {"for": "me", "name": "Bob"}])
    assert visitor.play_decisions(random.Random(1), 3) == 3
    expect(visitor.page.locator("#curtain")).to_be_hidden()


def test_the_page_shows_who_is_away_and_who_watches(new_visitor: NewVisitor) -> None:
    ann, bob, watcher = new_visitor("Ann"), new_visitor("Bob"), new_visitor()
    table = ann.open("tri-trac", [ME, {"for": "anybody"}], begin=False)
    bob.go_to_table(table)
    bob.page.get_by_role("button", name="Sit here").click()
    players = ann.page.locator("#players")
    expect(players).to_contain_text("Bob")
    expect(players.locator(".away")).to_have_count(0)
    bob.page.close()
    expect(players.locator("li", has_text="Bob").locator(".away")).to_be_visible()
    expect(players.locator("li", has_text="Ann").locator(".away")).to_have_count(0)
    expect(ann.page.locator("#spectators")).to_be_hidden()
    watcher.go_to_table(table)
    expect(ann.page.locator("#spectators")).to_have_text("1 spectator")


def test_asking_is_mentioned_only_where_it_is_needed(new_visitor: NewVisitor) -> None:
    ann, bob = new_visitor("Ann"), new_visitor("Bob")
    play_together(ann, bob, "tri-trac")
    for visitor, move in ((ann, "N b3 RB"), (bob, "a1 RB")):
        visitor.wait_for_turn()
        visitor.page.locator("#tab-more").click()
        visitor.page.get_by_label("Type a move").fill(move)
        visitor.page.locator("#type button").click()
        expect(visitor.page.locator('[data-do="take-back"]')).to_have_text("Take back")
    ann.wait_for_turn()
    expect(ann.page.locator('[data-do="take-back"]')).to_have_text("Ask to take back")


def test_an_end_without_a_last_move_is_explained(new_visitor: NewVisitor) -> None:
    ann, bob = new_visitor("Ann"), new_visitor("Bob")
    table = play_together(ann, bob, "tri-trac")
    bob.request("POST", f"/api/tables/{table}/commands", {"do": "resign", "id": "r", "seat": 1})
    expect(ann.page.locator("#say")).to_have_text("Bob resigned. You win!")
    ann.go_to_table(table)
    expect(ann.page.locator("#say")).to_have_text("Bob resigned. You win!")
    ann.page.locator("#tab-more").click()
    expect(ann.page.locator("#settings")).to_be_visible()
    expect(ann.page.get_by_label("Type a move")).to_be_hidden()
    expect(ann.page.locator("#log")).to_contain_text("Bob sits down.")


def test_two_bots_of_one_name_are_told_apart_by_numbers(new_visitor: NewVisitor) -> None:
    visitor = new_visitor("Ann")
    visitor.open("tricolor-line", [ME, BOT, BOT])
    page = visitor.page
    expect(page.locator("#players .name")).to_have_text(["Ann", "greedy 1", "greedy 2"])
    visitor.play_decisions(random.Random(1), 2)
    visitor.wait_for_turn()
    expect(page.locator("#announcer")).to_have_text(re.compile("greedy 2 "))
    expect(page.locator("#log")).to_contain_text("greedy 1 ")


def test_the_bar_speaks_in_words_and_on_request_in_notation(new_visitor: NewVisitor) -> None:
    visitor = new_visitor("Ann")
    visitor.open("tri-trac", [ME, BOT])
    visitor.touch(visitor.wait_for_turn()["spots"][0])
    said, logged = visitor.page.locator("#say"), visitor.page.locator("#log code")
    expect(said).to_have_text("Rotate it or confirm.")
    visitor.page.locator("#tab-more").click()
    visitor.page.get_by_label("Show notation").check()
    expect(said).to_have_text(re.compile(r"^Rotate it or confirm\. N [a-d]\d [LRTB]{2}$"))
    visitor.press("play")
    visitor.wait_for_turn()
    visitor.page.locator("#tab-log").click()
    expect(logged.first).to_be_visible()
    visitor.page.locator("#tab-more").click()
    visitor.page.get_by_label("Show notation").uncheck()
    visitor.page.locator("#tab-log").click()
    expect(logged.first).to_be_hidden()


def test_inviting_joining_and_watching(new_visitor: NewVisitor) -> None:
    ann, bob, watcher = new_visitor("Ann"), new_visitor(), new_visitor()
    table = ann.open("starry-sky", [ME, {"for": "anybody"}, BOT], begin=False)
    link = ann.page.get_by_label("Link to this table").input_value()
    bob.page.goto(link)
    bob.page.get_by_label("Your name").fill("Bob")
    bob.page.get_by_role("button", name="Sit here").click()
    expect(bob.page.locator(".seats")).to_contain_text("Bob (you)")
    watcher.go_to_table(table)
    ann.page.get_by_role("button", name="Start game").click()
    ann.wait_for_turn()
    hand = '[data-pane="hand"] .piece[data-key^="card-"]'
    expect(ann.page.locator(hand)).to_have_count(8)
    expect(bob.page.locator(hand)).to_have_count(8)
    assert watcher.page.locator(hand).count() == 0
    assert ann.page.title().startswith("● Your turn")
    assert not bob.page.title().startswith("● Your turn")
    ann.touch(ann.wait_for_turn()["spots"][0])
    bob.wait_for_turn()
    for one in (ann, bob, watcher):
        expect(one.page.locator("#log")).to_contain_text("You lead" if one is ann else "Ann leads")
    bob.page.locator("#tab-talk").click()
    bob.page.get_by_role("button", name="Hello!").click()
    ann.page.locator("#tab-talk").click()
    expect(ann.page.locator("#talk")).to_contain_text("Bob Hello!")
    ann.page.locator("#talk").get_by_role("button", name="Mute").click()
    expect(ann.page.locator("#say")).to_contain_text("You won’t see messages from Bob anymore.")
    # Chat doesn't interrupt a choice.
    ann.page.get_by_role("button", name="Good luck!").click()
    expect(bob.page.locator("#talk")).to_contain_text("Ann Good luck!")
    bob.page.locator("#tab-log").click()
    bob.touch(bob.wait_for_turn()["spots"][0])
    expect(bob.page.locator("#log")).to_contain_text("You play")


def describe_pieces(visitor: Visitor) -> str:
    """Return the pieces on the board, without their marks."""
    content: str = visitor.page.locator('svg[data-pane="board"] > g').nth(1).inner_html()
    return content


def test_undo_before_a_move_is_sent_and_take_back_after(new_visitor: NewVisitor) -> None:
    visitor = new_visitor("Ann", device="touch")
    visitor.open("tri-trac", [ME, {"for": "me", "name": "Bob"}])
    before = describe_pieces(visitor)
    visitor.touch(visitor.wait_for_turn()["spots"][0])
    visitor.page.locator(".piece.preview").first.wait_for()
    assert "turn" in visitor.state()["deeds"]
    first = visitor.page.locator("#bar").get_attribute("data-notation") or ""
    visitor.page.keyboard.press("r")
    expect(visitor.page.locator("#bar")).not_to_have_attribute("data-notation", first)
    visitor.press("undo")
    expect(visitor.page.locator('[data-do="undo"]')).to_have_count(0)
    expect(visitor.page.locator(".piece.preview")).to_have_count(0)
    assert describe_pieces(visitor) == before
    visitor.make_decision(random.Random(3))
    visitor.press("take-back")
    expect(visitor.page.locator("#log")).to_contain_text("takes back")
    visitor.wait_for_turn()
    assert len(visitor.state()["spots"]) == 6


def test_an_earlier_position_can_be_viewed(new_visitor: NewVisitor) -> None:
    visitor = new_visitor("Ann")
    table = visitor.open("tri-trac", [ME, BOT])
    visitor.play_decisions(random.Random(5), 3)
    visitor.wait_for_turn()
    pieces = visitor.page.locator('svg[data-pane="board"] .piece')
    many = pieces.count()
    for _ in range(2):
        visitor.page.locator("#log .entry").nth(0).click()
        expect(visitor.page.locator("#say")).to_have_text("This is an earlier position.")
        expect(pieces).not_to_have_count(many)
        visitor.press("now")
        expect(pieces).to_have_count(many)
        # After reconnecting, the page has to request the position.
        visitor.go_to_table(table)
        visitor.page.locator("#log .entry").nth(3).wait_for()


def test_a_hint_and_a_typed_move(new_visitor: NewVisitor) -> None:
    visitor = new_visitor("Ann")
    table = visitor.request(
        "POST", "/api/tables", {"game": "star-runners", "seats": [ME, BOT], "settings": {"hints": True}}
    )["table"]
    visitor.request("POST", f"/api/tables/{table}/commands", {"do": "begin", "id": "b"})
    visitor.go_to_table(table)
    visitor.wait_for_turn()
    visitor.press("hint")
    expect(visitor.page.locator("#say")).to_contain_text("Suggestion:")
    visitor.page.locator("#tab-more").click()
    visitor.page.get_by_label("Type a move").fill("home XX")
    visitor.page.keyboard.press("Enter")
    expect(visitor.page.locator("#say.trouble")).to_be_visible()
    visitor.page.get_by_label("Type a move").fill("home SM")
    visitor.page.keyboard.press("Enter")
    visitor.page.locator("#tab-log").click()
    expect(visitor.page.locator("#log")).to_contain_text("home SM")


def test_a_bar_shows_the_chance_to_win_on_request(new_visitor: NewVisitor) -> None:
    visitor = new_visitor("Ann")
    wish = {"game": "star-runners", "seats": [ME, BOT], "settings": {"hints": True}}
    table = visitor.request("POST", "/api/tables", wish)["table"]
    visitor.request("POST", f"/api/tables/{table}/commands", {"do": "begin", "id": "b"})
    visitor.go_to_table(table)
    visitor.wait_for_turn()
    expect(visitor.page.locator("#chance")).to_be_hidden()
    visitor.page.locator("#tab-more").click()
    visitor.page.get_by_label("Show my chance of winning").check()
    expect(visitor.page.locator("#chance-said")).to_have_text(re.compile(r"^\d+%$"), timeout=20_000)
    # The same answer serves as a hint.
    visitor.press("hint")
    said = visitor.page.locator("#chance-said").text_content() or ""
    expect(visitor.page.locator("#say")).to_contain_text(f"Your chance of winning is about {said}.")
    # For two players half is even; less isn't green.
    marks = visitor.page.locator("#chance-bar").evaluate("one => [one.low, one.high, one.optimum]")
    assert marks == [25, 50, 100]
    visitor.save_screenshot("chance")


class ServeProcess:
    """``triangulum serve`` in a process of its own, which can be killed and started again at the same address."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = "0"
        self.start()

    def start(self) -> None:
        words = ["-m", "triangulum", "serve", "--port", self.port, "--data", str(self.folder)]
        self.process = subprocess.Popen(
            [sys.executable, *words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = PORT.search(line)
        assert found, line
        self.port = found[1]

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()


@pytest.fixture
def serve_process(tmp_path: Path) -> Iterator[ServeProcess]:
    found = ServeProcess(tmp_path)
    yield found
    found.kill()


def test_the_game_goes_on_after_the_server_was_killed(serve_process: ServeProcess, browser: Browser) -> None:
    visitor = Visitor(browser, f"http://127.0.0.1:{serve_process.port}", "Ann", silent=False)
    visitor.open("tri-trac", [ME, {"for": "me", "name": "Bob"}])
    assert visitor.play_decisions(random.Random(2), 2) == 2
    serve_process.kill()
    expect(visitor.page.locator("#line")).to_contain_text("You’re offline.")
    # A move made meanwhile is kept and sent once.
    visitor.page.evaluate("localStorage.setItem('triangulum-ask', 'off')")
    before = visitor.state()["number"]
    for _ in range(4):
        now = visitor.state()
        if not now["mine"]:
            break
        visitor.press("play") if "play" in now["deeds"] else visitor.touch(now["spots"][0])
    expect(visitor.page.locator("#say")).to_contain_text("will be sent")
    serve_process.start()
    expect(visitor.page.locator("#line")).to_be_hidden()
    visitor.wait_for_turn()
    assert visitor.state()["number"] == before + 1
    assert visitor.play_decisions(random.Random(2), 1) == 1
    visitor.leave()


@pytest.mark.parametrize(("id", "watcher"), [("starry-sky", None), ("tri-star-racers", 0), ("tricolor-line", None)])
def test_a_watchers_page_is_the_same_in_indistinguishable_games(
    id: str, watcher: int | None, browser: Browser, tmp_path: Path
) -> None:
    game = tri.game(id)
    setup = game.setup_from(game.with_seeds({"players": 3}, 7))
    pair = find_game_pairs(setup, watcher, 0, 12, 16)[0]
    assert pair.differing
    pages = []
    with run_site(tmp_path, make_dice=PresetDice, randomness=FixedRandomness()) as site:
        for world in (0, 1):
            PresetDice.outcomes = pair.chances[world]
            pages.append(watch_game(browser, site.url, id, pair.moves[world], watcher))
    assert pages[0] == pages[1]
    assert len(pages[0]) > 5000


def watch_game(browser: Browser, url: str, id: str, moves: list[int], watcher: int | None) -> str:
    """Let a visitor watch a game from its beginning, and return the page's content at the end."""
    host, one = Visitor(browser, url, "Host"), Visitor(browser, url, "Ann")
    seats: list[dict[str, str]] = [{"for": "me", "name": name} for name in ("Eve", "Fay", "Guy")]
    if watcher is not None:
        seats[watcher] = {"for": "anybody"}
    table = host.open(id, seats, begin=False, go=False)
    commands = f"/api/tables/{table}/commands"
    if watcher is not None:
        one.request("POST", commands, {"do": "sit", "id": "s", "seat": watcher})
    one.go_to_table(table)
    host.request("POST", commands, {"do": "begin", "id": "b"})
    for at, action in enumerate(moves):
        state = host.request("GET", f"/api/tables/{table}?form=none")
        mover = one if state["to_move"] == watcher else host
        play = {"do": "play", "id": str(at), "seat": state["to_move"], "at": state["number"], "action": action}
        mover.request("POST", commands, play)
    expected = host.request("GET", f"/api/tables/{table}?form=none")["number"]
    one.page.wait_for_function(f"() => document.querySelector('#log li[data-number=\"{expected}\"]')")
    one.page.wait_for_timeout(50)
    content: str = one.page.evaluate("document.documentElement.outerHTML").replace(table, "TABLE")
    host.leave()
    one.leave()
    return content


def test_what_happens_while_the_log_is_read_is_not_lost(new_visitor: NewVisitor) -> None:
    host, one = new_visitor("Host"), new_visitor("Ann")
    table = host.open("tri-trac", [ME, {"for": "me", "name": "Bob"}], go=False)
    held: list[tuple[Route, APIResponse]] = []
    one.page.route(re.compile(r"/events\?"), lambda route: held.append((route, route.fetch())))
    one.go_to_table(table)
    while not held:
        one.page.wait_for_timeout(20)
    tree = host.request("GET", f"/api/tables/{table}/moves?seat=0")
    action = flatten_step_tree(msgspec.convert(tree["tree"], list[Branch]))[0][0]
    play = {"do": "play", "id": "p", "seat": 0, "at": tree["number"], "action": action}
    number = host.request("POST", f"/api/tables/{table}/commands", play)["number"]
    moved = one.page.locator(f"#log li[data-number='{number}']")
    expect(moved).to_have_count(1)
    route, answer = held[0]
    route.fulfill(response=answer)
    expect(one.page.locator("#log li[data-number='1']")).to_have_count(1)
    expect(moved).to_have_count(1)


def find_tile_to_turn(visitor: Visitor) -> str:
    """Return the spot of a tile that can be rotated; one with equal sides is played where it is dropped."""
    tiles = visitor.page.locator('[data-spot^="hand-"]').all()
    return next(spot for one in tiles if (spot := one.get_attribute("data-spot")) and len(list_sides(one)) > 1)


def list_sides(tile: Locator) -> set[str]:
    """Return what is on a tile, as a screen reader says it."""
    label = tile.get_attribute("aria-label")
    assert label
    return set(label.removeprefix("your tile: ").split(", "))


def test_a_piece_can_be_dragged_to_where_it_goes(new_visitor: NewVisitor) -> None:
    visitor = new_visitor("Ann")
    visitor.open("tri-star-racers", [ME, BOT])
    visitor.wait_for_turn()
    tile = find_tile_to_turn(visitor)
    visitor.touch(tile)
    space = visitor.state()["spots"][0]
    visitor.press("undo")
    spot = visitor.page.locator(f'[data-spot="{tile}"]')
    spot.hover(force=True)
    visitor.page.mouse.down()
    visitor.page.mouse.move(400, 300, steps=4)
    visitor.page.locator(f'[data-spot="{space}"]').hover(force=True)
    visitor.page.mouse.up()
    expect(visitor.page.locator(f'.chosen[data-spot="{tile}"]')).to_be_visible()
    expect(visitor.page.locator(f'.chosen[data-spot="{space}"]')).to_be_visible()
    expect(visitor.page.locator('[data-do="play"]')).to_be_visible()
