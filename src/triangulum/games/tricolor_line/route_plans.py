# compiled by mypyc
"""Route plans for Tricolor Line: the two cheapest routes to finish, and what they'd cost if a tile changed.

The idea: bots judge a position by how much is missing until two routes that share no tile end the game. Costs are in
tenths of a card. A built road costs next to nothing to pass, a blueprint its price in cards and quarter turns, a free
place a fixed guess. A label-correcting search (as Bellman-Ford with a queue) finds the cheapest path from Start to an
End; a second search, with the first path's places blocked, finds the other one. That's greedy, not the best pair.

An *entry* is 4 * place + side: a place together with the side at which a path comes in. Each path keeps two costs for
every entry, from Start to it and from it to an End. So the cost with another tile at a place is the cheapest sum of a
cost to get there, a cost to pass the tile and a cost to go on: sixteen sums instead of a new search.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i16, i32, i64, u8

from triangulum.games.tricolor_line.lookup import (
    BOARD_SIZE,
    CENTRE,
    END,
    IMPOSSIBLE_COST,
    NUM_COLOURS,
    NUM_PILES,
    NUM_PLACES,
    NUM_SHAPES,
    START_CODE,
    TOP,
    UNSEEN,
    TricolorLookup,
    decode_face,
)

FREE_PLACE_COST: Final = 42  # to pass a free place: a tile has to arrival_cost, be placed and be built
OTHER_COLOUR_COST: Final = 4  # on top, to pass a tile of another colour
END_ON_TOP_COST: Final = 25  # to end a path with an End that lies on top of a pile
UNSEEN_END_COST: Final = 110  # and one that nobody has seen yet
SPOILT_PLACE_COST: Final = 45  # the most it costs when a place of the path gets a tile that does not fit


class CheapestPath:
    """The cheapest path from Start to an End that avoids blocked places, and what paths through other places cost.

    The searches stop at this path's cost plus SPOILT_PLACE_COST, because no answer is ever larger. A path takes its
    plan as an argument instead of keeping it: the plan keeps the path, and only the garbage collector frees cycles.
    """

    def __init__(self, plan: RoutePlan, blocked: vec[u8]) -> None:
        self.blocked = blocked
        self.cost_from_start = vec[i32]([IMPOSSIBLE_COST] * (4 * NUM_PLACES))  # for each entry
        self.cost_to_end = vec[i32]()  # for each entry, its place included; computed when it is first asked for
        self.cost: i64 = IMPOSSIBLE_COST
        self.on_path = vec[u8]([0] * NUM_PLACES)  # for each place, whether the path passes it
        self.search_from_start(plan)

    def search_from_start(self, plan: RoutePlan) -> None:
        """Compute the cost from Start to each entry, and mark the places of the cheapest path."""
        from_start, blocked = self.cost_from_start, self.blocked
        byte_fields, is_searched, colour = plan.byte_fields, plan.is_searched, plan.colour
        neighbours, passing_costs = plan.setup.neighbours, plan.setup.passing_costs
        previous_entry = vec[i16]([-1] * (4 * NUM_PLACES))
        last: i64 = -1
        queue = vec[i64](capacity=512)
        for side in range(i64(4)):
            if plan.setup.road_masks[START_CODE] >> side & 1:
                entry = 4 * neighbours[4 * CENTRE + side] + (side ^ 2)
                if is_searched[entry >> 2] and not blocked[entry >> 2]:
                    from_start[entry] = i32(0)
                    queue = append(queue, entry)
        limit: i64 = IMPOSSIBLE_COST
        done: i64 = 0
        while done < i64(len(queue)):
            entry = queue[done]
            done += 1
            place = entry >> 2
            cost = i64(from_start[entry])
            if cost >= limit:
                continue
            path_cost = cost + plan.end_cost(entry)
            if path_cost < self.cost:
                self.cost = path_cost
                last = entry
                limit = path_cost + SPOILT_PLACE_COST
            code = i64(byte_fields[place])
            colour_cost: i64 = OTHER_COLOUR_COST if code and decode_face(code) // NUM_SHAPES != colour else 0
            for side in range(i64(4)):
                if code:
                    cost_here = passing_costs[16 * code + 4 * (entry & 3) + side]
                    if cost_here >= IMPOSSIBLE_COST:
                        continue
                elif side == entry & 3:
                    continue
                else:
                    cost_here = FREE_PLACE_COST
                neighbour = neighbours[4 * place + side]
                if neighbour < 0 or not is_searched[neighbour] or blocked[neighbour]:
                    continue
                following = 4 * neighbour + (side ^ 2)
                cost_here += cost + colour_cost
                if cost_here < i64(from_start[following]) and cost_here < limit:
                    from_start[following] = i32(cost_here)
                    previous_entry[following] = i16(entry)
                    queue = append(queue, following)
        while last >= 0:
            self.on_path[last >> 2] = u8(1)
            last = i64(previous_entry[last])

    def search_from_ends(self, plan: RoutePlan) -> None:
        """Compute the cost from each entry to an End."""
        blocked = self.blocked
        byte_fields, is_searched, colour = plan.byte_fields, plan.is_searched, plan.colour
        neighbours, passing_costs = plan.setup.neighbours, plan.setup.passing_costs
        to_end = vec[i32]([IMPOSSIBLE_COST] * (4 * NUM_PLACES))
        queue = vec[i64](capacity=512)
        limit = self.cost + SPOILT_PLACE_COST
        for place in plan.searched_places:
            code = i64(byte_fields[place])
            if code and decode_face(code) != END:
                continue
            for entry in range(4 * place, 4 * place + 4):
                cost_here = plan.end_cost(entry)
                if cost_here >= limit or cost_here >= IMPOSSIBLE_COST:
                    continue
                to_end[entry] = i32(cost_here)
                behind = neighbours[entry]
                # From one free place to the next nothing is gained, but beside Start, where no End can be.
                if behind >= 0 and (code or byte_fields[behind] or is_beside_start(behind)):
                    queue = append(queue, entry)
        done: i64 = 0
        while done < i64(len(queue)):
            entry = queue[done]
            done += 1
            place = neighbours[entry]
            if place < 0 or not is_searched[place] or blocked[place]:
                continue
            exit_side = (entry & 3) ^ 2
            code = i64(byte_fields[place])
            colour_cost: i64 = OTHER_COLOUR_COST if code and decode_face(code) // NUM_SHAPES != colour else 0
            for side in range(i64(4)):
                if code:
                    cost_here = passing_costs[16 * code + 4 * side + exit_side]
                    if cost_here >= IMPOSSIBLE_COST:
                        continue
                elif side == exit_side:
                    continue
                else:
                    cost_here = FREE_PLACE_COST
                cost_here += i64(to_end[entry]) + colour_cost
                if cost_here < i64(to_end[4 * place + side]) and cost_here < limit:
                    to_end[4 * place + side] = i32(cost_here)
                    queue = append(queue, 4 * place + side)
        self.cost_to_end = to_end

    def cost_through(self, plan: RoutePlan, place: i64, code: i64) -> i64:
        """Return the cost of the cheapest path through a place if a tile with this code lay there."""
        best: i64 = IMPOSSIBLE_COST
        if self.blocked[place]:
            return best
        if len(self.cost_to_end) == 0:
            self.search_from_ends(plan)
        from_start, to_end, neighbours = self.cost_from_start, self.cost_to_end, plan.setup.neighbours
        for entry_side in range(i64(4)):
            arrival_cost = i64(from_start[4 * place + entry_side])
            if arrival_cost >= IMPOSSIBLE_COST:
                continue
            if decode_face(code) == END:
                if plan.setup.road_masks[code] >> entry_side & 1 and neighbours[4 * place + entry_side] != CENTRE:
                    best = min(best, arrival_cost)
                continue
            for side in range(i64(4)):
                cost_here = plan.passing_cost(code, entry_side, side)
                neighbour = neighbours[4 * place + side]
                if cost_here < IMPOSSIBLE_COST and neighbour >= 0:
                    best = min(best, arrival_cost + cost_here + i64(to_end[4 * neighbour + (side ^ 2)]))
        return best

    def cost_with_tile(self, plan: RoutePlan, place: i64, code: i64) -> i64:
        """Return what the path would cost, or a guess, if a tile lay at a place; code 0 is no tile."""
        new = self.cost_through(plan, place, code) if code else i64(IMPOSSIBLE_COST)
        if not self.on_path[place]:
            return min(self.cost, new)
        return min(new, self.cost + SPOILT_PLACE_COST)


class RoutePlan:
    """Two cheap paths that share no tile, for a player of a colour; -1 for no colour in particular."""

    def __init__(self, setup: TricolorLookup, byte_fields: vec[u8], colour: i64) -> None:
        self.setup = setup
        self.byte_fields = byte_fields
        self.colour = colour
        self.is_searched = vec[u8]([0] * NUM_PLACES)  # for each place: it has a tile, or is near one
        self.searched_places = vec[i64](capacity=128)  # the same, as a list
        # For each colour, whether a blueprint of it is on a path; computed when it is first asked for.
        self.needed_colours = vec[u8]()
        # The last query and its answer: all payments for a tile are asked for one after the other.
        self.cached_query: i64 = -1
        self.cached_cost: i64 = 0
        self.new_end_cost: i64 = IMPOSSIBLE_COST
        for pile in range(i64(NUM_PILES)):
            if i64(byte_fields[TOP + pile]) == END + 1:
                self.new_end_cost = END_ON_TOP_COST
        if self.new_end_cost == IMPOSSIBLE_COST and byte_fields[UNSEEN + END]:
            self.new_end_cost = UNSEEN_END_COST
        self.find_searched_places()
        self.first_path = CheapestPath(self, vec[u8]([0] * NUM_PLACES))
        self.second_path = CheapestPath(self, self.first_path.on_path)

    def find_searched_places(self) -> None:
        """Find the places worth searching: the rectangle around all tiles, and one place more on each side."""
        low_x: i64 = BOARD_SIZE
        low_y: i64 = BOARD_SIZE
        high_x: i64 = 0
        high_y: i64 = 0
        for place in range(i64(NUM_PLACES)):
            if self.byte_fields[place]:
                low_x = min(low_x, place // BOARD_SIZE)
                high_x = max(high_x, place // BOARD_SIZE)
                low_y = min(low_y, place % BOARD_SIZE)
                high_y = max(high_y, place % BOARD_SIZE)
        for x in range(max(low_x - 1, i64(0)), min(high_x + 2, i64(BOARD_SIZE))):
            for y in range(max(low_y - 1, i64(0)), min(high_y + 2, i64(BOARD_SIZE))):
                self.is_searched[BOARD_SIZE * x + y] = u8(1)
                self.searched_places = append(self.searched_places, BOARD_SIZE * x + y)

    def passing_cost(self, code: i64, entry_side: i64, exit_side: i64) -> i64:
        """Return the cost to lead a road through a tile from one side to another."""
        cost = self.setup.passing_costs[16 * code + 4 * entry_side + exit_side]
        if cost < IMPOSSIBLE_COST and decode_face(code) // NUM_SHAPES != self.colour:
            cost += OTHER_COLOUR_COST
        return cost

    def end_cost(self, entry: i64) -> i64:
        """Return the cost to end a path at an entry: nothing if an End is there, more for one yet to come."""
        place = entry >> 2
        if self.setup.neighbours[entry] == CENTRE:
            return IMPOSSIBLE_COST
        code = i64(self.byte_fields[place])
        if not code:
            return self.new_end_cost
        if decode_face(code) != END or not self.setup.road_masks[code] >> (entry & 3) & 1:
            return IMPOSSIBLE_COST
        return 0

    def total_cost(self) -> i64:
        """Return what both paths cost."""
        return self.first_path.cost + self.second_path.cost

    def total_cost_with_tile(self, place: i64, code: i64) -> i64:
        """Return what both paths would cost if a tile lay at a place; code 0 is no tile."""
        query = 256 * place + code
        if self.cached_query == query:
            return self.cached_cost
        first, second = self.first_path, self.second_path
        if code and decode_face(code) == END:
            # An End can be the end of one of them only.
            cost = min(
                first.cost_with_tile(self, place, code) + second.cost_with_tile(self, place, 0),
                first.cost_with_tile(self, place, 0) + second.cost_with_tile(self, place, code),
            )
        else:
            cost = first.cost_with_tile(self, place, code) + second.cost_with_tile(self, place, code)
        self.cached_query, self.cached_cost = query, cost
        return cost

    def needs_colour(self, colour: i64) -> bool:
        """Return whether a blueprint of a colour is on one of the paths."""
        if len(self.needed_colours) == 0:
            needed = vec[u8]([0] * NUM_COLOURS)
            for place in self.searched_places:
                code = i64(self.byte_fields[place])
                if code & 1 and decode_face(code) < END and self.needs_place(place):
                    needed[decode_face(code) // NUM_SHAPES] = u8(1)
            self.needed_colours = needed
        return bool(self.needed_colours[colour])

    def needs_place(self, place: i64) -> bool:
        """Return whether a place is on one of the paths."""
        return bool(self.first_path.on_path[place] or self.second_path.on_path[place])

    def has_all_tiles(self) -> bool:
        """Return whether both paths lead over tiles only, so that only cards are missing."""
        for place in range(i64(NUM_PLACES)):
            if self.needs_place(place) and not self.byte_fields[place]:
                return False
        return self.total_cost() < IMPOSSIBLE_COST


def is_beside_start(place: i64) -> bool:
    """Return whether a place is next to Start."""
    return place in (CENTRE - BOARD_SIZE, CENTRE - 1, CENTRE + 1, CENTRE + BOARD_SIZE)
