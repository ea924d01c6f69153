"""The board of Starry Sky Trick-Taking in text: the sky, its lines, the last trick, the players and the hand."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence

from triangulum.games.starry_sky.messages import (
    card_arguments,
    current_trick_number,
    describe_status,
    list_total_parts,
    list_trick_cards,
    message,
    trick_arguments,
)
from triangulum.games.starry_sky.position import format_card, format_line
from triangulum.games.starry_sky.rules.lookup import NUM_SEATS, NUM_TRICKS
from triangulum.games.starry_sky.sky_geometry import SQUARE_SIDE, StarPair
from triangulum.games.starry_sky.views import COLOURS, StarrySkyView
from triangulum.text import Message, Reader, SeatName, Text

WIDTH = 80
SQUARE_COLUMNS = 20
"""The width of a square with the border to its left."""
SQUARE_ROWS = 7
"""The height of a square with the border above."""


def text_board(view: StarrySkyView, reader: Reader) -> str:
    """Return a view as text: what is going on, the sky, then lines, the last trick, the players and the hand."""
    rows = [
        *wrap_text(reader.render(describe_heading(view))),
        *format_sky_rows(view.sky),
        *[row for text in list_messages_below_sky(view) for row in wrap_text(reader.render(text))],
    ]
    for seat in range(NUM_SEATS):
        marker = ">" if seat == view.to_move else " "
        rows += wrap_text(f"{marker} {reader.render(describe_seat(view, seat))}")
    if view.seat is not None:
        rows += wrap_text(reader.render(describe_own_hand(view, view.seat)))
    return "\n".join(rows)


def wrap_text(text: str) -> list[str]:
    """Return a text as rows that are not wider than the board."""
    return textwrap.wrap(
        text, WIDTH - 1, subsequent_indent="    ", break_on_hyphens=False, drop_whitespace=True, break_long_words=False
    )


def describe_heading(view: StarrySkyView) -> Message:
    """Return the number of the trick, the total and what is going on."""
    status = describe_status(view)
    if view.result is not None:
        return message("text-over", status=status, count=view.points, parts=list_total_parts(view.result))
    trick = current_trick_number(view.phase, len(view.tricks))
    return message("text-heading", trick=trick, tricks=NUM_TRICKS, total=view.points, status=status)


def list_messages_below_sky(view: StarrySkyView) -> list[Message]:
    """Return what is below the sky: choices, the lines of each colour, the last trick and the lines it drew."""
    details = []
    if view.choices:
        details.append(message("text-choices", choices=format_lines(choice.stars for choice in view.choices)))
    details += [describe_lines(view, colour) for colour in range(len(COLOURS))]
    if view.tricks:
        trick = view.tricks[-1]
        details.append(message("text-last-trick", cards=list_trick_cards(trick), **trick_arguments(trick)))
    if view.fresh_lines:
        details.append(message("text-new-lines", lines=format_lines(view.fresh_lines)))
    return details


def describe_lines(view: StarrySkyView, colour: int) -> Message:
    """Return the lines of a colour, and which of them cross."""
    lines: Text = format_lines(line.stars for line in view.lines if line.colour == colour) or message("text-none")
    crossings = ", ".join(
        f"{format_line(crossing.first)} x {format_line(crossing.second)}"
        for crossing in view.crossings
        if crossing.colour == colour
    )
    if crossings:
        return message("text-lines-crossing", colour=COLOURS[colour], lines=lines, crossings=crossings)
    return message("text-lines", colour=COLOURS[colour], lines=lines)


def format_lines(lines: Iterable[StarPair]) -> str:
    """Return lines in notation: ``3-7 4-9``."""
    return " ".join(map(format_line, lines))


def describe_seat(view: StarrySkyView, seat: int) -> Message:
    """Return what is known of a player: tricks won, cards held, and what else is public."""
    facts = [
        message("text-tricks", count=view.tricks_won[seat]),
        message("text-hand-size", count=view.hand_sizes[seat]),
    ]
    if view.result is not None:
        card, bid = view.result.cards[seat], view.result.bids[seat]
        return message("text-seat", seat=SeatName(seat), facts=(facts[0], describe_bid(card, bid)))
    if view.has_face_down_card[seat]:
        facts.append(message("text-face-down"))
    facts += [message("text-void", colour=COLOURS[colour]) for colour, void in enumerate(view.voids[seat]) if void]
    if view.can_erase[seat]:
        facts.append(message("text-eraser"))
    return message("text-seat", seat=SeatName(seat), facts=tuple(facts))


def describe_bid(card: int, bid: int) -> Message:
    """Return a bid and the card that makes it."""
    return message("text-bid", bid=bid, **card_arguments(card))


def describe_own_hand(view: StarrySkyView, seat: int) -> Message:
    """Return the viewer's own cards, as they are typed."""
    cards: Text = " ".join(map(format_card, view.hand)) or message("text-none")
    if view.own_face_down_card is None:
        return message("text-hand", seat=SeatName(seat), cards=cards)
    return message("text-hand-face-down", seat=SeatName(seat), cards=cards, card=format_card(view.own_face_down_card))


def format_sky_rows(sky: Sequence[tuple[int, int]]) -> list[str]:
    """Return the rows of a text picture of the sky: nine squares with the stars' numbers in them."""
    border = ("+" + "-" * (SQUARE_COLUMNS - 1)) * 3 + "+"
    inside = ("|" + " " * (SQUARE_COLUMNS - 1)) * 3 + "|"
    rows = [list(border if row % SQUARE_ROWS == 0 else inside) for row in range(3 * SQUARE_ROWS + 1)]
    for star, (x, y) in enumerate(sky):
        left, top = x // SQUARE_SIDE * SQUARE_COLUMNS + 1, y // SQUARE_SIDE * SQUARE_ROWS + 1
        number = str(star + 1)
        column = left + x % SQUARE_SIDE * (SQUARE_COLUMNS - 3) // SQUARE_SIDE
        row = top + y % SQUARE_SIDE * (SQUARE_ROWS - 1) // SQUARE_SIDE
        # Two stars of a given sky may be closer than letters can show: the second goes to the next free place.
        while any(rows[row][at].isdigit() for at in range(column - 1, column + len(number) + 1)):
            row = top + (row - top + 1) % (SQUARE_ROWS - 1)
        rows[row][column : column + len(number)] = number
    return ["".join(row) for row in rows]
