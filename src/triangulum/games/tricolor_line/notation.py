"""The notation of Tricolor Line: moves as people write them.

``draw 2``, ``pile 1``, ``at 2,-1 NE``, ``build 2,-1 with R RR W``, ``turn 2,-1 with R G``, ``attack seat 3``, ``done``;
for events ``landslide 2,-1``, ``detour 2,-1 ES``, ``toll seat 2``, ``leak seat 2``, ``move 2,-1``, ``to 3,0``; and
``discard R``. Chance brings ``red cross`` or ``end``, ``red``, ``RR``, ``landslide``.
"""

from __future__ import annotations

import re
from typing import cast

from triangulum.core.state import CHANCE
from triangulum.errors import NotationError, quote_value
from triangulum.games.tricolor_line import lookup, observe
from triangulum.games.tricolor_line.options import CARDS, EVENTS
from triangulum.games.tricolor_line.position import format_position
from triangulum.games.tricolor_line.position_reader import parse_position
from triangulum.games.tricolor_line.rules import Tricolor, TricolorSetup
from triangulum.games.tricolor_line.text_parts import FACE_BY_TEXT, PLACE_PATTERN, format_place_index, format_tile
from triangulum.games.tricolor_line.views import COLOURS, PLACE_LIMIT, encode_place

__all__ = ["format_action", "format_position", "parse_action", "parse_position"]

EXAMPLES = "draw 2, pile 1, at 2,-1 NE, build 2,-1 with R RR, turn 2,-1 with R G, attack seat 1, discard W or done"
ROADS_PATTERN = r"(?P<roads>[nesw]+(?:\+[nesw]+)?)"
CARDS_PATTERN = r"(?P<cards>(?:rr?|gg?|bb?|w)(?: (?:rr?|gg?|bb?|w))*)"
SEAT_PATTERN = r"seat (?P<number>\d)"
MOVE_PATTERNS = {
    name: re.compile(pattern)
    for name, pattern in {
        "draw": r"draw (?P<number>[24])",
        "pile": r"pile (?P<number>[1-3])",
        "at": rf"at {PLACE_PATTERN}(?: {ROADS_PATTERN})?",
        "build": rf"build {PLACE_PATTERN} with {CARDS_PATTERN}",
        "turn": rf"turn {PLACE_PATTERN} with {CARDS_PATTERN}",
        "attack": rf"attack {SEAT_PATTERN}",
        "done": r"done",
        "landslide": rf"landslide {PLACE_PATTERN}",
        "detour": rf"detour {PLACE_PATTERN} {ROADS_PATTERN}",
        "toll": rf"toll {SEAT_PATTERN}",
        "leak": rf"leak {SEAT_PATTERN}",
        "move": rf"move {PLACE_PATTERN}",
        "to": rf"to {PLACE_PATTERN}",
        "discard": r"discard (?P<cards>rr?|gg?|bb?|w)",
    }.items()
}
"""Moves by their first word, as normalized text."""
ACTION_BY_PLACE_WORD = {"landslide": lookup.LANDSLIDE_ACTION, "move": lookup.MOVE_ACTION, "to": lookup.RESETTLE_ACTION}
ACTION_BY_SEAT_WORD = {"attack": lookup.ATTACK_ACTION, "toll": lookup.TOLL_ACTION, "leak": lookup.LEAK_ACTION}


def format_action(state: Tricolor, action: int) -> str:
    """Return an action or a chance outcome in notation."""
    if state.to_move == CHANCE:
        return format_outcome(state, action)
    if action < lookup.PILE_ACTION:
        return f"draw {2 + 2 * action}"
    if action < lookup.PLACE_ACTION:
        return f"pile {action - lookup.PILE_ACTION + 1}"
    if action < lookup.BUILD_ACTION:
        taken = int(state.byte_fields[lookup.TAKEN_CODE])
        return f"at {format_place_and_roads(state, taken, action - lookup.PLACE_ACTION)}"
    if action < lookup.ATTACK_ACTION:
        return format_paid_action(state, action)
    if action < lookup.DONE_ACTION:
        return f"attack seat {action - lookup.ATTACK_ACTION}"
    if action == lookup.DONE_ACTION:
        return "done"
    if action < lookup.DISCARD_ACTION:
        return format_event_target(state, action)
    return f"discard {CARDS[action - lookup.DISCARD_ACTION]}"


def format_place_and_roads(state: Tricolor, code: int, place_and_rotation: int) -> str:
    """Return a place with how a tile lies there: ``2,-1 NE``; a number where no such tile is."""
    rotations = observe.face_rotations(state.setup, int(lookup.decode_face(code))) if code else ()
    rotation = (
        rotations[place_and_rotation % 4] if place_and_rotation % 4 < len(rotations) else str(place_and_rotation % 4)
    )
    return f"{format_place_index(place_and_rotation // 4)} {rotation}"


def format_paid_action(state: Tricolor, action: int) -> str:
    """Return a construction or a modification; without cards where there is no blueprint."""
    verb, start, step = ("build", lookup.BUILD_ACTION, lookup.MAX_PAYMENTS)
    if action >= lookup.TURN_ACTION:
        verb, start, step = ("turn", lookup.TURN_ACTION, lookup.NUM_PAIRS)
    place = (action - start) // step
    code = int(state.byte_fields[place])
    paid = observe.list_paid_cards(state, action) if code and lookup.decode_face(code) < lookup.END else ()
    return f"{verb} {format_place_index(place)} with {' '.join(paid) or (action - start) % step}"


def format_event_target(state: Tricolor, action: int) -> str:
    """Return the target of an event."""
    if action < lookup.DETOUR_ACTION:
        return f"landslide {format_place_index(action - lookup.LANDSLIDE_ACTION)}"
    if action < lookup.TOLL_ACTION:
        place_and_rotation = action - lookup.DETOUR_ACTION
        code = int(state.byte_fields[place_and_rotation // 4])
        return f"detour {format_place_and_roads(state, code, place_and_rotation)}"
    if action < lookup.LEAK_ACTION:
        return f"toll seat {action - lookup.TOLL_ACTION}"
    if action < lookup.MOVE_ACTION:
        return f"leak seat {action - lookup.LEAK_ACTION}"
    if action < lookup.RESETTLE_ACTION:
        return f"move {format_place_index(action - lookup.MOVE_ACTION)}"
    return f"to {format_place_index(action - lookup.RESETTLE_ACTION)}"


def format_outcome(state: Tricolor, outcome: int) -> str:
    """Return what chance brings, in notation; an outcome that cannot be here as a number."""
    kind = int(state.top_question())
    if kind in (lookup.ASK_TOPS, lookup.ASK_TOP):
        return format_tile(observe.TILE_BY_FACE[outcome])
    names = COLOURS if kind == lookup.ASK_IDENTITY else EVENTS if kind == lookup.ASK_EVENT else CARDS
    return names[outcome] if outcome < len(names) else str(outcome)


def normalize_text(text: str) -> str:
    """Return a move in lower case, with plain minus signs and single spaces."""
    text = re.sub("[\u2212\u2013\u2014]", "-", text)
    return re.sub(r" ?([,+]) ?", r"\1", " ".join(text.split())).casefold()


def parse_action(state: Tricolor, text: str) -> int:
    """Return the legal action that a text means."""
    normalized = normalize_text(text)
    if state.to_move == CHANCE:
        outcome_by_text = {
            state.format_action(outcome).casefold().replace("-", " "): outcome for outcome in state.legal_actions()
        }
        action = outcome_by_text.get(normalized.replace("-", " "))
        if action is None and not is_known_notation(normalized):
            raise unknown_move_error(text)
    else:
        action = parse_move(state, normalized)
        if action is None and not is_known_notation(normalized):
            raise unknown_move_error(text)
    if action is None or action not in state.legal_actions():
        return state.raise_illegal_action(text.strip())
    return action


def unknown_move_error(text: str) -> NotationError:
    """Return the error for a text that is no move in any position."""
    return NotationError(f"{quote_value(text)} is no move in Tricolor Line; moves look like {EXAMPLES}")


def is_known_notation(normalized: str) -> bool:
    """Return whether a normalized text is a move, or a chance outcome, in some position."""
    spaced = normalized.replace("-", " ")
    outcomes = [*FACE_BY_TEXT, *COLOURS, *EVENTS, *CARDS]
    return any(move.fullmatch(normalized) for move in MOVE_PATTERNS.values()) or spaced in [
        outcome.casefold().replace("-", " ") for outcome in outcomes
    ]


def parse_move(state: Tricolor, normalized: str) -> int | None:
    """Return the action that a normalized text names, legal or not, or None if it names none here."""
    name = normalized.partition(" ")[0]
    match = MOVE_PATTERNS[name].fullmatch(normalized) if name in MOVE_PATTERNS else None
    if match is None:
        return None
    parts = match.groupdict()
    number = int(parts.get("number") or 0)
    if name == "done":
        return lookup.DONE_ACTION
    if name == "draw":
        return lookup.DRAW_ACTION + (number - 2) // 2
    if name == "pile":
        return lookup.PILE_ACTION + number - 1
    if name == "discard":
        return lookup.DISCARD_ACTION + CARDS.index(parts["cards"].upper())
    if name in ACTION_BY_SEAT_WORD:
        return ACTION_BY_SEAT_WORD[name] + number if number < lookup.MAX_SEATS else None
    x, y = int(parts["x"]), int(parts["y"])
    if max(abs(x), abs(y)) > PLACE_LIMIT:
        return None
    place = encode_place((x, y))
    if name in ACTION_BY_PLACE_WORD:
        return ACTION_BY_PLACE_WORD[name] + place
    if name in ("at", "detour"):
        return parse_rotation_action(state, name, place, (parts["roads"] or "").upper())
    return parse_paid_action(state, name, place, parts["cards"].upper().split())


def parse_rotation_action(state: Tricolor, name: str, place: int, roads: str) -> int | None:
    """Return the action that lays or turns a tile at a place; roads may be left out where they can lie one way only."""
    code = int(state.byte_fields[lookup.TAKEN_CODE if name == "at" else place])
    rotations = observe.face_rotations(state.setup, int(lookup.decode_face(code))) if code else ()
    if not roads and len(rotations) == 1:
        roads = rotations[0]
    if roads not in rotations:
        return None
    return (lookup.PLACE_ACTION if name == "at" else lookup.DETOUR_ACTION) + 4 * place + rotations.index(roads)


def parse_paid_action(state: Tricolor, name: str, place: int, cards: list[str]) -> int | None:
    """Return the construction or modification at a place that is paid with some cards."""
    setup = cast(TricolorSetup, state.setup)
    paid = tuple(sorted(cards, key=CARDS.index))
    if name == "turn":
        pairs = [
            (CARDS[first], CARDS[second]) for first, second in zip(setup.pair_first, setup.pair_second, strict=True)
        ]
        return lookup.TURN_ACTION + lookup.NUM_PAIRS * place + pairs.index(paid) if paid in pairs else None
    code = int(state.byte_fields[place])
    if not code or lookup.decode_face(code) >= lookup.END:
        return None
    face = int(lookup.decode_face(code))
    payments = [observe.list_payment_cards(setup, face, at) for at in range(setup.num_payments[setup.face_costs[face]])]
    return lookup.BUILD_ACTION + lookup.MAX_PAYMENTS * place + payments.index(paid) if paid in payments else None
