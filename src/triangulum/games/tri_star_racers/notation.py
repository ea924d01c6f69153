# compiled by mypyc
"""Tri-Star Racers in notation: tiles as they lie, powers, and the way back from text.

``P2 B1 O3 at f5`` plays a tile: its sections by corner, clockwise from the leftmost (left, top, right where the space
points up; left, right, bottom where it points down). ``warp pink``, ``freeze blue`` and ``team`` are powers, ``seat 2``
is whose ship is frozen, ``pink`` is a ship to move, ``slot 3`` is drafted, counted from 1, and ``use W2`` uses a
starburst. Chance brings edges
(``4a``), tiles (``P1 B2 O3``), how the start tile lies (``P1 B2 O3 at e5``), seats and starbursts (``W2``).
"""

from __future__ import annotations

import re
from typing import cast

from triangulum.core.notation import normalize_notation, parse_legal_action, unknown_move_error
from triangulum.core.state import CHANCE
from triangulum.games.tri_star_racers.actions import NUM_ARRANGEMENTS, PLAY_TILE, chance_outcome_kind
from triangulum.games.tri_star_racers.box import POWERS
from triangulum.games.tri_star_racers.observe import box_of_state, format_power
from triangulum.games.tri_star_racers.position import format_position
from triangulum.games.tri_star_racers.position_reader import parse_position
from triangulum.games.tri_star_racers.rules import RacersSetup, RacersState
from triangulum.games.tri_star_racers.views import LANES

__all__ = ["format_action", "format_position", "parse_action", "parse_position"]

GRAMMAR = re.compile(
    r"(?:[pbo][1-9]|w){3}(?:at[a-z]\d{1,2})?|(?:warp|freeze)(?:pink|blue|orange)|team|seat\d|pink|blue|orange|slot\d"
    r"|(?:use)?[pbow][1-9]|\d{1,2}[ab]"
)
EXAMPLES = ("P2 B1 O3 at f5", "warp pink", "team", "pink", "slot 2")


def format_action(state: RacersState, action: int) -> str:
    """Return an action or a chance outcome in notation."""
    if state.to_move == CHANCE:
        return format_outcome(state, action)
    move = cast(RacersSetup, state.setup).action_codec.decode_move(action)
    match move.kind:
        case "play":
            box = box_of_state(state)
            return box.format_placement(box.arranged_tile(move.face, move.arrangement), move.space)
        case "fire":
            return format_power(POWERS[move.power])
        case "freeze":
            return f"seat {move.seat}"
        case "advance":
            return LANES[move.lane]
        case "draft":
            return f"slot {move.slot + 1}"
        case "use":
            kinds = box_of_state(state).token_kinds
            return f"use {kinds[move.token] if move.token < len(kinds) else move.token}"


def format_outcome(state: RacersState, outcome: int) -> str:
    """Return what chance brings, in notation; an outcome that cannot be here as a number."""
    setup = cast(RacersSetup, state.setup)
    box = box_of_state(state)
    match chance_outcome_kind(state.top_question()):
        case "edge":
            names = box.list_edge_names(int(setup.random_edge_side))
            return names[outcome] if outcome < len(names) else str(outcome)
        case "arrangement" if outcome < NUM_ARRANGEMENTS:
            face = int(state.byte_fields[setup.board_offset + setup.centre_space]) - 1
            return box.format_placement(box.arranged_tile(face, outcome), int(setup.centre_space))
        case "token":
            return box.token_kinds[outcome] if outcome < len(box.token_kinds) else str(outcome)
        case "tile" if outcome < len(box.faces):
            return " ".join(box.faces[outcome])
    return f"seat {outcome}"


def parse_action(state: RacersState, text: str) -> int:
    """Return the legal action that a text means."""
    if not GRAMMAR.fullmatch(normalize_notation(text)):
        raise unknown_move_error(state, text, EXAMPLES)
    if state.to_move < 0 or state.top_question() != PLAY_TILE:
        return parse_legal_action(state, text)
    # There are many placements, so the text is parsed instead of compared with all of them.
    move = box_of_state(state).parse_placement(text)
    if move is None:
        return state.raise_illegal_action(text.strip())
    action: int = cast(RacersSetup, state.setup).action_codec.encode_move(move)
    return action if action in state.legal_actions() else state.raise_illegal_action(text.strip())
