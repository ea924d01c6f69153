# compiled by mypyc
"""Finished routes of Tricolor Line: all shortest ones from Start to each End, and the two that end the game.

The search runs on a graph whose *nodes* are the roads of built tiles: 2 * place, and one more for the second road of a
bridge or a twin, whose two roads do not meet. Two nodes are adjacent if their roads meet at a common side. Distances
from Start are counted in nodes, so a route that passes a tile twice counts it twice.
"""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from triangulum.core.types import Mask
from triangulum.games.tricolor_line.rules.codes import (
    CENTRE,
    END_FACE,
    NUM_PLACES,
    START_CODE,
    PlaceIndex,
    decode_face,
    is_blueprint,
    is_built_road,
)
from triangulum.games.tricolor_line.rules.lookup import TricolorLookup

RoutePlaces = tuple[int, list[int]]
"""A route: the place of its End, and the places of its road tiles from Start to there."""


class RouteFinder:
    """A breadth-first search from Start over the built roads of a board, and the routes that it has found."""

    def __init__(self, setup: TricolorLookup, byte_fields: vec[u8]) -> None:
        self.setup = setup
        self.byte_fields = byte_fields
        self.distances = vec[i64]()  # of each node from Start, from 1; 0 for what cannot be reached
        self.reached_ends = vec[i64]()  # the places of Ends that can be reached
        self.route_lengths = vec[i64]()  # for each of those, how many nodes it takes
        if self.has_road_beside_start():
            self.compute_distances()

    def has_road_beside_start(self) -> bool:
        """Return whether a built road is next to Start; for much of a game there is none, so it pays to ask."""
        neighbours = self.setup.neighbours
        for at in range(i64(4 * CENTRE), i64(4 * CENTRE + 4)):
            tile_code = i64(self.byte_fields[neighbours[at]])
            if tile_code and is_built_road(tile_code):
                return True
        return False

    def find_adjacent_node(self, place: PlaceIndex, side: i64) -> i64:
        """Return the built road on the other side of a place's edge that meets that edge, as a node; or -1."""
        neighbour = self.setup.neighbours[4 * place + side]
        if neighbour < 0:
            return -1
        tile_code = i64(self.byte_fields[neighbour])
        if not tile_code or not is_built_road(tile_code):
            return -1
        entry_side = side ^ 2
        if self.setup.road_masks[tile_code] >> entry_side & 1:
            return 2 * neighbour
        if self.setup.second_road_masks[tile_code] >> entry_side & 1:
            return 2 * neighbour + 1
        return -1

    def node_road_mask(self, node: i64) -> Mask:
        """Return the mask of the sides that a node's road joins."""
        tile_code = i64(self.byte_fields[node >> 1])
        return self.setup.second_road_masks[tile_code] if node & 1 else self.setup.road_masks[tile_code]

    def compute_distances(self) -> None:
        """Compute each node's distance from Start by breadth-first search, and collect the Ends that are reached."""
        distances = vec[i64]([0] * (2 * NUM_PLACES))
        queue = vec[i64](capacity=128)
        for side in range(i64(4)):
            if self.setup.road_masks[START_CODE] >> side & 1:
                node = self.find_adjacent_node(CENTRE, side)
                if node >= 0 and not distances[node]:
                    distances[node] = 1
                    queue = append(queue, node)
        done: i64 = 0
        while done < i64(len(queue)):
            node = queue[done]
            done += 1
            road_mask = self.node_road_mask(node)
            for side in range(i64(4)):
                if not road_mask >> side & 1:
                    continue
                next_node = self.find_adjacent_node(node >> 1, side)
                if next_node >= 0:
                    if not distances[next_node]:
                        distances[next_node] = distances[node] + 1
                        queue = append(queue, next_node)
                else:
                    self.add_end_if_reached(node >> 1, side, distances[node])
        self.distances = distances

    def add_end_if_reached(self, place: PlaceIndex, side: i64, route_length: i64) -> None:
        """Add the End that lies beyond a place's side, if one is built there and no shorter route has reached it."""
        neighbour = self.setup.neighbours[4 * place + side]
        if neighbour < 0:
            return
        tile_code = i64(self.byte_fields[neighbour])
        if not tile_code or decode_face(tile_code) != END_FACE or is_blueprint(tile_code):
            return
        if not self.setup.road_masks[tile_code] >> (side ^ 2) & 1:
            return
        for end_place in self.reached_ends:
            if end_place == neighbour:
                return
        self.reached_ends = append(self.reached_ends, neighbour)
        self.route_lengths = append(self.route_lengths, route_length)

    # Routes.

    def list_shortest_routes_per_end(self) -> list[RoutePlaces]:
        """Return all shortest routes to each End, sorted by End and then by their places."""
        routes: list[RoutePlaces] = []
        for index in range(i64(len(self.reached_ends))):
            end_place = self.reached_ends[index]
            road_mask = self.setup.road_masks[i64(self.byte_fields[end_place])]
            for side in range(i64(4)):
                if road_mask >> side & 1:
                    node = self.find_adjacent_node(end_place, side)
                    if node >= 0 and self.distances[node] == self.route_lengths[index]:
                        self.append_routes_through(node, int(end_place), [], routes)
        routes.sort()
        return routes

    def append_routes_through(
        self, node: i64, end_place: int, later_places: list[int], routes: list[RoutePlaces]
    ) -> None:
        """Append to ``routes`` every shortest way from Start to a node, continued by ``later_places`` to an End."""
        distance = self.distances[node]
        places = [int(node >> 1), *later_places]
        road_mask = self.node_road_mask(node)
        if distance == 1:
            routes.append((end_place, places))
            return
        for side in range(i64(4)):
            if road_mask >> side & 1:
                previous_node = self.find_adjacent_node(node >> 1, side)
                if previous_node >= 0 and self.distances[previous_node] == distance - 1:
                    self.append_routes_through(previous_node, end_place, places, routes)

    def find_best_disjoint_pair(self) -> list[RoutePlaces]:
        """Return the two routes that end the game, or none.

        They lead to different Ends and share no tile. Of several pairs it is the one with fewest tiles in all, then the
        first in order of places.
        """
        if len(self.reached_ends) < 2:
            return []
        routes = self.list_shortest_routes_per_end()
        best_pair: list[RoutePlaces] = []
        best_key: tuple[int, list[list[int]]] = (0, [])
        for at, first in enumerate(routes):
            for second in routes[at + 1 :]:
                if first[0] == second[0] or not set(first[1]).isdisjoint(second[1]):
                    continue
                key = (len(first[1]) + len(second[1]), sorted([first[1], second[1]]))
                if not best_pair or key < best_key:
                    best_pair, best_key = [first, second], key
        return best_pair

    def list_scored_routes(self) -> list[RoutePlaces]:
        """Return the routes that are scored: the best disjoint pair, or else the shortest route, if there is any."""
        pair = self.find_best_disjoint_pair()
        if pair:
            return pair if pair[0][1] < pair[1][1] else [pair[1], pair[0]]
        routes = self.list_shortest_routes_per_end()
        if not routes:
            return []
        return [min(routes, key=route_sort_key)]


def route_sort_key(route: RoutePlaces) -> tuple[int, list[int]]:
    """Return the key to sort routes by: length, then places."""
    return len(route[1]), route[1]
