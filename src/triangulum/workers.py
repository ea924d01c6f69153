"""Several processes that serve one address: ``triangulum serve --workers 4``.

All accept on one socket, which the first process has opened, and share one PostgreSQL. One that dies is replaced; when
the first process is told to stop, or dies itself, the others stop.
"""

from __future__ import annotations

import logging
import os
import signal
import threading
import time
from collections.abc import Callable
from types import FrameType

from triangulum.errors import OptionError

AGAIN_SECONDS = 1.0
"""Before a worker that has died is replaced."""

log = logging.getLogger("triangulum.server")

Work = Callable[[Callable[[], None]], None]
"""What a worker does, given what it calls when it can be reached."""


def run_workers(count: int, work: Work, started: Callable[[], None]) -> None:
    """Run some processes until told to stop; ``started`` is called when all can be reached."""
    if not hasattr(os, "fork"):
        raise OptionError("several workers need a system that can fork; start one server and a proxy before it instead")
    Workers(count, work, started).run()


class Workers:
    """The processes, and the one that watches over them."""

    def __init__(self, count: int, work: Work, started: Callable[[], None]) -> None:
        self.count = count
        self.work = work
        self.started = started
        self.running: set[int] = set()
        self.stopping = False
        self.alive_read, self.alive_write = os.pipe()
        """Nobody writes into this; it ends for the workers when we do."""
        self.ready_read, self.ready_write = os.pipe()

    def run(self) -> None:
        """Start them all, replace those that die, and stop when told to."""
        before = {sign: signal.signal(sign, self.stop) for sign in (signal.SIGINT, signal.SIGTERM)}
        try:
            for _ in range(self.count):
                self.start()
            threading.Thread(target=self.wait_until_ready, daemon=True).start()
            while self.running:
                self.wait_for_one()
        finally:
            for sign, handler in before.items():
                signal.signal(sign, handler)

    def start(self) -> None:
        """Start one process."""
        pid = os.fork()
        if pid:
            self.running.add(pid)
            return
        code = 1
        try:
            for sign in (signal.SIGINT, signal.SIGTERM):
                signal.signal(sign, signal.SIG_DFL)
            os.close(self.alive_write)
            threading.Thread(target=self.stop_when_alone, daemon=True).start()
            self.work(self.say_ready)
            code = 0
        except BaseException as error:
            log.error("a worker has failed: %s", type(error).__name__)
        finally:
            os._exit(code)

    def say_ready(self) -> None:
        """In a worker: say that we can be reached."""
        os.write(self.ready_write, b"!")

    def stop_when_alone(self) -> None:
        """In a worker: stop when the process that has started us is gone."""
        os.read(self.alive_read, 1)
        os.kill(os.getpid(), signal.SIGTERM)

    def wait_until_ready(self) -> None:
        """Say so when all can be reached."""
        ready = 0
        while ready < self.count:
            ready += len(os.read(self.ready_read, self.count))
        self.started()

    def wait_for_one(self) -> None:
        """Wait until a process ends, and replace it unless all are to end."""
        try:
            pid, status = os.waitpid(-1, 0)
        except ChildProcessError:
            self.running.clear()
            return
        if pid not in self.running:
            return
        self.running.discard(pid)
        if self.stopping:
            return
        log.error("a worker has ended with %s and is replaced", os.waitstatus_to_exitcode(status))
        time.sleep(AGAIN_SECONDS)
        if not self.stopping:
            self.start()

    def stop(self, _sign: int, _frame: FrameType | None) -> None:
        """Tell all to stop."""
        self.stopping = True
        for pid in self.running:
            os.kill(pid, signal.SIGTERM)
