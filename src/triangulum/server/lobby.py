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
from typing import Any

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from triangulum import Random
from triangulum.bots.thought import Thought
from triangulum.core.course import Played
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
from triangulum.server.hearing import Hearing
from triangulum.server.live import Live, Watcher
from triangulum.server.lives import BEAT, Lives
from triangulum.server.logs import log, tell, tell_change, where, word_for
from triangulum.server.messages import Advice, Done, Hinted, OpenTable, Previewed, Reply, Trouble
from triangulum.server.metrics import Meter
from triangulum.server.people import People, Person, random_id
from triangulum.server.store import REWRITTEN, Due, KeptTable, Settled, Store
from triangulum.server.table import Change, DiceMaker, Table, TableDice, rebuilt
from triangulum.server.thinking import ADVISER, Thinkers, Turn, seconds_for

IN_LOBBY = 50
"""How many tables the lobby lists."""
LEASE_SECONDS = 6.0
"""For how long a process takes on what is due; it says so again in time, and if it dies, another takes over."""
LOOK_SECONDS = 1.0
"""Between looks at what is due."""
TAKEN_ON = 50
"""How much a process takes on at a time."""
TRIES = 10
"""How often a command is decided on anew because another process has gone on with the table."""
BOT = "bot"
"""What is due when it is a bot's turn."""
CLOCK = "clock"
"""What is due when the time of the running clock is out."""
FLAG_GRACE = 2.0
"""Seconds that a process in which a table is in memory has for letting a flag fall, before any other does."""
IDLE_SECONDS = 600.0
"""After which a table that nobody watches leaves the memory."""
PAUSE = (0.2, 1.2)
"""Seconds between the end of the time a bot may think and its move, drawn beforehand, so that they tell nothing."""
MOST_OPEN = 200
"""How many tables that are not over one person may have opened."""
LONGEST_ALARM = 3600.0
"""Seconds after which clocks that run for days are looked at again."""
PATIENCE = 30.0
"""Seconds until a bot that does not answer is given up, and any legal move is played for it."""

Acknowledge = Callable[[Reply], None]


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
        self.pause = pause
        self.sleep = sleep
        self.thinkers = thinkers or Thinkers()
        self.beat = beat
        """Seconds between signs of life, by which clocks know when no server was up."""
        self.most_open = most_open
        self.lives = Lives(store)
        self.meter = Meter()
        self.rng = Random()
        self.live: dict[str, Live] = {}
        self.loading: dict[str, asyncio.Future[Live | None]] = {}
        self.heard_of: dict[str, int] = {}
        """How far tables that are just being read have come, by what another process says."""
        self.lease = lease
        self.look_seconds = look
        self.held: set[tuple[str, str]] = set()
        """What we have taken on: kinds and tables."""
        self.duties: dict[str, Callable[[Live], Awaitable[bool]]] = {
            BOT: self.see_to_bot,
            CLOCK: self.see_to_clock,
        }
        """What is done with a table for which something is due; True if that goes on for a while."""
        self.hearing: Hearing | None = None
        if store.shared:
            self.hearing = Hearing(store.engine.url, store.name, self.heard, self.compare)
        self.advising: set[str] = set()
        """People who wait for a hint."""
        self.chores: set[asyncio.Task[None]] = set()
        self.closing = False
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
        chairs = before.chairs if before else [self.wanted_chair(seat, person) for seat in wish.seats]
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
        live = self.live.get(id) or await self.load(id)
        if live is None:
            raise Trouble("not-found", "there is no such table")
        self.use(live)
        return live

    async def load(self, id: str) -> Live | None:
        """Return a table from the store; two who ask at once get the same one."""
        if id in self.loading:
            return await asyncio.shield(self.loading[id])
        future: asyncio.Future[Live | None] = asyncio.get_running_loop().create_future()
        self.loading[id] = future
        live = None
        try:
            found = await self.store.table(id)
            if found is not None:
                live = self.live_of(self.table_of(*found), found[0].opened)
                live.doubtful = self.heard_of.get(id, 0) > live.shown
                self.live[id] = live
        finally:
            del self.loading[id]
            self.heard_of.pop(id, None)
            future.set_result(live)
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
        if live.table.number != live.shown:
            live.table = rebuilt(live.table, live.table.rows[: live.shown])
        live.go_on(rows)
        live.doubtful = False
        if rows:
            self.nudge(live)
        return bool(rows)

    # Other processes.

    def heard(self, numbers: Iterable[tuple[str, int]]) -> None:
        """Take notice of how far another process has come with tables."""
        for id, number in numbers:
            live = self.live.get(id)
            if live is not None and number == REWRITTEN:
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
        except SQLAlchemyError as error:
            live.behind = False
            live.doubtful = True
            log.error("a table could not be read again: %s", where(error))

    async def read_again(self, id: str) -> None:
        """Read a table anew from its beginning: somebody was to be forgotten, so that what is kept has changed."""
        live = self.live.get(id)
        if live is None:
            return
        async with live.lock:
            found = await self.store.table(id)
            if found is not None:
                live.replace(self.table_of(*found))

    async def compare(self) -> None:
        """See which tables others have gone on with while nothing could be heard."""
        ids = list(self.live)
        for start in range(0, len(ids), 500):
            self.heard((await self.store.numbers(ids[start : start + 500])).items())

    async def listed(self) -> list[Live]:
        """Return the tables that the lobby shows, newest first."""
        kept = await self.store.unfinished(listed=True, most=IN_LOBBY)
        return [await self.find(table.id) for table in kept]

    # Commands.

    async def command(
        self, id: str, command: ask.AtTable, person: Person, acknowledge: Acknowledge = lambda _: None
    ) -> Reply:
        """Do what somebody wants, or raise Trouble; ``acknowledge`` is called before others are told."""
        began = time.perf_counter()
        kind = type(command).__name__

        def measured(reply: Reply) -> None:
            acknowledge(reply)
            self.meter.count_done(kind, time.perf_counter() - began)

        try:
            return await self.obey(id, command, person, measured)
        except Trouble as trouble:
            self.meter.refused[kind, trouble.reason] += 1
            raise

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
                await self.flag(live)
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
        table = live.table
        bot_before, end_before = table.bot_to_move, table.time_ends
        change = self.performed(live, deeds, person, command)
        # Until it is on disk, whatever may interrupt us, the table is ahead of what is kept.
        live.doubtful = True
        due = self.due_after(table, bot_before, end_before)
        try:
            ends = table.course.over and change.row.number == table.changed
            result = await ratings.result_of(self.store, table) if ends else None
            kept = await self.store.append(table.id, change.row, table.course.over, due, opened, result)
        except Exception as error:
            log.error("a row could not be kept: %s", where(error))
            raise Trouble("broken", "it could not be kept, so it has not happened") from None
        if not kept:
            return None
        live.doubtful = False
        for what in due:
            self.note_due(table.id, what)
        done = Done(id=command, number=change.row.number)
        acknowledge(done)
        live.publish(change)
        self.meter.rows["person" if person else "table"] += 1
        tell_change(table, change)
        self.nudge(live)
        return done

    async def flag(self, live: Live) -> None:
        """Let the flag fall where time is out; what comes after it finds it fallen. The lock is held."""
        if live.table.clocks is None:
            return
        if self.lives.asleep(self.clock()):
            await self.sign_of_life()
        deeds = rights.time_out(live.table, self.clock())
        if deeds and await self.keep(live, deeds, "", "", lambda _: None) is None:
            await self.catch_up(live)

    def due_after(self, table: Table, bot_before: str, end_before: float | None) -> list[Due | Settled]:
        """Return what a table waits for now and did not before, or the other way round."""
        due: list[Due | Settled] = []
        if bool(table.bot_to_move) != bool(bot_before):
            now = time.time()
            due.append(Due(BOT, now, now + self.lease) if table.bot_to_move else Settled(BOT))
        end = table.time_ends
        if end != end_before:
            # Whoever has the table in memory lets the flag fall at once; others if nobody has.
            due.append(Settled(CLOCK) if end is None else Due(CLOCK, end + FLAG_GRACE, 0.0))
        return due

    def note_due(self, table: str, what: Due | Settled) -> None:
        """Remember what we have taken on."""
        if isinstance(what, Due) and what.leased:
            self.held.add((what.kind, table))
        else:
            self.held.discard((what.kind, table))

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
            await self.settle(live)
            may_look(live.table, watcher.person, watcher.eyes.seat)
            if after is None:
                live.welcome(watcher)
            else:
                live.catch_up(watcher, after)
            live.add(watcher)
            live.tell_present(watcher)
        self.nudge(live)
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

    # Bots.

    def nudge(self, live: Live) -> None:
        """See that a bot plays if it is one's turn and we have taken that on, and that the flag falls in time."""
        self.wind(live)
        ours = (BOT, live.table.id) in self.held
        if ours and live.table.bot_to_move and live.bot_turn is None and not self.closing:
            live.bot_turn = self.chore(self.bot_turns(live))

    def wind(self, live: Live) -> None:
        """Set the alarm to when the time of the running clock is out."""
        if live.alarm is not None:
            live.alarm.cancel()
            live.alarm = None
        ends = None if live.table.clocks is None or self.closing else live.table.clocks.ends()
        if ends is not None:
            wait = min(max(0.0, ends - self.clock()) + 0.001, LONGEST_ALARM)
            live.alarm = asyncio.get_running_loop().call_later(wait, lambda: self.chore(self.ring(live)))

    async def ring(self, live: Live) -> None:
        """Let the flag fall, if it is time."""
        live.alarm = None
        try:
            async with live.lock:
                await self.settle(live)
                await self.flag(live)
        except Trouble as trouble:
            log.error("a flag could not fall: %s", trouble.reason)
        if live.alarm is None:
            self.wind(live)

    async def see_to_clock(self, live: Live) -> bool:
        """Let a flag fall that should have fallen by now; if there is still time, it is seen to later."""
        async with live.lock:
            await self.settle(live)
            await self.flag(live)
        self.wind(live)
        end = live.table.time_ends
        if end is not None:
            later = Due(CLOCK, end + FLAG_GRACE, 0.0)
            await self.store.written(lambda connection: self.store.set_due(connection, live.table.id, later))
        return False

    async def sign_of_life(self, *, ended: bool = False) -> None:
        """Write down that we are up; if we were not, clocks did not run."""
        if await self.lives.beat(self.clock(), ended=ended):
            for live in self.live.values():
                self.wind(live)
                live.show_clock(live.everybody())

    async def beat_on(self) -> None:
        """Give a sign of life again and again."""
        while self.beat is not None:
            await asyncio.sleep(self.beat)
            try:
                await self.sign_of_life()
            except SQLAlchemyError as error:
                log.error("a sign of life could not be kept: %s", where(error))

    def chore(self, work: Any) -> asyncio.Task[None]:
        """Do something beside everything else."""
        task: asyncio.Task[None] = asyncio.get_running_loop().create_task(work)
        self.chores.add(task)
        task.add_done_callback(self.chores.discard)
        return task

    async def bot_turns(self, live: Live) -> None:
        """Let bots play until it is a person's turn."""
        try:
            while not self.closing:
                async with live.lock:
                    table = await self.settle(live, trusting=True)
                    name, seat, changed = table.bot_to_move, table.mover, table.changed
                    if not name or seat is None:
                        return
                    world = table.state.redeal(seat, self.rng)
                question = Turn(name, world, seconds_for(name), self.rng.randrange(2**31))
                action = await self.bot_move(question)
                async with live.lock:
                    table = await self.settle(live, trusting=True)
                    if table.changed == changed and table.bot_to_move == name:
                        await self.bot_plays(live, seat, action)
        except Trouble as trouble:
            log.error("a bot's move was refused: %s", trouble.reason)
        except SQLAlchemyError as error:
            log.error("a bot could not play: %s", where(error))
        finally:
            live.bot_turn = None
            if not self.closing:
                # If it is still a bot's turn, somebody will take it on again when our lease has run out.
                self.held.discard((BOT, live.table.id))

    async def see_to_bot(self, live: Live) -> bool:
        """Let a bot play whose turn it is; nobody has done so yet, or who did has died."""
        self.nudge(live)
        return bool(live.table.bot_to_move)

    async def bot_plays(self, live: Live, seat: int, action: int | None) -> None:
        """Play for a bot; any legal move where it has none that is legal."""
        legal = live.table.state.actions()
        if action not in legal:
            log.error("a bot of %s had no legal move to play", live.table.setup.game.id)
            action = legal[self.rng.randrange(len(legal))]
        await self.keep(live, (Played(seat, action),), "", "", lambda _: None)

    async def bot_move(self, question: Turn) -> int | None:
        """Return a bot's move after a pause that was drawn before it began to think."""
        pause = self.drawn_pause(question.seconds)
        thinking = asyncio.ensure_future(self.bot_thought(question))
        try:
            await self.sleep(pause)
            # On a busy machine it may take longer: then it waits for another whole pause, not for the thought.
            while pause and not thinking.done():
                await self.sleep(pause)
            thought = await thinking
        finally:
            thinking.cancel()
        return None if thought is None else thought.action

    def drawn_pause(self, thinking: float) -> float:
        """Return how long a bot takes that may think for a while; no time at all where tests cannot wait."""
        if self.pause is None:
            return 0.0
        shortest, longest = self.pause
        return thinking + shortest + (longest - shortest) * self.rng.random()

    async def bot_thought(self, question: Turn) -> Thought | None:
        """Return what a bot thinks, if it does."""
        try:
            return await self.thinkers.answer(question, PATIENCE)
        except TriangulumError as error:
            log.error("the bot %s gave no answer: %s", question.bot, type(error).__name__)
            return None

    # Coming and going.

    async def see_to_dues(self) -> None:
        """Take on what is due, again and again, and see that nobody else takes on what we have."""
        renewed = time.time()
        while True:
            try:
                now = time.time()
                for kind, table in await self.store.claim(now, now + self.lease, TAKEN_ON):
                    await self.take_on(kind, table)
                if self.held and now - renewed > self.lease / 3:
                    await self.store.renew(sorted(self.held), now + self.lease)
                    renewed = now
            except SQLAlchemyError as error:
                log.error("what is due could not be seen to: %s", where(error))
            await asyncio.sleep(min(self.look_seconds, self.lease / 3))

    async def take_on(self, kind: str, table: str) -> None:
        """See to something that is due and that is ours now."""
        what = (kind, table)
        self.held.add(what)
        try:
            live = await self.find(table)
            async with live.lock:
                await self.settle(live)
            if not await self.duties[kind](live):
                self.held.discard(what)
                await self.store.let_go([what], settled=True)
        except (TriangulumError, Trouble, KeyError) as error:
            self.held.discard(what)
            log.error("a table cannot be seen to: %s", where(error))

    def forget(self, live: Live) -> None:
        """Take a table out of memory unless somebody needs it."""
        if not live.watchers and live.bot_turn is None and live.alarm is None and not live.lock.locked():
            self.live.pop(live.table.id, None)

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
            self.wind(live)
        if self.held:
            try:
                await self.store.let_go(sorted(self.held))
            except SQLAlchemyError as error:
                log.error("what was due could not be left to others: %s", where(error))
        await self.thinkers.close()
        if self.lives.last is not None:
            await self.sign_of_life(ended=True)

    def start_afresh(self, outages: list[Outage]) -> None:
        """Forget everything in memory: another database has been put in place."""
        for live in self.live.values():
            if live.alarm is not None:
                live.alarm.cancel()
            if live.bot_turn is not None:
                live.bot_turn.cancel()
        self.live.clear()
        self.held.clear()
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


def may_look(table: Table, person: Person, seat: int | None) -> None:
    """Refuse eyes that are not somebody's to look through."""
    if not table.may_look(person.id, seat):
        raise Trouble("not-allowed", f"seat {seat} is not yours to look through")
