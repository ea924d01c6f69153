"""A process in which games are played for an arena, one after another, and which may be ended at any time.

Bots are strangers here. What they print goes null_device, the memory they can use up is limited, and before any of
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
from triangulum.errors import quote_value
from triangulum.lab.arena.bot_specs import describe_error, make_bot
from triangulum.lab.arena.worker_protocol import (
    NO_SEAT,
    TURN_STRUCT,
    GameOrder,
    GameOutcome,
    Refusal,
    bot_failure_outcome,
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

    def __init__(self, shared: mmap.mmap | bytearray) -> None:
        self.shared_memory = shared
        self.turn_count = 0

    def mark_turn(self, seat: int) -> None:
        """Mark that this seat answers for what comes next."""
        self.turn_count += 1
        self.shared_memory[: TURN_STRUCT.size] = TURN_STRUCT.pack(seat, self.turn_count)

    @contextmanager
    def guard_bot_call(self, seat: int) -> Iterator[None]:
        """Call a bot inside this context; whatever it raises becomes BotFailedError."""
        self.mark_turn(seat)
        try:
            yield
        except BotFailedError:
            raise
        except BaseException as error:
            raise BotFailedError(seat, describe_error(error)) from None
        finally:
            self.mark_turn(seat)


def derive_seed(*numbers: int) -> int:
    """Return a seed that depends on every one of these numbers."""
    return int.from_bytes(blake2b(repr(numbers).encode(), digest_size=8).digest(), "little") >> 2


def chance_action(state: State, dice_seed: int, chance_index: int) -> int:
    """Return the action of the chance step that comes after ``chance_index`` others.

    Each has a generator of its own, so in two games with the same dice the tenth roll is the same even if other
    things were left to chance before it.
    """
    return int(state.sample_chance(Random(derive_seed(dice_seed, chance_index))))


def play_order(setup: Setup, order: GameOrder, marker: TurnMarker) -> GameOutcome:
    """Play a game as ordered. The same order gives the same game, if its budget is in simulations."""
    try:
        bots = [seat_bot(setup, bot_spec, seat, marker) for seat, bot_spec in enumerate(order.bots)]
        if order.rehearsal:
            return GameOutcome(shares=())
        return play_to_end(setup, bots, order, marker)
    except BotFailedError as failure:
        return bot_failure_outcome(failure.seat, failure.why, len(order.bots))


def seat_bot(setup: Setup, bot_spec: str, seat: int, marker: TurnMarker) -> Bot:
    """Return a new bot that has sat down."""
    with marker.guard_bot_call(seat):
        player = make_bot(bot_spec)
        player.start_game(setup)
    return player


def play_to_end(setup: Setup, bots: list[Bot], order: GameOrder, marker: TurnMarker) -> GameOutcome:
    """Play to the end, or raise BotFailedError."""
    thoughts = [Random(seed) for seed in order.thoughts]
    deals = [Random(derive_seed(seed)) for seed in order.thoughts]
    moves, seconds = [0] * len(bots), [0.0] * len(bots)
    state = setup.new()
    rolls = 0
    while state.to_move != OVER:
        seat = state.to_move
        if seat == CHANCE:
            state._apply(chance_action(state, order.dice, rolls))
            rolls += 1
            continue
        dealt = state.resample(seat, deals[seat])
        begin = time.process_time()
        with marker.guard_bot_call(seat):
            thought: object = bots[seat].think(dealt, thoughts[seat], order.budget)
            if not isinstance(thought, Thought):
                raise BotFailedError(seat, f"answered {quote_value(thought)}, which is no Thought")
            action = state.check_action(thought.action)
        seconds[seat] += time.process_time() - begin
        moves[seat] += 1
        state._apply(action)
    winners = state.winners()
    shared_by = winners or range(len(bots))
    shares = tuple(1 / len(shared_by) if seat in shared_by else 0.0 for seat in range(len(bots)))
    return GameOutcome(shares=shares, drawn=not winners, moves=tuple(moves), seconds=tuple(seconds))


class OrderSetupCache:
    """Makes setups, and keeps the last one, since many games in a row have the same."""

    def __init__(self) -> None:
        self.last: tuple[SetupData, Setup] | None = None

    def setup(self, order: GameOrder) -> Setup:
        """Return the setup of an order."""
        if self.last is None or self.last[0] != order.setup:
            # A game that is found without its module needs none, and one that is not found says so.
            with suppress(ImportError):
                importlib.import_module(order.home)
            self.last = order.setup, setup_from_data(order.setup)
        return self.last[1]


def serve_orders(orders: SimpleQueue[bytes | None], replies: BinaryIO, marker: TurnMarker) -> None:
    """Play the games of a queue and send their outcomes, until it ends."""
    setups = OrderSetupCache()
    while (content := orders.get()) is not None:
        marker.mark_turn(NO_SEAT)
        reply: GameOutcome | Refusal
        try:
            order = msgspec.json.decode(content, type=GameOrder)
            reply = play_order(setups.setup(order), order, marker)
        except Exception as error:
            reply = Refusal(describe_error(error))
        send_message(replies, reply)


def read_orders(source: BinaryIO, orders: SimpleQueue[bytes | None]) -> None:
    """Read orders into a queue; when the arena is gone, end this process."""
    while (content := receive_message(source)) is not None:
        orders.put(content)
    orders.put(None)
    time.sleep(EXIT_SECONDS)
    os._exit(0)


def limit_memory() -> None:
    """Let bots run out of memory before the machine does."""
    if resource is None:
        return
    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    most = MAX_MEMORY_BYTES if hard == resource.RLIM_INFINITY else min(MAX_MEMORY_BYTES, hard)
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_DATA, (most, hard))


def isolate_forks(marker: TurnMarker, *channels: int) -> None:
    """Let no copy of this process that a bot makes speak to the arena, or stay behind when its game is over."""

    def close_channels() -> None:
        marker.shared_memory = bytearray(TURN_STRUCT.size)
        for channel in channels:
            os.close(channel)

    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=close_channels)


def main(shared: str) -> None:
    """Serve an arena by standard input and output, which are out of reach for bots."""
    source, replies = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    # Whatever a bot writes into a file that was opened for appending goes behind the turn, not over it.
    with Path(shared).open("a+b") as file:
        marker = TurnMarker(mmap.mmap(file.fileno(), TURN_STRUCT.size))
    limit_memory()
    isolate_forks(marker, source.fileno(), replies.fileno())
    send_message(replies, None)
    null_device = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(null_device, stream)
    orders: SimpleQueue[bytes | None] = SimpleQueue()
    Thread(target=read_orders, args=(source, orders), daemon=True).start()
    with suppress(OSError):  # of an arena that is gone
        serve_orders(orders, replies, marker)
