"""What clients send: commands and requests, as frozen structs with limits.

``docs/protocol.md`` shows each of them with an example. These types check everything that comes in before anything else
looks at it. ``messages.py`` has what clients are sent.
"""

from __future__ import annotations

from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta

from triangulum.table.events import TableSettings

MAX_COMMAND_BYTES = 4096
"""The largest message from a client."""

# A lone $ also matches before a final line break. \Z would not, but readers of our JSON Schemas don't know it.
CommandId = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[!-~]+$(?!\n)")]
SeatNumber = Annotated[int, Meta(ge=0, le=31)]
EventNumber = Annotated[int, Meta(ge=0, le=2**53)]
ActionNumber = Annotated[int, Meta(ge=0, le=2**53)]
NotationText = Annotated[str, Meta(min_length=1, max_length=200)]
PersonName = Annotated[str, Meta(min_length=1, max_length=40)]
BotName = Annotated[str, Meta(min_length=1, max_length=40)]
Token = Annotated[str, Meta(min_length=1, max_length=100)]
ChatText = Annotated[str, Meta(min_length=1, max_length=500)]
OptionName = Annotated[str, Meta(min_length=1, max_length=60)]
OptionText = Annotated[str, Meta(max_length=2000)]
OptionNumber = Annotated[int, Meta(ge=-(2**53), le=2**53)]

CHAT_PRESETS = (
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
    """What a person wants to do at a table; a command that's sent twice with the same id happens once."""

    id: CommandId


class Play(Command, frozen=True, kw_only=True):
    """Play an action, by number or in notation."""

    seat: SeatNumber
    at: EventNumber
    """The number of the last event the sender has seen; if the game has gone on since, the move is stale."""
    action: ActionNumber | NotationText


class TakeBack(Command, frozen=True, kw_only=True):
    """Take back your last moves: at once if that affects nobody, otherwise by asking the others."""

    seat: SeatNumber
    at: EventNumber
    moves: Annotated[int, Meta(ge=1, le=1000)] = 1


class OfferDraw(Command, frozen=True, kw_only=True):
    """Ask the others for a draw."""

    seat: SeatNumber


class Agree(Command, frozen=True, kw_only=True):
    """Agree to the open proposal."""

    seat: SeatNumber
    at: EventNumber


class Decline(Command, frozen=True, kw_only=True):
    """Decline the open proposal, or withdraw your own."""

    seat: SeatNumber


class Resign(Command, frozen=True, kw_only=True):
    """Resign the game."""

    seat: SeatNumber


class Sit(Command, frozen=True, kw_only=True):
    """Sit down; with its token also in an invited seat, or in your own seat on another device."""

    seat: SeatNumber
    name: PersonName | None = None
    token: Token | None = None


class Leave(Command, frozen=True, kw_only=True):
    """Leave a seat: before the game it becomes free again, during the game a bot plays on."""

    seat: SeatNumber
    bot: BotName = "club"


class HandOver(Command, frozen=True, kw_only=True):
    """Let a bot play for your seat until you reclaim it."""

    seat: SeatNumber
    bot: BotName = "club"


class Reclaim(Command, frozen=True, kw_only=True):
    """Take your seat back from the bot that plays for you."""

    seat: SeatNumber


class Arrange(Command, frozen=True, kw_only=True):
    """As the host, choose before the game who may sit in a free seat."""

    seat: SeatNumber
    bot: BotName | None = None
    invited: bool = False


class Share(Command, frozen=True, kw_only=True):
    """Let everybody see what your seat sees, or stop that."""

    seat: SeatNumber
    on: bool


class GiveNonce(Command, frozen=True, kw_only=True):
    """Add a nonce of your own to the dice before the game begins."""

    seat: SeatNumber
    nonce: Annotated[str, Meta(max_length=64)]


class Begin(Command, frozen=True, kw_only=True):
    """Begin the game, once every seat is taken."""


class Say(Command, frozen=True, kw_only=True):
    """Send a chat message to everybody at the table: a text, or the key of a preset."""

    text: ChatText | None = None
    preset: Annotated[str, Meta(max_length=40)] | None = None
    seat: SeatNumber | None = None


class Mute(Command, frozen=True, kw_only=True):
    """Hide somebody's chat messages from yourself, or show them again; nobody else notices."""

    alias: Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[A-Za-z0-9_-]+$(?!\n)")]
    on: bool = True


class Rematch(Command, frozen=True, kw_only=True):
    """Open a new table for the same game, with the same people and bots; everybody who watches is told."""


class PreviewMove(Command, frozen=True, kw_only=True):
    """Ask what an action would lead to."""

    seat: SeatNumber
    at: EventNumber
    action: ActionNumber | NotationText


class Hint(Command, frozen=True, kw_only=True):
    """Ask a bot what it would play in your place, and how good that is."""

    seat: SeatNumber
    at: EventNumber


class ChangePerspective(Command, frozen=True, kw_only=True):
    """On a socket: see the table from another seat, or as a spectator; a snapshot follows."""

    seat: SeatNumber | None = None


class Resume(Command, frozen=True, kw_only=True):
    """On a socket: ask for the updates after this number again; if there are too many, a snapshot comes instead."""

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
"""The commands that can be sent over HTTP as well as on a socket."""
SocketCommand: TypeAlias = TableCommand | ChangePerspective | Resume


class MySeat(msgspec.Struct, frozen=True, kw_only=True, tag_field="for", tag="me", forbid_unknown_fields=True):
    """A seat for whoever opens the table; with several of them it's a hot-seat table."""

    name: PersonName | None = None


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
    """A request to open a table: which game, its options, and who may sit where."""

    game: Annotated[str, Meta(min_length=1, max_length=60)]
    options: Annotated[dict[OptionName, bool | OptionNumber | OptionText | None], Meta(max_length=40)] = {}
    seats: Annotated[tuple[SeatRequest, ...], Meta(max_length=32)] = (MySeat(),)
    """In order; any further seats are for anybody."""
    lot: bool = False
    """Whether a lot decides who begins, once all are there; otherwise it's whoever has the first seat."""
    settings: TableSettings = TableSettings()


class NameChoice(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The name that a person has chosen."""

    name: PersonName
