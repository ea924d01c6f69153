"""What clients send: commands and requests, as frozen structs with limits.

``docs/protocol.md`` shows each of them with an example. These types check everything that comes in before anything else
looks at it. ``messages.py`` has what clients are sent.
"""

from __future__ import annotations

from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta

from triangulum.table.events import TableSettings

LARGEST_COMMAND = 4096
"""Bytes of one message from a client."""

# A lone $ lets a line break pass after the end; \Z would not, but those who read our schemas do not know it.
CommandId = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[!-~]+$(?!\n)")]
SeatNumber = Annotated[int, Meta(ge=0, le=31)]
EventNumber = Annotated[int, Meta(ge=0, le=2**53)]
ActionNumber = Annotated[int, Meta(ge=0, le=2**53)]
Notation = Annotated[str, Meta(min_length=1, max_length=200)]
Name = Annotated[str, Meta(min_length=1, max_length=40)]
BotName = Annotated[str, Meta(min_length=1, max_length=40)]
Token = Annotated[str, Meta(min_length=1, max_length=100)]
Words = Annotated[str, Meta(min_length=1, max_length=500)]
OptionName = Annotated[str, Meta(min_length=1, max_length=60)]
OptionText = Annotated[str, Meta(max_length=2000)]
OptionNumber = Annotated[int, Meta(ge=-(2**53), le=2**53)]

PRESETS = (
    "hello",
    "good-luck",
    "your-turn",
    "one-moment",
    "nice",
    "oops",
    "thanks",
    "sorry",
    "good-game",
    "again",
    "goodbye",
)
"""The keys of preset phrases, which are the messages ``preset-<key>``."""


def kebab_case(name: str) -> str:
    """Return the name of a class as words with hyphens, which is its tag on the wire: ``TakeBack`` is ``take-back``."""
    return "".join(f"-{letter.lower()}" if letter.isupper() else letter for letter in name).lstrip("-")


class Command(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="do", tag=kebab_case):
    """Something a person wants to happen at a table; sent twice with one id it happens once."""

    id: CommandId


class Play(Command, frozen=True, kw_only=True):
    """Play an action, by number or in notation."""

    seat: SeatNumber
    at: EventNumber
    """The number of the last event seen; if the game has gone on since, the move is stale."""
    action: ActionNumber | Notation


class TakeBack(Command, frozen=True, kw_only=True):
    """Take back one's last moves, at once where that harms nobody, otherwise by asking the others."""

    seat: SeatNumber
    at: EventNumber
    moves: Annotated[int, Meta(ge=1, le=1000)] = 1


class OfferDraw(Command, frozen=True, kw_only=True):
    """Ask the others for a draw."""

    seat: SeatNumber


class Agree(Command, frozen=True, kw_only=True):
    """Say yes to what was asked."""

    seat: SeatNumber
    at: EventNumber


class Decline(Command, frozen=True, kw_only=True):
    """Say no to what was asked, or ask no longer."""

    seat: SeatNumber


class Resign(Command, frozen=True, kw_only=True):
    """Give the game up."""

    seat: SeatNumber


class Sit(Command, frozen=True, kw_only=True):
    """Sit down; with a seat's token also where one is invited, or at one's own seat on another device."""

    seat: SeatNumber
    name: Name | None = None
    token: Token | None = None


class Leave(Command, frozen=True, kw_only=True):
    """Get up for good: before the game the seat is free again, later a bot plays on."""

    seat: SeatNumber
    bot: BotName = "club"


class HandOver(Command, frozen=True, kw_only=True):
    """Let a bot play for one's seat until it is taken back."""

    seat: SeatNumber
    bot: BotName = "club"


class Reclaim(Command, frozen=True, kw_only=True):
    """Play oneself again where a bot took over."""

    seat: SeatNumber


class Arrange(Command, frozen=True, kw_only=True):
    """As host, say before the game who may sit in a seat nobody has taken."""

    seat: SeatNumber
    bot: BotName | None = None
    invited: bool = False


class Share(Command, frozen=True, kw_only=True):
    """Let everybody look over one's shoulder, or no longer."""

    seat: SeatNumber
    on: bool


class GiveNonce(Command, frozen=True, kw_only=True):
    """Add something of one's own to the dice, before the game begins."""

    seat: SeatNumber
    nonce: Annotated[str, Meta(max_length=64)]


class Begin(Command, frozen=True, kw_only=True):
    """Begin, now that every seat is taken."""


class Say(Command, frozen=True, kw_only=True):
    """Say something to all at the table: a text, or the key of a preset."""

    text: Words | None = None
    preset: Annotated[str, Meta(max_length=40)] | None = None
    seat: SeatNumber | None = None


class Mute(Command, frozen=True, kw_only=True):
    """Hear somebody no longer, or again; nobody else notices."""

    alias: Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[A-Za-z0-9_-]+$(?!\n)")]
    on: bool = True


class Rematch(Command, frozen=True, kw_only=True):
    """Play the same again at a new table, with the same people, bots and watchers."""


class PreviewMove(Command, frozen=True, kw_only=True):
    """Ask what an action would bring."""

    seat: SeatNumber
    at: EventNumber
    action: ActionNumber | Notation


class Hint(Command, frozen=True, kw_only=True):
    """Ask a bot what it would play in one's place and how good that is."""

    seat: SeatNumber
    at: EventNumber


class ChangePerspective(Command, frozen=True, kw_only=True):
    """On a socket: look through a seat's eyes, or as a spectator; a whole view follows."""

    seat: SeatNumber | None = None


class Resume(Command, frozen=True, kw_only=True):
    """On a socket: send the events after this number again, or a whole view if they are too many."""

    after: EventNumber


TableCommand: TypeAlias = (
    Play
    | TakeBack
    | OfferDraw
    | Agree
    | Decline
    | Resign
    | Sit
    | Leave
    | HandOver
    | Reclaim
    | Arrange
    | Share
    | GiveNonce
    | Begin
    | Say
    | Mute
    | Rematch
    | PreviewMove
    | Hint
)
"""What can be sent by HTTP and on a socket."""
SocketCommand: TypeAlias = TableCommand | ChangePerspective | Resume


class MySeat(msgspec.Struct, frozen=True, kw_only=True, tag_field="for", tag="me", forbid_unknown_fields=True):
    """A seat for who opens the table; several of them make a hot-seat."""

    name: Name | None = None


class BotSeat(msgspec.Struct, frozen=True, kw_only=True, tag_field="for", tag="bot", forbid_unknown_fields=True):
    """A seat for a bot."""

    bot: BotName


class OpenSeat(msgspec.Struct, frozen=True, kw_only=True, tag_field="for", tag="anybody", forbid_unknown_fields=True):
    """A seat for whoever comes first."""


class InvitedSeat(
    msgspec.Struct, frozen=True, kw_only=True, tag_field="for", tag="invited", forbid_unknown_fields=True
):
    """A seat for whoever has its token."""


SeatRequest: TypeAlias = MySeat | BotSeat | OpenSeat | InvitedSeat


class OpenTable(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which game is to be played, and by whom."""

    game: Annotated[str, Meta(min_length=1, max_length=60)]
    options: Annotated[dict[OptionName, bool | OptionNumber | OptionText | None], Meta(max_length=40)] = {}
    seats: Annotated[tuple[SeatRequest, ...], Meta(max_length=32)] = (MySeat(),)
    """In order; seats left over are for anybody."""
    settings: TableSettings = TableSettings()


class NameChoice(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a person wants to be called."""

    name: Name
