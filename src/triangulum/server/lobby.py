"""All tables of a server: opening and finding them, and the one way a command takes.

A command is decided on, kept, acknowledged and published, in this order and under the lock of its table. Whatever goes
wrong in between, the table is read again from the store, which is always right.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterable
from functools import lru_cache
from secrets import randbelow
from typing import Any, NamedTuple

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from triangulum import Random
from triangulum.core.dice import commitment_to, new_seed
from triangulum.core.errors import TriangulumError
from triangulum.core.options import SEEDS
from triangulum.core.record import SetupText, read_setup, setup_text
from triangulum.core.registry import game as find_game
from triangulum.core.state import Setup
from triangulum.server import messages as ask
from triangulum.server import ratings, rights, showing
from triangulum.server.clocks import Outage
from triangulum.server.deeds import AnyDeed, Chair, NoClock, Opening, Rematched, Row, encode
from triangulum.server.dialects import TABLES
from triangulum.server.duties import LEASE_SECONDS, LOOK_SECONDS, PATIENCE, PAUSE, Duties
from triangulum.server.hearing import Hearing, Listener
from triangulum.server.live import Live, Watcher
from triangulum.server.lives import BEAT, Lives
from triangulum.server.logs import log, tell, tell_change, where, word_for
from triangulum.server.messages import Advice, Done, Hinted, OpenTable, Previewed, Reply, Trouble
from triangulum.server.metrics import Meter
from triangulum.server.people import GONE, People, Person, random_id
from triangulum.server.store import REWRITTEN, Due, KeptTable, Late, Settled, Store, Told
from triangulum.server.table import Change, DiceMaker, Table, TableDice, rebuilt
from triangulum.server.thinking import ADVISER, Thinkers, Turn, seconds_for

IN_LOBBY = 50
"""How many tables the lobby lists."""
TRIES = 10
"""How often a command is decided on anew because another process has gone on with the table."""
IDLE_SECONDS = 600.0
"""After which a table that nobody watches leaves the memory."""
NO_TABLE = "there is no such table"
MOST_OPEN = 200
"""How many tables that are not over one person may have opened."""

Acknowledge = Callable[[Reply], None]


class Made(NamedTuple):
    """What has happened in memory and is not kept yet."""

    change: Change
    due: list[Due | Settled]
    """What the table waits for from now on, or no longer."""
    ends: bool
    """Whether the game ends by it."""


@lru_cache(maxsize=256)
def shared_setup(text: bytes) -> Setup:
    """Return a setup; tables of one kind share one, with all that its rules have worked out."""
    return read_setup(msgspec.json.decode(text, type=SetupText))


class Lobby:
    """The tables of one server process. What is random or takes time can be replaced, for tests."""

    def __init__(
        self,
        store: Store,
        people: People,
        *,
        clock: Callable[[], float] = time.time,
        new_id: Callable[[], str] = random_id,
        new_seed: Callable[[], bytes] = new_seed,
        draw: Callable[[int], int] = randbelow,
        make_dice: DiceMaker = TableDice,
        pause: tuple[float, float] | None = PAUSE,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        thinkers: Thinkers | None = None,
        beat: float | None = BEAT,
        most_open: int = MOST_OPEN,
        lease: float = LEASE_SECONDS,
        look: float = LOOK_SECONDS,
    ) -> None:
        self.store = store
        self.people = people
        self.clock = clock
        self.new_id = new_id
        self.new_seed = new_seed
        self.draw = draw
        """For what is drawn anew for every game and is no dice, such as a sky."""
        self.make_dice = make_dice
        self.thinkers = thinkers or Thinkers()
        self.most_open = most_open
        self.lives = Lives(store)
        self.meter = Meter()
        self.rng = Random()
        self.live: dict[str, Live] = {}
        self.loading: dict[str, asyncio.Future[tuple[bool, Live | None]]] = {}
        """Tables that are just being read; with what was found, and whether they could be read at all."""
        self.heard_of: dict[str, int] = {}
        """How far tables that are just being read have come, by what another process says."""
        self.outdated: set[str] = set()
        """Tables that are just being read and have been rewritten in the meantime."""
        self.duties = Duties(self, pause=pause, sleep=sleep, beat=beat, lease=lease, look=look)
        self.hearing: Hearing | None = None
        if store.shared:
            self.hearing = Hearing(store.engine.url, store.name)
            self.hearing.listeners[TABLES] = Listener(self.heard, self.compare)
        self.advising: set[str] = set()
        """People who wait for a hint."""
        self.chores: set[asyncio.Task[None]] = set()
        self.closing = False
        self.sealed = False
        """Whether nothing may happen at any table, because another database is just being put in place."""
        self.caches: list[Callable[[], None]] = []
        """What others have to forget when the lobby does."""

    # Opening and finding.

    async def open(self, wish: OpenTable, person: Person) -> Live:
        """Open a table, or raise Trouble."""
        kept = await self.new_table(wish, person)
        await self.store.open_table(kept)
        return self.admit(kept)

    async def new_table(self, wish: OpenTable, person: Person, before: Table | None = None) -> KeptTable:
        """Return the table that somebody asks for, or raise Trouble."""
        if not person.id:
            raise Trouble("nobody", "say who you are first")
        setup = self.wanted_setup(wish.game, wish.options)
        if before is None:
            chairs = [self.wanted_chair(seat, person) for seat in wish.seats]
        else:
            # Who was forgotten cannot come along, so that somebody else may.
            chairs = [Chair() if is_gone(chair) else chair for chair in before.chairs]
        if len(chairs) > setup.players:
            raise Trouble("malformed", f"{setup.game.title} is set up for {setup.players} players, not {len(chairs)}")
        chairs = [*chairs, *[Chair()] * (setup.players - len(chairs))]
        for chair in chairs:
            await self.check_bot(chair.bot, setup)
        clock = wish.house.clock
        if not isinstance(clock, NoClock) and clock.out == "bot":
            await self.check_bot(clock.bot, setup)
        if await self.store.open_tables(person.id) >= self.most_open:
            raise Trouble("too-many", f"you have opened {self.most_open} tables that are not over: play those first")
        opening = Opening(
            setup=setup_text(setup),
            chosen=dict(wish.options),
            host=person.id,
            house=wish.house,
            chairs=tuple(chairs),
            before=before.id if before else "",
        )
        return KeptTable(self.new_id(), self.clock(), opening, self.new_seed())

    def admit(self, kept: KeptTable) -> Live:
        """Return a new table, to be watched."""
        live = self.live_of(self.table_of(kept, []), kept.opened)
        self.live[kept.id] = live
        self.use(live)
        opening = kept.opening
        tell("table-opened", table=word_for(kept.id), game=opening.setup.game, players=len(opening.chairs))
        return live

    def wanted_setup(self, game: str, options: dict[str, Any]) -> Setup:
        """Return the setup that somebody asks for."""
        given = {name: value for name, value in options.items() if value is not None}
        try:
            found = find_game(game)
            setup = found.setup_from(found.with_seeds(given, self.draw(SEEDS)))
        except TriangulumError as error:
            raise Trouble("malformed", str(error)) from None
        return shared_setup(encode(setup_text(setup)))

    def wanted_chair(self, wish: ask.SeatWish, person: Person) -> Chair:
        """Return the chair that somebody asks for."""
        match wish:
            case ask.MySeat(name=name):
                return Chair(people=(person.id,), name=rights.seat_name(name or person.name))
            case ask.BotSeat(bot=bot):
                return Chair(bot=bot)
            case ask.InvitedSeat():
                return Chair(invited=True)
        return Chair()

    async def check_bot(self, name: str | None, setup: Setup) -> None:
        """Refuse a bot that cannot play."""
        if not name:
            return
        try:
            await self.thinkers.ready(name, setup)
        except TriangulumError as error:
            raise Trouble("malformed", str(error)) from None

    def table_of(self, kept: KeptTable, rows: list[Row]) -> Table:
        """Return the table that rows have led to."""
        setup = shared_setup(encode(kept.opening.setup))
        table = Table(
            kept.id, kept.opening, setup, kept.seed, commitment_to(kept.seed), self.make_dice, self.lives.outages
        )
        for row in rows:
            table.replay(row)
        return table

    def live_of(self, table: Table, opened: float) -> Live:
        """Return a table to be watched."""
        live = Live(table, opened, self.people)
        live.clock = self.clock
        return live

    async def find(self, id: str) -> Live:
        """Return a table by its id, from the store if need be, or raise Trouble."""
        # PostgreSQL does not even take a question with a zero in it.
        live = self.live.get(id) or (await self.load(id) if id.isprintable() else None)
        if live is None:
            raise Trouble("not-found", NO_TABLE)
        self.use(live)
        return live

    async def load(self, id: str) -> Live | None:
        """Return a table from the store; two who ask at once get the same one."""
        while id in self.loading:
            read, live = await asyncio.shield(self.loading[id])
            if read:
                return live
            # That it could not be read does not mean that there is none.
        future: asyncio.Future[tuple[bool, Live | None]] = asyncio.get_running_loop().create_future()
        self.loading[id] = future
        read, live = False, None
        try:
            found = await self.store.table(id)
            while id in self.outdated:
                self.outdated.discard(id)
                found = await self.store.table(id)
            if found is not None:
                live = self.live_of(self.table_of(*found), found[0].opened)
                live.doubtful = self.heard_of.get(id, 0) > live.shown
                self.live[id] = live
            read = True
        finally:
            del self.loading[id]
            self.heard_of.pop(id, None)
            self.outdated.discard(id)
            future.set_result((read, live))
        return live

    def use(self, live: Live) -> None:
        """Remember that a table was wanted just now."""
        live.used = time.monotonic()

    async def settle(self, live: Live, trusting: bool = False) -> Table:
        """Return the table, read again where others may have gone on with it. The lock is held.

        Whoever is going to write may be ``trusting``, for what rests on an old number is not kept.
        """
        deaf = self.hearing is not None and (self.hearing.deaf or not trusting)
        if live.doubtful or deaf:
            await self.catch_up(live)
        return live.table

    async def catch_up(self, live: Live) -> bool:
        """Let happen what is kept and was not shown yet; tell whether there was anything. The lock is held."""
        rows = await self.store.rows_after(live.table.id, live.shown)
        if rows is None:
            self.take_out(live.table.id)
            raise Trouble("not-found", NO_TABLE)
        if live.table.number != live.shown:
            live.table = rebuilt(live.table, live.table.rows[: live.shown])
        live.go_on(rows)
        live.doubtful = False
        if rows:
            self.duties.nudge(live)
        return bool(rows)

    # Other processes.

    def heard(self, words: Iterable[str]) -> None:
        """Take notice of how far another process has come with tables."""
        for word in words:
            id, _, number = word.rpartition(":")
            self.note_number(id, int(number))

    def note_number(self, id: str, number: int) -> None:
        """Take notice of how far a table has come."""
        live = self.live.get(id)
        if number == REWRITTEN:
            self.chore(self.read_again(id))
        elif live is not None and number > live.shown and not live.behind:
            live.behind = True
            self.chore(self.refresh(live))
        elif id in self.loading:
            self.heard_of[id] = max(number, self.heard_of.get(id, 0))

    async def refresh(self, live: Live) -> None:
        """Show what another process has done at a table."""
        try:
            async with live.lock:
                live.behind = False
                await self.catch_up(live)
        except Trouble:
            # It was taken away in the meantime.
            return
        except SQLAlchemyError as error:
            live.behind = False
            live.doubtful = True
            log.error("a table could not be read again: %s", where(error))

    async def read_again(self, id: str) -> None:
        """Read a table anew from its beginning: what is kept has changed, for somebody was forgotten or it is gone."""
        if id in self.loading:
            self.outdated.add(id)
        live = self.live.get(id)
        if live is None:
            return
        async with live.lock:
            found = await self.store.table(id)
            if found is None:
                self.take_out(id)
            else:
                live.replace(self.table_of(*found))

    async def compare(self) -> None:
        """See which tables others have gone on with while nothing could be heard."""
        ids = list(self.live)
        for start in range(0, len(ids), 500):
            for id, number in (await self.store.numbers(ids[start : start + 500])).items():
                self.note_number(id, number)

    async def listed(self) -> list[Live]:
        """Return the tables that the lobby shows, newest first."""
        kept = await self.store.unfinished(listed=True, most=IN_LOBBY)
        return [await self.find(table.id) for table in kept]

    # Commands.

    async def command(
        self, id: str, command: ask.AtTable, person: Person, acknowledge: Acknowledge = lambda _: None
    ) -> Reply:
        """Do what somebody wants, or raise Trouble; ``acknowledge`` is called before others are told."""
        try:
            return await self.obey(id, command, person, self.measured(command, acknowledge))
        except Trouble as trouble:
            self.meter.refused[type(command).__name__, trouble.reason] += 1
            raise

    def measured(self, command: ask.AtTable, acknowledge: Acknowledge) -> Acknowledge:
        """Return a way to acknowledge a command that has just come, which notes how long that took."""
        began = time.perf_counter()

        def measured(reply: Reply) -> None:
            acknowledge(reply)
            self.meter.count_done(type(command).__name__, time.perf_counter() - began)

        return measured

    async def obey(self, id: str, command: ask.AtTable, person: Person, acknowledge: Acknowledge) -> Reply:
        """Do what somebody wants, or raise Trouble."""
        live = await self.find(id)
        if not person.id:
            raise Trouble("nobody", "say who you are first")
        if self.closing:
            raise Trouble("busy", "the server is stopping")
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

    async def happen(self, live: Live, command: ask.AtTable, person: Person, acknowledge: Acknowledge) -> Done:
        """Decide on a command and let it happen."""
        if isinstance(command, ask.HandOver | ask.Leave | ask.Arrange):
            await self.check_bot(command.bot, live.table.setup)
        async with live.lock:
            for _ in range(TRIES):
                table = await self.settle(live, trusting=True)
                done = done_before(table, command, person)
                if done is not None:
                    acknowledge(done)
                    return done
                await self.duties.flag(live)
                try:
                    deeds = self.decided(live.table, command, person)
                except Trouble:
                    # It may be refused only because we do not know yet what another process has done.
                    if self.hearing is None or not await self.catch_up(live):
                        raise
                    continue
                done = await self.keep(live, deeds, person.id, command.id, acknowledge)
                if done is not None:
                    return done
        raise Trouble("stale", "something else happened first")

    def decided(self, table: Table, command: ask.AtTable, person: Person) -> tuple[AnyDeed, ...]:
        """Return what a command brings about, or raise Trouble."""
        if isinstance(command, ask.Sit) and command.token is not None:
            self.check_token(table, command)
        return rights.decide(table, command, person)

    def check_token(self, table: Table, command: ask.Sit) -> None:
        """Refuse a token that does not belong to a seat."""
        seat = rights.seat_of(table, command.seat)
        if not self.people.is_seat_token(command.token or "", table.id, seat, table.chairs[seat].turns):
            raise Trouble("not-allowed", f"this is not the token of seat {seat}, or the seat has changed hands since")

    async def keep(
        self,
        live: Live,
        deeds: tuple[AnyDeed, ...],
        person: str,
        command: str,
        acknowledge: Acknowledge,
        opened: KeptTable | None = None,
    ) -> Done | None:
        """Let deeds happen, keep them, acknowledge them and publish them. The lock is held.

        None if another process was first: then the table has gone on, and this has not happened.
        """
        made = self.made(live, deeds, person, command)
        if not await self.is_kept(live.table, made, opened):
            return None
        return self.told(live, made, acknowledge)

    def made(self, live: Live, deeds: tuple[AnyDeed, ...], person: str, command: str) -> Made:
        """Let deeds happen in memory, or raise Trouble if this is not the table any more, or not for now."""
        table = live.table
        if self.sealed or self.live.get(table.id) is not live:
            raise Trouble("busy", "the table is being read again; try once more")
        bot_before, end_before = table.bot_to_move, table.time_ends
        change = self.performed(live, deeds, person, command)
        # Until it is on disk, whatever may interrupt us, the table is ahead of what is kept.
        live.doubtful = True
        ends = table.course.over and change.row.number == table.changed
        return Made(change, self.duties.due_after(table, bot_before, end_before), ends)

    async def is_kept(self, table: Table, made: Made, opened: KeptTable | None = None) -> bool:
        """Keep what has been made; False if another process was first."""
        try:
            result = await ratings.result_of(self.store, table) if made.ends else None
            return await self.store.append(table.id, made.change.row, table.course.over, made.due, opened, result)
        except Exception as error:
            log.error("a row could not be kept: %s", where(error))
            raise Trouble("broken", "it could not be kept, so it has not happened") from None

    def told(self, live: Live, made: Made, acknowledge: Acknowledge) -> Done:
        """Acknowledge and publish what is kept."""
        table, change = live.table, made.change
        live.doubtful = False
        for what in made.due:
            self.duties.note_due(table.id, what)
        done = Done(id=change.row.command, number=change.row.number)
        acknowledge(done)
        live.publish(change)
        self.meter.rows["person" if change.row.person else "table"] += 1
        tell_change(table, change)
        self.duties.nudge(live)
        return done

    def play_at_once(
        self, live: Live, move: ask.Play, person: Person, acknowledge: Acknowledge, otherwise: Callable[[], None]
    ) -> bool:
        """Let a move happen as ``command`` does, if there is nothing to wait for but the disk; tell whether it does.

        Almost everything that happens is a move at a table that is at rest, and tasks and futures are half of what it
        costs. All else, refusals included, is left to ``command``. If the move is not kept for some reason,
        ``otherwise`` is called.
        """
        deaf = self.hearing is not None and self.hearing.deaf
        if self.closing or deaf or live.doubtful or self.live.get(live.table.id) is not live or not live.lock.take():
            return False
        made = self.made_at_once(live, move, person)
        if made is None:
            live.lock.release()
            return False
        self.use(live)
        measured = self.measured(move, acknowledge)

        def told(_: Any, problem: BaseException | None) -> None:
            try:
                if problem is None:
                    self.told(live, made, measured)
            except Exception as error:
                log.error("a move could not be told: %s", where(error))
            finally:
                live.lock.release()
            if problem is not None:
                otherwise()

        if made.ends:
            self.chore(self.end_game(live, made, told))
        else:
            self.store.keep_move(live.table.id, made.change.row, made.due, told)
        return True

    def made_at_once(self, live: Live, move: ask.Play, person: Person) -> Made | None:
        """Let a move happen in memory; None if it cannot or something else has to happen first. The lock is held."""
        table = live.table
        if (person.id, move.id) in table.commands or not self.duties.in_time(live):
            return None
        try:
            return self.made(live, rights.decide(table, move, person), person.id, move.id)
        except Trouble:
            return None

    async def end_game(self, live: Live, made: Made, told: Told) -> None:
        """Keep the move that ends a game; what was rated before is looked up for it."""
        problem: BaseException | None = Late("the game could not be ended")
        try:
            if await self.is_kept(live.table, made):
                problem = None
        except Trouble as trouble:
            problem = trouble
        finally:
            told(None, problem)

    def performed(self, live: Live, deeds: tuple[AnyDeed, ...], person: str, command: str) -> Change:
        """Let deeds happen in memory."""
        try:
            return live.table.perform(deeds, self.clock(), person, command)
        except TriangulumError as error:
            raise Trouble("illegal", str(error)) from None

    async def rematch(self, live: Live, command: ask.Rematch, person: Person, acknowledge: Acknowledge) -> Done:
        """Open the table at which the same play again, once, and tell everybody."""
        async with live.lock:
            table = await self.settle(live)
            if table.phase != "over":
                raise Trouble("not-now", "the game is not over")
            if not table.seats_of(person.id):
                raise Trouble("not-allowed", "only who has played can ask for a rematch")
            for _ in range(TRIES):
                table = await self.settle(live, trusting=True)
                if table.rematch is not None:
                    break
                opening = table.opening
                wish = OpenTable(game=opening.setup.game, options=opening.chosen, house=opening.house)
                new = await self.new_table(wish, person, before=table)
                deeds = (Rematched(new.id),)
                if await self.keep(live, deeds, person.id, command.id, lambda _: None, opened=new) is not None:
                    self.admit(new)
            table = live.table
            done = Done(id=command.id, number=table.number, table=table.rematch)
        acknowledge(done)
        return done

    async def mute(self, live: Live, command: ask.Mute, person: Person) -> Done:
        """Hear somebody no longer, or again."""
        id = live.table.id
        if len(await self.store.muted(id, person.id)) > 100:
            raise Trouble("too-many", "you have muted a hundred people here already")
        await self.store.mute(id, person.id, command.who, command.on)
        muted = await self.store.muted(id, person.id)
        for watcher in live.everybody():
            if watcher.person.id == person.id:
                watcher.muted = muted
        return Done(id=command.id, number=live.table.number)

    # What only the mover may know.

    async def preview(self, live: Live, command: ask.Preview, person: Person) -> Previewed:
        """Return what an action would bring."""
        async with live.lock:
            table = await self.settle(live)
            rights.to_move(table, command.seat, person, command.at)
            action = rights.action_of(table, command.action)
            words = table.state.preview(action).words
            text, scene = table.state.text(action), showing.would_be(table, command.seat, action)
            return Previewed(id=command.id, action=action, text=text, words=words, scene=scene)

    async def hint(self, live: Live, command: ask.Hint, person: Person) -> Hinted:
        """Return what a bot would play that knows what the seat knows."""
        async with live.lock:
            table = await self.settle(live)
            if not table.opening.house.hints:
                raise Trouble("not-allowed", "there are no hints at this table")
            rights.to_move(table, command.seat, person, command.at)
            state = table.state.copy()
            number = table.number
        if person.id in self.advising:
            raise Trouble("busy", "one hint at a time")
        world = state.redeal(command.seat, self.rng)
        question = Turn(ADVISER, world, seconds_for(ADVISER), self.rng.randrange(2**31))
        self.advising.add(person.id)
        try:
            thought = await self.thinkers.answer(question, PATIENCE)
        except TriangulumError as error:
            raise Trouble("busy", str(error)) from None
        finally:
            self.advising.discard(person.id)
        assert thought is not None
        best = [Advice(action=one.action, text=state.text(one.action), win=one.win) for one in thought.best]
        text = state.text(thought.action)
        return Hinted(id=command.id, number=number, bot=ADVISER, action=thought.action, text=text, best=tuple(best))

    # Watching.

    async def watch(self, id: str, watcher: Watcher, after: int | None) -> Live:
        """Let somebody watch from now on, with what they have missed or the whole table first."""
        live = await self.find(id)
        watcher.muted = await self.store.muted(id, watcher.person.id) if watcher.person.id else frozenset()
        async with live.lock:
            if self.live.get(id) is not live:
                # It was forgotten while we asked the store, since nobody watched it yet; events would not come here.
                return await self.watch(id, watcher, after)
            await self.settle(live)
            may_look(live.table, watcher.person, watcher.eyes.seat)
            if after is None:
                live.welcome(watcher)
            else:
                live.catch_up(watcher, after)
            live.add(watcher)
            live.tell_present(watcher)
        self.duties.nudge(live)
        return live

    async def look(self, live: Live, watcher: Watcher, seat: int | None) -> None:
        """Let a watcher look through other eyes."""
        async with live.lock:
            await self.settle(live)
            may_look(live.table, watcher.person, seat)
            live.look(watcher, seat)

    async def resume_events(self, live: Live, watcher: Watcher, after: int) -> None:
        """Send a watcher the events after a number once more."""
        async with live.lock:
            await self.settle(live)
            live.catch_up(watcher, after)

    def chore(self, work: Any) -> asyncio.Task[None]:
        """Do something beside everything else."""
        task: asyncio.Task[None] = asyncio.get_running_loop().create_task(work)
        self.chores.add(task)
        task.add_done_callback(self.chore_ended)
        return task

    def chore_ended(self, task: asyncio.Task[None]) -> None:
        """Note what went wrong with a chore; asyncio would say it in words that may be about secrets."""
        self.chores.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None:
            log.error("a chore has failed: %s", where(error))

    # Coming and going.

    def forget(self, live: Live) -> None:
        """Take a table out of memory unless somebody needs it."""
        if not live.watchers and live.bot_turn is None and not live.lock.locked():
            self.live.pop(live.table.id, None)
            # What is due there is kept, and whoever sees to it reads the table again.
            if live.alarm is not None:
                live.alarm.cancel()

    def take_out(self, id: str) -> None:
        """Take a table out of memory that is not kept any more; who watches it is told when they do something."""
        live = self.live.pop(id, None)
        if live is not None and live.alarm is not None:
            live.alarm.cancel()

    def forget_idle(self) -> None:
        """Take tables out of memory that nobody has wanted for a while."""
        for live in list(self.live.values()):
            if time.monotonic() - live.used > IDLE_SECONDS:
                self.forget(live)

    async def close(self) -> None:
        """Let what has begun come to its end, and stop."""
        self.closing = True
        for chore in list(self.chores):
            chore.cancel()
        await asyncio.gather(*self.chores, return_exceptions=True)
        await self.at_rest()
        for live in self.live.values():
            self.duties.wind(live)
        if self.duties.held:
            try:
                await self.store.let_go(sorted(self.duties.held))
            except SQLAlchemyError as error:
                log.error("what was due could not be left to others: %s", where(error))
        await self.thinkers.close()
        if self.lives.last is not None:
            await self.duties.sign_of_life(ended=True)

    def start_afresh(self, outages: list[Outage]) -> None:
        """Forget everything in memory: another database has been put in place."""
        for live in self.live.values():
            if live.alarm is not None:
                live.alarm.cancel()
            if live.bot_turn is not None:
                live.bot_turn.cancel()
        self.live.clear()
        self.outdated.update(self.loading)
        self.duties.held.clear()
        self.people.replace_secret(self.store.secret())
        self.lives.outages[:] = outages
        for forget in self.caches:
            forget()

    async def at_rest(self) -> None:
        """Wait until every move that was being made is kept and acknowledged."""
        for live in list(self.live.values()):
            async with live.lock:
                pass


def done_before(table: Table, command: ask.AtTable, person: Person) -> Done | None:
    """Return what was answered when this command came first, if it has come before."""
    row = table.commands.get((person.id, command.id))
    return None if row is None else Done(id=command.id, number=row.number)


def is_gone(chair: Chair) -> bool:
    """Tell whether a seat is nobody's but that of somebody who was forgotten."""
    return bool(chair.people) and all(person.startswith(GONE) for person in chair.people)


def may_look(table: Table, person: Person, seat: int | None) -> None:
    """Refuse eyes that are not somebody's to look through."""
    if not table.may_look(person.id, seat):
        raise Trouble("not-allowed", f"seat {seat} is not yours to look through")
