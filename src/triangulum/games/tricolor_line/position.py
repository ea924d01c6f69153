"""Positions of Tricolor Line: a whole state as one line of text. The way back is in ``position_reader.py``.

    tiles red cross NESW at 1,0 built, blue corner NE at 0,1, end NESW at 2,0 | last 2,0 | piles red tee 21, end 20,
    - 0 | taken red cross | hands R RR G+ / - | discards R W | identities red blue | looked 0 at 1 | skips 1 | safe 1 |
    events landslide toll | round 3 | seat 0 acts

Start is always there. A pile is its top and its size, a ``+`` marks a card that all have seen. Tiles that nobody has
seen and the resource cards to draw are what is nowhere else.
"""

from __future__ import annotations

from typing import Final

from triangulum.core.state import OVER
from triangulum.games.tricolor_line import lookup, observe
from triangulum.games.tricolor_line.options import CARDS
from triangulum.games.tricolor_line.rules import Tricolor
from triangulum.games.tricolor_line.text_parts import format_place, format_place_index, format_tile
from triangulum.games.tricolor_line.views import COLOURS, Laid

NOTHING: Final = "-"
SETTING_UP: Final = "set-up"
END_REASONS: Final = ("", "over by routes", "over by the limit", "over by standstill")
QUESTION_VERBS: Final = {
    lookup.ASK_COUNT: "chooses",
    lookup.ASK_PILE: "takes",
    lookup.ASK_PLACE: "places",
    lookup.ASK_ACTION: "acts",
    lookup.ASK_EVENT: "draws an event",
    lookup.ASK_LANDSLIDE: "slides",
    lookup.ASK_DETOUR: "diverts",
    lookup.ASK_TOLL: "tolls",
    lookup.ASK_LEAK: "looks",
    lookup.ASK_RELOCATE: "moves",
    lookup.ASK_RESETTLE: "resettles",
    lookup.ASK_DISCARD: "discards",
}
"""What a seat does, by the question that is asked; some more have a number."""


def format_position(state: Tricolor) -> str:
    """Return the whole state as one line."""
    fields = list(state.byte_fields)
    players = range(state.setup.players)
    view = observe.view(state, None)
    tiles = [format_laid_tile(laid) for laid in view.tiles if laid.tile.shape != "start"]
    piles = [f"{format_tile(pile.top) if pile.top else NOTHING} {pile.size}" for pile in view.piles]
    colours = [COLOURS[code - 1] for code in fields[lookup.IDENTITY : lookup.IDENTITY + len(players)] if code]
    taken = fields[lookup.TAKEN_CODE]
    origin = int(state.read_place(lookup.ORIGIN))
    parts = [
        f"tiles {', '.join(tiles) or NOTHING}",
        f"last {format_place(view.last)}" if view.last else "",
        f"piles {', '.join(piles)}",
        f"taken {format_taken_tile(state, taken, origin)}" if taken else "",
        f"hands {' / '.join(format_hand(fields, seat) for seat in players)}",
        f"discards {' '.join(view.discards)}" if view.discards else "",
        f"identities {' '.join(colours) or NOTHING}",
        f"looked {', '.join(f'{looker} at {victim}' for looker, victim in view.looked)}" if view.looked else "",
        format_seats("skips", view.skips),
        format_seats("safe", view.safe),
        f"events {' '.join(view.events)}" if view.events else "",
        f"round {fields[lookup.ROUND]}",
        format_question(state),
    ]
    return " | ".join(part for part in parts if part)


def format_laid_tile(laid: Laid) -> str:
    """Return a tile on the table."""
    built = " built" if laid.built and laid.tile.colour is not None else ""
    return f"{format_tile(laid.tile)} {laid.roads} at {format_place(laid.place)}{built}"


def format_taken_tile(state: Tricolor, code: int, origin: int) -> str:
    """Return the tile that has been taken; one that is being moved with where it lay, and how."""
    tile = observe.laid_tile(state.setup, max(origin, 0), code)
    return (
        format_tile(tile.tile)
        if origin < 0
        else f"{format_tile(tile.tile)} {tile.roads} at {format_place_index(origin)}"
    )


def format_hand(fields: list[int], seat: int) -> str:
    """Return a hand, kind by kind, with those that all have seen after the others."""
    cards = []
    for kind, card in enumerate(CARDS):
        cards += [card] * fields[lookup.HIDDEN + lookup.NUM_CARDS * seat + kind]
        cards += [f"{card}+"] * fields[lookup.OPEN + lookup.NUM_CARDS * seat + kind]
    return " ".join(cards) or NOTHING


def format_seats(name: str, are: tuple[bool, ...]) -> str:
    """Return the seats of which something is true, or nothing if there are none."""
    seats = [str(seat) for seat, is_so in enumerate(are) if is_so]
    return f"{name} {' '.join(seats)}" if seats else ""


def format_question(state: Tricolor) -> str:
    """Return the pending question as text: ``seat 0 acts``."""
    if state.to_move == OVER:
        return f"{END_REASONS[state.byte_fields[lookup.END_REASON]]} after seat {state.turn_seat()}"
    kind, argument = int(state.top_question()), int(state.top_question_argument())
    if kind <= lookup.ASK_DEAL:
        return SETTING_UP
    seat = f"seat {state.turn_seat()}"
    if kind == lookup.ASK_TOP:
        return f"{seat} turns up pile {argument + 1}"
    if kind == lookup.ASK_TOLL_CARD:
        return f"{seat} tolls seat {argument}"
    if kind == lookup.ASK_DRAW:
        return f"{seat} draws {argument}, then {QUESTION_VERBS[second_question(state)]}"
    return f"{seat} {QUESTION_VERBS[kind]}"


def second_question(state: Tricolor) -> int:
    """Return the kind of the question below the top one."""
    return int(state.byte_fields[lookup.QUESTIONS + 2 * int(state.byte_fields[lookup.NUM_QUESTIONS]) - 4])
