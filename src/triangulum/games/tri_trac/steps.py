# compiled by mypyc
"""Where to touch Tri-Trac: from an action to its steps."""

from __future__ import annotations

from triangulum.games.tri_trac.actions import decode_move
from triangulum.games.tri_trac.scene.board_pane import NEUTRAL_KEY, find_board_pieces
from triangulum.games.tri_trac.scene.desk_drawings import SEAT_COLOURS
from triangulum.games.tri_trac.scene.desk_pane import RESERVE_KEYS
from triangulum.games.tri_trac.views import TriTracView
from triangulum.scene.steps import Cycle, Pick, Step


def touch_steps(view: TriTracView, action: int) -> tuple[Step, ...]:
    """Return what the mover touches: a triangle, a space for it unless it stays, and how it is to lie.

    One that stays is touched again, until it lies as wanted. Where a space leaves no choice, none is asked for.
    """
    pieces = find_board_pieces(view.outline, view.arrows)
    # Where the neutral triangle is need not be looked up: a legal action that ends on an occupied space is a turn.
    move = decode_move(action, len(view.spaces), None)
    if move.is_neutral:
        triangle_key = NEUTRAL_KEY
    elif move.origin is None:
        triangle_key = RESERVE_KEYS[view.to_move]
    else:
        triangle_key = pieces.triangle_keys[SEAT_COLOURS[view.to_move]][move.origin]
    joined_sides = pieces.layout.joined_sides[move.space][move.blank_side]
    if view.spaces[move.space] is not None:
        return Pick(triangle_key), Cycle(triangle_key, joined_sides)
    space_key = pieces.empty_spaces[move.space].key
    if len(pieces.layout.allowed_blank_sides[move.space]) == 1:
        return Pick(triangle_key), Pick(space_key)
    return Pick(triangle_key), Pick(space_key), Cycle(space_key, joined_sides)
