"""Positions of Tricolor Line: a whole state as one line of text. The way back is in ``position_reader.py``.

    tiles red cross NESW at 1,0 built, blue corner NE at 0,1, end NESW at 2,0 | last 1,0 | piles red tee 21, end 20,
    - 0 | taken red cross | hands R RR G+ / - | discards R W | identities red blue | looked 0 at 1 | skips 1 | safe 1 |
    events landslide toll | round 3 | seat 0 acts

Start is always there. A pile is its top and its size, a ``+`` marks a card that all have seen, a ``*`` an old one.
Tiles that nobody has seen and the resource cards to draw are what is nowhere else.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from triangulum.core.position import NOTHING, format_list, join_parts
from triangulum.core.state import OVER
from triangulum.games.tricolor_line import observe
from triangulum.games.tricolor_line.actions import decode_move
from triangulum.games.tricolor_line.rules import codes, fields
from triangulum.games.tricolor_line.rules.state import TricolorState
from triangulum.games.tricolor_line.state_parts import build_board_tile, list_paid_cards
from triangulum.games.tricolor_line.tile_text import format_place, format_place_index, format_tile
from triangulum.games.tricolor_line.views import CARDS, COLOURS, BoardTile

SETUP_TEXT: Final = "set-up"
"""The last part of a position while chance still deals."""
END_REASONS: Final = ("", "over by routes", "over by the limit", "over by standstill")
"""By the numbers ``codes.ENDED_BY_...``."""
QUESTION_VERBS: Final = {
    fields.ASK_DRAW_COUNT: "chooses",
    fields.ASK_PILE: "takes",
    fields.ASK_PLACEMENT: "places",
    fields.ASK_ACTION: "acts",
    fields.ASK_EVENT: "draws an event",
    fields.ASK_LANDSLIDE: "slides",
    fields.ASK_DETOUR: "diverts",
    fields.ASK_TOLL: "tolls",
    fields.ASK_LEAK: "looks",
    fields.ASK_LIFT: "moves",
    fields.ASK_PUT_DOWN: "resettles",
    fields.ASK_INSTEAD: "may draw",
    fields.ASK_DISCARD: "discards",
}
"""What a seat does, by the question that is asked; for some more questions there is a number to write as well."""


PAYMENT_WORDS: Final = {"build": "build", "rotate": "turn", "discard": "discard"}
"""What cards are paid for, by the kind of the move."""


def format_position(state: TricolorState) -> str:
    """Return the whole state as one line."""
    byte_fields = list(state.byte_fields)
    seats = range(state.setup.players)
    view = observe.view(state, None)
    tiles = [format_board_tile(board_tile) for board_tile in view.tiles if board_tile.tile.shape != "start"]
    piles = [f"{format_tile(pile.top) if pile.top else NOTHING} {pile.size}" for pile in view.piles]
    colours = [COLOURS[byte - 1] for byte in byte_fields[fields.IDENTITIES : fields.IDENTITIES + len(seats)] if byte]
    return join_parts(
        [
            f"tiles {format_list(tiles, ', ')}",
            f"last {format_place(view.last_place)}" if view.last_place else "",
            f"piles {', '.join(piles)}",
            f"taken {format_taken_tile(state)}" if view.taken_tile else "",
            f"hands {' / '.join(format_hand(byte_fields, seat) for seat in seats)}",
            format_optional_list("discards", view.discards),
            f"identities {format_list(colours)}",
            format_optional_list("looked", (f"{looker} at {victim}" for looker, victim in view.identity_looks), ", "),
            format_optional_list("skips", format_seats(view.skips_turn)),
            format_optional_list("safe", format_seats(view.is_safe)),
            format_optional_list("events", view.used_events),
            f"round {byte_fields[fields.ROUND]}",
            format_question(state),
        ]
    )


def format_optional_list(label: str, items: Iterable[str], separator: str = " ") -> str:
    """Return a part that lists items after its label, or nothing if there are none."""
    text = separator.join(items)
    return f"{label} {text}" if text else ""


def format_seats(is_member: Sequence[bool]) -> list[str]:
    """Return the numbers of seats of which something is true."""
    return [str(seat) for seat, is_true in enumerate(is_member) if is_true]


def format_board_tile(board_tile: BoardTile) -> str:
    """Return a tile on the board: ``red cross NESW at 1,0 built``."""
    built = " built" if board_tile.built else ""
    return f"{format_tile(board_tile.tile)} {board_tile.roads} at {format_place(board_tile.place)}{built}"


def format_taken_tile(state: TricolorState) -> str:
    """Return the tile that has been taken; one that is being relocated with where it lay, and how."""
    origin, tile_code = int(state.read_place_field(fields.ORIGIN)), int(state.byte_fields[fields.TAKEN_CODE])
    board_tile = build_board_tile(state.setup, max(origin, 0), tile_code)
    if origin < 0:
        return format_tile(board_tile.tile)
    return f"{format_tile(board_tile.tile)} {board_tile.roads} at {format_place(board_tile.place)}"


def format_hand(byte_fields: Sequence[int], seat: int) -> str:
    """Return a hand, kind by kind, with old cards after new ones, and then those that all have seen: ``R RR* G+``."""
    cards = []
    for kind, card in enumerate(CARDS):
        at = codes.NUM_CARD_KINDS * seat + kind
        cards += [card] * byte_fields[fields.NEW_HANDS + at]
        cards += [f"{card}*"] * byte_fields[fields.OLD_HANDS + at]
        cards += [f"{card}+"] * byte_fields[fields.OPEN_HANDS + at]
    return format_list(cards)


def format_question(state: TricolorState) -> str:
    """Return the pending question as text: ``seat 0 acts``."""
    if state.to_move == OVER:
        return f"{END_REASONS[state.byte_fields[fields.END_REASON]]} after seat {state.turn_seat()}"
    kind, argument = int(state.top_question_kind()), int(state.top_question_argument())
    if kind <= fields.ASK_FIRST_HANDS:
        return SETUP_TEXT
    seat = f"seat {state.turn_seat()}"
    if kind == fields.ASK_NEW_TOP:
        return f"{seat} turns up pile {argument + 1}"
    if kind == fields.ASK_TOLL_CARD:
        return f"{seat} tolls seat {argument}"
    if kind == fields.ASK_CARD:
        return f"{seat} draws {argument}, then {QUESTION_VERBS[second_question_kind(state)]}"
    if kind == fields.ASK_AGES:
        return f"{seat} {format_payment(state)}"
    return f"{seat} {QUESTION_VERBS[kind]}"


def format_payment(state: TricolorState) -> str:
    """Return what is being paid, and for what: ``pays R RR to build 2,-1``, ``pays R to discard``."""
    move = decode_move(int(state.payment_action()))
    place = "" if move.kind == "discard" else f" {format_place_index(move.place)}"
    return f"pays {' '.join(list_paid_cards(state, move))} to {PAYMENT_WORDS[move.kind]}{place}"


def second_question_kind(state: TricolorState) -> int:
    """Return the kind of the question below the top one."""
    return int(state.byte_fields[fields.QUESTIONS + 2 * int(state.byte_fields[fields.NUM_QUESTIONS]) - 4])
