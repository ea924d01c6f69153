# compiled by mypyc
"""Value iteration for Star Runners: every turn that a fleet can take, and sweeps until values fit each other.

A position is looked at before a roll, by whoever rolls. Both fleets are told from their owner's end of the map: 0 is
one's own home, 6 the goal, whichever seat one has. A fleet is the places of its ships as one number, small * 49 +
medium * 7 + large. Visits to Backwater are never lost, so positions fall into 64 *strata* by who has visited; a turn
leads to the stratum of the same visits with the seats exchanged, or to one with more visits. So strata are solved one
after another, those with most visits first.
"""

from __future__ import annotations

from typing import Final

from librt.strings import BytesWriter, read_f64_le, write_f64_le
from librt.vecs import append, vec
from mypy_extensions import i64

from triangulum.core.boards.bits import bit
from triangulum.games.star_runners.rules import ALL_PLACES, BACKWATER, HOME_B, PLACES, SINGLE_STARS, WHOLE_FLEET

NUM_FLEETS: Final = 343  # PLACES ** 3
NUM_GUARDS: Final = 49  # places of the enemy's medium and large, the only ships that can hinder: PLACES ** 2
NUM_VISIT_MASKS: Final = 8
GOAL_FLEET: Final = 342  # the fleet that has arrived
STRATUM_SIZE: Final = 117_649  # NUM_FLEETS ** 2

VALUE_STEPS: Final = 32_767
"""A value from -1 to 1 is stored as a whole number of such steps, so it can be off by half of one."""

# How a sweep may change values.
ASSIGN: Final = 0
ONLY_LOWER: Final = 1
ONLY_RAISE: Final = 2


def decode_fleet(fleet: i64) -> tuple[i64, i64, i64]:
    """Return the places of a fleet's small, medium and large ship."""
    return fleet // NUM_GUARDS, fleet // PLACES % PLACES, fleet % PLACES


def find_backwater_mask(fleet: i64) -> i64:
    """Return the mask of a fleet's sizes that are at Backwater."""
    small, medium, large = decode_fleet(fleet)
    mask: i64 = 0
    if small == BACKWATER:
        mask |= 1
    if medium == BACKWATER:
        mask |= 2
    if large == BACKWATER:
        mask |= 4
    return mask


def permute_places(fleet: i64, new_places: vec[i64]) -> i64:
    """Return a fleet with each of its places replaced by a new one."""
    small, medium, large = decode_fleet(fleet)
    return new_places[small] * NUM_GUARDS + new_places[medium] * PLACES + new_places[large]


def quantize(value: float) -> i64:
    """Return the whole number of steps that is nearest to a value."""
    steps = value * float(VALUE_STEPS)
    return i64(steps + 0.5) if steps >= 0.0 else -i64(0.5 - steps)


class TurnLookup:
    """For every fleet and every choice of guards: the fleets that a turn can lead to, with their least cost.

    The turns of one fleet against one choice of guards are ``fleets_after[turns_begin[row]:turns_end[row]]``.
    """

    def __init__(
        self, connection_masks: vec[i64], pips_by_size: vec[i64], die_sides: i64, guardable_mask: i64, fleets: vec[i64]
    ) -> None:
        self.connection_masks = connection_masks
        self.pips_by_size = pips_by_size
        self.die_sides = die_sides
        self.guardable_mask = guardable_mask
        self.fleets = fleets
        self.backwater_masks = vec[i64]([find_backwater_mask(fleet) for fleet in range(i64(NUM_FLEETS))])
        # Swapping the two stars next to a home changes nothing; what is near to one player is far from the other.
        near_swap, far_swap = vec[i64]([0, 2, 1, 3, 4, 5, 6]), vec[i64]([0, 1, 2, 3, 5, 4, 6])
        self.near_swapped = vec[i64]([permute_places(fleet, near_swap) for fleet in range(i64(NUM_FLEETS))])
        self.far_swapped = vec[i64]([permute_places(fleet, far_swap) for fleet in range(i64(NUM_FLEETS))])
        self.turns_begin = vec[i64]([0] * (NUM_GUARDS * NUM_FLEETS))
        self.turns_end = vec[i64]([0] * (NUM_GUARDS * NUM_FLEETS))
        self.fleets_after = vec[i64]()
        self.turn_costs = vec[i64]()
        is_used = vec[i64]([0] * NUM_GUARDS)
        for fleet in fleets:
            is_used[fleet % NUM_GUARDS] = 1
        for guards in range(i64(NUM_GUARDS)):
            if is_used[guards]:
                self.add_turns(guards)

    def add_turns(self, guards: i64) -> None:
        """Append the turns of all fleets against one choice of guards, cheapest first."""
        medium = bit(HOME_B - guards // PLACES)
        large = bit(HOME_B - guards % PLACES)
        costs_small = self.compute_hop_costs(0, medium | large)
        costs_medium = self.compute_hop_costs(1, large)
        costs_large = self.compute_hop_costs(2, 0)
        after = self.fleets_after
        costs = self.turn_costs
        sides = self.die_sides
        for fleet in self.fleets:
            small_row = fleet // NUM_GUARDS * PLACES
            medium_row = fleet // PLACES % PLACES * PLACES
            large_row = fleet % PLACES * PLACES
            self.turns_begin[guards * NUM_FLEETS + fleet] = i64(len(after))
            for cost in range(sides + 1):
                for small in range(i64(PLACES)):
                    first = costs_small[small_row + small]
                    if first > cost:
                        continue
                    for middle in range(i64(PLACES)):
                        second = first + costs_medium[medium_row + middle]
                        if second > cost:
                            continue
                        for big in range(i64(PLACES)):
                            if second + costs_large[large_row + big] == cost:
                                after = append(after, small * NUM_GUARDS + middle * PLACES + big)
                                costs = append(costs, cost)
            self.turns_end[guards * NUM_FLEETS + fleet] = i64(len(after))
        self.fleets_after = after
        self.turn_costs = costs

    def compute_hop_costs(self, size: i64, larger_enemy_mask: i64) -> vec[i64]:
        """Return the points that a ship needs from each place to each other one, past larger enemy ships."""
        out_of_reach = self.die_sides + 1
        pips = self.pips_by_size[size]
        costs = vec[i64]([out_of_reach] * (PLACES * PLACES))
        barred_mask = larger_enemy_mask & self.guardable_mask
        for start in range(i64(PLACES)):
            reached_mask = bit(start)
            costs[start * PLACES + start] = 0
            frontier = reached_mask
            if (larger_enemy_mask & SINGLE_STARS) >> start & 1:
                continue
            cost = pips
            while frontier and cost <= self.die_sides:
                beyond: i64 = 0
                for place in range(i64(PLACES)):
                    if frontier >> place & 1:
                        beyond |= self.connection_masks[place]
                frontier = beyond & ~barred_mask & ~reached_mask & ALL_PLACES
                reached_mask |= frontier
                for place in range(i64(PLACES)):
                    if frontier >> place & 1:
                        costs[start * PLACES + place] = cost
                cost += pips
        return costs

    def can_occur(self, fleet: i64, visit_mask: i64) -> bool:
        """Tell whether a fleet with these visits can occur between turns of a game that isn't over."""
        if self.backwater_masks[fleet] & ~visit_mask:
            return False
        return fleet != GOAL_FLEET or visit_mask != WHOLE_FLEET

    def is_canonical(self, fleet: i64, enemy: i64) -> bool:
        """Tell whether a position has the lowest index of all that are the same but for swapped stars."""
        index = fleet * NUM_FLEETS + enemy
        if self.near_swapped[fleet] * NUM_FLEETS + self.far_swapped[enemy] < index:
            return False
        fleet_far, enemy_near = self.far_swapped[fleet], self.near_swapped[enemy]
        if fleet_far * NUM_FLEETS + enemy_near < index:
            return False
        return self.near_swapped[fleet_far] * NUM_FLEETS + self.far_swapped[enemy_near] >= index


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
            if stratum % NUM_VISIT_MASKS == WHOLE_FLEET:
                # The enemy has arrived.
                for fleet in range(i64(NUM_FLEETS)):
                    self.values[self.stratum_offsets[stratum] + fleet * NUM_FLEETS + GOAL_FLEET] = -1.0

    def value(self, stratum: i64, fleet: i64, enemy: i64) -> float:
        """Return the value of a position."""
        return self.values[self.stratum_offsets[stratum] + fleet * NUM_FLEETS + enemy]

    def load_stratum(self, stratum: i64, data: bytes) -> None:
        """Set all values of a stratum from bytes."""
        offset = self.stratum_offsets[stratum]
        values = self.values
        for index in range(i64(STRATUM_SIZE)):
            values[offset + index] = read_f64_le(data, index * 8)

    def set_midpoints(self, stratum: i64, lower: PositionValues, upper: PositionValues) -> None:
        """Set all values of a stratum to the midpoints between two bounds."""
        offset = self.stratum_offsets[stratum]
        for index in range(i64(STRATUM_SIZE)):
            least, most = (
                lower.values[lower.stratum_offsets[stratum] + index],
                upper.values[upper.stratum_offsets[stratum] + index],
            )
            self.values[offset + index] = (least + most) / 2.0

    def set_quantized_midpoints(self, stratum: i64, lower: PositionValues, upper: PositionValues) -> None:
        """Set all values of a stratum to the midpoints between two bounds, in whole steps."""
        self.set_midpoints(stratum, lower, upper)
        offset = self.stratum_offsets[stratum]
        for index in range(i64(STRATUM_SIZE)):
            self.values[offset + index] = float(quantize(self.values[offset + index]))

    def set_symmetric(self, turns: TurnLookup, stratum: i64, fleet: i64, enemy: i64, value: float) -> None:
        """Set the value of a position and of those that are the same but for swapped stars."""
        offset = self.stratum_offsets[stratum]
        fleet_far, enemy_near = turns.far_swapped[fleet], turns.near_swapped[enemy]
        self.values[offset + fleet * NUM_FLEETS + enemy] = value
        self.values[offset + turns.near_swapped[fleet] * NUM_FLEETS + turns.far_swapped[enemy]] = value
        self.values[offset + fleet_far * NUM_FLEETS + enemy_near] = value
        self.values[offset + turns.near_swapped[fleet_far] * NUM_FLEETS + turns.far_swapped[enemy_near]] = value

    def dump_stratum(self, stratum: i64) -> bytes:
        """Return all values of a stratum as bytes."""
        offset = self.stratum_offsets[stratum]
        writer = BytesWriter()
        for index in range(i64(STRATUM_SIZE)):
            write_f64_le(writer, self.values[offset + index])
        return writer.getvalue()


def sweep_values(
    turns: TurnLookup,
    source: PositionValues,
    target: PositionValues,
    visit_mask: i64,
    enemy_visit_mask: i64,
    win_discount: float,
    loss_discount: float,
    mode: i64,
) -> float:
    """Update all positions of a stratum by looking one turn ahead; return the greatest change.

    Values after the turn are read from ``source``. The new ones are written to ``target``, multiplied by
    ``win_discount`` if positive and by ``loss_discount`` if negative. ``mode`` is ASSIGN, or ONLY_LOWER or ONLY_RAISE
    to let values go one way only.
    """
    stratum = visit_mask * NUM_VISIT_MASKS + enemy_visit_mask
    offsets = list_successor_offsets(source, visit_mask, enemy_visit_mask)
    doubles_values = vec[float]([0.0] * int(turns.die_sides + 1))
    max_change = 0.0
    for fleet in turns.fleets:
        if not turns.can_occur(fleet, visit_mask):
            continue
        for enemy in turns.fleets:
            if not turns.can_occur(enemy, enemy_visit_mask) or not turns.is_canonical(fleet, enemy):
                continue
            value = compute_value(turns, source.values, offsets, fleet, enemy, doubles_values)
            value *= win_discount if value > 0.0 else loss_discount
            old = target.value(stratum, fleet, enemy)
            if (mode == ONLY_LOWER and value > old) or (mode == ONLY_RAISE and value < old):
                continue
            max_change = max(max_change, abs(value - old))
            target.set_symmetric(turns, stratum, fleet, enemy, value)
    return max_change


def list_successor_offsets(values: PositionValues, visit_mask: i64, enemy_visit_mask: i64) -> vec[i64]:
    """Return, by mask of the ships that arrive at Backwater, the offset of the stratum to which a turn leads."""
    offsets = vec[i64]([0] * NUM_VISIT_MASKS)
    for arrivals in range(i64(NUM_VISIT_MASKS)):
        offsets[arrivals] = values.stratum_offsets[enemy_visit_mask * NUM_VISIT_MASKS + (visit_mask | arrivals)]
    return offsets


def compute_value(
    turns: TurnLookup,
    values: vec[float],
    offsets: vec[i64],
    fleet: i64,
    enemy: i64,
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
    return compute_roll_value(total, doubles_values, sides)


def compute_roll_value(non_doubles_total: float, doubles_values: vec[float], die_sides: i64) -> float:
    """Return the value of a position before the roll, from the sum over all rolls but doubles and each doubles' value.

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


def sweep_haste(
    turns: TurnLookup,
    ranks: PositionValues,
    haste: PositionValues,
    visit_mask: i64,
    enemy_visit_mask: i64,
    discount: float,
) -> float:
    """Update the haste of all positions of a stratum by looking one turn ahead; return the greatest change.

    ``ranks`` are values in whole steps. Only turns of the highest rank are played, and of these the one that wins
    soonest or loses latest: where many turns win for certain, somebody must still choose one that gets ahead.
    """
    stratum = visit_mask * NUM_VISIT_MASKS + enemy_visit_mask
    # Both hold the same strata.
    offsets = list_successor_offsets(haste, visit_mask, enemy_visit_mask)
    max_change = 0.0
    for fleet in turns.fleets:
        if not turns.can_occur(fleet, visit_mask):
            continue
        for enemy in turns.fleets:
            if not turns.can_occur(enemy, enemy_visit_mask) or not turns.is_canonical(fleet, enemy):
                continue
            old = haste.value(stratum, fleet, enemy)
            rank = ranks.value(stratum, fleet, enemy)
            value = discount * compute_haste(turns, ranks.values, haste.values, offsets, fleet, enemy, rank, old)
            max_change = max(max_change, abs(value - old))
            haste.set_symmetric(turns, stratum, fleet, enemy, value)
    return max_change


def compute_haste(
    turns: TurnLookup,
    ranks: vec[float],
    hastes: vec[float],
    offsets: vec[i64],
    fleet: i64,
    enemy: i64,
    reroll_rank: float,
    reroll_haste: float,
) -> float:
    """Return the haste of a position, from that after its best turns, or after doubles that are rolled again."""
    row = enemy % NUM_GUARDS * NUM_FLEETS + fleet
    turn, end_turn = turns.turns_begin[row], turns.turns_end[row]
    column = enemy * NUM_FLEETS
    fleets_after, costs, backwater_masks = turns.fleets_after, turns.turn_costs, turns.backwater_masks
    sides = turns.die_sides
    best_rank = -2.0 * float(VALUE_STEPS)
    best_haste = -2.0
    total = 0.0
    for points in range(i64(1), sides + 1):
        while turn < end_turn and costs[turn] <= points:
            fleet_after = fleets_after[turn]
            index = offsets[backwater_masks[fleet_after]] + column + fleet_after
            rank = -ranks[index]
            if rank > best_rank:
                best_rank = rank
                best_haste = -hastes[index]
            elif rank == best_rank and -hastes[index] > best_haste:
                best_haste = -hastes[index]
            turn += 1
        total += 2.0 * float(points - 1) * best_haste
        if best_rank > reroll_rank:
            total += best_haste
        elif best_rank == reroll_rank:
            total += max(best_haste, reroll_haste)
        else:
            total += reroll_haste
    return total / float(sides * sides)
