"""The steward does what people ask for at tables: the one way that a command takes.

A command is decided on, kept, acknowledged and published, in this order and under the lock of its table. Whatever goes
wrong in between, the table is read again from the store, which is always right. What nobody asks for, bots' moves and
flags that fall, are the steward's duties, and go the same way from the second step on.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import NamedTuple

from sqlalchemy import Connection

from triangulum.errors import TriangulumError
from triangulum.server.identity.ratings import record_result
from triangulum.server.ops.logs import error_location, log, log_change
from triangulum.server.ops.metrics import CommandMetrics
from triangulum.server.runtime.bot_pool import ADVISER, BotPool, ThinkRequest, thinking_seconds
from triangulum.server.runtime.jobs import PATIENCE, JobRunner, Pacing
from triangulum.server.runtime.open_table import TableOpener
from triangulum.server.runtime.randomness import Randomness
from triangulum.server.runtime.room import Room
from triangulum.server.runtime.rooms import NO_TABLE, Rooms
from triangulum.server.storage.event_store import StoredTable, insert_table, mark_over
from triangulum.server.storage.job_queue import Job, JobDone
from triangulum.server.storage.writer import Changes
from triangulum.table import messages as ask
from triangulum.table import permissions, presenter
from triangulum.table.events import AnyTableEvent, Rematched
from triangulum.table.messages import Advice, CommandError, Done, Hinted, OpenTable, Previewed, Reply
from triangulum.table.people import Person
from triangulum.table.table import Change, Table

TRIES = 10
"""How often a command is decided on anew because another process has gone on with the table."""

Acknowledge = Callable[[Reply], None]


class PendingEntry(NamedTuple):
    """What has happened in memory and is not kept yet."""

    change: Change
    due: list[Job | JobDone]
    """What the table waits for from now on, or no longer."""
    ends: bool
    """Whether the game ends by it."""


class CommandHandler:
    """Obeys commands at the tables of a lobby, and sees to what is due there by itself."""

    def __init__(
        self,
        rooms: Rooms,
        *,
        bot_pool: BotPool | None = None,
        pace: Pacing | None = None,
        randomness: Randomness | None = None,
    ) -> None:
        self.rooms = rooms
        self.store = rooms.store
        self.bot_pool = bot_pool or BotPool()
        self.randomness = randomness or Randomness()
        self.opener = TableOpener(rooms, self.bot_pool, self.randomness)
        self.jobs = JobRunner(rooms, self.run_events, self.bot_pool, pace or Pacing(), self.randomness)
        self.meter = CommandMetrics()
        self.advising: set[str] = set()
        """People who wait for a hint."""

    # Obeying.

    async def command(
        self, id: str, command: ask.AtTable, person: Person, acknowledge: Acknowledge = lambda _: None
    ) -> Reply:
        """Do what somebody wants, or raise Trouble; ``acknowledge`` is called before others are told."""
        try:
            return await self.obey(id, command, person, self.measured(command, acknowledge))
        except CommandError as trouble:
            self.meter.count_refused(type(command).__name__, trouble.reason)
            raise

    def measured(self, command: ask.AtTable, acknowledge: Acknowledge) -> Acknowledge:
        """Return a way to acknowledge a command that has just come, which notes how long that took."""
        began = time.perf_counter()

        def measured(reply: Reply) -> None:
            acknowledge(reply)
            self.meter.count_acknowledged(type(command).__name__, time.perf_counter() - began)

        return measured

    async def obey(self, id: str, command: ask.AtTable, person: Person, acknowledge: Acknowledge) -> Reply:
        """Do what somebody wants, or raise Trouble."""
        live = await self.rooms.find(id)
        if not person.id:
            raise CommandError("nobody", "say who you are first")
        if self.rooms.is_closing:
            raise CommandError("busy", "the server is stopping")
        match command:
            case ask.Preview():
                reply: Reply = await self.preview(live, command, person)
            case ask.Hint():
                reply = await self.hint(live, command, person)
            case ask.Mute():
                reply = await self.mute(live, command, person)
            case ask.Rematch():
                return await self.rematch(live, command, person, acknowledge)
            case _:
                return await self.happen(live, command, person, acknowledge)
        acknowledge(reply)
        return reply

    async def happen(self, live: Room, command: ask.AtTable, person: Person, acknowledge: Acknowledge) -> Done:
        """Decide on a command and let it happen."""
        if isinstance(command, ask.HandOver | ask.Leave | ask.Arrange):
            await self.opener.check_bot(command.bot, live.table.setup)
        async with live.lock:
            for _ in range(TRIES):
                table = await self.rooms.refresh(live, trusting=True)
                done = done_before(table, command, person)
                if done is not None:
                    acknowledge(done)
                    return done
                await self.jobs.flag(live)
                try:
                    events = self.decided(live.table, command, person)
                except CommandError:
                    # It may be refused only because we do not know yet what another process has done.
                    if self.rooms.pubsub is None or not await self.rooms.load_new_entries(live):
                        raise
                    continue
                done = await self.run_events(live, events, person.id, command.id, acknowledge)
                if done is not None:
                    return done
        raise CommandError("stale", "something else happened first")

    def decided(self, table: Table, command: ask.AtTable, person: Person) -> tuple[AnyTableEvent, ...]:
        """Return what a command brings about, or raise Trouble."""
        if isinstance(command, ask.Sit) and command.token is not None:
            self.check_token(table, command)
        return permissions.propose(table, command, person)

    def check_token(self, table: Table, command: ask.Sit) -> None:
        """Refuse a token that does not belong to a seat."""
        seat = permissions.check_seat(table, command.seat)
        if not self.rooms.signer.is_seat_token(command.token or "", table.id, seat, table.holders[seat].turns):
            raise CommandError(
                "not-allowed", f"this is not the token of seat {seat}, or the seat has changed hands since"
            )

    # From deeds to what everybody knows.

    async def run_events(
        self,
        live: Room,
        events: tuple[AnyTableEvent, ...],
        person: str = "",
        command: str = "",
        acknowledge: Acknowledge = lambda _: None,
        opened: StoredTable | None = None,
    ) -> Done | None:
        """Let deeds happen, keep them, acknowledge them and publish them. The lock is held.

        None if another process was first: then the table has gone on, and this has not happened.
        """
        made = self.made(live, events, person, command)
        if not await self.append(live.table, made, opened):
            return None
        return self.told(live, made, acknowledge)

    def made(self, live: Room, events: tuple[AnyTableEvent, ...], person: str, command: str) -> PendingEntry:
        """Let deeds happen in memory, or raise Trouble if this is not the table any more, or not for now."""
        table = live.table
        if self.rooms.is_sealed or self.rooms.loaded.get(table.id) is not live:
            raise CommandError("busy", "the table is being read again; try once more")
        bot_before, end_before = table.bot_to_move, table.flag_time
        change = self.performed(live, events, person, command)
        # Until it is on disk, whatever may interrupt us, the table is ahead of what is kept.
        live.needs_reload = True
        ends = table.history.is_over and change.entry.number == table.last_change
        return PendingEntry(change, self.jobs.due_after(table, bot_before, end_before), ends)

    def performed(self, live: Room, events: tuple[AnyTableEvent, ...], person: str, command: str) -> Change:
        """Let deeds happen in memory."""
        try:
            return live.table.apply_events(events, self.rooms.clock(), person, command)
        except TriangulumError as error:
            raise CommandError("illegal", str(error)) from None

    async def append(self, table: Table, made: PendingEntry, opened: StoredTable | None = None) -> bool:
        """Keep what has been made; False if another process was first."""
        try:
            return await self.store.append(table.id, made.change.entry, self.changes_of(table, made, opened))
        except Exception as error:
            log.error("a row could not be kept: %s", error_location(error))
            raise CommandError("broken", "it could not be kept, so it has not happened") from None

    def changes_of(self, table: Table, made: PendingEntry, opened: StoredTable | None = None) -> Changes | None:
        """Return what is written in the same transaction as an entry, if there is anything."""
        over = table.history.is_over
        if not (over or made.due or opened):
            return None

        def changes(connection: Connection) -> None:
            if over:
                mark_over(connection, table.id)
            if opened is not None:
                insert_table(connection, opened)
            self.store.jobs.save_changes(connection, table.id, made.due)
            if made.ends:
                record_result(connection, table, made.change.entry.at)

        return changes

    def told(self, live: Room, made: PendingEntry, acknowledge: Acknowledge) -> Done:
        """Acknowledge and publish what is kept."""
        table, change = live.table, made.change
        live.needs_reload = False
        for what in made.due:
            self.jobs.note_due(table.id, what)
        done = Done(id=change.entry.command, number=change.entry.number)
        acknowledge(done)
        live.publish(change)
        self.meter.count_entry(by_person=bool(change.entry.person))
        log_change(table, change)
        self.jobs.nudge(live)
        return done

    # A move at once.

    def play_at_once(
        self, live: Room, move: ask.Play, person: Person, acknowledge: Acknowledge, otherwise: Callable[[], None]
    ) -> bool:
        """Let a move happen as ``command`` does, if there is nothing to wait for but the disk; tell whether it does.

        Almost everything that happens is a move at a table that is at rest, and tasks and futures are half of what it
        costs. All else, refusals included, is left to ``command``. If the move is not kept for some reason,
        ``otherwise`` is called.
        """
        rooms = self.rooms
        disconnected = rooms.pubsub is not None and rooms.pubsub.disconnected
        if (
            rooms.is_closing
            or disconnected
            or live.needs_reload
            or rooms.loaded.get(live.table.id) is not live
            or not live.lock.take()
        ):
            return False
        made = self.made_at_once(live, move, person)
        if made is None:
            live.lock.release()
            return False
        rooms.touch(live)
        measured = self.measured(move, acknowledge)

        def told(problem: BaseException | None) -> None:
            try:
                if problem is None:
                    self.told(live, made, measured)
            except Exception as error:
                log.error("a move could not be told: %s", error_location(error))
            finally:
                live.lock.release()
            if problem is not None:
                otherwise()

        self.store.append_entry(live.table.id, made.change.entry, self.changes_of(live.table, made), told)
        return True

    def made_at_once(self, live: Room, move: ask.Play, person: Person) -> PendingEntry | None:
        """Let a move happen in memory; None if it cannot or something else has to happen first. The lock is held."""
        table = live.table
        if (person.id, move.id) in table.entry_by_command or not self.jobs.in_time(live):
            return None
        try:
            return self.made(live, permissions.propose(table, move, person), person.id, move.id)
        except CommandError:
            return None

    # What is not decided by rights alone.

    async def rematch(self, live: Room, command: ask.Rematch, person: Person, acknowledge: Acknowledge) -> Done:
        """Open the table at which the same play again, once, and tell everybody."""
        async with live.lock:
            table = await self.rooms.refresh(live)
            if table.phase != "over":
                raise CommandError("not-now", "the game is not over")
            if not table.seats_held_by(person.id):
                raise CommandError("not-allowed", "only who has played can ask for a rematch")
            for _ in range(TRIES):
                table = await self.rooms.refresh(live, trusting=True)
                if table.rematch is not None:
                    break
                spec = table.spec
                wish = OpenTable(game=spec.setup.game, options=spec.options, house=spec.settings)
                new = await self.opener.new_table(wish, person, before=table)
                events = (Rematched(new.id),)
                if await self.run_events(live, events, person.id, command.id, opened=new) is not None:
                    self.rooms.add_table(new)
            table = live.table
            done = Done(id=command.id, number=table.number, table=table.rematch)
        acknowledge(done)
        return done

    async def mute(self, live: Room, command: ask.Mute, person: Person) -> Done:
        """Hear somebody no longer, or again."""
        id = live.table.id
        if len(await self.store.load_muted_aliases(id, person.id)) > 100:
            raise CommandError("too-many", "you have muted a hundred people here already")
        if not await self.store.set_muted(id, person.id, command.who, command.on):
            raise CommandError("not-found", NO_TABLE)
        muted = await self.store.load_muted_aliases(id, person.id)
        for watcher in live.list_watchers():
            if watcher.person.id == person.id:
                watcher.muted = muted
        return Done(id=command.id, number=live.table.number)

    # What only the mover may know.

    async def preview(self, live: Room, command: ask.Preview, person: Person) -> Previewed:
        """Return what an action would bring."""
        async with live.lock:
            table = await self.rooms.refresh(live)
            permissions.check_to_move(table, command.seat, person, command.at)
            action = permissions.parse_legal_action(table, command.action)
            words = table.state.preview(action).words
            text, scene = table.state.format_action(action), presenter.would_be(table, command.seat, action)
            return Previewed(id=command.id, action=action, text=text, words=words, scene=scene)

    async def hint(self, live: Room, command: ask.Hint, person: Person) -> Hinted:
        """Return what a bot would play that knows what the seat knows."""
        async with live.lock:
            table = await self.rooms.refresh(live)
            if not table.spec.settings.hints:
                raise CommandError("not-allowed", "there are no hints at this table")
            permissions.check_to_move(table, command.seat, person, command.at)
            state = table.state.copy()
            number = table.number
        if person.id in self.advising:
            raise CommandError("busy", "one hint at a time")
        world = state.resample(command.seat, self.randomness.rng)
        question = ThinkRequest(ADVISER, world, thinking_seconds(ADVISER), self.randomness.rng.randrange(2**31))
        self.advising.add(person.id)
        try:
            thought = await self.bot_pool.answer(question, PATIENCE)
        except TriangulumError as error:
            raise CommandError("busy", str(error)) from None
        finally:
            self.advising.discard(person.id)
        assert thought is not None
        best = [Advice(action=one.action, text=state.format_action(one.action), win=one.win) for one in thought.best]
        text = state.format_action(thought.action)
        return Hinted(id=command.id, number=number, bot=ADVISER, action=thought.action, text=text, best=tuple(best))

    # Stopping.

    async def close(self) -> None:
        """Let what has begun come to its end, leave what is due to others, and stop."""
        await self.rooms.close()
        await self.jobs.close()
        await self.bot_pool.close()


def done_before(table: Table, command: ask.AtTable, person: Person) -> Done | None:
    """Return what was answered when this command came first, if it has come before."""
    row = table.entry_by_command.get((person.id, command.id))
    return None if row is None else Done(id=command.id, number=row.number)
