# compiled by mypyc
"""The tree of Monte-Carlo tree search, as numbers in packed vectors.

A *node* is an information set of the searching seat: everything it has perceived since the search began. A node's
children differ by event key. A node at which somebody decides has *edges*, one for each choice that was ever possible
there, with the visit count and the sum of the mover's rewards. Chance needs no edges. Children are found by parent and
event key in an open-addressing hash table.
"""

from __future__ import annotations

import math
from typing import Final, TypeAlias

from librt.random import Random
from librt.vecs import append, vec
from mypy_extensions import i64

from triangulum.core.state import State
from triangulum.core.types import Hash

NodeIndex: TypeAlias = i64
"""The number of a node; its fields begin at ``NODE_SIZE`` times this in ``Tree.nodes``."""

EdgeIndex: TypeAlias = i64
"""The index of an edge in the edge vectors of ``Tree``."""

EventKey: TypeAlias = i64
"""What the searching seat perceives of a step; see ``State.event_key``."""

EdgeKey: TypeAlias = i64
"""The action of an edge; or, for choices that depend on hidden things, the complement of an event key (below 0)."""

# The fields of a node, which lie side by side in Tree.nodes.
PARENT: Final = 0
EVENT_KEY: Final = 1  # which of its parent's children it is
VISITS: Final = 2
FIRST_EDGE: Final = 3
NUM_EDGES: Final = 4
EDGE_CAPACITY: Final = 5  # how many edges it may have before they have to move
INFO_SET_HASH: Final = 6  # by which the next search finds its position again, or NO_HASH
NODE_SIZE: Final = 7

NO_HASH: Final = -1
NO_NODE: Final = -1

MAX_NODES: Final = 400_000
"""A tree of this size doesn't grow any more; visits and rewards are still counted."""

MAX_EDGES: Final = 4_000_000

MIN_VISITS_TO_HASH: Final = 8
"""Visits from which a node is worth finding again in the next search."""


class Tree:
    """Nodes and edges; node 0 is the root."""

    def __init__(self) -> None:
        self.num_nodes: i64 = 0
        self.nodes = vec[i64](capacity=NODE_SIZE * 1024)
        self.hash_slots = vec[i64]([NO_NODE] * 2048)
        self.edge_keys = vec[i64]()
        """What each edge stands for; see ``EdgeKey``."""
        self.edge_visits = vec[i64]()
        self.edge_availability = vec[i64]()
        """How often each edge could have been selected: not in every visit, since determinizations differ."""
        self.edge_rewards = vec[float]()
        """The sum of the mover's rewards of all simulations through the edge."""
        self.edge_priors = vec[float]()
        self.add_node(NO_NODE, 0)

    def add_node(self, parent: NodeIndex, event_key: EventKey) -> NodeIndex:
        """Add a node and return its number."""
        node = self.num_nodes
        nodes = append(append(append(self.nodes, parent), event_key), i64(0))
        nodes = append(append(append(nodes, i64(0)), i64(0)), i64(0))
        self.nodes = append(nodes, i64(NO_HASH))
        self.num_nodes = node + 1
        if 2 * self.num_nodes > i64(len(self.hash_slots)):
            self.grow_hash_table()
        else:
            self.insert_into_hash_table(node)
        return node

    def grow_hash_table(self) -> None:
        """Double the hash table, and insert every node again."""
        self.hash_slots = vec[i64]([NO_NODE] * (2 * len(self.hash_slots)))
        for node in range(self.num_nodes):
            self.insert_into_hash_table(node)

    def insert_into_hash_table(self, node: NodeIndex) -> None:
        """Insert a node into the hash table."""
        hash_slots = self.hash_slots
        slot_mask = i64(len(hash_slots)) - 1
        slot = compute_child_hash(self.nodes[NODE_SIZE * node + PARENT], self.nodes[NODE_SIZE * node + EVENT_KEY])
        slot = slot & slot_mask
        while hash_slots[slot] != NO_NODE:
            slot = (slot + 1) & slot_mask
        hash_slots[slot] = node

    def find_child(self, parent: NodeIndex, event_key: EventKey) -> NodeIndex:
        """Return the child of a node that an event key leads to, or NO_NODE."""
        hash_slots = self.hash_slots
        nodes = self.nodes
        slot_mask = i64(len(hash_slots)) - 1
        slot = compute_child_hash(parent, event_key) & slot_mask
        while True:
            node = hash_slots[slot]
            if node == NO_NODE:
                return NO_NODE
            if nodes[NODE_SIZE * node + PARENT] == parent and nodes[NODE_SIZE * node + EVENT_KEY] == event_key:
                return node
            slot = (slot + 1) & slot_mask

    def can_grow(self) -> bool:
        """Tell whether there may be more nodes."""
        return self.num_nodes < MAX_NODES and i64(len(self.edge_keys)) < MAX_EDGES

    def add_edge(self, node: NodeIndex, edge_key: EdgeKey, prior: float, min_capacity: i64) -> None:
        """Add an edge to a node; one that is full gets this capacity, or half as much again if that is more."""
        count = self.nodes[NODE_SIZE * node + NUM_EDGES]
        if count == self.nodes[NODE_SIZE * node + EDGE_CAPACITY]:
            self.move_edges_to_larger_block(node, max(min_capacity, count + count // 2 + 1))
        edge = self.nodes[NODE_SIZE * node + FIRST_EDGE] + count
        self.edge_keys[edge] = edge_key
        self.edge_priors[edge] = prior
        self.nodes[NODE_SIZE * node + NUM_EDGES] = count + 1

    def move_edges_to_larger_block(self, node: NodeIndex, capacity: i64) -> None:
        """Move a node's edges to the end of the edge vectors, to a block with this capacity."""
        nodes = self.nodes
        old = nodes[NODE_SIZE * node + FIRST_EDGE]
        count = nodes[NODE_SIZE * node + NUM_EDGES]
        nodes[NODE_SIZE * node + FIRST_EDGE] = i64(len(self.edge_keys))
        nodes[NODE_SIZE * node + EDGE_CAPACITY] = capacity
        keys, visits, availability = self.edge_keys, self.edge_visits, self.edge_availability
        rewards, priors = self.edge_rewards, self.edge_priors
        for edge in range(old, old + capacity):
            exists = edge < old + count
            keys = append(keys, keys[edge] if exists else i64(0))
            visits = append(visits, visits[edge] if exists else i64(0))
            availability = append(availability, availability[edge] if exists else i64(0))
            rewards = append(rewards, rewards[edge] if exists else 0.0)
            priors = append(priors, priors[edge] if exists else 1.0)
        self.edge_keys, self.edge_visits, self.edge_availability = keys, visits, availability
        self.edge_rewards, self.edge_priors = rewards, priors

    def mean_reward(self, edge: EdgeIndex) -> float:
        """Return the mean reward of an edge for its mover, or 0 if it was never visited."""
        visits = self.edge_visits[edge]
        return self.edge_rewards[edge] / float(visits) if visits else 0.0

    def argmax_puct(
        self, node: NodeIndex, edge_offsets: vec[i64], num_edges: i64, exploration: float, first_play_urgency: float
    ) -> i64:
        """Return the index, in ``edge_offsets``, of the edge with the highest PUCT value.

        That is its mean reward, or the first-play urgency if it has no visits, plus a bonus for a high prior and few
        visits. Availability takes the place of the parent's visits, as it does in information-set MCTS.
        """
        edge_visits, availability = self.edge_visits, self.edge_availability
        edge_rewards, edge_priors = self.edge_rewards, self.edge_priors
        first = self.nodes[NODE_SIZE * node + FIRST_EDGE]
        best: i64 = 0
        highest = -1.0
        # Most edges were available equally often, so the root is computed again only where it differs.
        bonus = 0.0
        last: i64 = -1
        for i in range(num_edges):
            edge = first + edge_offsets[i]
            visits = edge_visits[edge]
            if availability[edge] != last:
                last = availability[edge]
                bonus = exploration * math.sqrt(float(last))
            value = first_play_urgency if visits == 0 else edge_rewards[edge] / float(visits)
            value += bonus * edge_priors[edge] / float(1 + visits)
            if value > highest:
                highest = value
                best = i
        return best

    def argmax_ucb(
        self, node: NodeIndex, edge_offsets: vec[i64], num_choices: i64, exploration: float, rng: Random
    ) -> i64:
        """Return the index, in ``edge_offsets`` (-1 where there is no edge), of the edge with the highest UCB1 value.

        If some have no visits yet, it is a random one of those. Availability takes the place of the parent's visits.
        """
        edge_visits, availability, edge_rewards = self.edge_visits, self.edge_availability, self.edge_rewards
        first = self.nodes[NODE_SIZE * node + FIRST_EDGE]
        best: i64 = 0
        highest = -1.0
        num_unvisited: i64 = 0
        logarithm = 0.0
        last: i64 = -1
        for i in range(num_choices):
            if edge_offsets[i] < 0:
                continue
            edge = first + edge_offsets[i]
            visits = edge_visits[edge]
            if visits == 0:
                num_unvisited += 1
                if rng.randrange(num_unvisited) == 0:
                    best = i
                continue
            if num_unvisited:
                continue
            if availability[edge] != last:
                last = availability[edge]
                logarithm = math.log(float(last))
            value = edge_rewards[edge] / float(visits) + exploration * math.sqrt(logarithm / float(visits))
            if value > highest:
                highest = value
                best = i
        return best

    def find_node_by_hash(self, info_set_hash: Hash) -> NodeIndex:
        """Return the node with this hash, the most visited one if there are several, or NO_NODE."""
        best: i64 = NO_NODE
        most_visits: i64 = -1
        for node in range(self.num_nodes):
            if self.nodes[NODE_SIZE * node + INFO_SET_HASH] == info_set_hash:
                visits = self.nodes[NODE_SIZE * node + VISITS]
                if visits > most_visits:
                    most_visits = visits
                    best = node
        return best

    def needs_info_set_hash(self, node: NodeIndex) -> bool:
        """Tell whether a node has just been visited often enough to be worth finding in the next search."""
        return (
            self.nodes[NODE_SIZE * node + VISITS] == MIN_VISITS_TO_HASH
            and self.nodes[NODE_SIZE * node + INFO_SET_HASH] == NO_HASH
        )

    def copy_subtree(self, root: NodeIndex) -> Tree:
        """Return a new tree of a node and everything below it."""
        subtree = Tree()
        nodes = self.nodes
        copies = vec[i64]([NO_NODE] * self.num_nodes)
        copies[root] = 0
        subtree.copy_node_from(self, root, 0)
        # A node is always younger than its parent.
        for node in range(root + 1, self.num_nodes):
            parent = nodes[NODE_SIZE * node + PARENT]
            if parent >= root and copies[parent] != NO_NODE:
                copies[node] = subtree.add_node(copies[parent], nodes[NODE_SIZE * node + EVENT_KEY])
                subtree.copy_node_from(self, node, copies[node])
        return subtree

    def copy_node_from(self, source_tree: Tree, source_node: NodeIndex, node: NodeIndex) -> None:
        """Copy visits, hash and edges of another tree's node into one that has no edges yet."""
        count = source_tree.nodes[NODE_SIZE * source_node + NUM_EDGES]
        first_source = source_tree.nodes[NODE_SIZE * source_node + FIRST_EDGE]
        if count:
            self.move_edges_to_larger_block(node, count)
        first = self.nodes[NODE_SIZE * node + FIRST_EDGE]
        for i in range(count):
            self.edge_keys[first + i] = source_tree.edge_keys[first_source + i]
            self.edge_visits[first + i] = source_tree.edge_visits[first_source + i]
            self.edge_availability[first + i] = source_tree.edge_availability[first_source + i]
            self.edge_rewards[first + i] = source_tree.edge_rewards[first_source + i]
            self.edge_priors[first + i] = source_tree.edge_priors[first_source + i]
        self.nodes[NODE_SIZE * node + NUM_EDGES] = count
        self.nodes[NODE_SIZE * node + VISITS] = source_tree.nodes[NODE_SIZE * source_node + VISITS]
        self.nodes[NODE_SIZE * node + INFO_SET_HASH] = source_tree.nodes[NODE_SIZE * source_node + INFO_SET_HASH]


def compute_child_hash(parent: NodeIndex, event_key: EventKey) -> Hash:
    """Return a hash of parent and event key; every product fits into a machine word, so plain and compiled agree."""
    low = event_key & 0xFFFFFF
    high = event_key >> 24 & 0x7FFFFFFF
    mixed = parent * 2_654_435_761 + low * 1_597_334_677 + high * 805_459_861
    return mixed ^ mixed >> 23


def compute_state_hash(state: State) -> Hash:
    """Return a hash of all fields of a state."""
    low: i64 = state.to_move
    high: i64 = 1
    for byte in state.byte_fields:
        low = (low * 257 + i64(byte) + 1) % 2_147_483_629
        high = (high * 263 + i64(byte) + 1) % 2_147_483_587
    for word in state.word_fields:
        low = (low * 257 + (word & 0x7FFFFFFF)) % 2_147_483_629
        high = (high * 263 + (word >> 31 & 0x7FFFFFFF)) % 2_147_483_587
    return low * 2_147_483_587 + high
