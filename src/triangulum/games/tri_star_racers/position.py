"""Positions of Tri-Star Racers: a whole state as one line of text. The way back is in ``reading.py``.

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
from triangulum.games.tri_star_racers import lookup, observe
from triangulum.games.tri_star_racers.box import LETTERS, POWERS, RacersBox
from triangulum.games.tri_star_racers.notation import lying_text
from triangulum.games.tri_star_racers.rules import Racers, RacersSetup
from triangulum.games.tri_star_racers.views import Burst

NOTHING = "-"
SETTING_UP = "set-up"
NOT_LAID = "set-up, the start tile to be laid"
FINISHED = "over"


def format_position(state: Racers) -> str:
    """Return the whole state as one line."""
    setup = cast(RacersSetup, state.setup)
    box = observe.box_of(state)
    small = list(state.byte_fields)
    now = observe.view(state, None)
    seats = range(setup.players)
    board = [lying_text(box, tile, space) for space, tile in enumerate(now.board) if tile]
    hands = [", ".join(held_text(box, code) for code in observe.held(small, seat)) or NOTHING for seat in seats]
    outed = [", ".join(" ".join(box.faces[code - 1]) for code in outed_by(small, seat)) or NOTHING for seat in seats]
    ships = [" ".join(ship_text(state, seat, lane) for lane in range(lookup.LANES)) for seat in seats]
    slots = [
        f"{' '.join(slot.tile) if slot.tile else NOTHING}{'' if slot.token is None else f' ({slot.token})'}"
        for slot in now.slots
    ]
    parts = [
        f"edges {' '.join(now.edges) or NOTHING}",
        f"board {', '.join(board) or NOTHING}",
        f"last {box.lattice.spaces[now.played.space].name} by seat {now.played.seat}" if now.played else "",
        f"hands {' / '.join(hands)}",
        f"outed {' / '.join(outed)}" if any(outed_by(small, seat) for seat in seats) else "",
        f"slots {', '.join(slots)}",
        f"ships {' / '.join(ships)}",
        f"bursts {' '.join(map(burst_text, now.bursts)) or NOTHING}" if setup.starbursts else "",
        f"unseen {' '.join(now.unseen) or NOTHING}" if setup.starbursts else "",
        f"order {' '.join(map(str, now.order)) or NOTHING}" if setup.advanced else "",
        f"round {now.round}" if small[lookup.ROUND] else "",
        f"turn {now.done + 1}" if now.turn_of is not None else "",
        f"discards {', '.join(' '.join(tile) for tile in now.discarded)}" if now.discarded else "",
        doing(state),
    ]
    return " | ".join(part for part in parts if part)


def outed_by(small: list[int], seat: int) -> list[int]:
    """Return 1 + the faces that were hidden in a hand until they were played, while that tells of the others."""
    first = lookup.OUTED + lookup.MOST_OUTED * seat
    return [code for code in small[first : first + lookup.MOST_OUTED] if code]


def held_text(box: RacersBox, code: int) -> str:
    """Return a tile in a hand."""
    return " ".join(box.faces[(code - 1) // 2]) + "+" * (code % 2 == 0)


def ship_text(state: Racers, seat: int, lane: int) -> str:
    """Return where a ship is, and whether it is frozen."""
    return f"{state.ship(seat, lane)}{'*' * state.frost(seat, lane)}"


def burst_text(burst: Burst) -> str:
    """Return a starburst as ``P15``."""
    return f"{LETTERS[burst.lane]}{burst.space}"


def doing(state: Racers) -> str:
    """Return what is going on."""
    if state.to_move == OVER:
        return FINISHED
    pending = observe.questions(state)
    kind, argument = pending[0]
    if not state.byte_fields[lookup.ROUND]:
        return NOT_LAID if kind == lookup.LIE else SETTING_UP
    what = {
        lookup.PLAY: "plays",
        lookup.FIRE: "chooses a power",
        lookup.CHOOSE: f"freezes {LETTERS[argument % lookup.LANES]}",
        lookup.BURST: "turns up",
        lookup.BURST_SHIP: f"bursts {argument}",
        lookup.DRAFT: "drafts",
        lookup.BOOST_SHIP: f"boosts {argument}",
        lookup.DRAW: f"draws {argument}",
        lookup.REFILL: "refills",
    }[kind]
    powers = [POWERS[power] for question, power in reversed(pending) if question == lookup.FIRE]
    waiting = [
        observe.burst(cast(RacersSetup, state.setup), at) for question, at in pending if question == lookup.BURST
    ]
    drafted = kind in (lookup.BURST, lookup.BURST_SHIP) and (lookup.DRAFT, 0) not in pending
    said = [f"seat {state.turn_of()} {what}"]
    said += [f"powers {' '.join(powers)}"] if powers else []
    said += [f"waiting {' '.join(map(burst_text, waiting))}"] if waiting else []
    said += ["drafted"] if drafted else []
    return "; ".join(said)
