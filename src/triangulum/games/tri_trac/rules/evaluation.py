# compiled by mypyc
"""A quick estimate of who is ahead in Tri-Trac, for bots.

Each seat gets a *track score*: the sum, over all tracks that could ever be built, of the product of how ready their
poses are for it (see ``track_tree.py``). A track that lacks one triangle so counts for much more than one that lacks
three, and one in which an opponent's triangle is in the way counts for nothing.
"""

from __future__ import annotations

from typing import Final, cast

from librt.vecs import vec
from mypy_extensions import i64

from triangulum.games.tri_trac.actions import SIDES
from triangulum.games.tri_trac.rules.board import TriTracBoard
from triangulum.games.tri_trac.rules.lookup import TriTracLookup

WIN_NEXT_TURN_VALUE: Final = 0.9
"""What it is worth to be able to complete a track now."""
MAX_SCORE_VALUE: Final = 0.8
"""What a lead in track scores is worth at most."""
TEMPO_FACTOR: Final = 1.2
"""How much more the track score of the player to move counts."""
STEEPNESS: Final = 4.0
"""How quickly a lead in track scores approaches its full value."""
MIN_TRACK_SCORE: Final = 0.005
"""Beginnings of tracks that score less than this for both seats together are cut off."""


def evaluate_for_mover(board: TriTracBoard) -> float:
    """Return an estimate of how the game will end for the player to move, from -1 to 1."""
    mover = board.to_move
    if board.count_winning_spaces(mover):
        return WIN_NEXT_TURN_VALUE
    orange_score, yellow_score = compute_track_scores(board)
    own_score, opponent_score = (orange_score, yellow_score) if mover == 0 else (yellow_score, orange_score)
    lead = STEEPNESS * (TEMPO_FACTOR * own_score - opponent_score)
    return MAX_SCORE_VALUE * lead / (1.0 + abs(lead))


def compute_track_scores(board: TriTracBoard) -> tuple[float, float]:
    """Return the track scores of orange, seat 0, and of yellow, seat 1."""
    setup = cast(TriTracLookup, board.setup)
    fields = board.byte_fields
    readiness_by_code = setup.readiness_by_code
    row_length: i64 = 2 * SIDES
    readiness = vec[float]([0.0] * (2 * setup.num_poses))  # for each pose and seat
    for space in range(setup.num_spaces):
        at = row_length * space
        start = row_length * i64(fields[space])
        for i in range(row_length):
            readiness[at + i] = readiness_by_code[start + i]
    tree = setup.track_tree
    poses = tree.poses
    parents = tree.parents
    is_complete = tree.is_complete
    num_nodes = i64(len(poses))
    # For each node and seat, the product of readiness from the arrow up to there. Everything is moved up by one, since
    # parents are counted from 1; entry 0 is the product before the first pose of a track.
    products = vec[float]([1.0] * (2 * num_nodes + 2))
    orange_score = 0.0
    yellow_score = 0.0
    node: i64 = 0
    while node < num_nodes:
        pose = 2 * poses[node]
        parent = 2 * parents[node]
        orange_product = products[parent] * readiness[pose]
        yellow_product = products[parent + 1] * readiness[pose + 1]
        if orange_product + yellow_product < MIN_TRACK_SCORE:
            node = tree.subtree_ends[node]
            continue
        if is_complete[node]:
            orange_score += orange_product
            yellow_score += yellow_product
        node += 1
        products[2 * node] = orange_product
        products[2 * node + 1] = yellow_product
    return orange_score, yellow_score
