"""The quick rules against the slow ones: whole games step by step, random ones and such as lead to routes."""

from collections import Counter
from collections.abc import Iterable
from random import Random
from typing import Any

import pytest

import triangulum as tri
from tests.games.tricolor_line.oracle_comparison import middle_game, new_game, play_both
from tests.games.tricolor_line.positions import few_cards, few_tiles
from tests.rules import rule
from tests.sampling import sampled
from triangulum.core.state import State

pytestmark = pytest.mark.compiled_only

GREEDY = tri.bot("greedy")


def anything(state: State, dice: Random) -> int:
    """Choose first what to do, and then how, as most moves are of one kind."""
    actions = state.legal_actions()
    verbs = [state.format_action(action).split()[0] for action in actions]
    verb = dice.choice(sorted(set(verbs)))
    return dice.choice([action for action, own in zip(actions, verbs, strict=True) if own == verb])


def eager(state: State, dice: Random) -> int:
    """Build if possible, attack nobody; otherwise anything."""
    actions = state.legal_actions()
    texts = [state.format_action(action) for action in actions]
    builds = [action for action, text in zip(actions, texts, strict=True) if text.startswith("build")]
    if builds:
        return dice.choice(builds)
    if "done" in texts and dice.random() < 0.8:
        return actions[texts.index("done")]
    if "draw 4" in texts:
        return actions[texts.index(dice.choice(["draw 2", "draw 2", "draw 4"]))]
    return anything(state, dice)


def nearly_greedy(state: State, dice: Random) -> int:
    """Play as the greedy bot does, with a slip now and then."""
    if dice.random() < 0.1:
        return anything(state, dice)
    return GREEDY.choose(state, tri.Random(dice.randrange(2**32)))


OPTIONS: tuple[dict[str, Any], ...] = (
    {},
    {"end_distance": 3, "full_rounds": True},
    {"full_rounds": True},
    {"end_distance": 1},
    {"end_distance": 5},
)
"""Games are played with each of these in turn."""


def options(seed: int) -> dict[str, Any]:
    """Return the options of a game, by its seed."""
    return OPTIONS[seed % len(OPTIONS)]


def total(games: Iterable[Counter[str]]) -> Counter[str]:
    """Add up what was met."""
    return sum(games, Counter[str]())


def random_games(seeds: Iterable[int], rounds: int) -> Counter[str]:
    """Play random games, every other one by eager builders."""
    return total(
        play_both(*new_game(2 + seed % 7, round_limit=rounds, **options(seed)), seed, eager if seed % 2 else anything)
        for seed in seeds
    )


def middle_games(seeds: Iterable[int]) -> Counter[str]:
    """Play on where many roads lie already."""
    return total(play_both(*middle_game(Random(seed), 2 + seed % 3, 5, **options(seed)), seed, eager) for seed in seeds)


@rule("3.4", "4.4", "4.5", "5.2", "5.5", "6.2", "6.3", "6.9", "8.1", "9.5", "10.2")
def test_quick_and_slow_rules_agree_on_random_games() -> None:
    met = random_games(range(sampled(14)), 5)
    assert met["skip"] > 0
    assert met["limit"] > 0


@rule("7.3", "7.4", "7.5", "8.1", "9.1", "9.2", "9.3", "9.4")
def test_quick_and_slow_rules_agree_where_games_end_by_routes() -> None:
    met = middle_games(range(sampled(40)))
    assert min(met["routes"], met["a tie"]) > 2, met


@rule("4.2", "4.6", "4.7", "8.2")
def test_quick_and_slow_rules_agree_with_few_tiles_and_few_cards() -> None:
    met = total(
        play_both(*new_game(2 + seed % 3, components=few_tiles(), round_limit=14, **options(seed)), seed, eager)
        for seed in range(sampled(12))
    )
    met += total(
        play_both(*new_game(3 + seed % 6, components=few_cards(), round_limit=4, **options(seed)), seed, eager)
        for seed in range(sampled(24))
    )
    assert min(met["no pile"], met["shuffle"], met["no card"]) > 0, met


def test_quick_and_slow_rules_agree_on_a_greedy_game() -> None:
    for seed in range(sampled(4)):
        assert play_both(*new_game(2, round_limit=40, **options(seed)), seed, nearly_greedy)["routes"] == 1


@pytest.mark.long
@rule("3.4", "4.4", "4.5", "5.2", "5.5", "6.2", "6.3", "6.9", "8.1", "9.5", "10.2")
def test_quick_and_slow_rules_agree_on_many_random_games() -> None:
    met = random_games(range(100, 1100), 4) + random_games(range(2000, 2014), 40)
    assert all(met[f"{event} in vain"] > 10 for event in ("landslide", "detour", "toll")), met
    assert all(met[f"{event} in vain"] > 0 for event in ("leak", "relocation")), met
    assert min(met["passes"], met["instead"]) > 10, met
    events = ("landslide", "detour", "supplies", "toll", "leak", "relocation")
    assert all(met[what] > 100 for what in (*events, "skip", "limit", "shuffle", "a route")), met


@pytest.mark.long
@rule("7.3", "7.4", "7.5", "8.1", "9.1", "9.2", "9.3", "9.4")
def test_quick_and_slow_rules_agree_in_many_games_that_end_by_routes() -> None:
    met = middle_games(range(1000, 2000))
    assert all(met[what] > 100 for what in ("routes", "a tie", "two winners")), met


@pytest.mark.long
def test_quick_and_slow_rules_agree_on_many_greedy_games() -> None:
    met = total(play_both(*new_game(2 + seed % 7, **options(seed)), seed, nearly_greedy) for seed in range(70))
    assert met["routes"] > 30, met
    assert met["a tie"] > 10, met


@pytest.mark.long
@rule("4.2", "4.6", "4.7", "8.2")
def test_quick_and_slow_rules_agree_on_many_games_with_few_tiles_and_few_cards() -> None:
    tiles = total(
        play_both(
            *new_game(2 + seed % 7, components=few_tiles(), **options(seed)), seed, nearly_greedy if seed % 2 else eager
        )
        for seed in range(42)
    )
    assert tiles["no pile"] > 40
    assert tiles["frozen"] > 5, tiles
    cards = total(
        play_both(*new_game(2 + seed % 7, components=few_cards(), round_limit=6, **options(seed)), seed, eager)
        for seed in range(70)
    )
    assert min(cards["shuffle"], cards["no card"]) > 100, cards
