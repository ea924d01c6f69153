# compiled by mypyc
"""The pane with the board: spaces, arrows, triangles, the last move, the winning track and the lock.

Every piece is made once and kept, so one that did not change is the same object in the next scene and costs nothing to
compare.

The neutral triangle has a key of its own. Triangles of one colour look the same, and a view does not tell which of them
has been where, so each is known by its colour and its space. Only the one that has just moved keeps the key of the
space that it left: so it is seen to move. It gets the key of its new space a turn later, before its owner can touch it
again; in between only the other player acts, so no other triangle wants that key.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias

from triangulum.games.tri_trac.box import ArrowGates
from triangulum.games.tri_trac.messages import message
from triangulum.games.tri_trac.scene.board_layout import BoardLayout
from triangulum.games.tri_trac.scene.desk_drawings import SEAT_COLOURS
from triangulum.games.tri_trac.scene.kit import build_kit
from triangulum.games.tri_trac.scene.triangle_drawings import find_lock_point
from triangulum.games.tri_trac.views import BoardTriangle
from triangulum.scene import Pane, Piece
from triangulum.text import SeatName

NEUTRAL_KEY = "neutral"

TRAIL_LAYER, TRIANGLE_LAYER, PLAYED_LAYER, BEAM_LAYER, LOCK_LAYER = range(1, 6)
"""What was played last lies above the other triangles, so that it travels over them."""

Spaces: TypeAlias = tuple[BoardTriangle | None, ...]
"""What is on each space, as in a view."""


class BoardPieces:
    """All pieces that can lie on a board, each made once."""

    def __init__(self, layout: BoardLayout) -> None:
        self.layout = layout
        self.kit = build_kit(layout)
        spaces = range(len(layout.lattice.spaces))
        self.triangle_keys = {
            colour: [f"{colour}-{layout.space_name(space)}" for space in spaces] for colour in SEAT_COLOURS
        }
        """For each colour the key of a triangle on a space."""
        self.empty_spaces = [self.build_space_piece(space, "empty") for space in spaces]
        self.occupied_spaces = [self.build_space_piece(space, "occupied") for space in spaces]
        self.arrows = [
            [self.build_arrow_piece(arrow_index, is_lit) for arrow_index in range(len(layout.arrows))]
            for is_lit in (False, True)
        ]
        self.triangles: dict[tuple[int, BoardTriangle, int | None, bool], Piece] = {}

    def build_space_piece(self, space: int, status: str) -> Piece:
        """Return the piece of a space, which can be touched where it is empty."""
        name, points = self.layout.space_name(space), "up" if self.layout.points_up(space) else "down"
        title = message(f"space-{status}", space=name)
        for at, _, kind in self.layout.arrows:
            if at == space:
                title = message(f"space-{status}-at-arrow", space=name, kind=kind)
        x, y = self.layout.space_centres[space]
        return Piece(
            f"space-{name}", f"space-{points}", x, y, 0.0 if points == "up" else 180.0, label=name, title=title
        )

    def build_arrow_piece(self, arrow_index: int, is_lit: bool) -> Piece:
        """Return the piece of an arrow, which is lit where a winning track ends."""
        space, side, kind = self.layout.arrows[arrow_index]
        name, x, y = self.layout.space_name(space), *self.layout.arrow_tip(space, side)
        symbol, title = f"arrow-{kind}{'-lit' * is_lit}", message("arrow", kind=kind, space=name)
        angle = self.layout.inward_angle(space, side)
        return Piece(f"arrow-{name}", symbol, x, y, angle, 1.0, 0, ("glow",) * is_lit, "", title)

    def find_triangle_piece(
        self, space: int, triangle: BoardTriangle, origin: int | None, is_last_played: bool
    ) -> Piece:
        """Return the piece of a triangle on a space; ``origin`` is where it has just come from, if it has moved."""
        which = space, triangle, origin, is_last_played
        if which not in self.triangles:
            self.triangles[which] = self.build_triangle_piece(*which)
        return self.triangles[which]

    def build_triangle_piece(
        self, space: int, triangle: BoardTriangle, origin: int | None, is_last_played: bool
    ) -> Piece:
        """Return the piece of a triangle that has not been there yet."""
        layout, owner = self.layout, triangle.owner
        rotation, name = layout.triangle_rotation(space, triangle.blank_side), layout.space_name(space)
        sides = tuple(message("side", side=side) for side in layout.joined_sides[space][triangle.blank_side])
        title_id = "triangle-just-played" if is_last_played else "triangle"
        title = message(title_id, owner=owner, space=name, sides=sides)
        key = NEUTRAL_KEY if owner == "neutral" else self.triangle_keys[owner][space if origin is None else origin]
        layer = PLAYED_LAYER if is_last_played else TRIANGLE_LAYER
        return Piece(key, f"{owner}-{rotation}", *layout.space_centres[space], rotation, 1.0, layer, (), name, title)


@lru_cache(maxsize=64)
def find_board_pieces(outline: tuple[str, ...], arrows: ArrowGates) -> BoardPieces:
    """Return the pieces of a setup's board."""
    return BoardPieces(BoardLayout(outline, arrows))


@lru_cache(maxsize=2048)
def build_board_pane(
    pieces: BoardPieces,
    spaces: Spaces,
    last_space: int | None,
    last_origin: int | None,
    track: tuple[int, ...],
    locking_seat: int | None,
) -> Pane:
    """Return the board and what lies on it; ``locking_seat`` keeps the other one off the neutral triangle."""
    space_pieces = [
        pieces.empty_spaces[at] if triangle is None else pieces.occupied_spaces[at]
        for at, triangle in enumerate(spaces)
    ]
    board_pieces = (
        *space_pieces,
        *list_arrow_pieces(pieces, spaces, track),
        *list_last_move_pieces(pieces, last_space, last_origin),
        *list_triangle_pieces(pieces, spaces, last_space, last_origin),
        *[build_track_glow_piece(pieces, space, triangle.blank_side) for space in track if (triangle := spaces[space])],
        *list_neutral_triangle_lock_pieces(pieces, spaces, locking_seat),
    )
    return Pane("board", pieces.layout.frame, board_pieces, ("board",), None, message("board-pane"))


def list_arrow_pieces(pieces: BoardPieces, spaces: Spaces, track: tuple[int, ...]) -> list[Piece]:
    """Return the arrows, lit where a winning track leads to them."""
    if not track:
        return pieces.arrows[False]
    arrows = []
    for arrow_index, (space, side, _) in enumerate(pieces.layout.arrows):
        triangle = spaces[space]
        is_lit = space in track and triangle is not None and triangle.blank_side != side
        arrows.append(pieces.arrows[is_lit][arrow_index])
    return arrows


def list_last_move_pieces(pieces: BoardPieces, last_space: int | None, last_origin: int | None) -> list[Piece]:
    """Return the outlines of the space to which the last triangle went, and of the one from which it came."""
    if last_space is None:
        return []
    if last_origin is None:
        return [build_last_move_outline_piece(pieces, last_space, "last", "just-placed")]
    if last_origin == last_space:
        return [build_last_move_outline_piece(pieces, last_space, "last", "just-rotated")]
    return [
        build_last_move_outline_piece(pieces, last_origin, "origin", "just-moved-from"),
        build_last_move_outline_piece(pieces, last_space, "last", "just-moved-to"),
    ]


@lru_cache(maxsize=4096)
def build_last_move_outline_piece(pieces: BoardPieces, space: int, symbol: str, title_id: str) -> Piece:
    """Return the outline of a space that took part in the last move."""
    layout = pieces.layout
    points = "up" if layout.points_up(space) else "down"
    title = message(title_id, space=layout.space_name(space))
    return Piece(symbol, f"{symbol}-{points}", *layout.space_centres[space], layer=TRAIL_LAYER, title=title)


def list_triangle_pieces(
    pieces: BoardPieces, spaces: Spaces, last_space: int | None, last_origin: int | None
) -> list[Piece]:
    """Return the triangles in the order of their keys: so one that moves keeps its place among them."""
    triangles: list[Piece] = []
    moved_to = last_space if last_origin != last_space and last_origin is not None else None
    for at, triangle in enumerate(spaces):
        space = at
        if at == moved_to:
            continue
        if at == last_origin and moved_to is not None:
            space, triangle = moved_to, spaces[moved_to]
        if triangle is None:
            continue
        is_last_played = space == last_space
        if triangle.owner == "neutral":
            triangles.insert(0, pieces.find_triangle_piece(space, triangle, None, is_last_played))
        else:
            origin = None if space == at else at
            triangles.append(pieces.find_triangle_piece(space, triangle, origin, is_last_played))
    return triangles


def build_track_glow_piece(pieces: BoardPieces, space: int, blank_side: int) -> Piece:
    """Return the light on one triangle of a winning track."""
    layout = pieces.layout
    name = layout.space_name(space)
    rotation = layout.triangle_rotation(space, blank_side)
    title = message("on-track", space=name)
    x, y = layout.space_centres[space]
    return Piece(f"beam-{name}", "beam", x, y, rotation, 1.0, BEAM_LAYER, ("glow",), "", title)


def list_neutral_triangle_lock_pieces(pieces: BoardPieces, spaces: Spaces, locking_seat: int | None) -> list[Piece]:
    """Return the lock that a seat has put on the neutral triangle, if one has."""
    if locking_seat is None:
        return []
    return [
        build_lock_piece(pieces, space, triangle.blank_side, locking_seat)
        for space, triangle in enumerate(spaces)
        if triangle and triangle.owner == "neutral"
    ]


@lru_cache(maxsize=4096)
def build_lock_piece(pieces: BoardPieces, space: int, blank_side: int, seat: int) -> Piece:
    """Return a seat's lock on the neutral triangle."""
    x, y = pieces.layout.space_centres[space]
    dx, dy = find_lock_point(pieces.layout.triangle_rotation(space, blank_side))
    title = message("lock", seat=SeatName(1 - seat))
    return Piece("lock", f"lock-{seat}", x + dx, y + dy, layer=LOCK_LAYER, title=title)
