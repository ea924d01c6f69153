"""Solves Star Runners: strata of positions one after another, on several processes, each to its proven bounds.

Two players who wait for each other can go on for ever, and then nobody wins: such a game is worth 0. Looking ahead turn
by turn does not find that by itself, because whatever is believed of a position in which both wait stays believed. So a
turn's worth fades a little, by less and less; and in the end it is proven how far that can have led astray. A *lower*
value of a seat is right if looking ahead from it gives no less, and more where it is positive, because then there is
no waiting in it; likewise an *upper* one. (This is Everett's condition for recursive games.) Both are found
by starting at the values and giving way until the condition holds.

Values alone do not win games: where every turn is worth 1, one could put off winning for ever. So each position has its
*haste*, too: what it is worth if turns fade by a hundredth and both choose among turns of the highest value only.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import combinations_with_replacement
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from triangulum.core.solver import ProgressCallback
from triangulum.errors import SolutionError
from triangulum.games.star_runners.options import StarRunnersOptions
from triangulum.games.star_runners.rules import StarRunnersSetup
from triangulum.games.star_runners.solution import StarRunnersSolution, build_turn_lookup, encode_table
from triangulum.games.star_runners.value_iteration import (
    ASSIGN,
    NUM_FLEETS,
    NUM_VISIT_MASKS,
    ONLY_LOWER,
    ONLY_RAISE,
    PositionValues,
    TurnLookup,
    sweep_haste,
    sweep_values,
)

VERSION: Final = 1

DISCOUNT_STAGES: Final = ((1e-2, 1e-4), (1e-4, 1e-6), (1e-7, 1e-9))
"""For each stage 1 - the discount of a turn, and the greatest change of a sweep with which the stage is over."""
PROOF_TOLERANCE: Final = 1e-12
"""Bounds are proven when a sweep changes them by less; that is nothing but rounding."""
HASTE_STAGE: Final = (1e-2, 1e-5)
"""The same for haste, in one stage."""
MAX_SWEEPS: Final = 5000
"""More than any pair of strata needs."""

VisitPair = tuple[int, int]
"""The visit masks of the player about to roll and of the other one; solved together with the same pair reversed."""
StratumBounds = tuple[bytes, bytes, bytes]
"""The lower bounds, the upper bounds and the haste of all positions of a stratum."""


def variant(setup: StarRunnersSetup) -> str:
    """Return the one option that matters: the turn limit is not solved, and there are always two players."""
    options = setup.options
    assert isinstance(options, StarRunnersOptions)
    return f"homes={options.homes}"


def read(setup: StarRunnersSetup, table: bytes) -> StarRunnersSolution:
    """Return the solution that a table holds."""
    return StarRunnersSolution(setup, table)


def solve(setup: StarRunnersSetup, processes: int, report_progress: ProgressCallback) -> bytes:
    """Return the table of a setup."""
    return encode_table(solve_strata(setup, processes, report_progress))


def list_strata(pair: VisitPair) -> list[int]:
    """Return the one or two strata of a pair, which are solved together."""
    visit_mask, enemy_visit_mask = pair
    return sorted({visit_mask * NUM_VISIT_MASKS + enemy_visit_mask, enemy_visit_mask * NUM_VISIT_MASKS + visit_mask})


def list_successor_strata(pair: VisitPair) -> list[int]:
    """Return the other strata to which turns lead from those of a pair."""
    visit_mask, enemy_visit_mask = pair
    successors = {
        enemy_mask * NUM_VISIT_MASKS + (own_mask | arrivals)
        for own_mask, enemy_mask in (pair, (enemy_visit_mask, visit_mask))
        for arrivals in range(NUM_VISIT_MASKS)
    }
    return sorted(successors - set(list_strata(pair)))


def list_visit_pairs() -> list[VisitPair]:
    """Return all pairs in an order in which they can be solved: those with most visits first."""
    return sorted(
        combinations_with_replacement(range(NUM_VISIT_MASKS), 2),
        key=lambda pair: -(pair[0].bit_count() + pair[1].bit_count()),
    )


def solve_pair(
    turns: TurnLookup, pair: VisitPair, solved_strata: dict[int, StratumBounds], report_sweep: ProgressCallback
) -> dict[int, StratumBounds]:
    """Return the bounds of a pair's strata, given those of its successors."""
    strata = [*list_strata(pair), *list_successor_strata(pair)]
    values, lower, upper, haste = (
        PositionValues(strata),
        PositionValues(strata),
        PositionValues(strata),
        PositionValues(strata),
    )
    for stratum in list_successor_strata(pair):
        lower.load_stratum(stratum, solved_strata[stratum][0])
        upper.load_stratum(stratum, solved_strata[stratum][1])
        haste.load_stratum(stratum, solved_strata[stratum][2])
        values.set_midpoints(stratum, lower, upper)
    pair_masks = [divmod(stratum, NUM_VISIT_MASKS) for stratum in list_strata(pair)]
    sweeps = 0
    for fade, tolerance in DISCOUNT_STAGES:
        discount = 1.0 - fade
        max_change = 1.0
        while max_change >= tolerance:
            max_change = max(
                sweep_values(turns, values, values, *masks, discount, discount, ASSIGN) for masks in pair_masks
            )
            sweeps = count_sweep(sweeps, report_sweep)
    for stratum in list_strata(pair):
        lower.load_stratum(stratum, values.dump_stratum(stratum))
        upper.load_stratum(stratum, values.dump_stratum(stratum))
    max_change = 1.0
    while max_change >= PROOF_TOLERANCE:
        max_change = 0.0
        for masks in pair_masks:
            max_change = max(max_change, sweep_values(turns, upper, lower, *masks, discount, 1.0, ONLY_LOWER))
            max_change = max(max_change, sweep_values(turns, lower, upper, *masks, 1.0, discount, ONLY_RAISE))
            sweeps = count_sweep(sweeps, report_sweep)
    for stratum in strata:
        values.set_quantized_midpoints(stratum, lower, upper)
    max_change = 1.0
    while max_change >= HASTE_STAGE[1]:
        max_change = max(sweep_haste(turns, values, haste, *masks, 1.0 - HASTE_STAGE[0]) for masks in pair_masks)
        sweeps = count_sweep(sweeps, report_sweep)
    return {
        stratum: (lower.dump_stratum(stratum), upper.dump_stratum(stratum), haste.dump_stratum(stratum))
        for stratum in list_strata(pair)
    }


def count_sweep(sweeps: int, report_sweep: ProgressCallback) -> int:
    """Report a sweep and return the new count, or raise SolutionError where values never converge."""
    if sweeps >= MAX_SWEEPS:
        raise SolutionError("the values of Star Runners do not settle with these components, so it cannot be solved")
    report_sweep(sweeps, MAX_SWEEPS, "")
    return sweeps + 1


def list_fleets() -> vec[i64]:
    """Return every fleet."""
    return vec[i64](list(range(NUM_FLEETS)))


def solve_strata(
    setup: StarRunnersSetup, processes: int, report_progress: ProgressCallback
) -> dict[int, StratumBounds]:
    """Return the bounds of all strata, computed by so many processes."""
    todo = list_visit_pairs()
    solved_strata: dict[int, StratumBounds] = {}
    total, sweeps = len(todo), 0
    with run_workers(setup, processes) as idle:
        busy: list[Connection] = []
        while todo or busy:
            done = total - len(todo) - len(busy)
            report_progress(done, total, f"{done} of {total} strata, {sweeps:,} sweeps")
            for pair in [pair for pair in todo if solved_strata.keys() >= set(list_successor_strata(pair))][
                : len(idle)
            ]:
                todo.remove(pair)
                worker = idle.pop()
                worker.send((pair, {stratum: solved_strata[stratum] for stratum in list_successor_strata(pair)}))
                busy.append(worker)
            ready = wait(busy)
            for worker in [worker for worker in busy if worker in ready]:
                answer = receive_answer(worker)
                if answer is None:
                    sweeps += 1
                else:
                    solved_strata.update(answer)
                    busy.remove(worker)
                    idle.append(worker)
        report_progress(total, total, f"{total} of {total} strata, {sweeps:,} sweeps")
    return solved_strata


def receive_answer(worker: Connection) -> dict[int, StratumBounds] | None:
    """Return the strata that a worker has solved, or None if it only reports a sweep."""
    try:
        answer: dict[int, StratumBounds] | SolutionError | None = worker.recv()
    except EOFError:
        raise SolutionError("a process that was solving has been ended from outside: start again") from None
    if isinstance(answer, SolutionError):
        raise answer
    return answer


@contextmanager
def run_workers(setup: StarRunnersSetup, count: int) -> Iterator[list[Connection]]:
    """Start worker processes, yield their connections, and end them whatever happens."""
    context = get_context("spawn")
    started: list[tuple[BaseProcess, Connection]] = []
    try:
        with ignoring_interrupts():
            for _ in range(count):
                parent_end, child_end = context.Pipe()
                process = context.Process(target=run_worker, args=(setup, child_end), daemon=True)
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
def ignoring_interrupts() -> Iterator[None]:
    """Make processes that start meanwhile ignore Ctrl-C, which is for the process that ends them."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def run_worker(setup: StarRunnersSetup, pipe: Connection) -> None:
    """Solve the pairs of strata that come through a pipe; this runs in a process of its own."""
    turns = build_turn_lookup(setup, list_fleets())
    # The other end closes when the work is done, or is not wanted any more.
    with suppress(EOFError, OSError):
        while True:
            pair, solved_strata = pipe.recv()
            try:
                pipe.send(solve_pair(turns, pair, solved_strata, lambda *_: pipe.send(None)))
            except SolutionError as error:
                pipe.send(error)
