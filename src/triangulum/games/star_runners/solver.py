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

from triangulum.core.solver import Tell
from triangulum.errors import SolutionError
from triangulum.games.star_runners.options import StarRunnersOptions
from triangulum.games.star_runners.rules import StarRunnersSetup
from triangulum.games.star_runners.solution import StarRunnersSolution, turns_of, written
from triangulum.games.star_runners.solving import FLEETS, LOWER, RAISE, SET, VISITS, Turns, Values, hasten, sweep

VERSION: Final = 1

FADING: Final = ((1e-2, 1e-4), (1e-4, 1e-6), (1e-7, 1e-9))
"""By how much a turn's worth fades, and how little a sweep may change before the next, slower fading begins."""
PROVEN: Final = 1e-12
"""Bounds hold when a sweep changes them by less; that is nothing but rounding."""
HURRY: Final = (1e-2, 1e-5)
"""By how much a turn's haste fades, and how little a sweep may change it in the end."""
PATIENCE: Final = 5000
"""So many sweeps are more than enough for a stratum."""

Pair = tuple[int, int]
"""The visits of the one who rolls, and of the other, as masks; solved together with the same the other way round."""
Solved = tuple[bytes, bytes, bytes]
"""The values of a stratum at least, and at most, and its haste."""


def variant(setup: StarRunnersSetup) -> str:
    """Return the one option that matters: the turn limit is not solved, and there are always two players."""
    options = setup.options
    assert isinstance(options, StarRunnersOptions)
    return f"homes={options.homes}"


def read(setup: StarRunnersSetup, table: bytes) -> StarRunnersSolution:
    """Return the solution that a table holds."""
    return StarRunnersSolution(setup, table)


def solve(setup: StarRunnersSetup, processes: int, tell: Tell) -> bytes:
    """Return the table of a setup."""
    return written(solved(setup, processes, tell))


def numbers(pair: Pair) -> list[int]:
    """Return the strata that are solved together."""
    one, other = pair
    return sorted({one * VISITS + other, other * VISITS + one})


def needed(pair: Pair) -> list[int]:
    """Return the strata to which turns lead from those of a pair, besides themselves."""
    one, other = pair
    more = {enemy * VISITS + (own | rests) for own, enemy in (pair, (other, one)) for rests in range(VISITS)}
    return sorted(more - set(numbers(pair)))


def pairs() -> list[Pair]:
    """Return all pairs in an order in which each can be solved: those with most visits first."""
    return sorted(
        combinations_with_replacement(range(VISITS), 2), key=lambda pair: -(pair[0].bit_count() + pair[1].bit_count())
    )


def settled(turns: Turns, pair: Pair, known: dict[int, Solved], tell_sweeps: Tell) -> dict[int, Solved]:
    """Return the bounds of a pair's strata, given those of all that it needs."""
    strata = [*numbers(pair), *needed(pair)]
    values, lower, upper, haste = Values(strata), Values(strata), Values(strata), Values(strata)
    for stratum in needed(pair):
        lower.put(stratum, known[stratum][0])
        upper.put(stratum, known[stratum][1])
        haste.put(stratum, known[stratum][2])
        values.put_middle(stratum, lower, upper)
    both = [divmod(stratum, VISITS) for stratum in numbers(pair)]
    sweeps = 0
    for fading, enough in FADING:
        keep = 1.0 - fading
        changed = 1.0
        while changed >= enough:
            changed = max(sweep(turns, values, values, *visits, keep, keep, SET) for visits in both)
            sweeps = counted(sweeps, tell_sweeps)
    for stratum in numbers(pair):
        lower.put(stratum, values.get(stratum))
        upper.put(stratum, values.get(stratum))
    changed = 1.0
    while changed >= PROVEN:
        changed = 0.0
        for visits in both:
            changed = max(changed, sweep(turns, upper, lower, *visits, keep, 1.0, LOWER))
            changed = max(changed, sweep(turns, lower, upper, *visits, 1.0, keep, RAISE))
            sweeps = counted(sweeps, tell_sweeps)
    for stratum in strata:
        values.put_rounded(stratum, lower, upper)
    changed = 1.0
    while changed >= HURRY[1]:
        changed = max(hasten(turns, values, haste, *visits, 1.0 - HURRY[0]) for visits in both)
        sweeps = counted(sweeps, tell_sweeps)
    return {stratum: (lower.get(stratum), upper.get(stratum), haste.get(stratum)) for stratum in numbers(pair)}


def counted(sweeps: int, tell_sweeps: Tell) -> int:
    """Count a sweep, tell it, and give up where values never settle."""
    if sweeps >= PATIENCE:
        raise SolutionError("the values of Star Runners do not settle with these components, so it cannot be solved")
    tell_sweeps(sweeps, PATIENCE, "")
    return sweeps + 1


def all_fleets() -> vec[i64]:
    """Return every fleet."""
    return vec[i64](list(range(FLEETS)))


def solved(setup: StarRunnersSetup, processes: int, tell: Tell) -> dict[int, Solved]:
    """Return the bounds of all strata, found by so many processes."""
    todo = pairs()
    known: dict[int, Solved] = {}
    total, sweeps = len(todo), 0
    with workers(setup, processes) as idle:
        busy: list[Connection] = []
        while todo or busy:
            done = total - len(todo) - len(busy)
            tell(done, total, f"{done} of {total} strata, {sweeps:,} sweeps")
            for pair in [pair for pair in todo if known.keys() >= set(needed(pair))][: len(idle)]:
                todo.remove(pair)
                worker = idle.pop()
                worker.send((pair, {stratum: known[stratum] for stratum in needed(pair)}))
                busy.append(worker)
            heard = wait(busy)
            for worker in [worker for worker in busy if worker in heard]:
                answer = received(worker)
                if answer is None:
                    sweeps += 1
                else:
                    known.update(answer)
                    busy.remove(worker)
                    idle.append(worker)
        tell(total, total, f"{total} of {total} strata, {sweeps:,} sweeps")
    return known


def received(worker: Connection) -> dict[int, Solved] | None:
    """Return what a process has found, or None if it only says that it is still at work."""
    try:
        answer: dict[int, Solved] | SolutionError | None = worker.recv()
    except EOFError:
        raise SolutionError("a process that was solving has been ended from outside: start again") from None
    if isinstance(answer, SolutionError):
        raise answer
    return answer


@contextmanager
def workers(setup: StarRunnersSetup, count: int) -> Iterator[list[Connection]]:
    """Start processes that solve, and end them whatever happens."""
    context = get_context("spawn")
    started: list[tuple[BaseProcess, Connection]] = []
    try:
        with deaf_to_interrupts():
            for _ in range(count):
                here, there = context.Pipe()
                process = context.Process(target=work, args=(setup, there), daemon=True)
                process.start()
                there.close()
                started.append((process, here))
        yield [here for _, here in started]
    finally:
        for ended, here in started:
            here.close()
            ended.terminate()
        for ended, _ in started:
            ended.join()


@contextmanager
def deaf_to_interrupts() -> Iterator[None]:
    """Let processes that start now not hear of Ctrl-C, which is for the one that ends them."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def work(setup: StarRunnersSetup, pipe: Connection) -> None:
    """Solve pairs of strata as they are asked for; this runs in a process of its own."""
    turns = turns_of(setup, all_fleets())
    # The other end closes when the work is done, or is not wanted any more.
    with suppress(EOFError, OSError):
        while True:
            pair, known = pipe.recv()
            try:
                pipe.send(settled(turns, pair, known, lambda *_: pipe.send(None)))
            except SolutionError as error:
                pipe.send(error)
