# compiled by mypyc
"""Where the entry of a position is in the table of a solved game.

Between turns each ship is in one of thirteen states: at one of seven places after its visit to Backwater, or at one of
six before, since a ship at Backwater has visited it. So a *fleet state* is one of 13³ = 2197. Swapping the two stars
next to a home changes nothing, so up to four fleet states are equivalent; the lowest of these, the canonical one, has a
row in the table. A row has a column for every fleet state of the enemy, with the same stars swapped.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from librt.vecs import append, vec
from mypy_extensions import i64

from triangulum.core.types import Mask
from triangulum.games.star_runners.actions import NUM_PLACES, NUM_SIZES
from triangulum.games.star_runners.rules import BACKWATER
from triangulum.games.star_runners.solver.turn_lookup import NUM_FLEETS, NUM_GUARDS, FleetCode, replace_places
from triangulum.games.star_runners.solver.value_iteration import NUM_VISIT_MASKS

FleetStateCode: TypeAlias = i64
"""The places of a fleet's ships and their visits to Backwater as one number."""

NUM_SHIP_STATES: Final = 13
NUM_FLEET_STATES: Final = 2197  # NUM_SHIP_STATES ** 3


def encode_fleet_state(fleet: FleetCode, visit_mask: Mask) -> FleetStateCode:
    """Return the fleet state of a fleet and its visits; a ship at Backwater counts as having visited it."""
    fleet_state: i64 = 0
    remainder = fleet
    unit = i64(NUM_GUARDS)
    for size in range(i64(NUM_SIZES)):
        place = remainder // unit
        remainder %= unit
        unit //= NUM_PLACES
        fleet_state *= NUM_SHIP_STATES
        if visit_mask >> size & 1 or place == BACKWATER:
            fleet_state += NUM_PLACES - 1 + place
        else:
            fleet_state += place if place < BACKWATER else place - 1
    return fleet_state


class TableIndex:
    """Finds the index of a position's entry in a table."""

    def __init__(self) -> None:
        near_swap, far_swap = vec[i64]([0, 2, 1, 3, 4, 5, 6]), vec[i64]([0, 1, 2, 3, 5, 4, 6])
        self.fleets = vec[i64]([0] * NUM_FLEET_STATES)
        self.visit_masks = vec[i64]([0] * NUM_FLEET_STATES)
        for visit_mask in range(i64(NUM_VISIT_MASKS)):
            for fleet in range(i64(NUM_FLEETS)):
                fleet_state = encode_fleet_state(fleet, visit_mask)
                # Of the two ways to say that a ship is at Backwater, the later one, with its visit, stays.
                self.fleets[fleet_state] = fleet
                self.visit_masks[fleet_state] = visit_mask
        self.near_swapped = vec[i64](
            [
                encode_fleet_state(replace_places(self.fleets[state], near_swap), self.visit_masks[state])
                for state in range(i64(NUM_FLEET_STATES))
            ]
        )
        self.far_swapped = vec[i64](
            [
                encode_fleet_state(replace_places(self.fleets[state], far_swap), self.visit_masks[state])
                for state in range(i64(NUM_FLEET_STATES))
            ]
        )
        self.row_by_fleet_state = vec[i64]([0] * NUM_FLEET_STATES)
        self.canonical_states = vec[i64]()  # for each row the fleet state that it is written for
        # Which stars to swap to get from a fleet state to that of its row.
        self.swap_mask_by_fleet_state = vec[i64]([0] * NUM_FLEET_STATES)
        for fleet_state in range(i64(NUM_FLEET_STATES)):
            self.assign_row(fleet_state)

    def assign_row(self, fleet_state: FleetStateCode) -> None:
        """Assign a row to a fleet state: a new one if it is canonical, else that of its canonical state."""
        canonical_state = fleet_state
        for swap_mask in range(i64(1), i64(4)):
            swapped_state = self.swap_stars(fleet_state, swap_mask)
            if swapped_state < canonical_state:
                canonical_state = swapped_state
                self.swap_mask_by_fleet_state[fleet_state] = swap_mask
        if canonical_state == fleet_state:
            self.row_by_fleet_state[fleet_state] = i64(len(self.canonical_states))
            self.canonical_states = append(self.canonical_states, fleet_state)
        else:
            self.row_by_fleet_state[fleet_state] = self.row_by_fleet_state[canonical_state]

    def swap_stars(self, fleet_state: FleetStateCode, swap_mask: Mask) -> FleetStateCode:
        """Return a fleet state with stars swapped: bit 0 for the two next to its home, bit 1 next to the goal."""
        if swap_mask & 1:
            fleet_state = self.near_swapped[fleet_state]
        if swap_mask & 2:
            fleet_state = self.far_swapped[fleet_state]
        return fleet_state

    def entry_index(self, fleet_state: FleetStateCode, enemy_state: FleetStateCode) -> i64:
        """Return the index of a position among the entries of a table."""
        swap_mask = self.swap_mask_by_fleet_state[fleet_state]
        # The stars next to one player's home are next to the other's goal.
        return self.row_by_fleet_state[fleet_state] * NUM_FLEET_STATES + self.swap_stars(
            enemy_state, swap_mask >> 1 | (swap_mask & 1) << 1
        )

    def num_entries(self) -> i64:
        """Return the number of entries in a table."""
        return i64(len(self.canonical_states)) * NUM_FLEET_STATES
