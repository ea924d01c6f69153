"""Solves one pair of strata after another: iteration to values, then to bounds that prove them, then to haste.

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
"""For each stage 1 - the discount of a turn, and the greatest change of a sweep with which the stage is over."""
PROOF_TOLERANCE: Final = 1e-12
"""Bounds are proven when a sweep changes them by less; that is nothing but rounding."""
HASTE_STAGE: Final = (1e-2, 1e-5)
"""The same for haste, in one stage."""
MAX_SWEEPS: Final = 5000
"""More than any pair of strata needs."""

VisitPair = tuple[int, int]
"""The visit masks of the player about to roll and of the other one; solved together with the same pair reversed."""
StratumBounds = tuple[bytes, bytes, bytes]
"""The lower bounds, the upper bounds and the haste of all positions of a stratum."""


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


def solve_strata_pair(
    turns: TurnLookup, pair: VisitPair, solved_strata: dict[int, StratumBounds], report_sweep: ProgressCallback
) -> dict[int, StratumBounds]:
    """Return the bounds of a pair's strata, given those of its successors."""
    strata = [*list_pair_strata(pair), *list_successor_strata(pair)]
    values, lower, upper, haste = (
        PositionValues(strata),
        PositionValues(strata),
        PositionValues(strata),
        PositionValues(strata),
    )
    for stratum in list_successor_strata(pair):
        lower.load_stratum(stratum, solved_strata[stratum][0])
        upper.load_stratum(stratum, solved_strata[stratum][1])
        haste.load_stratum(stratum, solved_strata[stratum][2])
        values.set_midpoints(stratum, lower, upper)
    stratum_sweeps = [StratumSweep(turns, stratum) for stratum in list_pair_strata(pair)]
    num_sweeps = 0
    for fade, tolerance in DISCOUNT_STAGES:
        discount = 1.0 - fade
        max_change = 1.0
        while max_change >= tolerance:
            max_change = max(sweep.sweep_values(values, values, discount, discount, ASSIGN) for sweep in stratum_sweeps)
            num_sweeps = count_and_report_sweep(num_sweeps, report_sweep)
    for stratum in list_pair_strata(pair):
        lower.load_stratum(stratum, values.dump_stratum(stratum))
        upper.load_stratum(stratum, values.dump_stratum(stratum))
    max_change = 1.0
    while max_change >= PROOF_TOLERANCE:
        max_change = 0.0
        for sweep in stratum_sweeps:
            max_change = max(max_change, sweep.sweep_values(upper, lower, discount, 1.0, ONLY_LOWER))
            max_change = max(max_change, sweep.sweep_values(lower, upper, 1.0, discount, ONLY_RAISE))
            num_sweeps = count_and_report_sweep(num_sweeps, report_sweep)
    for stratum in strata:
        values.set_quantized_midpoints(stratum, lower, upper)
    max_change = 1.0
    while max_change >= HASTE_STAGE[1]:
        max_change = max(sweep.sweep_haste(values, haste, 1.0 - HASTE_STAGE[0]) for sweep in stratum_sweeps)
        num_sweeps = count_and_report_sweep(num_sweeps, report_sweep)
    return {
        stratum: (lower.dump_stratum(stratum), upper.dump_stratum(stratum), haste.dump_stratum(stratum))
        for stratum in list_pair_strata(pair)
    }


def count_and_report_sweep(num_sweeps: int, report_sweep: ProgressCallback) -> int:
    """Report a sweep and return the count with it; raise SolutionError if values never converge."""
    if num_sweeps >= MAX_SWEEPS:
        raise SolutionError("the values of Star Runners do not settle with these components, so it cannot be solved")
    report_sweep(num_sweeps, MAX_SWEEPS, "")
    return num_sweeps + 1


def list_all_fleets() -> vec[i64]:
    """Return every fleet."""
    return vec[i64](list(range(NUM_FLEETS)))
