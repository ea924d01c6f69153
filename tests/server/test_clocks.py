"""Clocks: whose time runs, when it is up, and that they are a function of the stored log."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from tests.server.running_server import FirstMoveBotPool, ManualClock, RunningServer, start_server
from tests.server.tables import ANN, BOB, EVE, chair_of, do, new_table, refusal_reason
from triangulum.client import bot_seat, my_seat, open_seat
from triangulum.record.history import FlagFell, Played
from triangulum.server.storage.database import sqlite_address
from triangulum.server.storage.event_store import EventStore
from triangulum.server.storage.heartbeat import BEAT_SECONDS, OVERDUE_SECONDS, Heartbeat
from triangulum.table import commands as ask
from triangulum.table import messages, permissions
from triangulum.table.clocks import DAY, Clocks, Outage
from triangulum.table.events import DaysClock, FischerClock, RanOut, SeatHolder, TableSettings
from triangulum.table.people import Person
from triangulum.table.table import rebuild_table

FISCHER = FischerClock(seconds=100, increment=5)


class TimedGame:
    """A game of Tri-Trac against the clock, with a time that the test sets."""

    def __init__(
        self, rule: FischerClock | DaysClock, *holders: SeatHolder, game: str = "tri-trac", **options: Any
    ) -> None:
        options.setdefault("house", TableSettings(clock=rule))
        self.table = new_table(game, *(holders or (chair_of(ANN), chair_of(BOB))), **options)
        self.now = 1000.0
        self.do(ANN, ask.Begin)

    @property
    def clocks(self) -> Clocks:
        assert self.table.clocks is not None
        return self.table.clocks

    def do(self, person: Person, kind: type[ask.Command], **fields: Any) -> None:
        """Perform a command now, and check that the log leads to the same times again."""
        if "at" in kind.__struct_fields__:
            fields.setdefault("at", self.table.number)
        command: Any = kind(id=f"c{self.table.number}", **fields)
        self.keep(permissions.propose(self.table, command, person), person.id, command.id)

    def keep(self, events: Any, person: str = "", command: str = "") -> None:
        self.table.apply_events(events, self.now, person, command)
        again = rebuild_table(self.table, self.table.log)
        assert again.clocks is not None
        assert again.clocks.times_at(self.now) == self.clocks.times_at(self.now)
        assert again.clocks.flag_time() == self.clocks.flag_time()

    def move(self, person: Person, seat: int, seconds: float = 0.0, choice: int = 0) -> None:
        """Play a move after some seconds of thinking."""
        self.now += seconds
        self.do(person, ask.Play, seat=seat, action=self.table.state.legal_actions()[choice])

    def bot_moves(self, seconds: float) -> None:
        self.now += seconds
        assert self.table.mover is not None
        self.keep((Played(self.table.mover, self.table.state.legal_actions()[0]),))

    def left(self) -> list[float]:
        return list(self.clocks.times_at(self.now).left)


def test_the_movers_clock_runs_and_a_turn_adds_an_increment() -> None:
    game = TimedGame(FISCHER)
    assert (game.left(), game.clocks.running, game.clocks.flag_time()) == ([100, 100], 0, 1100)
    game.now += 7
    assert game.left() == [93, 100], "it runs before anything happens"
    game.do(BOB, ask.Say, text="Hm.")
    game.move(ANN, 0, 3)
    assert (game.left(), game.clocks.running) == ([95, 100], 1)
    game.move(BOB, 1, 50)
    assert (game.left(), game.clocks.flag_time()) == ([95, 55], game.now + 95)


def test_no_clock_runs_before_or_after_the_game() -> None:
    table = new_table("tri-trac", chair_of(ANN), chair_of(BOB), house=TableSettings(clock=FISCHER))
    do(table, ANN, ask.GiveNonce, seat=0, nonce="x")
    assert table.clocks is not None
    assert table.clocks.flag_time() is None
    game = TimedGame(FISCHER)
    game.now += 10
    game.do(ANN, ask.Resign, seat=0)
    assert game.clocks.flag_time() is None
    assert game.left() == [90, 100]


def test_a_turn_of_several_moves_adds_one_increment() -> None:
    game = TimedGame(FISCHER, game="star-runners")
    turns = steps = 0
    while turns < 6:
        seat = game.table.mover
        assert seat is not None
        before = game.left()[seat]
        game.move((ANN, BOB)[seat], seat, 1, choice=-1)
        steps += 1
        passed = game.table.mover != seat
        turns += passed
        assert game.left()[seat] == before - 1 + 5 * passed
    assert steps > turns


def test_taking_back_gives_no_time_and_no_second_increment() -> None:
    game = TimedGame(FISCHER)
    game.move(ANN, 0, 10)
    assert game.left() == [95, 100]
    for _ in range(3):
        game.now += 2
        game.do(ANN, ask.TakeBack, seat=0)
        assert game.clocks.running == 0
        game.move(ANN, 0, 1)
    assert game.left() == [92, 94], "Bob's clock ran while it was his turn, and Ann has had one increment"
    game.move(BOB, 1)
    game.move(ANN, 0)
    assert game.left()[0] == 97


def test_offers_do_not_stop_clocks() -> None:
    game = TimedGame(FISCHER)
    game.move(ANN, 0)
    game.move(BOB, 1, 4)
    game.do(BOB, ask.OfferDraw, seat=1)
    game.now += 10
    assert game.left()[0] == 95
    game.do(ANN, ask.Decline, seat=0)
    assert game.clocks.running == 0


def test_bots_cost_nobody_time() -> None:
    game = TimedGame(FISCHER, chair_of(ANN), SeatHolder(bot="greedy"))
    game.move(ANN, 0, 10)
    assert (game.clocks.running, game.clocks.flag_time()) == (None, None)
    game.bot_moves(500)
    assert game.left() == [95, 100]
    game.do(ANN, ask.HandOver, seat=0, bot="greedy")
    game.bot_moves(500)
    game.bot_moves(500)
    game.now += 500
    game.do(ANN, ask.Reclaim, seat=0)
    game.now += 5
    assert game.left() == [90, 100]


def test_the_seats_of_a_hot_seat_have_a_clock_each() -> None:
    game = TimedGame(FISCHER, chair_of(ANN), chair_of(ANN))
    game.move(ANN, 0, 10)
    game.move(ANN, 1, 20)
    assert game.left() == [95, 85]


@pytest.mark.parametrize("players", range(2, 5))
def test_every_player_has_a_clock(players: int) -> None:
    people = [Person(f"p{seat + 1}", f"P{seat}") for seat in range(players)]
    game = TimedGame(FISCHER, *map(chair_of, people), game="tri-star-racers", players=players)
    spent = [0.0] * players
    for _ in range(30):
        seat = game.table.mover
        if seat is None:
            break
        game.move(people[seat], seat, 1)
        spent[seat] += 1
    gained = [left + used - 100 for left, used in zip(game.left(), spent, strict=True)]
    assert all(gain % 5 == 0 for gain in gained)
    assert sum(spent) == 30


def test_a_seat_that_runs_out_of_time_loses() -> None:
    game = TimedGame(FISCHER)
    game.now += 99.9
    assert permissions.propose_time_out(game.table, game.now) == ()
    game.now += 0.1
    assert permissions.propose_time_out(game.table, game.now) == (FlagFell(0),)
    game.keep(permissions.propose_time_out(game.table, game.now))
    assert game.table.phase == "over"
    assert game.table.history.winners() == [1]
    assert permissions.propose_time_out(game.table, game.now) == (), "it falls once"


def test_a_bot_may_play_on_after_time_is_up() -> None:
    game = TimedGame(FischerClock(seconds=100, out="bot", bot="greedy"))
    game.now += 200
    game.keep(permissions.propose_time_out(game.table, game.now))
    assert isinstance(game.table.log[-1].events[0], RanOut)
    assert game.table.bot_to_move == "greedy"
    assert game.left() == [0, 100]
    assert refusal_reason(game.table, ANN, ask.Reclaim, seat=0) == "not-now"
    do(game.table, ANN, ask.Leave, seat=0)
    assert refusal_reason(game.table, EVE, ask.Sit, seat=0) == "not-now", "the seat has no time, whoever sits there"


def test_a_player_may_return_when_turns_last_days() -> None:
    game = TimedGame(DaysClock(days=2))
    game.move(ANN, 0, 1.5 * DAY)
    game.move(BOB, 1, DAY)
    assert game.left() == [2 * DAY, DAY]
    assert permissions.propose_time_out(game.table, game.now + 2 * DAY - 1) == ()
    game.now += 2 * DAY
    game.keep(permissions.propose_time_out(game.table, game.now))
    assert game.clocks.running is None
    game.bot_moves(1)
    game.move(BOB, 1, DAY)
    game.do(ANN, ask.Reclaim, seat=0)
    assert game.left()[0] == 2 * DAY
    assert game.clocks.flag_time() == game.now + 2 * DAY
    # Even in the turn in which her days were over.
    game.now += 2 * DAY
    game.keep(permissions.propose_time_out(game.table, game.now))
    game.do(ANN, ask.Reclaim, seat=0)
    assert game.left()[0] == 2 * DAY


def test_a_turn_that_starts_while_a_bot_plays_has_its_full_days() -> None:
    game = TimedGame(DaysClock(days=2))
    game.now += DAY
    game.do(ANN, ask.HandOver, seat=0, bot="greedy")
    game.bot_moves(1)
    game.move(BOB, 1)
    game.do(ANN, ask.Reclaim, seat=0)
    assert game.left()[0] == 2 * DAY


def test_taking_back_or_handing_over_gains_no_days() -> None:
    game = TimedGame(DaysClock(days=2))
    game.move(ANN, 0, DAY)
    game.do(ANN, ask.TakeBack, seat=0)
    assert game.left()[0] == DAY
    game.do(ANN, ask.HandOver, seat=0, bot="greedy")
    game.do(ANN, ask.Reclaim, seat=0)
    assert game.left()[0] == DAY
    game.now += DAY
    game.do(BOB, ask.Say, text="?")
    assert game.left()[0] == 0, "talk does not wind a clock"


def test_downtime_does_not_count() -> None:
    game = TimedGame(FISCHER)
    outages = [Outage(900, 950), Outage(1010, 1040), Outage(1090, 1100)]
    game.clocks.outages = outages
    game.now = 1050
    assert game.left()[0] == 80
    assert game.clocks.flag_time() == 1140
    assert game.clocks.times_at(1140).left[0] == 0
    assert game.clocks.times_at(1139).left[0] == 1
    game.now = 1095
    assert game.left()[0] == 40, "also from within one"


def test_setting_the_system_clock_back_gives_no_time() -> None:
    game = TimedGame(FISCHER)
    game.now += 10
    game.do(BOB, ask.Say, text="a")
    game.now -= 5
    game.do(BOB, ask.Say, text="b")
    assert game.left()[0] == 90
    assert game.clocks.times_at(game.now).at == 1010


# --- heartbeats


async def test_an_outage_is_a_time_without_heartbeats(tmp_path: Path) -> None:
    store = EventStore(sqlite_address(tmp_path), durable=False)
    first, second, third, fourth, elsewhere = [Heartbeat(store) for _ in range(5)]
    await first.start(100.0)
    await first.beat_and_refresh_outages(105.0)
    assert first.outages == [], "nothing was up before, and nothing to be missed"
    # It is killed, and started again; it is known to be dead, since we are that process.
    await second.start(107.0)
    assert second.outages == [Outage(105.0, 107.0)]
    await second.beat_and_refresh_outages(110.0, stopped=True)
    await third.start(500.0)
    assert third.outages[1:] == [Outage(110.0, 500.0)]
    # For all we know, another machine's server is up.
    elsewhere.host = "elsewhere"
    await elsewhere.start(501.0)
    assert len(elsewhere.outages) == 2
    await fourth.start(501.0 + OVERDUE_SECONDS)
    assert len(fourth.outages) == 2
    for now in range(505, 601, 5):
        assert not await elsewhere.beat_and_refresh_outages(float(now))
    # This process slept while another was up; then none was.
    assert not await fourth.beat_and_refresh_outages(600.0)
    assert await fourth.beat_and_refresh_outages(700.0)
    assert fourth.outages[2:] == [Outage(600.0, 700.0)]
    assert not await fourth.beat_and_refresh_outages(700.0 + BEAT_SECONDS)
    store.close()


async def test_a_flag_falls_by_itself_and_a_late_move_is_refused(tmp_path: Path) -> None:
    manual_clock = ManualClock()

    async with start_server(tmp_path, bot_pool=FirstMoveBotPool(), clock=manual_clock) as server:
        ann, bob = await server.connect_guest("Ann"), await server.connect_guest("Bob")
        table = await ann.open_table("tri-trac", [my_seat(), open_seat()], clock=FischerClock(seconds=60))
        await bob.take_seat(table, 1)
        async with ann.watch_table(table, 0) as a, bob.watch_table(table, 1) as b:
            await a.begin_game()
            await a.play("N b3 RB")
            assert a.undo_seat == 0
            await b.wait_until(lambda: b.to_move == 1)
            assert b.clock == messages.ClockTimes(at=manual_clock.now, left=(60.0, 60.0), running=1)
            assert b.undo_seat == 0
            live = server.rooms.loaded[table]
            assert live.flag_timer is not None
            assert 59 < live.flag_timer.when() - asyncio.get_running_loop().time() < 61
            manual_clock.now += 60
            # Here the command comes before the flag_timer, and finds that time is up.
            with pytest.raises(Exception, match="The game is over") as late:
                await b.play("N b4 RT")
            assert late.value.reason == "not-now"  # type: ignore[attr-defined]
            await a.wait_until(lambda: a.is_over)
            assert a.table is not None
            assert a.table.result
            assert live.flag_timer is None
        # Two processes may both let the flag fall; the row number exists once.
        await server.runtime.jobs.handle_flag_timer(live)
        assert sum(isinstance(event, FlagFell) for row in live.table.log for event in row.events) == 1
        await ann.close()
        await bob.close()


@pytest.mark.quick_bots
async def test_the_alarm_rings(server: RunningServer) -> None:
    ann = await server.connect_guest("Ann")
    rule = FischerClock(seconds=1, out="bot", bot="random")
    table = await ann.open_table("tri-trac", [my_seat(), bot_seat("random")], clock=rule)
    async with ann.watch_table(table, 0) as seat:
        await seat.begin_game()
        await seat.wait_until(lambda: seat.table is not None and seat.table.seats[0].kind == "bot")
        assert seat.clock is not None
        assert seat.clock.left[0] == 0
    await ann.close()


async def test_a_restart_costs_nobody_time(tmp_path: Path) -> None:
    manual_clock = ManualClock()

    async with start_server(tmp_path, bot_pool=FirstMoveBotPool(), clock=manual_clock, beat=1000.0) as server:
        ann = await server.connect_guest("Ann")
        table = await ann.open_table("tri-trac", [my_seat(), my_seat("Ben")], clock=FischerClock(seconds=60))
        await ann.post_command(table, ask.Begin(id="b"))
        manual_clock.now += 10
    manual_clock.now += 10_000
    async with start_server(tmp_path, bot_pool=FirstMoveBotPool(), clock=manual_clock, beat=1000.0) as later:
        ann.http.base_url = ann.url = later.url
        manual_clock.now += 5
        seen = await ann.get_table(table, 0)
        assert seen.clock == messages.ClockTimes(at=manual_clock.now, left=(45.0, 60.0), running=0)
        async with ann.watch_table(table, 0) as seat:
            # The machine sleeps for an hour: the next command finds that out before any flag falls.
            manual_clock.now += 3600
            await seat.play("N b3 RB")
            assert seat.clock is not None
            assert seat.clock.left == (50.0, 60.0), "nothing since the last sign of life has counted"
            assert len(later.rooms.heartbeat.outages) == 2
        await ann.close()


@pytest.mark.quick_bots
async def test_a_bot_that_cannot_play_on_is_refused_at_once(server: RunningServer) -> None:
    ann = await server.connect_guest("Ann")
    with pytest.raises(Exception, match="nobody-knows-it"):
        await ann.open_table("tri-trac", [my_seat()], clock=DaysClock(days=1, bot="nobody-knows-it"))
    await ann.close()


@pytest.mark.quick_bots
async def test_a_person_can_open_only_a_limited_number_of_tables(server: RunningServer) -> None:
    server.runtime.opener.max_open_tables = 2
    ann, bob = await server.connect_guest("Ann"), await server.connect_guest("Bob")
    first = await ann.open_table("tri-trac", [my_seat(), my_seat("Ben")])
    await ann.open_table("tri-trac")
    with pytest.raises(Exception, match="2 unfinished tables"):
        await ann.open_table("tri-trac")
    await bob.open_table("tri-trac")
    await ann.post_command(first, ask.Begin(id="b"))
    await ann.post_command(first, ask.Resign(id="r", seat=0))
    await ann.open_table("tri-trac")
    await ann.close()
    await bob.close()


@pytest.mark.quick_bots
async def test_presence_is_sent_to_those_who_ask(server: RunningServer) -> None:
    ann, bob, eve = [await server.connect_guest(name) for name in ("Ann", "Bob", "Eve")]
    table = await ann.open_table("tri-trac", [my_seat(), open_seat()])
    async with ann.watch_table(table, 0, with_presence=True) as a:
        await a.wait_until(lambda: a.presence is not None)
        assert a.presence == messages.Presence(seats=(0,), spectators=0, text="")
        async with bob.watch_table(table) as b, eve.watch_table(table) as e:
            await a.wait_until(lambda: a.presence == messages.Presence(seats=(0,), spectators=2, text="2 spectators"))
            await bob.take_seat(table, 1)
            await a.wait_until(lambda: a.presence == messages.Presence(seats=(0, 1), spectators=1, text="1 spectator"))
            assert b.presence is None
            assert e.presence is None
        await a.wait_until(lambda: a.presence == messages.Presence(seats=(0,), spectators=0, text=""))
    for client in (ann, bob, eve):
        await client.close()
