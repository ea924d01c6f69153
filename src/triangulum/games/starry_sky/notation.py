"""Actions of Starry Sky Trick-Taking as text, both ways; positions are in ``position.py``.

``R7`` and ``B12`` are cards, ``3-7`` draws a line between two stars, ``erase 3-7`` erases along a segment, and ``keep``
erases nothing.
"""

from __future__ import annotations

import re

from triangulum.errors import NotationError, quote_value
from triangulum.games.starry_sky import lookup, skies
from triangulum.games.starry_sky.position import format_card, format_line, format_position, parse_position
from triangulum.games.starry_sky.rules import StarrySky

__all__ = ["format_action", "format_position", "parse_action", "parse_position"]

CARD_PATTERN = re.compile(r"(r|red|b|blue)\s*([0-9]{1,2})")
LINE_PATTERN = re.compile(r"(erase\s*)?([0-9]{1,2})\s*(?:[-–—>→]+|\s)\s*([0-9]{1,2})")
EXAMPLES = "R7, B12, 3-7, erase 3-7 or keep"


def format_action(state: StarrySky, action: int) -> str:
    """Return an action, or a card that is dealt, in notation."""
    if action < lookup.FIRST_DRAW_ACTION:
        return format_card(action)
    if action < lookup.FIRST_ERASE_ACTION:
        return format_line(skies.PAIRS[action - lookup.FIRST_DRAW_ACTION])
    if action < lookup.KEEP_ACTION:
        return f"erase {format_line(skies.PAIRS[action - lookup.FIRST_ERASE_ACTION])}"
    return "keep"


def parse_action(state: StarrySky, text: str) -> int:
    """Return the legal action that a text means, with colours in full and stars in any order if one likes."""
    plain = text.strip().casefold()
    card, line = CARD_PATTERN.fullmatch(plain), LINE_PATTERN.fullmatch(plain)
    action = -1
    if card:
        number = int(card[2])
        if 1 <= number <= lookup.CARDS_PER_COLOUR:
            action = lookup.CARDS_PER_COLOUR * (card[1][0] == "b") + number - 1
    elif line:
        stars = sorted((int(line[2]) - 1, int(line[3]) - 1))
        pair = skies.PAIR_INDEX.get((stars[0], stars[1]))
        if pair is not None:
            action = (lookup.FIRST_ERASE_ACTION if line[1] else lookup.FIRST_DRAW_ACTION) + pair
    elif plain == "keep":
        action = lookup.KEEP_ACTION
    else:
        raise NotationError(f"{quote_value(text)} is no move in Starry Sky Trick-Taking; moves look like {EXAMPLES}")
    return action if action in state.legal_actions() else state.raise_illegal_action(text.strip())
