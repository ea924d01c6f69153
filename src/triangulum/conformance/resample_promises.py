"""The promises about resamples: ``State.resample`` samples the seat's information set with the right distribution.

A *world* is a state that a seat holds possible. The worlds are found by brute force: replay every history whose events
look to the seat exactly like those of the true one. Chance outcomes count by their weights. Players' choices don't
count: a deal has the same weight however many ways there were to play hidden cards, since we assume nothing about how
others play. Then many resamples are drawn, which must all be worlds, with frequencies that pass a chi-square test.

This is slow and obviously right, but only works for small games; a larger game passes a function that lists its worlds.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable
from fractions import Fraction

from librt.random import Random

from triangulum.conformance.report import GameWalk
from triangulum.core.state import CHANCE, State
from triangulum.core.views import watcher_name

ListWorlds = Callable[[State, int | None], Iterable[tuple[State, int | Fraction]]]
"""From a state and a seat, or None for a spectator, to the worlds with their weights."""

MAX_HISTORIES = 1_500
"""With more histories at once, a game is too large to follow."""

MAX_HISTORY_LENGTH = 40
"""Steps after which histories are not followed any further."""

MAX_LISTS = 150
"""How many lists of worlds are compared with resamples in all."""

NUM_RESAMPLES = 400
"""How many resamples are compared with a list of several worlds."""

Histories = dict[tuple[tuple[int, ...], bytes], Fraction]
"""Weights by chance outcomes and state: histories that differ only in players' choices count once."""


class ResampleChecker:
    """Checks resamples against all worlds that each seat holds possible."""

    def __init__(self, list_worlds: ListWorlds | None) -> None:
        self.list_worlds = list_worlds
        self.num_lists = 0
        self.checked: set[tuple[bytes, int | None]] = set()
        self.histories: dict[int | None, Histories] = {}
        """For each seat whose histories are still followed, those that look to it like the true one."""

    def start_game(self, walk: GameWalk) -> None:
        """Start with one history for each seat, the empty one."""
        seats = (*range(walk.setup.players), None)
        self.histories = {seat: {((), walk.state.to_bytes()): Fraction(1)} for seat in seats}

    def check_step(self, walk: GameWalk, action: int, in_depth: bool) -> None:
        """Extend all histories by the step that is about to be played."""
        if self.list_worlds is not None:
            return
        for seat in list(self.histories):
            extended = extend_histories(walk.state, action, seat, self.histories[seat])
            if len(extended) > MAX_HISTORIES or len(walk.actions) >= MAX_HISTORY_LENGTH:
                del self.histories[seat]
            else:
                self.histories[seat] = extended

    def check_game_end(self, walk: GameWalk) -> None:
        """Check the end of a game too."""
        self.check_position(walk, in_depth=True)

    def check_position(self, walk: GameWalk, in_depth: bool) -> None:
        """Compare many resamples of this state with its list of worlds, for every seat and a spectator."""
        if not in_depth or self.num_lists >= MAX_LISTS:
            return
        data = walk.state.to_bytes()
        for seat in (*range(walk.setup.players), None):
            if (data, seat) in self.checked:
                continue
            worlds = self.compute_world_probabilities(walk, seat)
            if worlds is not None:
                self.checked.add((data, seat))
                self.num_lists += len(worlds) > 1
                check_resamples_follow_world_probabilities(walk, seat, worlds)

    def compute_world_probabilities(self, walk: GameWalk, seat: int | None) -> dict[bytes, Fraction] | None:
        """Return the probability of each world as bytes, or None if there are too many to list."""
        weights: dict[bytes, Fraction] = {}
        if self.list_worlds is not None:
            for world, weight in self.list_worlds(walk.state, seat):
                data = world.to_bytes()
                weights[data] = weights.get(data, Fraction(0)) + Fraction(weight)
        elif seat in self.histories:
            for (_, data), share in self.histories[seat].items():
                weights[data] = weights.get(data, Fraction(0)) + share
        else:
            return None
        total = sum(weights.values(), Fraction(0))
        return {data: weight / total for data, weight in weights.items()}


def extend_histories(truth: State, action: int, seat: int | None, histories: Histories) -> Histories:
    """Return the histories one step longer, by every step that looks to ``seat`` as ``action`` does in the true state.

    Stop when there are more than ``MAX_HISTORIES``, as the caller then gives up on this seat.
    """
    perceived = truth.events(action, seat)
    extended: Histories = {}
    for (outcomes, data), weight in histories.items():
        state = truth.setup.from_bytes(data)
        if state.to_move != truth.to_move:
            continue
        by_chance = state.to_move == CHANCE
        weights = state.chance_weights() if by_chance else []
        total = sum(weights)
        for index, candidate in enumerate(state.legal_actions()):
            if state.events(candidate, seat) != perceived:
                continue
            after = state.after(candidate)
            if by_chance:
                extended[(*outcomes, candidate), after.to_bytes()] = weight * Fraction(weights[index], total)
            else:
                extended[outcomes, after.to_bytes()] = weight
        if len(extended) > MAX_HISTORIES:
            break
    return extended


def check_resamples_follow_world_probabilities(walk: GameWalk, seat: int | None, worlds: dict[bytes, Fraction]) -> None:
    """Check that resamples are always possible worlds, each as often as its probability says."""
    state = walk.state
    who = watcher_name(seat)
    walk.expect(
        "resample is possible",
        state.to_bytes() in worlds,
        f"what {who} has seen rules out the truth itself: events and the rules disagree",
    )
    rng = Random(len(walk.actions) * 7919 + 11)
    resamples = NUM_RESAMPLES if len(worlds) > 1 else 3
    resample_counts = Counter(state.resample(seat, rng).to_bytes() for _ in range(resamples))
    for data in resample_counts:
        if data not in worlds:
            shown = walk.setup.from_bytes(data).position()
            walk.fail("resample is possible", f"{who} has seen what rules out the resample {shown}")
    walk.report.held_counts["resample is possible"] += len(resample_counts)
    counts = [(resample_counts[data], float(resamples * chance)) for data, chance in worlds.items()]
    walk.expect(
        "resample is even",
        not fails_chi_square_test(counts),
        f"{who} holds {len(worlds)} worlds possible, and {resamples} resamples gave (count, expected) {counts}",
    )


ObservedAndExpected = tuple[int, float]
"""A cell of a chi-square test: how often something came up, and how often it should on average."""


def fails_chi_square_test(cells: list[ObservedAndExpected]) -> bool:
    """Return whether observed counts are too far from expected ones to be chance (about one in a million).

    The chi-square statistic is turned into a normal deviate by the
    cube-root approximation of Wilson and Hilferty.
    """
    cells = pool_rare_cells(cells)
    degrees_of_freedom = len(cells) - 1
    if degrees_of_freedom == 0:
        return False
    chi_square = sum((observed - expected) ** 2 / expected for observed, expected in cells)
    variance = 2 / (9 * degrees_of_freedom)
    return (math.cbrt(chi_square / degrees_of_freedom) - (1 - variance)) / math.sqrt(variance) > 5


def pool_rare_cells(cells: list[ObservedAndExpected]) -> list[ObservedAndExpected]:
    """Return cells with those of small expected counts merged into one, since the test is unreliable for them."""
    rare = [cell for cell in cells if cell[1] < 5]
    frequent = [cell for cell in cells if cell[1] >= 5]
    return [*frequent, (sum(observed for observed, _ in rare), sum(mean for _, mean in rare))] if rare else frequent
