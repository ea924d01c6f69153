"""A process in which games are played for an arena, one after another, and which may be ended at any time.

Bots are strangers here. What they print goes nowhere, the memory they can use up is limited, and before any of
them is called its seat is noted in memory that the arena sees, too: so whoever hangs or ends the process is known.
"""

from __future__ import annotations

import importlib
import mmap
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import blake2b
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from types import ModuleType
from typing import BinaryIO, Final

import msgspec
from librt.random import Random

from triangulum.bots import Bot
from triangulum.bots.thought import Thought
from triangulum.core.state import CHANCE, OVER, Setup, State
from triangulum.errors import shown
from triangulum.lab.arena.bot_specs import made, reason
from triangulum.lab.arena.worker_protocol import NOBODY, TURN, Order, Outcome, Refusal, failed, receive, send
from triangulum.record.record import SetupText, read_setup

resource: ModuleType | None
try:
    import resource
except ImportError:  # Windows: memory is not limited there
    resource = None

MEMORY: Final = 2 << 30
"""Bytes that the bots at a table can use together."""
GRACE: Final = 2.0
"""Seconds that the process has for ending by itself when nobody wants it any more."""


class Failed(Exception):
    """A bot has failed."""

    def __init__(self, seat: int, why: str) -> None:
        super().__init__(why)
        self.seat = seat
        self.why = why


class Clock:
    """Shows everybody outside whose bot is thinking."""

    def __init__(self, shared: mmap.mmap | bytearray) -> None:
        self.shared = shared
        self.turns = 0

    def turn(self, seat: int) -> None:
        """Note that something has happened, and that what comes next is for this seat to answer for."""
        self.turns += 1
        self.shared[: TURN.size] = TURN.pack(seat, self.turns)

    @contextmanager
    def thinking(self, seat: int) -> Iterator[None]:
        """Let a bot do something; whatever it raises becomes Failed."""
        self.turn(seat)
        try:
            yield
        except Failed:
            raise
        except BaseException as error:
            raise Failed(seat, reason(error)) from None
        finally:
            self.turn(seat)


def seed_of(*numbers: int) -> int:
    """Return a seed that depends on every one of these numbers, and is unlike that of any others."""
    return int.from_bytes(blake2b(repr(numbers).encode(), digest_size=8).digest(), "little") >> 2


def rolled(state: State, dice: int, count: int) -> int:
    """Return what chance brings at the chance step before which there were ``count``.

    Each has a generator of its own, so in two games with the same dice the tenth roll is the same even if other
    things were left to chance before it.
    """
    return int(state.sample_chance(Random(seed_of(dice, count))))


def play(setup: Setup, order: Order, clock: Clock) -> Outcome:
    """Play a game as ordered. The same order gives the same game, if its budget is in simulations."""
    try:
        bots = [seated(setup, source, seat, clock) for seat, source in enumerate(order.bots)]
        if order.rehearsal:
            return Outcome(shares=())
        return played(setup, bots, order, clock)
    except Failed as failure:
        return failed(failure.seat, failure.why, len(order.bots))


def seated(setup: Setup, source: str, seat: int, clock: Clock) -> Bot:
    """Return a new bot that has sat down."""
    with clock.thinking(seat):
        player = made(source)
        player.sit_down(setup)
    return player


def played(setup: Setup, bots: list[Bot], order: Order, clock: Clock) -> Outcome:
    """Play to the end, or raise Failed."""
    thoughts = [Random(seed) for seed in order.thoughts]
    deals = [Random(seed_of(seed)) for seed in order.thoughts]
    moves, seconds = [0] * len(bots), [0.0] * len(bots)
    state = setup.new()
    rolls = 0
    while state.to_move != OVER:
        seat = state.to_move
        if seat == CHANCE:
            state._apply(rolled(state, order.dice, rolls))
            rolls += 1
            continue
        dealt = state.resample(seat, deals[seat])
        begin = time.process_time()
        with clock.thinking(seat):
            thought: object = bots[seat].think(dealt, thoughts[seat], order.budget)
            if not isinstance(thought, Thought):
                raise Failed(seat, f"answered {shown(thought)}, which is no Thought")
            action = state.check_action(thought.action)
        seconds[seat] += time.process_time() - begin
        moves[seat] += 1
        state._apply(action)
    winners = state.winners()
    shared_by = winners or range(len(bots))
    shares = tuple(1 / len(shared_by) if seat in shared_by else 0.0 for seat in range(len(bots)))
    return Outcome(shares=shares, drawn=not winners, moves=tuple(moves), seconds=tuple(seconds))


class Shelf:
    """Makes setups, and keeps the last one, since many games in a row have the same."""

    def __init__(self) -> None:
        self.last: tuple[SetupText, Setup] | None = None

    def setup(self, order: Order) -> Setup:
        """Return the setup of an order."""
        if self.last is None or self.last[0] != order.setup:
            # A game that is found without its module needs none, and one that is not found says so.
            with suppress(ImportError):
                importlib.import_module(order.home)
            self.last = order.setup, read_setup(order.setup)
        return self.last[1]


def serve(orders: SimpleQueue[bytes | None], replies: BinaryIO, clock: Clock) -> None:
    """Play what is ordered until nothing more will be."""
    shelf = Shelf()
    while (content := orders.get()) is not None:
        clock.turn(NOBODY)
        reply: Outcome | Refusal
        try:
            order = msgspec.json.decode(content, type=Order)
            reply = play(shelf.setup(order), order, clock)
        except Exception as error:
            reply = Refusal(reason(error))
        send(replies, reply)


def listen(source: BinaryIO, orders: SimpleQueue[bytes | None]) -> None:
    """Take orders; when the arena is gone, see to it that this process does not stay behind."""
    while (content := receive(source)) is not None:
        orders.put(content)
    orders.put(None)
    time.sleep(GRACE)
    os._exit(0)


def limit_memory() -> None:
    """Let bots run out of memory before the machine does."""
    if resource is None:
        return
    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    most = MEMORY if hard == resource.RLIM_INFINITY else min(MEMORY, hard)
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_DATA, (most, hard))


def stay_alone(clock: Clock, *channels: int) -> None:
    """Let no copy of this process that a bot makes speak to the arena, or stay behind when its game is over."""

    def part() -> None:
        clock.shared = bytearray(TURN.size)
        for channel in channels:
            os.close(channel)

    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=part)


def main(shared: str) -> None:
    """Serve an arena by standard input and output, which are out of reach for bots."""
    source, replies = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    # Whatever a bot writes into a file that was opened for appending goes behind the turn, not over it.
    with Path(shared).open("a+b") as file:
        clock = Clock(mmap.mmap(file.fileno(), TURN.size))
    limit_memory()
    stay_alone(clock, source.fileno(), replies.fileno())
    send(replies, None)
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)
    orders: SimpleQueue[bytes | None] = SimpleQueue()
    Thread(target=listen, args=(source, orders), daemon=True).start()
    with suppress(OSError):  # of an arena that is gone
        serve(orders, replies, clock)
