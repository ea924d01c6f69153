# compiled by mypyc
"""Value iteration for Star Runners: the values of all positions, and sweeps that look one turn ahead.

A position is valued before a roll, for the player who rolls. Visits to Backwater are never lost, so positions fall into
64 *strata* by which ships have visited it. A turn leads to the stratum of the same visits with the seats exchanged, or
to one with more visits. So strata are solved one after another, those with most visits first.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from librt.strings import BytesWriter, read_f64_le, write_f64_le
from librt.vecs import vec
from mypy_extensions import i64

from triangulum.core.types import Mask
from triangulum.games.star_runners.rules import WHOLE_FLEET_MASK
from triangulum.games.star_runners.solver.turn_lookup import GOAL_FLEET, NUM_FLEETS, NUM_GUARDS, FleetCode, TurnLookup

StratumIndex: TypeAlias = i64
"""The visit masks of both players as one number, that of the player about to roll first; see ``encode_stratum``."""

NUM_VISIT_MASKS: Final = 8
NUM_STRATA: Final = 64
STRATUM_SIZE: Final = 117_649  # NUM_FLEETS ** 2

VALUE_STEPS: Final = 32_767
"""A value from -1 to 1 is stored as a whole number of such steps, so it can be off by half of one."""

# How a sweep may change values.
ASSIGN: Final = 0
ONLY_LOWER: Final = 1
ONLY_RAISE: Final = 2


def encode_stratum(visit_mask: Mask, enemy_visit_mask: Mask) -> StratumIndex:
    """Return the stratum of all positions in which these ships have visited Backwater."""
    return visit_mask * NUM_VISIT_MASKS + enemy_visit_mask


def decode_stratum(stratum: StratumIndex) -> tuple[Mask, Mask]:
    """Return the visit masks of a stratum's positions, that of the player about to roll first."""
    return stratum // NUM_VISIT_MASKS, stratum % NUM_VISIT_MASKS


def quantize_value(value: float) -> i64:
    """Return the whole number of steps that is nearest to a value."""
    return round_steps(value * float(VALUE_STEPS))


def round_steps(steps: float) -> i64:
    """Return the whole number that is nearest to a number of steps."""
    return i64(steps + 0.5) if steps >= 0.0 else -i64(0.5 - steps)


class PositionValues:
    """The values of positions to the player about to roll, in some of the strata."""

    def __init__(self, strata: list[int]) -> None:
        self.stratum_offsets = vec[i64]([-1] * (NUM_VISIT_MASKS * NUM_VISIT_MASKS))
        offset: i64 = 0
        for stratum in strata:
            self.stratum_offsets[stratum] = offset
            offset += STRATUM_SIZE
        self.values = vec[float]([0.0] * int(offset))
        for stratum in strata:
            if stratum % NUM_VISIT_MASKS == WHOLE_FLEET_MASK:
                # The enemy has arrived.
                for fleet in range(i64(NUM_FLEETS)):
                    self.values[self.stratum_offsets[stratum] + fleet * NUM_FLEETS + GOAL_FLEET] = -1.0

    def value(self, stratum: StratumIndex, fleet: FleetCode, enemy: FleetCode) -> float:
        """Return the value of a position."""
        return self.values[self.stratum_offsets[stratum] + fleet * NUM_FLEETS + enemy]

    def load_stratum(self, stratum: StratumIndex, data: bytes) -> None:
        """Set all values of a stratum from bytes."""
        offset = self.stratum_offsets[stratum]
        values = self.values
        for index in range(i64(STRATUM_SIZE)):
            values[offset + index] = read_f64_le(data, index * 8)

    def set_midpoints(self, stratum: StratumIndex, lower: PositionValues, upper: PositionValues) -> None:
        """Set all values of a stratum to the midpoints between two bounds."""
        offset = self.stratum_offsets[stratum]
        for index in range(i64(STRATUM_SIZE)):
            least, most = (
                lower.values[lower.stratum_offsets[stratum] + index],
                upper.values[upper.stratum_offsets[stratum] + index],
            )
            self.values[offset + index] = (least + most) / 2.0

    def set_quantized_midpoints(self, stratum: StratumIndex, lower: PositionValues, upper: PositionValues) -> None:
        """Set all values of a stratum to the midpoints between two bounds, in whole steps."""
        self.set_midpoints(stratum, lower, upper)
        offset = self.stratum_offsets[stratum]
        for index in range(i64(STRATUM_SIZE)):
            self.values[offset + index] = float(quantize_value(self.values[offset + index]))

    def set_symmetric_values(
        self, turns: TurnLookup, stratum: StratumIndex, fleet: FleetCode, enemy: FleetCode, value: float
    ) -> None:
        """Set the value of a position and of those that are the same but for swapped stars."""
        offset = self.stratum_offsets[stratum]
        fleet_far, enemy_near = turns.far_swapped[fleet], turns.near_swapped[enemy]
        self.values[offset + fleet * NUM_FLEETS + enemy] = value
        self.values[offset + turns.near_swapped[fleet] * NUM_FLEETS + turns.far_swapped[enemy]] = value
        self.values[offset + fleet_far * NUM_FLEETS + enemy_near] = value
        self.values[offset + turns.near_swapped[fleet_far] * NUM_FLEETS + turns.far_swapped[enemy_near]] = value

    def dump_stratum(self, stratum: StratumIndex) -> bytes:
        """Return all values of a stratum as bytes."""
        offset = self.stratum_offsets[stratum]
        writer = BytesWriter()
        for index in range(i64(STRATUM_SIZE)):
            write_f64_le(writer, self.values[offset + index])
        return writer.getvalue()


class StratumSweep:
    """Updates all positions of one stratum by looking one turn ahead."""

    def __init__(self, turns: TurnLookup, stratum: StratumIndex) -> None:
        self.turns = turns
        self.stratum: StratumIndex = stratum
        self.visit_mask: Mask = 0
        self.enemy_visit_mask: Mask = 0
        self.visit_mask, self.enemy_visit_mask = decode_stratum(stratum)
        # By points, for one position after the other: the rank and the discounted value of the best turn.
        self.turn_ranks = vec[float]([0.0] * int(turns.die_sides + 1))
        self.turn_discounteds = vec[float]([0.0] * int(turns.die_sides + 1))

    def list_successor_offsets_by_arrivals(self, values: PositionValues) -> vec[i64]:
        """Return, by mask of the ships that arrive at Backwater, the offset of the stratum to which a turn leads."""
        offsets = vec[i64]([0] * NUM_VISIT_MASKS)
        for arrival_mask in range(i64(NUM_VISIT_MASKS)):
            successor = encode_stratum(self.enemy_visit_mask, self.visit_mask | arrival_mask)
            offsets[arrival_mask] = values.stratum_offsets[successor]
        return offsets

    def is_computed_by_sweep(self, fleet: FleetCode, enemy: FleetCode) -> bool:
        """Return whether a position is one that a sweep computes; the others follow from it or cannot occur."""
        return self.turns.can_fleet_occur(enemy, self.enemy_visit_mask) and self.turns.is_canonical_position(
            fleet, enemy
        )

    def sweep_values(
        self,
        source: PositionValues,
        target: PositionValues,
        win_discount: float,
        loss_discount: float,
        mode: i64,
    ) -> float:
        """Update the values of all positions; return the greatest change.

        Values after the turn are read from ``source``. The new ones are written to ``target``, multiplied by
        ``win_discount`` if positive and by ``loss_discount`` if negative. ``mode`` is ASSIGN, or ONLY_LOWER or
        ONLY_RAISE to let values go one way only.
        """
        turns = self.turns
        offsets = self.list_successor_offsets_by_arrivals(source)
        doubles_values = vec[float]([0.0] * int(turns.die_sides + 1))
        max_change = 0.0
        for fleet in turns.fleets:
            if not turns.can_fleet_occur(fleet, self.visit_mask):
                continue
            for enemy in turns.fleets:
                if not self.is_computed_by_sweep(fleet, enemy):
                    continue
                value = compute_position_value(turns, source.values, offsets, fleet, enemy, doubles_values)
                value *= win_discount if value > 0.0 else loss_discount
                old_value = target.value(self.stratum, fleet, enemy)
                if (mode == ONLY_LOWER and value > old_value) or (mode == ONLY_RAISE and value < old_value):
                    continue
                max_change = max(max_change, abs(value - old_value))
                target.set_symmetric_values(turns, self.stratum, fleet, enemy, value)
        return max_change

    def sweep_discounted_values(self, ranks: PositionValues, discounted: PositionValues, discount: float) -> float:
        """Update the discounted values of all positions; return the greatest change.

        ``ranks`` are values in whole steps, of the same strata as ``discounted``. Only turns of the highest rank are
        played, and of these the one that wins soonest or loses latest: where many turns win for certain, somebody must
        still choose one that gets ahead.
        """
        turns = self.turns
        offsets = self.list_successor_offsets_by_arrivals(discounted)
        max_change = 0.0
        for fleet in turns.fleets:
            if not turns.can_fleet_occur(fleet, self.visit_mask):
                continue
            for enemy in turns.fleets:
                if not self.is_computed_by_sweep(fleet, enemy):
                    continue
                old_value = discounted.value(self.stratum, fleet, enemy)
                value = discount * self.compute_discounted_value(ranks, discounted, offsets, fleet, enemy)
                max_change = max(max_change, abs(value - old_value))
                discounted.set_symmetric_values(turns, self.stratum, fleet, enemy, value)
        return max_change

    def compute_discounted_value(
        self,
        ranks: PositionValues,
        discounted: PositionValues,
        offsets: vec[i64],
        fleet: FleetCode,
        enemy: FleetCode,
    ) -> float:
        """Return the discounted value of a position, from those after its best turns or after rerolled doubles."""
        turns = self.turns
        rank_values, discounted_values = ranks.values, discounted.values
        row = enemy % NUM_GUARDS * NUM_FLEETS + fleet
        turn, end_turn = turns.turns_begin[row], turns.turns_end[row]
        column = enemy * NUM_FLEETS
        fleets_after, costs, backwater_masks = turns.fleets_after, turns.turn_costs, turns.backwater_masks
        sides = turns.die_sides
        turn_ranks, turn_discounteds = self.turn_ranks, self.turn_discounteds
        best_rank = -2.0 * float(VALUE_STEPS)
        best_discounted = -2.0
        for points in range(i64(1), sides + 1):
            while turn < end_turn and costs[turn] <= points:
                fleet_after = fleets_after[turn]
                index = offsets[backwater_masks[fleet_after]] + column + fleet_after
                rank = -rank_values[index]
                if rank > best_rank:
                    best_rank = rank
                    best_discounted = -discounted_values[index]
                elif rank == best_rank and -discounted_values[index] > best_discounted:
                    best_discounted = -discounted_values[index]
                turn += 1
            turn_ranks[points] = best_rank
            turn_discounteds[points] = best_discounted
        if turns.has_chained_rerolls:
            reroll_rank = ranks.value(self.stratum, fleet, enemy)
            reroll_discounted = discounted.value(self.stratum, fleet, enemy)
        else:
            reroll_rank = float(round_steps(compute_mean_of_rolls(turn_ranks, sides)))
            reroll_discounted = compute_mean_of_rolls(turn_discounteds, sides)
        total = 0.0
        for points in range(i64(1), sides + 1):
            best_discounted = turn_discounteds[points]
            total += 2.0 * float(points - 1) * best_discounted
            if turn_ranks[points] > reroll_rank:
                total += best_discounted
            elif turn_ranks[points] == reroll_rank:
                total += max(best_discounted, reroll_discounted)
            else:
                total += reroll_discounted
        return total / float(sides * sides)


def compute_position_value(
    turns: TurnLookup,
    values: vec[float],
    offsets: vec[i64],
    fleet: FleetCode,
    enemy: FleetCode,
    doubles_values: vec[float],
) -> float:
    """Return the value of a position before the roll, from the values of those to which a turn can lead."""
    row = enemy % NUM_GUARDS * NUM_FLEETS + fleet
    turn, end_turn = turns.turns_begin[row], turns.turns_end[row]
    column = enemy * NUM_FLEETS
    fleets_after, costs, backwater_masks = turns.fleets_after, turns.turn_costs, turns.backwater_masks
    sides = turns.die_sides
    best_value = -2.0
    total = 0.0
    for points in range(i64(1), sides + 1):
        while turn < end_turn and costs[turn] <= points:
            fleet_after = fleets_after[turn]
            value = -values[offsets[backwater_masks[fleet_after]] + column + fleet_after]
            if value > best_value:
                best_value = value
            turn += 1
        total += 2.0 * float(points - 1) * best_value
        doubles_values[points] = best_value
    if turns.has_chained_rerolls:
        return compute_roll_value_with_chained_rerolls(total, doubles_values, sides)
    return compute_roll_value_with_one_reroll(total, doubles_values, sides)


def compute_mean_of_rolls(values_by_points: vec[float], die_sides: i64) -> float:
    """Return the mean over all rolls of what so many points are worth, without a choice after doubles."""
    total = 0.0
    for points in range(i64(1), die_sides + 1):
        total += float(2 * points - 1) * values_by_points[points]
    return total / float(die_sides * die_sides)


def compute_roll_value_with_one_reroll(non_doubles_total: float, doubles_values: vec[float], die_sides: i64) -> float:
    """Return the value of a position before the roll, where what follows doubles that are rolled again counts.

    The arguments are those of ``compute_roll_value_with_chained_rerolls``.
    """
    rolls = float(die_sides * die_sides)
    reroll_value = compute_mean_of_rolls(doubles_values, die_sides)
    total = non_doubles_total
    for points in range(i64(1), die_sides + 1):
        total += max(doubles_values[points], reroll_value)
    return total / rolls


def compute_roll_value_with_chained_rerolls(
    non_doubles_total: float, doubles_values: vec[float], die_sides: i64
) -> float:
    """Return the value of a position before the roll, from the sum over all rolls but doubles and the doubles' values.

    Doubles up to some number are rolled again, which brings the same roll once more. More points are never worse,
    so it is enough to try the numbers.
    """
    total = non_doubles_total
    for points in range(i64(1), die_sides + 1):
        total += doubles_values[points]
    rolls = float(die_sides * die_sides)
    best = total / rolls
    for points in range(i64(1), die_sides):
        total -= doubles_values[points]
        rolls -= 1.0
        best = max(best, total / rolls)
    return best
