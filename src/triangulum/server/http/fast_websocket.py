"""The way of messages over a WebSocket: uvicorn's, with a short cut for the many small ones.

Almost everything a client sends is one whole text frame, and almost everything it is sent is one, too. These are read
and written here, without a queue, a task and an event of ASGI for each. Everything else about the protocol – the
handshake, messages in parts, pings, closing, nonsense – is uvicorn's and websockets' affair.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

try:
    from websockets.speedups import apply_mask
except ImportError:
    from websockets.utils import apply_mask

EXTENSION = "triangulum.wire"
"""Where the application finds the wire in the scope."""
MOST_TAKEN = 16
"""Messages that may wait to be looked at before no more are read."""
WHOLE_TEXT = 0x81
CONTROL = (0x89, 0x8A)
"""Pings and pongs."""
MASKED = 0x80


class FastWebSocket(WebSocketsSansIOProtocol):
    """One WebSocket."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.taken: deque[bytes | None] = deque()
        """Messages that nobody has looked at yet; None when there will be no more."""
        self.waiting: asyncio.Future[None] | None = None
        self.at_once: Callable[[bytes], bool] | None = None
        """Called with a message that comes while the next one is waited for; it may see to it, and tells whether it
        does. That is much cheaper than to go on with the task that waits."""
        self.part = b""
        """The beginning of a frame whose end has not come yet."""
        self.plain = True
        """Whether nothing has come yet that is not read here."""
        self.unsent: list[bytes] = []
        """Frames that go out together."""
        self.stuck_since: float | None = None
        """Since when the other side has not taken what it is sent."""
        self.on_room: Callable[[], None] | None = None
        """Called when there is room for more."""

    async def run_asgi(self) -> None:
        """Run the application, which finds us in its scope."""
        extensions: Any = self.scope["extensions"]
        extensions[EXTENSION] = self
        await super().run_asgi()

    # What comes in.

    def data_received(self, data: bytes) -> None:
        """Take whole text frames off what has come, and leave all else to uvicorn."""
        if not (self.plain and self.handshake_complete) or self.close_sent:
            super().data_received(data)
            return
        if self.part:
            data, self.part = self.part + data, b""
        at, size = 0, len(data)
        while at < size:
            end = frame_end(data, at)
            if end > size and end - at <= self.config.ws_max_size:
                self.part = data[at:]
                return
            kind = data[at]
            if end <= size and kind == WHOLE_TEXT and data[at + 1] & MASKED:
                start = at + (6 if data[at + 1] < 0xFE else 8)
                self.take(apply_mask(data[start:end], data[start - 4 : start]))
            elif end <= size and kind in CONTROL:
                super().data_received(data[at:end])
            else:
                self.plain = False
                super().data_received(data[at:])
                return
            at = end

    def send_receive_event_to_app(self) -> None:
        """Take a message that uvicorn has put together."""
        data = b"".join(self.frames)
        self.frames = []
        if not self.close_sent:
            self.take(data)

    def take(self, message: bytes | None) -> None:
        """Put a message where it is waited for."""
        idle = self.waiting is not None and not self.taken
        if idle and message is not None and self.at_once is not None and self.at_once(message):
            return
        self.taken.append(message)
        if self.waiting is not None and not self.waiting.done():
            self.waiting.set_result(None)
        if len(self.taken) > MOST_TAKEN and not self.read_paused and message is not None:
            self.read_paused = True
            self.transport.pause_reading()

    async def message(self) -> bytes | None:
        """Return the next message; None when there are no more."""
        while not self.taken:
            self.waiting = self.loop.create_future()
            try:
                await self.waiting
            finally:
                self.waiting = None
        if self.taken[0] is None:
            return None
        message = self.taken.popleft()
        if self.read_paused and not self.taken:
            self.read_paused = False
            self.transport.resume_reading()
        return message

    def connection_lost(self, exc: Exception | None) -> None:
        """Notice that there will be no more."""
        super().connection_lost(exc)
        self.take(None)

    # What goes out.

    @property
    def has_room(self) -> bool:
        """Whether the other side takes what it is sent."""
        return self.stuck_since is None

    def send_text(self, data: bytes) -> None:
        """Send a message as soon as everything else that is ready to be done is done; whoever calls has seen that there
        is room. What a client is sent together goes out together."""
        if self.close_sent or self.disconnected:
            return
        if not self.unsent:
            self.loop.call_soon(self.send_all)
        size = len(data)
        if size < 126:
            head = bytes((WHOLE_TEXT, size))
        elif size < 65536:
            head = b"\x81\x7e" + size.to_bytes(2, "big")
        else:
            head = b"\x81\x7f" + size.to_bytes(8, "big")
        self.unsent += (head, data)

    def send_all(self) -> None:
        """Send what has come together."""
        if self.unsent and not self.disconnected:
            self.transport.write(b"".join(self.unsent))
        self.unsent.clear()

    def pause_writing(self) -> None:
        """Notice that there is no room for more."""
        super().pause_writing()
        self.stuck_since = time.monotonic()

    def resume_writing(self) -> None:
        """Notice that there is room again."""
        super().resume_writing()
        self.stuck_since = None
        if self.on_room is not None:
            self.on_room()

    def end(self, code: int, reason: str) -> None:
        """Close with a reason, and forget whoever does not answer that."""
        self.take(None)
        if self.close_sent or self.disconnected or self.transport.is_closing():
            return
        self.send_all()
        self.conn.send_close(code, reason)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()
        self.close_timer = self.loop.call_later(self.close_timeout, self.transport.abort)


def frame_end(data: bytes, at: int) -> int:
    """Return where a frame ends that begins somewhere; further than there is, if its length has not come yet."""
    if len(data) - at < 2:
        return len(data) + 1
    length = data[at + 1] & 0x7F
    head = 6 if data[at + 1] & MASKED else 2
    if length < 126:
        return at + head + length
    if length == 127 or len(data) - at < 4:
        return len(data) + 2**20 if length == 127 else len(data) + 1
    return at + head + 2 + int.from_bytes(data[at + 2 : at + 4], "big")
