"""A socket at a table that reconnects when it breaks, and resends the commands that weren't answered.

A command that the server gets twice with one id happens once, so resending is always safe.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from typing import NamedTuple

import msgspec

from triangulum.client.backoff import Backoff, retry_on_rate_limit
from triangulum.client.errors import DisconnectedError, ProtocolVersionError, RequestRefusedError
from triangulum.errors import TriangulumError
from triangulum.installation.extras import require_extra
from triangulum.table.commands import SocketCommand
from triangulum.table.messages import Done, HintReply, PreviewReply, Refused, Reply, ServerMessage

with require_extra("client", "the client"):
    from websockets.asyncio.client import ClientConnection
    from websockets.exceptions import ConnectionClosed

RECONNECT_CODES = (1001, 1005, 1006, 1011, 1012, 4008)
"""Close codes after which a client may come back at once."""
RATE_LIMIT_CODE = 4029
"""The close code for too many messages or sockets, after which a client may come back later."""
RECONNECT_BACKOFF = Backoff(first_pause=0.05, longest_pause=2.0, max_tries=40)

decoder: msgspec.json.Decoder[ServerMessage] = msgspec.json.Decoder(ServerMessage)


class PendingCommand(NamedTuple):
    """A command that was sent and not answered yet."""

    command: SocketCommand
    reply: asyncio.Future[Reply]


class ReconnectingSocket:
    """A WebSocket with the commands that wait for their replies."""

    def __init__(
        self,
        open_socket: Callable[[], Awaitable[ClientConnection]],
        handle_message: Callable[[ServerMessage], None],
        handle_end: Callable[[], None],
        backoff: Backoff,
    ) -> None:
        """``handle_message`` gets every message, ``handle_end`` is called when no more will come."""
        self.open_socket = open_socket
        self.handle_message = handle_message
        self.handle_end = handle_end
        self.backoff = backoff
        self.socket: ClientConnection | None = None
        self.reader: asyncio.Task[None] | None = None
        self.pending: dict[str, PendingCommand] = {}
        self.num_rate_limits = 0
        """How often a rate limit closed the socket since it last brought a message."""
        self.error: TriangulumError | None = None
        """Why no more messages will come."""
        self.captured_frames: list[str | bytes] | None = None

    async def start(self) -> None:
        """Open the socket and start reading."""
        self.socket = await retry_on_rate_limit(self.open_socket, self.backoff)
        self.reader = asyncio.get_running_loop().create_task(self.read_and_reconnect())

    async def close(self) -> None:
        """Close the socket and stop reading."""
        if self.reader is not None:
            self.reader.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self.reader
        if self.socket is not None:
            await self.socket.close()
        self.fail_all_waiters(DisconnectedError("the socket was closed"))

    def start_capturing_frames(self) -> list[str | bytes]:
        """Return a list to which every later frame is appended, as it comes over the wire."""
        self.captured_frames = []
        return self.captured_frames

    async def request(self, command: SocketCommand) -> Reply:
        """Send a command and return the reply, or raise RequestRefusedError."""
        if self.error is not None:
            raise self.error
        reply: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
        self.pending[command.id] = PendingCommand(command, reply)
        await self.transmit_if_connected(command)
        return await reply

    async def transmit_if_connected(self, command: SocketCommand) -> None:
        """Send a command; if the socket is broken, do nothing, since reconnecting sends it."""
        assert self.socket is not None
        with contextlib.suppress(ConnectionClosed):
            await self.socket.send(msgspec.json.encode(command).decode())

    async def read_and_reconnect(self) -> None:
        """Read messages, and reconnect whenever the socket breaks, until that's hopeless."""
        error: TriangulumError | None = None
        while error is None:
            await self.read_messages()
            error = self.find_final_error() or await self.reconnect()
        self.fail_all_waiters(error)

    async def read_messages(self) -> None:
        """Read messages until the socket is closed."""
        assert self.socket is not None
        with contextlib.suppress(ConnectionClosed):
            async for frame in self.socket:
                if self.captured_frames is not None:
                    self.captured_frames.append(frame)
                self.dispatch_message(decoder.decode(frame))

    def dispatch_message(self, message: ServerMessage) -> None:
        """Give a reply to whoever waits for it, and pass on every message."""
        match message:
            case Done() | PreviewReply() | HintReply():
                pending = self.pending.pop(message.id, None)
                if pending is not None and not pending.reply.done():
                    pending.reply.set_result(message)
            case Refused(id=None):
                # The server refuses the socket itself, and will close it.
                self.error = RequestRefusedError(message)
            case Refused(id=str(command_id)):
                pending = self.pending.pop(command_id, None)
                if pending is not None and not pending.reply.done():
                    pending.reply.set_exception(RequestRefusedError(message))
        if not isinstance(message, Refused):
            self.num_rate_limits = 0
        self.handle_message(message)

    def find_final_error(self) -> TriangulumError | None:
        """Return why the closed socket was closed for good; None if a new one may do better."""
        assert self.socket is not None
        code = self.socket.close_code or 1006
        reason = self.socket.close_reason or f"closed with {code}"
        if self.error is not None:
            return self.error
        if code == RATE_LIMIT_CODE:
            self.num_rate_limits += 1
            return DisconnectedError(reason) if self.num_rate_limits >= self.backoff.max_tries else None
        return None if code in RECONNECT_CODES else DisconnectedError(reason)

    async def reconnect(self) -> TriangulumError | None:
        """Open a new socket and resend what wasn't answered; return an error if there's no hope of that."""
        if self.num_rate_limits:
            await asyncio.sleep(self.backoff.compute_pause(self.num_rate_limits))
        retry_after: float | None = None
        for num_failures in range(1, RECONNECT_BACKOFF.max_tries + 1):
            await asyncio.sleep(RECONNECT_BACKOFF.compute_pause(num_failures, retry_after))
            try:
                self.socket = await self.open_socket()
            except RequestRefusedError as error:
                retry_after = min(error.retry_after or 0.0, self.backoff.longest_wait)
            except DisconnectedError:
                retry_after = None
            except ProtocolVersionError as error:
                return error
            else:
                await self.resend_pending()
                return None
        return DisconnectedError("the server can't be reached any more")

    async def resend_pending(self) -> None:
        """Send again every command that wasn't answered."""
        for pending in list(self.pending.values()):
            await self.transmit_if_connected(pending.command)

    def fail_all_waiters(self, error: TriangulumError) -> None:
        """Tell everybody who waits for a reply or a message that none will come."""
        self.error = error
        for pending in self.pending.values():
            if not pending.reply.done():
                pending.reply.set_exception(error)
        self.pending.clear()
        self.handle_end()
