# compiled by mypyc
"""Play random games at full speed: for the benchmark, and for comparing compiled and plain runs by their hashes."""

from __future__ import annotations

from librt.random import Random
from mypy_extensions import i64

from triangulum.core.state import CHANCE, OVER, ActionBuffer, State
from triangulum.core.types import Hash


class PlayoutCounts:
    """How many games, decisions and chance steps random games have gone through."""

    def __init__(self) -> None:
        self.games: i64 = 0
        self.decisions: i64 = 0
        self.chance_steps: i64 = 0
        self.listed_actions: i64 = 0
        """The sum of the numbers of legal actions at all decisions."""


def play_random_game(state: State, rng: Random, counts: PlayoutCounts) -> None:
    """Play a state to its end with uniformly random actions, and add to the counts."""
    decisions: i64 = 0
    chance_steps: i64 = 0
    listed: i64 = 0
    buffer = ActionBuffer()
    while state.to_move != OVER:
        if state.to_move == CHANCE:
            chance_steps += 1
            state._apply(state.sample_chance(rng))
            continue
        state._list_legal_actions(buffer)
        decisions += 1
        listed += buffer.count
        state._apply(buffer.actions[rng.randrange(buffer.count)])
    counts.games += 1
    counts.decisions += decisions
    counts.chance_steps += chance_steps
    counts.listed_actions += listed


def play_random_games(start: State, num_games: i64, rng: Random) -> PlayoutCounts:
    """Play ``num_games`` random games from copies of a state, listing the legal actions at every decision."""
    counts = PlayoutCounts()
    for _ in range(num_games):
        play_random_game(start.copy(), rng, counts)
    return counts


def play_sampled_games(start: State, num_games: i64, rng: Random) -> PlayoutCounts:
    """Play ``num_games`` random games as tree search does: by ``State.random_action``, without listing actions."""
    counts = PlayoutCounts()
    buffer = ActionBuffer()
    for _ in range(num_games):
        state = start.copy()
        while state.to_move != OVER:
            if state.to_move == CHANCE:
                counts.chance_steps += 1
                state._apply(state.sample_chance(rng))
            else:
                counts.decisions += 1
                state._apply(state.random_action(rng, buffer))
        counts.games += 1
    return counts


def copy_repeatedly(state: State, count: i64) -> None:
    """Copy a state ``count`` times, for timing."""
    for _ in range(count):
        state.copy()


def hash_random_game(start: State, rng: Random) -> Hash:
    """Play one random game; return a hash of its legal actions, weights, fields and evaluations at every step."""
    state = start.copy()
    hash_value: Hash = 0
    while state.to_move != OVER:
        legal = state._legal_actions()
        for action in legal:
            hash_value = mix_hash(hash_value, action)
        if state.to_move == CHANCE:
            for weight in state._chance_weights():
                hash_value = mix_hash(hash_value, weight)
            action = state.sample_chance(rng)
        else:
            action = legal[rng.randrange(i64(len(legal)))]
        state._apply(action)
        hash_value = mix_hash(hash_value, state.to_move + 2)
        for byte in state.byte_fields:
            hash_value = mix_hash(hash_value, i64(byte))
        for word in state.word_fields:
            hash_value = mix_hash(hash_value, word)
    for seat in range(state.setup.players):
        hash_value = mix_hash(hash_value, i64(int(state.evaluate(seat) * 1_000_000)))
    return hash_value


def mix_hash(hash_value: Hash, number: i64) -> Hash:
    """Return a hash of the numbers so far and one more; within 31 bits, where compiled and plain integers agree."""
    return (hash_value * 31 + (number & 0x7FFFFFFF) + 7) % 2_147_483_629
