# compiled by mypyc
"""Route plans for Tricolor Line: the two cheapest routes to finish, and what they would cost if one tile changed.

Bots judge a position by how much is still missing until two routes that share no tile end the game. This module puts
that into one number, a cost in tenths of a card.

The board becomes a graph for a shortest-path search. Its nodes are *entries*: 4 * place + side is a place together with
the side at which a path comes in, because what it costs to go on depends on that side. An edge passes the place and
leaves it by another side. It costs

- next to nothing over a built road that joins the two sides,
- the price in cards over a blueprint, and more for each quarter turn until its roads join them,
- a fixed guess over a free place, where a tile still has to be drawn, placed and built;

and is missing where no tile could lead that way. A path ends for free at an End, and for a guess at a free place, where
one might be placed later.

A plan is two paths. The first is the cheapest one; the second is the cheapest that avoids the places of the first. This
greedy choice is not always the cheapest pair, but it is simple and good enough to compare positions by.

Most questions that bots ask are of the form *what if this tile lay there?*: one for each legal action. A new search for
each would be far too slow. So each path keeps two tables, the cost from Start to every entry and the cost from every
entry to an End, and answers with the cheapest sum of getting to the place, passing the new tile and going on: sixteen
sums. That is exact for paths through the place. If the place was on the path and the new tile does not fit, the path
has to go around it; nobody computes how, the answer is a flat SPOILT_PATH_COST more.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i16, i32, i64, u8

from triangulum.core.types import Cost
from triangulum.games.tricolor_line.rules.codes import (
    BOARD_SIZE,
    CENTRE,
    END_FACE,
    NUM_COLOURS,
    NUM_PILES,
    NUM_PLACES,
    NUM_SHAPES,
    START_CODE,
    PlaceIndex,
    TileCode,
    decode_face,
    is_blueprint,
)
from triangulum.games.tricolor_line.rules.fields import PILE_SIZES, PILE_TOPS, UNSEEN_TILES
from triangulum.games.tricolor_line.rules.lookup import IMPOSSIBLE_COST, TricolorLookup

FREE_PLACE_COST: Final = 42  # to pass a free place: a tile has to be drawn, placed and built
OTHER_COLOUR_COST: Final = 4  # on top, to pass a tile that is not of the plan's colour
END_ON_TOP_COST: Final = 25  # to end a path at a free place while an End is on top of a pile
UNSEEN_END_COST: Final = 110  # and while Ends are left, but none on top
HOPELESS_COST: Final = 300  # what a path counts for if there is none, or only a more expensive one
SPOILT_PATH_COST: Final = 45  # what a path costs more, at most, when a tile that does not fit comes to lie on it


class StepCosts:
    """What the steps of a path cost on a board, for a player of a colour; colour -1 is no colour in particular."""

    def __init__(self, setup: TricolorLookup, byte_fields: vec[u8], colour: i64) -> None:
        self.setup = setup
        self.byte_fields = byte_fields
        self.colour = colour
        self.is_searched = vec[u8]([0] * NUM_PLACES)  # for each place: whether paths may lead over it
        self.searched_places = vec[i64](capacity=128)  # the same, as a list
        self.free_place_cost: i64 = self.compute_free_place_cost()
        self.init_search_area()

    def compute_free_place_cost(self) -> Cost:
        """Return the cost to pass a free place, which takes a tile from a pile."""
        for pile in range(i64(NUM_PILES)):
            if self.byte_fields[PILE_SIZES + pile]:
                return FREE_PLACE_COST
        return IMPOSSIBLE_COST

    def compute_unlaid_end_cost(self, num_reserved_ends: i64) -> Cost:
        """Return the cost to end a path at a free place, with an End that is still to come and then to be built.

        So many of those that are still to come are reserved for other paths.
        """
        num_on_top: i64 = 0
        for pile in range(i64(NUM_PILES)):
            if i64(self.byte_fields[PILE_TOPS + pile]) == END_FACE + 1:
                num_on_top += 1
        building_cost = 10 * self.setup.end_cost
        if num_on_top > num_reserved_ends:
            return END_ON_TOP_COST + building_cost
        if num_on_top + i64(self.byte_fields[UNSEEN_TILES + END_FACE]) > num_reserved_ends:
            return UNSEEN_END_COST + building_cost
        return IMPOSSIBLE_COST

    def init_search_area(self) -> None:
        """Find the places that paths may lead over: the rectangle around all tiles, and a rim of one place.

        It is at least large enough for the nearest places where an End may lie.
        """
        reach = max(self.setup.end_distance - 1, i64(0))
        low_x: i64 = BOARD_SIZE // 2 - reach
        low_y: i64 = low_x
        high_x: i64 = BOARD_SIZE // 2 + reach
        high_y: i64 = high_x
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

    def passing_cost(self, tile_code: TileCode, entry_side: i64, exit_side: i64) -> Cost:
        """Return the cost to lead a path through a tile from one side to another."""
        cost = self.setup.passing_costs[16 * tile_code + 4 * entry_side + exit_side]
        if cost < IMPOSSIBLE_COST and decode_face(tile_code) // NUM_SHAPES != self.colour:
            cost += OTHER_COLOUR_COST
        return cost

    def finishing_cost(self, entry: i64, unlaid_end_cost: Cost) -> Cost:
        """Return the cost to end a path at an entry: nothing if an End is built there, more for one that is not."""
        if self.setup.neighbours[entry] == CENTRE:
            return IMPOSSIBLE_COST  # a route has at least one road tile between Start and End
        tile_code = i64(self.byte_fields[entry >> 2])
        if not tile_code:
            return unlaid_end_cost if self.setup.can_hold_end[entry >> 2] else IMPOSSIBLE_COST
        if decode_face(tile_code) != END_FACE or not self.setup.road_masks[tile_code] >> (entry & 3) & 1:
            return IMPOSSIBLE_COST
        return self.end_building_cost(tile_code)

    def can_end_at_free_place(self, place: PlaceIndex) -> bool:
        """Return whether a path can end at a free place whatever side it comes from: not too near to Start."""
        return bool(self.setup.can_hold_end[place]) and not is_beside_start(place)

    def end_building_cost(self, tile_code: TileCode) -> Cost:
        """Return what it costs to build an End: nothing if it is built."""
        return 10 * self.setup.end_cost if is_blueprint(tile_code) else 0


class CheapestPath:
    """The cheapest path from Start to an End that avoids blocked places, and what it would cost with another tile.

    Both searches are label-correcting (Bellman-Ford with a queue): boards are small, and a heap would cost more than it
    saves. They don't go beyond this path's cost plus SPOILT_PATH_COST, because no answer is ever larger.
    """

    def __init__(self, costs: StepCosts, is_blocked: vec[u8], num_reserved_ends: i64) -> None:
        self.costs = costs
        self.is_blocked = is_blocked
        self.unlaid_end_cost: i64 = costs.compute_unlaid_end_cost(num_reserved_ends)
        self.ends_at_free_place = False  # whether its End is still to come
        self.cost_from_start = vec[i32]([IMPOSSIBLE_COST] * (4 * NUM_PLACES))  # for each entry, without its place
        self.cost_to_end = vec[i32]()  # for each entry, with its place; computed when it is first needed
        self.cost: i64 = IMPOSSIBLE_COST
        self.is_on_path = vec[u8]([0] * NUM_PLACES)  # for each place, the End's included
        self.compute_costs_from_start()

    def compute_costs_from_start(self) -> None:
        """Compute the cost from Start to each entry, and mark the places of the cheapest path."""
        costs = self.costs
        from_start, is_blocked = self.cost_from_start, self.is_blocked
        byte_fields, is_searched, colour = costs.byte_fields, costs.is_searched, costs.colour
        neighbours, passing_costs = costs.setup.neighbours, costs.setup.passing_costs
        previous_entry = vec[i16]([-1] * (4 * NUM_PLACES))
        last_entry: i64 = -1
        queue = vec[i64](capacity=512)
        for side in range(i64(4)):
            if costs.setup.road_masks[START_CODE] >> side & 1:
                entry = 4 * neighbours[4 * CENTRE + side] + (side ^ 2)
                if is_searched[entry >> 2] and not is_blocked[entry >> 2]:
                    from_start[entry] = i32(0)
                    queue = append(queue, entry)
        cost_limit: i64 = IMPOSSIBLE_COST
        done: i64 = 0
        while done < i64(len(queue)):
            entry = queue[done]
            done += 1
            place = entry >> 2
            cost = i64(from_start[entry])
            if cost >= cost_limit:
                continue
            path_cost = cost + costs.finishing_cost(entry, self.unlaid_end_cost)
            if path_cost < self.cost:
                self.cost = path_cost
                last_entry = entry
                cost_limit = path_cost + SPOILT_PATH_COST
            tile_code = i64(byte_fields[place])
            colour_cost: i64 = OTHER_COLOUR_COST if tile_code and decode_face(tile_code) // NUM_SHAPES != colour else 0
            for side in range(i64(4)):
                if tile_code:
                    next_cost = passing_costs[16 * tile_code + 4 * (entry & 3) + side]
                    if next_cost >= IMPOSSIBLE_COST:
                        continue
                elif side == entry & 3:
                    continue
                else:
                    next_cost = costs.free_place_cost
                neighbour = neighbours[4 * place + side]
                if neighbour < 0 or not is_searched[neighbour] or is_blocked[neighbour]:
                    continue
                next_entry = 4 * neighbour + (side ^ 2)
                next_cost += cost + colour_cost
                if next_cost < i64(from_start[next_entry]) and next_cost < cost_limit:
                    from_start[next_entry] = i32(next_cost)
                    previous_entry[next_entry] = i16(entry)
                    queue = append(queue, next_entry)
        self.ends_at_free_place = last_entry >= 0 and not byte_fields[last_entry >> 2]
        while last_entry >= 0:
            self.is_on_path[last_entry >> 2] = u8(1)
            last_entry = i64(previous_entry[last_entry])

    def compute_costs_to_end(self) -> None:
        """Compute the cost from each entry to an End, by a search that starts at all Ends and goes backwards."""
        costs, is_blocked = self.costs, self.is_blocked
        byte_fields, is_searched, colour = costs.byte_fields, costs.is_searched, costs.colour
        neighbours, passing_costs = costs.setup.neighbours, costs.setup.passing_costs
        to_end = vec[i32]([IMPOSSIBLE_COST] * (4 * NUM_PLACES))
        queue = vec[i64](capacity=512)
        cost_limit = min(self.cost + SPOILT_PATH_COST, i64(IMPOSSIBLE_COST))
        for place in costs.searched_places:
            tile_code = i64(byte_fields[place])
            if is_blocked[place] or (tile_code and decode_face(tile_code) != END_FACE):
                continue
            for entry in range(4 * place, 4 * place + 4):
                cost = costs.finishing_cost(entry, self.unlaid_end_cost)
                if cost >= cost_limit:
                    continue
                to_end[entry] = i32(cost)
                before = neighbours[entry]
                # A path over two free places gains nothing if it could end at the first one.
                if before >= 0 and (tile_code or byte_fields[before] or not costs.can_end_at_free_place(before)):
                    queue = append(queue, entry)
        done: i64 = 0
        while done < i64(len(queue)):
            entry = queue[done]
            done += 1
            place = neighbours[entry]
            if place < 0 or not is_searched[place] or is_blocked[place]:
                continue
            exit_side = (entry & 3) ^ 2
            tile_code = i64(byte_fields[place])
            colour_cost: i64 = OTHER_COLOUR_COST if tile_code and decode_face(tile_code) // NUM_SHAPES != colour else 0
            for side in range(i64(4)):
                if tile_code:
                    cost = passing_costs[16 * tile_code + 4 * side + exit_side]
                    if cost >= IMPOSSIBLE_COST:
                        continue
                elif side == exit_side:
                    continue
                else:
                    cost = costs.free_place_cost
                cost += i64(to_end[entry]) + colour_cost
                if cost < i64(to_end[4 * place + side]) and cost < cost_limit:
                    to_end[4 * place + side] = i32(cost)
                    queue = append(queue, 4 * place + side)
        self.cost_to_end = to_end

    def cost_through_tile(self, place: PlaceIndex, tile_code: TileCode) -> Cost:
        """Return the cost of the cheapest path through a place, or to it for an End, if this tile lay there."""
        costs = self.costs
        best_cost: i64 = IMPOSSIBLE_COST
        if self.is_blocked[place]:
            return best_cost
        if len(self.cost_to_end) == 0:
            self.compute_costs_to_end()
        from_start, to_end, neighbours = self.cost_from_start, self.cost_to_end, costs.setup.neighbours
        for entry_side in range(i64(4)):
            arrival_cost = i64(from_start[4 * place + entry_side])
            if arrival_cost >= IMPOSSIBLE_COST:
                continue
            if decode_face(tile_code) == END_FACE:
                is_open = costs.setup.road_masks[tile_code] >> entry_side & 1
                if is_open and neighbours[4 * place + entry_side] != CENTRE:
                    best_cost = min(best_cost, arrival_cost + costs.end_building_cost(tile_code))
                continue
            for exit_side in range(i64(4)):
                tile_cost = costs.passing_cost(tile_code, entry_side, exit_side)
                neighbour = neighbours[4 * place + exit_side]
                if tile_cost < IMPOSSIBLE_COST and neighbour >= 0:
                    onward_cost = i64(to_end[4 * neighbour + (exit_side ^ 2)])
                    best_cost = min(best_cost, arrival_cost + tile_cost + onward_cost)
        return best_cost

    def estimate_path_with_tile(self, place: PlaceIndex, tile_code: TileCode) -> Cost:
        """Estimate what the path would cost if a tile lay at a place; code 0 is a tile that leads nowhere."""
        cost_through = self.cost_through_tile(place, tile_code) if tile_code else i64(IMPOSSIBLE_COST)
        cost_around = self.cost + SPOILT_PATH_COST if self.is_on_path[place] else self.cost
        return min(min(cost_through, cost_around), i64(HOPELESS_COST))


class RoutePlan:
    """Two cheap paths that share no tile, for a player of a colour; colour -1 is no colour in particular."""

    def __init__(self, setup: TricolorLookup, byte_fields: vec[u8], colour: i64) -> None:
        self.byte_fields = byte_fields
        self.colour = colour
        # For each colour, whether a blueprint of it is on a path; computed when it is first asked for.
        self.needed_colours = vec[u8]()
        # For each colour, how many tiles of it are in the two routes that stand already, or [] if there are no two; the
        # evaluation computes it when it is first needed.
        self.ending_tile_counts_by_colour: list[int] | None = None
        # The last estimate: all payments for a tile are asked for one after the other, and lead to the same board.
        self.cached_query: i64 = -1
        self.cached_cost: i64 = 0
        self.costs = StepCosts(setup, byte_fields, colour)
        self.first_path = CheapestPath(self.costs, vec[u8]([0] * NUM_PLACES), 0)
        num_reserved_ends: i64 = 1 if self.first_path.ends_at_free_place else 0
        self.second_path = CheapestPath(self.costs, self.first_path.is_on_path, num_reserved_ends)

    def total_cost(self) -> Cost:
        """Return what both paths cost."""
        return min(self.first_path.cost, i64(HOPELESS_COST)) + min(self.second_path.cost, i64(HOPELESS_COST))

    def estimate_both_paths_with_tile(self, place: PlaceIndex, tile_code: TileCode) -> Cost:
        """Estimate what both paths would cost if a tile lay at a place; code 0 is a tile that leads nowhere."""
        query = 256 * place + tile_code
        if self.cached_query == query:
            return self.cached_cost
        first, second = self.first_path, self.second_path
        if tile_code and decode_face(tile_code) == END_FACE:
            # Only one of the paths can end at a new End; for the other it is in the way.
            cost = min(
                first.estimate_path_with_tile(place, tile_code) + second.estimate_path_with_tile(place, 0),
                first.estimate_path_with_tile(place, 0) + second.estimate_path_with_tile(place, tile_code),
            )
        else:
            cost = first.estimate_path_with_tile(place, tile_code) + second.estimate_path_with_tile(place, tile_code)
        self.cached_query, self.cached_cost = query, cost
        return cost

    def is_colour_of_blueprint_on_path(self, colour: i64) -> bool:
        """Return whether a blueprint of a colour is on one of the paths."""
        if len(self.needed_colours) == 0:
            needed = vec[u8]([0] * NUM_COLOURS)
            for place in self.costs.searched_places:
                tile_code = i64(self.byte_fields[place])
                if is_blueprint(tile_code) and decode_face(tile_code) < END_FACE and self.is_on_path(place):
                    needed[decode_face(tile_code) // NUM_SHAPES] = u8(1)
            self.needed_colours = needed
        return bool(self.needed_colours[colour])

    def is_on_path(self, place: PlaceIndex) -> bool:
        """Return whether a place is on one of the paths."""
        return bool(self.first_path.is_on_path[place] or self.second_path.is_on_path[place])

    def has_tile_at_every_path_place(self) -> bool:
        """Return whether both paths lead over tiles only, so that nothing but cards is missing."""
        for place in range(i64(NUM_PLACES)):
            if self.is_on_path(place) and not self.byte_fields[place]:
                return False
        return self.second_path.cost < IMPOSSIBLE_COST


def is_beside_start(place: PlaceIndex) -> bool:
    """Return whether a place is next to Start."""
    return place in (CENTRE - BOARD_SIZE, CENTRE - 1, CENTRE + 1, CENTRE + BOARD_SIZE)
