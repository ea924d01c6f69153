"""The command path: propose → apply → append → publish, under the lock of the table.

A person's move, a bot's move and a flag that falls all take it. If anything goes wrong between applying and appending,
the table is read again from the store, which is always right.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import NamedTuple

from sqlalchemy import Connection

from triangulum.server.identity import ratings
from triangulum.server.ops.logs import error_location, log, log_game_milestone
from triangulum.server.ops.metrics import CommandMetrics
from triangulum.server.runtime.advice import Advisor
from triangulum.server.runtime.job_leases import JobLeases, job_situation
from triangulum.server.runtime.open_table import TableOpener
from triangulum.server.runtime.room import Room
from triangulum.server.runtime.rooms import Rooms
from triangulum.server.sentences import message
from triangulum.server.storage.event_store import StoredTable, insert_table, mark_over
from triangulum.server.storage.job_queue import JobChange
from triangulum.server.storage.log_rows import StaleWriteError
from triangulum.table import commands as ask
from triangulum.table import permissions
from triangulum.table.events import AnyTableEvent, Rematched
from triangulum.table.messages import CommandError, Done, Reply
from triangulum.table.people import Person
from triangulum.table.sentences import message as table_message
from triangulum.table.table import Change, Table
from triangulum.text import DEFAULT_LANGUAGE

MAX_TRIES = 10
"""How often a command is proposed again because another process has appended an entry first."""
MAX_MUTED = 100

Acknowledge = Callable[[Reply], None]
OnDone = Callable[[Done | None, CommandError | None], None]
"""Called with the acknowledgement, with None if another process was first, or with what kept events from happening."""


def ignore_reply(_: Reply) -> None:
    """Acknowledge nothing: nobody waits for a reply."""


class Source(NamedTuple):
    """Who sent the command that events come from; nobody for what the table does by itself."""

    person_id: str = ""
    command_id: str = ""
    acknowledge: Acknowledge = ignore_reply
    """Called when the events are stored, before anybody is shown them."""


class CommandHandler:
    """Runs commands at the tables of a server process."""

    def __init__(
        self, rooms: Rooms, opener: TableOpener, advisor: Advisor, leases: JobLeases, metrics: CommandMetrics
    ) -> None:
        self.rooms = rooms
        self.store = rooms.store
        self.opener = opener
        self.advisor = advisor
        self.leases = leases
        self.metrics = metrics

    async def run(
        self,
        table_id: str,
        command: ask.TableCommand,
        person: Person,
        acknowledge: Acknowledge = ignore_reply,
        language: str = DEFAULT_LANGUAGE,
    ) -> Reply:
        """Run a person's command, or raise CommandError and change nothing; advice is given in a language."""
        timed = self.make_timed_acknowledge(command, acknowledge)
        try:
            if not person.id:
                await self.rooms.find(table_id)
                raise CommandError("unidentified", message("name-needed"))
            if self.rooms.is_closing:
                raise CommandError("busy", message("server-stopping"))
            match command:
                case ask.PreviewMove():
                    reply: Reply = await self.advisor.preview(table_id, command, person, language)
                case ask.Hint():
                    reply = await self.advisor.hint(table_id, command, person, language)
                case ask.Mute():
                    reply = await self.mute(table_id, command, person)
                case ask.Rematch():
                    reply = await self.open_rematch(table_id, command, person)
                case _:
                    return await self.run_at_table(table_id, command, person, timed)
            timed(reply)
            return reply
        except CommandError as error:
            self.metrics.count_refused(type(command).__name__, error.reason)
            raise

    def make_timed_acknowledge(self, command: ask.TableCommand, acknowledge: Acknowledge) -> Acknowledge:
        """Return an ``acknowledge`` for a command that has just come, which also counts how long that took."""
        start = time.perf_counter()

        def acknowledge_and_count(reply: Reply) -> None:
            acknowledge(reply)
            self.metrics.count_acknowledged(type(command).__name__, time.perf_counter() - start)

        return acknowledge_and_count

    # The command path.

    async def run_at_table(
        self, table_id: str, command: ask.TableCommand, person: Person, acknowledge: Acknowledge
    ) -> Done:
        """Run a command that changes a table, as soon as the table is free."""
        if isinstance(command, ask.HandOver | ask.Leave | ask.Arrange):
            room = await self.rooms.find(table_id)
            await self.opener.check_bot_can_play(command.bot, room.table.setup)
        source = Source(person.id, command.id, acknowledge)
        async with self.rooms.locked(table_id, trusting=True) as room:
            for _ in range(MAX_TRIES):
                await self.rooms.refresh_if_possibly_stale(room, trusting=True)
                done = find_acknowledgement(room.table, command, person)
                if done is not None:
                    acknowledge(done)
                    return done
                await self.drop_flag_if_due(room)
                try:
                    lot = permissions.propose_lot(room.table, command, person)
                    if lot and await self.run_events(room, lot) is None:
                        continue
                    done = await self.run_events(room, self.propose(room.table, command, person), source)
                except CommandError:
                    # It may have been refused only because we don't know yet what another process has done.
                    if self.rooms.pubsub is None or not await self.rooms.publish_stored_entries(room):
                        raise
                if done is not None:
                    return done
        raise CommandError("stale", message("table-changed"))

    def try_run_now(
        self, room: Room, command: ask.Play, person: Person, acknowledge: Acknowledge, on_failure: Callable[[], None]
    ) -> bool:
        """Start to run a move if there is nothing to wait for but the disk; return whether it was started.

        This is the path of every command, without the tasks and futures that are half of what a move costs. Anything
        else, refusals included, is left to ``run``. If the move can't be stored after all, ``on_failure`` is called.
        """
        table = room.table
        if self.rooms.is_closing or self.rooms.is_disconnected or room.needs_reload or not room.lock.try_acquire():
            return False
        is_started = False
        try:
            if (person.id, command.id) in table.entry_by_command or self.needs_flag_check(room):
                return False
            source = Source(person.id, command.id, self.make_timed_acknowledge(command, acknowledge))

            def release(done: Done | None, _: CommandError | None) -> None:
                room.lock.release()
                if done is None:
                    on_failure()

            self.start_events(room, self.propose(table, command, person), source, release)
            is_started = True
        except CommandError:
            return False
        finally:
            if not is_started:
                room.lock.release()
        self.rooms.mark_used(room)
        return True

    def propose(self, table: Table, command: ask.TableCommand, person: Person) -> tuple[AnyTableEvent, ...]:
        """Return the events that a command leads to, or raise CommandError."""
        if isinstance(command, ask.Sit) and command.token is not None:
            self.check_token_is_current(table, command.seat, command.token)
        return permissions.propose(table, command, person)

    def check_token_is_current(self, table: Table, seat: int, token: str) -> None:
        """Raise CommandError if a token is not the current one of a seat."""
        permissions.check_seat_exists(table, seat)
        if not self.rooms.signer.is_seat_token(token, table.id, seat, table.holders[seat].turns):
            raise CommandError("not-allowed", message("wrong-token"))

    async def run_events(
        self,
        room: Room,
        events: tuple[AnyTableEvent, ...],
        source: Source = Source(),  # noqa: B008 – it is immutable
        opened: StoredTable | None = None,
    ) -> Done | None:
        """Apply events, append them to the log and publish them. The lock is held.

        Return None if another process was first: then nothing of it has happened.
        """
        future: asyncio.Future[Done | None] = asyncio.get_running_loop().create_future()

        def settle(done: Done | None, error: CommandError | None) -> None:
            if future.cancelled():
                return
            if error is None:
                future.set_result(done)
            else:
                future.set_exception(error)

        self.start_events(room, events, source, settle, opened)
        return await future

    def start_events(
        self,
        room: Room,
        events: tuple[AnyTableEvent, ...],
        source: Source,
        on_done: OnDone,
        opened: StoredTable | None = None,
    ) -> None:
        """Apply events and start to append them to the log; once they are on disk, acknowledge and publish them."""
        table = room.table
        if self.rooms.is_sealed or self.rooms.loaded.get(table.id) is not room:
            raise CommandError("busy", message("table-reloading"))
        before = job_situation(table)
        change = table.apply_events(events, self.rooms.clock(), source.person_id, source.command_id)
        # Until the entry is on disk, whatever may interrupt us, the table is ahead of what is stored.
        room.needs_reload = True
        jobs = self.leases.list_changes(table, before)

        def finish(problem: BaseException | None) -> None:
            if problem is None:
                on_done(self.publish(room, change, jobs, source), None)
            elif isinstance(problem, StaleWriteError):
                on_done(None, None)
            else:
                log.error("an entry could not be stored: %s", error_location(problem))
                on_done(None, CommandError("internal", message("not-stored")))

        self.store.append_entry(table.id, change.entry, self.build_side_effects(table, change, jobs, opened), finish)

    def build_side_effects(
        self, table: Table, change: Change, jobs: list[JobChange], opened: StoredTable | None
    ) -> Callable[[Connection], None] | None:
        """Return what is written in the same transaction as a log entry; None for most moves."""
        is_end = ends_game(table, change)
        if not (is_end or jobs or opened):
            return None

        def write(connection: Connection) -> None:
            self.store.jobs.save_changes(connection, table.id, jobs)
            if opened is not None:
                insert_table(connection, opened)
            if is_end:
                mark_over(connection, table.id)
                ratings.record_result_if_rated(connection, table, change.entry.at)

        return write

    def publish(self, room: Room, change: Change, jobs: list[JobChange], source: Source) -> Done:
        """Acknowledge and publish a change that is on disk."""
        room.needs_reload = False
        for job in jobs:
            self.leases.remember_or_forget_job(room.table.id, job)
        done = Done(id=change.entry.command, number=change.entry.number)
        source.acknowledge(done)
        room.publish(change)
        self.metrics.count_entry(by_person=bool(change.entry.person))
        log_game_milestone(room.table, change)
        self.rooms.room_changed.emit(room)
        return done

    # Flags.

    def needs_flag_check(self, room: Room) -> bool:
        """Return whether ``drop_flag_if_due`` has something to do."""
        if room.table.clocks is None:
            return False
        now = self.rooms.clock()
        return self.rooms.heartbeat.is_overdue(now) or bool(permissions.propose_time_out(room.table, now))

    async def drop_flag_if_due(self, room: Room) -> None:
        """Drop the flag if the running clock's time is out, before anything else happens. The lock is held."""
        if room.table.clocks is None:
            return
        if self.rooms.heartbeat.is_overdue(self.rooms.clock()):
            await self.record_heartbeat_and_refresh_clocks()
        events = permissions.propose_time_out(room.table, self.rooms.clock())
        if events and await self.run_events(room, events) is None:
            await self.rooms.publish_stored_entries(room)

    async def record_heartbeat_and_refresh_clocks(self, *, ended: bool = False) -> None:
        """Store that this process is up; send the clocks again if they stood still because no process was."""
        if await self.rooms.heartbeat.beat_and_refresh_outages(self.rooms.clock(), stopped=ended):
            for room in self.rooms.loaded.values():
                self.rooms.room_changed.emit(room)
                room.send_clock(room.list_watchers())

    # Commands that change no table.

    async def mute(self, table_id: str, command: ask.Mute, person: Person) -> Done:
        """Hide or show what somebody says from one person."""
        room = await self.rooms.find(table_id)
        if len(await self.store.load_muted_aliases(table_id, person.id)) > MAX_MUTED:
            raise CommandError("too-many", message("too-many-muted"))
        if not await self.store.set_muted(table_id, person.id, command.alias, command.on):
            raise CommandError("not-found", message("no-such-table"))
        muted = await self.store.load_muted_aliases(table_id, person.id)
        for watcher in room.list_watchers():
            if watcher.person.id == person.id:
                watcher.muted = muted
        return Done(id=command.id, number=room.table.number)

    # Rematches.

    async def open_rematch(self, table_id: str, command: ask.Rematch, person: Person) -> Done:
        """Open a rematch with the same people, unless there is one, and publish that."""
        source = Source(person.id, command.id)
        async with self.rooms.locked(table_id) as room:
            if room.table.phase != "over":
                raise CommandError("not-now", table_message("game-not-over"))
            if not room.table.seats_held_by(person.id):
                raise CommandError("not-allowed", message("rematch-for-players"))
            for _ in range(MAX_TRIES):
                await self.rooms.refresh_if_possibly_stale(room, trusting=True)
                if room.table.rematch is not None:
                    break
                new = await self.opener.build_rematch(room.table, person)
                if await self.run_events(room, (Rematched(new.id),), source, opened=new) is not None:
                    self.rooms.add_table(new)
            return Done(id=command.id, number=room.table.number, table=room.table.rematch)


def find_acknowledgement(table: Table, command: ask.TableCommand, person: Person) -> Done | None:
    """Return the acknowledgement of a command that has been run before; None if it has not."""
    entry = table.entry_by_command.get((person.id, command.id))
    return None if entry is None else Done(id=command.id, number=entry.number)


def ends_game(table: Table, change: Change) -> bool:
    """Return whether a change that has just been applied ends the game."""
    return table.history.is_over and change.entry.number == table.last_change
