"""A process in which games are played for an arena, one after another, and which may be ended at any time.

Bots are strangers here. What they print goes to the null device, and the memory they can use up is limited. Before
any of them is called, its seat is marked in memory shared with the arena: so it's known who hangs or ends the process.
"""

from __future__ import annotations

import importlib
import mmap
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from types import ModuleType
from typing import BinaryIO, Final

import msgspec
from librt.random import Random

from triangulum.bots import Bot
from triangulum.bots.game_loop import GameHooks, SeatedBot, StepSeededChance, derive_seed, play_bot_game
from triangulum.core.state import Setup
from triangulum.lab.arena.bot_specs import create_started_bot, describe_bot_error
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
from triangulum.record.record import SetupData, setup_from_data

resource: ModuleType | None
try:
    import resource
except ImportError:  # Windows: memory is not limited there
    resource = None

MAX_MEMORY_BYTES: Final = 2 << 30
"""Bytes that the bots at a table can use together."""
EXIT_SECONDS: Final = 2.0
"""Seconds that the process has for ending by itself when nobody wants it any more."""


class BotFailedError(Exception):
    """A bot has failed."""

    def __init__(self, seat: int, why: str) -> None:
        super().__init__(why)
        self.seat = seat
        self.why = why


class TurnMarker:
    """Marks, in memory shared with the arena, whose bot is thinking."""

    def __init__(self, shared_memory: mmap.mmap | bytearray) -> None:
        self.shared_memory = shared_memory
        self.turn_count = 0

    def mark_turn(self, seat: int) -> None:
        """Mark that this seat answers for what comes next."""
        self.turn_count += 1
        self.shared_memory[: TURN_STRUCT.size] = TURN_STRUCT.pack(seat, self.turn_count)

    @contextmanager
    def time_and_attribute_errors(self, seat: int) -> Iterator[None]:
        """Call a bot inside this context; whatever it raises becomes BotFailedError."""
        self.mark_turn(seat)
        try:
            yield
        except BotFailedError:
            raise
        except BaseException as error:
            raise BotFailedError(seat, describe_bot_error(error)) from None
        finally:
            self.mark_turn(seat)


def play_order(setup: Setup, order: GameOrder, marker: TurnMarker) -> GameOutcome:
    """Play a game as ordered. The same order gives the same game, if its budget is in simulations."""
    try:
        bots = []
        for seat, bot_spec in enumerate(order.bots):
            with marker.time_and_attribute_errors(seat):
                bots.append(create_started_bot(bot_spec, setup))
        if order.is_rehearsal:
            return GameOutcome(shares=())
        return play_timed_game(setup, bots, order, marker)
    except BotFailedError as failure:
        return make_bot_failure_outcome(failure.seat, failure.why, len(order.bots))


def play_timed_game(setup: Setup, bots: list[Bot], order: GameOrder, marker: TurnMarker) -> GameOutcome:
    """Play a game to the end and return its outcome with each seat's thinking time, or raise BotFailedError."""
    seats = [
        SeatedBot(bot, Random(derive_seed(seed)), Random(seed), order.budget)
        for bot, seed in zip(bots, order.bot_seeds, strict=True)
    ]
    hooks = TurnTimer(marker, len(bots))
    state = setup.new()
    play_bot_game(state, seats, StepSeededChance(order.dice_seed), hooks)
    winners = state.winners()
    shared_by = winners or range(len(bots))
    shares = tuple(1 / len(shared_by) if seat in shared_by else 0.0 for seat in range(len(bots)))
    return GameOutcome(shares=shares, drawn=not winners, moves=tuple(hooks.moves), seconds=tuple(hooks.seconds))


class TurnTimer(GameHooks):
    """Marks whose bot is thinking while it does, and adds up each seat's moves and seconds."""

    def __init__(self, marker: TurnMarker, num_seats: int) -> None:
        self.marker = marker
        self.moves = [0] * num_seats
        self.seconds = [0.0] * num_seats

    @contextmanager
    def time_and_attribute_errors(self, seat: int) -> Iterator[None]:
        """Time a bot's answer; whatever it raises becomes BotFailedError."""
        begin = time.process_time()
        with self.marker.time_and_attribute_errors(seat):
            yield
        self.seconds[seat] += time.process_time() - begin
        self.moves[seat] += 1


class OrderSetupCache:
    """Makes setups, and keeps the last one, since many games in a row have the same."""

    def __init__(self) -> None:
        self.last: tuple[SetupData, Setup] | None = None

    def get_setup(self, order: GameOrder) -> Setup:
        """Return the setup of an order, the last one again if it is the same."""
        if self.last is None or self.last[0] != order.setup:
            # A game that is found without its module needs none, and one that is not found says so.
            with suppress(ImportError):
                importlib.import_module(order.game_module)
            self.last = order.setup, setup_from_data(order.setup)
        return self.last[1]


def serve_orders(orders: SimpleQueue[bytes | None], replies: BinaryIO, marker: TurnMarker) -> None:
    """Play the games of a queue and send their outcomes, until it ends."""
    setups = OrderSetupCache()
    while (content := orders.get()) is not None:
        marker.mark_turn(NO_SEAT)
        reply: GameOutcome | OrderRefusal
        try:
            order = msgspec.json.decode(content, type=GameOrder)
            reply = play_order(setups.get_setup(order), order, marker)
        except Exception as error:
            reply = OrderRefusal(describe_bot_error(error))
        send_message(replies, reply)


def read_orders(source: BinaryIO, orders: SimpleQueue[bytes | None]) -> None:
    """Read orders into a queue; when the arena is gone, end this process."""
    while (content := receive_message(source)) is not None:
        orders.put(content)
    orders.put(None)
    time.sleep(EXIT_SECONDS)
    os._exit(0)


def limit_memory() -> None:
    """Limit the memory of this process, so that bots run out of it before the machine does."""
    if resource is None:
        return
    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    most = MAX_MEMORY_BYTES if hard == resource.RLIM_INFINITY else min(MAX_MEMORY_BYTES, hard)
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_DATA, (most, hard))


def close_channels_in_forked_processes(marker: TurnMarker, *channels: int) -> None:
    """Let forked copies of this process neither speak to the arena nor mark turns."""

    def close_channels() -> None:
        marker.shared_memory = bytearray(TURN_STRUCT.size)
        for channel in channels:
            os.close(channel)

    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=close_channels)


def run_worker_process(turn_marker_file: str) -> None:
    """Serve an arena by standard input and output, which are out of reach for bots."""
    source, replies = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    # Whatever a bot writes into a file that was opened for appending goes behind the turn, not over it.
    with Path(turn_marker_file).open("a+b") as file:
        marker = TurnMarker(mmap.mmap(file.fileno(), TURN_STRUCT.size))
    limit_memory()
    close_channels_in_forked_processes(marker, source.fileno(), replies.fileno())
    send_message(replies, None)
    null_device = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(null_device, stream)
    orders: SimpleQueue[bytes | None] = SimpleQueue()
    Thread(target=read_orders, args=(source, orders), daemon=True).start()
    with suppress(OSError):  # of an arena that is gone
        serve_orders(orders, replies, marker)
