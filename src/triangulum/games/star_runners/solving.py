# compiled by mypyc
"""Solving Star Runners: every turn that a fleet can take, and sweeps that make values fit each other.

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

FLEETS: Final = 343  # PLACES ** 3
GUARDS: Final = 49  # where an enemy's medium and large stand, which is all that hinders
VISITS: Final = 8
GOAL: Final = 342  # the fleet that has arrived
STRATUM: Final = 117_649  # FLEETS ** 2

STEPS: Final = 32_767
"""In the end a value from -1 to 1 is a whole number of such parts, so it can be off by half of one."""

SET: Final = 0
LOWER: Final = 1
RAISE: Final = 2


def places_of(fleet: i64) -> tuple[i64, i64, i64]:
    """Return where a fleet's small, medium and large ship are."""
    return fleet // GUARDS, fleet // PLACES % PLACES, fleet % PLACES


def resting(fleet: i64) -> i64:
    """Return the sizes of a fleet that are at Backwater, as a mask."""
    small, medium, large = places_of(fleet)
    found: i64 = 0
    if small == BACKWATER:
        found |= 1
    if medium == BACKWATER:
        found |= 2
    if large == BACKWATER:
        found |= 4
    return found


def renamed(fleet: i64, names: vec[i64]) -> i64:
    """Return a fleet with its places renamed."""
    small, medium, large = places_of(fleet)
    return names[small] * GUARDS + names[medium] * PLACES + names[large]


def rounded(value: float) -> i64:
    """Return the nearest whole number of parts."""
    parts = value * float(STEPS)
    return i64(parts + 0.5) if parts >= 0.0 else -i64(0.5 - parts)


class Turns:
    """For every fleet, and every place of the enemy's medium and large: where it can be after a turn, by least cost."""

    def __init__(self, connections: vec[i64], pips: vec[i64], sides: i64, barred_places: i64, fleets: vec[i64]) -> None:
        self.connections = connections
        self.pips = pips
        self.sides = sides
        self.barred_places = barred_places
        self.fleets = fleets
        self.resting = vec[i64]([resting(fleet) for fleet in range(i64(FLEETS))])
        # Both stars next to a home can change their names; seen from the other end, that is the other pair.
        near, far = vec[i64]([0, 2, 1, 3, 4, 5, 6]), vec[i64]([0, 1, 2, 3, 5, 4, 6])
        self.near_renamed = vec[i64]([renamed(fleet, near) for fleet in range(i64(FLEETS))])
        self.far_renamed = vec[i64]([renamed(fleet, far) for fleet in range(i64(FLEETS))])
        self.begins = vec[i64]([0] * (GUARDS * FLEETS))
        self.ends = vec[i64]([0] * (GUARDS * FLEETS))
        self.fleets_after = vec[i64]()
        self.costs = vec[i64]()
        met = vec[i64]([0] * GUARDS)
        for fleet in fleets:
            met[fleet % GUARDS] = 1
        for guards in range(i64(GUARDS)):
            if met[guards]:
                self.list_turns(guards)

    def list_turns(self, guards: i64) -> None:
        """List the turns of all fleets against one choice of guards, cheapest first."""
        medium = bit(HOME_B - guards // PLACES)
        large = bit(HOME_B - guards % PLACES)
        costs_small = self.costs_from(0, medium | large)
        costs_medium = self.costs_from(1, large)
        costs_large = self.costs_from(2, 0)
        after = self.fleets_after
        costs = self.costs
        sides = self.sides
        for fleet in self.fleets:
            small_row = fleet // GUARDS * PLACES
            medium_row = fleet // PLACES % PLACES * PLACES
            large_row = fleet % PLACES * PLACES
            self.begins[guards * FLEETS + fleet] = i64(len(after))
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
                                after = append(after, small * GUARDS + middle * PLACES + big)
                                costs = append(costs, cost)
            self.ends[guards * FLEETS + fleet] = i64(len(after))
        self.fleets_after = after
        self.costs = costs

    def costs_from(self, size: i64, threats: i64) -> vec[i64]:
        """Return what it costs a ship to get from each place to each, with larger enemies at ``threats``."""
        out_of_reach = self.sides + 1
        pips = self.pips[size]
        found = vec[i64]([out_of_reach] * (PLACES * PLACES))
        barred = threats & self.barred_places
        for start in range(i64(PLACES)):
            reached = bit(start)
            found[start * PLACES + start] = 0
            edge = reached
            if (threats & SINGLE_STARS) >> start & 1:
                continue
            cost = pips
            while edge and cost <= self.sides:
                beyond: i64 = 0
                for place in range(i64(PLACES)):
                    if edge >> place & 1:
                        beyond |= self.connections[place]
                edge = beyond & ~barred & ~reached & ALL_PLACES
                reached |= edge
                for place in range(i64(PLACES)):
                    if edge >> place & 1:
                        found[start * PLACES + place] = cost
                cost += pips
        return found

    def can_be(self, fleet: i64, visits: i64) -> bool:
        """Tell whether a fleet with these visits can stand so between turns, with the game going on."""
        if self.resting[fleet] & ~visits:
            return False
        return fleet != GOAL or visits != WHOLE_FLEET

    def comes_first(self, fleet: i64, enemy: i64) -> bool:
        """Tell whether a position is the first of those that differ in names only."""
        place = fleet * FLEETS + enemy
        if self.near_renamed[fleet] * FLEETS + self.far_renamed[enemy] < place:
            return False
        fleet_far, enemy_near = self.far_renamed[fleet], self.near_renamed[enemy]
        if fleet_far * FLEETS + enemy_near < place:
            return False
        return self.near_renamed[fleet_far] * FLEETS + self.far_renamed[enemy_near] >= place


class Values:
    """What positions are worth to whoever rolls, in some of the strata."""

    def __init__(self, strata: list[int]) -> None:
        self.begins = vec[i64]([-1] * (VISITS * VISITS))
        begin: i64 = 0
        for stratum in strata:
            self.begins[stratum] = begin
            begin += STRATUM
        self.worth = vec[float]([0.0] * int(begin))
        for stratum in strata:
            if stratum % VISITS == WHOLE_FLEET:
                # The enemy has arrived.
                for fleet in range(i64(FLEETS)):
                    self.worth[self.begins[stratum] + fleet * FLEETS + GOAL] = -1.0

    def at(self, stratum: i64, fleet: i64, enemy: i64) -> float:
        """Return what a position is worth."""
        return self.worth[self.begins[stratum] + fleet * FLEETS + enemy]

    def put(self, stratum: i64, values: bytes) -> None:
        """Set a whole stratum."""
        begin = self.begins[stratum]
        worth = self.worth
        for place in range(i64(STRATUM)):
            worth[begin + place] = read_f64_le(values, place * 8)

    def put_middle(self, stratum: i64, lower: Values, upper: Values) -> None:
        """Set a whole stratum to what lies in the middle of two others."""
        begin = self.begins[stratum]
        for place in range(i64(STRATUM)):
            least, most = lower.worth[lower.begins[stratum] + place], upper.worth[upper.begins[stratum] + place]
            self.worth[begin + place] = (least + most) / 2.0

    def put_rounded(self, stratum: i64, lower: Values, upper: Values) -> None:
        """Set a whole stratum to what lies in the middle of two others, in whole parts."""
        self.put_middle(stratum, lower, upper)
        begin = self.begins[stratum]
        for place in range(i64(STRATUM)):
            self.worth[begin + place] = float(rounded(self.worth[begin + place]))

    def spread(self, turns: Turns, stratum: i64, fleet: i64, enemy: i64, value: float) -> None:
        """Set a position and those that differ from it in names only."""
        begin = self.begins[stratum]
        fleet_far, enemy_near = turns.far_renamed[fleet], turns.near_renamed[enemy]
        self.worth[begin + fleet * FLEETS + enemy] = value
        self.worth[begin + turns.near_renamed[fleet] * FLEETS + turns.far_renamed[enemy]] = value
        self.worth[begin + fleet_far * FLEETS + enemy_near] = value
        self.worth[begin + turns.near_renamed[fleet_far] * FLEETS + turns.far_renamed[enemy_near]] = value

    def get(self, stratum: i64) -> bytes:
        """Return a whole stratum."""
        begin = self.begins[stratum]
        written = BytesWriter()
        for place in range(i64(STRATUM)):
            write_f64_le(written, self.worth[begin + place])
        return written.getvalue()


def sweep(
    turns: Turns, known: Values, made: Values, visits: i64, enemy_visits: i64, gain: float, pain: float, how: i64
) -> float:
    """Look one turn ahead from all positions of a stratum, and return the greatest change.

    What follows is taken from ``known``; what comes out is written to ``made``, multiplied by ``gain`` where it is
    positive and by ``pain`` where it is negative. ``how`` is SET, or LOWER or RAISE to let values go one way only.
    """
    stratum = visits * VISITS + enemy_visits
    after = strata_after(known, visits, enemy_visits)
    doubles = vec[float]([0.0] * int(turns.sides + 1))
    changed = 0.0
    for fleet in turns.fleets:
        if not turns.can_be(fleet, visits):
            continue
        for enemy in turns.fleets:
            if not turns.can_be(enemy, enemy_visits) or not turns.comes_first(fleet, enemy):
                continue
            value = look_ahead(turns, known.worth, after, fleet, enemy, doubles)
            value *= gain if value > 0.0 else pain
            old = made.at(stratum, fleet, enemy)
            if (how == LOWER and value > old) or (how == RAISE and value < old):
                continue
            changed = max(changed, abs(value - old))
            made.spread(turns, stratum, fleet, enemy, value)
    return changed


def strata_after(known: Values, visits: i64, enemy_visits: i64) -> vec[i64]:
    """Return for each choice of ships at Backwater where the stratum begins to which a turn leads."""
    after = vec[i64]([0] * VISITS)
    for rests in range(i64(VISITS)):
        after[rests] = known.begins[enemy_visits * VISITS + (visits | rests)]
    return after


def look_ahead(turns: Turns, worth: vec[float], after: vec[i64], fleet: i64, enemy: i64, doubles: vec[float]) -> float:
    """Return what a position is worth before the roll, by what those are worth to which a turn can lead."""
    row = enemy % GUARDS * FLEETS + fleet
    place, end = turns.begins[row], turns.ends[row]
    column = enemy * FLEETS
    fleets_after, costs, rests = turns.fleets_after, turns.costs, turns.resting
    sides = turns.sides
    best = -2.0
    single = 0.0
    for points in range(i64(1), sides + 1):
        while place < end and costs[place] <= points:
            reached = fleets_after[place]
            value = -worth[after[rests[reached]] + column + reached]
            if value > best:
                best = value
            place += 1
        single += 2.0 * float(points - 1) * best
        doubles[points] = best
    return before_roll(single, doubles, sides)


def before_roll(single: float, doubles: vec[float], sides: i64) -> float:
    """Return what a roll is worth: ``single`` sums up what all but doubles bring, ``doubles`` is by their points.

    Doubles up to some number are rolled again, which brings the same roll once more. More points are never worse,
    so it is enough to try the numbers.
    """
    total = single
    for points in range(i64(1), sides + 1):
        total += doubles[points]
    rolls = float(sides * sides)
    best = total / rolls
    for points in range(i64(1), sides):
        total -= doubles[points]
        rolls -= 1.0
        best = max(best, total / rolls)
    return best


def hasten(turns: Turns, ranks: Values, haste: Values, visits: i64, enemy_visits: i64, keep: float) -> float:
    """Look one turn ahead for how soon a game is won, from all positions of a stratum, and return the greatest change.

    ``ranks`` are values in whole parts. Only turns of the highest rank are played, and of these the one that wins
    soonest or loses latest: where many turns win for certain, somebody must still choose one that gets ahead.
    """
    stratum = visits * VISITS + enemy_visits
    # Both hold the same strata.
    after = strata_after(haste, visits, enemy_visits)
    changed = 0.0
    for fleet in turns.fleets:
        if not turns.can_be(fleet, visits):
            continue
        for enemy in turns.fleets:
            if not turns.can_be(enemy, enemy_visits) or not turns.comes_first(fleet, enemy):
                continue
            old = haste.at(stratum, fleet, enemy)
            rank = ranks.at(stratum, fleet, enemy)
            value = keep * haste_ahead(turns, ranks.worth, haste.worth, after, fleet, enemy, rank, old)
            changed = max(changed, abs(value - old))
            haste.spread(turns, stratum, fleet, enemy, value)
    return changed


def haste_ahead(
    turns: Turns,
    ranks: vec[float],
    hastes: vec[float],
    after: vec[i64],
    fleet: i64,
    enemy: i64,
    rank_again: float,
    haste_again: float,
) -> float:
    """Return the haste of a position, by those to which the best turns lead; ``again`` is for doubles rolled again."""
    row = enemy % GUARDS * FLEETS + fleet
    place, end = turns.begins[row], turns.ends[row]
    column = enemy * FLEETS
    fleets_after, costs, rests = turns.fleets_after, turns.costs, turns.resting
    sides = turns.sides
    best_rank = -2.0 * float(STEPS)
    best_haste = -2.0
    total = 0.0
    for points in range(i64(1), sides + 1):
        while place < end and costs[place] <= points:
            reached = fleets_after[place]
            spot = after[rests[reached]] + column + reached
            rank = -ranks[spot]
            if rank > best_rank:
                best_rank = rank
                best_haste = -hastes[spot]
            elif rank == best_rank and -hastes[spot] > best_haste:
                best_haste = -hastes[spot]
            place += 1
        total += 2.0 * float(points - 1) * best_haste
        if best_rank > rank_again:
            total += best_haste
        elif best_rank == rank_again:
            total += max(best_haste, haste_again)
        else:
            total += haste_again
    return total / float(sides * sides)
