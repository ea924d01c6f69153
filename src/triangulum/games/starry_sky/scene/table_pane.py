# compiled by mypyc
"""The table: the seats around it, the trick between them, and the tricks so far.

The seats sit as the viewer sees them: the viewer in front, the next seat to the left. A spectator looks over seat 0's
shoulder.
"""

from __future__ import annotations

from functools import cache, lru_cache

from triangulum.games.starry_sky.messages import current_trick_number, message, trick_arguments
from triangulum.games.starry_sky.rules.lookup import NUM_SEATS, NUM_TRICKS
from triangulum.games.starry_sky.scene.card_drawings import MAX_FAN_CARDS
from triangulum.games.starry_sky.scene.table_drawings import SEAT_POINTS, TABLE_HEIGHT, TABLE_WIDTH
from triangulum.games.starry_sky.scene.trick_pieces import list_trick_pieces, seat_offset
from triangulum.games.starry_sky.views import COLOURS, StarrySkyView, Trick
from triangulum.scene import Frame, Pane, Piece
from triangulum.text import SeatName

TABLE_FRAME = Frame(0, 0, TABLE_WIDTH, TABLE_HEIGHT)

HAND_SIZE_X, TRICKS_WON_X, VOID_X, ERASER_X, SEAT_ITEMS_Y = -86.0, -24.0, (38.0, 68.0), 97.0, 31.0
LEADER_X, STATUS_Y = -90.0, -7.0
TRICK_NUMBER_POINT, PAST_TRICKS_POINT, PAST_TRICK_STEP = (114.0, 408.0), (574.0, 408.0), 27.0


def build_table_pane(view: StarrySkyView) -> Pane:
    """Return the pane of the table."""
    return Pane("table", TABLE_FRAME, list_table_pieces(view), ("table",), None, message("table-pane"))


def list_table_pieces(view: StarrySkyView) -> tuple[Piece, ...]:
    """Return the pieces of the table's pane: the seats and what lies between them."""
    viewer = view.seat or 0
    lit_seats = (view.to_move,) if view.result is None else view.result.winners
    return (
        *[seat_piece(seat_offset(viewer, seat), seat, seat in lit_seats) for seat in range(NUM_SEATS)],
        *[seat_status_piece(seat_offset(viewer, seat), seat, view.phase) for seat in lit_seats if seat >= 0],
        *trick_leader_pieces(seat_offset(viewer, view.leader), view.leader, view.phase),
        *[hand_size_piece(seat_offset(viewer, seat), seat, count) for seat, count in enumerate(view.hand_sizes)],
        *[tricks_won_piece(seat_offset(viewer, seat), seat, won) for seat, won in enumerate(view.tricks_won)],
        *[
            sign
            for seat, voids in enumerate(view.voids)
            for sign in void_sign_pieces(seat_offset(viewer, seat), seat, voids)
        ],
        *[
            eraser_piece(seat_offset(viewer, seat), seat)
            for seat, can_erase in enumerate(view.can_erase)
            if can_erase and view.result is None
        ],
        *past_trick_pieces(view.tricks),
        *trick_number_pieces(view.phase, current_trick_number(view.phase, len(view.tricks))),
        *list_trick_pieces(view, viewer),
    )


@cache
def seat_piece(offset: int, seat: int, is_lit: bool) -> Piece:
    """Return the panel of a seat, lit if it is its turn or it has won."""
    x, y = SEAT_POINTS[offset]
    name = message("plate", seat=SeatName(seat))
    return Piece(f"seat-{seat}", "seat-turn" if is_lit else "seat", x, y, 0, 1, 0, (), name, name)


@cache
def seat_status_piece(offset: int, seat: int, phase: str) -> Piece:
    """Return the text below a seat's name: what its player does now, or that they win."""
    x, y = SEAT_POINTS[offset]
    key, text = f"doing-{seat}" if phase == "over" else "doing", message(f"doing-{phase}", seat=SeatName(seat))
    return Piece(key, "doing", x, y + STATUS_Y, 0, 1, 1, (), text, text)


@cache
def trick_leader_pieces(offset: int, seat: int, phase: str) -> tuple[Piece, ...]:
    """Return the sign of who leads the trick, or will lead the next one."""
    if phase == "over":
        return ()
    x, y = SEAT_POINTS[offset]
    title_id = {"deal": "leads-first", "draw": "leads-next", "erase": "leads-next"}.get(phase, "leads-this")
    title = message(title_id, seat=SeatName(seat))
    return (Piece("leader", "leader", x + LEADER_X, y + STATUS_Y, 0, 1, 1, (), "", title),)


@cache
def hand_size_piece(offset: int, seat: int, count: int) -> Piece:
    """Return the fan of backs with the number of cards that a seat holds."""
    x, y = SEAT_POINTS[offset]
    title = message("hand-size", seat=SeatName(seat), count=count)
    symbol = f"fan-{min(count, MAX_FAN_CARDS)}"
    return Piece(f"fan-{seat}", symbol, x + HAND_SIZE_X, y + SEAT_ITEMS_Y, 0, 1, 1, (), str(count), title)


@cache
def tricks_won_piece(offset: int, seat: int, count: int) -> Piece:
    """Return the pile with the number of tricks that a seat has won."""
    x, y = SEAT_POINTS[offset]
    title = message("tricks-won", seat=SeatName(seat), count=count)
    return Piece(f"pile-{seat}", "pile", x + TRICKS_WON_X, y + SEAT_ITEMS_Y, 0, 1, 1, (), str(count), title)


@cache
def void_sign_pieces(offset: int, seat: int, voids: tuple[bool, bool]) -> tuple[Piece, ...]:
    """Return a sign for each colour that a seat is known not to hold."""
    x, y = SEAT_POINTS[offset]
    return tuple(
        Piece(
            f"void-{seat}-{name}",
            f"void-{name}",
            x + VOID_X[colour],
            y + SEAT_ITEMS_Y,
            layer=1,
            title=message("void", seat=SeatName(seat), colour=name),
        )
        for colour, name in enumerate(COLOURS)
        if voids[colour]
    )


@cache
def eraser_piece(offset: int, seat: int) -> Piece:
    """Return the eraser that a seat has not used yet."""
    x, y = SEAT_POINTS[offset]
    title = message("eraser", seat=SeatName(seat))
    return Piece(f"rubber-{seat}", "rubber", x + ERASER_X, y + SEAT_ITEMS_Y, 0, 1, 1, (), "", title)


@lru_cache(maxsize=1024)
def past_trick_pieces(tricks: tuple[Trick, ...]) -> tuple[Piece, ...]:
    """Return all tricks of the game in a row: those played by their colour, the others empty."""
    return tuple(
        [past_trick_piece(index, tricks[index] if index < len(tricks) else None) for index in range(NUM_TRICKS)]
    )


@lru_cache(maxsize=4096)
def past_trick_piece(trick_index: int, trick: Trick | None) -> Piece:
    """Return a trick in the row of tricks; None is one not played yet."""
    x, y = PAST_TRICKS_POINT[0] + PAST_TRICK_STEP * (trick_index - (NUM_TRICKS - 1) / 2), PAST_TRICKS_POINT[1]
    if trick is None:
        title = message("trick-to-come", trick=trick_index + 1)
        return Piece(f"past-{trick_index + 1}", "past-open", x, y, title=title)
    symbol = f"past-{COLOURS[trick.majority]}-{'low' if trick.low else 'high'}"
    title = message("past-trick", trick=trick_index + 1, **trick_arguments(trick))
    return Piece(f"past-{trick_index + 1}", symbol, x, y, title=title)


@cache
def trick_number_pieces(phase: str, trick_number: int) -> tuple[Piece, ...]:
    """Return the label with the number of the trick, or of the bids at the end."""
    x, y = TRICK_NUMBER_POINT
    if phase == "over":
        return (Piece("clock", "clock", x, y, 0, 1, 1, (), message("bids-label"), message("bids-label.title")),)
    label, title = (message(id, trick=trick_number, tricks=NUM_TRICKS) for id in ("trick-number", "trick-number.title"))
    return (
        Piece("clock", "clock", x, y - 14, 0, 1, 1, (), label, title),
        Piece("clock-of", "small", x, y + 19, 0, 1, 1, (), message("tricks-in-all", tricks=NUM_TRICKS)),
    )
