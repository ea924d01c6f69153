"""The notation of Tricolor Line: moves as people write them.

``draw 2``, ``pile 1``, ``at 2,-1 NE``, ``build 2,-1 with R RR W``, ``turn 2,-1 with R G``, ``attack seat 3``, ``done``;
for events ``landslide 2,-1``, ``detour 2,-1 ES``, ``toll seat 2``, ``leak seat 2``, ``move 2,-1``, ``to 3,0``; and
``discard R``. Chance brings ``red cross`` or ``end``, ``red``, ``RR``, ``landslide``.
"""

from __future__ import annotations

import re
from typing import cast

from triangulum.core.state import CHANCE
from triangulum.errors import NotationError, shown
from triangulum.games.tricolor_line import lookup, observe
from triangulum.games.tricolor_line.options import CARDS, EVENTS
from triangulum.games.tricolor_line.rules import Tricolor, TricolorSetup
from triangulum.games.tricolor_line.views import COLOURS, PLACE_LIMIT, Place, Tile, number_of, place_of

EXAMPLES = "draw 2, pile 1, at 2,-1 NE, build 2,-1 with R RR, turn 2,-1 with R G, attack seat 1, discard W or done"
PLACE = r"(?P<x>-?\d{1,2}),(?P<y>-?\d{1,2})"
ROADS = r"(?P<roads>[nesw]+(?:\+[nesw]+)?)"
PAID = r"(?P<cards>(?:rr?|gg?|bb?|w)(?: (?:rr?|gg?|bb?|w))*)"
SEAT = r"seat (?P<number>\d)"
MOVES = {
    name: re.compile(pattern)
    for name, pattern in {
        "draw": r"draw (?P<number>[24])",
        "pile": r"pile (?P<number>[1-3])",
        "at": rf"at {PLACE}(?: {ROADS})?",
        "build": rf"build {PLACE} with {PAID}",
        "turn": rf"turn {PLACE} with {PAID}",
        "attack": rf"attack {SEAT}",
        "done": r"done",
        "landslide": rf"landslide {PLACE}",
        "detour": rf"detour {PLACE} {ROADS}",
        "toll": rf"toll {SEAT}",
        "leak": rf"leak {SEAT}",
        "move": rf"move {PLACE}",
        "to": rf"to {PLACE}",
        "discard": r"discard (?P<cards>rr?|gg?|bb?|w)",
    }.items()
}
"""Moves by their first word, as they look once they are smoothed."""
ONLY_A_PLACE = {"landslide": lookup.SLIDE, "move": lookup.MOVE, "to": lookup.TO}
ONLY_A_NUMBER = {"attack": lookup.ATTACK, "toll": lookup.TAKE_TOLL, "leak": lookup.LOOK}


def tile_text(tile: Tile) -> str:
    """Return what is printed on a tile: ``red cross``."""
    return tile.shape if tile.colour is None else f"{COLOURS[tile.colour]} {tile.shape}"


FACE_OF = {tile_text(tile): face for face, tile in enumerate(observe.TILES)}


def place_text(place: Place) -> str:
    """Return a place: ``2,-1``."""
    return f"{place[0]},{place[1]}"


def place_number_text(number: int) -> str:
    """Return a place that is given by its number."""
    return place_text(place_of(number))


def format_action(state: Tricolor, action: int) -> str:
    """Return an action or a chance outcome in notation."""
    if state.to_move == CHANCE:
        return outcome_text(state, action)
    if action < lookup.PILE:
        return f"draw {2 + 2 * action}"
    if action < lookup.AT:
        return f"pile {action - lookup.PILE + 1}"
    if action < lookup.BUILD:
        return f"at {with_roads(state, int(state.byte_fields[lookup.TAKEN]), action - lookup.AT)}"
    if action < lookup.ATTACK:
        return paid_text(state, action)
    if action < lookup.DONE:
        return f"attack seat {action - lookup.ATTACK}"
    if action == lookup.DONE:
        return "done"
    if action < lookup.DISCARD:
        return target_text(state, action)
    return f"discard {CARDS[action - lookup.DISCARD]}"


def with_roads(state: Tricolor, code: int, where: int) -> str:
    """Return a place with how a tile lies there: ``2,-1 NE``; a number where no such tile is."""
    lies = observe.lies_of_face(state.setup, int(lookup.face_of(code))) if code else ()
    lie = lies[where % 4] if where % 4 < len(lies) else str(where % 4)
    return f"{place_number_text(where // 4)} {lie}"


def paid_text(state: Tricolor, action: int) -> str:
    """Return a construction or a modification; without cards where there is no blueprint."""
    verb, start, step = ("build", lookup.BUILD, lookup.PAYMENTS)
    if action >= lookup.TURN:
        verb, start, step = ("turn", lookup.TURN, lookup.PAIRS)
    place = (action - start) // step
    code = int(state.byte_fields[place])
    paid = observe.paid_for(state, action) if code and lookup.face_of(code) < lookup.END else ()
    return f"{verb} {place_number_text(place)} with {' '.join(paid) or (action - start) % step}"


def target_text(state: Tricolor, action: int) -> str:
    """Return the target of an event."""
    if action < lookup.DIVERT:
        return f"landslide {place_number_text(action - lookup.SLIDE)}"
    if action < lookup.TAKE_TOLL:
        where = action - lookup.DIVERT
        return f"detour {with_roads(state, int(state.byte_fields[where // 4]), where)}"
    if action < lookup.LOOK:
        return f"toll seat {action - lookup.TAKE_TOLL}"
    if action < lookup.MOVE:
        return f"leak seat {action - lookup.LOOK}"
    if action < lookup.TO:
        return f"move {place_number_text(action - lookup.MOVE)}"
    return f"to {place_number_text(action - lookup.TO)}"


def outcome_text(state: Tricolor, outcome: int) -> str:
    """Return what chance brings, in notation; an outcome that cannot be here as a number."""
    kind = int(state.top())
    if kind in (lookup.ASK_TOPS, lookup.ASK_TOP):
        return tile_text(observe.TILES[outcome])
    names = COLOURS if kind == lookup.ASK_IDENTITY else EVENTS if kind == lookup.ASK_EVENT else CARDS
    return names[outcome] if outcome < len(names) else str(outcome)


def smooth(text: str) -> str:
    """Return a move without what people write differently: capitals, dashes, and spaces more than needed."""
    text = re.sub("[\u2212\u2013\u2014]", "-", text)
    return re.sub(r" ?([,+]) ?", r"\1", " ".join(text.split())).casefold()


def parse_action(state: Tricolor, text: str) -> int:
    """Return the legal action that a text means."""
    wanted = smooth(text)
    if state.to_move == CHANCE:
        named = {
            state.format_action(outcome).casefold().replace("-", " "): outcome for outcome in state.legal_actions()
        }
        meant = named.get(wanted.replace("-", " "))
        if meant is None and not is_known(wanted):
            raise no_move(text)
    else:
        meant = read(state, wanted)
        if meant is None and not is_known(wanted):
            raise no_move(text)
    if meant is None or meant not in state.legal_actions():
        return state.raise_illegal_action(text.strip())
    return meant


def no_move(text: str) -> NotationError:
    """Return the error for what is no move in any position."""
    return NotationError(f"{shown(text)} is no move in Tricolor Line; moves look like {EXAMPLES}")


def is_known(wanted: str) -> bool:
    """Tell whether a smoothed text is a move, or an outcome, in some position."""
    spaced = wanted.replace("-", " ")
    outcomes = [*FACE_OF, *COLOURS, *EVENTS, *CARDS]
    return any(move.fullmatch(wanted) for move in MOVES.values()) or spaced in [
        outcome.casefold().replace("-", " ") for outcome in outcomes
    ]


def read(state: Tricolor, wanted: str) -> int | None:
    """Return the action that a smoothed text names, legal or not, or None if it names none here."""
    name = wanted.partition(" ")[0]
    found = MOVES[name].fullmatch(wanted) if name in MOVES else None
    if found is None:
        return None
    parts = found.groupdict()
    number = int(parts.get("number") or 0)
    if name == "done":
        return lookup.DONE
    if name == "draw":
        return lookup.DRAW + (number - 2) // 2
    if name == "pile":
        return lookup.PILE + number - 1
    if name == "discard":
        return lookup.DISCARD + CARDS.index(parts["cards"].upper())
    if name in ONLY_A_NUMBER:
        return ONLY_A_NUMBER[name] + number if number < lookup.SEATS else None
    x, y = int(parts["x"]), int(parts["y"])
    if max(abs(x), abs(y)) > PLACE_LIMIT:
        return None
    place = number_of((x, y))
    if name in ONLY_A_PLACE:
        return ONLY_A_PLACE[name] + place
    if name in ("at", "detour"):
        return read_lying(state, name, place, (parts["roads"] or "").upper())
    return read_paid(state, name, place, parts["cards"].upper().split())


def read_lying(state: Tricolor, name: str, place: int, roads: str) -> int | None:
    """Return the action that lays or turns a tile at a place; roads may be left out where they can lie one way only."""
    code = int(state.byte_fields[lookup.TAKEN if name == "at" else place])
    lies = observe.lies_of_face(state.setup, int(lookup.face_of(code))) if code else ()
    if not roads and len(lies) == 1:
        roads = lies[0]
    if roads not in lies:
        return None
    return (lookup.AT if name == "at" else lookup.DIVERT) + 4 * place + lies.index(roads)


def read_paid(state: Tricolor, name: str, place: int, cards: list[str]) -> int | None:
    """Return the construction or modification at a place that is paid with some cards."""
    setup = cast(TricolorSetup, state.setup)
    paid = tuple(sorted(cards, key=CARDS.index))
    if name == "turn":
        pairs = [(CARDS[one], CARDS[two]) for one, two in zip(setup.pair_one, setup.pair_other, strict=True)]
        return lookup.TURN + lookup.PAIRS * place + pairs.index(paid) if paid in pairs else None
    code = int(state.byte_fields[place])
    if not code or lookup.face_of(code) >= lookup.END:
        return None
    face = int(lookup.face_of(code))
    payments = [observe.payment_cards(setup, face, at) for at in range(setup.payments[setup.face_cost[face]])]
    return lookup.BUILD + lookup.PAYMENTS * place + payments.index(paid) if paid in payments else None
