# compiled by mypyc
"""Plans for Tricolor Line: which two routes would be cheapest to finish, and what a change of the table does to that.

A plan reckons in tenths of a card. It looks for the cheapest way from Start to an End over built roads, blueprints and
free places, then for a second way to another End that shares no tile with it. For every place and side it knows
what it costs to come there from Start, and to go on from there to an End; so what another tile at a place would change
is found without searching again.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i16, i32, i64, u8

from triangulum.games.tricolor_line.lookup import (
    CENTRE,
    COLOURS,
    END,
    IMPOSSIBLE,
    PILES,
    PLACES,
    SHAPES,
    SIDE,
    START_CODE,
    TOP,
    UNSEEN,
    TricolorTables,
    face_of,
)

FREE: Final = 42  # what a free place costs on the way: a tile has to come, be placed and be built
ANOTHERS: Final = 4  # how much less one likes a tile of another colour
END_ON_TOP: Final = 25  # what it costs to use an End that lies on a pile
END_UNSEEN: Final = 110  # and one that nobody has seen yet
SPOILT: Final = 45  # what it costs, at most, when a planned place is taken by a tile that does not fit


class Way:
    """The cheapest way from Start to an End that avoids some places, and what other ways would cost.

    Nothing is followed up that costs as much as this way and SPOILT: nobody is told of more than that. A way does not
    keep its plan, which keeps it: neither would be freed before somebody looks for such circles.
    """

    def __init__(self, plan: Plan, avoided: vec[u8]) -> None:
        self.avoided = avoided
        self.here = vec[i32]([IMPOSSIBLE] * (4 * PLACES))  # for each place and side, to come there from Start
        self.onward = vec[i32]()  # to go on from there, the place itself included; reckoned when it is asked for
        self.price: i64 = IMPOSSIBLE
        self.on_way = vec[u8]([0] * PLACES)
        self.come(plan)

    def come(self, plan: Plan) -> None:
        """Reckon what it costs to come to each place from Start, and mark the places of the way."""
        here, avoided = self.here, self.avoided
        small, inside, colour = plan.small, plan.inside, plan.colour
        beside, passing = plan.setup.beside, plan.setup.passing
        before = vec[i16]([-1] * (4 * PLACES))
        last: i64 = -1
        queue = vec[i64](capacity=512)
        for side in range(i64(4)):
            if plan.setup.road[START_CODE] >> side & 1:
                entry = 4 * beside[4 * CENTRE + side] + (side ^ 2)
                if inside[entry >> 2] and not avoided[entry >> 2]:
                    here[entry] = i32(0)
                    queue = append(queue, entry)
        limit: i64 = IMPOSSIBLE
        done: i64 = 0
        while done < i64(len(queue)):
            entry = queue[done]
            done += 1
            place = entry >> 2
            cost = i64(here[entry])
            if cost >= limit:
                continue
            arrived = cost + plan.price_of_end(entry)
            if arrived < self.price:
                self.price = arrived
                last = entry
                limit = arrived + SPOILT
            code = i64(small[place])
            extra: i64 = ANOTHERS if code and face_of(code) // SHAPES != colour else 0
            for side in range(i64(4)):
                if code:
                    price = passing[16 * code + 4 * (entry & 3) + side]
                    if price >= IMPOSSIBLE:
                        continue
                elif side == entry & 3:
                    continue
                else:
                    price = FREE
                other = beside[4 * place + side]
                if other < 0 or not inside[other] or avoided[other]:
                    continue
                following = 4 * other + (side ^ 2)
                price += cost + extra
                if price < i64(here[following]) and price < limit:
                    here[following] = i32(price)
                    before[following] = i16(entry)
                    queue = append(queue, following)
        while last >= 0:
            self.on_way[last >> 2] = u8(1)
            last = i64(before[last])

    def go(self, plan: Plan) -> None:
        """Reckon what it costs to go on from each place to an End."""
        avoided = self.avoided
        small, inside, colour = plan.small, plan.inside, plan.colour
        beside, passing = plan.setup.beside, plan.setup.passing
        onward = vec[i32]([IMPOSSIBLE] * (4 * PLACES))
        queue = vec[i64](capacity=512)
        limit = self.price + SPOILT
        for place in plan.around:
            code = i64(small[place])
            if code and face_of(code) != END:
                continue
            for entry in range(4 * place, 4 * place + 4):
                price = plan.price_of_end(entry)
                if price >= limit or price >= IMPOSSIBLE:
                    continue
                onward[entry] = i32(price)
                behind = beside[entry]
                # From one free place to the next nothing is gained, but beside Start, where no End can be.
                if behind >= 0 and (code or small[behind] or is_beside_start(behind)):
                    queue = append(queue, entry)
        done: i64 = 0
        while done < i64(len(queue)):
            entry = queue[done]
            done += 1
            place = beside[entry]
            if place < 0 or not inside[place] or avoided[place]:
                continue
            exit_side = (entry & 3) ^ 2
            code = i64(small[place])
            extra: i64 = ANOTHERS if code and face_of(code) // SHAPES != colour else 0
            for side in range(i64(4)):
                if code:
                    price = passing[16 * code + 4 * side + exit_side]
                    if price >= IMPOSSIBLE:
                        continue
                elif side == exit_side:
                    continue
                else:
                    price = FREE
                price += i64(onward[entry]) + extra
                if price < i64(onward[4 * place + side]) and price < limit:
                    onward[4 * place + side] = i32(price)
                    queue = append(queue, 4 * place + side)
        self.onward = onward

    def through(self, plan: Plan, place: i64, code: i64) -> i64:
        """Return what the cheapest way through a place would cost if that tile lay there."""
        best: i64 = IMPOSSIBLE
        if self.avoided[place]:
            return best
        if len(self.onward) == 0:
            self.go(plan)
        here, onward, beside = self.here, self.onward, plan.setup.beside
        for one in range(i64(4)):
            come = i64(here[4 * place + one])
            if come >= IMPOSSIBLE:
                continue
            if face_of(code) == END:
                if plan.setup.road[code] >> one & 1 and beside[4 * place + one] != CENTRE:
                    best = min(best, come)
                continue
            for side in range(i64(4)):
                price = plan.price_of(code, one, side)
                other = beside[4 * place + side]
                if price < IMPOSSIBLE and other >= 0:
                    best = min(best, come + price + i64(onward[4 * other + (side ^ 2)]))
        return best

    def changed(self, plan: Plan, place: i64, code: i64) -> i64:
        """Return what the way would cost, or a guess, if a tile, or none for 0, lay at a place."""
        new = self.through(plan, place, code) if code else i64(IMPOSSIBLE)
        if not self.on_way[place]:
            return min(self.price, new)
        return min(new, self.price + SPOILT)


class Plan:
    """Two ways that share no tile, as somebody of a colour would like them; -1 for no colour in particular."""

    def __init__(self, setup: TricolorTables, small: vec[u8], colour: i64) -> None:
        self.setup = setup
        self.small = small
        self.colour = colour
        self.inside = vec[u8]([0] * PLACES)  # places that are looked at: those of tiles and a few around them
        self.around = vec[i64](capacity=128)  # the same, as a list
        self.wanted = vec[u8]()  # for each colour, whether a blueprint of it is on a way; reckoned when it is asked for
        self.asked: i64 = -1  # what was asked for last, and the answer: payments for a tile come one after the other
        self.answer: i64 = 0
        self.new_end: i64 = IMPOSSIBLE
        for pile in range(i64(PILES)):
            if i64(small[TOP + pile]) == END + 1:
                self.new_end = END_ON_TOP
        if self.new_end == IMPOSSIBLE and small[UNSEEN + END]:
            self.new_end = END_UNSEEN
        self.look_around()
        self.first = Way(self, vec[u8]([0] * PLACES))
        self.second = Way(self, self.first.on_way)

    def look_around(self) -> None:
        """Find out which places matter."""
        low_x: i64 = SIDE
        low_y: i64 = SIDE
        high_x: i64 = 0
        high_y: i64 = 0
        for place in range(i64(PLACES)):
            if self.small[place]:
                low_x = min(low_x, place // SIDE)
                high_x = max(high_x, place // SIDE)
                low_y = min(low_y, place % SIDE)
                high_y = max(high_y, place % SIDE)
        for x in range(max(low_x - 1, i64(0)), min(high_x + 2, i64(SIDE))):
            for y in range(max(low_y - 1, i64(0)), min(high_y + 2, i64(SIDE))):
                self.inside[SIDE * x + y] = u8(1)
                self.around = append(self.around, SIDE * x + y)

    def price_of(self, code: i64, entry: i64, side: i64) -> i64:
        """Return what it costs to lead a road through a tile."""
        price = self.setup.passing[16 * code + 4 * entry + side]
        if price < IMPOSSIBLE and face_of(code) // SHAPES != self.colour:
            price += ANOTHERS
        return price

    def price_of_end(self, entry: i64) -> i64:
        """Return what it costs to end a way on entering a place at a side: nothing if an End is there."""
        place = entry >> 2
        if self.setup.beside[entry] == CENTRE:
            return IMPOSSIBLE
        code = i64(self.small[place])
        if not code:
            return self.new_end
        if face_of(code) != END or not self.setup.road[code] >> (entry & 3) & 1:
            return IMPOSSIBLE
        return 0

    def total(self) -> i64:
        """Return what both ways cost."""
        return self.first.price + self.second.price

    def changed(self, place: i64, code: i64) -> i64:
        """Return what both ways would cost if a tile, or none for 0, lay at a place."""
        question = 256 * place + code
        if self.asked == question:
            return self.answer
        one, two = self.first, self.second
        if code and face_of(code) == END:
            # An End can be the end of one of them only.
            found = min(
                one.changed(self, place, code) + two.changed(self, place, 0),
                one.changed(self, place, 0) + two.changed(self, place, code),
            )
        else:
            found = one.changed(self, place, code) + two.changed(self, place, code)
        self.asked, self.answer = question, found
        return found

    def wants(self, colour: i64) -> bool:
        """Tell whether a blueprint of a colour is on one of the ways."""
        if len(self.wanted) == 0:
            wanted = vec[u8]([0] * COLOURS)
            for place in self.around:
                code = i64(self.small[place])
                if code & 1 and face_of(code) < END and self.needs(place):
                    wanted[face_of(code) // SHAPES] = u8(1)
            self.wanted = wanted
        return bool(self.wanted[colour])

    def needs(self, place: i64) -> bool:
        """Tell whether a place is on one of the ways."""
        return bool(self.first.on_way[place] or self.second.on_way[place])

    def is_laid_out(self) -> bool:
        """Tell whether both ways lead over tiles only."""
        for place in range(i64(PLACES)):
            if self.needs(place) and not self.small[place]:
                return False
        return self.total() < IMPOSSIBLE


def is_beside_start(place: i64) -> bool:
    """Tell whether a place has a side in common with Start."""
    return place in (CENTRE - SIDE, CENTRE - 1, CENTRE + 1, CENTRE + SIDE)
