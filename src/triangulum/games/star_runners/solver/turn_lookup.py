# compiled by mypyc
"""Every turn that a fleet can take, looked up by the fleet and by the enemy ships in its way.

Fleets are described from their owner's end of the map: place 0 is the owner's home, place 6 the goal, whichever seat
that is. A fleet is the places of its ships as one number, small * 49 + medium * 7 + large.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from librt.vecs import append, vec
from mypy_extensions import i64

from triangulum.core.boards.bits import bit
from triangulum.core.types import Mask
from triangulum.games.star_runners.actions import NUM_PLACES, PlaceIndex, SizeIndex
from triangulum.games.star_runners.rules import (
    ALL_PLACES_MASK,
    BACKWATER,
    HOME_B,
    SINGLE_STARS_MASK,
    WHOLE_FLEET_MASK,
    StarRunnersSetup,
)

FleetCode: TypeAlias = i64
"""The places of a fleet's ships as one number."""

GuardsCode: TypeAlias = i64
"""The places of the enemy's medium and large ship, the only ones that can stand in the way."""

NUM_FLEETS: Final = 343  # NUM_PLACES ** 3
NUM_GUARDS: Final = 49  # NUM_PLACES ** 2
GOAL_FLEET: Final = 342  # the fleet that has arrived


def decode_fleet(fleet: FleetCode) -> tuple[PlaceIndex, PlaceIndex, PlaceIndex]:
    """Return the places of a fleet's small, medium and large ship."""
    return fleet // NUM_GUARDS, fleet // NUM_PLACES % NUM_PLACES, fleet % NUM_PLACES


def compute_sizes_at_backwater(fleet: FleetCode) -> Mask:
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


def replace_places(fleet: FleetCode, new_places: vec[i64]) -> FleetCode:
    """Return a fleet with each of its places replaced by a new one."""
    small, medium, large = decode_fleet(fleet)
    return new_places[small] * NUM_GUARDS + new_places[medium] * NUM_PLACES + new_places[large]


class TurnLookup:
    """For every fleet and every choice of guards: the fleets that a turn can lead to, with their least cost.

    The turns of one fleet against one choice of guards are ``fleets_after[turns_begin[row]:turns_end[row]]``.
    """

    def __init__(
        self,
        connection_masks: vec[i64],
        pips_by_size: vec[i64],
        die_sides: i64,
        guardable_mask: Mask,
        has_chained_rerolls: bool,
        fleets: vec[i64],
    ) -> None:
        self.connection_masks = connection_masks
        self.pips_by_size = pips_by_size
        self.die_sides = die_sides
        self.guardable_mask = guardable_mask
        self.has_chained_rerolls = has_chained_rerolls
        self.fleets = fleets
        self.backwater_masks = vec[i64]([compute_sizes_at_backwater(fleet) for fleet in range(i64(NUM_FLEETS))])
        # Swapping the two stars next to a home changes nothing; what is near to one player is far from the other.
        near_swap, far_swap = vec[i64]([0, 2, 1, 3, 4, 5, 6]), vec[i64]([0, 1, 2, 3, 5, 4, 6])
        self.near_swapped = vec[i64]([replace_places(fleet, near_swap) for fleet in range(i64(NUM_FLEETS))])
        self.far_swapped = vec[i64]([replace_places(fleet, far_swap) for fleet in range(i64(NUM_FLEETS))])
        self.turns_begin = vec[i64]([0] * (NUM_GUARDS * NUM_FLEETS))
        self.turns_end = vec[i64]([0] * (NUM_GUARDS * NUM_FLEETS))
        self.fleets_after = vec[i64]()
        self.turn_costs = vec[i64]()
        is_used = vec[i64]([0] * NUM_GUARDS)
        for fleet in fleets:
            is_used[fleet % NUM_GUARDS] = 1
        for guards in range(i64(NUM_GUARDS)):
            if is_used[guards]:
                self.append_turns_against_guards(guards)

    def append_turns_against_guards(self, guards: GuardsCode) -> None:
        """Append the turns of all fleets against one choice of guards, cheapest first."""
        medium_mask = bit(HOME_B - guards // NUM_PLACES)
        large_mask = bit(HOME_B - guards % NUM_PLACES)
        costs_small = self.compute_travel_costs(0, medium_mask | large_mask)
        costs_medium = self.compute_travel_costs(1, large_mask)
        costs_large = self.compute_travel_costs(2, 0)
        after = self.fleets_after
        costs = self.turn_costs
        sides = self.die_sides
        for fleet in self.fleets:
            small_row = fleet // NUM_GUARDS * NUM_PLACES
            medium_row = fleet // NUM_PLACES % NUM_PLACES * NUM_PLACES
            large_row = fleet % NUM_PLACES * NUM_PLACES
            self.turns_begin[guards * NUM_FLEETS + fleet] = i64(len(after))
            for cost in range(sides + 1):
                for small in range(i64(NUM_PLACES)):
                    small_cost = costs_small[small_row + small]
                    if small_cost > cost:
                        continue
                    for medium in range(i64(NUM_PLACES)):
                        two_cost = small_cost + costs_medium[medium_row + medium]
                        if two_cost > cost:
                            continue
                        for large in range(i64(NUM_PLACES)):
                            if two_cost + costs_large[large_row + large] == cost:
                                after = append(after, small * NUM_GUARDS + medium * NUM_PLACES + large)
                                costs = append(costs, cost)
            self.turns_end[guards * NUM_FLEETS + fleet] = i64(len(after))
        self.fleets_after = after
        self.turn_costs = costs

    def compute_travel_costs(self, size: SizeIndex, larger_enemy_mask: Mask) -> vec[i64]:
        """Return the points that a ship needs from each place to each other one, past larger enemy ships."""
        out_of_reach = self.die_sides + 1
        pips = self.pips_by_size[size]
        costs = vec[i64]([out_of_reach] * (NUM_PLACES * NUM_PLACES))
        barred_mask = larger_enemy_mask & self.guardable_mask
        for start in range(i64(NUM_PLACES)):
            reached_mask = bit(start)
            costs[start * NUM_PLACES + start] = 0
            frontier = reached_mask
            if (larger_enemy_mask & SINGLE_STARS_MASK) >> start & 1:
                continue
            cost = pips
            while frontier and cost <= self.die_sides:
                beyond: i64 = 0
                for place in range(i64(NUM_PLACES)):
                    if frontier >> place & 1:
                        beyond |= self.connection_masks[place]
                frontier = beyond & ~barred_mask & ~reached_mask & ALL_PLACES_MASK
                reached_mask |= frontier
                for place in range(i64(NUM_PLACES)):
                    if frontier >> place & 1:
                        costs[start * NUM_PLACES + place] = cost
                cost += pips
        return costs

    def can_fleet_occur(self, fleet: FleetCode, visit_mask: Mask) -> bool:
        """Return whether a fleet with these visits can occur between turns of a game that isn't over."""
        if self.backwater_masks[fleet] & ~visit_mask:
            return False
        return fleet != GOAL_FLEET or visit_mask != WHOLE_FLEET_MASK

    def is_canonical_position(self, fleet: FleetCode, enemy: FleetCode) -> bool:
        """Return whether a position has the lowest index of all that are the same but for swapped stars."""
        index = fleet * NUM_FLEETS + enemy
        if self.near_swapped[fleet] * NUM_FLEETS + self.far_swapped[enemy] < index:
            return False
        fleet_far, enemy_near = self.far_swapped[fleet], self.near_swapped[enemy]
        if fleet_far * NUM_FLEETS + enemy_near < index:
            return False
        return self.near_swapped[fleet_far] * NUM_FLEETS + self.far_swapped[enemy_near] >= index


def build_turn_lookup(setup: StarRunnersSetup, fleets: vec[i64]) -> TurnLookup:
    """Return the lookup of all turns that some fleets can take by the rules of a setup."""
    # Connections are the same whichever binaries are chosen, as long as they differ.
    first = NUM_PLACES  # of the second pair of binaries; in the first one both lack the same size
    connections = vec[i64]([setup.connection_masks[first + place] for place in range(i64(NUM_PLACES))])
    return TurnLookup(
        connections,
        setup.pips_by_size,
        setup.die_sides,
        setup.guardable_mask,
        setup.has_chained_rerolls,
        fleets,
    )
