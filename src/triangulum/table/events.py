"""What happens at a table, as it is stored: its spec, and a log of entries numbered from 1 without gaps.

A table is its spec and its log, and nothing else. An entry is everything that follows from one command: a move with the
chance steps after it, or a seat that changes hands with the line that says so in the record. The game's own events are
the entries of ``record/history.py``; the events here are what a record doesn't keep.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta

from triangulum.record.history import DrawAgreed, FlagFell, Happened, Played, Resigned, SeatChanged, TookBack
from triangulum.record.record import SetupData

TakeBacks: TypeAlias = Literal["none", "free", "agreed"]
Chat: TypeAlias = Literal["off", "presets", "open"]
Matter: TypeAlias = Literal["take-back", "draw"]
TimeOut: TypeAlias = Literal["bot", "loses"]


class ClockRule(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="kind"):
    """How the time of a table is measured; ``clocks.py`` says what follows from it."""


class NoClock(ClockRule, frozen=True, kw_only=True, tag="none"):
    """Everybody takes the time they like."""


class FischerClock(ClockRule, frozen=True, kw_only=True, tag="fischer"):
    """Each seat has so many seconds for the whole game, and some more for each turn."""

    seconds: Annotated[float, Meta(ge=1, le=7 * 86400)]
    increment: Annotated[float, Meta(ge=0, le=86400)] = 0.0
    out: TimeOut = "loses"
    """What happens when the time is out: a bot plays on, or the seat loses."""
    bot: Annotated[str, Meta(min_length=1, max_length=40)] = "club"


class DaysClock(ClockRule, frozen=True, kw_only=True, tag="days"):
    """Each turn may take so many days."""

    days: Annotated[float, Meta(ge=0.01, le=60)]
    out: TimeOut = "bot"
    bot: Annotated[str, Meta(min_length=1, max_length=40)] = "club"


AnyClock: TypeAlias = NoClock | FischerClock | DaysClock


class TableSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The rules of one table that are not the game's."""

    listed: bool = False
    """Whether the lobby shows the table; otherwise one needs its link."""
    take_backs: TakeBacks = "agreed"
    """``free``: what harms nobody; ``agreed``: more, if all people at the table agree."""
    hints: bool = False
    """Whether seats may ask a bot."""
    chat: Chat = "open"
    late: bool = True
    """Whether a person may take a bot's seat when the game has begun."""
    clock: AnyClock = NoClock()
    rated: bool = True
    """Whether the game counts for ratings, if it can; ``ratings.py`` says which do."""


class SeatHolder(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One seat, and who plays there."""

    people: tuple[str, ...] = ()
    """Whose seat it is: the ids of one person's devices, first the one who sat down."""
    name: str = ""
    """What that person is called here."""
    bot: str = ""
    """The bot that plays, perhaps for somebody who can take the seat back."""
    invited: bool = False
    """Whether one needs the seat's token to sit down."""
    shared: bool = False
    """Whether everybody may look over the shoulder."""
    turns: int = 0
    """How often it has changed hands; old tokens stop working by it."""

    @property
    def player(self) -> str:
        """Who plays, by name; nothing for an empty seat."""
        return self.bot or self.name


class TableSpec(msgspec.Struct, frozen=True, kw_only=True):
    """How a table was opened."""

    setup: SetupData
    options: dict[str, Any]
    """The options as they were asked for, for a rematch."""
    host: str
    """The id of who opened it."""
    settings: TableSettings
    holders: tuple[SeatHolder, ...]
    rematch_of: str = ""
    """The table that this is the rematch of."""


class TableEvent(msgspec.Struct, frozen=True, tag=True):
    """Something that happened at a table and is no entry of the record."""


class Seated(TableEvent, frozen=True):
    """A person sat down, or a seat was arranged otherwise."""

    seat: int
    holder: SeatHolder


class Shared(TableEvent, frozen=True):
    """A seat lets others look over its shoulder, or no longer does."""

    seat: int
    on: bool


class NonceGiven(TableEvent, frozen=True):
    """A player added something to the dice."""

    seat: int
    nonce: str


class Begun(TableEvent, frozen=True):
    """All sit; the game begins."""


class Proposed(TableEvent, frozen=True):
    """A seat asks the others for something."""

    seat: int
    matter: Matter
    steps: int = 0


class Agreed(TableEvent, frozen=True):
    """A seat says yes to what was asked."""

    seat: int


class Declined(TableEvent, frozen=True):
    """A seat says no, which settles it."""

    seat: int


class Said(TableEvent, frozen=True):
    """Somebody said something, in their own words or in a preset phrase."""

    person: str
    name: str
    seat: int | None
    text: str
    """Nothing for a preset phrase, which is said in the reader's language; older logs have it in English here."""
    preset: str = ""
    """The key of a preset phrase."""


class RanOut(TableEvent, frozen=True):
    """The time of a seat is out, and a bot plays on."""

    seat: int


class Rematched(TableEvent, frozen=True):
    """All move on to another table."""

    table: str


AnyTableEvent: TypeAlias = (
    Seated
    | Shared
    | NonceGiven
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
"""The events that change the game, so that a move sent before them is stale."""


class LogEntry(msgspec.Struct, frozen=True):
    """All events that one command led to."""

    number: int
    at: float
    """When, in seconds since 1970."""
    person: str
    """Who sent the command; nothing if the table itself did, for a bot."""
    command: str
    """The id that the client chose for it."""
    events: tuple[AnyTableEvent, ...]


decode_events = msgspec.json.Decoder(tuple[AnyTableEvent, ...]).decode
decode_spec = msgspec.json.Decoder(TableSpec).decode
encode = msgspec.json.Encoder().encode
