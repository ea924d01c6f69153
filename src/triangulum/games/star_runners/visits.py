"""Which visits to Backwater a fleet can have made in so many turns, whatever the other fleet did.

Places are numbered from the fleet's own end of the map: its home is 0, and Backwater is 3.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from triangulum.games.star_runners.actions import NUM_PLACES
from triangulum.games.star_runners.rules import AUTOMATIC_MISSING_SIZES, BACKWATER, HOME_A, compute_one_hop_masks


class FleetState(NamedTuple):
    """Where a fleet's ships are, and which of them have visited Backwater."""

    places: tuple[int, ...]
    visit_mask: int


def can_have_visited(
    places: Sequence[int], visit_mask: int, num_turns: int, points_spent: int, pips: tuple[int, ...], die_sides: int
) -> bool:
    """Return whether some ships can have visited Backwater in a fleet's first turns, and be where they are now.

    ``points_spent`` are those of the turn after these, which hasn't ended. Ships without a visit may be anywhere.
    """
    if not visit_mask:
        return True
    layers = list_new_fleets_by_turn(pips, die_sides)
    visited_sizes = [size for size in range(len(places)) if visit_mask >> size & 1]
    for layer in layers[: num_turns + 1]:
        for fleet in layer:
            if fleet.visit_mask == visit_mask:
                hops = [
                    compute_hop_distances()[fleet.places[size]][places[size]] * pips[size] for size in visited_sizes
                ]
                if sum(hops) <= points_spent:
                    return True
    return False


@cache
def list_new_fleets_by_turn(pips: tuple[int, ...], die_sides: int) -> list[set[FleetState]]:
    """Return, for each number of turns, what a fleet can be like at their end and not sooner."""
    start = FleetState((HOME_A,) * len(pips), 0)
    reached = {start}
    layers = [{start}]
    while layers[-1]:
        after = {fleet for before in layers[-1] for fleet in iter_fleets_after_best_roll(before, pips, die_sides)}
        layers.append(after - reached)
        reached |= after
    return layers


def iter_fleets_after_best_roll(fleet: FleetState, pips: tuple[int, ...], die_sides: int) -> Iterator[FleetState]:
    """Yield what a fleet can be like after a turn with the most points that a roll can give."""
    ways: list[tuple[tuple[int, ...], int]] = [((), die_sides)]
    for size, start in enumerate(fleet.places):
        ways = [
            ((*places, place), points - pips[size] * distance)
            for places, points in ways
            for place, distance in enumerate(compute_hop_distances()[start])
            if pips[size] * distance <= points
        ]
    for places, _ in ways:
        arrivals = sum(1 << size for size, place in enumerate(places) if place == BACKWATER)
        yield FleetState(places, fleet.visit_mask | arrivals)


@cache
def compute_hop_distances() -> list[list[int]]:
    """Return how many hops it takes from each place to each other one; whatever the binaries, they are the same."""
    neighbours = compute_one_hop_masks(*AUTOMATIC_MISSING_SIZES)
    table = []
    for start in range(NUM_PLACES):
        distances = {start: 0}
        for here in (pending := [start]):
            for there in range(NUM_PLACES):
                if neighbours[here] >> there & 1 and there not in distances:
                    distances[there] = distances[here] + 1
                    pending.append(there)
        table.append([distances[place] for place in range(NUM_PLACES)])
    return table
