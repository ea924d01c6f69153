# compiled by mypyc
"""The notation of Tricolor Line: moves as people write them.

``draw 2``, ``pile 1``, ``at 2,-1 NE``, ``build 2,-1 with R RR W``, ``turn 2,-1 with R G``, ``attack seat 3``, ``done``;
for events ``landslide 2,-1``, ``detour 2,-1 ES``, ``toll seat 2``, ``leak seat 2``, ``move 2,-1``, ``to 3,0``, and
``draw 2`` or ``pass`` instead of one that cannot happen; ``discard R``; and where some of the cards may be old,
``old R W`` or ``old none``. Chance brings ``red cross`` or ``end``, ``red``, ``RR`` (for a toll also ``old RR``),
``landslide``.
"""

from __future__ import annotations

import re
from typing import Final

from triangulum.core.notation import unknown_move_error
from triangulum.core.state import CHANCE
from triangulum.games.tricolor_line.actions import Move, MoveKind, decode_move, encode_move
from triangulum.games.tricolor_line.position import format_position
from triangulum.games.tricolor_line.position_reader import parse_position
from triangulum.games.tricolor_line.rules import codes, fields
from triangulum.games.tricolor_line.rules.state import TricolorState
from triangulum.games.tricolor_line.state_parts import (
    face_rotations,
    find_build_move,
    find_rotation_move,
    list_cards_named_for_payment,
    list_paid_cards,
    select_old_cards,
)
from triangulum.games.tricolor_line.tile_text import FACE_BY_TEXT, PLACE_PATTERN, format_place_index, format_tile
from triangulum.games.tricolor_line.views import CARDS, COLOURS, EVENTS, PLACE_LIMIT, TILE_BY_FACE, encode_place

__all__ = ["format_action", "format_position", "parse_action", "parse_position"]

EXAMPLES: Final = (
    "draw 2", "pile 1", "at 2,-1 NE", "build 2,-1 with R RR", "turn 2,-1 with R G", "attack seat 1", "discard W",
    "done",
)  # fmt: skip
ROADS_PATTERN: Final = r"(?P<roads>[nesw]+(?:\+[nesw]+)?)"
CARDS_PATTERN: Final = r"(?P<cards>(?:rr?|gg?|bb?|w)(?: (?:rr?|gg?|bb?|w))*)"
SEAT_PATTERN: Final = r"seat (?P<number>\d)"
MOVE_PATTERNS: Final = {
    word: re.compile(pattern)
    for word, pattern in {
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
        "pass": r"pass",
        "old": rf"old (?:none|{CARDS_PATTERN})",
        "discard": r"discard (?P<cards>rr?|gg?|bb?|w)",
    }.items()
}
"""Moves by their first word, for normalized text."""
CARDS_OF_EACH_AGE: Final = (*CARDS, *(f"old {card}" for card in CARDS))
"""New cards and old ones, by the outcomes of a toll."""
WORD_BY_KIND: Final[dict[MoveKind, str]] = {
    "draw": "draw",
    "take": "pile",
    "place": "at",
    "build": "build",
    "rotate": "turn",
    "attack": "attack",
    "done": "done",
    "landslide": "landslide",
    "detour": "detour",
    "toll": "toll",
    "leak": "leak",
    "lift": "move",
    "put_down": "to",
    "discard": "discard",
    "pass": "pass",
    "ages": "old",
}
"""The first word of a move, by its kind."""
KIND_BY_WORD: Final = {word: kind for kind, word in WORD_BY_KIND.items()}


# Writing.


def format_action(state: TricolorState, action: int) -> str:
    """Return an action or a chance outcome in notation."""
    if state.to_move == CHANCE:
        return format_outcome(state, action)
    move = decode_move(action)
    arguments = format_move_arguments(state, move)
    return f"{WORD_BY_KIND[move.kind]} {arguments}" if arguments else WORD_BY_KIND[move.kind]


def format_move_arguments(state: TricolorState, move: Move) -> str:
    """Return what follows the first word of a move in notation."""
    match move.kind:
        case "draw":
            return str(move.num_cards)
        case "take":
            return str(move.pile + 1)
        case "place" | "detour":
            return f"{format_place_index(move.place)} {format_rotation(state, move)}"
        case "build" | "rotate":
            return f"{format_place_index(move.place)} with {format_paid_cards(state, move)}"
        case "attack" | "toll" | "leak":
            return f"seat {move.seat}"
        case "landslide" | "lift" | "put_down":
            return format_place_index(move.place)
        case "discard":
            return CARDS[move.card]
        case "ages":
            return " ".join(select_old_cards(list_cards_named_for_payment(state), move.old_mask)) or "none"
    return ""


def format_rotation(state: TricolorState, move: Move) -> str:
    """Return the roads of a tile as it will lie: ``NE``; a number where no tile can lie so."""
    rotations = list_move_rotations(state, move.kind, move.place)
    return rotations[move.rotation] if move.rotation < len(rotations) else str(move.rotation)


def format_paid_cards(state: TricolorState, move: Move) -> str:
    """Return the cards that a move is paid with: ``R RR``; a number where there is no blueprint."""
    tile_code = int(state.byte_fields[move.place])
    cards = list_paid_cards(state, move) if codes.is_blueprint(tile_code) else ()
    return " ".join(cards) or str(move.payment if move.kind == "build" else move.card_pair)


def format_outcome(state: TricolorState, outcome: int) -> str:
    """Return what chance brings, in notation; an outcome that cannot be here as a number."""
    kind = int(state.top_question_kind())
    if kind in (fields.ASK_FIRST_TOPS, fields.ASK_NEW_TOP):
        return format_tile(TILE_BY_FACE[outcome])
    names = COLOURS if kind == fields.ASK_IDENTITIES else EVENTS if kind == fields.ASK_EVENT else CARDS_OF_EACH_AGE
    return names[outcome] if outcome < len(names) else str(outcome)


def list_move_rotations(state: TricolorState, kind: MoveKind, place: int) -> tuple[str, ...]:
    """Return the roads, by rotation, of the tile that a move places or turns; nothing if there is no tile."""
    tile_code = int(state.byte_fields[fields.TAKEN_CODE if kind == "place" else place])
    return face_rotations(state.setup, int(codes.decode_face(tile_code))) if tile_code else ()


# Reading.


def normalize_text(text: str) -> str:
    """Return a move in lower case, with plain minus signs and single spaces."""
    text = re.sub("[\u2212\u2013\u2014]", "-", text)
    return re.sub(r" ?([,+]) ?", r"\1", " ".join(text.split())).casefold()


def parse_action(state: TricolorState, text: str) -> int:
    """Return the legal action that a text means."""
    normalized = normalize_text(text)
    if state.to_move == CHANCE:
        action = parse_chance_outcome(state, normalized)
    else:
        move = parse_move(state, normalized)
        action = None if move is None else encode_move(move)
    if action is None and not is_known_notation(normalized):
        raise unknown_move_error(state, text, EXAMPLES)
    if action is None or action not in state.legal_actions():
        return state.raise_illegal_action(text.strip())
    return action


def is_known_notation(normalized: str) -> bool:
    """Return whether a normalized text is a move, or a chance outcome, in some position."""
    outcomes = [*FACE_BY_TEXT, *COLOURS, *EVENTS, *CARDS_OF_EACH_AGE]
    return any(pattern.fullmatch(normalized) for pattern in MOVE_PATTERNS.values()) or fold_hyphens(normalized) in [
        fold_hyphens(outcome.casefold()) for outcome in outcomes
    ]


def fold_hyphens(text: str) -> str:
    """Return a text with spaces instead of hyphens, which may be left out: ``dead end``."""
    return text.replace("-", " ")


def parse_chance_outcome(state: TricolorState, normalized: str) -> int | None:
    """Return the possible chance outcome that a normalized text names, or None."""
    outcome_by_text = {
        fold_hyphens(state.format_action(outcome).casefold()): outcome for outcome in state.legal_actions()
    }
    return outcome_by_text.get(fold_hyphens(normalized))


def parse_move(state: TricolorState, normalized: str) -> Move | None:
    """Return the move that a normalized text names, legal or not, or None if it names none here."""
    word = normalized.partition(" ")[0]
    parsed = MOVE_PATTERNS[word].fullmatch(normalized) if word in MOVE_PATTERNS else None
    if parsed is None:
        return None
    kind, parts = KIND_BY_WORD[word], parsed.groupdict()
    number = int(parts.get("number") or 0)
    match kind:
        case "done" | "pass":
            return Move(kind)
        case "draw":
            return Move(kind, num_cards=number)
        case "take":
            return Move(kind, pile=number - 1)
        case "discard":
            return Move(kind, card=CARDS.index(parts["cards"].upper()))
        case "attack" | "toll" | "leak":
            return Move(kind, seat=number) if number < codes.MAX_SEATS else None
        case "ages":
            return parse_ages(state, (parts["cards"] or "").upper().split())
    x, y = int(parts["x"]), int(parts["y"])
    if max(abs(x), abs(y)) > PLACE_LIMIT:
        return None
    place = encode_place((x, y))
    match kind:
        case "place" | "detour":
            return parse_placement_or_detour(state, kind, place, (parts["roads"] or "").upper())
        case "build":
            return find_build_move(state, place, parts["cards"].upper().split())
        case "rotate":
            return find_rotation_move(place, parts["cards"].upper().split())
    return Move(kind, place=place)


def parse_placement_or_detour(state: TricolorState, kind: MoveKind, place: int, roads: str) -> Move | None:
    """Return the move that places or turns a tile to have these roads; they may be empty if it can lie only one way."""
    rotations = list_move_rotations(state, kind, place)
    if not roads and len(rotations) == 1:
        roads = rotations[0]
    return Move(kind, place=place, rotation=rotations.index(roads)) if roads in rotations else None


def parse_ages(state: TricolorState, old_cards: list[str]) -> Move | None:
    """Return the move that says which of the named cards are old, or None if those are not among them."""
    old_mask = 0
    for at, card in enumerate(list_cards_named_for_payment(state)):
        if card in old_cards:
            old_cards.remove(card)
            old_mask |= 1 << at
    return None if old_cards else Move("ages", old_mask=old_mask)
