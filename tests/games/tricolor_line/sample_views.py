"""Views of Tricolor Line made by hand, for looking at its picture."""

from __future__ import annotations

from typing import Any

import msgspec

from tests.games.shared import pieces
from triangulum.games.tricolor_line import scene as renderer
from triangulum.games.tricolor_line.views import COLOURS, BoardTile, Pile, Route, SeatScore, Tile, TricolorView
from triangulum.scene import Piece

COST = (3, 3, 4, 5, 4, 4, 2)
END_COST = 3

EARLY = "0,0 start NESW; 0,1 red straight NS; 1,0 blue corner NW; -1,0 green tee NES"
SHORT = (
    "-1,0 red corner ES built; -1,1 green tee NES; 0,-1 red straight NS built; 0,0 start NESW; 0,1 green cross NESW;"
    "1,-1 end NESW built; 1,0 blue straight EW; 2,0 red bridge NS+EW built; 2,1 blue twin NE+SW; 3,0 end NESW built;"
    "0,-2 blue corner NE built; 1,-2 green tee NSW built; 2,-1 green dead-end W"
)
"""One route, and another as soon as the straight at 1,0 is built."""
WON = SHORT.replace("1,0 blue straight EW;", "1,0 blue straight EW built;")
SHORT_ROUTES = (
    Route((1, -1), ((0, -1), (0, -2), (1, -2))),
    Route((3, 0), ((1, 0), (2, 0))),
)
LONG = (
    f"{SHORT}; "
    "-2,1 blue bridge NS+EW; -3,1 red twin NW+ES built; -3,2 green corner SW built; -4,2 blue dead-end E "
    "built; -3,0 red cross NESW; -2,0 green straight EW built; 3,1 blue tee ESW; 4,1 red dead-end S; 4,2 "
    "blue cross NESW built; 5,1 green bridge NS+EW built; 5,0 end NESW built; 5,2 green twin NE+SW; 0,2 red tee "
    "NEW; 0,3 blue straight NS; -1,-1 red dead-end S; -1,-2 blue twin NW+ES built; -2,-2 red corner NE; 1,2 "
    "green corner NW built; 2,-2 blue tee NES"
)
"""The same with more tiles around it, of every shape."""


def laid(text: str) -> tuple[BoardTile, ...]:
    """Return the tiles that a text lists: ``1,0 red straight EW built; 3,0 end NESW built``."""
    return tuple(sorted((one_laid(part.split()) for part in text.split(";")), key=lambda tile: tile.place))


def one_laid(words: list[str]) -> BoardTile:
    """Return one tile of such a list."""
    place, *kind, roads = [word for word in words if word != "built"]
    x, y = map(int, place.split(","))
    if len(kind) == 1:
        return BoardTile((x, y), Tile(kind[0], None), roads, kind == ["start"] or "built" in words)
    return BoardTile((x, y), Tile(kind[1], COLOURS.index(kind[0])), roads, "built" in words)


def tile(text: str) -> Tile:
    """Return a tile by its words: ``red cross``, ``end``."""
    *colour, shape = text.split()
    return Tile(shape, COLOURS.index(colour[0]) if colour else None)


def view(players: int = 4, text: str = SHORT, **fields: Any) -> TricolorView:
    """Return what seat 0, whose turn it is, sees of a table."""
    tops = (Pile(tile("red cross"), 18), Pile(tile("end"), 19), Pile(tile("blue twin"), 17))
    plain: dict[str, Any] = {
        "seat": 0,
        "to_move": 0,
        "phase": "act",
        "tiles": laid(text),
        "piles": tops,
        "taken_tile": None,
        "moved_from": None,
        "shape_costs": COST,
        "end_cost": END_COST,
        "end_distance": 0,
        "hand": ("R", "R", "RR", "G", "BB", "W"),
        "open_cards": ((),) * players,
        "old_hand": (),
        "old_counts": (0,) * players,
        "old_cards": (),
        "named_cards": (),
        "hand_sizes": (6, *((4, 5, 2, 5, 3, 0, 1)[: players - 1])),
        "draw_pile_size": 31,
        "discards": ("R", "R", "G", "GG", "B", "B", "B", "W"),
        "current_event": "",
        "used_events": ("landslide", "supplies", "supplies", "toll"),
        "event_pile_size": 16,
        "identity": 1,
        "known_identities": (1,) + (None,) * (players - 1),
        "identity_looks": (),
        "skips_turn": (False,) * players,
        "is_safe": (False,) * players,
        "turn_of": 0,
        "round": 5,
        "round_limit": 60,
        "num_to_discard": 0,
        "routes": SHORT_ROUTES[:1] if SHORT in text else (),
        "end_reason": "",
        "scored_routes": (),
        "winner_colours": (),
        "scores": None,
        "winners": (),
        "last_place": None,
    }
    return TricolorView(**{**plain, **fields})


def over(players: int, **fields: Any) -> TricolorView:
    """Return a table at its end: two routes, red and blue lead."""
    scores = tuple(SeatScore(seat % 3, 2, seat, int(seat == 0), 6 + seat + (seat == 0)) for seat in range(players))
    most = max(score.points for score in scores)
    ended: dict[str, Any] = {
        "phase": "over",
        "to_move": -2,
        "routes": SHORT_ROUTES,
        "end_reason": "routes",
        "scored_routes": SHORT_ROUTES,
        "winner_colours": (0, 2),
        "known_identities": tuple(score.identity for score in scores),
        "identity": 0,
        "scores": scores,
        "winners": tuple(seat for seat, score in enumerate(scores) if score.points == most),
        "last_place": (2, 0),
    }
    return view(players, WON, **{**ended, **fields})


def changed(seen: TricolorView, **fields: object) -> TricolorView:
    """Return a view in which some fields are others."""
    return msgspec.structs.replace(seen, **fields)


def drawn(seen: TricolorView) -> dict[str, Piece]:
    """Return the pieces of a view's picture, of all panes together."""
    return pieces(renderer.scene(seen))


FIRST = view(2, "0,0 start NESW", phase="first", taken_tile=tile("red corner"), hand=("R", "G", "G", "W"),
             hand_sizes=(4, 4), discards=(), used_events=(), event_pile_size=20, round=1, routes=(),
             draw_pile_size=58)  # fmt: skip
TARGET = view(5, phase="landslide", current_event="landslide", last_place=(2, 0),
              skips_turn=(False, True, False, False, False), is_safe=(False, True, True, False, False),
              identity_looks=((0, 2), (1, 0), (3, 2)),
              known_identities=(1, None, 2, None, None), open_cards=((), ("RR", "W"), (), ("G",), ()))  # fmt: skip
CROWD = view(8, LONG, phase="place", taken_tile=tile("blue twin"), last_place=(2, -2), round=12,
             hand=("R", "RR", "RR", "G", "G", "GG", "B", "B", "BB", "W", "W"), hand_sizes=(13, 4, 5, 2, 5, 3, 0, 1),
             open_cards=(("R", "W"), (), ("B", "BB", "G"), (), (), ("W", "R"), (), ()),
             known_identities=(1, None, 0, None, None, 2, None, None), identity_looks=((0, 2), (0, 5), (1, 0), (4, 0)),
             skips_turn=(False, False, True, False, False, False, True, False),
             is_safe=(False, False, True, True, False, False, True, False))  # fmt: skip
VIEWS: dict[str, TricolorView] = {
    "being set up": view(3, "0,0 start NESW", phase="setup", to_move=-1, hand=(), hand_sizes=(0, 0, 0), identity=None,
                         known_identities=(None,) * 3, discards=(), used_events=(), event_pile_size=20, routes=(),
                         piles=(Pile(tile("red cross"), 22), Pile(None, 22), Pile(None, 22))),
    "first": FIRST,
    "first pile": view(2, EARLY, phase="first", to_move=1, turn_of=1, seat=1, hand_sizes=(4, 4), routes=()),
    "draw": view(2, phase="draw", hand_sizes=(6, 3)),
    "take": view(3, phase="take"),
    "place": view(4, phase="place", taken_tile=tile("green tee"), last_place=(2, -1)),
    "act": view(4, last_place=(2, 1)),
    "landslide": TARGET,
    "detour": view(3, phase="detour", current_event="detour", last_place=(2, 0)),
    "toll": view(3, phase="toll", current_event="toll"),
    "leak": view(3, phase="leak", current_event="leak", hand=(), hand_sizes=(0, 3, 4)),
    "relocate": view(3, phase="relocate", current_event="relocation"),
    "resettle": view(3, SHORT.replace("1,-1 end NESW built;", ""), phase="resettle", current_event="relocation",
                     taken_tile=tile("end"), moved_from=(1, -1), routes=()),
    "instead": view(3, phase="instead", current_event="toll", last_place=(2, 0), hand_sizes=(6, 0, 0)),
    "unbuilt Ends": view(2, SHORT.replace("end NESW built", "end NESW"), hand=("R", "RR", "G", "B", "W"), routes=()),
    "ages": view(3, phase="ages", hand=("R", "R", "R", "RR", "G", "W"), old_hand=("R", "R", "W"), old_counts=(3, 0, 2),
                 hand_sizes=(7, 3, 4), open_cards=(("R",), (), ()), old_cards=("R", "R", "G", "W", "W"),
                 named_cards=("R", "R", "W")),
    "discard": view(2, phase="discard", num_to_discard=2, hand=("R", "R", "RR", "G", "BB", "W"), hand_sizes=(7, 3),
                    open_cards=(("R",), ())),
    "crowd": CROWD,
    "spectator": view(8, LONG, seat=None, hand=(), identity=None, known_identities=(None,) * 8),
    "empty piles": view(2, hand_sizes=(6, 0), piles=(Pile(None, 0), Pile(tile("green dead-end"), 1), Pile(None, 0))),
    "over": over(3),
    "over for eight": over(8, seat=None, hand=(), identity=None),
    "no route": over(2, scored_routes=(), routes=(), winner_colours=(), winners=(0, 1)),
}  # fmt: skip
