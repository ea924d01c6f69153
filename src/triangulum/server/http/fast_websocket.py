"""A faster WebSocket: uvicorn's protocol, with a short cut for the many small messages.

Almost everything that a client sends or is sent is one whole text frame. Those are read and written here, without a
queue, a task and an ASGI event for each. Everything else about the protocol – the handshake, fragmented messages,
pings, closing, nonsense – is left to uvicorn and websockets.

It overrides internals of uvicorn, so it is used only with versions it was tested with;
``connections.AsgiConnection`` does the same with any version.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from importlib.metadata import version
from typing import Any, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from triangulum.server.http.connections import FAST_EXTENSION, Receiver

try:
    from websockets.speedups import apply_mask
except ImportError:
    from websockets.utils import apply_mask

TESTED_UVICORN: Final = ("0.53.", "0.54.")
"""The versions of uvicorn whose internals are known to fit."""
OVERRIDDEN: Final = (
    "run_asgi", "data_received", "send_receive_event_to_app", "connection_lost", "pause_writing", "resume_writing",
)  # fmt: skip
MAX_UNREAD = 16
"""Messages that may wait to be handled before no more are read."""
WHOLE_TEXT = 0x81
PING_AND_PONG = (0x89, 0x8A)
MASKED = 0x80


def is_uvicorn_supported() -> bool:
    """Return whether the installed uvicorn is one whose internals are known to fit."""
    methods_exist = all(callable(getattr(WebSocketsSansIOProtocol, name, None)) for name in OVERRIDDEN)
    return version("uvicorn").startswith(TESTED_UVICORN) and methods_exist


class FastWebSocket(WebSocketsSansIOProtocol):
    """One WebSocket connection."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.unread: deque[bytes | None] = deque()
        """Messages that nobody has handled yet; None when there will be no more."""
        self.waiting: asyncio.Future[None] | None = None
        self.receiver: Receiver | None = None
        """May handle a message as it arrives, which is much cheaper than waking the task that waits for it."""
        self.partial_frame = b""
        """The beginning of a frame whose end has not arrived yet."""
        self.is_fast = True
        """Whether everything so far was a frame that is read here."""
        self.unsent: list[bytes] = []
        """Frames that are written together."""
        self.blocked_since: float | None = None
        """Since when the other side has not received what it is sent."""

    def abort(self) -> None:
        """Drop the connection without waiting for anything."""
        self.transport.abort()

    async def run_asgi(self) -> None:
        """Run the application, which finds this connection in its scope."""
        extensions: Any = self.scope["extensions"]
        extensions[FAST_EXTENSION] = self
        await super().run_asgi()

    def attach(self, receiver: Receiver) -> None:
        """Let a receiver handle messages as they arrive, and tell it when there is room to send."""
        self.receiver = receiver

    # Receiving.

    def data_received(self, data: bytes) -> None:
        """Read whole text frames from the data, and leave all else to uvicorn."""
        if not (self.is_fast and self.handshake_complete) or self.close_sent:
            super().data_received(data)
            return
        if self.partial_frame:
            data, self.partial_frame = self.partial_frame + data, b""
        at, size = 0, len(data)
        while at < size:
            end = find_frame_end(data, at)
            if end > size and end - at <= self.config.ws_max_size:
                self.partial_frame = data[at:]
                return
            kind = data[at]
            if end <= size and kind == WHOLE_TEXT and data[at + 1] & MASKED:
                start = at + (6 if data[at + 1] < 0xFE else 8)
                self.dispatch_message(apply_mask(data[start:end], data[start - 4 : start]))
            elif end <= size and kind in PING_AND_PONG:
                super().data_received(data[at:end])
            else:
                self.is_fast = False
                super().data_received(data[at:])
                return
            at = end

    def send_receive_event_to_app(self) -> None:
        """Receive a message that uvicorn has put together."""
        data = b"".join(self.frames)
        self.frames = []
        if not self.close_sent:
            self.dispatch_message(data)

    def dispatch_message(self, message: bytes | None) -> None:
        """Hand a message to the receiver, or else to the task that waits for it; None is the end."""
        is_idle = self.waiting is not None and not self.unread
        if is_idle and message is not None and self.receiver is not None and self.receiver.try_handle_now(message):
            return
        self.unread.append(message)
        if self.waiting is not None and not self.waiting.done():
            self.waiting.set_result(None)
        if len(self.unread) > MAX_UNREAD and not self.read_paused and message is not None:
            self.read_paused = True
            self.transport.pause_reading()

    async def receive_text(self) -> bytes | None:
        """Return the next message; None when there are no more."""
        while not self.unread:
            self.waiting = self.loop.create_future()
            try:
                await self.waiting
            finally:
                self.waiting = None
        if self.unread[0] is None:
            return None
        message = self.unread.popleft()
        if self.read_paused and not self.unread:
            self.read_paused = False
            self.transport.resume_reading()
        return message

    def connection_lost(self, exc: Exception | None) -> None:
        """Receive the end."""
        super().connection_lost(exc)
        self.dispatch_message(None)

    # Sending.

    @property
    def can_send(self) -> bool:
        """Whether the other side receives what it is sent."""
        return self.blocked_since is None

    def send_text(self, data: bytes) -> None:
        """Send a message together with all others of this turn of the event loop. Check ``can_send`` first."""
        if self.close_sent or self.disconnected:
            return
        if not self.unsent:
            self.loop.call_soon(self.write_unsent)
        size = len(data)
        if size < 126:
            head = bytes((WHOLE_TEXT, size))
        elif size < 65536:
            head = b"\x81\x7e" + size.to_bytes(2, "big")
        else:
            head = b"\x81\x7f" + size.to_bytes(8, "big")
        self.unsent += (head, data)

    def write_unsent(self) -> None:
        """Write the frames that wait to the network."""
        if self.unsent and not self.disconnected:
            self.transport.write(b"".join(self.unsent))
        self.unsent.clear()

    def pause_writing(self) -> None:
        """Note that the other side has stopped receiving."""
        super().pause_writing()
        self.blocked_since = time.monotonic()

    def resume_writing(self) -> None:
        """Note that the other side receives again, and tell the receiver."""
        super().resume_writing()
        self.blocked_since = None
        if self.receiver is not None:
            self.receiver.handle_writable()

    def end(self, code: int, reason: str) -> None:
        """Close with a reason, and drop the connection if the other side doesn't answer."""
        self.dispatch_message(None)
        if self.close_sent or self.disconnected or self.transport.is_closing():
            return
        self.write_unsent()
        self.conn.send_close(code, reason)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()
        self.close_timer = self.loop.call_later(self.close_timeout, self.transport.abort)

    async def drain_or_abort(self) -> None:
        """Return at once: what was sent has been written, and uvicorn waits for the other side to close."""


def find_frame_end(data: bytes, at: int) -> int:
    """Return where a frame ends that begins at ``at``; beyond the data if its length has not arrived yet."""
    if len(data) - at < 2:
        return len(data) + 1
    length = data[at + 1] & 0x7F
    head = 6 if data[at + 1] & MASKED else 2
    if length < 126:
        return at + head + length
    if length == 127 or len(data) - at < 4:
        return len(data) + 2**20 if length == 127 else len(data) + 1
    return at + head + 2 + int.from_bytes(data[at + 2 : at + 4], "big")
