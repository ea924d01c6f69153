"""Positions of Tri-Star Racers: a whole state as one line of text. The way back is in ``position_reader.py``.

    edges 4a 7a 9a | board P1 B2 O3 at e5, P2 P2 B1 at e4 | last e4 by seat 0 | hands P1 P1 P1, W W P2+ / B1 B1 B1 |
    slots P1 B1 O1, -, O1 O1 P2 (1) | ships 4 3 0 / 0 2* 0 | bursts P15 P25 … | unseen P2 P3 … | order 0 1 | round 2 |
    turn 1 | discards - | seat 0 plays

A ``+`` marks a tile that all have seen, ``(1)`` the token of seat 1, ``*`` a frozen ship, ``**`` one that its owner has
just frozen. The bag is what is nowhere else. Parts may be left out: they are then as at the beginning of a race,
or follow from the rest. Where several tiles have the same face, ``outed`` are those that were hidden until their owner
played them, as long as that owner has others hidden.
"""

from __future__ import annotations

from typing import cast

from triangulum.core.state import OVER
from triangulum.games.tri_star_racers import observe
from triangulum.games.tri_star_racers.box import LETTERS, POWERS, RacersBox
from triangulum.games.tri_star_racers.placement_text import format_placement
from triangulum.games.tri_star_racers.rules import RacersSetup, RacersState, lookup
from triangulum.games.tri_star_racers.views import Burst

NOTHING = "-"
SETTING_UP = "set-up"
NOT_LAID = "set-up, the start tile to be laid"
FINISHED = "over"


def format_position(state: RacersState) -> str:
    """Return the whole state as one line."""
    setup = cast(RacersSetup, state.setup)
    box = observe.box_of_state(state)
    fields = list(state.byte_fields)
    view = observe.view(state, None)
    seats = range(setup.players)
    board = [format_placement(box, tile, space) for space, tile in enumerate(view.board) if tile]
    hands = [
        ", ".join(format_held_tile(box, code) for code in observe.hand_codes(fields, seat)) or NOTHING for seat in seats
    ]
    outed = [
        ", ".join(" ".join(box.faces[code - 1]) for code in revealed_face_codes(fields, seat)) or NOTHING
        for seat in seats
    ]
    ships = [" ".join(format_ship(state, seat, lane) for lane in range(lookup.NUM_LANES)) for seat in seats]
    slots = [
        f"{' '.join(slot.tile) if slot.tile else NOTHING}{'' if slot.token is None else f' ({slot.token})'}"
        for slot in view.slots
    ]
    parts = [
        f"edges {' '.join(view.edges) or NOTHING}",
        f"board {', '.join(board) or NOTHING}",
        f"last {box.lattice.spaces[view.played.space].name} by seat {view.played.seat}" if view.played else "",
        f"hands {' / '.join(hands)}",
        f"outed {' / '.join(outed)}" if any(revealed_face_codes(fields, seat) for seat in seats) else "",
        f"slots {', '.join(slots)}",
        f"ships {' / '.join(ships)}",
        f"bursts {' '.join(map(format_burst, view.bursts)) or NOTHING}" if setup.has_starbursts else "",
        f"unseen {' '.join(view.unseen) or NOTHING}" if setup.has_starbursts else "",
        f"order {' '.join(map(str, view.order)) or NOTHING}" if setup.is_advanced else "",
        f"round {view.round}" if fields[lookup.ROUND] else "",
        f"turn {view.done + 1}" if view.turn_of is not None else "",
        f"discards {', '.join(' '.join(tile) for tile in view.discarded)}" if view.discarded else "",
        format_pending_question(state),
    ]
    return " | ".join(part for part in parts if part)


def revealed_face_codes(fields: list[int], seat: int) -> list[int]:
    """Return 1 + the faces that were hidden in a hand until they were played, while that tells of the others."""
    first = lookup.REVEALED + lookup.MAX_REVEALED * seat
    return [code for code in fields[first : first + lookup.MAX_REVEALED] if code]


def format_held_tile(box: RacersBox, code: int) -> str:
    """Return a tile in a hand as ``P1 B2 O3``, with ``+`` if all have seen it."""
    return " ".join(box.faces[(code - 1) // 2]) + "+" * (code % 2 == 0)


def format_ship(state: RacersState, seat: int, lane: int) -> str:
    """Return the space of a ship, with ``*`` if it is frozen."""
    return f"{state.ship_space(seat, lane)}{'*' * state.frost_code(seat, lane)}"


def format_burst(burst: Burst) -> str:
    """Return a starburst as ``P15``."""
    return f"{LETTERS[burst.lane]}{burst.space}"


def format_pending_question(state: RacersState) -> str:
    """Return the last part of a position: whose answer is pending, and to what."""
    if state.to_move == OVER:
        return FINISHED
    pending = observe.list_questions(state)
    kind, argument = pending[0]
    if not state.byte_fields[lookup.ROUND]:
        return NOT_LAID if kind == lookup.ARRANGE_START_TILE else SETTING_UP
    verb = {
        lookup.PLAY_TILE: "plays",
        lookup.FIRE_POWER: "chooses a power",
        lookup.CHOOSE_FROZEN_SHIP: f"freezes {LETTERS[argument % lookup.NUM_LANES]}",
        lookup.TURN_UP_BURST: "turns up",
        lookup.CHOOSE_BURST_SHIP: f"bursts {argument}",
        lookup.DRAFT_SLOT: "drafts",
        lookup.CHOOSE_BOOST_SHIP: f"boosts {argument}",
        lookup.REDRAW_HAND: f"draws {argument}",
        lookup.REFILL_SLOTS: "refills",
    }[kind]
    powers = [POWERS[power] for question, power in reversed(pending) if question == lookup.FIRE_POWER]
    waiting = [
        observe.decode_burst(cast(RacersSetup, state.setup), at)
        for question, at in pending
        if question == lookup.TURN_UP_BURST
    ]
    drafted = kind in (lookup.TURN_UP_BURST, lookup.CHOOSE_BURST_SHIP) and (lookup.DRAFT_SLOT, 0) not in pending
    parts = [f"seat {state.turn_seat()} {verb}"]
    parts += [f"powers {' '.join(powers)}"] if powers else []
    parts += [f"waiting {' '.join(map(format_burst, waiting))}"] if waiting else []
    parts += ["drafted"] if drafted else []
    return "; ".join(parts)
