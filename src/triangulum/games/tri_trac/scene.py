"""How Tri-Trac looks, and where one touches it.

Every piece is taken from a table by what it shows, so one that did not change is the same object in the next scene and
costs nothing to compare.

The neutral triangle has a key of its own. Triangles of one colour are alike, and a view does not tell which of them has
been where, so each is known by its colour and its space. Only the one that has just moved keeps the key of the space
that it left: so it is seen to move. It gets the key of its new space a turn later, before its owner can touch it again;
in between only the other player acts, so no other triangle wants that key.
"""

from __future__ import annotations

from functools import cache, lru_cache

from triangulum.core.wording import format_count
from triangulum.games.tri_trac.board import Board
from triangulum.games.tri_trac.drawings import (
    DESK_HIGH,
    DESK_WIDE,
    SEAT_KINDS,
    SEAT_X,
    SPARES_SHOWN,
    lock_spot,
)
from triangulum.games.tri_trac.options import ArrowGates
from triangulum.games.tri_trac.views import Lying, TriTracView
from triangulum.scene import Frame, Pane, Piece, Scene
from triangulum.scene.steps import Cycle, Pick, Step

DESK = Frame(0, 0, DESK_WIDE, DESK_HIGH)
SIDE_WORDS = {"L": "left", "R": "right", "B": "bottom", "T": "top"}
NEUTRAL = "neutral"
RESERVE_KEYS = ("reserve-0", "reserve-1")

TRAIL_LAYER, TRIANGLE_LAYER, PLAYED_LAYER, BEAM_LAYER, LOCK_LAYER = range(1, 6)
"""What was played last lies above the other triangles, so that it travels over them."""

PLATE_Y, DOING_Y, RESERVE_Y = 38.0, 78.0, 141.0
TURNS_LEFT_SHOWN = 30
"""Turns before the last one from which on it is shown."""
MIDDLE, CLOCK_Y, LIMIT_Y, TOUCH_Y, IN_HAND_Y, RESULT_Y, ENDED_Y = DESK_WIDE / 2, 40.0, 72.0, 141.0, 142.0, 84.0, 120.0
IN_HAND = 0.6
"""How large the neutral triangle lies on the desk before it is placed, of its size on the board."""


@lru_cache(maxsize=2048)
def scene(view: TriTracView) -> Scene:
    """Return the picture of a view: the board, and the desk with the reserves."""
    pieces = board_pieces(view.outline, view.arrows)
    lock = 1 - view.to_move if view.barred and view.to_move >= 0 else None
    board = board_pane(pieces, view.spaces, view.last, view.origin, view.track, lock)
    desk = Pane("desk", DESK, desk_pieces(view, lock), ("desk",), None, "Turn and reserves")
    return Scene(pieces.board.kit, (board, desk), describe_view(view))


def steps(view: TriTracView, action: int) -> tuple[Step, ...]:
    """Return what the mover touches: a triangle, a space for it unless it stays, and how it is to lie.

    One that stays is touched again, until it lies as wanted. Where a space leaves no choice, none is asked for.
    """
    pieces = board_pieces(view.outline, view.arrows)
    source, pose = divmod(action, 3 * len(view.spaces))
    space, blank = divmod(pose, 3)
    if source == 0:
        key, stays = NEUTRAL, view.spaces[space] is not None
    elif source == 1:
        key, stays = RESERVE_KEYS[view.to_move], False
    else:
        key, stays = pieces.triangle_keys[SEAT_KINDS[view.to_move]][source - 2], source - 2 == space
    way = pieces.board.joined_sides[space][blank]
    if stays:
        return Pick(key), Cycle(key, way)
    target = pieces.empty_spaces[space].key
    if len(pieces.board.allowed_blank_sides[space]) == 1:
        return Pick(key), Pick(target)
    return Pick(key), Pick(target), Cycle(target, way)


def describe_view(view: TriTracView) -> str:
    """Return the situation as a sentence for screen readers."""
    if view.phase == "finished":
        ended = f"drawn ({view.drawn_by})" if view.winner is None else f"won by {seat_title(view.winner)}"
        return f"Tri-Trac: the game is {ended} after {format_count(view.turns, 'turn')}."
    turn = f"Tri-Trac, turn {view.turns + 1} of {view.turn_limit}: {seat_title(view.to_move)}"
    if view.phase == "opening":
        return f"{turn} places the neutral triangle."
    return f"{turn} is to move, and {'may not' if view.barred else 'may'} touch the neutral triangle."


def seat_title(seat: int) -> str:
    """Return a seat with its colour."""
    return f"seat {seat} ({SEAT_KINDS[seat]})"


# ------------------------------------------------------------------------------------------------------ the board


class Pieces:
    """All pieces that can lie on a board, each made once."""

    def __init__(self, board: Board) -> None:
        self.board = board
        spaces = range(len(board.lattice.spaces))
        self.triangle_keys = {kind: [f"{kind}-{board.space_name(space)}" for space in spaces] for kind in SEAT_KINDS}
        """For each colour the key of a triangle on a space."""
        self.empty_spaces = [self.space_piece(space, "empty") for space in spaces]
        self.occupied_spaces = [self.space_piece(space, "taken") for space in spaces]
        self.arrows = [[self.arrow_piece(arrow, lit) for arrow in range(len(board.arrows))] for lit in (False, True)]
        self.triangles: dict[tuple[int, Lying, int | None, bool], Piece] = {}

    def space_piece(self, space: int, what: str) -> Piece:
        """Return a space, which can be touched where it is empty."""
        name, points = self.board.space_name(space), "up" if self.board.points_up(space) else "down"
        kinds = [f", at a {kind} arrow" for at, _, kind in self.board.arrows if at == space]
        title = f"{name}, {what}{''.join(kinds)}"
        x, y = self.board.space_centres[space]
        return Piece(
            f"space-{name}", f"space-{points}", x, y, 0.0 if points == "up" else 180.0, label=name, title=title
        )

    def arrow_piece(self, arrow: int, lit: bool) -> Piece:
        """Return an arrow, which is lit where a winning track ends."""
        space, side, kind = self.board.arrows[arrow]
        name, x, y = self.board.space_name(space), *self.board.arrow_tip(space, side)
        symbol, title = f"arrow-{kind}{'-lit' * lit}", f"{kind} arrow at {name}"
        return Piece(
            f"arrow-{name}", symbol, x, y, self.board.inward_angle(space, side), 1.0, 0, ("glow",) * lit, "", title
        )

    def triangle_piece(self, space: int, lying: Lying, origin: int | None, played: bool) -> Piece:
        """Return a triangle on a space; ``origin`` is where it has just come from, if it has moved."""
        which = space, lying, origin, played
        if which not in self.triangles:
            self.triangles[which] = self.new_triangle_piece(*which)
        return self.triangles[which]

    def new_triangle_piece(self, space: int, lying: Lying, origin: int | None, played: bool) -> Piece:
        """Return a triangle that is not in the table yet."""
        turn, name = self.board.rotation(space, lying.blank), self.board.space_name(space)
        first, second = (SIDE_WORDS[side] for side in self.board.joined_sides[space][lying.blank])
        title = f"{lying.whose} triangle on {name}, joins {first} and {second}{', just played' * played}"
        key = (
            NEUTRAL if lying.whose == NEUTRAL else self.triangle_keys[lying.whose][space if origin is None else origin]
        )
        layer = PLAYED_LAYER if played else TRIANGLE_LAYER
        return Piece(key, f"{lying.whose}-{turn}", *self.board.space_centres[space], turn, 1.0, layer, (), name, title)


@lru_cache(maxsize=64)
def board_pieces(outline: tuple[str, ...], arrows: ArrowGates) -> Pieces:
    """Return the pieces of a setup's board."""
    return Pieces(Board(outline, arrows))


@lru_cache(maxsize=2048)
def board_pane(
    pieces: Pieces,
    spaces: tuple[Lying | None, ...],
    last: int | None,
    origin: int | None,
    track: tuple[int, ...],
    lock: int | None,
) -> Pane:
    """Return the board and what lies on it."""
    ground = [
        pieces.empty_spaces[at] if lying is None else pieces.occupied_spaces[at] for at, lying in enumerate(spaces)
    ]
    drawn = (
        *ground,
        *arrow_pieces(pieces, spaces, track),
        *trail_pieces(pieces, last, origin),
        *triangle_pieces(pieces, spaces, last, origin),
        *[beam_piece(pieces, space, lying.blank) for space in track if (lying := spaces[space])],
        *lock_pieces(pieces, spaces, lock),
    )
    return Pane("board", pieces.board.frame, drawn, ("board",), None, "The board")


def arrow_pieces(pieces: Pieces, spaces: tuple[Lying | None, ...], track: tuple[int, ...]) -> list[Piece]:
    """Return the arrows, lit where a winning track leads to them."""
    if not track:
        return pieces.arrows[False]
    arrows = []
    for at, (space, side, _) in enumerate(pieces.board.arrows):
        lying = spaces[space]
        arrows.append(pieces.arrows[space in track and lying is not None and lying.blank != side][at])
    return arrows


def trail_pieces(pieces: Pieces, last: int | None, origin: int | None) -> list[Piece]:
    """Return the signs of the last move."""
    if last is None:
        return []
    if origin is None:
        return [trail_piece(pieces, last, "last", "just placed on")]
    if origin == last:
        return [trail_piece(pieces, last, "last", "just turned on")]
    return [
        trail_piece(pieces, origin, "origin", "just moved from"),
        trail_piece(pieces, last, "last", "just moved to"),
    ]


def triangle_pieces(
    pieces: Pieces, spaces: tuple[Lying | None, ...], last: int | None, origin: int | None
) -> list[Piece]:
    """Return the triangles by their keys: so one that moves keeps its place in the row, and the row its order."""
    triangles: list[Piece] = []
    moved = last if origin != last and origin is not None else None
    for at, lying in enumerate(spaces):
        space = at
        if at == moved:
            continue
        if at == origin and moved is not None:
            space, lying = moved, spaces[moved]
        if lying is None:
            continue
        if lying.whose == NEUTRAL:
            triangles.insert(0, pieces.triangle_piece(space, lying, None, space == last))
        else:
            triangles.append(pieces.triangle_piece(space, lying, None if space == at else at, space == last))
    return triangles


@lru_cache(maxsize=4096)
def trail_piece(pieces: Pieces, space: int, symbol: str, what: str) -> Piece:
    """Return the sign of where the last triangle went, or of where it came from."""
    board = pieces.board
    points = "up" if board.points_up(space) else "down"
    title = f"{what} {board.space_name(space)}"
    return Piece(symbol, f"{symbol}-{points}", *board.space_centres[space], layer=TRAIL_LAYER, title=title)


def beam_piece(pieces: Pieces, space: int, blank: int) -> Piece:
    """Return the light on one triangle of a winning track."""
    board = pieces.board
    title = f"{board.space_name(space)} is on the winning track"
    turn = board.rotation(space, blank)
    return Piece(
        f"beam-{board.space_name(space)}",
        "beam",
        *board.space_centres[space],
        turn,
        1.0,
        BEAM_LAYER,
        ("glow",),
        "",
        title,
    )


def lock_pieces(pieces: Pieces, spaces: tuple[Lying | None, ...], seat: int | None) -> list[Piece]:
    """Return the lock that a seat has put on the neutral triangle, if one has."""
    if seat is None:
        return []
    return [lock_piece(pieces, at, it.blank, seat) for at, it in enumerate(spaces) if it and it.whose == NEUTRAL]


@lru_cache(maxsize=4096)
def lock_piece(pieces: Pieces, space: int, blank: int, seat: int) -> Piece:
    """Return a seat's lock on the neutral triangle."""
    x, y = pieces.board.space_centres[space]
    dx, dy = lock_spot(pieces.board.rotation(space, blank))
    title = f"locked by {seat_title(seat)}: {seat_title(1 - seat)} may not touch the neutral triangle this turn"
    return Piece("lock", f"lock-{seat}", x + dx, y + dy, layer=LOCK_LAYER, label=str(seat), title=title)


# ------------------------------------------------------------------------------------------------------- the desk


def desk_pieces(view: TriTracView, lock: int | None) -> tuple[Piece, ...]:
    """Return what lies on the desk."""
    active = view.winner if view.phase == "finished" else view.to_move
    return (
        *turn_pieces(active),
        *status_pieces(active, view.phase),
        *[reserve_piece(seat, left) for seat, left in enumerate(view.reserves)],
        *clock_pieces(view.phase, view.turns, view.turn_limit),
        *result_pieces(view.phase, len(view.track), view.drawn_by, view.turns),
        *touch_pieces(view.phase, view.to_move, lock),
    )


@cache
def turn_pieces(active: int | None) -> tuple[Piece, ...]:
    """Return the players' plates, and the light on the one whose turn it is."""
    light = () if active is None else (Piece("turn", "turn", SEAT_X[active], DESK_HIGH / 2),)
    plates = [
        Piece(f"seat-{seat}", f"plate-{seat}", SEAT_X[seat], PLATE_Y, 0, 1, 1, (), f"Seat {seat}", seat_title(seat))
        for seat in (0, 1)
    ]
    return *light, *plates


@cache
def status_pieces(active: int | None, phase: str) -> tuple[Piece, ...]:
    """Return what the player whose turn it is does."""
    if active is None:
        return ()
    words = {"opening": "begins", "playing": "to move", "finished": "wins!"}[phase]
    return (Piece("doing", "doing", SEAT_X[active], DOING_Y, 0, 1, 1, (), words, f"{seat_title(active)}: {words}"),)


@cache
def reserve_piece(seat: int, left: int) -> Piece:
    """Return a player's triangles that are not on the board yet."""
    title = f"reserve of {seat_title(seat)}: {format_count(left, 'triangle')}"
    symbol = f"reserve-{seat}-{min(left, SPARES_SHOWN)}"
    return Piece(RESERVE_KEYS[seat], symbol, SEAT_X[seat], RESERVE_Y, 0, 1, 1, (), str(left), title)


@lru_cache(maxsize=1024)
def clock_pieces(phase: str, turns: int, turn_limit: int) -> tuple[Piece, ...]:
    """Return the number of the turn, and of the last one when it is near: few games ever see it."""
    if phase == "finished":
        return ()
    title = f"turn {turns + 1} of {turn_limit}"
    clock = Piece("clock", "clock", MIDDLE, CLOCK_Y, 0, 1, 1, (), f"Turn {turns + 1}", title)
    if turn_limit - turns > TURNS_LEFT_SHOWN:
        return (clock,)
    return clock, Piece("limit", "limit", MIDDLE, LIMIT_Y, 0, 1, 1, (), f"of {turn_limit}")


@lru_cache(maxsize=1024)
def result_pieces(phase: str, length: int, drawn_by: str | None, turns: int) -> tuple[Piece, ...]:
    """Return how long the track is that has won, or why none has."""
    if phase != "finished":
        return ()
    words = f"Track of {length}" if length else "Draw"
    title = (
        f"the winning track joins {format_count(length, 'triangle')}" if length else f"the game is drawn: {drawn_by}"
    )
    # The room between the plates is small: why a game is drawn says more than when.
    how = f"after {format_count(turns, 'turn')}" if drawn_by is None else drawn_by
    return (
        Piece("result", "clock", MIDDLE, RESULT_Y, 0, 1, 1, (), words, title),
        Piece("ended", "limit", MIDDLE, ENDED_Y, 0, 1, 1, (), how),
    )


@cache
def touch_pieces(phase: str, mover: int, lock: int | None) -> tuple[Piece, ...]:
    """Return the neutral triangle before it is placed, and then whether the mover may touch it."""
    if phase == "finished":
        return ()
    if phase == "opening":
        title = "neutral triangle, to be placed"
        return (Piece(NEUTRAL, "neutral-0", MIDDLE, IN_HAND_Y, 0.0, IN_HAND, 1, (), "", title),)
    words, symbol = ("free", "touch-free") if lock is None else ("locked", f"touch-lock-{lock}")
    title = f"{seat_title(mover)} {'may' if lock is None else 'may not'} touch the neutral triangle"
    return (Piece("touch", symbol, MIDDLE, TOUCH_Y, 0, 1, 1, (), words, title),)
