"""The games of docs/new-game.md, played to the end in a browser: one by its text board, one by its own picture."""

import importlib
import random
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.new_game import PROJECTS, write_projects
from tests.web.visitor import InputDevice, NewVisitor
from triangulum.core import registry
from triangulum.core.game import Game

PLAYERS = [{"for": "me", "name": name} for name in ("Ann", "Bob")]
SIZES: dict[InputDevice, dict[str, int]] = {
    "touch": {"width": 390, "height": 844},
    "mouse": {"width": 1280, "height": 800},
}
LETTERS = """() => [...document.querySelectorAll("#panes svg text.label")]
    .filter((text) => text.textContent.trim())
    .map((text) => {
        const [own, pane] = [text, text.closest("svg")].map((one) => one.getBoundingClientRect());
        const is_inside = own.left >= pane.left && own.right <= pane.right && own.bottom <= pane.bottom;
        return [text.textContent, own.height, is_inside];
    })"""


@pytest.fixture(scope="module")
def new_games(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Game]]:
    """The games of the page, for as long as these tests run."""
    folder = tmp_path_factory.mktemp("new-games")
    write_projects(folder)
    with pytest.MonkeyPatch.context() as patch:
        games = {}
        for name in PROJECTS:
            patch.syspath_prepend(folder / name / "src")
            games[name] = importlib.import_module(name).GAME
            patch.setitem(registry._registered, name, games[name])
        yield games


@pytest.mark.parametrize("device", SIZES)
@pytest.mark.parametrize("name", PROJECTS)
def test_a_new_game_is_played_in_a_browser(
    new_games: dict[str, Game], new_visitor: NewVisitor, name: str, device: InputDevice
) -> None:
    visitor = new_visitor("Ann", device=device, viewport=SIZES[device])
    visitor.open(name, PLAYERS)
    rng = random.Random(3)
    visitor.play_decisions(rng, 2)
    if visitor.wait_for_turn()["curtain"]:
        visitor.lift_curtain()
    letters = visitor.page.evaluate(LETTERS)
    assert letters
    for text, height, is_inside in letters:
        assert height >= 8, f"{text} is too small to read"
        assert is_inside, f"{text} is cut off"
    visitor.save_screenshot(f"{name}-{device}")
    assert visitor.play_decisions(rng) >= 2
    expect(visitor.page.locator("#say.result")).to_contain_text(re.compile(r"win|won|draw|over", re.IGNORECASE))
    visitor.save_screenshot(f"{name}-{device}-over")


def test_a_game_without_a_picture_shows_its_text_board_and_buttons(
    new_games: dict[str, Game], new_visitor: NewVisitor
) -> None:
    visitor = new_visitor("Ann")
    visitor.open("noughts", PLAYERS)
    buttons = visitor.page.locator('#deeds [data-do^="press-"]')
    expect(buttons).to_have_text(["a3", "b3", "c3", "a2", "b2", "c2", "a1", "b1", "c1"])
    buttons.nth(4).click()
    lines = visitor.page.locator("#panes svg text.label")
    expect(lines).to_have_text(["3 . . .", "2 . X .", "1 . . .", "\u00a0\u00a0a b c"])
    expect(buttons).to_have_count(8)
    expect(visitor.page.locator("#log")).to_contain_text("Ann plays b2.")
