"""Five levels for every game: found by name, as data, and played by the bot that looks its level up."""

import itertools
import math
import time
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest
from librt.random import Random
from mypy_extensions import i64

import triangulum as tri
from triangulum import bots
from triangulum.bots.levels import DEFAULT_LEVELS, LevelBot
from triangulum.bots.thought import Candidate, Thought
from triangulum.solve import storage as solutions

pytestmark = pytest.mark.compiled_only

OURS = [game.id for game in tri.games() if game.rules.__module__.startswith("triangulum.games.")]


@pytest.fixture(autouse=True)
def cache_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have no solutions."""
    monkeypatch.setenv("TRIANGULUM_CACHE", str(tmp_path / "cache"))


class Searching(tri.Bot):
    """Makes simulations without end, and says how many; it plays the last action there is."""

    def __init__(self) -> None:
        super().__init__()
        self.made = 0
        self.begun = 0
        self.state: tri.State | None = None

    def name(self) -> str:
        return "searching"

    def start_search(self, state: tri.State, rng: Random) -> None:
        self.begun += 1
        self.made = 0
        self.state = state

    def continue_search(self, seconds: float, simulations: i64) -> i64:
        done = min(7, simulations)
        self.made += done
        return done

    def thought(self) -> Thought:
        assert self.state is not None
        action = self.state.legal_actions()[-1]
        return Thought(action, (Candidate(action, 0.5, self.made),), self.made)


class Cannot(tri.Bot):
    """Plays nothing."""

    def start_game(self, setup: tri.Setup) -> None:
        raise tri.OptionError("this bot plays nothing")


def level(name: str = "club", **named: Any) -> tri.Level:
    return tri.Level(name=name, words="A level.", **{"bot": "searching", "budget": tri.Budget(seconds=1), **named})


def seated(monkeypatch: pytest.MonkeyPatch, chosen: tri.Level) -> tuple[LevelBot, Searching, tri.State]:
    """Return a bot that plays at a level of a game that names it, the bot behind it, and a state."""
    inner = Searching()
    made: list[tuple[str, Mapping[str, Any]]] = []

    def make(name: str, settings: Mapping[str, Any]) -> tri.Bot:
        made.append((name, settings))
        return inner if name == "searching" else Cannot()

    setup = tri.game("star-runners").setup()
    monkeypatch.setitem(setup.game.__dict__, "levels", (chosen,))
    bot = LevelBot(chosen.name, make)
    bot.start_game(setup)
    assert made[-1][0] == "searching"
    return bot, inner, setup.new()


@pytest.mark.parametrize("id", OURS)
@pytest.mark.parametrize("name", tri.LEVELS)
def test_every_level_sits_down_at_every_game_and_plays(id: str, name: str) -> None:
    setup = tri.game(id).setup()
    bot, rng = tri.bot(name), Random(3)
    assert bot.name() == name
    bot.start_game(setup)
    state, moves = setup.new(), 0
    while state.to_move != tri.OVER and moves < 5:
        if state.to_move == tri.CHANCE:
            state._apply(state.sample_chance(rng))
            continue
        thought = bot.think(state.resample(state.to_move, rng), rng, tri.Budget(simulations=2))
        state.play(thought.action)
        moves += 1
    assert moves == 5


@pytest.mark.parametrize("id", OURS)
def test_every_game_has_the_five_levels_weakest_first_with_a_sentence_for_people(id: str) -> None:
    levels = tri.levels_of(tri.game(id))
    assert tri.levels_of(id) == levels
    assert tuple(level.name for level in levels) == tri.LEVELS
    for chosen in levels:
        assert chosen.words.endswith(".")
        assert msgspec.json.decode(msgspec.json.encode(chosen), type=tri.Level) == chosen


def test_a_game_names_the_levels_that_are_its_own_and_has_the_usual_others(monkeypatch: pytest.MonkeyPatch) -> None:
    game = tri.game("tri-trac")
    own = level("expert", bot="random")
    monkeypatch.setitem(game.__dict__, "levels", (own,))
    assert tri.levels_of(game) == (*DEFAULT_LEVELS[:3], own, DEFAULT_LEVELS[4])


def test_the_master_of_a_solved_game_plays_by_its_table_if_it_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    setup = tri.game("star-runners").setup(homes="open")
    without = tri.bot("master")
    assert isinstance(without, LevelBot)
    without.start_game(setup)
    assert without.level.bot != "exact"
    assert without.inner_bot is not None
    monkeypatch.setattr(solutions, "load", lambda setup: object())
    exact = tri.bot("master")
    assert isinstance(exact, LevelBot)
    exact.start_game(setup)
    assert isinstance(exact.inner_bot, bots.ExactBot)


def test_a_level_passes_thinking_on_within_its_simulations(monkeypatch: pytest.MonkeyPatch) -> None:
    bot, inner, state = seated(monkeypatch, level(budget=tri.Budget(seconds=9, simulations=30)))
    thought = bot.think(state, Random(1), tri.Budget(simulations=1000))
    assert thought == Thought(state.legal_actions()[-1], (Candidate(state.legal_actions()[-1], 0.5, 30),), 30)
    assert bot.think(state, Random(1), tri.Budget(simulations=12)).simulations == 12
    assert bot.choose(state, Random(1)) == state.legal_actions()[-1]
    assert inner.made == 30
    assert inner.begun == 3


def test_seconds_of_work_are_not_used_up_while_somebody_else_has_the_processor(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    wall = itertools.count(0, 100)
    work = itertools.count(0, 0.02)
    monkeypatch.setattr(time, "monotonic", lambda: float(next(wall)))
    monkeypatch.setattr(time, "thread_time", lambda: float(next(work)))
    _, inner, state = seated(monkeypatch, level())
    by_the_wall = inner.think(state, Random(1), tri.Budget(seconds=0.1))
    by_work = inner.think(state, Random(1), tri.Budget(seconds=0.1, of_work=True))
    assert (by_the_wall.simulations, by_work.simulations) == (0, 28)


def test_a_level_without_a_number_of_simulations_makes_as_many_as_it_may(monkeypatch: pytest.MonkeyPatch) -> None:
    bot, _, state = seated(monkeypatch, level(budget=tri.Budget(seconds=0.01)))
    assert bot.think(state, Random(1), tri.Budget(simulations=1000)).simulations == 1000


def test_a_level_blunders_as_often_as_it_says_and_then_plays_anything(monkeypatch: pytest.MonkeyPatch) -> None:
    bot, inner, state = seated(monkeypatch, level(budget=tri.Budget(simulations=5), blunders=0.5))
    rng = Random(1)
    played = Counter(bot.think(state, rng, tri.Budget(simulations=5)).action for _ in range(600))
    assert set(played) == set(state.legal_actions())
    assert 240 < inner.begun < 360
    assert played[state.legal_actions()[-1]] > inner.begun


def test_where_a_bot_cannot_play_another_does(monkeypatch: pytest.MonkeyPatch) -> None:
    bot, _, _ = seated(monkeypatch, level(bot="cannot", otherwise=level(blunders=0.25)))
    assert bot.level.blunders == 0.25
    with pytest.raises(tri.OptionError, match="this bot plays nothing"):
        seated(monkeypatch, level(bot="cannot"))


def test_a_level_knows_nothing_but_what_its_seat_knows() -> None:
    setup = tri.game("starry-sky").setup()
    state, rng = setup.new(), Random(4)
    while state.to_move == tri.CHANCE:
        state._apply(state.sample_chance(rng))
    seat = state.to_move
    for name in tri.LEVELS:
        moves = set()
        for seed in range(6):
            bot = tri.bot(name)
            bot.start_game(setup)
            moves.add(bot.think(state.resample(seat, Random(seed)), Random(9), tri.Budget(simulations=3)).action)
        assert len(moves) == 1


def test_levels_and_settings_that_make_no_sense_are_told_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(tri.OptionError, match="there is no level 'grandmaster'; levels are beginner, casual"):
        level("grandmaster")
    with pytest.raises(tri.OptionError, match=r"the level club cannot have 1\.5 blunders a move: give it 0 to 1"):
        level(blunders=1.5)
    with pytest.raises(tri.OptionError, match=r"The bot “greedy” has no settings. Bots with settings: mcts"):
        tri.bot("greedy", {"depth": 3})
    with pytest.raises(tri.UnknownBotError, match=r"There’s no bot “mastr”. Did you mean “master”"):
        tri.bot("mastr")

    with pytest.raises(tri.OptionError, match=r"The bot “mcts” has no setting “dept”\. Did you mean “depth”\?"):
        tri.bot("mcts", {"dept": 3})

    class Depth(msgspec.Struct, frozen=True):
        depth: int

    class Deep(Searching):
        def __init__(self, settings: Depth) -> None:
            super().__init__()
            self.depth = settings.depth

    monkeypatch.setitem(bots.SETTINGS, "greedy", Depth)
    monkeypatch.setitem(bots.BOTS, "greedy", Deep)
    deep = tri.bot("greedy", {"depth": 3})
    assert isinstance(deep, Deep)
    assert deep.depth == 3
    with pytest.raises(tri.OptionError, match=r"The bot “greedy” can’t be made with these settings: .*`\$\.depth`"):
        tri.bot("greedy", {"depth": "three"})


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({}, "a budget needs seconds or simulations"),
        ({"seconds": 0}, "a bot cannot think for 0 seconds: give it more than 0, and an end"),
        ({"seconds": math.nan}, "a bot cannot think for nan seconds"),
        ({"seconds": math.inf}, "a bot cannot think for inf seconds"),
        ({"seconds": "2"}, "seconds are a number, not '2'"),
        ({"simulations": 0}, "a bot cannot make 0 simulations: give it at least 1"),
        ({"simulations": 1.5}, "simulations are a whole number, not 1.5"),
        ({"simulations": True}, "simulations are a whole number, not True"),
    ],
)
def test_a_budget_is_bounded_and_makes_sense(given: dict[str, Any], why: str) -> None:
    with pytest.raises(tri.TriangulumError, match=f"^{why}"):
        tri.Budget(**given)
