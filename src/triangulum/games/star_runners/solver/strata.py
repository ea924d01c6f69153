"""Solves one pair of strata after another: first values, then bounds that prove them, then discounted values.

The idea is explained in the package's docstring.
"""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from triangulum.core.solver import ProgressCallback
from triangulum.errors import SolutionError
from triangulum.games.star_runners.solver.turn_lookup import NUM_FLEETS, TurnLookup
from triangulum.games.star_runners.solver.value_iteration import (
    ASSIGN,
    NUM_VISIT_MASKS,
    ONLY_LOWER,
    ONLY_RAISE,
    PositionValues,
    StratumSweep,
    encode_stratum,
)

DISCOUNT_STAGES: Final = ((1e-2, 1e-4), (1e-4, 1e-6), (1e-7, 1e-9))
"""For each stage 1 - the discount of a turn, and the change of a sweep below which the stage is over."""
PROOF_TOLERANCE: Final = 1e-12
"""Bounds are proven when a sweep changes them by less, which is only rounding."""
DISCOUNTED_STAGE: Final = (1e-2, 1e-5)
"""The same for discounted values, in one stage."""
MAX_SWEEPS: Final = 5000
"""More than any pair of strata needs."""

VisitPair = tuple[int, int]
"""The visit masks of the player about to roll and of the other one; solved together with the same pair reversed."""
StratumBounds = tuple[bytes, bytes, bytes]
"""The lower bounds, the upper bounds and the discounted values of all positions of a stratum."""


def list_pair_strata(pair: VisitPair) -> list[int]:
    """Return the one or two strata of a pair, which are solved together."""
    visit_mask, enemy_visit_mask = pair
    return sorted({encode_stratum(visit_mask, enemy_visit_mask), encode_stratum(enemy_visit_mask, visit_mask)})


def list_successor_strata(pair: VisitPair) -> list[int]:
    """Return the other strata to which turns lead from those of a pair."""
    visit_mask, enemy_visit_mask = pair
    successors = {
        encode_stratum(enemy_mask, own_mask | arrival_mask)
        for own_mask, enemy_mask in (pair, (enemy_visit_mask, visit_mask))
        for arrival_mask in range(NUM_VISIT_MASKS)
    }
    return sorted(successors - set(list_pair_strata(pair)))


def list_visit_pairs() -> list[VisitPair]:
    """Return all pairs in an order in which they can be solved: those with most visits first."""
    return sorted(
        combinations_with_replacement(range(NUM_VISIT_MASKS), 2),
        key=lambda pair: -(pair[0].bit_count() + pair[1].bit_count()),
    )


class PairSolver:
    """Solves the strata of one pair, given the bounds of their successors."""

    def __init__(
        self,
        turns: TurnLookup,
        pair: VisitPair,
        solved_strata: dict[int, StratumBounds],
        report_sweep: ProgressCallback,
    ) -> None:
        self.pair_strata = list_pair_strata(pair)
        self.successor_strata = list_successor_strata(pair)
        strata = [*self.pair_strata, *self.successor_strata]
        self.values, self.discounted_values = PositionValues(strata), PositionValues(strata)
        self.lower, self.upper = PositionValues(strata), PositionValues(strata)
        self.sweeps = [StratumSweep(turns, stratum) for stratum in self.pair_strata]
        self.num_sweeps = 0
        self.report_sweep = report_sweep
        for stratum in self.successor_strata:
            lower, upper, discounted_value = solved_strata[stratum]
            self.lower.load_stratum(stratum, lower)
            self.upper.load_stratum(stratum, upper)
            self.discounted_values.load_stratum(stratum, discounted_value)
            self.values.set_midpoints(stratum, self.lower, self.upper)

    def solve(self) -> dict[int, StratumBounds]:
        """Return the bounds and the discounted values of the pair's strata."""
        for fade, tolerance in DISCOUNT_STAGES:
            self.iterate_values(1.0 - fade, tolerance)
        self.prove_bounds(1.0 - DISCOUNT_STAGES[-1][0])
        self.iterate_discounted_values()
        return {
            stratum: (
                self.lower.dump_stratum(stratum),
                self.upper.dump_stratum(stratum),
                self.discounted_values.dump_stratum(stratum),
            )
            for stratum in self.pair_strata
        }

    def iterate_values(self, discount: float, tolerance: float) -> None:
        """Sweep values until no sweep changes them by as much as the tolerance."""
        max_change = 1.0
        while max_change >= tolerance:
            max_change = max(
                sweep.sweep_values(self.values, self.values, discount, discount, ASSIGN) for sweep in self.sweeps
            )
            self.count_and_report_sweep()

    def prove_bounds(self, discount: float) -> None:
        """Sweep bounds apart, starting at the values, until each of them holds."""
        for stratum in self.pair_strata:
            self.lower.load_stratum(stratum, self.values.dump_stratum(stratum))
            self.upper.load_stratum(stratum, self.values.dump_stratum(stratum))
        max_change = 1.0
        while max_change >= PROOF_TOLERANCE:
            max_change = 0.0
            for sweep in self.sweeps:
                lowered = sweep.sweep_values(self.upper, self.lower, discount, 1.0, ONLY_LOWER)
                raised = sweep.sweep_values(self.lower, self.upper, 1.0, discount, ONLY_RAISE)
                max_change = max(max_change, lowered, raised)
                self.count_and_report_sweep()

    def iterate_discounted_values(self) -> None:
        """Sweep the discounted values of positions, which are based on values in whole steps."""
        for stratum in (*self.pair_strata, *self.successor_strata):
            self.values.set_quantized_midpoints(stratum, self.lower, self.upper)
        fade, tolerance = DISCOUNTED_STAGE
        max_change = 1.0
        while max_change >= tolerance:
            max_change = max(
                sweep.sweep_discounted_values(self.values, self.discounted_values, 1.0 - fade) for sweep in self.sweeps
            )
            self.count_and_report_sweep()

    def count_and_report_sweep(self) -> None:
        """Count and report a sweep; raise SolutionError if values never converge."""
        if self.num_sweeps >= MAX_SWEEPS:
            raise SolutionError(
                "the values of Star Runners do not settle with these components, so it cannot be solved"
            )
        self.report_sweep(self.num_sweeps, MAX_SWEEPS, "")
        self.num_sweeps += 1


def list_all_fleets() -> vec[i64]:
    """Return every fleet."""
    return vec[i64](list(range(NUM_FLEETS)))
