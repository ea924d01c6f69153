# compiled by mypyc
"""What the evaluation of Tri-Trac knows beforehand: every track that could ever be built, and how near a pose is to it.

A track between two arrows is a chain of poses, each of which leads the track on to the next space. The board is small
enough to list all such chains. A seat's score for one of them is the product of how *ready* its poses are: 1 for a
triangle of its own that already lies right, 0 for one of the opponent's that lies wrong and can't be touched.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from triangulum.core.boards.bits import BITS, popcount
from triangulum.core.types import Mask
from triangulum.games.tri_trac.actions import SIDES
from triangulum.games.tri_trac.rules.fields import NEUTRAL, NUM_SPACE_CODES

MAX_TRACK_LENGTH: Final = 8
"""Tracks of more triangles are hardly ever completed, so the evaluation ignores them."""

# How ready a pose is for a seat, by what is on its space now. Found by tuning.
EMPTY_READINESS: Final = 0.38
OWN_TURNED_READINESS: Final = 0.7  # the seat's own triangle, which has to be turned
NEUTRAL_READINESS: Final = 0.5  # the neutral triangle, lying right
NEUTRAL_TURNED_READINESS: Final = 0.35  # the neutral triangle, which has to be turned
OPPONENT_READINESS: Final = 0.22  # the opponent's triangle, lying right as long as the opponent leaves it there


def estimate_space_readiness_for_track(space_code: int, needed_blank_side: int, seat: int) -> float:
    """Return how ready a space is for a track of a seat, from 0 to 1, if the track needs this side to be blank."""
    if space_code == 0:
        return EMPTY_READINESS
    owner, blank_side = divmod(space_code - 1, SIDES)
    if owner == NEUTRAL:
        return NEUTRAL_READINESS if blank_side == needed_blank_side else NEUTRAL_TURNED_READINESS
    if owner == 1 + seat:
        return 1.0 if blank_side == needed_blank_side else OWN_TURNED_READINESS
    return OPPONENT_READINESS if blank_side == needed_blank_side else 0.0


def build_readiness_table() -> vec[float]:
    """Return the readiness for each space code, each side that should be blank and each seat."""
    table = vec[float]()
    for code in range(NUM_SPACE_CODES):
        for blank_side in range(SIDES):
            for seat in range(2):
                table = append(table, estimate_space_readiness_for_track(code, blank_side, seat))
    return table


class TrackTree:
    """All tracks between two arrows, up to MAX_TRACK_LENGTH, as a prefix tree: tracks share their common beginnings.

    A node is one pose of a track. Nodes are numbered in depth-first order, so whoever walks them in order has always
    seen the parent, and jumps over a whole subtree by going to ``subtree_ends``.
    """

    def __init__(self, arrow_gates: vec[i64], opposite_gates: vec[i64], is_allowed_pose: vec[u8]) -> None:
        self.opposite_gates = opposite_gates
        self.is_allowed_pose = is_allowed_pose
        self.poses = vec[i64]()  # for each node, the pose that its track needs there
        self.parents = vec[i64]()  # for each node, 1 + its parent, or 0 for the first pose of a track
        self.is_complete = vec[u8]()  # for each node, whether the track leaves the board there by an arrow
        self.subtree_ends = vec[i64]()  # for each node, the first one that is not in its subtree
        for arrow_gate in arrow_gates:
            self.add_track_nodes(arrow_gate, arrow_gate, 0, 0)

    def add_track_nodes(self, arrow_gate: i64, entry_gate: i64, parent_number: i64, used_mask: Mask) -> bool:
        """Add the nodes of all tracks that come from an arrow and enter a space by a gate; return whether any exist.

        ``used_mask`` holds the spaces that these tracks have run over before.
        """
        space = entry_gate // SIDES
        entry_side = entry_gate % SIDES
        if popcount(used_mask) == MAX_TRACK_LENGTH or used_mask & BITS[space]:
            return False
        any_added = False
        for exit_side in range(i64(SIDES)):
            pose = SIDES * space + SIDES - exit_side - entry_side
            if exit_side == entry_side or not self.is_allowed_pose[pose]:
                continue
            exit_gate = SIDES * space + exit_side
            next_gate = self.opposite_gates[exit_gate]
            if next_gate < 0 and exit_gate < arrow_gate:
                continue  # this track is added once, from its other arrow
            node = self.append_node(pose, parent_number, next_gate < 0)
            if next_gate >= 0 and not self.add_track_nodes(arrow_gate, next_gate, node + 1, used_mask | BITS[space]):
                self.truncate(node)
                continue
            self.subtree_ends[node] = i64(len(self.poses))
            any_added = True
        return any_added

    def append_node(self, pose: i64, parent_number: i64, is_complete: bool) -> i64:
        """Append a node and return its index; where its subtree ends is not known yet."""
        self.poses = append(self.poses, pose)
        self.parents = append(self.parents, parent_number)
        self.is_complete = append(self.is_complete, u8(1) if is_complete else u8(0))
        self.subtree_ends = append(self.subtree_ends, i64(0))
        return i64(len(self.poses)) - 1

    def truncate(self, num_nodes: i64) -> None:
        """Drop all nodes from an index on, since they lead to no arrow."""
        self.poses = self.poses[:num_nodes]
        self.parents = self.parents[:num_nodes]
        self.is_complete = self.is_complete[:num_nodes]
        self.subtree_ends = self.subtree_ends[:num_nodes]
