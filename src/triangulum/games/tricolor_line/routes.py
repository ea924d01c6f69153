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
    PLACES,
    START_CODE,
    TricolorTables,
    face_of,
    is_built_road,
)

Route = tuple[int, list[int]]
"""The place of an End, and the places of road tiles from Start to it."""


class Routes:
    """The constructed roads on a table that can be reached from Start."""

    def __init__(self, setup: TricolorTables, small: vec[u8]) -> None:
        self.setup = setup
        self.small = small
        self.distance = vec[i64]()  # of each node from Start, from 1; 0 for what is not reached
        self.ends = vec[i64]()  # the places of Ends that are reached
        self.lengths = vec[i64]()  # and how many nodes it takes
        if self.leads_anywhere():
            self.measure()

    def leads_anywhere(self) -> bool:
        """Tell whether there is a constructed tile beside Start, as most often there is none for long."""
        beside = self.setup.beside
        for at in range(i64(4 * CENTRE), i64(4 * CENTRE + 4)):
            code = i64(self.small[beside[at]])
            if code and is_built_road(code):
                return True
        return False

    def node_beyond(self, place: i64, side: i64) -> i64:
        """Return the node that a road which leaves a place at a side leads to, or -1."""
        other = self.setup.beside[4 * place + side]
        if other < 0:
            return -1
        code = i64(self.small[other])
        if not code or not is_built_road(code):
            return -1
        entry = side ^ 2
        if self.setup.road[code] >> entry & 1:
            return 2 * other
        if self.setup.other_road[code] >> entry & 1:
            return 2 * other + 1
        return -1

    def road_of(self, node: i64) -> i64:
        """Return the sides that a node joins."""
        code = i64(self.small[node >> 1])
        return self.setup.other_road[code] if node & 1 else self.setup.road[code]

    def measure(self) -> None:
        """Walk from Start in all directions at once."""
        distance = vec[i64]([0] * (2 * PLACES))
        queue = vec[i64](capacity=128)
        for side in range(i64(4)):
            if self.setup.road[START_CODE] >> side & 1:
                node = self.node_beyond(CENTRE, side)
                if node >= 0 and not distance[node]:
                    distance[node] = 1
                    queue = append(queue, node)
        done: i64 = 0
        while done < i64(len(queue)):
            node = queue[done]
            done += 1
            road = self.road_of(node)
            for side in range(i64(4)):
                if not road >> side & 1:
                    continue
                onward = self.node_beyond(node >> 1, side)
                if onward >= 0:
                    if not distance[onward]:
                        distance[onward] = distance[node] + 1
                        queue = append(queue, onward)
                else:
                    self.arrive(node >> 1, side, distance[node])
        self.distance = distance

    def arrive(self, place: i64, side: i64, length: i64) -> None:
        """Note an End that a road leads to, if it is the first road that does."""
        other = self.setup.beside[4 * place + side]
        if other < 0:
            return
        code = i64(self.small[other])
        if not code or face_of(code) != END or not self.setup.road[code] >> (side ^ 2) & 1:
            return
        for end in self.ends:
            if end == other:
                return
        self.ends = append(self.ends, other)
        self.lengths = append(self.lengths, length)

    # All of them.

    def all(self) -> list[Route]:
        """Return all shortest routes, by End and then by their places."""
        found: list[Route] = []
        for number in range(i64(len(self.ends))):
            end = self.ends[number]
            road = self.setup.road[i64(self.small[end])]
            for side in range(i64(4)):
                if road >> side & 1:
                    node = self.node_beyond(end, side)
                    if node >= 0 and self.distance[node] == self.lengths[number]:
                        self.trace(int(end), node, [], found)
        found.sort()
        return found

    def trace(self, end: int, node: i64, behind: list[int], found: list[Route]) -> None:
        """Follow roads back to Start, a step nearer each time, and collect what they are."""
        length = self.distance[node]
        places = [int(node >> 1), *behind]
        road = self.road_of(node)
        if length == 1:
            found.append((end, places))
            return
        for side in range(i64(4)):
            if road >> side & 1:
                before = self.node_beyond(node >> 1, side)
                if before >= 0 and self.distance[before] == length - 1:
                    self.trace(end, before, places, found)

    def pair(self) -> list[Route]:
        """Return the two routes that end the game, or none: fewest tiles in all, then first in the dictionary."""
        if len(self.ends) < 2:
            return []
        routes = self.all()
        best: list[Route] = []
        least: tuple[int, list[list[int]]] = (0, [])
        for at, one in enumerate(routes):
            for other in routes[at + 1 :]:
                if one[0] == other[0] or not set(one[1]).isdisjoint(other[1]):
                    continue
                key = (len(one[1]) + len(other[1]), sorted([one[1], other[1]]))
                if not best or key < least:
                    best, least = [one, other], key
        return best

    def scored(self) -> list[Route]:
        """Return the routes that are scored: the pair, or without one the shortest route, if there is any."""
        pair = self.pair()
        if pair:
            return pair if pair[0][1] < pair[1][1] else [pair[1], pair[0]]
        routes = self.all()
        if not routes:
            return []
        return [min(routes, key=by_length)]


def by_length(route: Route) -> tuple[int, list[int]]:
    """Return what single routes are compared by."""
    return len(route[1]), route[1]
