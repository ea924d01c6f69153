# compiled by mypyc
"""Valid routes of Tricolor Line: all shortest ones to each End, and the two that end the game.

A *node* is a road of a tile: 2 * place, and one more for the second road of a bridge or a twin. Distances from Start
are counted in nodes, so a tile that is passed twice counts twice.
"""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from triangulum.games.tricolor_line.lookup import (
    CENTRE,
    END,
    NUM_PLACES,
    START_CODE,
    TricolorLookup,
    decode_face,
    is_built_road,
)

RoutePlaces = tuple[int, list[int]]
"""The place of an End, and the places of road tiles from Start to it."""


class RouteFinder:
    """The constructed roads on a table that can be reached from Start."""

    def __init__(self, setup: TricolorLookup, byte_fields: vec[u8]) -> None:
        self.setup = setup
        self.byte_fields = byte_fields
        self.distances = vec[i64]()  # of each node from Start, from 1; 0 for what is not reached
        self.reached_ends = vec[i64]()  # the places of Ends that are reached
        self.route_lengths = vec[i64]()  # and how many nodes it takes
        if self.has_road_beside_start():
            self.compute_distances()

    def has_road_beside_start(self) -> bool:
        """Return whether a built road is next to Start; most often there is none for long."""
        neighbours = self.setup.neighbours
        for at in range(i64(4 * CENTRE), i64(4 * CENTRE + 4)):
            code = i64(self.byte_fields[neighbours[at]])
            if code and is_built_road(code):
                return True
        return False

    def find_next_node(self, place: i64, side: i64) -> i64:
        """Return the node that a road leads to when it leaves a place at a side, or -1."""
        neighbour = self.setup.neighbours[4 * place + side]
        if neighbour < 0:
            return -1
        code = i64(self.byte_fields[neighbour])
        if not code or not is_built_road(code):
            return -1
        entry = side ^ 2
        if self.setup.road_masks[code] >> entry & 1:
            return 2 * neighbour
        if self.setup.second_road_masks[code] >> entry & 1:
            return 2 * neighbour + 1
        return -1

    def node_side_mask(self, node: i64) -> i64:
        """Return the mask of sides that a node joins."""
        code = i64(self.byte_fields[node >> 1])
        return self.setup.second_road_masks[code] if node & 1 else self.setup.road_masks[code]

    def compute_distances(self) -> None:
        """Compute each node's distance from Start by breadth-first search, and find the Ends reached."""
        distance = vec[i64]([0] * (2 * NUM_PLACES))
        queue = vec[i64](capacity=128)
        for side in range(i64(4)):
            if self.setup.road_masks[START_CODE] >> side & 1:
                node = self.find_next_node(CENTRE, side)
                if node >= 0 and not distance[node]:
                    distance[node] = 1
                    queue = append(queue, node)
        done: i64 = 0
        while done < i64(len(queue)):
            node = queue[done]
            done += 1
            road = self.node_side_mask(node)
            for side in range(i64(4)):
                if not road >> side & 1:
                    continue
                onward = self.find_next_node(node >> 1, side)
                if onward >= 0:
                    if not distance[onward]:
                        distance[onward] = distance[node] + 1
                        queue = append(queue, onward)
                else:
                    self.add_reached_end(node >> 1, side, distance[node])
        self.distances = distance

    def add_reached_end(self, place: i64, side: i64, length: i64) -> None:
        """Add the End beyond a side, unless a shorter road has reached it."""
        neighbour = self.setup.neighbours[4 * place + side]
        if neighbour < 0:
            return
        code = i64(self.byte_fields[neighbour])
        if not code or decode_face(code) != END or not self.setup.road_masks[code] >> (side ^ 2) & 1:
            return
        for end in self.reached_ends:
            if end == neighbour:
                return
        self.reached_ends = append(self.reached_ends, neighbour)
        self.route_lengths = append(self.route_lengths, length)

    # All of them.

    def list_routes(self) -> list[RoutePlaces]:
        """Return all shortest routes, by End and then by their places."""
        routes: list[RoutePlaces] = []
        for index in range(i64(len(self.reached_ends))):
            end = self.reached_ends[index]
            road = self.setup.road_masks[i64(self.byte_fields[end])]
            for side in range(i64(4)):
                if road >> side & 1:
                    node = self.find_next_node(end, side)
                    if node >= 0 and self.distances[node] == self.route_lengths[index]:
                        self.collect_routes(int(end), node, [], routes)
        routes.sort()
        return routes

    def collect_routes(self, end: int, node: i64, places_behind: list[int], routes: list[RoutePlaces]) -> None:
        """Follow roads back to Start, a step nearer each time, and append each route to ``routes``."""
        length = self.distances[node]
        places = [int(node >> 1), *places_behind]
        road = self.node_side_mask(node)
        if length == 1:
            routes.append((end, places))
            return
        for side in range(i64(4)):
            if road >> side & 1:
                before = self.find_next_node(node >> 1, side)
                if before >= 0 and self.distances[before] == length - 1:
                    self.collect_routes(end, before, places, routes)

    def find_disjoint_pair(self) -> list[RoutePlaces]:
        """Return the two routes that end the game, or none: fewest tiles in all, then first in order of places."""
        if len(self.reached_ends) < 2:
            return []
        routes = self.list_routes()
        best: list[RoutePlaces] = []
        best_key: tuple[int, list[list[int]]] = (0, [])
        for at, first in enumerate(routes):
            for second in routes[at + 1 :]:
                if first[0] == second[0] or not set(first[1]).isdisjoint(second[1]):
                    continue
                key = (len(first[1]) + len(second[1]), sorted([first[1], second[1]]))
                if not best or key < best_key:
                    best, best_key = [first, second], key
        return best

    def list_scored_routes(self) -> list[RoutePlaces]:
        """Return the routes that are scored: the pair, or without one the shortest route, if there is any."""
        pair = self.find_disjoint_pair()
        if pair:
            return pair if pair[0][1] < pair[1][1] else [pair[1], pair[0]]
        routes = self.list_routes()
        if not routes:
            return []
        return [min(routes, key=route_sort_key)]


def route_sort_key(route: RoutePlaces) -> tuple[int, list[int]]:
    """Return the key to sort routes by: length, then places."""
    return len(route[1]), route[1]
