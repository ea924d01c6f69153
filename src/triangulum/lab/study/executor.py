"""Has the games of a run played, by as many workers as there are, and puts them down in their order."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from concurrent.futures import TimeoutError as NotYet
from contextlib import contextmanager
from multiprocessing.connection import wait
from threading import Thread
from typing import Any, Final

from triangulum.errors import TriangulumError
from triangulum.installation.extras import require_extra
from triangulum.lab.study.run_store import Sheets
from triangulum.lab.study.simulate import Batch, Job, play_batch

AIM: Final = 0.5
"""Seconds that a worker is to be busy with what it is given at a time."""
MOST: Final = 250
"""Games that a worker is given at a time."""

Tell = Callable[[int], None]
"""Is told how many games are there."""


class Workers:
    """Who plays: an executor, and how many it has at work; without one, games are played here."""

    def __init__(self, executor: Executor | None, count: int) -> None:
        self.executor = executor
        self.count = count

    def play(self, sheets: Sheets, games: int, tell: Tell = lambda done: None) -> None:
        """Play on until so many games are there."""
        if self.executor is None:
            size = 1
            while sheets.done < games:
                batch = play_batch(Job(sheets.run, sheets.done, min(size, games - sheets.done)))
                sheets.add(batch)
                size = better_size(batch)
                tell(sheets.done)
            return
        waiting: deque[Future[Batch]] = deque()
        following, size = sheets.done, 1
        try:
            while sheets.done < games:
                while following < games and len(waiting) < 3 * self.count:
                    count = min(size, games - following)
                    waiting.append(self.executor.submit(play_batch, Job(sheets.run, following, count)))
                    following += count
                batch = result_of(waiting[0])
                waiting.popleft()
                sheets.add(batch)
                size = better_size(batch)
                tell(sheets.done)
        except BrokenExecutor:
            raise TriangulumError(
                "a process in which games were played has ended by itself; what is there is kept"
            ) from None
        finally:
            for future in waiting:
                future.cancel()


def better_size(batch: Batch) -> int:
    """Return how many games make a worker busy for long enough, but not for long."""
    return max(1, min(MOST, 2 * batch.count, int(AIM * batch.count / max(batch.seconds, 1e-6))))


def result_of(future: Future[Batch]) -> Batch:
    """Wait in steps, because Ctrl-C does not interrupt every wait on every system."""
    while True:
        try:
            return future.result(timeout=1)
        except NotYet:
            if future.done():
                return future.result()


@contextmanager
def workers(jobs: int | None = None, cluster: str | None = None) -> Iterator[Workers]:
    """Offer workers: of a cluster, or so many processes, or this one alone."""
    if cluster is not None:
        with cluster_workers(cluster) as found:
            yield found
        return
    jobs = jobs or os.cpu_count() or 1
    if jobs == 1:
        yield Workers(None, 1)
        return
    # Processes that are made from nothing do not inherit locks that some thread of ours was holding.
    context = multiprocessing.get_context("spawn")
    executor = ProcessPoolExecutor(jobs, mp_context=context, initializer=begin_work)
    try:
        yield Workers(executor, jobs)
    finally:
        executor.shutdown(wait=True, cancel_futures=True)


@contextmanager
def cluster_workers(address: str) -> Iterator[Workers]:
    """Offer the workers of a Dask cluster."""
    with require_extra("lab", "a cluster"):
        import distributed
    connect: Any = distributed.Client
    try:
        client = connect(address, timeout="10s")
    except (OSError, ValueError) as error:
        raise TriangulumError(f"there is no cluster at {address}: {error}") from None
    with client:
        yield Workers(client.get_executor(), max(1, sum(client.nthreads().values())))


def begin_work() -> None:
    """Let Ctrl-C be for whoever gave the work, and end when that process is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        Thread(target=end_with, args=(parent.sentinel,), daemon=True).start()


def end_with(sentinel: int) -> None:
    """End this process when another one has ended."""
    wait([sentinel])
    os._exit(1)
