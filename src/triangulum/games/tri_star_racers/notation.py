"""Tri-Star Racers in notation: tiles as they lie, powers, and the way back from text.

``P2 B1 O3 at f5`` plays a tile: its sections by corner, clockwise from the leftmost (left, top, right where the space
points up; left, right, bottom where it points down). ``warp pink``, ``freeze blue`` and ``team`` are powers, ``seat 2``
is whose ship is frozen, ``pink`` is a ship to move, ``slot 3`` is drafted, counted from 1. Chance brings edges
(``4a``), tiles (``P1 B2 O3``), how the start tile lies (``P1 B2 O3 at e5``), seats and starbursts (``W2``).
"""

from __future__ import annotations

import re
from typing import cast

from triangulum.core.notation import parse_by_text, plain
from triangulum.core.state import CHANCE
from triangulum.errors import NotationError, shown
from triangulum.games.tri_star_racers import lookup, observe
from triangulum.games.tri_star_racers.box import PERMUTATIONS, POWERS, RacersBox
from triangulum.games.tri_star_racers.rules import Racers, RacersSetup
from triangulum.games.tri_star_racers.views import LANES, Tile

GRAMMAR = re.compile(
    r"((?:[pbo][1-9]|w){3})(?:at([a-z]\d{1,2}))?|(?:warp|freeze)(?:pink|blue|orange)|team|seat\d|pink|blue|orange|slot\d"
    r"|\d{1,2}[ab]|[pbow][1-9]"
)
EXAMPLES = "P2 B1 O3 at f5, warp pink, team, seat 1, pink or slot 2"
SECTION = re.compile(r"[PBO]\d|W")


def lying_text(box: RacersBox, tile: Tile, space: int) -> str:
    """Return a tile as it lies on a space."""
    where = box.lattice.spaces[space]
    return f"{' '.join(tile[corner] for corner in where.around)} at {where.name}"


def read_lying(box: RacersBox, text: str) -> tuple[int, int, int] | None:
    """Return the face, the space and the arrangement that a text such as ``P2 B1 O3 at f5`` means, or None."""
    found = GRAMMAR.fullmatch(plain(text))
    if found is None or found[2] is None or found[2] not in box.lattice.number:
        return None
    written = SECTION.findall(found[1].upper())
    face = box.face_number.get(tuple(sorted(written)))
    if face is None:
        return None
    space = box.lattice.number[found[2]]
    tile = [""] * 3
    for section, corner in zip(written, box.lattice.spaces[space].around, strict=True):
        tile[corner] = section
    ways = box.lying[len(PERMUTATIONS) * face : len(PERMUTATIONS) * (face + 1)]
    return face, space, ways.index((tile[0], tile[1], tile[2]))


def format_action(state: Racers, action: int) -> str:
    """Return an action or a chance outcome in notation."""
    setup = cast(RacersSetup, state.setup)
    box = observe.box_of(state)
    if state.to_move == CHANCE:
        return outcome_text(state, action)
    if action < setup.fire:
        face, space, way = observe.parts(setup, action)
        return lying_text(box, box.lying[lookup.WAYS * face + way], space)
    if action < setup.victim:
        return observe.power_words(POWERS[action - setup.fire])
    if action < setup.lane:
        return f"seat {action - setup.victim}"
    if action < setup.slot:
        return LANES[action - setup.lane]
    return f"slot {action - setup.slot + 1}"


def outcome_text(state: Racers, outcome: int) -> str:
    """Return what chance brings, in notation; an outcome that cannot be here as a number."""
    setup = cast(RacersSetup, state.setup)
    box = observe.box_of(state)
    kind = state.top()
    if kind == lookup.EDGE:
        return box.edge_names[2 * outcome] if 2 * outcome < len(box.edge_names) else str(outcome)
    if kind == lookup.LIE and outcome < lookup.WAYS:
        face = int(state.byte_fields[setup.board + setup.centre]) - 1
        return lying_text(box, box.lying[lookup.WAYS * face + outcome], int(setup.centre))
    if kind == lookup.BURST:
        return box.token_kinds[outcome] if outcome < len(box.token_kinds) else str(outcome)
    if kind in (lookup.DEAL, lookup.START, lookup.DRAW, lookup.REFILL) and outcome < len(box.faces):
        return " ".join(box.faces[outcome])
    return f"seat {outcome}"


def parse_action(state: Racers, text: str) -> int:
    """Return the legal action that a text means."""
    if state.to_move < 0 or state.top() != lookup.PLAY:
        return parse_by_text(state, text, GRAMMAR, EXAMPLES)
    # Placements are many, so they are read and not looked for.
    if not GRAMMAR.fullmatch(plain(text)):
        raise NotationError(f"{shown(text)} is no move in Tri-Star Racers; moves look like {EXAMPLES}")
    setup = cast(RacersSetup, state.setup)
    meant = read_lying(observe.box_of(state), text)
    if meant is None:
        return state.raise_illegal_action(text.strip())
    face, space, way = meant
    action = int((face * setup.spaces + space) * lookup.WAYS + way)
    return action if action in state.legal_actions() else state.raise_illegal_action(text.strip())
