"""Find pairs of games that differ only in what one watcher can't know, by playing both side by side."""

from typing import NamedTuple

import triangulum as tri
from triangulum.core.state import CHANCE, OVER, Setup, State


class GamePair(NamedTuple):
    """Two games that look the same to a watcher: the chance outcomes and the moves of each, in order."""

    chances: tuple[list[int], list[int]]
    moves: tuple[list[int], list[int]]
    differing: int
    """Number of steps after which the two states were different."""


MAX_CANDIDATES = 12
"""How many steps of the second game are compared with one of the first, where there are many."""


def find_game_pairs(
    setup: Setup, watcher: int | None, seed: int, max_moves: int, num_tries: int = 40
) -> list[GamePair]:
    """Try some pairs of games; return the longest one and the one whose moves differ most.

    A card played face down is soon turned up, and two games with different cards there can't go on from that point. So
    a long pair says little about hidden moves, and the second kind of pair is needed as well.
    """
    pairs = [
        play_pair(setup, watcher, tri.Random(seed + at), max_moves, same_step_chance=(0.97, 0.0, 0.6, 0.9)[at % 4])
        for at in range(num_tries)
    ]
    longest = max(pairs, key=lambda pair: (min(pair.differing, 5), len(pair.moves[0])))
    most_different = max(pairs, key=count_differences)
    return [longest, most_different] if count_differences(most_different)[0] else [longest]


def count_differences(pair: GamePair) -> tuple[int, int]:
    """Count the moves in which a pair differs, and the steps after which its states do."""
    return sum(first != second for first, second in zip(*pair.moves, strict=True)), pair.differing


def play_pair(setup: Setup, watcher: int | None, rng: tri.Random, max_moves: int, same_step_chance: float) -> GamePair:
    """Play two games that look the same to a watcher, step by step, until no such step is left."""
    states = (setup.new(), setup.new())
    chances: tuple[list[int], list[int]] = ([], [])
    moves: tuple[list[int], list[int]] = ([], [])
    differing = 0
    kept = (0, 0)
    while (
        len(moves[0]) < max_moves
        and (steps := find_matching_steps(*states, watcher, rng, same_step_chance)) is not None
    ):
        chance = states[0].to_move == CHANCE
        for state, step, rolled, played in zip(states, steps, chances, moves, strict=True):
            (rolled if chance else played).append(step)
            state.play(step)
        # A finished game reveals everything, so the pair ends before that.
        if states[0].to_move >= 0 and states[1].to_move >= 0:
            kept = (len(chances[0]), len(moves[0]))
            differing += states[0].to_bytes() != states[1].to_bytes()
    # A server rolls until somebody has to decide, so the outcomes must reach that far.
    rolled_enough = (chances[0][: kept[0]], chances[1][: kept[0]])
    return GamePair(rolled_enough, (moves[0][: kept[1]], moves[1][: kept[1]]), differing)


def find_matching_steps(
    first: State, second: State, watcher: int | None, rng: tri.Random, same_step_chance: float
) -> tuple[int, int] | None:
    """Return a step for each of two states, which look the same to a watcher; None if there are none."""
    if first.to_move == OVER or second.to_move != first.to_move:
        return None
    theirs = second.legal_actions()
    ours = first.legal_actions()
    if (
        first.to_move == CHANCE
        and rng.random() < 0.5
        and (swapped := find_swapped_outcomes(first, second, watcher)) is not None
    ):
        return swapped
    for _ in range(min(len(ours), MAX_CANDIDATES)):
        step = ours.pop(rng.randrange(len(ours)))
        seen = first.events(step, watcher)
        own = watcher is not None and first.to_move == watcher
        if own and second.events(step, watcher) != seen:
            continue
        if own:
            return step, step
        if step in theirs and rng.random() < same_step_chance and second.events(step, watcher) == seen:
            return step, step
        some = (
            theirs
            if len(theirs) <= MAX_CANDIDATES
            else [theirs[rng.randrange(len(theirs))] for _ in range(MAX_CANDIDATES)]
        )
        matching = [their for their in (*some, step) if their in theirs and second.events(their, watcher) == seen]
        if matching:
            return step, matching[rng.randrange(len(matching))]
    return None


def find_swapped_outcomes(first: State, second: State, watcher: int | None) -> tuple[int, int] | None:
    """Return an outcome left only in the first state and one left only in the second that look the same to a watcher.

    Playing both makes the two games more alike in what is left to deal. Otherwise the watcher couldn't be dealt the
    same cards in both.
    """
    ours, theirs = first.legal_actions(), second.legal_actions()
    for mine in set(ours) - set(theirs):
        for their in set(theirs) - set(ours):
            if first.events(mine, watcher) == second.events(their, watcher):
                return mine, their
    return None
