"""Play the games of a run in worker processes, and append them to its store in order."""

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
from triangulum.lab.study.run_store import RunStore
from triangulum.lab.study.simulate import BatchJob, SimulationBatch, play_batch

BATCH_SECONDS: Final = 0.5
"""Seconds that a worker is to be busy with what it is given at a time."""
MAX_BATCH_GAMES: Final = 250
"""Games that a worker is given at a time."""

ProgressCallback = Callable[[int], None]
"""Receives the number of games played so far."""


class BatchExecutor:
    """Plays the games of a run in batches: on an executor with so many workers, or without one in this process."""

    def __init__(self, executor: Executor | None, num_workers: int) -> None:
        self.executor = executor
        self.num_workers = num_workers

    def play_games(self, store: RunStore, num_games: int, on_progress: ProgressCallback = lambda done: None) -> None:
        """Play games and append them to a store until it holds so many."""
        if self.executor is None:
            size = 1
            while store.num_games < num_games:
                batch = play_batch(BatchJob(store.run, store.num_games, min(size, num_games - store.num_games)))
                store.append_batch(batch)
                size = next_batch_size(batch)
                on_progress(store.num_games)
            return
        waiting: deque[Future[SimulationBatch]] = deque()
        following, size = store.num_games, 1
        try:
            while store.num_games < num_games:
                while following < num_games and len(waiting) < 3 * self.num_workers:
                    count = min(size, num_games - following)
                    waiting.append(self.executor.submit(play_batch, BatchJob(store.run, following, count)))
                    following += count
                batch = wait_for_batch(waiting[0])
                waiting.popleft()
                store.append_batch(batch)
                size = next_batch_size(batch)
                on_progress(store.num_games)
        except BrokenExecutor:
            raise TriangulumError(
                "a process in which games were played has ended by itself; what is there is kept"
            ) from None
        finally:
            for future in waiting:
                future.cancel()


def next_batch_size(batch: SimulationBatch) -> int:
    """Return how many games keep a worker busy for about BATCH_SECONDS."""
    return max(1, min(MAX_BATCH_GAMES, 2 * batch.count, int(BATCH_SECONDS * batch.count / max(batch.seconds, 1e-6))))


def wait_for_batch(future: Future[SimulationBatch]) -> SimulationBatch:
    """Wait for a batch, in steps because Ctrl-C does not interrupt every wait on every system."""
    while True:
        try:
            return future.result(timeout=1)
        except NotYet:
            if future.done():
                return future.result()


@contextmanager
def open_executor(jobs: int | None = None, cluster: str | None = None) -> Iterator[BatchExecutor]:
    """Open an executor: a cluster, so many processes, or this process alone."""
    if cluster is not None:
        with open_cluster_executor(cluster) as executor:
            yield executor
        return
    jobs = jobs or os.cpu_count() or 1
    if jobs == 1:
        yield BatchExecutor(None, 1)
        return
    # Processes that are made from nothing do not inherit locks that some thread of ours was holding.
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(jobs, mp_context=context, initializer=init_worker_process)
    try:
        yield BatchExecutor(pool, jobs)
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


@contextmanager
def open_cluster_executor(address: str) -> Iterator[BatchExecutor]:
    """Open an executor on the workers of a Dask cluster."""
    with require_extra("lab", "a cluster"):
        import distributed
    connect: Any = distributed.Client
    try:
        client = connect(address, timeout="10s")
    except (OSError, ValueError) as error:
        raise TriangulumError(f"There’s no cluster at {address}: {error}") from None
    with client:
        yield BatchExecutor(client.get_executor(), max(1, sum(client.nthreads().values())))


def init_worker_process() -> None:
    """Ignore Ctrl-C, which is for the parent process, and exit when the parent is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        Thread(target=exit_with_parent, args=(parent.sentinel,), daemon=True).start()


def exit_with_parent(sentinel: int) -> None:
    """Exit when the process that a sentinel stands for has ended."""
    wait([sentinel])
    os._exit(1)
