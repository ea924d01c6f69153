"""What a seat may know in Tri-Star Racers, and the events that it perceives.

Lanes are numbers: 0 pink, 1 blue, 2 orange. A section is written as in the components: ``P2`` for pink with two pips,
``W`` for a wild one of a tile. A tile is its three sections; as it lies on the board they stand in the order of the
corners of its space (see ``core.lattice.Space.corners``), elsewhere in the order of the components.
"""

from __future__ import annotations

from math import isqrt
from string import ascii_lowercase
from typing import Final

import msgspec

from triangulum.core.views import GameEvent, View

PHASES: Final = ("setup", "play", "power", "freeze", "burst", "use", "draft", "boost", "draw", "refill", "over")
"""What is going on: chance sets up; a tile is played; the next power is chosen; a ship to freeze is chosen among
several at 0; a starburst is turned up (chance) or a ship chosen for a wild one; the next starburst to use is chosen; a
slot is drafted; a ship is chosen for a wild boost; two tiles are drawn after a hand was discarded (chance); slots are
refilled (chance); the race is over."""

LANES: Final = ("pink", "blue", "orange")

Tile = tuple[str, str, str]


class Match(msgspec.Struct, frozen=True):
    """A section of the tile played last, and one that it touches and matches."""

    corner: int
    """Of the tile."""
    space: int | None
    """The neighbouring space, if it is a tile that is matched."""
    other: int
    """The corner of that tile; at an edge, the number of the edge section, 0 to 6, anticlockwise."""
    edge: int | None
    """0 left, 1 right, 2 bottom, if it is an edge that is matched."""


class PlayedTile(msgspec.Struct, frozen=True):
    """The tile that was played last, and what it has brought."""

    seat: int
    space: int
    matches: tuple[Match, ...]
    pips: tuple[int, int, int]
    """By lane."""
    powers: tuple[str, ...]
    """All that it fired, in the order ``P-warp B-warp O-warp P-freeze B-freeze O-freeze team``; one that
    fired twice is there twice."""


class Slot(msgspec.Struct, frozen=True):
    """A slot of the draft card."""

    boost: str
    """``P2``: pink moves 2; ``W1``: any ship moves 1; empty for none."""
    tile: Tile | None
    token: int | None
    """The seat whose token stands there, with the advanced card."""


class Burst(msgspec.Struct, frozen=True):
    """A starburst that lies face down on a lane."""

    lane: int
    space: int


class RacersView(View, frozen=True, kw_only=True):
    """The board in its frame of edges, the lanes, the draft card, and what a seat knows of the hands."""

    draft: str
    """``basic``, ``boost`` or ``advanced``."""
    brutal: str
    """What has to match where a tile is played: ``off`` for nothing, ``tiles``, or ``strict`` for edges, too."""
    starbursts: bool
    finish: int
    """The first space beyond the finish line."""
    faces: tuple[Tile, ...]
    """The different faces of the tiles, in the order of the components; actions count them so."""
    token_kinds: tuple[str, ...]
    """The different starburst tokens, as ``P3`` or ``W2``; actions count them so."""
    outline: tuple[str, ...]
    """The board as ``core.lattice`` draws it."""
    centre: int
    """The space of the start tile."""
    team_spaces: tuple[int, ...]
    """The spaces with a team boost."""
    edges: tuple[str, ...]
    """Left, right, bottom, as ``6a``; fewer until all are drawn."""
    edge_sections: tuple[tuple[str, ...], ...]
    """For each of those its seven sections, anticlockwise round the board: ``P2``, ``wild``, ``P-warp``,
    ``P-freeze``, ``team``, ``-``."""
    board: tuple[Tile | None, ...]
    """For each space of the lattice the tile on it, its sections by corner."""
    hands: tuple[tuple[Tile | None, ...], ...]
    """For each seat its tiles, sorted, None for one that this seat has not seen, those last."""
    slots: tuple[Slot, ...]
    bag: int
    """How many tiles are in the bag."""
    discarded: tuple[Tile, ...]
    """Out of the game, sorted."""
    ships: tuple[tuple[int, int, int], ...]
    """For each seat and lane the space of its ship, 0 being the Starting Zone."""
    frozen: tuple[tuple[bool, bool, bool], ...]
    bursts: tuple[Burst, ...]
    """Those that nobody has taken yet, by lane and space."""
    unseen: tuple[str, ...]
    """The starburst tokens that have not been turned up, as ``P3`` or ``W2``, sorted by colour P B O W and
    number; also those taken and waiting to be turned up."""
    powers: tuple[str, ...]
    """The powers that the mover has still to resolve, in the order of ``PlayedTile.powers``."""
    freezing: int | None = None
    """The lane in which one of several ships at 0 is being chosen to be frozen."""
    waiting: tuple[Burst, ...]
    """The starbursts that the mover has collected and are still face down, in the order in which they are turned up."""
    tokens: tuple[str, ...]
    """The starbursts that are turned up and the mover has still to use, as ``P3`` or ``W2``, sorted like ``unseen``."""
    token: str
    """The wild starburst, or the wild boost, for which a ship is being chosen, as ``W2``; otherwise empty."""
    order: tuple[int, ...]
    """The order of play in this round; empty until it is drawn."""
    done: int
    """How many have had their turn in this round."""
    round: int
    """From 1."""
    turn_of: int | None
    """Whose turn it is, also while chance decides; None in the set-up and at the end."""
    played: PlayedTile | None
    """The last tile that was played."""
    last_round: bool
    """Whether somebody has all ships beyond the line, so that this round is the last."""
    winners: tuple[int, ...]


class EdgeDrawn(GameEvent, frozen=True, kw_only=True):
    """An edge is drawn for the frame."""

    edge: str
    side: int


class TileDealt(GameEvent, frozen=True, kw_only=True):
    """A tile is drawn from the bag into a hand; only its owner sees which."""

    seat: int
    tile: Tile | None


class StartTileDrawn(GameEvent, frozen=True, kw_only=True):
    """The start tile is drawn, or it is settled how it lies."""

    tile: Tile
    space: int | None
    """Where it lies, its sections by corner; None while that is to be settled."""


class SlotFilled(GameEvent, frozen=True, kw_only=True):
    """A slot of the draft card is filled from the bag."""

    slot: int
    tile: Tile


class OrderDrawn(GameEvent, frozen=True, kw_only=True):
    """The lot settles who plays next in the first round."""

    seat: int


class TilePlayed(GameEvent, frozen=True, kw_only=True):
    """A tile is laid on the board."""

    tile: Tile
    played: PlayedTile


class PowerFired(GameEvent, frozen=True, kw_only=True):
    """A power is resolved, by choice or because there is only one."""

    seat: int
    power: str


class ShipFrozen(GameEvent, frozen=True, kw_only=True):
    """A ship is frozen, or nothing is since all in that lane are."""

    lane: int
    ship_of: int | None


class ShipMoved(GameEvent, frozen=True, kw_only=True):
    """A ship moves, or would move and is frozen."""

    seat: int
    lane: int
    by: str
    """``pips``, ``warp``, ``team``, ``burst`` or ``boost``."""
    start: int
    end: int
    """Where it comes to rest after hopping; ``start`` if it is frozen, or warps with nobody ahead."""
    frozen: bool


class TokenLost(GameEvent, frozen=True, kw_only=True):
    """A wild starburst or boost moves nothing, since all ships of the seat are frozen."""

    seat: int
    by: str
    """``burst`` or ``boost``."""


class BurstTaken(GameEvent, frozen=True, kw_only=True):
    """A ship is the first to reach a starburst, or to pass it."""

    seat: int
    burst: Burst


class BurstTurnedUp(GameEvent, frozen=True, kw_only=True):
    """A starburst that was collected is turned up."""

    seat: int
    token: str


class BurstUsed(GameEvent, frozen=True, kw_only=True):
    """A starburst that was turned up is used, by choice or because there is only one kind."""

    seat: int
    token: str


class SlotDrafted(GameEvent, frozen=True, kw_only=True):
    """A tile is taken from a slot, or only the slot's boost."""

    seat: int
    slot: int
    tile: Tile | None


class HandDiscarded(GameEvent, frozen=True, kw_only=True):
    """Nothing fits in a brutal race: a hand is shown and leaves the game."""

    seat: int
    tiles: tuple[Tile, ...]


class ShipThawed(GameEvent, frozen=True, kw_only=True):
    """A ship can move again."""

    seat: int
    lane: int


class LastRoundBegun(GameEvent, frozen=True, kw_only=True):
    """A team is beyond the line: this round is the last."""

    seat: int


class RoundBegun(GameEvent, frozen=True, kw_only=True):
    """With the advanced card, the tokens settle a new order."""

    order: tuple[int, ...]


class RaceOver(GameEvent, frozen=True, kw_only=True):
    """The race is over."""

    rearmost: tuple[int, ...]
    """By seat, the space of the ship farthest back."""
    ships: tuple[tuple[int, int, int], ...]
    """By seat and lane."""
    winners: tuple[int, ...]


def format_space(space: int) -> str:
    """Return the name of a space; on a triangular board its number tells the row."""
    row = isqrt(space)
    return f"{ascii_lowercase[row]}{space - row * row + 1}"
