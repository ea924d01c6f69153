"""The processes in which an arena's games are played, seen from outside: started, watched, ended and replaced.

``play_game_in_worker`` is what an executor is given to do. It watches a process of its own while a game is played
there, so it does not matter whether the executor works in threads or in processes.
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
from triangulum.lab.arena.worker_protocol import (
    NO_SEAT,
    TURN_STRUCT,
    GameOrder,
    GameOutcome,
    OrderRefusal,
    make_bot_failure_outcome,
    receive_message,
    send_message,
)

START_CODE: Final = "import sys, json; sys.path[:] = json.loads(sys.argv[1]); from triangulum.lab.arena.worker import run_worker_process; run_worker_process({!r})"
START_TIMEOUT: Final = 120.0
"""Seconds within which a process that plays games must have come up, and have got a game ready."""
POLL_INTERVAL: Final = 0.2
"""Seconds between two looks at who is thinking."""
MAX_TRIES: Final = 3
"""How often a game is begun anew whose process somebody else has ended."""
EXIT_SECONDS: Final = 1.0
"""Seconds that a process without work has for ending by itself."""


class GameTask(msgspec.Struct, frozen=True, kw_only=True):
    """A game to be played, as an executor is given it."""

    arena_id: str
    """Whose processes play it."""
    order: GameOrder
    patience: float
    """Seconds after which a bot that has not answered has failed."""


class WorkerClosedError(Exception):
    """The arena is over."""


class WorkerProcess:
    """A worker, seen from outside: a process that plays games, and may be killed."""

    def __init__(self) -> None:
        self.stderr_file = tempfile.TemporaryFile()  # noqa: SIM115  closed together with the process
        with tempfile.NamedTemporaryFile(prefix="triangulum-", delete=False) as file:
            file.write(TURN_STRUCT.pack(NO_SEAT, 0))
            file.flush()
            self.turn_marker_file = Path(file.name)
            self.turn_memory = mmap.mmap(file.fileno(), TURN_STRUCT.size)
        self.process = subprocess.Popen(
            [
                sys.executable,
                "-P",
                "-c",
                START_CODE.format(str(self.turn_marker_file)),
                json.dumps([os.path.abspath(p) for p in sys.path]),
            ],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.stderr_file,
            # Ctrl-C is for the arena, and whatever a bot starts ends with the process.
            start_new_session=True,
        )
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.orders: BinaryIO = self.process.stdin  # type: ignore[assignment]
        self.replies: SimpleQueue[bytes | None] = SimpleQueue()
        self.listener = Thread(target=forward_replies, args=(self.process.stdout, self.replies), daemon=True)
        self.listener.start()
        self.end_lock = Lock()
        self.alive = True

    def wait_until_ready(self) -> None:
        """Wait until the process has come up, or raise TriangulumError."""
        with suppress(Empty):
            if self.replies.get(timeout=START_TIMEOUT) is not None:
                return
        self.kill()
        self.stderr_file.seek(0)
        lines = self.stderr_file.read().decode(errors="replace").strip().splitlines()
        raise TriangulumError(
            f"a process for playing games does not start: {lines[-1] if lines else 'it says nothing'}"
        )

    def read_turn(self) -> tuple[int, int]:
        """Return the seat whose bot thinks or thought last, and a number that changes with every turn."""
        seat, number = TURN_STRUCT.unpack(self.turn_memory[: TURN_STRUCT.size])
        return seat, number

    def play_order(self, order: GameOrder, patience: float) -> GameOutcome | OrderRefusal | None:
        """Let a game be played, and end the process if a bot takes too long; None if the process was ended by others.

        Whoever thought last answers for what happens between two bots' turns: a thread it left may have done it.
        """
        self.turn_memory[: TURN_STRUCT.size] = TURN_STRUCT.pack(NO_SEAT, 0)
        with suppress(OSError):  # of a process that has died since its last game, which shows next
            send_message(self.orders, order)
        last, since = self.read_turn(), time.monotonic()
        while True:
            try:
                content = self.replies.get(timeout=min(POLL_INTERVAL, patience / 4))
            except Empty:
                turn, now = self.read_turn(), time.monotonic()
                if turn != last:
                    last, since = turn, now
                elif now - since > (START_TIMEOUT if turn[0] == NO_SEAT else patience):
                    return self.kill_and_blame_bot(order, f"thought for more than {patience:g} seconds")
                continue
            if content is None:
                return self.kill_and_blame_bot(order, "ended the process that it played in")
            try:
                return msgspec.json.decode(content, type=GameOutcome | OrderRefusal)
            except msgspec.MsgspecError:
                return self.kill_and_blame_bot(order, "wrote into the arena's own papers")

    def kill_and_blame_bot(self, order: GameOrder, why: str) -> GameOutcome | None:
        """Kill the process and return the outcome that says whose fault it was; None if no bot had been asked yet."""
        self.kill()
        seat, _ = self.read_turn()
        return make_bot_failure_outcome(seat, why, len(order.bots)) if 0 <= seat < len(order.bots) else None

    def shut_down(self) -> None:
        """Ask an idle process to end, and kill it if it does not."""
        with suppress(OSError):
            self.orders.close()
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(EXIT_SECONDS)
        self.kill()

    def kill(self) -> None:
        """End the process, and all that its bots have started."""
        with self.end_lock:
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
            self.turn_marker_file.unlink()


def forward_replies(source: BinaryIO, replies: SimpleQueue[bytes | None]) -> None:
    """Put every reply of a worker into a queue, and None at its end."""
    while (content := receive_message(source)) is not None:
        replies.put(content)
    replies.put(None)
    source.close()


class WorkerPool:
    """The workers that this process has started, by arena."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.idle_workers: dict[str, list[WorkerProcess]] = defaultdict(list)
        self.busy_workers: dict[str, set[WorkerProcess]] = defaultdict(set)
        self.closed_arenas: set[str] = set()

    def acquire_worker(self, arena_id: str) -> WorkerProcess:
        """Return an idle worker of an arena, or start one."""
        with self.lock:
            # What another arena has left here may hold an older version of somebody's bot.
            stale_workers = [
                worker for name in list(self.idle_workers) if name != arena_id for worker in self.idle_workers.pop(name)
            ]
            if arena_id in self.closed_arenas:
                raise WorkerClosedError
            worker = self.idle_workers[arena_id].pop() if self.idle_workers[arena_id] else None
            is_new = worker is None
            if worker is None:
                worker = WorkerProcess()
            self.busy_workers[arena_id].add(worker)
        for stale in stale_workers:
            stale.shut_down()
        if is_new:
            try:
                worker.wait_until_ready()
            except TriangulumError:
                self.discard_worker(arena_id, worker)
                raise
        return worker

    def release_worker(self, arena_id: str, worker: WorkerProcess) -> None:
        """Return a worker to the idle ones, for the next game."""
        with self.lock:
            self.busy_workers[arena_id].discard(worker)
            if arena_id not in self.closed_arenas:
                self.idle_workers[arena_id].append(worker)
                return
        worker.kill()

    def discard_worker(self, arena_id: str, worker: WorkerProcess) -> None:
        """Kill a worker that cannot be trusted any more."""
        with self.lock:
            self.busy_workers[arena_id].discard(worker)
            closed = arena_id in self.closed_arenas
        worker.kill()
        if closed:
            raise WorkerClosedError

    def close_arena(self, arena_id: str) -> None:
        """End all workers of an arena, at once where they play."""
        with self.lock:
            self.closed_arenas.add(arena_id)
            busy, idle = self.busy_workers.pop(arena_id, set()), self.idle_workers.pop(arena_id, [])
        for worker in busy:
            worker.kill()
        for worker in idle:
            worker.shut_down()


WORKER_POOL: Final = WorkerPool()


def play_game_in_worker(task: GameTask) -> GameOutcome:
    """Play a game in a process that can be ended; raise TriangulumError if it cannot be played through nobody's fault.

    A process in which a bot has failed is replaced by a new one.
    """
    for _ in range(MAX_TRIES):
        worker = WORKER_POOL.acquire_worker(task.arena_id)
        try:
            reply = worker.play_order(task.order, task.patience)
        except BaseException:
            WORKER_POOL.discard_worker(task.arena_id, worker)
            raise
        if isinstance(reply, GameOutcome) and reply.at_fault is None:
            WORKER_POOL.release_worker(task.arena_id, worker)
            return reply
        WORKER_POOL.discard_worker(task.arena_id, worker)
        if isinstance(reply, OrderRefusal):
            raise TriangulumError(f"a game could not be played: {reply.why}")
        if reply is not None:
            return reply
    raise TriangulumError("a game could not be played: its process was ended again and again, by none of the bots")
