"""Starry Sky Trick-Taking in words: events as sentences, and the sky in text."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from triangulum.core.views import GameEvent
from triangulum.core.wording import format_count, join_with_and
from triangulum.games.starry_sky import views
from triangulum.games.starry_sky.actions import BLUE, decode_card
from triangulum.games.starry_sky.box import MAX_SMALL_NUMBER
from triangulum.games.starry_sky.position import format_card, format_line
from triangulum.games.starry_sky.rules.lookup import NUM_SEATS, NUM_TRICKS
from triangulum.games.starry_sky.sky_geometry import SQUARE_SIDE
from triangulum.games.starry_sky.views import COLOURS

# Sentences.


def narrate(event: GameEvent, names: Sequence[str]) -> str:
    """Return an event as a sentence, with these names for the seats."""
    match event:
        case views.CardDealt(seat=seat, card=card):
            return f"{names[seat]} is dealt {'a card' if card is None else format_card(card)}."
        case views.CardLaid(seat=seat, card=card, led_colour=led):
            what = "a card" if card is None else format_card(card)
            return f"{names[seat]} lays {what} face down{'' if led is None else f': {COLOURS[led]}'}."
        case views.TrickTurnedUp(trick=trick):
            reason = explain_trick_winner(trick)
            return f"{format_trick_cards(trick)} are turned up: {reason}. {names[trick.winner]} takes the trick."
        case views.LineDrawn(seat=seat, line=line, crossed=crossed, points=points):
            across = f", across {join_with_and(map(format_line, crossed))}" if crossed else ""
            a, b = line.stars
            what = f"a {COLOURS[line.colour]} line from {a + 1} to {b + 1}{across}"
            return f"{names[seat]} draws {what}: {format_count(points, 'point')} now."
        case views.NoLineDrawn(seat=seat):
            return f"{names[seat]} can draw no line."
        case views.LinesErased(seat=seat, along=along, lines=lines, points=points):
            gone = join_with_and(f"{COLOURS[line.colour]} {format_line(line.stars)}" for line in lines)
            return f"{names[seat]} erases along {format_line(along)}: {gone}. {format_count(points, 'point')} now."
        case views.LinesKept(seat=seat):
            return f"{names[seat]} keeps all lines."
        case views.BidsShown(cards=cards, points=points, winners=winners):
            bids = join_with_and(
                f"{name} has kept {format_card(card)}" for name, card in zip(names, cards, strict=True)
            )
            who = join_with_and(names[seat] for seat in winners)
            return (
                f"The sky is worth {format_count(points, 'point')}. {bids}. {who} {'win' if winners[1:] else 'wins'}."
            )
    raise TypeError(f"{type(event).__name__} does not happen in Starry Sky Trick-Taking")


def format_trick_cards(trick: views.Trick) -> str:
    """Return the cards of a trick in the order in which they were laid."""
    return join_with_and(format_card(trick.cards[(trick.leader + i) % NUM_SEATS]) for i in range(NUM_SEATS))


def explain_trick_winner(trick: views.Trick) -> str:
    """Return the reason why a trick's winner wins it: majority and size."""
    colour = COLOURS[trick.majority]
    cards = [decode_card(card) for card in trick.cards]
    num_blue = sum(card_colour == BLUE for card_colour, _ in cards)
    num_small = sum(number <= MAX_SMALL_NUMBER for _, number in cards)
    colours = f"all are {colour}" if num_blue in (0, NUM_SEATS) else f"{colour} is the majority"
    sizes = f"{'all' if num_small in (0, NUM_SEATS) else 'two'} are {'S' if trick.low else 'L'}"
    return f"{colours}, and {sizes}, so the {'lowest' if trick.low else 'highest'} {colour} wins"


# The board in text.

WIDTH = 80
SQUARE_COLUMNS = 20
"""The width of a square with the border to its left."""
SQUARE_ROWS = 7
"""The height of a square with the border above."""


def text_board(view: views.StarrySkyView) -> str:
    """Return a view as text: a heading, the sky, then lines, the last trick, the seats and the hand."""
    lines = [
        f"{format_heading(view)}; the sky is worth {format_count(view.points, 'point')}",
        *format_sky_rows(view.sky),
    ]
    for colour, name in enumerate(COLOURS):
        own = [format_line(line.stars) for line in view.lines if line.colour == colour]
        crossings = [
            f"{format_line(crossing.first)} x {format_line(crossing.second)}"
            for crossing in view.crossings
            if crossing.colour == colour
        ]
        lines += wrap_items(f"{name} lines: ", [" ".join(own) or "none", *crossings])
    lines += [format_last_trick(view, trick) for trick in view.tricks[-1:]]
    lines += [format_seat_row(view, seat) for seat in range(NUM_SEATS)]
    if view.seat is not None:
        laid = [] if view.own_face_down_card is None else [f"face down {format_card(view.own_face_down_card)}"]
        lines += wrap_items("your cards: ", [" ".join(map(format_card, view.hand)) or "none", *laid])
    return "\n".join(lines)


def format_heading(view: views.StarrySkyView) -> str:
    """Return the first line of the text board: the trick, and whose turn it is."""
    trick = len(view.tricks)
    match view.phase:
        case "deal":
            return "cards are dealt"
        case "lead":
            return f"trick {trick + 1} of {NUM_TRICKS}: seat {view.to_move} leads"
        case "follow":
            led = COLOURS[view.led_colour or 0]
            return f"trick {trick + 1} of {NUM_TRICKS}: {led} is led, seat {view.to_move} follows"
        case "draw":
            return f"trick {trick} of {NUM_TRICKS}: seat {view.to_move} draws {format_choices(view)}"
        case "erase":
            return f"trick {trick} of {NUM_TRICKS}: seat {view.to_move} may erase {format_choices(view)}"
    return f"the game is over: {join_with_and(f'seat {seat}' for seat in view.winners)} won"


def format_choices(view: views.StarrySkyView) -> str:
    """Return the lines or segments that the trick's winner may choose, as text."""
    return " or ".join(format_line(choice.stars) for choice in view.choices)


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


def wrap_items(label: str, items: Sequence[str]) -> list[str]:
    """Return a label and a list of items, wrapped to the width of the board."""
    return textwrap.wrap(label + ", ".join(items), WIDTH - 1, subsequent_indent="    ", break_on_hyphens=False)


def format_last_trick(view: views.StarrySkyView, trick: views.Trick) -> str:
    """Return the line about the last trick: its cards, its winner and the lines drawn."""
    fresh = f", drew {' '.join(map(format_line, view.fresh_lines))}" if view.fresh_lines else ""
    kind = f"{'lowest' if trick.low else 'highest'} {COLOURS[trick.majority]}"
    return f"last trick: {format_trick_cards(trick)}; the {kind} won, seat {trick.winner}{fresh}"


def format_seat_row(view: views.StarrySkyView, seat: int) -> str:
    """Return the line about a seat: tricks won, cards held and what else is public."""
    parts = [format_count(view.tricks_won[seat], "trick"), f"{view.hand_sizes[seat]} in hand"]
    parts += ["a card face down"] * view.has_face_down_card[seat]
    parts += [f"no {name}" for name, void in zip(COLOURS, view.voids[seat], strict=True) if void]
    if view.last_cards is None:
        parts += ["may still erase"] * view.can_erase[seat]
    else:
        card = view.last_cards[seat]
        parts.append(f"bid {view.bids[card]} with {format_card(card)}")
    you = " (you)" if seat == view.seat else ""
    return f"{'>' if seat == view.to_move else ' '} seat {seat}{you}: {', '.join(parts)}"
