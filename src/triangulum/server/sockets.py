"""A watcher on a WebSocket: what it sends is checked and done, what happens is sent to it, and nobody waits for it.

Messages to a watcher wait in a queue of bounded length. One that does not keep up is closed with a reason, and asks for
what it has missed when it comes back.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter, deque
from typing import Any, Final

import msgspec
from litestar.connection import WebSocket

from triangulum.server.guard import Bucket, Limits
from triangulum.server.live import Live
from triangulum.server.lobby import Lobby
from triangulum.server.logs import log, where
from triangulum.server.messages import (
    LARGEST_COMMAND,
    Done,
    Hint,
    Look,
    OnSocket,
    Refused,
    Resume,
    Trouble,
)
from triangulum.server.people import Person
from triangulum.server.showing import Eyes

TOO_SLOW: Final = 4008
TOO_MANY: Final = 4029
REFUSED: Final = 4003
STOPPING: Final = 1012

encode = msgspec.json.Encoder().encode
decoder: msgspec.json.Decoder[OnSocket] = msgspec.json.Decoder(OnSocket)


class JustId(msgspec.Struct):
    """What is looked for in a message that is otherwise wrong."""

    id: str | None = None


class SocketWatcher:
    """One socket, its queue, and who is behind it."""

    def __init__(self, socket: WebSocket[Any, Any, Any], person: Person, eyes: Eyes, limits: Limits) -> None:
        self.socket = socket
        self.person = person
        self.eyes = eyes
        self.muted: frozenset[str] = frozenset()
        self.curious = False
        self.limits = limits
        self.queue: deque[bytes] = deque()
        self.queued = 0
        self.wake = asyncio.Event()
        self.sending_since: float | None = None
        self.closing: tuple[int, str] | None = None
        self.pump: asyncio.Task[None] | None = None
        self.listening: asyncio.Task[Any] | None = None
        """Who waits for the next message."""

    def send(self, data: bytes) -> None:
        """Put a message into the queue; one that has grown too long is emptied, and the socket closed."""
        if self.closing is not None:
            return
        self.queue.append(data)
        self.queued += len(data)
        if len(self.queue) > self.limits.queue or self.queued > self.limits.queue_bytes:
            self.close(TOO_SLOW, "you receive too slowly; come back and ask for what you have missed")
            return
        self.wake.set()

    def close(self, code: int, reason: str) -> None:
        """Send nothing more, and close."""
        if self.closing is None:
            self.closing = (code, reason)
        if code == TOO_SLOW:
            self.queue.clear()
        self.wake.set()

    def stop_listening(self) -> None:
        """Wait for no more messages."""
        if self.listening is not None:
            self.listening.cancel()

    async def send_on(self) -> None:
        """Send what is in the queue until the socket is closed."""
        while True:
            while self.queue:
                data = self.queue.popleft()
                self.queued -= len(data)
                self.sending_since = time.monotonic()
                await self.socket.send_data(data.decode(), mode="text")
            self.sending_since = None
            if self.closing is not None:
                code, reason = self.closing
                self.sending_since = time.monotonic()
                await self.socket.close(code=code, reason=reason)
                self.stop_listening()
                return
            self.wake.clear()
            await self.wake.wait()


class Sockets:
    """All sockets of a server process."""

    def __init__(self, lobby: Lobby, limits: Limits) -> None:
        self.lobby = lobby
        self.limits = limits
        self.open: set[SocketWatcher] = set()
        self.addresses: Counter[str] = Counter()

    async def serve(
        self,
        socket: WebSocket[Any, Any, Any],
        table: str,
        person: Person,
        eyes: Eyes,
        after: int | None,
        curious: bool = False,
    ) -> None:
        """Serve one socket from its beginning to its end."""
        address = socket.client.host if socket.client else ""
        await socket.accept()
        if len(self.open) >= self.limits.sockets or self.addresses[address] >= self.limits.sockets_an_address:
            await socket.close(code=TOO_MANY, reason="too many sockets are open")
            return
        watcher = SocketWatcher(socket, person, eyes, self.limits)
        watcher.curious = curious
        self.open.add(watcher)
        self.addresses[address] += 1
        watcher.pump = asyncio.get_running_loop().create_task(watcher.send_on())
        watcher.pump.add_done_callback(forget_errors)
        live: Live | None = None
        try:
            live = await self.watch(watcher, table, after)
            if live is not None:
                await self.listen(watcher, live)
        finally:
            if live is not None:
                live.remove(watcher)
                live.tell_present()
            self.open.discard(watcher)
            self.addresses[address] -= 1
            if not self.addresses[address]:
                del self.addresses[address]
            if watcher.closing is None:
                watcher.pump.cancel()
            await asyncio.wait([watcher.pump], timeout=self.limits.send_seconds)

    async def watch(self, watcher: SocketWatcher, table: str, after: int | None) -> Live | None:
        """Let a socket watch its table; one that may not is told why and closed."""
        try:
            return await self.lobby.watch(table, watcher, after)
        except Trouble as trouble:
            watcher.send(encode(Refused(id=None, reason=trouble.reason, message=trouble.message)))
            watcher.close(REFUSED, trouble.message)
            return None

    async def listen(self, watcher: SocketWatcher, live: Live) -> None:
        """Do what a socket sends until it is closed, by either side."""
        bucket = Bucket(self.limits.messages, self.limits.messages_at_once)
        excess = 0
        while watcher.closing is None:
            message = await self.received(watcher)
            if message is None:
                return
            if not bucket.take():
                excess += 1
                if excess > self.limits.excess:
                    watcher.close(TOO_MANY, "too many messages")
                    return
                refused(watcher, live, message, Trouble("too-many", "too many messages; slow down"))
                continue
            await self.obey(watcher, live, message)

    async def received(self, watcher: SocketWatcher) -> bytes | None:
        """Return the next message; None when the socket is closed."""
        watcher.listening = asyncio.current_task()
        try:
            event: Any = await watcher.socket.receive()
        except asyncio.CancelledError:
            if watcher.closing is None:
                raise
            # We have closed the socket ourselves; nobody else wants this task to end.
            if watcher.listening is not None:
                watcher.listening.uncancel()
            return None
        finally:
            watcher.listening = None
        if event["type"] != "websocket.receive":
            return None
        text = event.get("text")
        return text.encode("utf-8", "surrogatepass") if text is not None else event.get("bytes") or b""

    async def obey(self, watcher: SocketWatcher, live: Live, message: bytes) -> None:
        """Do what one message asks for, and answer."""
        try:
            command = read(message)
        except Trouble as trouble:
            refused(watcher, live, message, trouble)
            return
        if isinstance(command, Hint):
            # A bot thinks for a while, and the moves of whoever asked do not wait for it.
            self.lobby.chore(self.answer(watcher, live, command))
            return
        await self.answer(watcher, live, command)

    async def answer(self, watcher: SocketWatcher, live: Live, command: OnSocket) -> None:
        """Do what a command asks for, and say that it is done or why not."""
        try:
            match command:
                case Look(seat=seat):
                    await self.lobby.look(live, watcher, seat)
                    watcher.send(encode(Done(id=command.id, number=live.table.number)))
                case Resume(after=after):
                    await self.lobby.resume_events(live, watcher, after)
                    watcher.send(encode(Done(id=command.id, number=live.table.number)))
                case _:
                    await self.lobby.command(
                        live.table.id, command, watcher.person, lambda reply: watcher.send(encode(reply))
                    )
        except Trouble as trouble:
            said = trouble
        except Exception as error:
            # What went wrong may be about secrets, so only its kind and place are told, and only to us.
            log.error("a command failed: %s", where(error))
            said = Trouble("broken", "something is wrong with the server; it has been noted")
        else:
            return
        number = live.table.number
        watcher.send(encode(Refused(id=command.id, reason=said.reason, message=said.message, number=number)))

    async def watch_over(self) -> None:
        """Close those who do not receive, again and again; and let go of tables nobody wants."""
        while True:
            await asyncio.sleep(min(5.0, self.limits.send_seconds / 2))
            for watcher in list(self.open):
                since = watcher.sending_since
                if since is not None and time.monotonic() - since > self.limits.send_seconds and watcher.pump:
                    watcher.close(TOO_SLOW, "you receive too slowly")
                    watcher.pump.cancel()
                    watcher.stop_listening()
            self.lobby.forget_idle()

    async def close(self) -> None:
        """Close all sockets with a reason."""
        for watcher in self.open:
            watcher.close(STOPPING, "the server is stopping")
        pumps = [watcher.pump for watcher in self.open if watcher.pump is not None]
        if pumps:
            await asyncio.wait(pumps, timeout=2.0)


def read(message: bytes) -> OnSocket:
    """Return the command that a message is, or raise Trouble."""
    if len(message) > LARGEST_COMMAND:
        raise Trouble("too-large", f"a message has at most {LARGEST_COMMAND} bytes")
    try:
        return decoder.decode(message)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise Trouble("malformed", f"this is no command: {error}") from None


def refused(watcher: SocketWatcher, live: Live, message: bytes, trouble: Trouble) -> None:
    """Answer a message that was not even looked at, with its id if it has one."""
    id = None
    if len(message) <= LARGEST_COMMAND:
        try:
            id = msgspec.json.decode(message, type=JustId).id
        except (msgspec.MsgspecError, ValueError, RecursionError):
            id = None
    refusal = Refused(id=id and id[:64], reason=trouble.reason, message=trouble.message, number=live.table.number)
    watcher.send(encode(refusal))


def forget_errors(task: asyncio.Task[None]) -> None:
    """Take notice of how a pump has ended; a socket that is gone is nothing to report."""
    if not task.cancelled():
        task.exception()
