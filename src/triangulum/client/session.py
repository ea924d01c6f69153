"""A session at a table: the client's copy of the table, and everything a player or spectator does there."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from functools import partial
from types import TracebackType
from typing import Any, Self

from triangulum.client.backoff import Backoff, retry_on_rate_limit
from triangulum.client.connection import ReconnectingSocket
from triangulum.client.moves import LegalMove, flatten_move_tree
from triangulum.client.table_mirror import TableMirror
from triangulum.errors import TriangulumError
from triangulum.installation.extras import require_extra
from triangulum.table.commands import Begin, ChangePerspective, Command, Play, Say, SocketCommand
from triangulum.table.messages import Done, ServerMessage

with require_extra("client", "the client"):
    from websockets.asyncio.client import ClientConnection


def make_command_id() -> str:
    """Return a random id for a new command."""
    return secrets.token_urlsafe(9)


class AsyncTableSession(TableMirror):
    """A copy of a table that a socket keeps up to date, and commands to send; use it with ``async with``."""

    def __init__(
        self,
        table_id: str,
        seat: int | None,
        open_socket: Callable[[str, Mapping[str, Any]], Awaitable[ClientConnection]],
        *,
        query: Mapping[str, Any],
        after: int | None,
        backoff: Backoff,
    ) -> None:
        """``open_socket`` opens the socket of a table with a query; ``after`` is the last event we already know."""
        super().__init__(seat, -1 if after is None else after)
        self.table_id = table_id
        self.query = query
        self.open_table_socket = open_socket
        self.connection = ReconnectingSocket(self.open_socket, self.handle_message, self.wake_waiters, backoff)
        self.changed = asyncio.Event()
        self.subscribers: set[asyncio.Queue[ServerMessage | None]] = set()

    async def __aenter__(self) -> Self:
        await self.connection.start()
        if self.event_number < 0:
            await self.wait_until(lambda: self.snapshot is not None)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Close the socket; we keep our seat."""
        await self.connection.close()

    async def open_socket(self) -> ClientConnection:
        """Open a socket that continues after the last event we know."""
        after = self.event_number if self.event_number >= 0 else None
        return await self.open_table_socket(self.table_id, {**self.query, "seat": self.seat, "after": after})

    def start_capturing_frames(self) -> list[str | bytes]:
        """Return a list to which every later frame is appended, as it comes over the wire."""
        return self.connection.start_capturing_frames()

    def handle_message(self, message: ServerMessage) -> None:
        """Apply a message to our copy of the table, and wake up everybody who waits for one."""
        self.apply_message(message)
        for queue in self.subscribers:
            queue.put_nowait(message)
        self.changed.set()

    def wake_waiters(self) -> None:
        """Wake up everybody who waits, since no more messages will come."""
        for queue in self.subscribers:
            queue.put_nowait(None)
        self.changed.set()

    async def wait_until(self, condition: Callable[..., bool]) -> None:
        """Wait until a condition holds; raise an error if the connection ends first."""
        while not condition():
            if self.connection.error is not None:
                raise self.connection.error
            self.changed.clear()
            await self.changed.wait()

    async def messages(self) -> AsyncIterator[ServerMessage]:
        """Yield every message from now on, until the connection ends."""
        queue: asyncio.Queue[ServerMessage | None] = asyncio.Queue()
        self.subscribers.add(queue)
        try:
            while self.connection.error is None or not queue.empty():
                message = await queue.get()
                if message is None:
                    return
                yield message
        finally:
            self.subscribers.discard(queue)

    async def turns(self) -> AsyncIterator[list[LegalMove]]:
        """Yield the legal moves whenever it's our turn, until the game is over."""
        while True:
            await self.wait_until(lambda: self.is_over or self.moves is not None)
            if self.is_over:
                return
            assert self.moves is not None
            offered = self.moves
            yield flatten_move_tree(offered.tree)
            if self.moves is offered and self.event_number > offered.number:
                self.moves = None

    def resolve_seat(self, seat: int | None) -> int:
        """Return the given seat, or our own if none is given."""
        resolved = self.seat if seat is None else seat
        if resolved is None:
            raise TriangulumError("spectators don't play: say which seat")
        return resolved

    async def send_and_catch_up(self, command: SocketCommand) -> Any:
        """Send a command and return the reply once our copy of the table has caught up with it."""
        reply = await retry_on_rate_limit(partial(self.connection.request, command), self.connection.backoff)
        if isinstance(reply, Done):
            await self.wait_until(lambda: self.event_number >= reply.number)
        return reply

    async def send_command(self, command_type: type[Command], **fields: Any) -> Any:
        """Send a command such as ``Resign``; id, seat and event number are filled in where it has them."""
        field_names = command_type.__struct_fields__
        if "seat" in field_names and "seat" not in fields and command_type not in (Say, ChangePerspective):
            fields["seat"] = self.resolve_seat(None)
        if "at" in field_names:
            fields.setdefault("at", self.event_number)
        fields.setdefault("id", make_command_id())
        command: Any = command_type(**fields)
        return await self.send_and_catch_up(command)

    async def play(self, action: int | str, seat: int | None = None) -> Done:
        """Play an action, by number or in notation."""
        done: Done = await self.send_command(Play, action=action, seat=self.resolve_seat(seat))
        return done

    async def begin_game(self) -> None:
        """Begin the game; every seat must be taken."""
        await self.send_command(Begin)

    async def send_chat(self, text: str) -> None:
        """Say something to everybody at the table."""
        await self.send_command(Say, text=text)

    async def switch_perspective(self, seat: int | None) -> None:
        """See the table from another seat, as at a hot-seat table; None for a spectator's view."""
        await self.send_command(ChangePerspective, seat=seat)
