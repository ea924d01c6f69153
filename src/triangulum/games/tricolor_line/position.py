"""Positions of Tricolor Line: a whole state as one line of text. The way back is in ``reading.py``.

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
from triangulum.games.tricolor_line.notation import place_number_text, place_text, tile_text
from triangulum.games.tricolor_line.options import CARDS
from triangulum.games.tricolor_line.rules import Tricolor
from triangulum.games.tricolor_line.views import COLOURS, Laid

NOTHING: Final = "-"
SETTING_UP: Final = "set-up"
OVER_BY: Final = ("", "over by routes", "over by the limit", "over by standstill")
DOING: Final = {
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
    small = list(state.byte_fields)
    players = range(state.setup.players)
    now = observe.view(state, None)
    tiles = [laid_text(laid) for laid in now.tiles if laid.tile.shape != "start"]
    piles = [f"{tile_text(pile.top) if pile.top else NOTHING} {pile.size}" for pile in now.piles]
    colours = [COLOURS[code - 1] for code in small[lookup.IDENTITY : lookup.IDENTITY + len(players)] if code]
    taken = small[lookup.TAKEN]
    origin = int(state.place_at(lookup.ORIGIN))
    parts = [
        f"tiles {', '.join(tiles) or NOTHING}",
        f"last {place_text(now.last)}" if now.last else "",
        f"piles {', '.join(piles)}",
        f"taken {taken_text(state, taken, origin)}" if taken else "",
        f"hands {' / '.join(hand_text(small, seat) for seat in players)}",
        f"discards {' '.join(now.discards)}" if now.discards else "",
        f"identities {' '.join(colours) or NOTHING}",
        f"looked {', '.join(f'{one} at {other}' for one, other in now.looked)}" if now.looked else "",
        seats_text("skips", now.skips),
        seats_text("safe", now.safe),
        f"events {' '.join(now.events)}" if now.events else "",
        f"round {small[lookup.ROUND]}",
        doing(state),
    ]
    return " | ".join(part for part in parts if part)


def laid_text(laid: Laid) -> str:
    """Return a tile on the table."""
    built = " built" if laid.built and laid.tile.colour is not None else ""
    return f"{tile_text(laid.tile)} {laid.roads} at {place_text(laid.place)}{built}"


def taken_text(state: Tricolor, code: int, origin: int) -> str:
    """Return the tile that has been taken; one that is being moved with where it lay, and how."""
    tile = observe.laid(state.setup, max(origin, 0), code)
    return tile_text(tile.tile) if origin < 0 else f"{tile_text(tile.tile)} {tile.roads} at {place_number_text(origin)}"


def hand_text(small: list[int], seat: int) -> str:
    """Return a hand, kind by kind, with those that all have seen after the others."""
    found = []
    for kind, card in enumerate(CARDS):
        found += [card] * small[lookup.HIDDEN + lookup.CARDS * seat + kind]
        found += [f"{card}+"] * small[lookup.OPEN + lookup.CARDS * seat + kind]
    return " ".join(found) or NOTHING


def seats_text(name: str, are: tuple[bool, ...]) -> str:
    """Return the seats of which something is true, or nothing if there are none."""
    seats = [str(seat) for seat, is_so in enumerate(are) if is_so]
    return f"{name} {' '.join(seats)}" if seats else ""


def doing(state: Tricolor) -> str:
    """Return what is going on."""
    if state.to_move == OVER:
        return f"{OVER_BY[state.byte_fields[lookup.WHY]]} after seat {state.turn_of()}"
    kind, argument = int(state.top()), int(state.top_argument())
    if kind <= lookup.ASK_DEAL:
        return SETTING_UP
    seat = f"seat {state.turn_of()}"
    if kind == lookup.ASK_TOP:
        return f"{seat} turns up pile {argument + 1}"
    if kind == lookup.ASK_TOLL_CARD:
        return f"{seat} tolls seat {argument}"
    if kind == lookup.ASK_DRAW:
        return f"{seat} draws {argument}, then {DOING[question_below(state)]}"
    return f"{seat} {DOING[kind]}"


def question_below(state: Tricolor) -> int:
    """Return the question that comes after the one on top."""
    return int(state.byte_fields[lookup.STACK + 2 * int(state.byte_fields[lookup.DEPTH]) - 4])
