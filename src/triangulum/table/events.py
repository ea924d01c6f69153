"""What happens at a table, as it is stored: its spec, and a log of entries numbered from 1 without gaps.

A table is its spec and its log, and nothing else. An entry is everything that follows from one command: a move with the
chance steps after it, or a seat that changes hands with the line that says so in the record. The game's own events are
the entries of ``record/history.py``; the events here are what a record doesn't keep.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal, TypeAlias, TypeVar

import msgspec
from msgspec import Meta

from triangulum.record.history import DrawAgreed, FlagFell, Happened, Played, Resigned, SeatChanged, TookBack
from triangulum.record.record import SetupData

T = TypeVar("T")

TakeBacks: TypeAlias = Literal["none", "free", "agreed"]
Chat: TypeAlias = Literal["off", "presets", "open"]
Matter: TypeAlias = Literal["take-back", "draw"]
TimeOut: TypeAlias = Literal["bot", "loses"]


class ClockRule(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="kind"):
    """The time control of a table; ``clocks.py`` explains how it works."""


class NoClock(ClockRule, frozen=True, kw_only=True, tag="none"):
    """No time control."""


class FischerClock(ClockRule, frozen=True, kw_only=True, tag="fischer"):
    """Each seat has some time for the whole game, and an increment for each turn."""

    seconds: Annotated[float, Meta(ge=1, le=7 * 86400)]
    increment: Annotated[float, Meta(ge=0, le=86400)] = 0.0
    out: TimeOut = "loses"
    """What happens when a seat runs out of time: a bot plays on, or the seat loses."""
    bot: Annotated[str, Meta(min_length=1, max_length=40)] = "club"


class DaysClock(ClockRule, frozen=True, kw_only=True, tag="days"):
    """Each turn may take a number of days."""

    days: Annotated[float, Meta(ge=0.01, le=60)]
    out: TimeOut = "bot"
    bot: Annotated[str, Meta(min_length=1, max_length=40)] = "club"


AnyClock: TypeAlias = NoClock | FischerClock | DaysClock


class TableSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The rules of one table that are not the game's."""

    listed: bool = False
    """Whether the lobby shows the table; otherwise people need its link."""
    take_backs: TakeBacks = "agreed"
    """``free``: only what affects nobody; ``agreed``: also what all people at the table agree to."""
    hints: bool = False
    """Whether players may ask a bot for hints."""
    chat: Chat = "open"
    late: bool = True
    """Whether a person may take over a bot's seat during the game."""
    clock: AnyClock = NoClock()
    rated: bool = True
    """Whether the game counts for ratings, if it can; ``ratings.py`` says which do."""


class SeatHolder(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Who holds a seat, and who plays there."""

    people: tuple[str, ...] = ()
    """The ids of the person whose seat it is, one for each device; first the one that sat down."""
    name: str = ""
    """What that person is called here."""
    bot: str = ""
    """The bot that plays, perhaps for somebody who can take the seat back."""
    invited: bool = False
    """Whether sitting down takes the seat's token."""
    shared: bool = False
    """Whether everybody may see what this seat sees."""
    turns: int = 0
    """How often the seat has changed hands; tokens from before stop working."""

    @property
    def player(self) -> str:
        """Who plays, by name; nothing for an empty seat."""
        return self.bot or self.name


class TableSpec(msgspec.Struct, frozen=True, kw_only=True):
    """How a table was opened."""

    setup: SetupData
    options: dict[str, Any]
    """The options as they were requested, for a rematch."""
    host: str
    """The id of the person who opened it."""
    settings: TableSettings
    holders: tuple[SeatHolder, ...]
    lot: bool = False
    """Whether a lot decides who begins, when the game does; otherwise the holder of seat 0 begins."""
    rematch_of: str = ""
    """The table that this is a rematch of."""


class TableEvent(msgspec.Struct, frozen=True, tag=True):
    """Something that happened at a table and isn't part of the game's record."""


class Seated(TableEvent, frozen=True):
    """A person sat down, or the host arranged a seat."""

    seat: int
    holder: SeatHolder


class Shared(TableEvent, frozen=True):
    """A seat lets everybody see what it sees, or stopped that."""

    seat: int
    on: bool


class NonceGiven(TableEvent, frozen=True):
    """A player added a nonce to the dice."""

    seat: int
    nonce: str


class LotDrawn(TableEvent, frozen=True):
    """A lot decided who begins, and all seats moved on so that this is the holder of seat 0."""

    first: int
    """The seat that they had before."""


class Begun(TableEvent, frozen=True):
    """The game began."""


class Proposed(TableEvent, frozen=True):
    """A seat proposed a take-back or a draw to the others."""

    seat: int
    matter: Matter
    steps: int = 0


class Agreed(TableEvent, frozen=True):
    """A seat agreed to the proposal."""

    seat: int


class Declined(TableEvent, frozen=True):
    """A seat declined the proposal, which ends it."""

    seat: int


class Said(TableEvent, frozen=True):
    """Somebody sent a chat message, a text or a preset."""

    person: str
    name: str
    seat: int | None
    text: str
    """Nothing for a preset phrase, which is said in the reader's language; older logs have it in English here."""
    preset: str = ""
    """The key of a preset phrase."""


class RanOut(TableEvent, frozen=True):
    """A seat ran out of time, and a bot plays on."""

    seat: int


class Rematched(TableEvent, frozen=True):
    """A rematch was opened at another table."""

    table: str


AnyTableEvent: TypeAlias = (
    Seated
    | Shared
    | NonceGiven
    | LotDrawn
    | Begun
    | Proposed
    | Agreed
    | Declined
    | Said
    | RanOut
    | Rematched
    | Played
    | Happened
    | TookBack
    | SeatChanged
    | Resigned
    | FlagFell
    | DrawAgreed
)
GAME_EVENTS = frozenset((Begun, Played, Happened, TookBack, Resigned, FlagFell, DrawAgreed))
"""Events that change the game: a move sent before one of them is stale."""


class LogEntry(msgspec.Struct, frozen=True):
    """All events that one command led to."""

    number: int
    at: float
    """When, in seconds since 1970."""
    person: str
    """The id of the person who sent the command; empty for what a table does by itself, such as a bot's move."""
    command: str
    """The id that the client chose for it."""
    events: tuple[AnyTableEvent, ...]


def rotate_seats(by_seat: Sequence[T], first: int) -> list[T]:
    """Return what belongs to each seat when the holder of ``first`` moves to seat 0, and all others as far."""
    return [*by_seat[first:], *by_seat[:first]]


decode_events = msgspec.json.Decoder(tuple[AnyTableEvent, ...]).decode
decode_spec = msgspec.json.Decoder(TableSpec).decode
encode = msgspec.json.Encoder().encode
