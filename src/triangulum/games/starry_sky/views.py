"""The views and events of Starry Sky Trick-Taking: what a seat may know, and what it sees happen.

Cards are numbers: 0-11 are red 1-12, 12-23 are blue 1-12. Stars are 0-11 for the printed 1-12. A line is named by its
two stars, the lower first.
"""

from __future__ import annotations

from typing import Final

import msgspec

from triangulum.core.views import GameEvent, View

PHASES: Final = ("deal", "lead", "follow", "draw", "erase", "over")

COLOURS: Final = ("red", "blue")

Stars = tuple[int, int]
"""Two stars that a line joins, the lower number first."""


class Line(msgspec.Struct, frozen=True):
    """A line on the board."""

    stars: Stars
    colour: int


class Crossing(msgspec.Struct, frozen=True):
    """Two lines of one colour that cross, which is worth a point."""

    colour: int
    one: Stars
    other: Stars


class Choice(msgspec.Struct, frozen=True):
    """Something that the winner of a trick may do to the board: draw a line, or erase along a segment."""

    stars: Stars
    points: int
    """By how much the total would change."""
    erased: tuple[Stars, ...] = ()
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


class StarrySkyView(View, frozen=True, kw_only=True):
    """The sky, the tricks so far, one's own hand."""

    sky: tuple[tuple[int, int], ...]
    """Where each star is: x to the right and y downwards, 0 to 300."""
    bids: tuple[int, ...]
    """What each card bids, by card; from the components."""
    erasing: bool
    """Whether the game is played with the line-elimination rule."""
    hand: tuple[int, ...]
    """One's own cards, sorted; none for a spectator."""
    counts: tuple[int, ...]
    """How many cards each seat holds in hand."""
    leader: int
    """Who leads the trick that is being played; while cards are dealt or lines are drawn, who leads the next one."""
    led: int | None
    """The colour that the leader has named for the trick that is being played."""
    covered: tuple[bool, ...]
    """For each seat whether it has laid a card face down that is still face down."""
    laid: int | None
    """The card that one has laid face down oneself."""
    tricks: tuple[Trick, ...]
    """All tricks that have been turned up; the last one stays on the table until the next card is laid."""
    won: tuple[int, ...]
    """How many tricks each seat has won."""
    voids: tuple[tuple[bool, bool], ...]
    """For each seat and colour whether all have seen that it holds none any more."""
    lines: tuple[Line, ...]
    """Sorted by their stars."""
    crossings: tuple[Crossing, ...]
    points: int
    """One for each line and one for each crossing."""
    fresh: tuple[Stars, ...]
    """The lines drawn after the last trick, in the order in which they were drawn; to be marked as new."""
    choices: tuple[Choice, ...]
    """While lines are drawn or erased, what the winner of the trick may do, sorted by stars; all can see that."""
    erasers: tuple[bool, ...]
    """For each seat whether it may still erase in this game; all False without the variant."""
    last_cards: tuple[int, ...] | None
    """The card that each seat kept as its bid, once the game is over."""
    winners: tuple[int, ...]
    """Who has won, once the game is over."""


class Dealt(GameEvent, frozen=True, kw_only=True):
    """A card is dealt; only who gets it sees which."""

    seat: int
    card: int | None


class Laid(GameEvent, frozen=True, kw_only=True):
    """A card is laid face down; only its owner sees which. The leader names its colour."""

    seat: int
    card: int | None
    led: int | None
    """The colour named, if this leads the trick."""


class TurnedUp(GameEvent, frozen=True, kw_only=True):
    """The three cards of a trick are turned up together."""

    trick: Trick


class Drawn(GameEvent, frozen=True, kw_only=True):
    """A line is drawn, by choice or because it is the only one possible."""

    seat: int
    line: Line
    crossed: tuple[Stars, ...]
    """The lines of its colour that it crosses, a point each."""
    points: int
    """The new total."""


class NothingDrawn(GameEvent, frozen=True, kw_only=True):
    """The winner of a trick can draw no line at all."""

    seat: int


class Erased(GameEvent, frozen=True, kw_only=True):
    """Lines are erased along a segment."""

    seat: int
    along: Stars
    lines: tuple[Line, ...]
    points: int
    """The new total."""


class Kept(GameEvent, frozen=True, kw_only=True):
    """The winner of a trick could erase lines, and does not."""

    seat: int


class BidsShown(GameEvent, frozen=True, kw_only=True):
    """The game is over: the last cards are shown."""

    cards: tuple[int, ...]
    points: int
    winners: tuple[int, ...]
