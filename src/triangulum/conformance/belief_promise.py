"""The promise about beliefs: a seat's exact belief agrees with the frequencies in many resamples.

``State.belief`` claims a marginal distribution for every hidden byte (see ``core/learning/belief.py``). Three things
are checked. The belief must be the same in the true state and in its resamples, or it would depend on something hidden.
Bytes without a distribution must never vary in resamples. And the expected features under the belief must agree with
the mean features of ``NUM_RESAMPLES`` resamples. Features are compared rather than values, because they are what
learners get, and a game may give a count by its mean alone.

A difference counts as an error beyond ``MAX_DEVIATIONS`` standard deviations. A single position only shows gross
mistakes, so deviations are also summed over all positions, where small biases add up and noise doesn't.
"""

from __future__ import annotations

import math
from collections import Counter
from fractions import Fraction

from librt.random import Random

from triangulum.conformance.report import GameWalk
from triangulum.core.learning.belief import Belief
from triangulum.core.learning.features import NUM_BYTE_VALUES, ByteFeatures, WordFeatures, list_features
from triangulum.core.state import SPECTATOR, State
from triangulum.core.views import watcher_name

MAX_CHECKS = 40
"""How many beliefs are compared with resamples in all."""

NUM_RESAMPLES = 200
"""Resamples for each comparison."""

MAX_DEVIATIONS, SLACK = 6.0, 3.0
"""More standard deviations, plus this many resamples, are not chance any more (about one in a hundred million)."""

EPSILON = 1e-9

ByteShares = dict[int, dict[int, Fraction]]
"""For each byte that has a distribution, the probability of each value."""


class BeliefChecker:
    """Checks beliefs against resamples, for each seat and a spectator in turn."""

    def __init__(self) -> None:
        self.num_checks = 0
        self.num_positions = 0
        self.rng = Random(7919)
        self.hidden_parts: list[ByteFeatures] = []
        self.surplus: dict[str, float] = {}
        """For each feature, the sum of observed minus expected occurrences, over all checks."""
        self.variances: dict[str, float] = {}

    def start_game(self, walk: GameWalk) -> None:
        """Find the hidden features of the game."""
        parts = list_features(walk.setup)
        self.hidden_parts = [part for part in parts if not isinstance(part, WordFeatures) and part.hidden]

    def check_step(self, walk: GameWalk, action: int, in_depth: bool) -> None:
        """Check nothing: beliefs are about positions, not steps."""

    def check_game_end(self, walk: GameWalk) -> None:
        """Check the end of a game too."""
        self.check_position(walk, in_depth=True)

    def check_position(self, walk: GameWalk, in_depth: bool) -> None:
        """Check that a seat's belief is the same in the true state and in two resamples, and fits many resamples."""
        if not in_depth or self.num_checks >= MAX_CHECKS or not walk.setup.game.has_secrets:
            return
        players = int(walk.setup.players)
        seat = None if self.num_positions % (players + 1) == players else self.num_positions % (players + 1)
        self.num_positions += 1
        state, who = walk.state, watcher_name(seat)
        belief = read_observed_belief(walk, state, seat)
        in_resamples = [read_observed_belief(walk, state.resample(seat, self.rng), seat) for _ in range(2)]
        for in_resample in in_resamples:
            if in_resample != belief:
                walk.fail(
                    "belief",
                    f"{who} is told {format_shares(belief)}, and in another world {format_shares(in_resample)}",
                )
        if belief is not None:
            self.num_checks += 1
            self.check_belief_fits_resamples(walk, seat, belief)

    def check_belief_fits_resamples(self, walk: GameWalk, seat: int | None, belief: ByteShares) -> None:
        """Check that many resamples vary as a belief says, and that nothing else varies."""
        state, who = walk.state, watcher_name(seat)
        worlds = [state.resample(seat, self.rng) for _ in range(NUM_RESAMPLES)]
        counts = [Counter(values) for values in zip(*(list(world.byte_fields) for world in worlds), strict=True)]
        for at, count in enumerate(counts):
            if at not in belief and set(count) != {int(state.byte_fields[at])}:
                walk.fail("belief", f"byte {at} has no belief, and {who}'s resamples have {sorted(count)} there")
        words = list(state.word_fields)
        if any(list(world.word_fields) != words for world in worlds):
            walk.fail("belief", f"words have no belief, and {who}'s resamples have others")
        for part in self.hidden_parts:
            for number in range(part.count):
                at = part.start + number * part.step
                if at in belief:
                    in_resamples = {value: Fraction(count, NUM_RESAMPLES) for value, count in counts[at].items()}
                    self.check_mean_features_match(walk, who, part, number, belief[at], in_resamples)
        walk.report.held_counts["belief"] += 1

    def check_mean_features_match(
        self,
        walk: GameWalk,
        watcher: str,
        part: ByteFeatures,
        number: int,
        expected: dict[int, Fraction],
        observed: dict[int, Fraction],
    ) -> None:
        """Compare expected and observed features of a byte, in this position and summed over all positions so far."""
        means = zip(mean_features(part, expected), mean_features(part, observed), strict=True)
        for column, (expected_mean, observed_mean) in enumerate(means):
            feature = f"feature {column} of {part.name} {number}"
            claim = f"{watcher} is told that {feature} is"
            if min(expected_mean, 1 - expected_mean) < EPSILON:
                if abs(observed_mean - expected_mean) > EPSILON:
                    walk.fail("belief", f"{claim} {expected_mean:.0f}, and in resamples it is {observed_mean:.4f}")
                continue
            deviation = NUM_RESAMPLES * (observed_mean - expected_mean)
            # The variance of a feature from 0 to 1 is at most this.
            variance = NUM_RESAMPLES * expected_mean * (1 - expected_mean)
            if not is_within_chance(deviation, variance):
                why = f"{claim} {expected_mean:.4f}, and in {NUM_RESAMPLES} resamples it is {observed_mean:.4f}"
                walk.fail("belief", why)
            self.surplus[feature] = total = self.surplus.get(feature, 0.0) + deviation
            self.variances[feature] = variance = self.variances.get(feature, 0.0) + variance
            if not is_within_chance(total, variance):
                times = f"{total:+.0f} times of {self.num_checks * NUM_RESAMPLES} resamples"
                walk.fail("belief", f"{feature} is off by {times}, where {math.sqrt(variance):.0f} are chance")


def read_observed_belief(walk: GameWalk, world: State, seat: int | None) -> ByteShares | None:
    """Return the belief of a seat in a state, by its observation if the game has any; None if it has no belief."""
    observation = walk.setup.new()
    if world.observe_into(SPECTATOR if seat is None else seat, observation):
        return read_belief(walk, observation, seat)
    return read_belief(walk, world, seat)


def read_belief(walk: GameWalk, world: State, seat: int | None) -> ByteShares | None:
    """Return the belief that a state or an observation gives a seat, or None, after checking that it is well-formed."""
    belief = Belief(len(world.byte_fields))
    before = world.to_bytes()
    has_belief = world.belief(SPECTATOR if seat is None else seat, belief)
    if world.to_bytes() != before:
        walk.fail("belief", "asking for a belief changed the state")
    if not has_belief:
        return None
    distributions = []
    begin = 0
    for number in range(int(belief.num_distributions)):
        end = int(belief.ends[number])
        entries = [(int(belief.values[at]), int(belief.weights[at])) for at in range(begin, end)]
        begin = end
        total = sum(weight for _, weight in entries)
        is_valid = all(weight >= 0 and 0 <= value < NUM_BYTE_VALUES for value, weight in entries if weight)
        if not is_valid or total != belief.totals[number]:
            walk.fail("belief", f"a list of values and weights is {entries}, and their total {belief.totals[number]}")
        value_shares: dict[int, Fraction] = {}
        for value, weight in entries:
            if weight:
                value_shares[value] = value_shares.get(value, Fraction(0)) + Fraction(weight, total)
        distributions.append(value_shares)
    byte_shares = {
        at: distributions[int(number) - 1] for at, number in enumerate(belief.distribution_of_byte) if number
    }
    if not all(byte_shares.values()):
        walk.fail("belief", "a byte has a list without values")
    return byte_shares


def mean_features(part: ByteFeatures, shares: dict[int, Fraction]) -> list[float]:
    """Return the expected features of a byte, given the probability of each value."""
    last = len(part.table) - 1
    rows = [(float(share), part.table[min(value, last)]) for value, share in shares.items()]
    return [math.fsum(share * row[column] for share, row in rows) for column in range(len(part.table[0]))]


def is_within_chance(deviation: float, variance: float) -> bool:
    """Return whether chance can explain a deviation of a sum with this variance."""
    return abs(deviation) <= MAX_DEVIATIONS * math.sqrt(variance) + SLACK


def format_shares(belief: ByteShares | None) -> str:
    """Return a belief as text for messages."""
    if belief is None:
        return "nothing"
    return str({at: {value: str(share) for value, share in sorted(values.items())} for at, values in belief.items()})
