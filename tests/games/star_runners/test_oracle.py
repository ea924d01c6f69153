"""The quick rules against the slow ones, step by step over whole random games."""

import random

import pytest

import triangulum as tri
from tests.games.star_runners import oracle
from tests.rules import rule
from tests.sampling import sampled
from triangulum.core.state import State
from triangulum.games.star_runners.views import StarRunnersView

pytestmark = pytest.mark.compiled_only

GAME = tri.game("star-runners")


def compare(state: State, slow: oracle.Position) -> list[str]:
    """See that both know the same, and return the legal moves."""
    view = state.view(None)
    assert isinstance(view, StarRunnersView)
    moves = [state.format_action(action) for action in state.legal_actions()]
    weights = state.chance_weights() if state.to_move == tri.CHANCE else [1] * len(moves)
    assert state.to_move == slow.to_move
    assert dict(zip(moves, weights, strict=True)) == (slow.legal() if moves else {})
    assert tuple(state.winners()) == slow.winners
    assert tuple(state.returns()) == slow.returns
    assert {(ship.seat, "SML"[ship.size]): ship.place for ship in view.ships} == slow.ships
    assert {(ship.seat, "SML"[ship.size]) for ship in view.ships if ship.visited} == slow.visited
    assert view.turns == slow.turns
    if view.phase == "spending":
        assert view.points == slow.points
    return moves


def play_both(seed: int, homes: str, turn_limit: int, racing: float) -> State:
    """Play a game on both, picking the greedy move with a chance of ``racing`` so that games get somewhere.

    Half of the games allow one reroll only, and half begin with the binaries built.
    """
    dice = random.Random(seed)
    rerolls, binaries = dice.choice(["chain", "once"]), dice.choice(["chosen", "automatic"])
    state = GAME.new(homes=homes, turn_limit=turn_limit, rerolls=rerolls, binaries=binaries)
    slow = oracle.start(homes, turn_limit, rerolls, binaries)
    greedy, rng = tri.bot("greedy"), tri.Random(seed)
    while moves := compare(state, slow):
        if state.to_move == tri.CHANCE:
            move = dice.choices(moves, state.chance_weights())[0]
        elif dice.random() < racing:
            move = state.format_action(greedy.choose(state, rng))
        else:
            move = dice.choice(moves)
        state.play(move)
        slow = slow.play(move)
    return state


@pytest.mark.parametrize("homes", ["guarded", "open"])
@rule("8.1", "8.3")
def test_quick_and_slow_rules_agree_on_random_games(homes: str) -> None:
    games = range(sampled(120))
    ends = [play_both(seed, homes, (1, 7, 40, 200)[seed % 4], (0.0, 0.5, 0.9)[seed % 3]) for seed in games]
    assert {tuple(state.winners()) for state in ends} == {(), (0,), (1,)}


@pytest.mark.long
@pytest.mark.parametrize("homes", ["guarded", "open"])
@rule("8.1", "8.3")
def test_quick_and_slow_rules_agree_on_many_random_games(homes: str) -> None:
    ends = [play_both(seed, homes, (1, 7, 40, 400)[seed % 4], (0.0, 0.5, 0.9)[seed % 3]) for seed in range(2000)]
    assert {tuple(state.winners()) for state in ends} == {(), (0,), (1,)}
