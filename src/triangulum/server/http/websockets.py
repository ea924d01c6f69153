"""Watchers on WebSockets: what they send is checked and run, what happens is sent to them, and nobody waits for them.

Messages to a watcher that doesn't receive wait in a queue of bounded length. One that doesn't keep up is closed with a
reason, and asks for what it has missed when it comes back.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter, deque
from functools import partial
from typing import Any, Final, NamedTuple

import msgspec
from litestar.connection import WebSocket

from triangulum.server.http.connections import Connection, find_connection
from triangulum.server.http.limits import Limits
from triangulum.server.ops.logs import error_location, log
from triangulum.server.ops.token_bucket import TokenBucket
from triangulum.server.runtime.commands import CommandHandler
from triangulum.server.runtime.room import Room
from triangulum.server.sentences import message as server_message
from triangulum.table.commands import MAX_COMMAND_BYTES, ChangePerspective, Hint, Play, Resume, SocketCommand
from triangulum.table.messages import PROTOCOL_VERSION, CommandError, Done, Refused, Welcome
from triangulum.table.people import Person
from triangulum.table.presenter import Perspective
from triangulum.text import Reader, Text

TOO_SLOW: Final = 4008
TOO_MANY: Final = 4029
REFUSED: Final = 4003
STOPPING: Final = 1012
MAX_REASON_BYTES: Final = 123
"""How long the reason in a close frame can be; from RFC 6455."""
STOPPING_SECONDS = 2.0
"""How long the handlers of sockets may take to end when the server stops."""
STOPPING_STEPS = 100

encode = msgspec.json.Encoder().encode
decoder: msgspec.json.Decoder[SocketCommand] = msgspec.json.Decoder(SocketCommand)


class IdOnly(msgspec.Struct):
    """What is looked for in a message that is otherwise wrong."""

    id: str | None = None


class WatchRequest(NamedTuple):
    """What a client wants to watch when it opens a socket."""

    table_id: str
    person: Person
    perspective: Perspective
    after: int | None
    """The number of the last update it has; None for a snapshot."""
    wants_presence: bool = False


class SocketWatcher:
    """A watcher on a socket, and the queue of messages to it."""

    def __init__(self, connection: Connection, request: WatchRequest, limits: Limits) -> None:
        self.connection = connection
        self.person = request.person
        self.perspective = request.perspective
        self.wants_presence = request.wants_presence
        self.muted: frozenset[str] = frozenset()
        self.limits = limits
        self.bucket = TokenBucket(limits.messages, limits.messages_at_once)
        self.queue: deque[bytes] = deque()
        self.queued_bytes = 0
        self.is_closing = False

    def send(self, data: bytes) -> None:
        """Send a message, or queue it while the other side doesn't receive; close one that lags too far behind."""
        if self.is_closing:
            return
        if not self.queue and self.connection.can_send:
            self.connection.send_text(data)
            return
        self.queue.append(data)
        self.queued_bytes += len(data)
        if len(self.queue) > self.limits.queue or self.queued_bytes > self.limits.queue_bytes:
            self.close(TOO_SLOW, server_message("too-slow"))

    def send_message(self, message: msgspec.Struct) -> None:
        """Encode and send a message."""
        self.send(encode(message))

    def flush_queue(self) -> None:
        """Send what is queued, as far as the other side receives."""
        while self.queue and self.connection.can_send:
            data = self.queue.popleft()
            self.queued_bytes -= len(data)
            self.connection.send_text(data)

    def close(self, code: int, reason: Text) -> None:
        """Close with a reason, and send nothing more."""
        if self.is_closing:
            return
        self.is_closing = True
        if code == TOO_SLOW:
            self.queue.clear()
        for data in self.queue:
            self.connection.send_text(data)
        self.connection.end(code, render_close_reason(reason, self.perspective.language))

    def is_stuck(self) -> bool:
        """Return whether the other side has not received anything for too long."""
        since = self.connection.blocked_since
        return since is not None and time.monotonic() - since > self.limits.send_seconds

    def drop(self) -> None:
        """Close the connection without waiting for anything."""
        self.close(TOO_SLOW, server_message("too-slow"))
        self.connection.abort()


class WebSockets:
    """All sockets of a server process."""

    def __init__(self, commands: CommandHandler, limits: Limits) -> None:
        self.commands = commands
        self.rooms = commands.rooms
        self.limits = limits
        self.open: set[SocketWatcher] = set()
        self.count_by_address: Counter[str] = Counter()

    async def serve(self, socket: WebSocket[Any, Any, Any], request: WatchRequest) -> None:
        """Serve a socket from its beginning to its end."""
        address = socket.client.host if socket.client else ""
        await socket.accept()
        if len(self.open) >= self.limits.sockets or self.count_by_address[address] >= self.limits.sockets_an_address:
            reason = server_message("too-many-connections")
            await socket.close(code=TOO_MANY, reason=render_close_reason(reason, request.perspective.language))
            return
        watcher = SocketWatcher(find_connection(socket), request, self.limits)
        watcher.send_message(Welcome(protocol=PROTOCOL_VERSION))
        self.open.add(watcher)
        self.count_by_address[address] += 1
        try:
            try:
                await self.watch_and_listen(watcher, request)
            finally:
                await watcher.connection.drain_or_abort()
        finally:
            self.open.discard(watcher)
            self.count_by_address[address] -= 1
            if not self.count_by_address[address]:
                del self.count_by_address[address]

    async def watch_and_listen(self, watcher: SocketWatcher, request: WatchRequest) -> None:
        """Let a socket watch its table and run what it sends; one that may not watch is told why and closed."""
        try:
            room = await self.rooms.watch(request.table_id, watcher, request.after)
        except CommandError as error:
            message = Reader(request.perspective.language).render(error.message)
            watcher.send_message(Refused(id=None, reason=error.reason, message=message))
            watcher.close(REFUSED, message)
            # Returning would cut the connection off before the reason is sent.
            await watcher.connection.receive_text()
            return
        try:
            await SocketListener(self.commands, watcher, room).listen_until_closed()
        finally:
            room.remove_watcher(watcher)
            room.send_presence_if_changed()

    async def close_stuck_and_unload_idle_forever(self) -> None:
        """Close sockets that don't receive, and unload tables that nobody uses, again and again."""
        while True:
            await asyncio.sleep(min(5.0, self.limits.send_seconds / 2))
            for watcher in list(self.open):
                if watcher.is_stuck():
                    watcher.drop()
            self.rooms.unload_idle()

    async def close(self) -> None:
        """Close all sockets with a reason."""
        for watcher in list(self.open):
            watcher.close(STOPPING, server_message("server-stopping"))
        # What has been sent goes out, and handlers end, before anything else is closed.
        for _ in range(STOPPING_STEPS):
            if not self.open:
                return
            await asyncio.sleep(STOPPING_SECONDS / STOPPING_STEPS)


class SocketListener:
    """Runs what a watcher sends."""

    def __init__(self, commands: CommandHandler, watcher: SocketWatcher, room: Room) -> None:
        self.commands = commands
        self.rooms = commands.rooms
        self.watcher = watcher
        self.room = room
        self.num_excess = 0
        """Messages that came too fast."""

    async def listen_until_closed(self) -> None:
        """Run what a socket sends until it is closed, by either side."""
        self.watcher.connection.attach(self)
        # There may have been room already before anybody was told.
        self.watcher.flush_queue()
        while (message := await self.watcher.connection.receive_text()) is not None:
            if self.watcher.bucket.try_take_token():
                await self.handle_message(message)
                continue
            self.num_excess += 1
            if self.num_excess > self.watcher.limits.excess:
                self.watcher.close(TOO_MANY, server_message("too-many-messages"))
                return
            self.refuse(find_command_id(message), CommandError("too-many", server_message("too-many-messages")))

    def try_handle_now(self, message: bytes) -> bool:
        """Run a move at once if nothing is in its way; return whether it was run."""
        try:
            command = decode_command(message)
        except CommandError:
            return False
        if not isinstance(command, Play) or not self.watcher.bucket.try_take_token():
            return False
        if self.commands.try_run_now(
            self.room, command, self.watcher.person, self.watcher.send_message, partial(self.start, command)
        ):
            return True
        self.watcher.bucket.give_back()
        return False

    def handle_writable(self) -> None:
        """Send what is queued: the other side receives again."""
        self.watcher.flush_queue()

    async def handle_message(self, message: bytes) -> None:
        """Run the command that a message holds, and reply."""
        try:
            command = decode_command(message)
        except CommandError as error:
            self.refuse(find_command_id(message), error)
            return
        if isinstance(command, Hint):
            # A bot thinks for a while, and the moves of whoever asked don't wait for it.
            self.start(command)
        else:
            await self.run(command)

    def start(self, command: SocketCommand) -> None:
        """Run a command in the background."""
        self.rooms.tasks.start(self.run(command))

    async def run(self, command: SocketCommand) -> None:
        """Run a command, and say that it is done or why not."""
        try:
            match command:
                case ChangePerspective(seat=seat):
                    await self.change_perspective(seat)
                case Resume(after=after):
                    async with self.rooms.locked(self.room.table.id) as room:
                        room.send_missed_updates(self.watcher, after)
                case _:
                    await self.commands.run(
                        self.room.table.id,
                        command,
                        self.watcher.person,
                        self.watcher.send_message,
                        self.watcher.perspective.language,
                    )
                    return
            self.watcher.send_message(Done(id=command.id, number=self.room.table.number))
        except CommandError as error:
            self.refuse(command.id, error)
        except Exception as error:
            # Its message may contain secrets, so only its type and place are logged, and nothing is sent.
            log.error("a command failed: %s", error_location(error))
            self.refuse(command.id, CommandError("internal", server_message("server-failed")))

    async def change_perspective(self, seat: int | None) -> None:
        """Show the watcher the table from another seat."""
        async with self.rooms.locked(self.room.table.id, self.watcher.person, seat) as room:
            room.change_perspective(self.watcher, seat)

    def refuse(self, command_id: str | None, error: CommandError) -> None:
        """Say why a command was not run."""
        message = Reader(self.watcher.perspective.language).render(error.message)
        number = self.room.table.number
        self.watcher.send_message(Refused(id=command_id, reason=error.reason, message=message, number=number))


def render_close_reason(reason: Text, language: str) -> str:
    """Return why a socket is closed, as far as it fits into a close frame."""
    data = Reader(language).render(reason).encode()
    return data[:MAX_REASON_BYTES].decode(errors="ignore")


def decode_command(message: bytes) -> SocketCommand:
    """Return the command that a message holds, or raise CommandError."""
    if len(message) > MAX_COMMAND_BYTES:
        raise CommandError("too-large", server_message("message-too-large", max=MAX_COMMAND_BYTES))
    try:
        return decoder.decode(message)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise CommandError("malformed", server_message("not-a-command", problem=str(error))) from None


def find_command_id(message: bytes) -> str | None:
    """Return the id in a message that is otherwise wrong; None if it has none."""
    if len(message) > MAX_COMMAND_BYTES:
        return None
    try:
        command_id = msgspec.json.decode(message, type=IdOnly).id
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return None
    return command_id and command_id[:64]
