# compiled by mypyc
"""Actions of Starry Sky Trick-Taking as text, both ways; positions are in ``position.py``.

``R7`` and ``B12`` are cards, ``3-7`` draws a line between two stars, ``erase 3-7`` erases along a segment, and ``keep``
erases nothing.
"""

from __future__ import annotations

import re

from triangulum.core.notation import unknown_move_error
from triangulum.games.starry_sky.actions import (
    BLUE,
    CARDS_PER_COLOUR,
    KEEP_ACTION,
    RED,
    Move,
    decode_move,
    encode_card,
    encode_move,
)
from triangulum.games.starry_sky.position import format_card, format_line, format_position, parse_position
from triangulum.games.starry_sky.rules import StarrySkyState
from triangulum.games.starry_sky.sky_geometry import PAIR_INDEX_BY_STARS

__all__ = ["format_action", "format_position", "parse_action", "parse_position"]

CARD_PATTERN = re.compile(r"(r|red|b|blue)\s*([0-9]{1,2})")
LINE_PATTERN = re.compile(r"(erase\s*)?([0-9]{1,2})\s*(?:[-–—>→]+|\s)\s*([0-9]{1,2})")
EXAMPLES = ("R7", "B12", "3-7", "erase 3-7", "keep")


def format_action(state: StarrySkyState, action: int) -> str:
    """Return an action, or a card that is dealt, in notation."""
    move = decode_move(action)
    if move.kind == "lay":
        return format_card(move.card)
    if move.kind == "draw":
        return format_line(move.stars)
    if move.kind == "erase":
        return f"erase {format_line(move.stars)}"
    return "keep"


def parse_action(state: StarrySkyState, text: str) -> int:
    """Return the legal action that a text means; colours may be in full, and stars in any order."""
    action = parse_any_action(state, text)
    return action if action in state.legal_actions() else state.raise_illegal_action(text.strip())


def parse_any_action(state: StarrySkyState, text: str) -> int | None:
    """Return the action that a text means, or None if it names a card or stars that do not exist."""
    normalized = text.strip().casefold()
    if card := CARD_PATTERN.fullmatch(normalized):
        colour, number = BLUE if card[1].startswith("b") else RED, int(card[2])
        return encode_card(colour, number) if 1 <= number <= CARDS_PER_COLOUR else None
    if line := LINE_PATTERN.fullmatch(normalized):
        lower, upper = sorted((int(line[2]) - 1, int(line[3]) - 1))
        if (lower, upper) not in PAIR_INDEX_BY_STARS:
            return None
        return encode_move(Move("erase" if line[1] else "draw", stars=(lower, upper)))
    if normalized == "keep":
        return KEEP_ACTION
    raise unknown_move_error(state, text, EXAMPLES)
