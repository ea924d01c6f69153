"""Every game played in a browser as people play: the beginning and the end of each, by mouse, touch and keyboard."""

import random
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, expect

import triangulum as tri
from tests.randomness import FixedRandomness
from tests.web.running_site import PresetDice, RunningSite, run_site
from tests.web.visitor import GAMES, InputDevice, NewVisitor, Visitor, min_players
from triangulum.core.state import CHANCE, OVER, Setup
from triangulum.record.history import Played
from triangulum.scene.steps import Pick
from triangulum.server.runtime.commands import CommandHandler
from triangulum.table import commands as ask
from triangulum.table.people import Person

BOT = {"for": "bot", "bot": "greedy"}
ME = {"for": "me"}
WAYS: tuple[InputDevice, ...] = ("mouse", "touch", "keyboard")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("device", WAYS)
def test_the_beginning_of_a_game(game: str, device: InputDevice, new_visitor: NewVisitor) -> None:
    visitor = new_visitor("Ann", device=device)
    visitor.open(game, [ME, *[BOT] * (min_players(game) - 1)])
    assert visitor.play_decisions(random.Random(7), 3) == 3
    visitor.wait_for_turn()
    visitor.save_screenshot(f"{game}-{device}")


class RecordedGame(NamedTuple):
    """A whole game written down: chance outcomes, and each seat's moves."""

    chances: list[int]
    moves: list[tuple[int, int]]


def random_game(setup: Setup) -> RecordedGame:
    rng = tri.Random(3)
    state = setup.new()
    recorded = RecordedGame([], [])
    while state.to_move != OVER:
        legal = state.legal_actions()
        step = legal[rng.randrange(len(legal))]
        if state.to_move == CHANCE:
            recorded.chances.append(step)
        else:
            recorded.moves.append((state.to_move, step))
        state.play(step)
    return recorded


@pytest.fixture(scope="module")
def scripted_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningSite]:
    """A site whose dice bring scripted outcomes."""
    with run_site(tmp_path_factory.mktemp("written"), make_dice=PresetDice, randomness=FixedRandomness()) as found:
        yield found


async def play_moves(commands: CommandHandler, table: str, moves: list[tuple[int, int]]) -> None:
    """Play moves at a table for its host, without a browser."""
    live = await commands.rooms.find(table)
    host = Person(live.table.spec.host, "Ann")
    for seat, action in moves:
        number = live.table.number
        await commands.run(table, ask.Play(id=f"m{number}", seat=seat, at=number, action=action), host)


@pytest.mark.parametrize("game", GAMES)
def test_the_end_of_a_game(game: str, scripted_site: RunningSite, browser: Browser) -> None:
    players = min_players(game)
    short: dict[str, Any] = {"turn_limit": 20} if game == "star-runners" else {}
    found = tri.game(game)
    setup = found.setup_from(found.with_seeds({"players": players, **short}, 7))
    recorded = random_game(setup)
    PresetDice.outcomes = recorded.chances
    visitor = Visitor(browser, scripted_site.url, "Ann")
    table = visitor.open(
        game, [{"for": "me", "name": name} for name in ("Ann", "Bob", "Cyd")[:players]], go=False, **short
    )
    scripted_site.run(play_moves(scripted_site.commands, table, recorded.moves[:-2]))
    visitor.go_to_table(table)
    for seat, action in recorded.moves[-2:]:
        if visitor.wait_for_turn()["curtain"]:
            visitor.lift_curtain()
        state = scripted_site.rooms.loaded[table].table.state
        visitor.play_steps(found.renderer.touch_steps(state.view(seat), action), state.format_action(action))
    expect(visitor.page.locator('[data-do="rematch"]')).to_be_visible()
    expect(visitor.page.locator("#say.result")).to_contain_text(re.compile(r"win|draw|tie", re.IGNORECASE))
    visitor.save_screenshot(f"{game}-over")
    visitor.press("rematch")
    visitor.page.wait_for_url(lambda url: not url.endswith(table))
    # Everybody is at this screen, so there is nobody to wait for.
    expect(visitor.page.locator("#log")).to_contain_text("The game begins.")
    expect(visitor.page.locator("#gathering")).to_be_hidden()
    visitor.leave()
    visitor.check_console_is_empty()


def find_distant_move(setup: Setup, recorded: RecordedGame) -> tuple[int, int]:
    """Return the number of moves before a piece can go outside a phone's focus, and that move."""
    table = setup.game.renderer
    state, chances, made = setup.new(), iter(recorded.chances), 0
    while True:
        if state.to_move == CHANCE:
            state.play(next(chances))
            continue
        view = state.view(state.to_move)
        board = table.scene(view).panes[0]
        seen = board.focus or board.frame
        right, bottom = seen.x + seen.wide, seen.y + seen.high
        out = {one.key for one in board.pieces if not (seen.x < one.x < right and seen.y < one.y < bottom)}
        for action in state.legal_actions():
            if any(isinstance(step, Pick) and step.key in out for step in table.touch_steps(view, action)):
                return made, action
        state.play(recorded.moves[made][1])
        made += 1


def test_a_phone_shows_everything_that_can_be_touched(scripted_site: RunningSite, browser: Browser) -> None:
    found = tri.game("tricolor-line")
    setup = found.setup_from(found.with_seeds({"players": 2}, 7))
    recorded = random_game(setup)
    made, action = find_distant_move(setup, recorded)
    PresetDice.outcomes = recorded.chances
    visitor = Visitor(browser, scripted_site.url, "Ann", device="touch")
    table = visitor.open("tricolor-line", [{"for": "me", "name": name} for name in ("Ann", "Bob")], go=False)
    scripted_site.run(play_moves(scripted_site.commands, table, recorded.moves[:made]))
    visitor.go_to_table(table)
    visitor.wait_for_turn()
    visitor.lift_curtain()
    visitor.wait_for_turn()
    state, history = scripted_site.rooms.loaded[table].table.state, scripted_site.rooms.loaded[table].table.history
    seat = state.to_move
    visitor.save_screenshot("tricolor-line-wide")
    visitor.play_steps(found.renderer.touch_steps(state.view(seat), action), state.format_action(action))
    visitor.wait_for_turn()
    assert [step for step in history.steps if isinstance(step, Played)][made:] == [Played(seat, action)]
    visitor.leave()
    visitor.check_console_is_empty()


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("device", WAYS)
def test_a_whole_game(game: str, device: InputDevice, new_visitor: NewVisitor) -> None:
    visitor = new_visitor("Ann", device=device)
    visitor.open(game, [ME, *[BOT] * (min_players(game) - 1)])
    assert visitor.play_decisions(random.Random(7)) > 1
