"""Connections: what a watcher sends and receives messages with, over plain ASGI or the faster WebSockets."""

from __future__ import annotations

import asyncio
import contextlib
import time
from typing import Any, Final, NamedTuple, Protocol

from litestar.connection import WebSocket
from litestar.exceptions import WebSocketException

FAST_EXTENSION: Final = "triangulum.fast_websocket"
"""Where in an ASGI scope a fast WebSocket is found."""
MAX_OUTBOX: Final = 64
"""How many messages may wait for the task that sends them, before others are queued by the watcher, who limits them."""


class Receiver(Protocol):
    """Whoever handles what comes over a connection."""

    def try_handle_now(self, message: bytes) -> bool:
        """Handle a message at once if it can be; return whether it was."""

    def handle_writable(self) -> None:
        """Send what is queued: the other side receives again."""


class Connection(Protocol):
    """A WebSocket as a watcher uses it."""

    blocked_since: float | None
    """Since when the other side has not received what it is sent; None if it does."""

    @property
    def can_send(self) -> bool:
        """Whether the other side receives what it is sent."""

    def attach(self, receiver: Receiver) -> None:
        """Let a receiver handle messages as they arrive, where that is possible, and tell it when there is room."""

    async def receive_text(self) -> bytes | None:
        """Return the next message; None when there are no more."""

    def send_text(self, data: bytes) -> None:
        """Send a message soon. Check ``can_send`` first."""

    def end(self, code: int, reason: str) -> None:
        """Close with a reason after everything has been sent."""

    def abort(self) -> None:
        """Drop the connection without waiting for anything."""

    async def drain_or_abort(self) -> None:
        """Wait, before the handler returns, until a reason has been sent: returning may cut the connection off."""


class CloseFrame(NamedTuple):
    """How a connection is closed."""

    code: int
    reason: str


class AsgiConnection:
    """A connection over plain ASGI events, which works with every server; a task of its own sends the messages."""

    def __init__(self, socket: WebSocket[Any, Any, Any]) -> None:
        self.socket = socket
        self.blocked_since: float | None = None
        self.receiver: Receiver | None = None
        self.outbox: asyncio.Queue[bytes | CloseFrame] = asyncio.Queue()
        self.ended = asyncio.Event()
        self.sender = asyncio.ensure_future(self.send_outbox())

    @property
    def can_send(self) -> bool:
        """Whether the last message has been handed to the network, and few others wait for that."""
        return self.blocked_since is None and self.outbox.qsize() < MAX_OUTBOX

    def attach(self, receiver: Receiver) -> None:
        """Tell a receiver when there is room to send."""
        self.receiver = receiver

    async def receive_text(self) -> bytes | None:
        """Return the next message; None when there are no more."""
        receiving = asyncio.ensure_future(self.socket.receive_text())
        ending = asyncio.ensure_future(self.ended.wait())
        try:
            await asyncio.wait((receiving, ending), return_when=asyncio.FIRST_COMPLETED)
            return None if self.ended.is_set() else receiving.result().encode()
        except WebSocketException:
            self.abort()
            return None
        finally:
            receiving.cancel()
            ending.cancel()

    def send_text(self, data: bytes) -> None:
        """Hand a message to the task that sends. Check ``can_send`` first."""
        self.outbox.put_nowait(data)

    async def send_outbox(self) -> None:
        """Send one message after the other, until the connection is closed."""
        with contextlib.suppress(WebSocketException, RuntimeError, OSError):
            while True:
                message = await self.outbox.get()
                self.blocked_since = time.monotonic()
                if isinstance(message, CloseFrame):
                    await self.socket.close(message.code, message.reason)
                    return
                await self.socket.send_text(message)
                self.blocked_since = None
                if self.outbox.empty() and self.receiver is not None:
                    self.receiver.handle_writable()

    def end(self, code: int, reason: str) -> None:
        """Close with a reason after everything has been sent."""
        if not self.ended.is_set():
            self.outbox.put_nowait(CloseFrame(code, reason))
            self.ended.set()

    def abort(self) -> None:
        """Stop sending and receiving. The server closes the connection when the handler returns."""
        self.ended.set()
        self.sender.cancel()

    async def drain_or_abort(self) -> None:
        """Wait until the reason of an ended connection has been sent; stop sending on any other."""
        if not self.ended.is_set():
            self.abort()
        try:
            await asyncio.wait((self.sender,))
        finally:
            self.sender.cancel()


def find_connection(socket: WebSocket[Any, Any, Any]) -> Connection:
    """Return the fast connection of a socket if it has one, or one over plain ASGI events."""
    fast: Connection | None = (socket.scope.get("extensions") or {}).get(FAST_EXTENSION)  # type: ignore[assignment]
    return AsgiConnection(socket) if fast is None else fast
