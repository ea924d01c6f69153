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
from triangulum.games.star_runners import observe, rules
from triangulum.games.star_runners.position import format_position, parse_position
from triangulum.games.star_runners.rules import StarRunners

__all__ = ["format_action", "format_position", "parse_action", "parse_position"]

GRAMMAR = re.compile(r"home[a-z]{2}|\d+|take|reroll|done|[a-z](a|b|w|a1|a2|b1|b2)")


def format_action(state: StarRunners, action: int) -> str:
    """Return an action or a roll in notation."""
    if state.to_move == CHANCE:
        return "{}-{}".format(*observe.decode_roll(state, action))
    if action >= rules.HOP:
        return format_hop(observe.size_letters(state), action)
    named = {rules.TAKE: "take", rules.REROLL: "reroll", rules.DONE: "done"}
    return named.get(action) or f"home {observe.home_letters(state, action)}"


@cache
def format_hop(letters: str, action: int) -> str:
    """Return a hop in notation; asked for with every move that is listed."""
    size, place = divmod(action - rules.HOP, rules.PLACES)
    return letters[size] + observe.PLACE_NAMES[place]


def parse_action(state: StarRunners, text: str) -> int:
    """Return the legal action that a text means."""
    return parse_legal_action(state, text, GRAMMAR, "home SM, 6-3, take, reroll, Sa1, MW, LB or done")
