"""The structs of views and events of Starry Sky Trick-Taking; ``observe.py`` builds them from states.

Cards are numbers: 0-11 are red 1-12, 12-23 are blue 1-12. Stars are 0-11 for the printed 1-12. A line is named by its
two stars, the lower first.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

import msgspec

from triangulum.core.views import GameEvent, View
from triangulum.games.starry_sky.sky_geometry import StarPair

PHASES: Final = ("deal", "lead", "follow", "draw", "erase", "over")

COLOURS: Final = ("red", "blue")

WinReason: TypeAlias = Literal["closest", "colour", "tricks", "colour-tricks", "shared", "shared-colour"]
"""What decided a game: the closest bid; among equally close ones the colour with more lines, the fewer tricks, or first
the one and then the other; or nothing, so that the win is shared by all who are left, or by those of that colour."""


class SkyLine(msgspec.Struct, frozen=True):
    """A line on the board."""

    stars: StarPair
    colour: int


class Crossing(msgspec.Struct, frozen=True):
    """Two lines of one colour that cross, which is worth a point."""

    colour: int
    first: StarPair
    second: StarPair


class LineChoice(msgspec.Struct, frozen=True):
    """A line that the winner of a trick may draw, or a segment along which it may erase."""

    stars: StarPair
    points: int
    """By how much the total would change."""
    erased: tuple[StarPair, ...] = ()
    """The lines that would go."""


class Trick(msgspec.Struct, frozen=True):
    """A trick that has been turned up."""

    leader: int
    cards: tuple[int, int, int]
    """By seat."""
    majority: int
    """The colour of at least two of the cards."""
    low: bool
    """Whether two or three cards are S, so that the lowest of the majority wins."""
    winner: int


class Result(msgspec.Struct, frozen=True):
    """How a game has ended."""

    cards: tuple[int, ...]
    """The card that each seat has kept as its bid."""
    bids: tuple[int, ...]
    """What these cards bid."""
    points: int
    """The total: one for each line and one for each crossing."""
    num_red_lines: int
    num_blue_lines: int
    num_crossings: int
    winners: tuple[int, ...]
    reason: WinReason


class StarrySkyView(View, frozen=True, kw_only=True):
    """The sky, the tricks so far, and the seat's own hand."""

    sky: tuple[tuple[int, int], ...]
    """Where each star is: x to the right and y downwards, 0 to 300."""
    bids: tuple[int, ...]
    """What each card bids, by card; from the components."""
    erasing: Literal["off", "after", "before"]
    """Whether the game is played with the line-elimination rule, and when in a trick."""
    hand: tuple[int, ...]
    """The seat's own cards, sorted; none for a spectator."""
    hand_sizes: tuple[int, ...]
    """How many cards each seat holds in hand."""
    leader: int
    """Who leads the trick that is being played; while cards are dealt or lines are drawn, who leads the next one."""
    led_colour: int | None
    """The colour that is led in the trick that is being played."""
    has_face_down_card: tuple[bool, ...]
    """For each seat whether it has a card face down."""
    own_face_down_card: int | None
    """The card that the seat itself has laid face down."""
    tricks: tuple[Trick, ...]
    """All tricks that have been turned up; the last one stays on the table until the next card is laid."""
    tricks_won: tuple[int, ...]
    """How many tricks each seat has won."""
    voids: tuple[tuple[bool, bool], ...]
    """For each seat and colour whether it is known to hold none."""
    lines: tuple[SkyLine, ...]
    """Sorted by their stars."""
    crossings: tuple[Crossing, ...]
    points: int
    """One for each line and one for each crossing."""
    fresh_lines: tuple[StarPair, ...]
    """The lines drawn after the last trick, in the order in which they were drawn."""
    choices: tuple[LineChoice, ...]
    """While lines are drawn or erased, what the winner of the trick may do, sorted by stars; this is public."""
    can_erase: tuple[bool, ...]
    """For each seat whether it may still erase in this game; all False without the variant."""
    result: Result | None
    """The bids and who has won, once the game is over."""


class CardDealt(GameEvent, frozen=True, kw_only=True):
    """A card is dealt; only who gets it sees which."""

    seat: int
    card: int | None


class CardLaid(GameEvent, frozen=True, kw_only=True):
    """A card is laid face down; only its owner sees which. All see the leader's colour."""

    seat: int
    card: int | None
    led_colour: int | None
    """The card's colour, if this leads the trick."""


class TrickTurnedUp(GameEvent, frozen=True, kw_only=True):
    """The three cards of a trick are turned up together."""

    trick: Trick


class LineDrawn(GameEvent, frozen=True, kw_only=True):
    """A line is drawn, by choice or because it is the only one possible."""

    seat: int
    line: SkyLine
    crossed: tuple[StarPair, ...]
    """The lines of its colour that it crosses, a point each."""
    points: int
    """The new total."""


class NoLineDrawn(GameEvent, frozen=True, kw_only=True):
    """The winner of a trick can draw no line at all."""

    seat: int


class LinesErased(GameEvent, frozen=True, kw_only=True):
    """Lines are erased along a segment."""

    seat: int
    along: StarPair
    lines: tuple[SkyLine, ...]
    points: int
    """The new total."""


class LinesKept(GameEvent, frozen=True, kw_only=True):
    """The winner of a trick could erase lines, but doesn't."""

    seat: int


class BidsShown(GameEvent, frozen=True, kw_only=True):
    """The game is over: the last cards are shown."""

    result: Result
