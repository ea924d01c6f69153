"""Several processes that serve one address: ``triangulum serve --workers 4``.

All accept connections on one socket, which the supervisor has opened, and share one PostgreSQL database. The supervisor
replaces a worker that dies; when the supervisor is told to stop, or dies itself, the workers stop.
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

RESTART_SECONDS = 1.0
"""How long to wait before a worker that has died is replaced."""

log = logging.getLogger("triangulum.server")

WorkerMain = Callable[[Callable[[], None]], None]
"""What a worker runs; it's given a function to call once the worker can be reached."""


def run_workers(count: int, worker_main: WorkerMain, on_all_started: Callable[[], None]) -> None:
    """Run worker processes until told to stop; call ``on_all_started`` once all can be reached."""
    if not hasattr(os, "fork"):
        raise OptionError("several workers need a system that can fork; start one server and a proxy before it instead")
    WorkerSupervisor(count, worker_main, on_all_started).run()


class WorkerSupervisor:
    """Starts worker processes, replaces those that die, and stops them all."""

    def __init__(self, count: int, worker_main: WorkerMain, on_all_started: Callable[[], None]) -> None:
        self.count = count
        self.worker_main = worker_main
        self.on_all_started = on_all_started
        self.worker_pids: set[int] = set()
        self.is_stopping = False
        self.lifeline_read, self.lifeline_write = os.pipe()
        """Nobody writes to this pipe; workers read its end when the supervisor is gone."""
        self.ready_read, self.ready_write = os.pipe()
        """Every worker writes a byte once it can be reached."""

    def run(self) -> None:
        """Start all workers, replace those that die, and return when told to stop and all have ended."""
        former_handlers = {number: signal.signal(number, self.stop) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            for _ in range(self.count):
                self.start_worker()
            threading.Thread(target=self.wait_until_all_started, daemon=True).start()
            while self.worker_pids:
                self.wait_for_exit()
        finally:
            for number, handler in former_handlers.items():
                signal.signal(number, handler)

    def start_worker(self) -> None:
        """Fork a worker process; in the worker, run its main function and exit."""
        pid = os.fork()
        if pid:
            self.worker_pids.add(pid)
            return
        exit_code = 1
        try:
            for number in (signal.SIGINT, signal.SIGTERM):
                signal.signal(number, signal.SIG_DFL)
            os.close(self.lifeline_write)
            threading.Thread(target=self.stop_with_supervisor, daemon=True).start()
            self.worker_main(self.report_ready)
            exit_code = 0
        except BaseException as error:
            log.error("a worker has failed: %s", type(error).__name__)
        finally:
            os._exit(exit_code)

    def report_ready(self) -> None:
        """In a worker: tell the supervisor that this worker can be reached."""
        os.write(self.ready_write, b"!")

    def stop_with_supervisor(self) -> None:
        """In a worker: wait until the supervisor is gone, then stop this process."""
        os.read(self.lifeline_read, 1)
        os.kill(os.getpid(), signal.SIGTERM)

    def wait_until_all_started(self) -> None:
        """Wait until all workers can be reached, then call ``on_all_started``."""
        ready_count = 0
        while ready_count < self.count:
            ready_count += len(os.read(self.ready_read, self.count))
        self.on_all_started()

    def wait_for_exit(self) -> None:
        """Wait until a worker exits, and replace it unless we're stopping."""
        try:
            pid, status = os.waitpid(-1, 0)
        except ChildProcessError:
            self.worker_pids.clear()
            return
        if pid not in self.worker_pids:
            return
        self.worker_pids.discard(pid)
        if self.is_stopping:
            return
        log.error("a worker has ended with %s and is replaced", os.waitstatus_to_exitcode(status))
        time.sleep(RESTART_SECONDS)
        if not self.is_stopping:
            self.start_worker()

    def stop(self, _signal_number: int, _frame: FrameType | None) -> None:
        """Handle a signal: tell all workers to stop."""
        self.is_stopping = True
        for pid in self.worker_pids:
            os.kill(pid, signal.SIGTERM)
