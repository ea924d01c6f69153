"""Solves the strata of Star Runners in several worker processes, each as soon as its successors are solved."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess

from triangulum.core.solver import ProgressCallback
from triangulum.errors import SolutionError
from triangulum.games.star_runners.rules import StarRunnersSetup
from triangulum.games.star_runners.solver.strata import (
    PairSolver,
    StratumBounds,
    list_all_fleets,
    list_successor_strata,
    list_visit_pairs,
)
from triangulum.games.star_runners.solver.turn_lookup import build_turn_lookup


def solve_strata(
    setup: StarRunnersSetup, processes: int, report_progress: ProgressCallback
) -> dict[int, StratumBounds]:
    """Return the bounds of all strata, computed by this many worker processes."""
    pending_pairs = list_visit_pairs()
    solved_strata: dict[int, StratumBounds] = {}
    total, sweeps = len(pending_pairs), 0
    with start_workers(setup, processes) as idle:
        busy: list[Connection] = []
        while pending_pairs or busy:
            done = total - len(pending_pairs) - len(busy)
            report_progress(done, total, f"{done} of {total} strata, {sweeps:,} sweeps")
            for pair in [pair for pair in pending_pairs if solved_strata.keys() >= set(list_successor_strata(pair))][
                : len(idle)
            ]:
                pending_pairs.remove(pair)
                worker = idle.pop()
                worker.send((pair, {stratum: solved_strata[stratum] for stratum in list_successor_strata(pair)}))
                busy.append(worker)
            ready = wait(busy)
            for worker in [worker for worker in busy if worker in ready]:
                new_strata = receive_solved_strata(worker)
                if new_strata is None:
                    sweeps += 1
                else:
                    solved_strata.update(new_strata)
                    busy.remove(worker)
                    idle.append(worker)
        report_progress(total, total, f"{total} of {total} strata, {sweeps:,} sweeps")
    return solved_strata


def receive_solved_strata(worker: Connection) -> dict[int, StratumBounds] | None:
    """Return the strata that a worker has solved, or None if it only reports a sweep."""
    try:
        answer: dict[int, StratumBounds] | SolutionError | None = worker.recv()
    except EOFError:
        raise SolutionError("a process that was solving has been ended from outside: start again") from None
    if isinstance(answer, SolutionError):
        raise answer
    return answer


@contextmanager
def start_workers(setup: StarRunnersSetup, num_workers: int) -> Iterator[list[Connection]]:
    """Start worker processes, yield their connections, and end them in any case."""
    context = get_context("spawn")
    started: list[tuple[BaseProcess, Connection]] = []
    try:
        with ignore_interrupts():
            for _ in range(num_workers):
                parent_end, child_end = context.Pipe()
                process = context.Process(target=run_solver_worker, args=(setup, child_end), daemon=True)
                process.start()
                child_end.close()
                started.append((process, parent_end))
        yield [parent_end for _, parent_end in started]
    finally:
        for worker, parent_end in started:
            parent_end.close()
            worker.terminate()
        for worker, _ in started:
            worker.join()


@contextmanager
def ignore_interrupts() -> Iterator[None]:
    """Make processes that start meanwhile ignore Ctrl-C, so that only this one gets it and then ends them."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def run_solver_worker(setup: StarRunnersSetup, pipe: Connection) -> None:
    """Receive pairs of strata through a pipe, solve them and send them back; runs in a worker process."""
    turns = build_turn_lookup(setup, list_all_fleets())
    # The other end closes when all work is done, or when it is cancelled.
    with suppress(EOFError, OSError):
        while True:
            pair, solved_strata = pipe.recv()
            try:
                pipe.send(PairSolver(turns, pair, solved_strata, lambda *_: pipe.send(None)).solve())
            except SolutionError as error:
                pipe.send(error)
