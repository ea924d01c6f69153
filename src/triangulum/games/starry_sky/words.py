"""Starry Sky Trick-Taking in words: notation, the sky in text, and sentences.

Notation: ``R7`` and ``B12`` are cards, ``3-7`` draws a line between two stars, ``erase 3-7`` erases along a segment,
and ``keep`` erases nothing. Positions are in ``positions.py``.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence

from triangulum.core.views import GameEvent
from triangulum.core.wording import counted, listed
from triangulum.errors import NotationError, shown
from triangulum.games.starry_sky import lookup, skies
from triangulum.games.starry_sky import view as sight
from triangulum.games.starry_sky.options import LAST_SMALL
from triangulum.games.starry_sky.position import card_text, format_position, line_text, parse_position
from triangulum.games.starry_sky.rules import StarrySky
from triangulum.games.starry_sky.view import COLOURS

__all__ = ["format_action", "format_position", "narrate", "parse_action", "parse_position", "text_board"]

CARD = re.compile(r"(r|red|b|blue)\s*([0-9]{1,2})")
LINE = re.compile(r"(erase\s*)?([0-9]{1,2})\s*(?:[-–—>→]+|\s)\s*([0-9]{1,2})")
EXAMPLES = "R7, B12, 3-7, erase 3-7 or keep"


def format_action(state: StarrySky, action: int) -> str:
    """Return an action, or a card that is dealt, in notation."""
    if action < lookup.DRAW:
        return card_text(action)
    if action < lookup.ERASE:
        return line_text(skies.PAIRS[action - lookup.DRAW])
    if action < lookup.KEEP:
        return f"erase {line_text(skies.PAIRS[action - lookup.ERASE])}"
    return "keep"


def parse_action(state: StarrySky, text: str) -> int:
    """Return the legal action that a text means, with colours in full and stars in any order if one likes."""
    plain = text.strip().casefold()
    card, line = CARD.fullmatch(plain), LINE.fullmatch(plain)
    action = -1
    if card:
        number = int(card[2])
        if 1 <= number <= lookup.NUMBERS:
            action = lookup.NUMBERS * (card[1][0] == "b") + number - 1
    elif line:
        stars = sorted((int(line[2]) - 1, int(line[3]) - 1))
        pair = skies.PAIR_NUMBER.get((stars[0], stars[1]))
        if pair is not None:
            action = (lookup.ERASE if line[1] else lookup.DRAW) + pair
    elif plain == "keep":
        action = lookup.KEEP
    else:
        raise NotationError(f"{shown(text)} is no move in Starry Sky Trick-Taking; moves look like {EXAMPLES}")
    return action if action in state.legal_actions() else state.raise_illegal_action(text.strip())


# Sentences.


def narrate(event: GameEvent, names: Sequence[str]) -> str:
    """Return an event as a sentence, with these names for the seats."""
    match event:
        case sight.Dealt(seat=seat, card=card):
            return f"{names[seat]} is dealt {'a card' if card is None else card_text(card)}."
        case sight.Laid(seat=seat, card=card, led=led):
            what = "a card" if card is None else card_text(card)
            return f"{names[seat]} lays {what} face down{'' if led is None else f': {COLOURS[led]}'}."
        case sight.TurnedUp(trick=trick):
            return f"{in_turn(trick)} are turned up: {why(trick)}. {names[trick.winner]} takes the trick."
        case sight.Drawn(seat=seat, line=line, crossed=crossed, points=points):
            across = f", across {listed(map(line_text, crossed))}" if crossed else ""
            one, other = line.stars
            what = f"a {COLOURS[line.colour]} line from {one + 1} to {other + 1}{across}"
            return f"{names[seat]} draws {what}: {counted(points, 'point')} now."
        case sight.NothingDrawn(seat=seat):
            return f"{names[seat]} can draw no line."
        case sight.Erased(seat=seat, along=along, lines=lines, points=points):
            gone = listed(f"{COLOURS[line.colour]} {line_text(line.stars)}" for line in lines)
            return f"{names[seat]} erases along {line_text(along)}: {gone}. {counted(points, 'point')} now."
        case sight.Kept(seat=seat):
            return f"{names[seat]} keeps all lines."
        case sight.BidsShown(cards=cards, points=points, winners=winners):
            bids = listed(f"{name} has kept {card_text(card)}" for name, card in zip(names, cards, strict=True))
            who = listed(names[seat] for seat in winners)
            return f"The sky is worth {counted(points, 'point')}. {bids}. {who} {'win' if winners[1:] else 'wins'}."
    raise TypeError(f"{type(event).__name__} does not happen in Starry Sky Trick-Taking")


def in_turn(trick: sight.Trick) -> str:
    """Return the cards of a trick in the order in which they were laid."""
    return listed(card_text(trick.cards[(trick.leader + i) % lookup.SEATS]) for i in range(lookup.SEATS))


def why(trick: sight.Trick) -> str:
    """Return why somebody wins a trick."""
    colour = COLOURS[trick.majority]
    blue = sum(card >= lookup.NUMBERS for card in trick.cards)
    small = sum(card % lookup.NUMBERS < LAST_SMALL for card in trick.cards)
    colours = f"all are {colour}" if blue in (0, lookup.SEATS) else f"{colour} is the majority"
    sizes = f"{'all' if small in (0, lookup.SEATS) else 'two'} are {'S' if trick.low else 'L'}"
    return f"{colours}, and {sizes}, so the {'lowest' if trick.low else 'highest'} {colour} wins"


# The board in text.

WIDTH = 80
COLUMNS = 20
"""Of a square, and the border to its left."""
ROWS = 7
"""Of a square, and the border above."""


def text_board(view: sight.StarrySkyView) -> str:
    """Return the sky in text with what is going on above, and lines, tricks and the hand below."""
    lines = [f"{heading(view)}; the sky is worth {counted(view.points, 'point')}", *drawn_sky(view.sky)]
    for colour, name in enumerate(COLOURS):
        own = [line_text(line.stars) for line in view.lines if line.colour == colour]
        crossings = [
            f"{line_text(found.one)} x {line_text(found.other)}" for found in view.crossings if found.colour == colour
        ]
        lines += wrapped(f"{name} lines: ", [" ".join(own) or "none", *crossings])
    lines += [played(view, trick) for trick in view.tricks[-1:]]
    lines += [seat_line(view, seat) for seat in range(lookup.SEATS)]
    if view.seat is not None:
        laid = [] if view.laid is None else [f"face down {card_text(view.laid)}"]
        lines += wrapped("your cards: ", [" ".join(map(card_text, view.hand)) or "none", *laid])
    return "\n".join(lines)


def heading(view: sight.StarrySkyView) -> str:
    """Return what is going on."""
    trick = len(view.tricks)
    match view.phase:
        case "deal":
            return "cards are dealt"
        case "lead":
            return f"trick {trick + 1} of {lookup.TRICKS}: seat {view.to_move} leads"
        case "follow":
            return f"trick {trick + 1} of {lookup.TRICKS}: {COLOURS[view.led or 0]} is led, seat {view.to_move} follows"
        case "draw":
            return f"trick {trick} of {lookup.TRICKS}: seat {view.to_move} draws {choices(view)}"
        case "erase":
            return f"trick {trick} of {lookup.TRICKS}: seat {view.to_move} may erase {choices(view)}"
    return f"the game is over: {listed(f'seat {seat}' for seat in view.winners)} won"


def choices(view: sight.StarrySkyView) -> str:
    """Return the lines or segments that the winner chooses between."""
    return " or ".join(line_text(choice.stars) for choice in view.choices)


def drawn_sky(sky: Sequence[tuple[int, int]]) -> list[str]:
    """Return the nine squares with the numbers of the stars about where they are."""
    border = ("+" + "-" * (COLUMNS - 1)) * 3 + "+"
    inside = ("|" + " " * (COLUMNS - 1)) * 3 + "|"
    rows = [list(border if row % ROWS == 0 else inside) for row in range(3 * ROWS + 1)]
    for star, (x, y) in enumerate(sky):
        left, top = x // skies.SIDE * COLUMNS + 1, y // skies.SIDE * ROWS + 1
        number = str(star + 1)
        column = left + x % skies.SIDE * (COLUMNS - 3) // skies.SIDE
        row = top + y % skies.SIDE * (ROWS - 1) // skies.SIDE
        # Two stars of a given sky may be closer than letters can show: the second goes to the next free place.
        while any(rows[row][at].isdigit() for at in range(column - 1, column + len(number) + 1)):
            row = top + (row - top + 1) % (ROWS - 1)
        rows[row][column : column + len(number)] = number
    return ["".join(row) for row in rows]


def wrapped(label: str, items: Sequence[str]) -> list[str]:
    """Return a labelled list in lines of decent length."""
    return textwrap.wrap(label + ", ".join(items), WIDTH - 1, subsequent_indent="    ", break_on_hyphens=False)


def played(view: sight.StarrySkyView, trick: sight.Trick) -> str:
    """Return the last trick."""
    fresh = f", drew {' '.join(map(line_text, view.fresh))}" if view.fresh else ""
    kind = f"{'lowest' if trick.low else 'highest'} {COLOURS[trick.majority]}"
    return f"last trick: {in_turn(trick)}; the {kind} won, seat {trick.winner}{fresh}"


def seat_line(view: sight.StarrySkyView, seat: int) -> str:
    """Return what all know about a seat."""
    parts = [counted(view.won[seat], "trick"), f"{view.counts[seat]} in hand"]
    parts += ["a card face down"] * view.covered[seat]
    parts += [f"no {name}" for name, void in zip(COLOURS, view.voids[seat], strict=True) if void]
    if view.last_cards is None:
        parts += ["may still erase"] * view.erasers[seat]
    else:
        card = view.last_cards[seat]
        parts.append(f"bid {view.bids[card]} with {card_text(card)}")
    you = " (you)" if seat == view.seat else ""
    return f"{'>' if seat == view.to_move else ' '} seat {seat}{you}: {', '.join(parts)}"
