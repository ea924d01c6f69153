"""Whole games in another language in a browser: nothing on the page is written in code, and everything fits."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

import triangulum as tri
from tests.randomness import FixedRandomness
from tests.web.pseudo_language import LANGUAGE, list_misfits, list_visible_plain_texts
from tests.web.running_site import PresetDice, RunningSite, run_site
from tests.web.test_games_browser import play_moves, random_game
from tests.web.visitor import GAMES, InputDevice, Visitor, min_players

SIZES: dict[InputDevice, dict[str, int]] = {
    "mouse": {"width": 1280, "height": 800},
    "touch": {"width": 390, "height": 844},
}
NAMES = ("Ann", "Bartholomew", "Wilhelmina")
NUM_FIRST_MOVES = 4
NUM_LAST_MOVES = 2
TABS = ("talk", "rules", "more", "log")


@pytest.fixture(scope="module")
def scripted_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningSite]:
    """A site whose dice bring scripted outcomes."""
    with run_site(tmp_path_factory.mktemp("language"), make_dice=PresetDice, randomness=FixedRandomness()) as found:
        yield found


def check_page(visitor: Visitor, name: str) -> None:
    """Fail if a text on the page is no message, or doesn't fit."""
    problems = [*list_visible_plain_texts(visitor.page), *list_misfits(visitor.page)]
    if problems:
        visitor.save_screenshot(f"language-{name}")
    assert problems == []


def play_move(visitor: Visitor, site: RunningSite, table: str, action: int) -> None:
    """Play a move by touching its steps, and wait until it's stored."""
    room = site.rooms.loaded[table]
    state, number = room.table.state, room.table.number
    steps = state.setup.game.renderer.touch_steps(state.view(state.to_move), action)
    visitor.play_steps(steps, state.format_action(action))
    for _ in range(100):
        if room.table.number > number:
            return
        visitor.page.wait_for_timeout(50)
    raise AssertionError("the move has not been played")


@pytest.mark.parametrize("device", SIZES)
@pytest.mark.parametrize("game", GAMES)
def test_a_game_in_another_language(
    game: str, device: InputDevice, scripted_site: RunningSite, browser: Browser
) -> None:
    players = min_players(game)
    short: dict[str, Any] = {"turn_limit": 20} if game == "star-runners" else {}
    found = tri.game(game)
    recorded = random_game(found.setup_from(found.with_seeds({"players": players, **short}, 7)))
    PresetDice.outcomes = recorded.chances
    visitor = Visitor(browser, scripted_site.url, "Ann", device=device, viewport=SIZES[device])
    visitor.context.add_cookies([{"name": "language", "value": LANGUAGE, "url": scripted_site.url}])
    visitor.context.add_init_script("localStorage.setItem('triangulum-ask', 'on')")
    seats = [{"for": "me", "name": name} for name in NAMES[:players]]
    table = visitor.open(game, seats, begin=False, **short)
    check_page(visitor, f"{game}-{device}-gathering")
    visitor.request("POST", f"/api/tables/{table}/commands", {"do": "begin", "id": "begin"})
    for number, (_, action) in enumerate(recorded.moves[:NUM_FIRST_MOVES]):
        if visitor.wait_for_turn()["curtain"]:
            check_page(visitor, f"{game}-{device}-curtain")
            visitor.lift_curtain()
        spots = visitor.wait_for_turn()["spots"]
        check_page(visitor, f"{game}-{device}-{number}")
        if spots:
            visitor.touch(spots[0])
            check_page(visitor, f"{game}-{device}-{number}-chosen")
            visitor.page.keyboard.press("Escape")
        play_move(visitor, scripted_site, table, action)
    rest = recorded.moves[NUM_FIRST_MOVES:-NUM_LAST_MOVES]
    scripted_site.run(play_moves(scripted_site.commands, table, rest))
    visitor.go_to_table(table)
    for _, action in recorded.moves[-NUM_LAST_MOVES:]:
        if visitor.wait_for_turn()["curtain"]:
            visitor.lift_curtain()
        visitor.wait_for_turn()
        check_page(visitor, f"{game}-{device}-late")
        play_move(visitor, scripted_site, table, action)
    expect(visitor.page.locator("#say.result")).to_be_visible()
    for tab in TABS:
        visitor.page.locator(f"#tab-{tab}").click()
        if tab == "rules":
            visitor.page.locator("#panel-rules h2").first.wait_for()
        check_page(visitor, f"{game}-{device}-{tab}")
    visitor.page.goto(f"/tables/{table}/replay")
    expect(visitor.page.locator("#panes svg.pane").first).to_be_visible()
    check_page(visitor, f"{game}-{device}-replay")
    visitor.page.goto(f"/learn/{game}/1")
    expect(visitor.page.locator("#panes svg.pane").first).to_be_visible()
    check_page(visitor, f"{game}-{device}-lesson")
    visitor.leave()
    visitor.check_console_is_empty()
