"""The worlds that a seat holds possible: all of them, with their chances, for holding resamples against.

A world is found by trying every history that looks to the seat exactly as the true one did. Chance outcomes weigh
what they weigh; players' choices weigh nothing, so a deal counts once however many ways there were to hide things.
That is slow and obviously right, and only small games allow it; a game with more brings its own list.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable
from fractions import Fraction

from librt.random import Random

from triangulum.conformance.report import Trail
from triangulum.core.state import CHANCE, State
from triangulum.core.views import watcher_name

WorldsOf = Callable[[State, int | None], Iterable[tuple[State, int | Fraction]]]
"""From a state and a seat (None: a spectator) to the states the seat holds possible, with weights."""

MOST_HISTORIES = 1_500
"""Beyond this many histories at once, a game is not small."""

LONGEST_HISTORY = 40
"""Steps after which histories are not followed any further."""

MOST_LISTS = 150
"""How many lists of worlds are compared with resamples in all."""

RESAMPLES = 400
"""Resamples that are held against a list of several worlds."""

Histories = dict[tuple[tuple[int, ...], bytes], Fraction]
"""By chance outcomes and state, with their weights: histories that differ in choices alone count once."""


class Worlds:
    """Holds resamples against the worlds that are possible."""

    def __init__(self, worlds_of: WorldsOf | None) -> None:
        self.worlds_of = worlds_of
        self.lists = 0
        self.done: set[tuple[bytes, int | None]] = set()
        self.histories: dict[int | None, Histories] = {}
        """For each seat that is still followed, the histories that look to it like the true one."""

    def begin(self, trail: Trail) -> None:
        """Start a game: there is one history yet, and it is empty."""
        seats = (*range(trail.setup.players), None)
        self.histories = {seat: {((), trail.state.to_bytes()): Fraction(1)} for seat in seats}

    def look_ahead(self, trail: Trail, action: int, closely: bool) -> None:
        """Follow the histories through the step that is about to be made."""
        if self.worlds_of is not None:
            return
        for seat in list(self.histories):
            followed = longer(trail.state, action, seat, self.histories[seat])
            if len(followed) > MOST_HISTORIES or len(trail.actions) >= LONGEST_HISTORY:
                del self.histories[seat]
            else:
                self.histories[seat] = followed

    def end(self, trail: Trail) -> None:
        """Look at the end of a game too."""
        self.look(trail, closely=True)

    def look(self, trail: Trail, closely: bool) -> None:
        """Compare many resamples of this state with its list of worlds, for every seat and a spectator."""
        if not closely or self.lists >= MOST_LISTS:
            return
        data = trail.state.to_bytes()
        for seat in (*range(trail.setup.players), None):
            if (data, seat) in self.done:
                continue
            worlds = self.possible(trail, seat)
            if worlds is not None:
                self.done.add((data, seat))
                self.lists += len(worlds) > 1
                compare(trail, seat, worlds)

    def possible(self, trail: Trail, seat: int | None) -> dict[bytes, Fraction] | None:
        """Return the possible worlds with their chances, or None if there are too many to list."""
        weights: dict[bytes, Fraction] = {}
        if self.worlds_of is not None:
            for world, weight in self.worlds_of(trail.state, seat):
                data = world.to_bytes()
                weights[data] = weights.get(data, Fraction(0)) + Fraction(weight)
        elif seat in self.histories:
            for (_, data), share in self.histories[seat].items():
                weights[data] = weights.get(data, Fraction(0)) + share
        else:
            return None
        total = sum(weights.values(), Fraction(0))
        return {data: weight / total for data, weight in weights.items()}


def longer(truth: State, action: int, seat: int | None, histories: Histories) -> Histories:
    """Return the histories one step on: every step that looks to ``seat`` as ``action`` does in the true one.

    As soon as there are more than ``MOST_HISTORIES`` of them, the rest is left out: they will not be followed.
    """
    perceived = truth.events(action, seat)
    found: Histories = {}
    for (dealt, data), weight in histories.items():
        state = truth.setup.from_bytes(data)
        if state.to_move != truth.to_move:
            continue
        by_chance = state.to_move == CHANCE
        weights = state.chance_weights() if by_chance else []
        total = sum(weights)
        for place, other in enumerate(state.legal_actions()):
            if state.events(other, seat) != perceived:
                continue
            after = state.after(other)
            if by_chance:
                found[(*dealt, other), after.to_bytes()] = weight * Fraction(weights[place], total)
            else:
                found[dealt, after.to_bytes()] = weight
        if len(found) > MOST_HISTORIES:
            break
    return found


def compare(trail: Trail, seat: int | None, worlds: dict[bytes, Fraction]) -> None:
    """See that resamples reach exactly the possible worlds, each with its chance."""
    state = trail.state
    who = watcher_name(seat)
    trail.expect(
        "resample is possible",
        state.to_bytes() in worlds,
        f"what {who} has seen rules out the truth itself: seen and the rules disagree",
    )
    rng = Random(len(trail.actions) * 7919 + 11)
    resamples = RESAMPLES if len(worlds) > 1 else 3
    dealt = Counter(state.resample(seat, rng).to_bytes() for _ in range(resamples))
    for data in dealt:
        if data not in worlds:
            shown = trail.setup.from_bytes(data).position()
            trail.fail("resample is possible", f"{who} has seen what rules out the resample {shown}")
    trail.report.held["resample is possible"] += len(dealt)
    counts = [(dealt[data], float(resamples * chance)) for data, chance in worlds.items()]
    trail.expect(
        "resample is even",
        not uneven(counts),
        f"{who} holds {len(worlds)} worlds possible, and {resamples} resamples gave (count, expected) {counts}",
    )


def uneven(counts: list[tuple[int, float]]) -> bool:
    """Tell whether counts are so far from what was expected that chance cannot explain it (about one in a million).

    A chi-square test, by the cube-root approximation of Wilson and Hilferty.
    """
    counts = pooled(counts)
    free = len(counts) - 1
    if free == 0:
        return False
    square = sum((count - mean) ** 2 / mean for count, mean in counts)
    spread = 2 / (9 * free)
    return (math.cbrt(square / free) - (1 - spread)) / math.sqrt(spread) > 5


def pooled(counts: list[tuple[int, float]]) -> list[tuple[int, float]]:
    """Return counts with the rarest taken together, since the test is wrong about what is hardly ever expected."""
    rare = [cell for cell in counts if cell[1] < 5]
    often = [cell for cell in counts if cell[1] >= 5]
    return [*often, (sum(count for count, _ in rare), sum(mean for _, mean in rare))] if rare else often
