# compiled by mypyc
"""A move of Tri-Trac as text, which both notation and positions write."""

from __future__ import annotations

from triangulum.games.tri_trac.actions import Move
from triangulum.games.tri_trac.box import TriTracBox


def format_move(box: TriTracBox, move: Move) -> str:
    """Return a move in notation: ``c4 LR``, ``b2-c4 LR`` or ``N c4 LR``."""
    pose_name = box.pose_names[move.pose]
    if move.is_neutral:
        return f"N {pose_name}"
    if move.kind == "move" and move.origin is not None:
        return f"{box.lattice.spaces[move.origin].name}-{pose_name}"
    return pose_name
