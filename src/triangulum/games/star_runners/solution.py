# compiled by mypyc
"""The solution of Star Runners as a table, both ways: what is written for a position, and how a position finds it.

Between turns each ship is in one of thirteen situations: at one of seven places after its visit to Backwater, or at one
of six before, since whoever stands at Backwater has visited it. So a *fleet state* is one of 13³ = 2197. Swapping the
two stars next to a home changes nothing, so up to four fleet states are the same; the lowest of these, the canonical
one, has a row in the table. A row has a column for every fleet state of the enemy, with the same stars swapped. First
come all values, then the haste of all positions.
"""

from __future__ import annotations

from typing import Final

from librt.strings import BytesWriter, read_f64_le, read_i16_le, write_f64_le, write_i16_le
from librt.vecs import append, vec
from mypy_extensions import i16, i64

from triangulum.core.boards.bits import bit
from triangulum.core.state import OVER, State
from triangulum.games.star_runners.rules import (
    BACKWATER,
    CHOOSING,
    DOUBLES,
    HOME_B,
    PHASE,
    PLACES,
    POINTS,
    SHIPS,
    SIZES,
    SPENDING,
    TURN_OF,
    VISITED,
    WHOLE_FLEET,
    StarRunnersSetup,
)
from triangulum.games.star_runners.value_iteration import (
    GOAL_FLEET,
    NUM_FLEETS,
    NUM_GUARDS,
    NUM_VISIT_MASKS,
    STRATUM_SIZE,
    VALUE_STEPS,
    TurnLookup,
    permute_places,
    quantize,
)

NUM_SHIP_STATES: Final = 13
NUM_FLEET_STATES: Final = 2197  # NUM_SHIP_STATES ** 3
HEADER_BYTES: Final = 8  # before the first value: how far the bounds are from their midpoint


def encode_fleet_state(fleet: i64, visit_mask: i64) -> i64:
    """Return the fleet state of a fleet and its visits; a ship at Backwater counts as having visited it."""
    fleet_state: i64 = 0
    remainder = fleet
    unit = i64(NUM_GUARDS)
    for size in range(i64(SIZES)):
        place = remainder // unit
        remainder %= unit
        unit //= PLACES
        fleet_state *= NUM_SHIP_STATES
        if visit_mask >> size & 1 or place == BACKWATER:
            fleet_state += PLACES - 1 + place
        else:
            fleet_state += place if place < BACKWATER else place - 1
    return fleet_state


class SolutionIndex:
    """Finds the index of a position in a table."""

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
                encode_fleet_state(permute_places(self.fleets[s], near_swap), self.visit_masks[s])
                for s in range(i64(NUM_FLEET_STATES))
            ]
        )
        self.far_swapped = vec[i64](
            [
                encode_fleet_state(permute_places(self.fleets[s], far_swap), self.visit_masks[s])
                for s in range(i64(NUM_FLEET_STATES))
            ]
        )
        self.row_of = vec[i64]([0] * NUM_FLEET_STATES)  # by fleet state
        self.row_states = vec[i64]()  # for each row the canonical fleet state it is written for
        # Which stars to swap to get to the fleet state of its row, as a mask: 1 near home, 2 far from it.
        self.canonical_swap = vec[i64]([0] * NUM_FLEET_STATES)
        for fleet_state in range(i64(NUM_FLEET_STATES)):
            self.assign_row(fleet_state)

    def assign_row(self, fleet_state: i64) -> None:
        """Assign a row to a fleet state: a new one if it is canonical, else that of its canonical state."""
        canonical_state = fleet_state
        for swap_mask in range(i64(1), i64(4)):
            swapped_state = self.swap_stars(fleet_state, swap_mask)
            if swapped_state < canonical_state:
                canonical_state = swapped_state
                self.canonical_swap[fleet_state] = swap_mask
        if canonical_state == fleet_state:
            self.row_of[fleet_state] = i64(len(self.row_states))
            self.row_states = append(self.row_states, fleet_state)
        else:
            self.row_of[fleet_state] = self.row_of[canonical_state]

    def swap_stars(self, fleet_state: i64, swap_mask: i64) -> i64:
        """Return a fleet state with stars swapped: 1 for those near its home, 2 for those far from it."""
        if swap_mask & 1:
            fleet_state = self.near_swapped[fleet_state]
        if swap_mask & 2:
            fleet_state = self.far_swapped[fleet_state]
        return fleet_state

    def value_index(self, fleet_state: i64, enemy_state: i64) -> i64:
        """Return the index of a position among all values of a table."""
        swap_mask = self.canonical_swap[fleet_state]
        # What is near to one is far from the other.
        return self.row_of[fleet_state] * NUM_FLEET_STATES + self.swap_stars(
            enemy_state, swap_mask >> 1 | (swap_mask & 1) << 1
        )

    def num_values(self) -> i64:
        """Return the number of values in a table."""
        return i64(len(self.row_states)) * NUM_FLEET_STATES


def encode_table(strata: dict[int, tuple[bytes, bytes, bytes]]) -> bytes:
    """Return the bytes of a table, given lower bounds, upper bounds and haste by stratum; other strata are 0."""
    index = SolutionIndex()
    is_solved = vec[i64]([0] * NUM_VISIT_MASKS)
    for stratum in strata:
        is_solved[stratum // NUM_VISIT_MASKS] = 1
    zeros = bytes(8 * STRATUM_SIZE)
    bounds = [strata.get(s, (zeros, zeros, zeros)) for s in range(NUM_VISIT_MASKS * NUM_VISIT_MASKS)]
    max_gap = 0.0
    values, hastes = BytesWriter(), BytesWriter()
    for fleet_state in index.row_states:
        fleet, visit_mask = index.fleets[fleet_state], index.visit_masks[fleet_state]
        if not is_solved[visit_mask]:
            values.write(bytes(2 * NUM_FLEET_STATES))
            hastes.write(bytes(2 * NUM_FLEET_STATES))
            continue
        for enemy_state in range(i64(NUM_FLEET_STATES)):
            lower, upper, haste = bounds[visit_mask * NUM_VISIT_MASKS + index.visit_masks[enemy_state]]
            offset = (fleet * NUM_FLEETS + index.fleets[enemy_state]) * 8
            least, most = read_f64_le(lower, offset), read_f64_le(upper, offset)
            max_gap = max(max_gap, most - least)
            write_i16_le(values, i16(quantize((least + most) / 2.0)))
            write_i16_le(hastes, i16(quantize(read_f64_le(haste, offset))))
    header = BytesWriter()
    write_f64_le(header, max_gap / 2.0)
    return header.getvalue() + values.getvalue() + hastes.getvalue()


class StarRunnersSolution:
    """A solved game: the value of every position under perfect play without a turn limit."""

    def __init__(self, setup: StarRunnersSetup, table: bytes) -> None:
        self.index = SolutionIndex()
        if i64(len(table)) != HEADER_BYTES + 4 * self.index.num_values():
            raise ValueError("a table of another size")
        self.table = table
        self.error: float = read_f64_le(table, 0) + 0.5 / float(VALUE_STEPS)
        self.turn_lookup = build_turn_lookup(setup, vec[i64]())

    def value(self, state: State, seat: int) -> float:
        """Return the value of a state to a seat; the turn limit is ignored until it is reached."""
        return float(self.value_and_haste(state, seat)[0]) / float(VALUE_STEPS)

    def discounted_value(self, state: State, seat: int) -> float:
        """Return how soon a state is won, or how late it is lost."""
        return float(self.value_and_haste(state, seat)[1]) / float(VALUE_STEPS)

    def value_and_haste(self, state: State, seat: i64) -> tuple[i64, i64]:
        """Return the value and the haste of a state to a seat, in steps of 1 / VALUE_STEPS."""
        if state.to_move == OVER:
            result = quantize(state.returns()[seat])
            return result, result
        fields = state.byte_fields
        roller = i64(fields[TURN_OF])
        visit_mask, enemy_visit_mask = i64(fields[VISITED + roller]), i64(fields[VISITED + 1 - roller])
        fleet, enemy = encode_fleet(state, roller), encode_fleet(state, 1 - roller)
        phase = i64(fields[PHASE])
        if phase == CHOOSING:
            # Whatever is chosen, the map is the same, and seat 0 rolls first.
            roller = 0
        best_value, best_haste = i64(-VALUE_STEPS), i64(-VALUE_STEPS)
        if phase != SPENDING:
            best_value, best_haste = self.read_entry(fleet, visit_mask, enemy, enemy_visit_mask)
        if phase in (DOUBLES, SPENDING):
            value, haste = self.find_best_turn(fleet, visit_mask, enemy, enemy_visit_mask, i64(fields[POINTS]))
            if value > best_value or (value == best_value and haste > best_haste):
                best_value, best_haste = value, haste
        return (best_value, best_haste) if seat == roller else (-best_value, -best_haste)

    def read_entry(self, fleet: i64, visit_mask: i64, enemy: i64, enemy_visit_mask: i64) -> tuple[i64, i64]:
        """Return the value and haste of a position to the owner of ``fleet``, who is about to roll, from the table."""
        offset = HEADER_BYTES + 2 * self.index.value_index(
            encode_fleet_state(fleet, visit_mask), encode_fleet_state(enemy, enemy_visit_mask)
        )
        return i64(read_i16_le(self.table, offset)), i64(read_i16_le(self.table, offset + 2 * self.index.num_values()))

    def find_best_turn(
        self, fleet: i64, visit_mask: i64, enemy: i64, enemy_visit_mask: i64, points: i64
    ) -> tuple[i64, i64]:
        """Return the value and haste after the best way to spend points."""
        turns = self.turn_lookup
        medium_mask = bit(HOME_B - enemy // PLACES % PLACES)
        large_mask = bit(HOME_B - enemy % PLACES)
        small_costs = turns.compute_hop_costs(0, medium_mask | large_mask)
        medium_costs = turns.compute_hop_costs(1, large_mask)
        large_costs = turns.compute_hop_costs(2, 0)
        small_row = fleet // NUM_GUARDS * PLACES
        medium_row = fleet // PLACES % PLACES * PLACES
        large_row = fleet % PLACES * PLACES
        best_value, best_haste = i64(-VALUE_STEPS), i64(-VALUE_STEPS)
        for small_place in range(i64(PLACES)):
            after_small = points - small_costs[small_row + small_place]
            if after_small < 0:
                continue
            for medium_place in range(i64(PLACES)):
                after_medium = after_small - medium_costs[medium_row + medium_place]
                if after_medium < 0:
                    continue
                for large_place in range(i64(PLACES)):
                    if after_medium < large_costs[large_row + large_place]:
                        continue
                    fleet_after = small_place * NUM_GUARDS + medium_place * PLACES + large_place
                    if fleet_after == GOAL_FLEET and visit_mask == WHOLE_FLEET:
                        return i64(VALUE_STEPS), i64(VALUE_STEPS)
                    value, haste = self.read_entry(
                        enemy, enemy_visit_mask, fleet_after, visit_mask | turns.backwater_masks[fleet_after]
                    )
                    if -value > best_value or (-value == best_value and -haste > best_haste):
                        best_value, best_haste = -value, -haste
        return best_value, best_haste


def encode_fleet(state: State, seat: i64) -> i64:
    """Return the places of a seat's ships as a fleet number, seen from its own end of the map."""
    fleet: i64 = 0
    for size in range(i64(SIZES)):
        place = i64(state.byte_fields[SHIPS + seat * SIZES + size])
        fleet = fleet * PLACES + (HOME_B - place if seat else place)
    return fleet


def build_turn_lookup(setup: StarRunnersSetup, fleets: vec[i64]) -> TurnLookup:
    """Return the lookup of all turns that some fleets can take by the rules of a setup."""
    # Connections are the same whichever binaries are chosen, as long as they differ.
    row = PLACES
    connections = vec[i64]([setup.connection_masks[row + place] for place in range(i64(PLACES))])
    return TurnLookup(connections, setup.pips_by_size, setup.die_sides, setup.guardable_mask, fleets)
