# compiled by mypyc
"""How Tri-Trac looks: from a view to a scene."""

from __future__ import annotations

from functools import lru_cache

from triangulum.games.tri_trac.messages import describe_status
from triangulum.games.tri_trac.scene.board_pane import build_board_pane, find_board_pieces
from triangulum.games.tri_trac.scene.desk_pane import build_desk_pane
from triangulum.games.tri_trac.views import TriTracView
from triangulum.scene import Scene


@lru_cache(maxsize=2048)
def scene(view: TriTracView) -> Scene:
    """Return the picture of a view: the board, and the desk with the reserves."""
    pieces = find_board_pieces(view.outline, view.arrows)
    locking_seat = 1 - view.to_move if view.neutral_barred and view.to_move >= 0 else None
    board = build_board_pane(pieces, view.spaces, view.last_space, view.last_origin, view.track, locking_seat)
    return Scene(pieces.kit, (board, build_desk_pane(view, locking_seat)), describe_status(view))
