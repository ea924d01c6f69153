"""The promise about odds: what a game says that a seat may expect is what resamples show it.

Odds are compared as programs that learn are shown them, feature by feature, since that is all they are for: a count may
be said by its mean alone. One position shows gross mistakes only; so what was off is added up over all of them.
"""

from __future__ import annotations

import math
from collections import Counter
from fractions import Fraction

from librt.random import Random

from triangulum.conformance.report import Trail
from triangulum.core.learning.belief import Belief
from triangulum.core.learning.features import BYTES, Mask, Part, undescribed
from triangulum.core.state import SPECTATOR, State
from triangulum.core.views import watcher_name

MOST_LOOKS = 40
"""How often odds are held against resamples in all."""

RESAMPLES = 200
"""Resamples for each time."""

DEVIATIONS, SLACK = 6.0, 3.0
"""So many standard deviations and resamples off are not chance any more (about one in a hundred million)."""

SURE = 1e-9

Told = dict[int, dict[int, Fraction]]
"""For each byte that has odds, the share of each value."""


class Expected:
    """Holds odds against resamples, for one seat after the other and a spectator."""

    def __init__(self) -> None:
        self.looks = 0
        self.asked = 0
        self.rng = Random(7919)
        self.parts: list[Part] = []
        self.off: dict[str, float] = {}
        """For each feature, in how many resamples more it was there than it should have been."""
        self.variance: dict[str, float] = {}

    def begin(self, trail: Trail) -> None:
        """Ask what the numbers mean."""
        described = trail.setup.game.features
        parts = undescribed(len(trail.state.byte_fields), 0) if described is None else described(trail.setup)
        self.parts = [part for part in parts if not isinstance(part, Mask) and part.hidden]

    def look_ahead(self, trail: Trail, action: int, closely: bool) -> None:
        """Odds are of positions, not of steps."""

    def end(self, trail: Trail) -> None:
        """Look at the end of a game too."""
        self.look(trail, closely=True)

    def look(self, trail: Trail, closely: bool) -> None:
        """Ask for odds in two worlds and in the true one, and compare them with resamples."""
        if not closely or self.looks >= MOST_LOOKS or not trail.setup.game.has_secrets:
            return
        players = int(trail.setup.players)
        seat = None if self.asked % (players + 1) == players else self.asked % (players + 1)
        self.asked += 1
        state, who = trail.state, watcher_name(seat)
        told = told_in(trail, state, seat)
        others = [told_in(trail, state.resample(seat, self.rng), seat) for _ in range(2)]
        for other in others:
            if other != told:
                trail.fail("belief", f"{who} is told {shares(told)}, and in another world {shares(other)}")
        if told is not None:
            self.looks += 1
            self.compare(trail, seat, told)

    def compare(self, trail: Trail, seat: int | None, told: Told) -> None:
        """Draw many resamples, and see that they have what odds say, and nothing else that varies."""
        state, who = trail.state, watcher_name(seat)
        worlds = [state.resample(seat, self.rng) for _ in range(RESAMPLES)]
        counts = [Counter(values) for values in zip(*(list(world.byte_fields) for world in worlds), strict=True)]
        for at, count in enumerate(counts):
            if at not in told and set(count) != {int(state.byte_fields[at])}:
                trail.fail("belief", f"byte {at} has no odds, and {who}'s resamples have {sorted(count)} there")
        words = list(state.word_fields)
        if any(list(world.word_fields) != words for world in worlds):
            trail.fail("belief", f"words have no odds, and {who}'s resamples have others")
        for part in self.parts:
            for number in range(part.count):
                at = part.start + number * part.step
                if at in told:
                    found = {value: Fraction(count, RESAMPLES) for value, count in counts[at].items()}
                    self.features(trail, who, part, number, told[at], found)
        trail.report.held["belief"] += 1

    def features(
        self, trail: Trail, who: str, part: Part, number: int, told: dict[int, Fraction], found: dict[int, Fraction]
    ) -> None:
        """Compare the features of a byte, by themselves and together with what they were in other positions."""
        for column, (share, other) in enumerate(zip(mean(part, told), mean(part, found), strict=True)):
            feature = f"feature {column} of {part.name} {number}"
            if min(share, 1 - share) < SURE:
                if abs(other - share) > SURE:
                    trail.fail(
                        "belief", f"{who} is told that {feature} is {share:.0f}, and in resamples it is {other:.4f}"
                    )
                continue
            # Whatever a feature from 0 to 1 is, its variance is not greater than this.
            off, variance = RESAMPLES * (other - share), RESAMPLES * share * (1 - share)
            if not is_chance(off, variance):
                why = f"{who} is told that {feature} is {share:.4f}, and in {RESAMPLES} resamples it is {other:.4f}"
                trail.fail("belief", why)
            self.off[feature] = all_off = self.off.get(feature, 0.0) + off
            self.variance[feature] = variance = self.variance.get(feature, 0.0) + variance
            if not is_chance(all_off, variance):
                times = f"{all_off:+.0f} times of {self.looks * RESAMPLES} resamples"
                trail.fail("belief", f"{feature} is off by {times}, where {math.sqrt(variance):.0f} are chance")


def told_in(trail: Trail, world: State, seat: int | None) -> Told | None:
    """Return what a world says that a seat may expect, or None if it does not say.

    In a game that bares its states, they are asked as they are shown: bared.
    """
    bare = trail.setup.new()
    if world.observe_into(SPECTATOR if seat is None else seat, bare):
        return told_by(trail, bare, seat)
    return told_by(trail, world, seat)


def told_by(trail: Trail, world: State, seat: int | None) -> Told | None:
    """Return what odds a state says, or None; see that they are well said."""
    belief = Belief(len(world.byte_fields))
    before = world.to_bytes()
    said = world.belief(SPECTATOR if seat is None else seat, belief)
    if world.to_bytes() != before:
        trail.fail("belief", "asking for odds changed the state")
    if not said:
        return None
    lists = []
    begin = 0
    for number in range(int(belief.num_lists)):
        end = int(belief.ends[number])
        entries = [(int(belief.values[at]), int(belief.weights[at])) for at in range(begin, end)]
        begin = end
        total = sum(weight for _, weight in entries)
        right = all(weight >= 0 and 0 <= value < BYTES for value, weight in entries if weight)
        if not right or total != belief.totals[number]:
            trail.fail("belief", f"a list of values and weights is {entries}, and their total {belief.totals[number]}")
        found: dict[int, Fraction] = {}
        for value, weight in entries:
            if weight:
                found[value] = found.get(value, Fraction(0)) + Fraction(weight, total)
        lists.append(found)
    told = {at: lists[int(place) - 1] for at, place in enumerate(belief.list_of_byte) if place}
    if not all(told.values()):
        trail.fail("belief", "a byte has the odds of a list without values")
    return told


def mean(part: Part, shares: dict[int, Fraction]) -> list[float]:
    """Return the features of a byte whose values have such shares."""
    last = len(part.table) - 1
    rows = [(float(share), part.table[min(value, last)]) for value, share in shares.items()]
    return [math.fsum(share * row[column] for share, row in rows) for column in range(len(part.table[0]))]


def is_chance(off: float, variance: float) -> bool:
    """Tell whether chance can explain that a sum is so far off."""
    return abs(off) <= DEVIATIONS * math.sqrt(variance) + SLACK


def shares(told: Told | None) -> str:
    """Return odds for messages."""
    if told is None:
        return "nothing"
    return str({at: {value: str(share) for value, share in sorted(values.items())} for at, values in told.items()})
