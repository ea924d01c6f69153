"""Positions of Tri-Star Racers: a whole state as one line of text. The way back is in ``position_reader.py``.

    edges 4a 7a 9a | board P1 B2 O3 at e5, P2 P2 B1 at e4 | last e4 by seat 0 | hands P1 P1 P1, W W P2+ / B1 B1 B1 |
    slots P1 B1 O1, -, O1 O1 P2 (1) | ships 4 3 0 / 0 2* 0 | bursts P15 P25 … | unseen P2 P3 … | order 0 1 | round 2 |
    turn 1 | discards - | seat 0 plays

A ``+`` marks a tile that all have seen, ``(1)`` the token of seat 1, ``*`` a frozen ship, ``**`` one that its owner has
just frozen. Behind the last part stand the powers and starbursts that are pending: ``seat 0 turns up; waiting P15;
tokens B2``. The bag is what is nowhere else. Parts may be left out: they are then as at the beginning of a race,
or follow from the other parts. Where several tiles have the same face, ``outed`` are those that were hidden until
their owner played them, as long as that owner has others hidden.
"""

from __future__ import annotations

from typing import Final, cast

from triangulum.core.position import NOTHING, format_list, join_parts
from triangulum.core.state import OVER
from triangulum.games.tri_star_racers import actions, observe
from triangulum.games.tri_star_racers.box import LETTERS, POWERS, RacersBox
from triangulum.games.tri_star_racers.rules import RacersSetup, RacersState, lookup
from triangulum.games.tri_star_racers.views import Burst, Slot

SETTING_UP: Final = "set-up"
START_TILE_UNARRANGED: Final = "set-up, the start tile to be laid"
RACE_OVER: Final = "over"

QUESTION_VERBS: Final = {
    actions.PLAY_TILE: "plays",
    actions.FIRE_POWER: "chooses a power",
    actions.CHOOSE_FROZEN_SHIP: "freezes",
    actions.TURN_UP_BURST: "turns up",
    actions.USE_BURST: "uses",
    actions.CHOOSE_BURST_SHIP: "bursts",
    actions.DRAFT_SLOT: "drafts",
    actions.CHOOSE_BOOST_SHIP: "boosts",
    actions.REDRAW_HAND: "draws",
    actions.REFILL_SLOTS: "refills",
}
"""What the seat whose turn it is does, by the pending question."""
COUNT_QUESTIONS: Final = (actions.CHOOSE_BURST_SHIP, actions.CHOOSE_BOOST_SHIP, actions.REDRAW_HAND)
"""Questions whose argument is written as a number behind the verb."""
ARGUMENT_PATTERNS: Final = {actions.CHOOSE_FROZEN_SHIP: " ([PBO])", **dict.fromkeys(COUNT_QUESTIONS, " ([1-9])")}
QUESTION_PATTERNS: Final = {
    verb: rf"seat (\d) {verb}{ARGUMENT_PATTERNS.get(question, '()')}" for question, verb in QUESTION_VERBS.items()
}
"""How the last part of a position begins, by its verb: the seat, and an argument where there is one."""
QUESTION_BY_VERB: Final = {verb: question for question, verb in QUESTION_VERBS.items()}
EXTRA_LABELS: Final = {
    actions.FIRE_POWER: ("powers", "waiting"),
    actions.CHOOSE_FROZEN_SHIP: ("powers", "waiting"),
    actions.TURN_UP_BURST: ("waiting", "tokens", "drafted"),
    actions.USE_BURST: ("tokens", "drafted"),
    actions.CHOOSE_BURST_SHIP: ("tokens", "drafted"),
}
"""What else the last part may say, by the question that it begins with."""


def format_position(state: RacersState) -> str:
    """Return the whole state as one line."""
    setup = cast(RacersSetup, state.setup)
    box = observe.box_of_state(state)
    fields = list(state.byte_fields)
    view = observe.view(state, None)
    seats = range(setup.players)
    revealed_tiles = [list_tiles_revealed_by_playing(box, fields, seat) for seat in seats]
    board = [box.format_placement(tile, space) for space, tile in enumerate(view.board) if tile]
    return join_parts(
        [
            f"edges {format_list(view.edges)}",
            f"board {format_list(board, ', ')}",
            f"last {box.lattice.spaces[view.played.space].name} by seat {view.played.seat}" if view.played else "",
            f"hands {' / '.join(format_hand(box, fields, seat) for seat in seats)}",
            f"outed {' / '.join(format_list(tiles, ', ') for tiles in revealed_tiles)}" if any(revealed_tiles) else "",
            f"slots {', '.join(map(format_slot, view.slots))}",
            f"ships {' / '.join(format_fleet(state, seat) for seat in seats)}",
            f"bursts {format_list(map(format_burst, view.bursts))}" if setup.has_starbursts else "",
            f"unseen {format_list(view.unseen)}" if setup.has_starbursts else "",
            f"order {format_list(map(str, view.order))}" if setup.is_advanced else "",
            f"round {view.round}" if fields[lookup.ROUND] else "",
            f"turn {view.done + 1}" if view.turn_of is not None else "",
            f"discards {', '.join(' '.join(tile) for tile in view.discarded)}" if view.discarded else "",
            format_pending_question(state),
        ]
    )


def list_tiles_revealed_by_playing(box: RacersBox, fields: list[int], seat: int) -> list[str]:
    """Return the tiles that were hidden in a hand until played, as long as that tells something about its others."""
    first = lookup.REVEALED + lookup.MAX_REVEALED * seat
    return [" ".join(box.faces[code - 1]) for code in fields[first : first + lookup.MAX_REVEALED] if code]


def format_hand(box: RacersBox, fields: list[int], seat: int) -> str:
    """Return the tiles of a hand as ``P1 B2 O3, W W P2+``, with ``+`` if all have seen one."""
    tiles = observe.list_hand_tiles(fields, seat)
    return format_list((" ".join(box.faces[face]) + "+" * is_shown for face, is_shown in tiles), ", ")


def format_slot(slot: Slot) -> str:
    """Return a slot of the draft card as ``P1 B2 O3 (1)``: the tile in it, and the seat whose token it has."""
    token = "" if slot.token is None else f" ({slot.token})"
    return f"{' '.join(slot.tile) if slot.tile else NOTHING}{token}"


def format_fleet(state: RacersState, seat: int) -> str:
    """Return the spaces of a seat's ships as ``4 3* 0``, with ``*`` for one that is frozen."""
    lanes = range(actions.NUM_LANES)
    return " ".join(f"{state.ship_space(seat, lane)}{'*' * state.frost_code(seat, lane)}" for lane in lanes)


def format_burst(burst: Burst) -> str:
    """Return a starburst as ``P15``."""
    return f"{LETTERS[burst.lane]}{burst.space}"


def format_pending_question(state: RacersState) -> str:
    """Return the last part of a position: who is asked what, such as ``seat 0 plays``."""
    if state.to_move == OVER:
        return RACE_OVER
    pending = observe.list_pending_questions(state)
    kind, argument = pending[0]
    if not state.byte_fields[lookup.ROUND]:
        return START_TILE_UNARRANGED if kind == actions.ARRANGE_START_TILE else SETTING_UP
    text = f"seat {state.turn_seat()} {QUESTION_VERBS[kind]}"
    if kind == actions.CHOOSE_FROZEN_SHIP:
        text += f" {LETTERS[argument]}"
    elif kind in COUNT_QUESTIONS:
        text += f" {argument}"
    powers = [POWERS[power] for question, power in reversed(pending) if question == actions.FIRE_POWER]
    text += f"; powers {' '.join(powers)}" if powers else ""
    bursts = observe.list_waiting_bursts(cast(RacersSetup, state.setup), pending)
    text += f"; waiting {' '.join(map(format_burst, bursts))}" if bursts else ""
    tokens = observe.list_turned_up_tokens(observe.box_of_state(state), pending)
    text += f"; tokens {' '.join(tokens)}" if tokens else ""
    drafts_later = (actions.DRAFT_SLOT, 0) in pending
    return text + "; drafted" * ("drafted" in EXTRA_LABELS.get(kind, ()) and not drafts_later)
