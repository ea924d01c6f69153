# compiled by mypyc
"""The tree that Monte-Carlo tree search grows, as numbers in packed vectors.

A *node* is all that one seat has perceived since the search began: a node's children are told apart by signs. A node at
which somebody decides has *edges*, one for each choice that was ever possible there, which keep what was tried and what
came of it for the mover. Chance needs no edges. Nodes are found by parent and sign through a table of slots.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from triangulum.core.state import State

# What is kept of a node, in Tree.nodes.
PARENT: Final = 0
SIGN: Final = 1
VISITS: Final = 2
FIRST: Final = 3  # its first edge
COUNT: Final = 4  # of its edges
ROOM: Final = 5  # for edges, until they have to move
MARK: Final = 6  # by which the position is known again, or NO_MARK
ROW: Final = 7

NO_MARK: Final = -1
NO_NODE: Final = -1

MOST_NODES: Final = 400_000
"""Beyond this a tree does not grow, it only learns."""

MARKED_FROM: Final = 8
"""Visits from which a node is worth being found again."""

MOST_EDGES: Final = 4_000_000


class Tree:
    """Nodes and edges; node 0 is the root."""

    def __init__(self) -> None:
        self.size: i64 = 0
        self.nodes = vec[i64](capacity=ROW * 1024)
        self.slots = vec[i64]([NO_NODE] * 2048)
        self.keys = vec[i64]()
        self.tried = vec[i64]()
        self.offered = vec[i64]()
        """How often a choice was there to be made: others are not always possible, since resamples differ."""
        self.totals = vec[float]()
        """What the mover got in all simulations that went this way."""
        self.priors = vec[float]()
        self.add(NO_NODE, 0)

    def add(self, parent: i64, sign: i64) -> i64:
        """Add a node and return it."""
        node = self.size
        nodes = append(append(append(self.nodes, parent), sign), i64(0))
        nodes = append(append(append(nodes, i64(0)), i64(0)), i64(0))
        self.nodes = append(nodes, i64(NO_MARK))
        self.size = node + 1
        if 2 * self.size > i64(len(self.slots)):
            self.widen()
        else:
            self.file(node)
        return node

    def widen(self) -> None:
        """Make the table of slots twice as large."""
        self.slots = vec[i64]([NO_NODE] * (2 * len(self.slots)))
        for node in range(self.size):
            self.file(node)

    def file(self, node: i64) -> None:
        """Put a node into the table of slots."""
        slots = self.slots
        last = i64(len(slots)) - 1
        at = place_of(self.nodes[ROW * node + PARENT], self.nodes[ROW * node + SIGN]) & last
        while slots[at] != NO_NODE:
            at = (at + 1) & last
        slots[at] = node

    def child(self, parent: i64, sign: i64) -> i64:
        """Return the node that a sign leads to, or NO_NODE."""
        slots = self.slots
        nodes = self.nodes
        last = i64(len(slots)) - 1
        at = place_of(parent, sign) & last
        while True:
            node = slots[at]
            if node == NO_NODE:
                return NO_NODE
            if nodes[ROW * node + PARENT] == parent and nodes[ROW * node + SIGN] == sign:
                return node
            at = (at + 1) & last

    def has_room(self) -> bool:
        """Tell whether the tree may grow."""
        return self.size < MOST_NODES and i64(len(self.keys)) < MOST_EDGES

    def add_edge(self, node: i64, key: i64, prior: float, room: i64) -> None:
        """Add an edge to a node; if there is no room for it, make so much, or half as much again as there was."""
        count = self.nodes[ROW * node + COUNT]
        if count == self.nodes[ROW * node + ROOM]:
            self.make_room(node, max(room, count + count // 2 + 1))
        edge = self.nodes[ROW * node + FIRST] + count
        self.keys[edge] = key
        self.priors[edge] = prior
        self.nodes[ROW * node + COUNT] = count + 1

    def make_room(self, node: i64, room: i64) -> None:
        """Let a node have so many edges; those that it has move to the end of all."""
        nodes = self.nodes
        old = nodes[ROW * node + FIRST]
        count = nodes[ROW * node + COUNT]
        nodes[ROW * node + FIRST] = i64(len(self.keys))
        nodes[ROW * node + ROOM] = room
        keys, tried, offered = self.keys, self.tried, self.offered
        totals, priors = self.totals, self.priors
        for at in range(old, old + room):
            kept = at < old + count
            keys = append(keys, keys[at] if kept else i64(0))
            tried = append(tried, tried[at] if kept else i64(0))
            offered = append(offered, offered[at] if kept else i64(0))
            totals = append(totals, totals[at] if kept else 0.0)
            priors = append(priors, priors[at] if kept else 1.0)
        self.keys, self.tried, self.offered = keys, tried, offered
        self.totals, self.priors = totals, priors

    def mean(self, edge: i64) -> float:
        """Return what an edge brought its mover in the mean, or 0 if it was never tried."""
        tried = self.tried[edge]
        return self.totals[edge] / float(tried) if tried else 0.0

    def marked(self, mark: i64) -> i64:
        """Return the node of a position that was marked, the most visited one if there are several, or NO_NODE."""
        found: i64 = NO_NODE
        most: i64 = -1
        for node in range(self.size):
            if self.nodes[ROW * node + MARK] == mark and self.nodes[ROW * node + VISITS] > most:
                most = self.nodes[ROW * node + VISITS]
                found = node
        return found

    def is_worth_marking(self, node: i64) -> bool:
        """Tell whether a node has just been visited often enough to be of use at the next move."""
        return self.nodes[ROW * node + VISITS] == MARKED_FROM and self.nodes[ROW * node + MARK] == NO_MARK

    def below(self, root: i64) -> Tree:
        """Return a new tree with all that is known from a node on."""
        other = Tree()
        nodes = self.nodes
        moved = vec[i64]([NO_NODE] * self.size)
        moved[root] = 0
        other.take(0, self, root)
        # A node is always younger than its parent.
        for node in range(root + 1, self.size):
            parent = nodes[ROW * node + PARENT]
            if parent >= root and moved[parent] != NO_NODE:
                moved[node] = other.add(moved[parent], nodes[ROW * node + SIGN])
                other.take(moved[node], self, node)
        return other

    def take(self, node: i64, other: Tree, source: i64) -> None:
        """Take over what another tree knows about a node."""
        count = other.nodes[ROW * source + COUNT]
        first = other.nodes[ROW * source + FIRST]
        if count:
            self.make_room(node, count)
        start = self.nodes[ROW * node + FIRST]
        for at in range(count):
            self.keys[start + at] = other.keys[first + at]
            self.tried[start + at] = other.tried[first + at]
            self.offered[start + at] = other.offered[first + at]
            self.totals[start + at] = other.totals[first + at]
            self.priors[start + at] = other.priors[first + at]
        self.nodes[ROW * node + COUNT] = count
        self.nodes[ROW * node + VISITS] = other.nodes[ROW * source + VISITS]
        self.nodes[ROW * node + MARK] = other.nodes[ROW * source + MARK]


def place_of(parent: i64, sign: i64) -> i64:
    """Return where to look for a node; every product fits into a machine word, so that plain and compiled agree."""
    low = sign & 0xFFFFFF
    high = sign >> 24 & 0x7FFFFFFF
    mixed = parent * 2_654_435_761 + low * 1_597_334_677 + high * 805_459_861
    return mixed ^ mixed >> 23


def mark_of_numbers(state: State) -> i64:
    """Return a number that tells a state from others."""
    low: i64 = state.to_move
    high: i64 = 1
    for number in state.byte_fields:
        low = (low * 257 + i64(number) + 1) % 2_147_483_629
        high = (high * 263 + i64(number) + 1) % 2_147_483_587
    for wide in state.word_fields:
        low = (low * 257 + (wide & 0x7FFFFFFF)) % 2_147_483_629
        high = (high * 263 + (wide >> 31 & 0x7FFFFFFF)) % 2_147_483_587
    return low * 2_147_483_587 + high
