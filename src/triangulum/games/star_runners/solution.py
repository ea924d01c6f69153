# compiled by mypyc
"""The solution of Star Runners as a table, both ways: what is written for a position, and how a position finds it.

Between turns each ship is in one of thirteen situations: at one of seven places after its visit to Backwater, or at one
of six before, since whoever stands at Backwater has visited it. So a fleet is one of 13³ = 2197. The two stars next to
a home can exchange their names, which makes at most four fleets alike; one of these has a row in the table. A row
has a column for every fleet of the enemy, renamed likewise. First come all values, then the haste of all positions.
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
from triangulum.games.star_runners.solving import FLEETS, GOAL, GUARDS, STEPS, STRATUM, VISITS, Turns, renamed, rounded

SITUATIONS: Final = 13
STANDS: Final = 2197  # SITUATIONS ** 3
HEAD: Final = 8  # bytes before the first value: how far values were from being settled


def stand(fleet: i64, visits: i64) -> i64:
    """Return the number of a fleet with its visits; a ship at Backwater counts as having visited it."""
    number: i64 = 0
    places = fleet
    unit = i64(GUARDS)
    for size in range(i64(SIZES)):
        place = places // unit
        places %= unit
        unit //= PLACES
        number *= SITUATIONS
        if visits >> size & 1 or place == BACKWATER:
            number += PLACES - 1 + place
        else:
            number += place if place < BACKWATER else place - 1
    return number


class Index:
    """Where in a table a position is found."""

    def __init__(self) -> None:
        near, far = vec[i64]([0, 2, 1, 3, 4, 5, 6]), vec[i64]([0, 1, 2, 3, 5, 4, 6])
        self.fleets = vec[i64]([0] * STANDS)
        self.visits = vec[i64]([0] * STANDS)
        for visits in range(i64(VISITS)):
            for fleet in range(i64(FLEETS)):
                number = stand(fleet, visits)
                # Of the two ways to say that a ship is at Backwater, the later one, with its visit, stays.
                self.fleets[number] = fleet
                self.visits[number] = visits
        self.near_renamed = vec[i64]([stand(renamed(self.fleets[n], near), self.visits[n]) for n in range(i64(STANDS))])
        self.far_renamed = vec[i64]([stand(renamed(self.fleets[n], far), self.visits[n]) for n in range(i64(STANDS))])
        self.rows = vec[i64]([0] * STANDS)
        self.rows_of = vec[i64]()  # for each row the fleet that it is written for
        self.how = vec[i64]([0] * STANDS)  # which names are exchanged to get there: 1 near home, 2 far from it
        for number in range(i64(STANDS)):
            self.give_row(number)

    def give_row(self, number: i64) -> None:
        """Find the row of a fleet: that of the least number among those alike, which comes first."""
        least = number
        for how in range(i64(1), i64(4)):
            same = self.renamed(number, how)
            if same < least:
                least = same
                self.how[number] = how
        if least == number:
            self.rows[number] = i64(len(self.rows_of))
            self.rows_of = append(self.rows_of, number)
        else:
            self.rows[number] = self.rows[least]

    def renamed(self, number: i64, how: i64) -> i64:
        """Return a fleet with the names of stars exchanged: 1 for those near its home, 2 for those far from it."""
        if how & 1:
            number = self.near_renamed[number]
        if how & 2:
            number = self.far_renamed[number]
        return number

    def place(self, number: i64, enemy: i64) -> i64:
        """Return where the value of a position is, counted in values."""
        how = self.how[number]
        # What is near to one is far from the other.
        return self.rows[number] * STANDS + self.renamed(enemy, how >> 1 | (how & 1) << 1)

    def size(self) -> i64:
        """Return how many values a table has."""
        return i64(len(self.rows_of)) * STANDS


def written(solved: dict[int, tuple[bytes, bytes, bytes]]) -> bytes:
    """Return the table for strata, given least values, greatest values and haste; other strata are worth 0."""
    index = Index()
    begun = vec[i64]([0] * VISITS)
    for stratum in solved:
        begun[stratum // VISITS] = 1
    unknown = bytes(8 * STRATUM)
    parts = [solved.get(s, (unknown, unknown, unknown)) for s in range(VISITS * VISITS)]
    gap = 0.0
    values, hastes = BytesWriter(), BytesWriter()
    for number in index.rows_of:
        fleet, visits = index.fleets[number], index.visits[number]
        if not begun[visits]:
            values.write(bytes(2 * STANDS))
            hastes.write(bytes(2 * STANDS))
            continue
        for enemy_number in range(i64(STANDS)):
            lower, upper, haste = parts[visits * VISITS + index.visits[enemy_number]]
            place = (fleet * FLEETS + index.fleets[enemy_number]) * 8
            least, most = read_f64_le(lower, place), read_f64_le(upper, place)
            gap = max(gap, most - least)
            write_i16_le(values, i16(rounded((least + most) / 2.0)))
            write_i16_le(hastes, i16(rounded(read_f64_le(haste, place))))
    head = BytesWriter()
    write_f64_le(head, gap / 2.0)
    return head.getvalue() + values.getvalue() + hastes.getvalue()


class StarRunnersSolution:
    """What positions are worth if both play as well as can be and no limit ends the game."""

    def __init__(self, setup: StarRunnersSetup, table: bytes) -> None:
        self.index = Index()
        if i64(len(table)) != HEAD + 4 * self.index.size():
            raise ValueError("a table of another size")
        self.table = table
        self.error: float = read_f64_le(table, 0) + 0.5 / float(STEPS)
        self.turns = turns_of(setup, vec[i64]())

    def value(self, state: State, seat: int) -> float:
        """Return what a state is worth to a seat; the turn limit is not thought of before it is reached."""
        return float(self.merit(state, seat)[0]) / float(STEPS)

    def haste(self, state: State, seat: int) -> float:
        """Return how soon a state is won, or how late it is lost."""
        return float(self.merit(state, seat)[1]) / float(STEPS)

    def merit(self, state: State, seat: i64) -> tuple[i64, i64]:
        """Return worth and haste, in parts."""
        if state.to_move == OVER:
            won = rounded(state.returns()[seat])
            return won, won
        small = state.byte_fields
        roller = i64(small[TURN_OF])
        visits, enemy_visits = i64(small[VISITED + roller]), i64(small[VISITED + 1 - roller])
        fleet, enemy = fleet_of(state, roller), fleet_of(state, 1 - roller)
        phase = i64(small[PHASE])
        if phase == CHOOSING:
            # Whatever is chosen, the map is the same, and seat 0 rolls first.
            roller = 0
        best, soonest = i64(-STEPS), i64(-STEPS)
        if phase != SPENDING:
            best, soonest = self.before_roll(fleet, visits, enemy, enemy_visits)
        if phase in (DOUBLES, SPENDING):
            rank, haste = self.best_turn(fleet, visits, enemy, enemy_visits, i64(small[POINTS]))
            if rank > best or (rank == best and haste > soonest):
                best, soonest = rank, haste
        return (best, soonest) if seat == roller else (-best, -soonest)

    def before_roll(self, fleet: i64, visits: i64, enemy: i64, enemy_visits: i64) -> tuple[i64, i64]:
        """Return worth and haste for the owner of ``fleet``, who is about to roll."""
        place = HEAD + 2 * self.index.place(stand(fleet, visits), stand(enemy, enemy_visits))
        return i64(read_i16_le(self.table, place)), i64(read_i16_le(self.table, place + 2 * self.index.size()))

    def best_turn(self, fleet: i64, visits: i64, enemy: i64, enemy_visits: i64, points: i64) -> tuple[i64, i64]:
        """Return worth and haste of the best way to spend points."""
        turns = self.turns
        medium = bit(HOME_B - enemy // PLACES % PLACES)
        large = bit(HOME_B - enemy % PLACES)
        small_costs = turns.costs_from(0, medium | large)
        medium_costs = turns.costs_from(1, large)
        large_costs = turns.costs_from(2, 0)
        small_row = fleet // GUARDS * PLACES
        medium_row = fleet // PLACES % PLACES * PLACES
        large_row = fleet % PLACES * PLACES
        best, soonest = i64(-STEPS), i64(-STEPS)
        for first in range(i64(PLACES)):
            after_small = points - small_costs[small_row + first]
            if after_small < 0:
                continue
            for second in range(i64(PLACES)):
                after_medium = after_small - medium_costs[medium_row + second]
                if after_medium < 0:
                    continue
                for third in range(i64(PLACES)):
                    if after_medium < large_costs[large_row + third]:
                        continue
                    reached = first * GUARDS + second * PLACES + third
                    if reached == GOAL and visits == WHOLE_FLEET:
                        return i64(STEPS), i64(STEPS)
                    worth, haste = self.before_roll(enemy, enemy_visits, reached, visits | turns.resting[reached])
                    if -worth > best or (-worth == best and -haste > soonest):
                        best, soonest = -worth, -haste
        return best, soonest


def fleet_of(state: State, seat: i64) -> i64:
    """Return where a seat's ships are, told from its own end of the map."""
    fleet: i64 = 0
    for size in range(i64(SIZES)):
        place = i64(state.byte_fields[SHIPS + seat * SIZES + size])
        fleet = fleet * PLACES + (HOME_B - place if seat else place)
    return fleet


def turns_of(setup: StarRunnersSetup, fleets: vec[i64]) -> Turns:
    """Return the turns that some fleets can take by the rules of a setup."""
    # The lanes are the same whichever binaries are chosen, as long as they differ.
    lanes = PLACES
    connections = vec[i64]([setup.connections[lanes + place] for place in range(i64(PLACES))])
    return Turns(connections, setup.pips, setup.sides, setup.barred_places, fleets)
