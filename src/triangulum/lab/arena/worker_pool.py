"""The processes in which an arena's games are played, seen from outside: started, watched, ended and replaced.

``play_game`` is what an executor is given to do. It watches a process of its own while a game is played there, so it
does not matter whether the executor works in threads or in processes.
"""

from __future__ import annotations

import json
import mmap
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import BinaryIO, Final

import msgspec

from triangulum.errors import TriangulumError
from triangulum.lab.arena.worker_protocol import NOBODY, TURN, Order, Outcome, Refusal, failed, receive, send

START: Final = (
    "import sys, json; sys.path[:] = json.loads(sys.argv[1]); from triangulum.lab.arena.worker import main; main({!r})"
)
SLOWEST_START: Final = 120.0
"""Seconds within which a process that plays games must have come up, and have got a game ready."""
PAUSE: Final = 0.2
"""Seconds between two looks at who is thinking."""
TRIES: Final = 3
"""How often a game is begun anew whose process somebody else has ended."""
GRACE: Final = 1.0
"""Seconds that a process without work has for ending by itself."""


class Ticket(msgspec.Struct, frozen=True, kw_only=True):
    """A game to be played, as an executor is given it."""

    arena: str
    """Whose processes play it."""
    order: Order
    patience: float
    """Seconds after which a bot that has not answered has failed."""


class Closed(Exception):
    """The arena is over."""


class Table:
    """A process that plays games."""

    def __init__(self) -> None:
        self.complaints = tempfile.TemporaryFile()  # noqa: SIM115  closed together with the process
        with tempfile.NamedTemporaryFile(prefix="triangulum-", delete=False) as file:
            file.write(TURN.pack(NOBODY, 0))
            file.flush()
            self.file = Path(file.name)
            self.shared = mmap.mmap(file.fileno(), TURN.size)
        self.process = subprocess.Popen(
            [
                sys.executable,
                "-P",
                "-c",
                START.format(str(self.file)),
                json.dumps([os.path.abspath(p) for p in sys.path]),
            ],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.complaints,
            # Ctrl-C is for the arena, and whatever a bot starts ends with the process.
            start_new_session=True,
        )
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.orders: BinaryIO = self.process.stdin  # type: ignore[assignment]
        self.replies: SimpleQueue[bytes | None] = SimpleQueue()
        self.listener = Thread(target=listen, args=(self.process.stdout, self.replies), daemon=True)
        self.listener.start()
        self.ending = Lock()
        self.alive = True

    def wait_until_ready(self) -> None:
        """Wait until the process has come up, or raise TriangulumError."""
        with suppress(Empty):
            if self.replies.get(timeout=SLOWEST_START) is not None:
                return
        self.end()
        self.complaints.seek(0)
        said = self.complaints.read().decode(errors="replace").strip().splitlines()
        raise TriangulumError(f"a process for playing games does not start: {said[-1] if said else 'it says nothing'}")

    def turn(self) -> tuple[int, int]:
        """Return whose bot thinks or thought last, and a number that changes with every turn."""
        seat, number = TURN.unpack(self.shared[: TURN.size])
        return seat, number

    def play(self, order: Order, patience: float) -> Outcome | Refusal | None:
        """Let a game be played, and end the process if a bot takes too long; None if the process was ended by others.

        Whoever thought last answers for what happens between two bots' turns: a thread it left may have done it.
        """
        self.shared[: TURN.size] = TURN.pack(NOBODY, 0)
        with suppress(OSError):  # of a process that has died since its last game, which shows next
            send(self.orders, order)
        last, since = self.turn(), time.monotonic()
        while True:
            try:
                content = self.replies.get(timeout=min(PAUSE, patience / 4))
            except Empty:
                turn, now = self.turn(), time.monotonic()
                if turn != last:
                    last, since = turn, now
                elif now - since > (SLOWEST_START if turn[0] == NOBODY else patience):
                    return self.given_up(order, f"thought for more than {patience:g} seconds")
                continue
            if content is None:
                return self.given_up(order, "ended the process that it played in")
            try:
                return msgspec.json.decode(content, type=Outcome | Refusal)
            except msgspec.MsgspecError:
                return self.given_up(order, "wrote into the arena's own papers")

    def given_up(self, order: Order, why: str) -> Outcome | None:
        """End the process, and say whose fault that was; None if no bot had been asked anything."""
        self.end()
        seat, _ = self.turn()
        return failed(seat, why, len(order.bots)) if 0 <= seat < len(order.bots) else None

    def close(self) -> None:
        """Let a process without work end by itself, or end it."""
        with suppress(OSError):
            self.orders.close()
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(GRACE)
        self.end()

    def end(self) -> None:
        """End the process, and all that its bots have started."""
        with self.ending:
            if not self.alive:
                return
            self.alive = False
        with suppress(OSError):
            if os.name == "posix":
                os.killpg(self.process.pid, signal.SIGKILL)
            else:
                self.process.kill()
        self.process.wait()
        with suppress(OSError):
            self.orders.close()
        with suppress(OSError):
            self.file.unlink()


def listen(source: BinaryIO, replies: SimpleQueue[bytes | None]) -> None:
    """Pass on what a process says, and None at its end."""
    while (content := receive(source)) is not None:
        replies.put(content)
    replies.put(None)
    source.close()


class Tables:
    """All such processes that this one has started, by arena."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.idle: dict[str, list[Table]] = defaultdict(list)
        self.busy: dict[str, set[Table]] = defaultdict(set)
        self.closed: set[str] = set()

    def take(self, arena: str) -> Table:
        """Return a process without work, a new one if there is none."""
        with self.lock:
            # What another arena has left here may hold an older version of somebody's bot.
            others = [table for name in list(self.idle) if name != arena for table in self.idle.pop(name)]
            if arena in self.closed:
                raise Closed
            table = self.idle[arena].pop() if self.idle[arena] else None
            fresh = table is None
            if table is None:
                table = Table()
            self.busy[arena].add(table)
        for other in others:
            other.close()
        if fresh:
            try:
                table.wait_until_ready()
            except TriangulumError:
                self.drop(arena, table)
                raise
        return table

    def give_back(self, arena: str, table: Table) -> None:
        """Keep a process for the next game."""
        with self.lock:
            self.busy[arena].discard(table)
            if arena not in self.closed:
                self.idle[arena].append(table)
                return
        table.end()

    def drop(self, arena: str, table: Table) -> None:
        """End a process that is not to be trusted any more."""
        with self.lock:
            self.busy[arena].discard(table)
            closed = arena in self.closed
        table.end()
        if closed:
            raise Closed

    def close(self, arena: str) -> None:
        """End all processes of an arena, at once where they play."""
        with self.lock:
            self.closed.add(arena)
            busy, idle = self.busy.pop(arena, set()), self.idle.pop(arena, [])
        for table in busy:
            table.end()
        for table in idle:
            table.close()


TABLES: Final = Tables()


def play_game(ticket: Ticket) -> Outcome:
    """Play a game in a process that can be ended; raise TriangulumError if it cannot be played through nobody's fault.

    A process in which a bot has failed is replaced by a new one.
    """
    for _ in range(TRIES):
        table = TABLES.take(ticket.arena)
        try:
            reply = table.play(ticket.order, ticket.patience)
        except BaseException:
            TABLES.drop(ticket.arena, table)
            raise
        if isinstance(reply, Outcome) and reply.at_fault is None:
            TABLES.give_back(ticket.arena, table)
            return reply
        TABLES.drop(ticket.arena, table)
        if isinstance(reply, Refusal):
            raise TriangulumError(f"a game could not be played: {reply.why}")
        if reply is not None:
            return reply
    raise TriangulumError("a game could not be played: its process was ended again and again, by none of the bots")
