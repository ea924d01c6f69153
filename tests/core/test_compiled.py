"""One source, two speeds: compiled and plain runs do the same, move by move."""

import inspect
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from zlib import crc32

import pytest

import triangulum as tri
from triangulum.bots.random_games import hash_random_game

ONE_KIND = pytest.mark.skipif(tri.BUILD.kind == "plain", reason="there is no compiled engine to compare with")

OTHER_PROCESS = """
import sys, triangulum as tri
from tests.core.test_compiled import marks
for line in sys.stdin:
    game, games, *options = line.split()
    print(tri.BUILD.kind, *marks(game, int(games), options), flush=True)
"""


def marks(game: str, games: int, options: list[str]) -> list[int]:
    """Return a mark for each of many games, which tells apart games that differ in any step.

    Most of them are random; some are played by bots.
    """
    setup = tri.game(game).setup(**dict(option.split("=") for option in options))
    start = setup.new()
    bots = ([tri.bot("greedy"), tri.bot("random")] * setup.players)[: setup.players]
    records = [tri.play(setup, bots, seed).to_json() for seed in range(games // 100)]
    return [*(int(hash_random_game(start, tri.Random(seed))) for seed in range(games)), *map(crc32, records)]


Marks = Callable[[str, int, list[str]], list[int]]


@pytest.fixture(scope="module")
def plain_marks() -> Iterator[Marks]:
    """The same from a process that uses no compiled code, which is started once."""
    with subprocess.Popen(
        [sys.executable, "-c", OTHER_PROCESS],
        env={**os.environ, "TRIANGULUM_PLAIN": "1"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:

        def ask(game: str, games: int, options: list[str]) -> list[int]:
            assert process.stdin is not None
            assert process.stdout is not None
            print(game, games, *options, file=process.stdin, flush=True)
            kind, *found = process.stdout.readline().split()
            assert kind == "plain"
            return [int(mark) for mark in found]

        yield ask


@ONE_KIND
@pytest.mark.parametrize(
    ("game", "options", "games"),
    [
        ("star-runners", ["homes=guarded", "turn_limit=30"], 500),
        ("star-runners", ["homes=open", "turn_limit=30"], 500),
        ("star-runners", ["homes=open"], 60),
        ("tri-trac", ["turn_limit=20"], 400),
        ("tri-trac", [], 60),
        ("starry-sky", [], 600),
        ("tri-star-racers", ["players=4"], 60),
        ("tri-star-racers", ["players=3", "scenario=power-play"], 60),
        ("tri-star-racers", ["players=2", "scenario=brutal"], 60),
        ("tri-star-racers", ["players=3", "brutal=strict", "bursts=landing", "edges=4a,7a,9a", "head_start=2,1,0"], 30),
        ("starry-sky", ["sky=7", "erasing=after"], 600),
        ("tricolor-line", ["players=2", "round_limit=4"], 50),
        ("tricolor-line", ["players=8", "round_limit=1"], 50),
    ],
)
def test_compiled_and_plain_games_are_the_same_step_by_step(
    plain_marks: Marks, game: str, options: list[str], games: int
) -> None:
    assert marks(game, games, options) == plain_marks(game, games, options)


@ONE_KIND
@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "options", "games"),
    [
        ("star-runners", ["homes=guarded", "turn_limit=2000"], 1000),
        ("star-runners", ["homes=open", "turn_limit=2000"], 1000),
        ("tri-trac", ["turn_limit=300"], 500),
        ("starry-sky", ["sky=3", "erasing=after"], 20_000),
        ("tri-star-racers", ["players=5", "scenario=brutal"], 1000),
        ("tricolor-line", ["players=4", "round_limit=12"], 100),
    ],
)
def test_compiled_and_plain_long_games_are_the_same(
    plain_marks: Marks, game: str, options: list[str], games: int
) -> None:
    assert marks(game, games, options) == plain_marks(game, games, options)


@pytest.mark.parametrize("kind", [tri.State, tri.Setup, tri.Bot, tri.History, type(tri.game("tri-trac").new())])
def test_help_has_something_to_say_compiled_or_not(kind: type) -> None:
    public = [name for name, _ in inspect.getmembers(kind, inspect.isroutine) if not name.startswith("_")]
    assert public
    for thing in (kind, *(getattr(kind, name) for name in public)):
        assert inspect.getdoc(thing), thing


def test_help_tells_a_signature_and_then_what_it_is() -> None:
    assert inspect.getdoc(tri.State.play) == (
        "Play an action, given as a number or in notation; an illegal one raises and changes nothing."
    )
    assert list(inspect.signature(tri.State.play).parameters) == ["self", "action"]
    assert str(inspect.getdoc(tri.State)).startswith("A position in a game, and all there is to know about it")


def test_the_mark_tells_different_games_apart() -> None:
    found = marks("star-runners", 200, ["turn_limit=5"])
    assert len(set(found)) == 202
    assert found != marks("star-runners", 200, ["turn_limit=6"])
