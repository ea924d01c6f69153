"""What a server has to see to by itself: bots whose turn it is, and clocks whose time is out.

That something is due is kept with the row that brings it about. A process takes it on by a lease, which it renews while
it is alive; what a process that has died had taken on is taken on by another. So nothing is orphaned, and what two do
at once all the same is settled by the number of the row.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import NamedTuple

from sqlalchemy.exc import SQLAlchemyError

from triangulum.bots.thought import Thought
from triangulum.errors import TriangulumError
from triangulum.record.history import Played
from triangulum.server.ops.logs import error_location, log
from triangulum.server.runtime.bot_pool import BotPool, ThinkRequest, thinking_seconds
from triangulum.server.runtime.randomness import Randomness
from triangulum.server.runtime.room import Room
from triangulum.server.runtime.rooms import Rooms
from triangulum.server.storage.heartbeat import BEAT_SECONDS
from triangulum.server.storage.job_queue import Job, JobDone
from triangulum.table import permissions
from triangulum.table.events import AnyTableEvent
from triangulum.table.messages import CommandError, Done
from triangulum.table.table import Table

LEASE_SECONDS = 6.0
"""For how long a process takes on what is due; it says so again in time, and if it dies, another takes over."""
LOOK_SECONDS = 1.0
"""Between looks at what is due."""
TAKEN_ON = 50
"""How much a process takes on at a time."""
BOT = "bot"
"""What is due when it is a bot's turn."""
CLOCK = "clock"
"""What is due when the time of the running clock is out."""
FLAG_GRACE = 2.0
"""Seconds that a process in which a table is in memory has for letting a flag fall, before any other does."""
PAUSE = (0.2, 1.2)
"""Seconds between the end of the time a bot may think and its move, drawn beforehand, so that they tell nothing."""
FOLLOWING = 0.4
"""Part of that time, and of the time to think, where a bot goes on with its turn, since people know who is playing."""
LONGEST_ALARM = 3600.0
"""Seconds after which clocks that run for days are looked at again."""
PATIENCE = 30.0
"""Seconds until a bot that does not answer is given up, and any legal move is played for it."""


Keep = Callable[[Room, tuple[AnyTableEvent, ...]], Awaitable[Done | None]]
"""Lets deeds happen and tells everybody, once they are on disk; None if another process was first. The lock is held."""


class Pacing(NamedTuple):
    """How much time is taken for what; tests are in a hurry."""

    pause: tuple[float, float] | None = PAUSE
    """Before a bot's move; none at all where nobody can wait."""
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    """How a pause is spent."""
    beat: float | None = BEAT_SECONDS
    """Seconds between signs of life, by which clocks know when no server was up."""
    lease: float = LEASE_SECONDS
    look: float = LOOK_SECONDS


class JobRunner:
    """What one process has taken on, and how it is seen to."""

    def __init__(self, rooms: Rooms, run_events: Keep, bot_pool: BotPool, pace: Pacing, randomness: Randomness) -> None:
        self.rooms = rooms
        self.run_events = run_events
        self.bot_pool = bot_pool
        self.pace = pace
        self.randomness = randomness
        self.held: set[tuple[str, str]] = set()
        """What we have taken on: kinds and tables."""
        self.kinds: dict[str, Callable[[Room], Awaitable[bool]]] = {BOT: self.see_to_bot, CLOCK: self.see_to_clock}
        """What is done with a table for which something is due; True if that goes on for a while."""
        rooms.see_to = self.nudge
        rooms.caches.append(self.held.clear)

    # What is due.

    async def see_to_all(self) -> None:
        """Take on what is due, again and again, and see that nobody else takes on what we have."""
        renewed = time.time()
        while True:
            try:
                now = time.time()
                for kind, table in await self.rooms.store.jobs.claim_due_jobs(now, now + self.pace.lease, TAKEN_ON):
                    await self.take_on(kind, table)
                if self.held and now - renewed > self.pace.lease / 3:
                    await self.rooms.store.jobs.renew_leases(sorted(self.held), now + self.pace.lease)
                    renewed = now
            except SQLAlchemyError as error:
                log.error("what is due could not be seen to: %s", error_location(error))
            await asyncio.sleep(min(self.pace.look, self.pace.lease / 3))

    async def take_on(self, kind: str, table: str) -> None:
        """See to something that is due and that is ours now."""
        what = (kind, table)
        self.held.add(what)
        try:
            live = await self.rooms.find(table)
            async with live.lock:
                await self.rooms.refresh(live)
            if not await self.kinds[kind](live):
                self.held.discard(what)
                await self.rooms.store.jobs.delete_jobs([what])
        except SQLAlchemyError:
            # What we only seem to see to would be ours for good: somebody takes it on when the lease has run out.
            self.held.discard(what)
            raise
        except Exception as error:
            # A table that cannot even be read keeps nobody from seeing to the others.
            self.held.discard(what)
            if isinstance(error, CommandError) and error.reason == "not-found":
                await self.rooms.store.jobs.delete_jobs([what])
                return
            log.error("a table cannot be seen to: %s", error_location(error))

    def nudge(self, live: Room) -> None:
        """See that a bot plays if it is one's turn and we have taken that on, and that the flag falls in time."""
        self.wind(live)
        ours = (BOT, live.table.id) in self.held
        if ours and live.table.bot_to_move and live.bot_turn is None and not self.rooms.is_closing:
            live.bot_turn = self.rooms.tasks.start(self.bot_turns(live))

    def due_after(self, table: Table, bot_before: str, end_before: float | None) -> list[Job | JobDone]:
        """Return what a table waits for now and did not before, or the other way round."""
        due: list[Job | JobDone] = []
        if bool(table.bot_to_move) != bool(bot_before):
            now = time.time()
            due.append(Job(BOT, now, now + self.pace.lease) if table.bot_to_move else JobDone(BOT))
        end = table.flag_time
        if end != end_before:
            # Whoever has the table in memory lets the flag fall at once; others if nobody has.
            due.append(JobDone(CLOCK) if end is None else Job(CLOCK, end + FLAG_GRACE, 0.0))
        return due

    def note_due(self, table: str, what: Job | JobDone) -> None:
        """Remember what we have taken on."""
        if isinstance(what, Job) and what.leased_until:
            self.held.add((what.kind, table))
        else:
            self.held.discard((what.kind, table))

    async def close(self) -> None:
        """Leave what we have taken on to others, and say that we are up no longer."""
        for live in self.rooms.loaded.values():
            self.wind(live)
        if self.held:
            try:
                await self.rooms.store.jobs.release_jobs(sorted(self.held))
            except SQLAlchemyError as error:
                log.error("what was due could not be left to others: %s", error_location(error))
        if self.rooms.heartbeat.last_beat_at is not None:
            await self.sign_of_life(ended=True)

    # Bots.

    async def bot_turns(self, live: Room) -> None:
        """Let bots play until it is a person's turn."""
        last: int | None = None
        try:
            while not self.rooms.is_closing:
                async with live.lock:
                    table = await self.rooms.refresh(live, trusting=True)
                    name, seat, changed = table.bot_to_move, table.mover, table.last_change
                    if not name or seat is None:
                        return
                    world = table.state.resample(seat, self.randomness.rng)
                # Who has decided what comes before is known to everybody, so that this tells nothing either.
                part = FOLLOWING if seat == last else 1.0
                last = seat
                question = ThinkRequest(
                    name, world, part * thinking_seconds(name), self.randomness.rng.randrange(2**31)
                )
                action = await self.bot_move(question, part)
                async with live.lock:
                    table = await self.rooms.refresh(live, trusting=True)
                    if table.last_change == changed and table.bot_to_move == name:
                        await self.bot_plays(live, seat, action)
        except CommandError as trouble:
            log.error("a bot's move was refused: %s", trouble.reason)
        except SQLAlchemyError as error:
            log.error("a bot could not play: %s", error_location(error))
        finally:
            live.bot_turn = None
            if not self.rooms.is_closing:
                # If it is still a bot's turn, somebody will take it on again when our lease has run out.
                self.held.discard((BOT, live.table.id))

    async def see_to_bot(self, live: Room) -> bool:
        """Let a bot play whose turn it is; nobody has done so yet, or who did has died."""
        self.nudge(live)
        return bool(live.table.bot_to_move)

    async def bot_plays(self, live: Room, seat: int, action: int | None) -> None:
        """Play for a bot; any legal move where it has none that is legal."""
        legal = live.table.state.legal_actions()
        if action not in legal:
            log.error("a bot of %s had no legal move to play", live.table.setup.game.id)
            action = legal[self.randomness.rng.randrange(len(legal))]
        await self.run_events(live, (Played(seat, action),))

    async def bot_move(self, question: ThinkRequest, part: float) -> int | None:
        """Return a bot's move after a pause, or a part of one, that was drawn before it began to think."""
        pause = self.drawn_pause(question, part)
        thinking = asyncio.ensure_future(self.bot_thought(question))
        try:
            await self.pace.sleep(pause)
            # On a busy machine it may take longer: then it waits for another whole pause, not for the thought.
            while pause and not thinking.done():
                await self.pace.sleep(pause)
            thought = await thinking
        finally:
            thinking.cancel()
        return None if thought is None else thought.action

    def drawn_pause(self, question: ThinkRequest, part: float) -> float:
        """Return how long a bot takes that may think for a while; no time at all where tests cannot wait."""
        if self.pace.pause is None:
            return 0.0
        shortest, longest = self.pace.pause
        return question.seconds + part * (shortest + (longest - shortest) * self.randomness.rng.random())

    async def bot_thought(self, question: ThinkRequest) -> Thought | None:
        """Return what a bot thinks, if it does."""
        try:
            return await self.bot_pool.answer(question, PATIENCE)
        except TriangulumError as error:
            log.error("the bot %s gave no answer: %s", question.bot, type(error).__name__)
            return None

    # Clocks.

    def in_time(self, live: Room) -> bool:
        """Tell whether ``flag`` has nothing to do."""
        if live.table.clocks is None:
            return True
        now = self.rooms.clock()
        return not self.rooms.heartbeat.is_overdue(now) and not permissions.propose_time_out(live.table, now)

    async def flag(self, live: Room) -> None:
        """Let the flag fall where time is out; what comes after it finds it fallen. The lock is held."""
        if live.table.clocks is None:
            return
        if self.rooms.heartbeat.is_overdue(self.rooms.clock()):
            await self.sign_of_life()
        events = permissions.propose_time_out(live.table, self.rooms.clock())
        if events and await self.run_events(live, events) is None:
            await self.rooms.load_new_entries(live)

    def wind(self, live: Room) -> None:
        """Set the alarm to when the time of the running clock is out."""
        if live.alarm is not None:
            live.alarm.cancel()
            live.alarm = None
        ends = None if live.table.clocks is None or self.rooms.is_closing else live.table.clocks.ends()
        if ends is not None:
            wait = min(max(0.0, ends - self.rooms.clock()) + 0.001, LONGEST_ALARM)
            live.alarm = asyncio.get_running_loop().call_later(wait, lambda: self.rooms.tasks.start(self.ring(live)))

    async def ring(self, live: Room) -> None:
        """Let the flag fall, if it is time."""
        live.alarm = None
        try:
            async with live.lock:
                await self.rooms.refresh(live)
                await self.flag(live)
        except CommandError as trouble:
            log.error("a flag could not fall: %s", trouble.reason)
        if live.alarm is None:
            self.wind(live)

    async def see_to_clock(self, live: Room) -> bool:
        """Let a flag fall that should have fallen by now; if there is still time, it is seen to later."""
        async with live.lock:
            await self.rooms.refresh(live)
            await self.flag(live)
        self.wind(live)
        end = live.table.flag_time
        if end is not None:
            later = Job(CLOCK, end + FLAG_GRACE, 0.0)
            await self.rooms.store.run_transaction(
                lambda connection: self.rooms.store.jobs.save_changes(connection, live.table.id, [later])
            )
        return False

    async def sign_of_life(self, *, ended: bool = False) -> None:
        """Write down that we are up; if we were not, clocks did not run."""
        if await self.rooms.heartbeat.beat(self.rooms.clock(), stopped=ended):
            for live in self.rooms.loaded.values():
                self.wind(live)
                live.send_clock(live.list_watchers())

    async def beat_on(self) -> None:
        """Give a sign of life again and again."""
        while self.pace.beat is not None:
            await asyncio.sleep(self.pace.beat)
            try:
                await self.sign_of_life()
            except SQLAlchemyError as error:
                log.error("a sign of life could not be kept: %s", error_location(error))
