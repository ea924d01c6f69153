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

PROTOCOL_VERSION = 3
"""Raised whenever a client that was written for the version before could go wrong."""
PROTOCOL_HEADER = "triangulum-protocol"
"""The HTTP header in which responses carry the version."""


class Me(msgspec.Struct, frozen=True, kw_only=True):
    """Who sends the request."""

    name: str | None
    account: bool = False
    """Whether they're logged in to an account."""


class GameInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A game that the server offers."""

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
    """The alias of the person whose seat it is, also while a bot plays for them; it's different at every table."""
    shared: bool = False


class Proposal(msgspec.Struct, frozen=True, kw_only=True):
    """A proposal that not everybody has agreed to yet."""

    seat: int
    kind: Matter
    steps: int
    text: str
    """The proposal as a sentence."""
    awaited_seats: tuple[int, ...]
    """The seats that haven't agreed yet."""


class DiceInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A table's dice: the commitment and, once the game is over, the seed."""

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
    """The alias of whoever opened the table."""
    phase: Literal["gathering", "playing", "over"]
    seats: tuple[SeatInfo, ...]
    lot: bool
    """Whether a lot will decide who begins; then everybody may get another seat."""
    dice: DiceInfo
    proposal: Proposal | None
    result: str
    winners: tuple[int, ...]
    ending: str
    """How the game ended, as a sentence, unless the scene says it: by resigning, on time, by agreement."""
    rematch_of: str | None
    """The table that this is a rematch of."""
    rematch: str | None
    """The rematch of this table."""


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
    """The address to send to friends."""


class Invitation(msgspec.Struct, frozen=True, kw_only=True):
    """The token of a seat: of your own, for another device, or of one you can invite somebody to."""

    seat: int
    token: str


class You(msgspec.Struct, frozen=True, kw_only=True):
    """Who the receiver is at this table."""

    alias: str
    """Empty for a spectator without a name."""
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
    """A message on a socket."""


class Welcome(SocketMessage, frozen=True, kw_only=True):
    """The first message on every socket: which version of the protocol the server speaks."""

    protocol: int


class Snapshot(SocketMessage, frozen=True, kw_only=True):
    """The whole table as it is now, as a seat or a spectator sees it."""

    number: int
    """The number of the last event that this includes."""
    perspective: int | None
    """The seat whose view this is; None for a spectator's."""
    table: TableInfo
    you: You
    to_move: int
    """A seat, -1 for chance or -2 when nobody can move."""
    kit: str = ""
    """The digest of the kit; get the drawings from ``/api/tables/{id}/kit``."""
    scene: SceneDiff | UnsetType = UNSET
    """The difference from an empty scene."""
    view: Any = UNSET
    clock: ClockTimes | UnsetType = UNSET
    """The clocks now, if the table has any."""
    takeback_seat: int | None = None
    """The seat that can take back its last move without asking; in games with secrets, only that seat learns it."""


class StepUpdate(msgspec.Struct, frozen=True, kw_only=True, tag_field="what", tag="step"):
    """A step of the game, as the receiver perceived it."""

    seat: int | None
    """The seat that moved; None for chance."""
    events: tuple[Any, ...]
    """The game's own events."""
    notation: str = ""
    """The step in notation; ``?`` if the receiver may not know it."""


class ChatUpdate(msgspec.Struct, frozen=True, kw_only=True, tag_field="what", tag="chat", omit_defaults=True):
    """A chat message; only its sender if the receiver has muted them."""

    alias: str
    name: str
    seat: int | None = None
    text: str = ""
    preset: str = ""
    muted: bool = False


UpdatePart: TypeAlias = StepUpdate | ChatUpdate


class Update(SocketMessage, frozen=True, kw_only=True):
    """What happened at the table. Updates are numbered, so a client notices missing ones and can ask for them."""

    number: int
    at: float
    narration: str
    """What happened, in sentences; empty for chat."""
    parts: tuple[UpdatePart, ...]
    to_move: int
    scene: SceneDiff | UnsetType = UNSET
    """The difference from the scene of the update before; left out if nothing has changed."""
    view: Any = UNSET
    table: TableInfo | UnsetType = UNSET
    """Only if something about the table itself has changed."""
    clock: ClockTimes | UnsetType = UNSET
    """The clocks at that moment, if the table has any."""
    takeback_seat: int | None = None
    """The seat that can take back its last move without asking; in games with secrets, only that seat learns it."""


class LegalMoves(SocketMessage, frozen=True, kw_only=True):
    """The legal moves as a tree of what to touch; sent to the mover alone, again after every update but chat."""

    number: int
    seat: int
    tree: tuple[Branch, ...]


class ClockUpdate(SocketMessage, frozen=True, kw_only=True):
    """The clocks now; sent after time that doesn't count, and after updates that are sent again."""

    number: int
    clock: ClockTimes


class Presence(SocketMessage, frozen=True, kw_only=True):
    """Who is at the table now, for clients that asked for it; says nothing about perspectives or moves."""

    seats: tuple[int, ...]
    """The seats whose people are connected with at least one device."""
    spectators: int
    """How many others are connected."""
    text: str
    """The spectators in words; empty if there are none."""


class Done(SocketMessage, frozen=True, kw_only=True):
    """The command has been run, and its effect is stored."""

    id: str
    number: int
    """The number of the event that it became, or of the last event if it became none."""
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
    """The command was refused, for a reason, and has changed nothing."""

    id: str | None
    reason: Reason
    message: str
    number: int | None = None
    """The number of the last event at the table."""


class PreviewReply(SocketMessage, frozen=True, kw_only=True):
    """What an action would lead to."""

    id: str
    action: int
    text: str
    words: str
    scene: SceneDiff | UnsetType = UNSET
    """The difference that the action would make to the scene; left out if it would reveal something hidden."""


class Advice(msgspec.Struct, frozen=True, kw_only=True):
    """An action that a bot has considered."""

    action: int
    text: str
    win: float
    """The estimated probability of winning."""


class HintReply(SocketMessage, frozen=True, kw_only=True):
    """What a bot would play, and its estimates of the best moves."""

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
    """The legal moves of a seat over HTTP; empty if it isn't its turn."""

    number: int
    tree: tuple[Branch, ...]


class UpdatePage(msgspec.Struct, frozen=True, kw_only=True):
    """A page of updates over HTTP."""

    number: int
    """The number of the last event at the table."""
    updates: tuple[Update, ...]
    more: bool = False
    """Whether there are more; ask for those after the last number here."""


class Story(msgspec.Struct, frozen=True, kw_only=True):
    """The game in sentences, turn by turn, as a seat or a spectator perceived it."""

    number: int
    turns: tuple[str, ...]


class KitInfo(msgspec.Struct, frozen=True, kw_only=True):
    """The drawings and the style sheet of a table's pictures, to be cached by their digest."""

    digest: str
    prefix: str
    """What the ids of the drawings start with."""
    css: str
    svg: str


class CommandError(Exception):
    """Raised when a command is refused; becomes ``Refused`` or an HTTP error."""

    def __init__(self, reason: Reason, message: Text) -> None:
        super().__init__(message)
        self.reason: Reason = reason
        self.message = message
        """Rendered for whoever sent the command; ``str(error)`` is English."""
