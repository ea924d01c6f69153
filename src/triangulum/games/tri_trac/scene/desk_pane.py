# compiled by mypyc
"""The pane with the desk: whose turn it is, the reserves, the turn count or the result, and the neutral triangle."""

from __future__ import annotations

from functools import cache, lru_cache

from triangulum.games.tri_trac.messages import message
from triangulum.games.tri_trac.scene.board_pane import NEUTRAL_KEY
from triangulum.games.tri_trac.scene.desk_drawings import DESK_HEIGHT, DESK_WIDTH, MAX_RESERVE_SHOWN, SEAT_COLOURS
from triangulum.games.tri_trac.views import TriTracView
from triangulum.scene import Frame, Pane, Piece
from triangulum.text import SeatName

DESK_FRAME = Frame(0, 0, DESK_WIDTH, DESK_HEIGHT)
RESERVE_KEYS = ("reserve-0", "reserve-1")
SEAT_X = (136.0, 664.0)
MIDDLE_X = DESK_WIDTH / 2
PLATE_Y, STATUS_Y, RESERVE_Y = 38.0, 78.0, 141.0
TURN_Y, TURN_LIMIT_Y, NEUTRAL_STATUS_Y, NEUTRAL_IN_HAND_Y, RESULT_Y, RESULT_DETAIL_Y = (
    40.0,
    72.0,
    141.0,
    142.0,
    84.0,
    120.0,
)
NEUTRAL_IN_HAND_SCALE = 0.6
"""How large the neutral triangle lies on the desk before it is placed, of its size on the board."""
TURNS_LEFT_SHOWN = 30
"""The turn limit is shown when this many turns are left; few games ever see it."""


def build_desk_pane(view: TriTracView, locking_seat: int | None) -> Pane:
    """Return the desk; ``locking_seat`` keeps the other one off the neutral triangle."""
    active_seat = view.winner if view.phase == "finished" else view.to_move
    pieces = (
        *list_seat_plate_pieces(active_seat),
        *list_status_pieces(active_seat, view.phase),
        *[build_reserve_piece(seat, count) for seat, count in enumerate(view.reserves)],
        *list_turn_counter_pieces(view.phase, view.turns_played, view.turn_limit),
        *list_result_pieces(view.phase, len(view.track), view.draw_reason, view.turns_played),
        *list_neutral_triangle_pieces(view.phase, view.to_move, locking_seat),
    )
    return Pane("desk", DESK_FRAME, pieces, ("desk",), None, message("desk-pane"))


@cache
def list_seat_plate_pieces(active_seat: int | None) -> tuple[Piece, ...]:
    """Return the players' plates, and the light on the one whose turn it is."""
    light = () if active_seat is None else (Piece("turn", "turn", SEAT_X[active_seat], DESK_HEIGHT / 2),)
    return *light, *[build_plate_piece(seat) for seat in (0, 1)]


def build_plate_piece(seat: int) -> Piece:
    """Return a player's plate."""
    name = SeatName(seat)
    title = message("plate.title", seat=name, colour=SEAT_COLOURS[seat])
    return Piece(
        f"seat-{seat}", f"plate-{seat}", SEAT_X[seat], PLATE_Y, 0, 1, 1, (), message("plate", seat=name), title
    )


@cache
def list_status_pieces(active_seat: int | None, phase: str) -> tuple[Piece, ...]:
    """Return what the player whose turn it is does: "to move"."""
    if active_seat is None:
        return ()
    label = message(f"doing-{phase}")
    return (Piece("doing", "doing", SEAT_X[active_seat], STATUS_Y, 0, 1, 1, (), label, label),)


@cache
def build_reserve_piece(seat: int, count: int) -> Piece:
    """Return a player's triangles that are not on the board yet."""
    title = message("reserve", seat=SeatName(seat), count=count)
    symbol = f"reserve-{seat}-{min(count, MAX_RESERVE_SHOWN)}"
    return Piece(RESERVE_KEYS[seat], symbol, SEAT_X[seat], RESERVE_Y, 0, 1, 1, (), str(count), title)


@lru_cache(maxsize=1024)
def list_turn_counter_pieces(phase: str, turns_played: int, turn_limit: int) -> tuple[Piece, ...]:
    """Return the number of the turn, and the turn limit when it is near; nothing when the game is over."""
    if phase == "finished":
        return ()
    label, title = (message(id, turn=turns_played + 1, limit=turn_limit) for id in ("turn", "turn.title"))
    turn = Piece("clock", "clock", MIDDLE_X, TURN_Y, 0, 1, 1, (), label, title)
    if turn_limit - turns_played > TURNS_LEFT_SHOWN:
        return (turn,)
    return turn, Piece("limit", "limit", MIDDLE_X, TURN_LIMIT_Y, 0, 1, 1, (), message("turn-limit", limit=turn_limit))


@lru_cache(maxsize=1024)
def list_result_pieces(phase: str, track_length: int, draw_reason: str | None, turns_played: int) -> tuple[Piece, ...]:
    """Return how long the winning track is, or why the game is drawn; nothing before it is over."""
    if phase != "finished":
        return ()
    if draw_reason is None:
        label, title = (message(id, length=track_length) for id in ("result-won", "result-won.title"))
        detail = message("ended-after", turns=turns_played)
    else:
        label, title = message("result-drawn"), message("status-drawn", reason=draw_reason)
        # There's little room between the plates: why a game is drawn says more than when.
        detail = message("ended-drawn", reason=draw_reason)
    return (
        Piece("result", "clock", MIDDLE_X, RESULT_Y, 0, 1, 1, (), label, title),
        Piece("ended", "limit", MIDDLE_X, RESULT_DETAIL_Y, 0, 1, 1, (), detail),
    )


@cache
def list_neutral_triangle_pieces(phase: str, mover: int, locking_seat: int | None) -> tuple[Piece, ...]:
    """Return the neutral triangle before it is placed, and from then on whether the mover may touch it."""
    if phase == "finished":
        return ()
    if phase == "opening":
        title = message("neutral-in-hand")
        scale = NEUTRAL_IN_HAND_SCALE
        return (Piece(NEUTRAL_KEY, "neutral-0", MIDDLE_X, NEUTRAL_IN_HAND_Y, 0.0, scale, 1, (), "", title),)
    is_free = locking_seat is None
    label_id, symbol = ("neutral-free", "touch-free") if is_free else ("neutral-locked", f"touch-lock-{locking_seat}")
    title = message(f"{label_id}.title", seat=SeatName(mover))
    return (Piece("touch", symbol, MIDDLE_X, NEUTRAL_STATUS_Y, 0, 1, 1, (), message(label_id), title),)
