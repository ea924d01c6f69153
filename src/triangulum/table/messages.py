"""The wire: everything that clients send and are sent, as frozen structs with limits.

``docs/protocol.md`` shows each of them with an example. What comes in is checked by these types alone before anything
looks at it; what goes out has no field that a secret could be in but those made from a view.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import UNSET, Meta, UnsetType

from triangulum.scene.diff import SceneDiff
from triangulum.scene.steps import Branch
from triangulum.table.events import Matter, TableSettings

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

PRESETS = {
    "hello": "Hello!",
    "good-luck": "Good luck!",
    "your-turn": "It is your turn.",
    "one-moment": "One moment, please.",
    "nice": "Nice move!",
    "oops": "Oops.",
    "thanks": "Thank you.",
    "sorry": "Sorry.",
    "good-game": "Good game!",
    "again": "Once more?",
    "goodbye": "Goodbye!",
}
"""What can be said where chat is ready-made words only."""


def kebab(name: str) -> str:
    """Return the tag of a struct: ``TakeBack`` is ``take-back``."""
    return "".join(f"-{letter.lower()}" if letter.isupper() else letter for letter in name).lstrip("-")


# --- what clients send


class Command(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="do", tag=kebab):
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


# --- what clients are sent


class Me(msgspec.Struct, frozen=True, kw_only=True):
    """Who one is to the server."""

    name: str | None
    account: bool = False
    """Whether one is logged in."""


class GameInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A game that can be played."""

    id: str
    title: str
    designer: str
    summary: str
    fewest: int
    most: int
    secrets: bool
    preset_word: str
    presets: dict[str, dict[str, Any]]
    options: dict[str, Any]
    """A JSON Schema."""
    bots: tuple[str, ...]


class SeatInfo(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A seat as everybody sees it."""

    seat: int
    kind: Literal["anybody", "invited", "person", "bot"]
    name: str = ""
    """Who plays there."""
    alias: str = ""
    """The person whose seat it is, by a word that means nothing at other tables; also where a bot plays for them."""
    shared: bool = False


class Proposal(msgspec.Struct, frozen=True, kw_only=True):
    """What a seat has asked for and not everybody has agreed to."""

    seat: int
    kind: Matter
    steps: int
    awaited_seats: tuple[int, ...]
    """The seats that have not said yes."""


class DiceInfo(msgspec.Struct, frozen=True, kw_only=True):
    """The dice of a table: what they are committed to, and the seed when the game is over."""

    version: str
    label: str
    commitment: str
    nonces: dict[str, str]
    seed: str | None


class TableInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A table as everybody sees it."""

    id: str
    game: str
    title: str
    rules: int
    options: dict[str, Any]
    settings: TableSettings
    host: str
    """Like ``who`` of a seat."""
    phase: Literal["gathering", "playing", "over"]
    seats: tuple[SeatInfo, ...]
    dice: DiceInfo
    proposal: Proposal | None
    result: str
    winners: tuple[int, ...]
    rematch_of: str | None
    """The table that this is the rematch of."""
    rematch: str | None


class TableSummary(msgspec.Struct, frozen=True, kw_only=True):
    """A table in the lobby."""

    id: str
    game: str
    title: str
    phase: Literal["gathering", "playing", "over"]
    seats: tuple[SeatInfo, ...]
    opened: float


class Opened(msgspec.Struct, frozen=True, kw_only=True):
    """A table that was opened."""

    table: str
    link: str
    """To be given to friends."""


class Invitation(msgspec.Struct, frozen=True, kw_only=True):
    """The secret of a seat: one's own, for another device, or one to invite somebody to."""

    seat: int
    token: str


class You(msgspec.Struct, frozen=True, kw_only=True):
    """Who a watcher is at this table."""

    alias: str
    """Empty for somebody without a name."""
    name: str
    seats: tuple[int, ...]
    host: bool
    muted: tuple[str, ...]


class ClockTimes(msgspec.Struct, frozen=True, kw_only=True):
    """The clocks of a table at one moment."""

    at: float
    """The moment, in seconds since 1970 by the server's clock."""
    left: tuple[float, ...]
    """Seconds, by seat."""
    running: int | None
    """The seat whose clock runs; none while a bot is to move."""


class Message(msgspec.Struct, frozen=True, kw_only=True, tag_field="is", tag=kebab, omit_defaults=True):
    """Something that is sent on a socket."""


class Snapshot(Message, frozen=True, kw_only=True):
    """The whole table as it is now, seen through some eyes."""

    number: int
    """Of the last event that this includes."""
    perspective: int | None
    """The seat through whose eyes this is; None for a spectator."""
    table: TableInfo
    you: You
    to_move: int
    """A seat, -1 for chance or -2 when nobody can move."""
    kit: str = ""
    """The digest of the drawings; ``/api/tables/{id}/kit`` has them."""
    scene: SceneDiff | UnsetType = UNSET
    """From nothing."""
    view: Any = UNSET
    clock: ClockTimes | UnsetType = UNSET
    """As it is now, where there is one."""
    takeback_seat: int | None = None
    """The seat that can take back its last move without asking; told to its own eyes only where something is hidden."""


class StepUpdate(msgspec.Struct, frozen=True, kw_only=True, tag_field="what", tag="step"):
    """A step of the game, as these eyes perceived it."""

    seat: int | None
    """Who made it; None for chance."""
    narration: str
    events: tuple[Any, ...]
    """The game's own events."""
    notation: str = ""
    """In notation; ``?`` where these eyes are not shown which step it was."""


class NoteUpdate(msgspec.Struct, frozen=True, kw_only=True, tag_field="what", tag="note"):
    """Something else that happened at the table."""

    narration: str


class ChatUpdate(msgspec.Struct, frozen=True, kw_only=True, tag_field="what", tag="chat", omit_defaults=True):
    """Somebody said something; nothing but who, if one has muted them."""

    alias: str
    name: str
    seat: int | None = None
    text: str = ""
    preset: str = ""
    muted: bool = False


UpdatePart: TypeAlias = StepUpdate | NoteUpdate | ChatUpdate


class Update(Message, frozen=True, kw_only=True):
    """What happened at the table, numbered; a number that is missing can be asked for again."""

    number: int
    at: float
    parts: tuple[UpdatePart, ...]
    to_move: int
    scene: SceneDiff | UnsetType = UNSET
    """From the scene after the event before; left out if nothing moved."""
    view: Any = UNSET
    table: TableInfo | UnsetType = UNSET
    """If something about the table itself has changed."""
    clock: ClockTimes | UnsetType = UNSET
    """As it was then, where there is one."""
    takeback_seat: int | None = None
    """The seat that can take back its last move without asking; told to its own eyes only where something is hidden."""


class LegalMoves(Message, frozen=True, kw_only=True):
    """The legal moves, for the mover alone, as a tree of what one touches; sent anew after every event but chat."""

    number: int
    seat: int
    tree: tuple[Branch, ...]


class ClockUpdate(Message, frozen=True, kw_only=True):
    """The clocks as they are now, where time has passed that does not count or events are sent again."""

    number: int
    clock: ClockTimes


class Presence(Message, frozen=True, kw_only=True):
    """Who is at the table just now, for those who asked to be told; nobody's eyes or moves show in it."""

    seats: tuple[int, ...]
    """Seats of people one of whose devices is connected."""
    spectators: int
    """How many others are."""


class Done(Message, frozen=True, kw_only=True):
    """The command has been kept for good."""

    id: str
    number: int
    """Of the event that it became, or the last one if nobody else notices it."""
    table: str | None = None
    """The new table, after a rematch."""


Reason: TypeAlias = Literal[
    "malformed",
    "unidentified",
    "not-allowed",
    "not-now",
    "not-found",
    "stale",
    "illegal",
    "too-many",
    "too-large",
    "busy",
    "internal",
]


class Refused(Message, frozen=True, kw_only=True):
    """The command has changed nothing, and why."""

    id: str | None
    reason: Reason
    message: str
    number: int | None = None
    """Of the last event at the table."""


class PreviewReply(Message, frozen=True, kw_only=True):
    """What an action would bring."""

    id: str
    action: int
    text: str
    words: str
    scene: SceneDiff | UnsetType = UNSET
    """From the scene of now to the one that would be; left out where the action would bring hidden things to light."""


class Advice(msgspec.Struct, frozen=True, kw_only=True):
    """An action that a bot has looked at."""

    action: int
    text: str
    win: float
    """From 0 to 1."""


class HintReply(Message, frozen=True, kw_only=True):
    """What a bot would play, and how good it finds the moves it likes most."""

    id: str
    number: int
    bot: str
    action: int
    text: str
    best: tuple[Advice, ...]


Reply: TypeAlias = Done | PreviewReply | HintReply
ServerMessage: TypeAlias = (
    Snapshot | Update | LegalMoves | ClockUpdate | Presence | Done | Refused | PreviewReply | HintReply
)


class SeatMoves(msgspec.Struct, frozen=True, kw_only=True):
    """The legal moves of a seat by HTTP; none if it is not its turn."""

    number: int
    tree: tuple[Branch, ...]


class UpdatePage(msgspec.Struct, frozen=True, kw_only=True):
    """A page of events by HTTP."""

    number: int
    """The number of the last event at the table."""
    updates: tuple[Update, ...]
    more: bool = False
    """Whether there are events after these; ask for those after the number of the last one here."""


class Story(msgspec.Struct, frozen=True, kw_only=True):
    """The game turn by turn, as some eyes perceived it."""

    number: int
    turns: tuple[str, ...]


class KitInfo(msgspec.Struct, frozen=True, kw_only=True):
    """What the pictures of a table are made of, to be kept by its digest."""

    digest: str
    prefix: str
    """What begins the ids of the drawings."""
    css: str
    svg: str


class CommandError(Exception):
    """What keeps a command from happening; becomes ``Refused`` or an HTTP error."""

    def __init__(self, reason: Reason, message: str) -> None:
        super().__init__(message)
        self.reason: Reason = reason
        self.message = message
