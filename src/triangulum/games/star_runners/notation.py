# compiled by mypyc
"""Actions of Star Runners in notation, and the way back from text.

``home SM`` builds a binary star of those sizes, ``6-3`` is a roll, ``take`` and ``reroll`` follow doubles, ``Sa1`` hops
a ship to a place, ``done`` ends the turn.
"""

from __future__ import annotations

import re
from functools import cache

from triangulum.core.notation import parse_legal_action
from triangulum.core.state import CHANCE
from triangulum.games.star_runners import observe
from triangulum.games.star_runners.actions import decode_move, decode_roll
from triangulum.games.star_runners.position import format_position, parse_position
from triangulum.games.star_runners.rules import StarRunnersState
from triangulum.games.star_runners.views import PLACE_NAMES

__all__ = ["format_action", "format_position", "parse_action", "parse_position"]

GRAMMAR = re.compile(r"home[a-z]{2}|\d+|take|reroll|done|[a-z](a|b|w|a1|a2|b1|b2)")
EXAMPLES = ("home SM", "6-3", "take", "reroll", "Sa1", "MW", "LB", "done")


def format_action(state: StarRunnersState, action: int) -> str:
    """Return an action or a roll in notation."""
    if state.to_move == CHANCE:
        greater, lesser = decode_roll(action)
        return f"{greater}-{lesser}"
    return format_move(observe.size_letters(state), action)


@cache
def format_move(letters: str, action: int) -> str:
    """Return an action in notation, with these letters for the sizes; cached, since actions are listed often."""
    move = decode_move(action)
    if move.kind == "hop":
        return letters[move.size] + PLACE_NAMES[move.place]
    if move.kind == "home":
        return f"home {letters.replace(letters[move.size], '')}"
    return move.kind


def parse_action(state: StarRunnersState, text: str) -> int:
    """Return the legal action that a text means."""
    return parse_legal_action(state, text, GRAMMAR, EXAMPLES)
