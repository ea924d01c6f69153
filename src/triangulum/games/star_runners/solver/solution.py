# compiled by mypyc
"""The solution of Star Runners as a table of bytes: writing it, and looking up what a state is worth.

A table has a header, then the values of all entries, then their discounted values; ``table_index`` says which entry
is whose.
"""

from __future__ import annotations

from typing import Final

from librt.strings import BytesWriter, read_f64_le, read_i16_le, write_f64_le, write_i16_le
from librt.vecs import vec
from mypy_extensions import i16, i64

from triangulum.core.boards.bits import bit
from triangulum.core.state import OVER, State
from triangulum.core.types import Mask, Seat
from triangulum.games.star_runners.actions import NUM_PLACES, NUM_SIZES
from triangulum.games.star_runners.rules import (
    CHOOSING,
    DOUBLES,
    HOME_B,
    PHASE,
    POINTS,
    REROLLING,
    SHIP_PLACES,
    SPENDING,
    TURN_OF,
    VISIT_MASKS,
    WHOLE_FLEET_MASK,
    StarRunnersSetup,
)
from triangulum.games.star_runners.solver.table_index import NUM_FLEET_STATES, TableIndex, encode_fleet_state
from triangulum.games.star_runners.solver.turn_lookup import (
    GOAL_FLEET,
    NUM_FLEETS,
    NUM_GUARDS,
    FleetCode,
    build_turn_lookup,
)
from triangulum.games.star_runners.solver.value_iteration import (
    NUM_STRATA,
    NUM_VISIT_MASKS,
    STRATUM_SIZE,
    VALUE_STEPS,
    compute_mean_of_rolls,
    decode_stratum,
    encode_stratum,
    quantize_value,
    round_steps,
)

HEADER_BYTES: Final = 8  # before the first value: how far the bounds are from their midpoint


def encode_table(strata: dict[int, tuple[bytes, bytes, bytes]]) -> bytes:
    """Return the bytes of a table, given both bounds and the discounted values by stratum; other strata are 0."""
    index = TableIndex()
    is_solved = vec[i64]([0] * NUM_VISIT_MASKS)
    for stratum in strata:
        is_solved[decode_stratum(stratum)[0]] = 1
    zeros = bytes(8 * STRATUM_SIZE)
    bounds = [strata.get(stratum, (zeros, zeros, zeros)) for stratum in range(NUM_STRATA)]
    max_gap = 0.0
    values, discounted_values = BytesWriter(), BytesWriter()
    for fleet_state in index.canonical_states:
        fleet, visit_mask = index.fleets[fleet_state], index.visit_masks[fleet_state]
        if not is_solved[visit_mask]:
            values.write(bytes(2 * NUM_FLEET_STATES))
            discounted_values.write(bytes(2 * NUM_FLEET_STATES))
            continue
        for enemy_state in range(i64(NUM_FLEET_STATES)):
            lower, upper, discounted_value = bounds[encode_stratum(visit_mask, index.visit_masks[enemy_state])]
            offset = (fleet * NUM_FLEETS + index.fleets[enemy_state]) * 8
            least, most = read_f64_le(lower, offset), read_f64_le(upper, offset)
            max_gap = max(max_gap, most - least)
            write_i16_le(values, i16(quantize_value((least + most) / 2.0)))
            write_i16_le(discounted_values, i16(quantize_value(read_f64_le(discounted_value, offset))))
    header = BytesWriter()
    write_f64_le(header, max_gap / 2.0)
    return header.getvalue() + values.getvalue() + discounted_values.getvalue()


class StarRunnersSolution:
    """A solved game: the value of every position under perfect play without a turn limit."""

    def __init__(self, setup: StarRunnersSetup, table: bytes) -> None:
        self.index = TableIndex()
        if i64(len(table)) != HEADER_BYTES + 4 * self.index.num_entries():
            raise ValueError("a table of another size")
        self.table = table
        self.error: float = read_f64_le(table, 0) + 0.5 / float(VALUE_STEPS)
        self.turn_lookup = build_turn_lookup(setup, vec[i64]())

    def value(self, state: State, seat: int) -> float:
        """Return the value of a state to a seat; the turn limit is ignored until it is reached."""
        return float(self.find_value_and_discounted_value(state, seat)[0]) / float(VALUE_STEPS)

    def discounted_value(self, state: State, seat: int) -> float:
        """Return how soon a state is won, or how late it is lost."""
        return float(self.find_value_and_discounted_value(state, seat)[1]) / float(VALUE_STEPS)

    def find_value_and_discounted_value(self, state: State, seat: Seat) -> tuple[i64, i64]:
        """Return the value and the discounted value of a state to a seat, in steps of 1 / VALUE_STEPS."""
        if state.to_move == OVER:
            result = quantize_value(state.returns()[seat])
            return result, result
        fields = state.byte_fields
        roller = i64(fields[TURN_OF])
        visit_mask, enemy_visit_mask = i64(fields[VISIT_MASKS + roller]), i64(fields[VISIT_MASKS + 1 - roller])
        fleet, enemy = encode_fleet(state, roller), encode_fleet(state, 1 - roller)
        phase = i64(fields[PHASE])
        if phase == CHOOSING:
            # Whatever is chosen, the map is the same, and seat 0 rolls first.
            roller = 0
        best_value, best_discounted = i64(-VALUE_STEPS), i64(-VALUE_STEPS)
        is_last_reroll = phase == REROLLING or (phase == DOUBLES and not self.turn_lookup.has_chained_rerolls)
        if is_last_reroll:
            best_value, best_discounted = self.find_reroll_value_and_discounted_value(
                fleet, visit_mask, enemy, enemy_visit_mask
            )
        elif phase != SPENDING:
            best_value, best_discounted = self.read_value_and_discounted_value(
                fleet, visit_mask, enemy, enemy_visit_mask
            )
        if phase in (DOUBLES, SPENDING):
            value, discounted_value = self.find_best_turn_value_and_discounted_value(
                fleet, visit_mask, enemy, enemy_visit_mask, i64(fields[POINTS])
            )
            if value > best_value or (value == best_value and discounted_value > best_discounted):
                best_value, best_discounted = value, discounted_value
        return (best_value, best_discounted) if seat == roller else (-best_value, -best_discounted)

    def read_value_and_discounted_value(
        self, fleet: FleetCode, visit_mask: Mask, enemy: FleetCode, enemy_visit_mask: Mask
    ) -> tuple[i64, i64]:
        """Read the value and discounted value of a position to the owner of ``fleet``, who is about to roll."""
        offset = HEADER_BYTES + 2 * self.index.entry_index(
            encode_fleet_state(fleet, visit_mask), encode_fleet_state(enemy, enemy_visit_mask)
        )
        return i64(read_i16_le(self.table, offset)), i64(read_i16_le(self.table, offset + 2 * self.index.num_entries()))

    def find_reroll_value_and_discounted_value(
        self, fleet: FleetCode, visit_mask: Mask, enemy: FleetCode, enemy_visit_mask: Mask
    ) -> tuple[i64, i64]:
        """Return the value and discounted value of a position before the one reroll of a turn."""
        sides = self.turn_lookup.die_sides
        values = vec[float]([0.0] * int(sides + 1))
        discounted_values = vec[float]([0.0] * int(sides + 1))
        for points in range(i64(1), sides + 1):
            value, discounted_value = self.find_best_turn_value_and_discounted_value(
                fleet, visit_mask, enemy, enemy_visit_mask, points
            )
            values[points] = float(value)
            discounted_values[points] = float(discounted_value)
        return (
            round_steps(compute_mean_of_rolls(values, sides)),
            round_steps(compute_mean_of_rolls(discounted_values, sides)),
        )

    def find_best_turn_value_and_discounted_value(
        self, fleet: FleetCode, visit_mask: Mask, enemy: FleetCode, enemy_visit_mask: Mask, points: i64
    ) -> tuple[i64, i64]:
        """Return the value and discounted value after the best way to spend points."""
        turns = self.turn_lookup
        medium_mask = bit(HOME_B - enemy // NUM_PLACES % NUM_PLACES)
        large_mask = bit(HOME_B - enemy % NUM_PLACES)
        small_costs = turns.compute_travel_costs(0, medium_mask | large_mask)
        medium_costs = turns.compute_travel_costs(1, large_mask)
        large_costs = turns.compute_travel_costs(2, 0)
        small_row = fleet // NUM_GUARDS * NUM_PLACES
        medium_row = fleet // NUM_PLACES % NUM_PLACES * NUM_PLACES
        large_row = fleet % NUM_PLACES * NUM_PLACES
        best_value, best_discounted = i64(-VALUE_STEPS), i64(-VALUE_STEPS)
        for small_place in range(i64(NUM_PLACES)):
            after_small = points - small_costs[small_row + small_place]
            if after_small < 0:
                continue
            for medium_place in range(i64(NUM_PLACES)):
                after_medium = after_small - medium_costs[medium_row + medium_place]
                if after_medium < 0:
                    continue
                for large_place in range(i64(NUM_PLACES)):
                    if after_medium < large_costs[large_row + large_place]:
                        continue
                    fleet_after = small_place * NUM_GUARDS + medium_place * NUM_PLACES + large_place
                    if fleet_after == GOAL_FLEET and visit_mask == WHOLE_FLEET_MASK:
                        return i64(VALUE_STEPS), i64(VALUE_STEPS)
                    value, discounted_value = self.read_value_and_discounted_value(
                        enemy, enemy_visit_mask, fleet_after, visit_mask | turns.backwater_masks[fleet_after]
                    )
                    if -value > best_value or (-value == best_value and -discounted_value > best_discounted):
                        best_value, best_discounted = -value, -discounted_value
        return best_value, best_discounted


def encode_fleet(state: State, seat: Seat) -> FleetCode:
    """Return the places of a seat's ships as one number, seen from its own end of the map."""
    fleet: i64 = 0
    for size in range(i64(NUM_SIZES)):
        place = i64(state.byte_fields[SHIP_PLACES + seat * NUM_SIZES + size])
        fleet = fleet * NUM_PLACES + (HOME_B - place if seat else place)
    return fleet
