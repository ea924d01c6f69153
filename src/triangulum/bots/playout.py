# compiled by mypyc
"""Playouts: which action to take where no tree says, and how the win is shared at the end.

Rewards are each seat's share of the win, in a vector with a place for every seat.
"""

from __future__ import annotations

import math

from librt.random import Random
from librt.vecs import vec
from mypy_extensions import i64

from triangulum.core.state import State


def choose_playout_action(state: State, legal: vec[i64], num_compared: i64, rng: Random) -> i64:
    """Return the action with the highest score of a few drawn at random, or of all if ``num_compared`` is 0."""
    count = i64(len(legal))
    if num_compared == 0:
        return choose_highest_score(state, legal, rng)
    best = legal[rng.randrange(count)]
    if num_compared == 1 or count == 1:
        return best
    highest = state.action_score(best)
    left = num_compared - 1
    while left > 0:
        left -= 1
        action = legal[rng.randrange(count)]
        if action != best:
            score = state.action_score(action)
            if score > highest:
                best, highest = action, score
    return best


def choose_highest_score(state: State, legal: vec[i64], rng: Random) -> i64:
    """Return the action with the highest score, and any of them where several are equal."""
    best = legal[0]
    if i64(len(legal)) == 1:
        return best
    highest = -math.inf
    num_equal: i64 = 0
    for action in legal:
        score = state.action_score(action)
        if score > highest:
            best, highest, num_equal = action, score, 1
        elif score == highest:
            # Each of n equal ones stays with a chance of 1 / n, though n is not known yet.
            num_equal += 1
            if rng.randrange(num_equal) == 0:
                best = action
    return best


def reward_winners(rewards: vec[float], winners: list[int]) -> None:
    """Write the rewards of a finished game: winners share the win, and everybody does if there are none."""
    num_winners = i64(len(winners))
    for seat in range(i64(len(rewards))):
        rewards[seat] = 0.0 if num_winners else 1.0 / float(len(rewards))
    for winner in winners:
        rewards[winner] = 1.0 / float(num_winners)


def reward_by_evaluation(rewards: vec[float], state: State) -> None:
    """Write the rewards of an unfinished game, in proportion to 1 + what ``evaluate`` says for each seat."""
    total = 0.0
    for seat in range(i64(len(rewards))):
        rewards[seat] = 1.0 + state.evaluate(seat)
        total += rewards[seat]
    for seat in range(i64(len(rewards))):
        rewards[seat] = rewards[seat] / total if total > 0.0 else 1.0 / float(len(rewards))
