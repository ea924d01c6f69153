"""Tri-Star Racers in notation: tiles as they lie, powers, and the way back from text.

``P2 B1 O3 at f5`` plays a tile: its sections by corner, clockwise from the leftmost (left, top, right where the space
points up; left, right, bottom where it points down). ``warp pink``, ``freeze blue`` and ``team`` are powers, ``seat 2``
is whose ship is frozen, ``pink`` is a ship to move, ``slot 3`` is drafted, counted from 1. Chance brings edges
(``4a``), tiles (``P1 B2 O3``), how the start tile lies (``P1 B2 O3 at e5``), seats and starbursts (``W2``).
"""

from __future__ import annotations

import re
from typing import cast

from triangulum.core.notation import normalize_notation, parse_legal_action
from triangulum.core.state import CHANCE
from triangulum.errors import NotationError, quote_value
from triangulum.games.tri_star_racers import observe
from triangulum.games.tri_star_racers.box import POWERS
from triangulum.games.tri_star_racers.placement_text import format_placement, parse_placement
from triangulum.games.tri_star_racers.position import format_position
from triangulum.games.tri_star_racers.position_reader import parse_position
from triangulum.games.tri_star_racers.rules import RacersSetup, RacersState, lookup
from triangulum.games.tri_star_racers.views import LANES

__all__ = ["format_action", "format_position", "parse_action", "parse_position"]

GRAMMAR = re.compile(
    r"(?:[pbo][1-9]|w){3}(?:at[a-z]\d{1,2})?|(?:warp|freeze)(?:pink|blue|orange)|team|seat\d|pink|blue|orange|slot\d"
    r"|\d{1,2}[ab]|[pbow][1-9]"
)
EXAMPLES = "P2 B1 O3 at f5, warp pink, team, seat 1, pink or slot 2"


def format_action(state: RacersState, action: int) -> str:
    """Return an action or a chance outcome in notation."""
    setup = cast(RacersSetup, state.setup)
    box = observe.box_of_state(state)
    if state.to_move == CHANCE:
        return format_outcome(state, action)
    if action < setup.first_power_action:
        face, space, arrangement = observe.decode_placement(setup, action)
        return format_placement(box, box.arranged_tiles[lookup.NUM_ARRANGEMENTS * face + arrangement], space)
    if action < setup.first_freeze_action:
        return observe.format_power(POWERS[action - setup.first_power_action])
    if action < setup.first_lane_action:
        return f"seat {action - setup.first_freeze_action}"
    if action < setup.first_slot_action:
        return LANES[action - setup.first_lane_action]
    return f"slot {action - setup.first_slot_action + 1}"


def format_outcome(state: RacersState, outcome: int) -> str:
    """Return what chance brings, in notation; an outcome that cannot be here as a number."""
    setup = cast(RacersSetup, state.setup)
    box = observe.box_of_state(state)
    kind = state.top_question()
    if kind == lookup.DRAW_EDGE:
        return box.edge_names[2 * outcome] if 2 * outcome < len(box.edge_names) else str(outcome)
    if kind == lookup.ARRANGE_START_TILE and outcome < lookup.NUM_ARRANGEMENTS:
        face = int(state.byte_fields[setup.board_offset + setup.centre_space]) - 1
        return format_placement(
            box, box.arranged_tiles[lookup.NUM_ARRANGEMENTS * face + outcome], int(setup.centre_space)
        )
    if kind == lookup.TURN_UP_BURST:
        return box.token_kinds[outcome] if outcome < len(box.token_kinds) else str(outcome)
    if kind in (lookup.DEAL_HANDS, lookup.DRAW_START_TILE, lookup.REDRAW_HAND, lookup.REFILL_SLOTS) and outcome < len(
        box.faces
    ):
        return " ".join(box.faces[outcome])
    return f"seat {outcome}"


def parse_action(state: RacersState, text: str) -> int:
    """Return the legal action that a text means."""
    if state.to_move < 0 or state.top_question() != lookup.PLAY_TILE:
        return parse_legal_action(state, text, GRAMMAR, EXAMPLES)
    # Placements are many, so they are read and not looked for.
    if not GRAMMAR.fullmatch(normalize_notation(text)):
        raise NotationError(f"{quote_value(text)} is no move in Tri-Star Racers; moves look like {EXAMPLES}")
    setup = cast(RacersSetup, state.setup)
    placement = parse_placement(observe.box_of_state(state), text)
    if placement is None:
        return state.raise_illegal_action(text.strip())
    face, space, arrangement = placement
    action = int((face * setup.num_spaces + space) * lookup.NUM_ARRANGEMENTS + arrangement)
    return action if action in state.legal_actions() else state.raise_illegal_action(text.strip())
