"""What a server does by itself: it plays for bots whose turn it is, and drops flags."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import NamedTuple, TypeAlias

from sqlalchemy.exc import SQLAlchemyError

from triangulum.bots.thought import Thought
from triangulum.errors import TriangulumError
from triangulum.record.history import Played
from triangulum.server.ops.logs import error_location, log
from triangulum.server.runtime.bot_pool import BOT_TIMEOUT, BotPool, ThinkRequest, thinking_seconds
from triangulum.server.runtime.commands import CommandHandler
from triangulum.server.runtime.job_leases import BOT, CLOCK, JobLeases, clock_job
from triangulum.server.runtime.randomness import Randomness
from triangulum.server.runtime.room import Room
from triangulum.server.storage.heartbeat import BEAT_SECONDS
from triangulum.table.messages import CommandError

LEASE_SECONDS = 6.0
"""How long a process leases a job before it has to renew the lease; if it dies, another takes over."""
POLL_SECONDS = 1.0
"""Between looks for jobs that are due."""
MAX_CLAIMED = 50
"""How many jobs a process leases at a time."""
PAUSE = (0.2, 1.2)
"""Seconds between the end of a bot's thinking time and its move, drawn beforehand, so that they reveal nothing."""
FOLLOW_UP = 0.4
"""Share of pause and thinking time for further moves within a bot's turn."""
MAX_ALARM_SECONDS = 3600.0
"""After which clocks that run for days are looked at again."""

KeepsLease: TypeAlias = bool
"""Whether a job goes on after it has been started; if not, it is deleted."""


class Pacing(NamedTuple):
    """How much time a server takes for what; tests are in a hurry."""

    pause: tuple[float, float] | None = PAUSE
    """Before a bot's move; None for no pause at all."""
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    """How a pause is spent."""
    beat: float | None = BEAT_SECONDS
    """Seconds between heartbeats, by which clocks know when no server was up; None for none."""
    lease: float = LEASE_SECONDS
    look: float = POLL_SECONDS
    """Seconds between looks for jobs that are due."""


class JobRunner:
    """Runs the jobs that a process has leased."""

    def __init__(
        self, commands: CommandHandler, leases: JobLeases, bot_pool: BotPool, pacing: Pacing, randomness: Randomness
    ) -> None:
        self.commands = commands
        self.rooms = commands.rooms
        self.store = self.rooms.store
        self.leases = leases
        self.bot_pool = bot_pool
        self.pacing = pacing
        self.randomness = randomness
        self.rooms.room_changed.connect(self.start_room_jobs)
        self.rooms.store_replaced.connect(lambda _: leases.held.clear())

    # Leases.

    async def run_forever(self) -> None:
        """Lease jobs that are due and run them, and renew our leases, again and again."""
        renewed_at = time.time()
        while True:
            try:
                now = time.time()
                for kind, table_id in await self.store.jobs.claim_due_jobs(now, now + self.pacing.lease, MAX_CLAIMED):
                    await self.run_job(kind, table_id)
                if self.leases.held and now - renewed_at > self.pacing.lease / 3:
                    await self.store.jobs.renew_leases(sorted(self.leases.held), now + self.pacing.lease)
                    renewed_at = now
            except SQLAlchemyError as error:
                log.error("jobs could not be run: %s", error_location(error))
            await asyncio.sleep(min(self.pacing.look, self.pacing.lease / 3))

    async def run_job(self, kind: str, table_id: str) -> None:
        """Run a job that we have just leased."""
        job = (kind, table_id)
        self.leases.held.add(job)
        try:
            async with self.rooms.locked(table_id) as room:
                keeps_lease = await (self.run_clock_job(room) if kind == CLOCK else self.run_bot_job(room))
            if not keeps_lease:
                self.leases.held.discard(job)
                await self.store.jobs.delete_jobs([job])
        except SQLAlchemyError:
            # If we kept renewing its lease, nobody else would ever run it.
            self.leases.held.discard(job)
            raise
        except Exception as error:
            # A table that can't even be read must not stop the other jobs.
            self.leases.held.discard(job)
            if isinstance(error, CommandError) and error.reason == "not-found":
                await self.store.jobs.delete_jobs([job])
                return
            log.error("a job could not be run: %s", error_location(error))

    def start_room_jobs(self, room: Room) -> None:
        """Set a room's flag_timer, and start its bot's turn if we have leased that job."""
        self.reset_flag_timer(room)
        is_ours = (BOT, room.table.id) in self.leases.held
        if is_ours and room.table.bot_to_move and room.bot_turn is None and not self.rooms.is_closing:
            room.bot_turn = self.rooms.tasks.start(self.play_bot_turns(room))

    async def close(self) -> None:
        """Leave our jobs to others, and store that this process has ended."""
        for room in self.rooms.loaded.values():
            self.reset_flag_timer(room)
        if self.leases.held:
            try:
                await self.store.jobs.release_jobs(sorted(self.leases.held))
            except SQLAlchemyError as error:
                log.error("leases could not be released: %s", error_location(error))
        if self.rooms.heartbeat.last_beat_at is not None:
            await self.commands.record_heartbeat_and_refresh_clocks(ended=True)

    # Bots.

    async def run_bot_job(self, room: Room) -> KeepsLease:
        """Start a bot's turn that no process plays; return whether it goes on."""
        self.start_room_jobs(room)
        return bool(room.table.bot_to_move)

    async def play_bot_turns(self, room: Room) -> None:
        """Play for bots until it is a person's turn."""
        last_seat: int | None = None
        try:
            while not self.rooms.is_closing:
                async with room.lock:
                    await self.rooms.refresh_if_possibly_stale(room, trusting=True)
                    table = room.table
                    name, seat, last_change = table.bot_to_move, table.mover, table.last_change
                    if not name or seat is None:
                        return
                    state = table.state.resample(seat, self.randomness.rng)
                # Who made the last decision is known to everybody, so a shorter pause reveals nothing.
                share = FOLLOW_UP if seat == last_seat else 1.0
                last_seat = seat
                seed = self.randomness.rng.randrange(2**31)
                action = await self.choose_action_after_pause(
                    ThinkRequest(name, state, share * thinking_seconds(name), seed), share
                )
                async with room.lock:
                    await self.rooms.refresh_if_possibly_stale(room, trusting=True)
                    if room.table.last_change == last_change and room.table.bot_to_move == name:
                        await self.play_action_or_fallback(room, seat, action)
        except CommandError as error:
            log.error("a bot's move was refused: %s", error.reason)
        except SQLAlchemyError as error:
            log.error("a bot could not play: %s", error_location(error))
        finally:
            room.bot_turn = None
            if not self.rooms.is_closing:
                # If it is still a bot's turn, somebody leases the job again when our lease has run out.
                self.leases.held.discard((BOT, room.table.id))

    async def play_action_or_fallback(self, room: Room, seat: int, action: int | None) -> None:
        """Play a bot's action, or any legal one if the bot has none that is legal."""
        if action is not None:
            try:
                await self.commands.run_events(room, (Played(seat, action),))
                return
            except CommandError as error:
                if error.reason != "illegal":
                    raise
        log.error("a bot of %s had no legal move to play", room.table.setup.game.id)
        legal = room.table.state.legal_actions()
        await self.commands.run_events(room, (Played(seat, legal[self.randomness.rng.randrange(len(legal))]),))

    async def choose_action_after_pause(self, request: ThinkRequest, share: float) -> int | None:
        """Return a bot's action after a pause that was drawn before it began to think; None if it has none."""
        pause = self.draw_move_seconds(request, share)
        thinking = asyncio.ensure_future(self.ask_bot(request))
        try:
            await self.pacing.sleep(pause)
            # On a busy machine it may take longer: then wait for another whole pause, not just for the thought.
            while pause and not thinking.done():
                await self.pacing.sleep(pause)
            thought = await thinking
        finally:
            thinking.cancel()
        return None if thought is None else thought.action

    def draw_move_seconds(self, request: ThinkRequest, share: float) -> float:
        """Return how many seconds a bot takes for a move, thinking time included."""
        if self.pacing.pause is None:
            return 0.0
        shortest, longest = self.pacing.pause
        return request.seconds + share * (shortest + (longest - shortest) * self.randomness.rng.random())

    async def ask_bot(self, request: ThinkRequest) -> Thought | None:
        """Return a bot's thought; None if it gives none."""
        try:
            return await self.bot_pool.ask(request, BOT_TIMEOUT)
        except TriangulumError as error:
            log.error("the bot %s gave no answer: %s", request.bot, type(error).__name__)
            return None

    # Clocks.

    def reset_flag_timer(self, room: Room) -> None:
        """Set a room's flag_timer to when the running clock's flag falls."""
        if room.flag_timer is not None:
            room.flag_timer.cancel()
            room.flag_timer = None
        flag_time = None if self.rooms.is_closing else room.table.flag_time
        if flag_time is not None:
            delay = min(max(0.0, flag_time - self.rooms.clock()) + 0.001, MAX_ALARM_SECONDS)
            loop = asyncio.get_running_loop()
            room.flag_timer = loop.call_later(delay, lambda: self.rooms.tasks.start(self.handle_flag_timer(room)))

    async def handle_flag_timer(self, room: Room) -> None:
        """Drop the flag, if it is time."""
        room.flag_timer = None
        try:
            async with room.lock:
                await self.rooms.refresh_if_possibly_stale(room)
                await self.commands.drop_flag_if_due(room)
        except CommandError as error:
            log.error("a flag could not fall: %s", error.reason)
        if room.flag_timer is None:
            self.reset_flag_timer(room)

    async def run_clock_job(self, room: Room) -> KeepsLease:
        """Drop a flag that should have fallen by now; if there is still time, store the job for later. Lock held."""
        await self.commands.drop_flag_if_due(room)
        self.reset_flag_timer(room)
        flag_time = room.table.flag_time
        if flag_time is not None:
            job = clock_job(flag_time)
            await self.store.run_transaction(
                lambda connection: self.store.jobs.save_changes(connection, room.table.id, [job])
            )
        return False

    async def record_heartbeats_forever(self) -> None:
        """Store again and again that this process is up."""
        while self.pacing.beat is not None:
            await asyncio.sleep(self.pacing.beat)
            try:
                await self.commands.record_heartbeat_and_refresh_clocks()
            except SQLAlchemyError as error:
                log.error("a heartbeat could not be stored: %s", error_location(error))
