# compiled by mypyc
"""Random games at full speed: what the benchmark times, and what compiled and plain runs are compared by."""

from __future__ import annotations

from librt.random import Random
from mypy_extensions import i64

from triangulum.core.state import CHANCE, OVER, ActionBuffer, State


class PlayoutCounts:
    """How much random games have done."""

    def __init__(self) -> None:
        self.games: i64 = 0
        self.decisions: i64 = 0
        self.chance_steps: i64 = 0
        self.listed_actions: i64 = 0
        """Legal moves listed at decisions."""


def play_random_game(state: State, rng: Random, tally: PlayoutCounts) -> None:
    """Play to the end by chance alone, each legal action being as likely as any other."""
    decisions: i64 = 0
    chance_steps: i64 = 0
    listed: i64 = 0
    moves = ActionBuffer()
    while state.to_move != OVER:
        if state.to_move == CHANCE:
            chance_steps += 1
            state._apply(state.sample_chance(rng))
            continue
        state._list_legal_actions(moves)
        decisions += 1
        listed += moves.count
        state._apply(moves.actions[rng.randrange(moves.count)])
    tally.games += 1
    tally.decisions += decisions
    tally.chance_steps += chance_steps
    tally.listed_actions += listed


def play_random_games(start: State, num_games: i64, rng: Random) -> PlayoutCounts:
    """Play so many random games from a state, which is left as it is."""
    tally = PlayoutCounts()
    for _ in range(num_games):
        play_random_game(start.copy(), rng, tally)
    return tally


def play_sampled_games(start: State, num_games: i64, rng: Random) -> PlayoutCounts:
    """Play so many random games as searching bots do, who ask for any action and need no list of them."""
    tally = PlayoutCounts()
    room = ActionBuffer()
    for _ in range(num_games):
        state = start.copy()
        while state.to_move != OVER:
            if state.to_move == CHANCE:
                tally.chance_steps += 1
                state._apply(state.sample_chance(rng))
            else:
                tally.decisions += 1
                state._apply(state.random_action(rng, room))
        tally.games += 1
    return tally


def copy_repeatedly(state: State, count: i64) -> None:
    """Copy a state so many times, for timing."""
    for _ in range(count):
        state.copy()


def hash_random_game(start: State, rng: Random) -> i64:
    """Play one random game and return a number that any difference in any step of it would change."""
    state = start.copy()
    mark: i64 = 0
    while state.to_move != OVER:
        legal = state._legal_actions()
        for action in legal:
            mark = mix_hash(mark, action)
        if state.to_move == CHANCE:
            for weight in state._chance_weights():
                mark = mix_hash(mark, weight)
            action = state.sample_chance(rng)
        else:
            action = legal[rng.randrange(i64(len(legal)))]
        state._apply(action)
        mark = mix_hash(mark, state.to_move + 2)
        for number in state.byte_fields:
            mark = mix_hash(mark, i64(number))
        for wide in state.word_fields:
            mark = mix_hash(mark, wide)
    for seat in range(state.setup.players):
        mark = mix_hash(mark, i64(int(state.evaluate(seat) * 1_000_000)))
    return mark


def mix_hash(mark: i64, number: i64) -> i64:
    """Return a new mark; kept within 31 bits, where compiled and plain integers do the same."""
    return (mark * 31 + (number & 0x7FFFFFFF) + 7) % 2_147_483_629
