"""Clocks: whose time runs, when it is out, and that they are a function of what is kept."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from tests.server.house import Hasty, house
from tests.server.tables import ANN, BOB, EVE, chair, do, refused, table_for
from triangulum.client import anybody, bot, mine
from triangulum.record.history import FlagFell, Played
from triangulum.server import messages as ask
from triangulum.server import rights
from triangulum.server.clocks import DAY, Clocks, Outage
from triangulum.server.deeds import Chair, DaysClock, FischerClock, House, RanOut
from triangulum.server.lives import BEAT, LAPSE, Lives
from triangulum.server.people import Person
from triangulum.server.store import Store, sqlite_address
from triangulum.server.table import rebuilt

FISCHER = FischerClock(seconds=100, increment=5)


class Play:
    """A game of Tri-Trac against the clock, with the time in the test's hand."""

    def __init__(self, rule: FischerClock | DaysClock, *chairs: Chair, game: str = "tri-trac", **given: Any) -> None:
        given.setdefault("house", House(clock=rule))
        self.table = table_for(game, *(chairs or (chair(ANN), chair(BOB))), **given)
        self.now = 1000.0
        self.do(ANN, ask.Begin)

    @property
    def clocks(self) -> Clocks:
        assert self.table.clocks is not None
        return self.table.clocks

    def do(self, person: Person, kind: type[ask.Command], **given: Any) -> None:
        """Do something now; and see that the rows lead to the same times again."""
        if "at" in kind.__struct_fields__:
            given.setdefault("at", self.table.number)
        command: Any = kind(id=f"c{self.table.number}", **given)
        self.keep(rights.decide(self.table, command, person), person.id, command.id)

    def keep(self, deeds: Any, person: str = "", command: str = "") -> None:
        self.table.perform(deeds, self.now, person, command)
        again = rebuilt(self.table, self.table.rows)
        assert again.clocks is not None
        assert again.clocks.at(self.now) == self.clocks.at(self.now)
        assert again.clocks.ends() == self.clocks.ends()

    def move(self, person: Person, seat: int, seconds: float = 0.0, choice: int = 0) -> None:
        """Play any move after thinking for a while."""
        self.now += seconds
        self.do(person, ask.Play, seat=seat, action=self.table.state.legal_actions()[choice])

    def bot_moves(self, seconds: float) -> None:
        self.now += seconds
        assert self.table.mover is not None
        self.keep((Played(self.table.mover, self.table.state.legal_actions()[0]),))

    def left(self) -> list[float]:
        return list(self.clocks.at(self.now).left)


def test_the_clock_of_who_is_to_move_runs_and_a_turn_brings_an_increment() -> None:
    play = Play(FISCHER)
    assert (play.left(), play.clocks.running, play.clocks.ends()) == ([100, 100], 0, 1100)
    play.now += 7
    assert play.left() == [93, 100], "it runs before anything happens"
    play.do(BOB, ask.Say, text="Hm.")
    play.move(ANN, 0, 3)
    assert (play.left(), play.clocks.running) == ([95, 100], 1)
    play.move(BOB, 1, 50)
    assert (play.left(), play.clocks.ends()) == ([95, 55], play.now + 95)


def test_nothing_runs_before_the_game_and_after_it() -> None:
    table = table_for("tri-trac", chair(ANN), chair(BOB), house=House(clock=FISCHER))
    do(table, ANN, ask.GiveNonce, seat=0, nonce="x")
    assert table.clocks is not None
    assert table.clocks.ends() is None
    play = Play(FISCHER)
    play.now += 10
    play.do(ANN, ask.Resign, seat=0)
    assert play.clocks.ends() is None
    assert play.left() == [90, 100]


def test_a_turn_of_several_moves_brings_one_increment() -> None:
    play = Play(FISCHER, game="star-runners")
    turns = steps = 0
    while turns < 6:
        seat = play.table.mover
        assert seat is not None
        before = play.left()[seat]
        play.move((ANN, BOB)[seat], seat, 1, choice=-1)
        steps += 1
        passed = play.table.mover != seat
        turns += passed
        assert play.left()[seat] == before - 1 + 5 * passed
    assert steps > turns


def test_taking_back_gives_neither_time_nor_the_same_increment_again() -> None:
    play = Play(FISCHER)
    play.move(ANN, 0, 10)
    assert play.left() == [95, 100]
    for _ in range(3):
        play.now += 2
        play.do(ANN, ask.TakeBack, seat=0)
        assert play.clocks.running == 0
        play.move(ANN, 0, 1)
    assert play.left() == [92, 94], "Bob's clock ran while it was his turn, and Ann has had one increment"
    play.move(BOB, 1)
    play.move(ANN, 0)
    assert play.left()[0] == 97


def test_asking_stops_no_clock() -> None:
    play = Play(FISCHER)
    play.move(ANN, 0)
    play.move(BOB, 1, 4)
    play.do(BOB, ask.OfferDraw, seat=1)
    play.now += 10
    assert play.left()[0] == 95
    play.do(ANN, ask.Decline, seat=0)
    assert play.clocks.running == 0


def test_bots_cost_nobody_time() -> None:
    play = Play(FISCHER, chair(ANN), Chair(bot="greedy"))
    play.move(ANN, 0, 10)
    assert (play.clocks.running, play.clocks.ends()) == (None, None)
    play.bot_moves(500)
    assert play.left() == [95, 100]
    play.do(ANN, ask.HandOver, seat=0, bot="greedy")
    play.bot_moves(500)
    play.bot_moves(500)
    play.now += 500
    play.do(ANN, ask.Reclaim, seat=0)
    play.now += 5
    assert play.left() == [90, 100]


def test_the_seats_of_a_hot_seat_have_a_clock_each() -> None:
    play = Play(FISCHER, chair(ANN), chair(ANN))
    play.move(ANN, 0, 10)
    play.move(ANN, 1, 20)
    assert play.left() == [95, 85]


@pytest.mark.parametrize("players", range(2, 5))
def test_as_many_clocks_as_players(players: int) -> None:
    people = [Person(f"p{seat + 1}", f"P{seat}") for seat in range(players)]
    play = Play(FISCHER, *map(chair, people), game="tri-star-racers", players=players)
    spent = [0.0] * players
    for _ in range(30):
        seat = play.table.mover
        if seat is None:
            break
        play.move(people[seat], seat, 1)
        spent[seat] += 1
    gained = [left + used - 100 for left, used in zip(play.left(), spent, strict=True)]
    assert all(gain % 5 == 0 for gain in gained)
    assert sum(spent) == 30


def test_when_time_is_out_the_seat_loses() -> None:
    play = Play(FISCHER)
    play.now += 99.9
    assert rights.time_out(play.table, play.now) == ()
    play.now += 0.1
    assert rights.time_out(play.table, play.now) == (FlagFell(0),)
    play.keep(rights.time_out(play.table, play.now))
    assert play.table.phase == "over"
    assert play.table.history.winners() == [1]
    assert rights.time_out(play.table, play.now) == (), "it falls once"


def test_or_a_bot_plays_on_to_the_end() -> None:
    play = Play(FischerClock(seconds=100, out="bot", bot="greedy"))
    play.now += 200
    play.keep(rights.time_out(play.table, play.now))
    assert isinstance(play.table.rows[-1].deeds[0], RanOut)
    assert play.table.bot_to_move == "greedy"
    assert play.left() == [0, 100]
    assert refused(play.table, ANN, ask.Reclaim, seat=0) == "not-now"
    do(play.table, ANN, ask.Leave, seat=0)
    assert refused(play.table, EVE, ask.Sit, seat=0) == "not-now", "the seat has no time, whoever sits there"


def test_where_turns_have_days_one_may_come_back() -> None:
    play = Play(DaysClock(days=2))
    play.move(ANN, 0, 1.5 * DAY)
    play.move(BOB, 1, DAY)
    assert play.left() == [2 * DAY, DAY]
    assert rights.time_out(play.table, play.now + 2 * DAY - 1) == ()
    play.now += 2 * DAY
    play.keep(rights.time_out(play.table, play.now))
    assert play.clocks.running is None
    play.bot_moves(1)
    play.move(BOB, 1, DAY)
    play.do(ANN, ask.Reclaim, seat=0)
    assert play.left()[0] == 2 * DAY
    assert play.clocks.ends() == play.now + 2 * DAY
    # In the very turn in which her days were over, too.
    play.now += 2 * DAY
    play.keep(rights.time_out(play.table, play.now))
    play.do(ANN, ask.Reclaim, seat=0)
    assert play.left()[0] == 2 * DAY


def test_a_turn_that_begins_while_a_bot_plays_has_its_days() -> None:
    play = Play(DaysClock(days=2))
    play.now += DAY
    play.do(ANN, ask.HandOver, seat=0, bot="greedy")
    play.bot_moves(1)
    play.move(BOB, 1)
    play.do(ANN, ask.Reclaim, seat=0)
    assert play.left()[0] == 2 * DAY


def test_days_are_not_won_by_taking_back_or_by_lending_the_seat() -> None:
    play = Play(DaysClock(days=2))
    play.move(ANN, 0, DAY)
    play.do(ANN, ask.TakeBack, seat=0)
    assert play.left()[0] == DAY
    play.do(ANN, ask.HandOver, seat=0, bot="greedy")
    play.do(ANN, ask.Reclaim, seat=0)
    assert play.left()[0] == DAY
    play.now += DAY
    play.do(BOB, ask.Say, text="?")
    assert play.left()[0] == 0, "talk does not wind a clock"


def test_time_without_a_server_does_not_count() -> None:
    play = Play(FISCHER)
    outages = [Outage(900, 950), Outage(1010, 1040), Outage(1090, 1100)]
    play.clocks.outages = outages
    play.now = 1050
    assert play.left()[0] == 80
    assert play.clocks.ends() == 1140
    assert play.clocks.at(1140).left[0] == 0
    assert play.clocks.at(1139).left[0] == 1
    play.now = 1095
    assert play.left()[0] == 40, "also from within one"


def test_a_clock_that_is_set_back_gives_no_time() -> None:
    play = Play(FISCHER)
    play.now += 10
    play.do(BOB, ask.Say, text="a")
    play.now -= 5
    play.do(BOB, ask.Say, text="b")
    assert play.left()[0] == 90
    assert play.clocks.at(play.now).at == 1010


# --- signs of life


def test_what_an_outage_is(tmp_path: Path) -> None:
    async def inside() -> None:
        store = Store(sqlite_address(tmp_path), durable=False)
        first, second, third, fourth, elsewhere = [Lives(store) for _ in range(5)]
        await first.begin(100.0)
        await first.beat(105.0)
        assert first.outages == [], "nothing was up before, and nothing to be missed"
        # It is killed, and started again; it is known to be dead, since we are that process.
        await second.begin(107.0)
        assert second.outages == [Outage(105.0, 107.0)]
        await second.beat(110.0, ended=True)
        await third.begin(500.0)
        assert third.outages[1:] == [Outage(110.0, 500.0)]
        # Another machine's is up for all we know.
        elsewhere.host = "elsewhere"
        await elsewhere.begin(501.0)
        assert len(elsewhere.outages) == 2
        await fourth.begin(501.0 + LAPSE)
        assert len(fourth.outages) == 2
        for now in range(505, 601, 5):
            assert not await elsewhere.beat(float(now))
        # We have slept, and somebody else was up; then nobody.
        assert not await fourth.beat(600.0)
        assert await fourth.beat(700.0)
        assert fourth.outages[2:] == [Outage(600.0, 700.0)]
        assert not await fourth.beat(700.0 + BEAT)
        store.close()

    asyncio.run(inside())


class Hand:
    """A clock that a test moves."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


def test_a_flag_falls_by_itself_and_whoever_comes_late_finds_it_fallen(tmp_path: Path) -> None:
    hand = Hand()

    async def inside() -> None:
        async with house(tmp_path, thinkers=Hasty(), clock=hand) as here:
            ann, bob = await here.guest("Ann"), await here.guest("Bob")
            table = await ann.open("tri-trac", [mine(), anybody()], clock=FischerClock(seconds=60))
            await bob.sit(table, 1)
            async with ann.watch(table, 0) as a, bob.watch(table, 1) as b:
                await a.begin()
                await a.play("N b3 RB")
                assert a.undo == 0
                await b.until(lambda: b.to_move == 1)
                assert b.clock == ask.Times(at=hand.now, left=(60.0, 60.0), running=1)
                assert b.undo == 0
                live = here.lobby.live[table]
                assert live.alarm is not None
                assert 59 < live.alarm.when() - asyncio.get_running_loop().time() < 61
                hand.now += 60
                # Here the command comes before the alarm, and finds that time is out.
                with pytest.raises(Exception, match="the game is over") as late:
                    await b.play("N b4 RT")
                assert late.value.reason == "not-now"  # type: ignore[attr-defined]
                await a.until(lambda: a.over)
                assert a.table is not None
                assert a.table.result
                assert live.alarm is None
            # Two processes may both let it fall; the number is there once.
            await here.steward.duties.ring(live)
            assert sum(isinstance(deed, FlagFell) for row in live.table.rows for deed in row.deeds) == 1
            await ann.close()
            await bob.close()

    asyncio.run(asyncio.wait_for(inside(), 60))


def test_the_alarm_rings(tmp_path: Path) -> None:
    async def inside() -> None:
        async with house(tmp_path, thinkers=Hasty()) as here:
            ann = await here.guest("Ann")
            rule = FischerClock(seconds=1, out="bot", bot="random")
            table = await ann.open("tri-trac", [mine(), bot("random")], clock=rule)
            async with ann.watch(table, 0) as seat:
                await seat.begin()
                await seat.until(lambda: seat.table is not None and seat.table.seats[0].kind == "bot")
                assert seat.clock is not None
                assert seat.clock.left[0] == 0
            await ann.close()

    asyncio.run(asyncio.wait_for(inside(), 60))


def test_a_restart_costs_nobody_time(tmp_path: Path) -> None:
    hand = Hand()

    async def inside() -> None:
        async with house(tmp_path, thinkers=Hasty(), clock=hand, beat=1000.0) as here:
            ann = await here.guest("Ann")
            table = await ann.open("tri-trac", [mine(), mine("Ben")], clock=FischerClock(seconds=60))
            await ann.do(table, ask.Begin(id="b"))
            hand.now += 10
        hand.now += 10_000
        async with house(tmp_path, thinkers=Hasty(), clock=hand, beat=1000.0) as later:
            ann.http.base_url = ann.url = later.url
            hand.now += 5
            seen = await ann.see(table, 0)
            assert seen.clock == ask.Times(at=hand.now, left=(45.0, 60.0), running=0)
            async with ann.watch(table, 0) as seat:
                # The machine sleeps for an hour: the next command finds that out before any flag falls.
                hand.now += 3600
                await seat.play("N b3 RB")
                assert seat.clock is not None
                assert seat.clock.left == (50.0, 60.0), "nothing since the last sign of life has counted"
                assert len(later.lobby.lives.outages) == 2
            await ann.close()

    asyncio.run(asyncio.wait_for(inside(), 60))


def test_a_bot_that_cannot_play_on_is_refused_at_once(tmp_path: Path) -> None:
    async def inside() -> None:
        async with house(tmp_path, thinkers=Hasty()) as here:
            ann = await here.guest("Ann")
            with pytest.raises(Exception, match="nobody-knows-it"):
                await ann.open("tri-trac", [mine()], clock=DaysClock(days=1, bot="nobody-knows-it"))
            await ann.close()

    asyncio.run(inside())


def test_one_person_opens_only_so_many_tables(tmp_path: Path) -> None:
    async def inside() -> None:
        async with house(tmp_path, thinkers=Hasty()) as here:
            here.steward.openings.most_open = 2
            ann, bob = await here.guest("Ann"), await here.guest("Bob")
            first = await ann.open("tri-trac", [mine(), mine("Ben")])
            await ann.open("tri-trac")
            with pytest.raises(Exception, match="2 tables that are not over"):
                await ann.open("tri-trac")
            await bob.open("tri-trac")
            await ann.do(first, ask.Begin(id="b"))
            await ann.do(first, ask.Resign(id="r", seat=0))
            await ann.open("tri-trac")
            await ann.close()
            await bob.close()

    asyncio.run(inside())


def test_who_is_here_is_told_to_who_asks(tmp_path: Path) -> None:
    async def inside() -> None:
        async with house(tmp_path, thinkers=Hasty()) as here:
            ann, bob, eve = [await here.guest(name) for name in ("Ann", "Bob", "Eve")]
            table = await ann.open("tri-trac", [mine(), anybody()])
            async with ann.watch(table, 0, present=True) as a:
                await a.until(lambda: a.present is not None)
                assert a.present == ask.Present(seats=(0,), onlookers=0)
                async with bob.watch(table) as b, eve.watch(table) as e:
                    await a.until(lambda: a.present == ask.Present(seats=(0,), onlookers=2))
                    await bob.sit(table, 1)
                    await a.until(lambda: a.present == ask.Present(seats=(0, 1), onlookers=1))
                    assert b.present is None
                    assert e.present is None
                await a.until(lambda: a.present == ask.Present(seats=(0,), onlookers=0))
            for client in (ann, bob, eve):
                await client.close()

    asyncio.run(asyncio.wait_for(inside(), 60))
