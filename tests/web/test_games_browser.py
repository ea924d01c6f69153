"""Every game, played in a browser as people play: the beginning and the end of each, by mouse, finger and keyboard."""

import random
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, expect

import triangulum as tri
from tests.luck import NoLuck
from tests.web.site import Site, WrittenDice, site
from tests.web.visitor import GAMES, Visitor, Visitors, Way, fewest
from triangulum.core.state import CHANCE, OVER, Setup
from triangulum.record.history import Played
from triangulum.scene.steps import Pick
from triangulum.server import messages as ask
from triangulum.server.people import Person
from triangulum.server.steward import Steward

BOT = {"for": "bot", "bot": "greedy"}
ME = {"for": "me"}
WAYS: tuple[Way, ...] = ("mouse", "touch", "keyboard")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("way", WAYS)
def test_the_beginning_of_a_game(game: str, way: Way, visitors: Visitors) -> None:
    visitor = visitors("Ann", way=way)
    visitor.open(game, [ME, *[BOT] * (fewest(game) - 1)])
    assert visitor.play_on(random.Random(7), 3) == 3
    visitor.wait_for_turn()
    visitor.keep(f"{game}-{way}")


class Told(NamedTuple):
    """A whole game, written down: what chance brought, and what everybody did."""

    chances: list[int]
    moves: list[tuple[int, int]]


def random_game(setup: Setup) -> Told:
    rng = tri.Random(3)
    state = setup.new()
    told = Told([], [])
    while state.to_move != OVER:
        legal = state.legal_actions()
        step = legal[rng.randrange(len(legal))]
        if state.to_move == CHANCE:
            told.chances.append(step)
        else:
            told.moves.append((state.to_move, step))
        state.play(step)
    return told


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A site at which chance brings what was written down."""
    with site(tmp_path_factory.mktemp("written"), make_dice=WrittenDice, luck=NoLuck()) as found:
        yield found


async def played(steward: Steward, table: str, moves: list[tuple[int, int]]) -> None:
    """Play moves at a table for its host, without any page."""
    live = await steward.lobby.find(table)
    host = Person(live.table.opening.host, "Ann")
    for seat, action in moves:
        number = live.table.number
        await steward.command(table, ask.Play(id=f"m{number}", seat=seat, at=number, action=action), host)


@pytest.mark.parametrize("game", GAMES)
def test_the_end_of_a_game(game: str, written: Site, browser: Browser) -> None:
    players = fewest(game)
    short: dict[str, Any] = {"turn_limit": 20} if game == "star-runners" else {}
    found = tri.game(game)
    setup = found.setup_from(found.with_seeds({"players": players, **short}, 7))
    told = random_game(setup)
    WrittenDice.outcomes = told.chances
    visitor = Visitor(browser, written.url, "Ann")
    table = visitor.open(
        game, [{"for": "me", "name": name} for name in ("Ann", "Bob", "Cyd")[:players]], go=False, **short
    )
    written.run(played(written.steward, table, told.moves[:-2]))
    visitor.go(table)
    for seat, action in told.moves[-2:]:
        if visitor.wait_for_turn()["curtain"]:
            visitor.uncover()
        state = written.lobby.live[table].table.state
        visitor.play_steps(found.renderer.steps(state.view(seat), action), state.format_action(action))
    expect(visitor.page.locator('[data-do="rematch"]')).to_be_visible()
    expect(visitor.page.locator("#say.result")).to_contain_text(re.compile("won|drawn"))
    visitor.keep(f"{game}-over")
    visitor.press("rematch")
    visitor.page.wait_for_url(lambda url: not url.endswith(table))
    # Everybody is at this screen, so nobody is waited for.
    expect(visitor.page.locator("#log")).to_contain_text("The game begins.")
    expect(visitor.page.locator("#gathering")).to_be_hidden()
    visitor.leave()
    visitor.check_silence()


def far_move(setup: Setup, told: Told) -> tuple[int, int]:
    """Return how many moves of a game are made before one can go where a phone does not look, and that move."""
    table = setup.game.renderer
    assert table is not None
    state, chances, made = setup.new(), iter(told.chances), 0
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
            if any(isinstance(step, Pick) and step.key in out for step in table.steps(view, action)):
                return made, action
        state.play(told.moves[made][1])
        made += 1


def test_a_phone_looks_at_all_that_can_be_touched(written: Site, browser: Browser) -> None:
    found = tri.game("tricolor-line")
    setup = found.setup_from(found.with_seeds({"players": 2}, 7))
    told = random_game(setup)
    made, action = far_move(setup, told)
    WrittenDice.outcomes = told.chances
    visitor = Visitor(browser, written.url, "Ann", way="touch")
    table = visitor.open("tricolor-line", [{"for": "me", "name": name} for name in ("Ann", "Bob")], go=False)
    written.run(played(written.steward, table, told.moves[:made]))
    visitor.go(table)
    visitor.wait_for_turn()
    visitor.uncover()
    visitor.wait_for_turn()
    state, history = written.lobby.live[table].table.state, written.lobby.live[table].table.history
    seat = state.to_move
    visitor.keep("tricolor-line-wide")
    visitor.play_steps(found.renderer.steps(state.view(seat), action), state.format_action(action))
    visitor.wait_for_turn()
    assert [step for step in history.steps if isinstance(step, Played)][made:] == [Played(seat, action)]
    visitor.leave()
    visitor.check_silence()


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("way", WAYS)
def test_a_whole_game(game: str, way: Way, visitors: Visitors) -> None:
    visitor = visitors("Ann", way=way)
    visitor.open(game, [ME, *[BOT] * (fewest(game) - 1)])
    assert visitor.play_on(random.Random(7)) > 1
