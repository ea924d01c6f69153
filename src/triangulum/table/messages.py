"""What clients are sent: messages and replies, as frozen structs.

``docs/protocol.md`` shows each of them with an example. A secret could only be in a field made from a view; the other
fields are open to everybody. ``commands.py`` has what clients send.
"""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import msgspec
from msgspec import UNSET, UnsetType

from triangulum.scene.diff import SceneDiff
from triangulum.scene.steps import Branch
from triangulum.table.commands import kebab_case
from triangulum.table.events import Matter, TableSettings
from triangulum.text import Text

PROTOCOL_VERSION = 2
"""Raised whenever a client that was written for the version before could go wrong."""
PROTOCOL_HEADER = "triangulum-protocol"
"""The HTTP header in which responses carry the version."""


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
    text: str
    """The proposal as a sentence."""
    awaited_seats: tuple[int, ...]
    """The seats that haven't agreed yet."""


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
    ending: str
    """How the game ended if not by its rules, as a sentence: by resigning, on time, by agreement."""
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


class SocketMessage(msgspec.Struct, frozen=True, kw_only=True, tag_field="is", tag=kebab_case, omit_defaults=True):
    """Something that is sent on a socket."""


class Welcome(SocketMessage, frozen=True, kw_only=True):
    """The first message on every socket: which version of the protocol the server speaks."""

    protocol: int


class Snapshot(SocketMessage, frozen=True, kw_only=True):
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
    events: tuple[Any, ...]
    """The game's own events."""
    notation: str = ""
    """In notation; ``?`` where these eyes are not shown which step it was."""


class ChatUpdate(msgspec.Struct, frozen=True, kw_only=True, tag_field="what", tag="chat", omit_defaults=True):
    """Somebody said something; nothing but who, if one has muted them."""

    alias: str
    name: str
    seat: int | None = None
    text: str = ""
    preset: str = ""
    muted: bool = False


UpdatePart: TypeAlias = StepUpdate | ChatUpdate


class Update(SocketMessage, frozen=True, kw_only=True):
    """What happened at the table, numbered; a number that is missing can be asked for again."""

    number: int
    at: float
    narration: str
    """What happened, in sentences; empty for chat."""
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


class LegalMoves(SocketMessage, frozen=True, kw_only=True):
    """The legal moves, for the mover alone, as a tree of what one touches; sent anew after every event but chat."""

    number: int
    seat: int
    tree: tuple[Branch, ...]


class ClockUpdate(SocketMessage, frozen=True, kw_only=True):
    """The clocks as they are now, where time has passed that does not count or events are sent again."""

    number: int
    clock: ClockTimes


class Presence(SocketMessage, frozen=True, kw_only=True):
    """Who is at the table just now, for those who asked to be told; nobody's eyes or moves show in it."""

    seats: tuple[int, ...]
    """Seats of people one of whose devices is connected."""
    spectators: int
    """How many others are."""
    text: str
    """The spectators in words; empty if there are none."""


class Done(SocketMessage, frozen=True, kw_only=True):
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


class Refused(SocketMessage, frozen=True, kw_only=True):
    """The command has changed nothing, and why."""

    id: str | None
    reason: Reason
    message: str
    number: int | None = None
    """Of the last event at the table."""


class PreviewReply(SocketMessage, frozen=True, kw_only=True):
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


class HintReply(SocketMessage, frozen=True, kw_only=True):
    """What a bot would play, and how good it finds the moves it likes most."""

    id: str
    number: int
    bot: str
    action: int
    text: str
    words: str
    """The suggestion as a sentence, with its reason."""
    best: tuple[Advice, ...]


Reply: TypeAlias = Done | PreviewReply | HintReply
ServerMessage: TypeAlias = (
    Welcome | Snapshot | Update | LegalMoves | ClockUpdate | Presence | Done | Refused | PreviewReply | HintReply
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

    def __init__(self, reason: Reason, message: Text) -> None:
        super().__init__(message)
        self.reason: Reason = reason
        self.message = message
        """Rendered for whoever sent the command; ``str(error)`` is English."""
