# compiled by mypyc
"""Random games at full speed: for benchmarks, and for comparing compiled with plain runs."""

from __future__ import annotations

from librt.random import Random
from mypy_extensions import i64

from triangulum.core.state import CHANCE, OVER, ActionBuffer, State
from triangulum.core.types import Hash


class PlayoutCounts:
    """What random games took: games, decisions, chance steps."""

    def __init__(self) -> None:
        self.games: i64 = 0
        self.decisions: i64 = 0
        self.chance_steps: i64 = 0
        self.listed_actions: i64 = 0
        """The sum of the numbers of legal actions at all decisions."""


def play_random_game(state: State, rng: Random, counts: PlayoutCounts) -> None:
    """Play a random game to its end, in place, and add what it took to the counts."""
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
    """Play random games from a state, without changing it."""
    counts = PlayoutCounts()
    for _ in range(num_games):
        play_random_game(start.copy(), rng, counts)
    return counts


def play_random_games_without_listing(start: State, num_games: i64, rng: Random) -> PlayoutCounts:
    """Play random games as playouts do: ask for a random action instead of listing all of them."""
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
    """Play one random game and return a hash of every step, so that any difference in the rules changes it."""
    state = start.copy()
    game_hash: i64 = 0
    while state.to_move != OVER:
        legal = state._legal_actions()
        for action in legal:
            game_hash = mix_hash(game_hash, action)
        if state.to_move == CHANCE:
            for weight in state._chance_weights():
                game_hash = mix_hash(game_hash, weight)
            action = state.sample_chance(rng)
        else:
            action = legal[rng.randrange(i64(len(legal)))]
        state._apply(action)
        game_hash = mix_hash(game_hash, state.to_move + 2)
        for number in state.byte_fields:
            game_hash = mix_hash(game_hash, i64(number))
        for wide in state.word_fields:
            game_hash = mix_hash(game_hash, wide)
    for seat in range(state.setup.players):
        game_hash = mix_hash(game_hash, i64(int(state.evaluate(seat) * 1_000_000)))
    return game_hash


def mix_hash(game_hash: Hash, number: i64) -> Hash:
    """Return a hash with one more number in it; kept within 31 bits, where compiled and plain integers agree."""
    return (game_hash * 31 + (number & 0x7FFFFFFF) + 7) % 2_147_483_629
