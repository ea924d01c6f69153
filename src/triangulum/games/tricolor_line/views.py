"""What a seat may know in Tricolor Line: the structs of views and events, and the names that they use.

Places are pairs (x, y) from Start at (0, 0), x to the right and y upwards, -8 to 8. Colours are 0 red, 1 green, 2 blue.
A resource card is written ``R``, ``G``, ``B`` (single), ``RR``, ``GG``, ``BB`` (double) or ``W`` (wild).
"""

from __future__ import annotations

from typing import Final

import msgspec

from triangulum.core.views import GameEvent, View
from triangulum.games.tricolor_line.rules.codes import BOARD_SIZE

PHASES: Final = (
    "setup", "first", "draw", "take", "place", "act", "landslide", "detour", "toll", "leak", "relocate", "resettle",
    "instead", "ages", "discard", "over",
)  # fmt: skip
"""What is going on. setup: chance deals; first: everybody's first tile is taken or placed; draw: 2 or 4 cards are
chosen, or drawn by chance; take: a pile is chosen; place: the tile taken is placed; act: construct, modify, attack or
be done, or chance draws an event; landslide, detour, toll, leak: its target is chosen (or, for a toll, chance takes a
card); relocate: a tile to move is chosen; resettle: where it goes; instead: an event cannot happen, and two cards may
be drawn; ages: the cards to pay are named, and it is chosen which of them are old; discard: the hand is reduced to
five."""

COLOURS: Final = ("red", "green", "blue")
SHAPES: Final = ("straight", "corner", "tee", "cross", "twin", "bridge", "dead-end")
CARDS: Final = ("R", "RR", "G", "GG", "B", "BB", "W")
"""The kinds of resource cards, in the order of a hand."""
EVENTS: Final = ("landslide", "detour", "supplies", "toll", "leak", "relocation")

Place = tuple[int, int]

PLACE_LIMIT: Final = 8
"""How far from Start a place can be, both ways."""


def decode_place(place_index: int) -> Place:
    """Return the coordinates of a place that states count from 0."""
    return place_index // BOARD_SIZE - PLACE_LIMIT, place_index % BOARD_SIZE - PLACE_LIMIT


def encode_place(place: Place) -> int:
    """Return the index by which states count a place."""
    return BOARD_SIZE * (place[0] + PLACE_LIMIT) + place[1] + PLACE_LIMIT


class Tile(msgspec.Struct, frozen=True):
    """A road tile by what is printed on it."""

    shape: str
    """One of SHAPES, or ``end``, or ``start``."""
    colour: int | None
    """None for Start and End."""


TILE_BY_FACE: Final = (
    *(Tile(shape, colour) for colour in range(len(COLOURS)) for shape in SHAPES),
    Tile("end", None),
    Tile("start", None),
)
"""Tiles by the faces of ``rules/codes.py``."""


class BoardTile(msgspec.Struct, frozen=True):
    """A tile on the board, as it lies."""

    place: Place
    tile: Tile
    roads: str
    """Which exits its roads join, as it lies: ``NS``, ``NE``, ``NES``, ``NESW``, ``NE+SW``, ``NS+EW``, ``N``."""
    built: bool
    """Whether it is constructed; Start always is."""


class Pile(msgspec.Struct, frozen=True):
    """A pile of tiles, of which the top is seen."""

    top: Tile | None
    size: int


class Route(msgspec.Struct, frozen=True):
    """A shortest valid route to an End."""

    end: Place
    places: tuple[Place, ...]
    """Its road tiles in order from Start, without Start and End; a tile that is passed twice is listed twice."""


class SeatScore(msgspec.Struct, frozen=True):
    """What a seat has at the end."""

    identity: int
    tiles: int
    """Road tiles of its colour in the routes, 3 points each."""
    cards: int
    """Points for cards in hand."""
    bonus: int
    points: int


class TricolorView(View, frozen=True, kw_only=True):
    """The board, and what a seat or spectator knows of hands and identities."""

    tiles: tuple[BoardTile, ...]
    """Sorted by place."""
    piles: tuple[Pile, ...]
    taken_tile: Tile | None
    """The tile that has been taken and is to be placed, or an event's tile that is being moved."""
    moved_from: Place | None
    """Where the tile that is being moved was."""
    shape_costs: tuple[int, ...]
    """By shape, in the order of SHAPES."""
    end_cost: int
    """How many cards an End costs, no two of the same colour; with 0 it is always built."""
    end_distance: int
    """How many steps from Start an End has to be at least."""
    hand: tuple[str, ...]
    """The seat's cards that nobody else has seen, in the order R RR G GG B BB W; none for a spectator."""
    old_hand: tuple[str, ...]
    """Those of them that are old: drawn before the last shuffle. The others are new."""
    open_cards: tuple[tuple[str, ...], ...]
    """For each seat the cards before it that all have seen: taken by tolls, or laid open, and not used yet."""
    hand_sizes: tuple[int, ...]
    """For each seat how many cards it has, open ones included."""
    old_counts: tuple[int, ...]
    """For each seat how many of its cards are old."""
    old_cards: tuple[str, ...]
    """Which cards the old ones of all seats are, together; everybody who counts cards knows that."""
    named_cards: tuple[str, ...]
    """The hidden cards that the mover has named to pay, while it is open which of them are old."""
    draw_pile_size: int
    """How many resource cards are left to draw."""
    discards: tuple[str, ...]
    """Sorted as a hand."""
    current_event: str
    """The event that is being resolved, or empty."""
    used_events: tuple[str, ...]
    """Those that have happened since the event cards were last shuffled, in order."""
    event_pile_size: int
    identity: int | None
    """The seat's own colour."""
    known_identities: tuple[int | None, ...]
    """For each seat its identity if the viewer knows it, their own included; all at the end."""
    identity_looks: tuple[tuple[int, int], ...]
    """Who has looked at whose identity, sorted; open to all."""
    skips_turn: tuple[bool, ...]
    """For each seat whether it skips its next turn."""
    is_safe: tuple[bool, ...]
    """For each seat whether it was attacked and has not played a turn since, so that it cannot be attacked."""
    turn_of: int
    round: int
    """From 1."""
    round_limit: int
    num_to_discard: int
    """How many cards the mover has still to discard."""
    routes: tuple[Route, ...]
    """All shortest valid routes on the table now, by End and then by their places."""
    end_reason: str
    """Why the game is over: ``routes``, ``limit`` or ``stuck``; empty until then."""
    scored_routes: tuple[Route, ...]
    """The routes that are scored, at the end."""
    winner_colours: tuple[int, ...]
    scores: tuple[SeatScore, ...] | None
    """At the end, by seat."""
    winners: tuple[int, ...]
    last_place: Place | None
    """The tile that was last placed, constructed, turned or moved."""


class TopRevealed(GameEvent, frozen=True, kw_only=True):
    """The next tile of a pile is seen."""

    pile: int
    tile: Tile


class IdentityDealt(GameEvent, frozen=True, kw_only=True):
    """An identity is dealt; only its owner sees it."""

    seat: int
    identity: int | None


class CardDrawn(GameEvent, frozen=True, kw_only=True):
    """A resource card is drawn; only its owner sees it."""

    seat: int
    card: str | None
    opened: tuple[tuple[str, ...], ...]
    """If the discards were shuffled for it, everybody's old cards, which are laid open before; otherwise nothing."""


class DrawChosen(GameEvent, frozen=True, kw_only=True):
    """A seat draws 2 or 4 cards."""

    seat: int
    count: int


class TileTaken(GameEvent, frozen=True, kw_only=True):
    """A seat takes the top of a pile."""

    seat: int
    pile: int
    tile: Tile


class TilePlaced(GameEvent, frozen=True, kw_only=True):
    """A seat places the tile it has taken."""

    seat: int
    board_tile: BoardTile


class PaymentNamed(GameEvent, frozen=True, kw_only=True):
    """A seat that has hidden cards of both ages names the cards it pays or discards; which are old follows."""

    seat: int
    purpose: str
    """``build``, ``rotate`` or ``discard``."""
    board_tile: BoardTile | None
    """The blueprint to build or rotate."""
    cards: tuple[str, ...]


class AgesNamed(GameEvent, frozen=True, kw_only=True):
    """It is seen how many of the hidden cards that leave a hand are old; what they are paid for follows."""

    seat: int
    cards: tuple[str, ...]
    old: tuple[str, ...]
    """Those of the cards that are old."""


class RoadBuilt(GameEvent, frozen=True, kw_only=True):
    """A seat constructs a blueprint."""

    seat: int
    board_tile: BoardTile
    paid: tuple[str, ...]


class BlueprintRotated(GameEvent, frozen=True, kw_only=True):
    """A seat turns a blueprint."""

    seat: int
    board_tile: BoardTile
    paid: tuple[str, ...]


class SeatAttacked(GameEvent, frozen=True, kw_only=True):
    """A seat discards its hand, and another skips a turn."""

    seat: int
    victim: int
    paid: tuple[str, ...]


class EventDrawn(GameEvent, frozen=True, kw_only=True):
    """An event card is drawn."""

    seat: int
    event: str
    possible: bool
    """If not, the seat may draw two cards instead."""


class InsteadChosen(GameEvent, frozen=True, kw_only=True):
    """A seat draws two cards instead of an event that cannot happen, or does not."""

    seat: int
    draws: bool


class RoadSlid(GameEvent, frozen=True, kw_only=True):
    """A constructed tile is a blueprint again."""

    board_tile: BoardTile


class BlueprintDetoured(GameEvent, frozen=True, kw_only=True):
    """A blueprint lies another way."""

    board_tile: BoardTile


class TollTaken(GameEvent, frozen=True, kw_only=True):
    """A random card goes from one seat to another, or it is settled whose hand it comes from; all see which."""

    seat: int
    victim: int
    card: str | None
    is_old: bool = False


class IdentityLeaked(GameEvent, frozen=True, kw_only=True):
    """A seat looks at another's identity; only it sees that."""

    seat: int
    victim: int
    identity: int | None


class TileRelocated(GameEvent, frozen=True, kw_only=True):
    """A blueprint is taken up, or put down at another place."""

    board_tile: BoardTile
    down: bool


class CardDiscarded(GameEvent, frozen=True, kw_only=True):
    """A seat discards a card at the end of its turn."""

    seat: int
    card: str


class TurnSkipped(GameEvent, frozen=True, kw_only=True):
    """A seat skips its turn."""

    seat: int


class GameFinished(GameEvent, frozen=True, kw_only=True):
    """The game is over: identities and hands are shown, and points counted."""

    end_reason: str
    """``routes``, ``limit`` or ``stuck``."""
    scored_routes: tuple[Route, ...]
    winner_colours: tuple[int, ...]
    hands: tuple[tuple[str, ...], ...]
    scores: tuple[SeatScore, ...]
    winners: tuple[int, ...]
