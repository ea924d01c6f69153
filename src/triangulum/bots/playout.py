# compiled by mypyc
"""The policy of playouts, and the rewards at their end.

A playout plays the best of a few random actions, by ``State.action_score``: cheap, random enough to explore, and much
stronger than uniform playouts. A reward is a seat's share of the win, so the rewards of all seats add up to 1.
"""

from __future__ import annotations

import math

from librt.random import Random
from librt.vecs import vec
from mypy_extensions import i64

from triangulum.core.state import State
from triangulum.core.types import Action


def choose_playout_action(state: State, legal_actions: vec[i64], num_sampled_actions: i64, rng: Random) -> Action:
    """Return the action with the highest score of a few sampled at random, or of all if that number is 0."""
    count = i64(len(legal_actions))
    if num_sampled_actions == 0:
        return choose_highest_scoring_action(state, legal_actions, rng)
    best = legal_actions[rng.randrange(count)]
    if num_sampled_actions == 1 or count == 1:
        return best
    highest = state.action_score(best)
    num_left = num_sampled_actions - 1
    while num_left > 0:
        num_left -= 1
        action = legal_actions[rng.randrange(count)]
        if action != best:
            score = state.action_score(action)
            if score > highest:
                best, highest = action, score
    return best


def choose_highest_scoring_action(state: State, legal_actions: vec[i64], rng: Random) -> Action:
    """Return the action with the highest score; a random one of them if several are equal."""
    best = legal_actions[0]
    if i64(len(legal_actions)) == 1:
        return best
    highest = -math.inf
    num_equal: i64 = 0
    for action in legal_actions:
        score = state.action_score(action)
        if score > highest:
            best, highest, num_equal = action, score, 1
        elif score == highest:
            # Reservoir sampling: each of n equal ones stays with a chance of 1 / n, though n is not known yet.
            num_equal += 1
            if rng.randrange(num_equal) == 0:
                best = action
    return best


def write_final_rewards(rewards: vec[float], winners: list[int]) -> None:
    """Write the rewards of a finished game: winners share the win, and everybody shares a draw."""
    num_winners = i64(len(winners))
    for seat in range(i64(len(rewards))):
        rewards[seat] = 0.0 if num_winners else 1.0 / float(len(rewards))
    for winner in winners:
        rewards[winner] = 1.0 / float(num_winners)


def write_estimated_rewards(rewards: vec[float], state: State) -> None:
    """Write the rewards of an unfinished game, in proportion to 1 + what ``evaluate`` says for each seat."""
    total = 0.0
    for seat in range(i64(len(rewards))):
        rewards[seat] = 1.0 + state.evaluate(seat)
        total += rewards[seat]
    for seat in range(i64(len(rewards))):
        rewards[seat] = rewards[seat] / total if total > 0.0 else 1.0 / float(len(rewards))
