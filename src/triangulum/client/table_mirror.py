"""A client's copy of a table, kept up to date by the messages that come over a socket."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, UnsetType

from triangulum.core.state import OVER
from triangulum.scene import Kit, Scene, apply_diff
from triangulum.table.messages import (
    ChatUpdate,
    ClockTimes,
    ClockUpdate,
    LegalMoves,
    Presence,
    ServerMessage,
    Snapshot,
    TableInfo,
    Update,
)


class TableMirror:
    """What a client knows about a table, from the last whole table it got and the updates since."""

    def __init__(self, seat: int | None, event_number: int = -1) -> None:
        self.seat = seat
        """The seat whose view of the table this is; None for a spectator."""
        self.event_number = event_number
        """The number of the last event; -1 if we know nothing yet."""
        self.snapshot: Snapshot | None = None
        """The last whole table that the server sent."""
        self.table: TableInfo | None = None
        self.scene: Scene | None = None
        self.view: Any = None
        self.to_move = 0
        self.moves: LegalMoves | None = None
        """The legal moves, while it's our turn."""
        self.clock: ClockTimes | None = None
        self.undo_seat: int | None = None
        """The seat that can take its last move back without asking."""
        self.presence: Presence | None = None
        """Who is at the table, if we asked to be told."""

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.to_move == OVER

    def apply_message(self, message: ServerMessage) -> None:
        """Bring the copy up to date with a message from the server; replies to commands change nothing."""
        match message:
            case Snapshot():
                self.apply_snapshot(message)
            case Update():
                self.apply_update(message)
            case LegalMoves():
                self.moves = message
            case ClockUpdate(clock=clock):
                self.clock = clock
            case Presence():
                self.presence = message

    def apply_snapshot(self, snapshot: Snapshot) -> None:
        """Replace the copy with a whole table."""
        self.snapshot, self.table = snapshot, snapshot.table
        self.event_number, self.seat, self.to_move = snapshot.number, snapshot.perspective, snapshot.to_move
        self.moves, self.undo_seat = None, snapshot.takeback_seat
        self.clock = None if isinstance(snapshot.clock, UnsetType) else snapshot.clock
        if snapshot.view is not UNSET:
            self.view = snapshot.view
        if not isinstance(snapshot.scene, UnsetType):
            self.scene = apply_diff(Scene(make_remote_kit(snapshot.kit)), snapshot.scene)

    def apply_update(self, update: Update) -> None:
        """Apply what happened at the table; ignore updates that we've already got."""
        if update.number <= self.event_number:
            return
        self.event_number, self.to_move, self.undo_seat = update.number, update.to_move, update.takeback_seat
        if not isinstance(update.clock, UnsetType):
            self.clock = update.clock
        if update.view is not UNSET:
            self.view = update.view
        if not isinstance(update.table, UnsetType):
            self.table = update.table
        if not isinstance(update.scene, UnsetType) and self.scene is not None:
            self.scene = apply_diff(self.scene, update.scene)
        if not is_chat(update):
            # The server sends legal moves anew after everything but chat.
            self.moves = None


def is_chat(update: Update) -> bool:
    """Return whether an update has nothing in it but chat."""
    return bool(update.parts) and all(isinstance(happening, ChatUpdate) for happening in update.parts)


def make_remote_kit(digest: str) -> Kit:
    """Return a kit without drawings; only those who show the scene need them."""
    return Kit(name="remote", drawings={}, colours={}, paints={}, marks={}, digest=digest)
