"""A watcher on a WebSocket: what it sends is checked and done, what happens is sent to it, and nobody waits for it.

Messages to a watcher that does not receive wait in a queue of bounded length. One that does not keep up is closed with
a reason, and asks for what it has missed when it comes back.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter, deque
from functools import partial
from typing import Any, Final

import msgspec
from litestar.connection import WebSocket

from triangulum.server.http.fast_websocket import EXTENSION, FastWebSocket
from triangulum.server.http.limits import Limits
from triangulum.server.ops.logs import error_location, log
from triangulum.server.ops.token_bucket import TokenBucket
from triangulum.server.runtime.commands import CommandHandler
from triangulum.server.runtime.room import Room
from triangulum.table.messages import (
    LARGEST_COMMAND,
    CommandError,
    Done,
    Hint,
    Look,
    OnSocket,
    Play,
    Refused,
    Reply,
    Resume,
)
from triangulum.table.people import Person
from triangulum.table.presenter import Perspective

TOO_SLOW: Final = 4008
TOO_MANY: Final = 4029
REFUSED: Final = 4003
STOPPING: Final = 1012
STOPPING_SECONDS = 2.0
"""How long handlers of sockets may take to end when the server stops."""
STOPPING_STEPS = 100

encode = msgspec.json.Encoder().encode
decoder: msgspec.json.Decoder[OnSocket] = msgspec.json.Decoder(OnSocket)


class JustId(msgspec.Struct):
    """What is looked for in a message that is otherwise wrong."""

    id: str | None = None


class SocketWatcher:
    """One socket, its queue, and who is behind it."""

    def __init__(self, wire: FastWebSocket, person: Person, eyes: Perspective, limits: Limits) -> None:
        self.wire = wire
        self.person = person
        self.eyes = eyes
        self.muted: frozenset[str] = frozenset()
        self.curious = False
        self.limits = limits
        self.bucket = TokenBucket(limits.messages, limits.messages_at_once)
        self.queue: deque[bytes] = deque()
        self.queued = 0
        self.closing = False
        wire.on_room = self.flush

    def send(self, data: bytes) -> None:
        """Send a message, or queue it while the other side does not receive; one that lags too far behind is closed."""
        if self.closing:
            return
        if self.wire.has_room:
            self.wire.send_text(data)
            return
        self.queue.append(data)
        self.queued += len(data)
        if len(self.queue) > self.limits.queue or self.queued > self.limits.queue_bytes:
            self.close(TOO_SLOW, "you receive too slowly; come back and ask for what you have missed")

    def flush(self) -> None:
        """Send what is in the queue, as far as there is room."""
        while self.queue and self.wire.has_room:
            data = self.queue.popleft()
            self.queued -= len(data)
            self.wire.send_text(data)

    def close(self, code: int, reason: str) -> None:
        """Send nothing more, and close."""
        if self.closing:
            return
        self.closing = True
        if code == TOO_SLOW:
            self.queue.clear()
        for data in self.queue:
            self.wire.send_text(data)
        self.wire.end(code, reason)

    def is_stuck(self) -> bool:
        """Tell whether the other side has not received anything for too long."""
        since = self.wire.stuck_since
        return since is not None and time.monotonic() - since > self.limits.send_seconds

    def drop(self) -> None:
        """Close the connection without waiting for anything."""
        self.close(TOO_SLOW, "you receive too slowly")
        self.wire.transport.abort()


class WebSockets:
    """All sockets of a server process."""

    def __init__(self, commands: CommandHandler, limits: Limits) -> None:
        self.commands = commands
        self.rooms = commands.rooms
        self.limits = limits
        self.open: set[SocketWatcher] = set()
        self.addresses: Counter[str] = Counter()

    async def serve(
        self,
        socket: WebSocket[Any, Any, Any],
        table: str,
        person: Person,
        eyes: Perspective,
        after: int | None,
        curious: bool = False,
    ) -> None:
        """Serve one socket from its beginning to its end."""
        address = socket.client.host if socket.client else ""
        await socket.accept()
        if len(self.open) >= self.limits.sockets or self.addresses[address] >= self.limits.sockets_an_address:
            await socket.close(code=TOO_MANY, reason="too many sockets are open")
            return
        watcher = SocketWatcher(wire_of(socket), person, eyes, self.limits)
        watcher.curious = curious
        self.open.add(watcher)
        self.addresses[address] += 1
        live: Room | None = None
        try:
            live = await self.watch(watcher, table, after)
            if live is not None:
                await self.listen(watcher, live)
        finally:
            if live is not None:
                live.remove_watcher(watcher)
                live.send_presence()
            self.open.discard(watcher)
            self.addresses[address] -= 1
            if not self.addresses[address]:
                del self.addresses[address]

    async def watch(self, watcher: SocketWatcher, table: str, after: int | None) -> Room | None:
        """Let a socket watch its table; one that may not is told why and closed."""
        try:
            return await self.rooms.watch(table, watcher, after)
        except CommandError as trouble:
            watcher.send(encode(Refused(id=None, reason=trouble.reason, message=trouble.message)))
            watcher.close(REFUSED, trouble.message)
            return None

    async def listen(self, watcher: SocketWatcher, live: Room) -> None:
        """Do what a socket sends until it is closed, by either side."""
        excess = 0
        watcher.wire.at_once = lambda message: self.move(watcher, live, message)
        while (message := await watcher.wire.message()) is not None:
            if not watcher.bucket.take():
                excess += 1
                if excess > self.limits.excess:
                    watcher.close(TOO_MANY, "too many messages")
                    return
                refused(watcher, live, message, CommandError("too-many", "too many messages; slow down"))
                continue
            await self.obey(watcher, live, message)

    def move(self, watcher: SocketWatcher, live: Room, message: bytes) -> bool:
        """Let a move happen at once if a message is one and nothing is in its way; tell whether it does."""
        try:
            command = read(message)
        except CommandError:
            return False
        if not isinstance(command, Play) or not watcher.bucket.take():
            return False
        reply = partial(reply_to, watcher)
        if self.commands.play_at_once(
            live, command, watcher.person, reply, partial(self.later, watcher, live, command)
        ):
            return True
        watcher.bucket.give_back()
        return False

    def later(self, watcher: SocketWatcher, live: Room, command: OnSocket) -> None:
        """Do what a command asks for beside everything else."""
        self.rooms.tasks.start(self.answer(watcher, live, command))

    async def obey(self, watcher: SocketWatcher, live: Room, message: bytes) -> None:
        """Do what one message asks for, and answer."""
        try:
            command = read(message)
        except CommandError as trouble:
            refused(watcher, live, message, trouble)
            return
        if isinstance(command, Hint):
            # A bot thinks for a while, and the moves of whoever asked do not wait for it.
            self.later(watcher, live, command)
            return
        await self.answer(watcher, live, command)

    async def answer(self, watcher: SocketWatcher, live: Room, command: OnSocket) -> None:
        """Do what a command asks for, and say that it is done or why not."""
        try:
            match command:
                case Look(seat=seat):
                    await self.rooms.look(live, watcher, seat)
                    watcher.send(encode(Done(id=command.id, number=live.table.number)))
                case Resume(after=after):
                    await self.rooms.resume_events(live, watcher, after)
                    watcher.send(encode(Done(id=command.id, number=live.table.number)))
                case _:
                    await self.commands.run(live.table.id, command, watcher.person, partial(reply_to, watcher))
        except CommandError as trouble:
            said = trouble
        except Exception as error:
            # What went wrong may be about secrets, so only its kind and place are told, and only to us.
            log.error("a command failed: %s", error_location(error))
            said = CommandError("broken", "something is wrong with the server; it has been noted")
        else:
            return
        number = live.table.number
        watcher.send(encode(Refused(id=command.id, reason=said.reason, message=said.message, number=number)))

    async def watch_over(self) -> None:
        """Close those who do not receive, again and again; and let go of tables nobody wants."""
        while True:
            await asyncio.sleep(min(5.0, self.limits.send_seconds / 2))
            for watcher in list(self.open):
                if watcher.is_stuck():
                    watcher.drop()
            self.rooms.unload_idle()

    async def close(self) -> None:
        """Close all sockets with a reason."""
        for watcher in list(self.open):
            watcher.close(STOPPING, "the server is stopping")
        # What has been sent goes out, and handlers end, before anything else is closed.
        for _ in range(STOPPING_STEPS):
            if not self.open:
                return
            await asyncio.sleep(STOPPING_SECONDS / STOPPING_STEPS)


def reply_to(watcher: SocketWatcher, reply: Reply) -> None:
    """Send somebody what became of their command."""
    watcher.send(encode(reply))


def read(message: bytes) -> OnSocket:
    """Return the command that a message is, or raise Trouble."""
    if len(message) > LARGEST_COMMAND:
        raise CommandError("too-large", f"a message has at most {LARGEST_COMMAND} bytes")
    try:
        return decoder.decode(message)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise CommandError("malformed", f"this is no command: {error}") from None


def refused(watcher: SocketWatcher, live: Room, message: bytes, trouble: CommandError) -> None:
    """Answer a message that was not even looked at, with its id if it has one."""
    id = None
    if len(message) <= LARGEST_COMMAND:
        try:
            id = msgspec.json.decode(message, type=JustId).id
        except (msgspec.MsgspecError, ValueError, RecursionError):
            id = None
    refusal = Refused(id=id and id[:64], reason=trouble.reason, message=trouble.message, number=live.table.number)
    watcher.send(encode(refusal))


def wire_of(socket: WebSocket[Any, Any, Any]) -> FastWebSocket:
    """Return the wire of a socket, which ``running.build_server`` sees to."""
    wire = (socket.scope.get("extensions") or {}).get(EXTENSION)
    assert isinstance(wire, FastWebSocket)
    return wire
