"""What is sent on sockets, to whom and how often: gaps, two tabs, two devices, slow watchers, restarts."""

import asyncio
import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError

import triangulum as tri
from tests.server import running_server
from tests.server.running_server import (
    FirstMoveBotPool,
    RunningServer,
    build_runtime,
    close_clients,
    start_server,
    start_two_player_table,
)
from triangulum.bots.thought import Thought
from triangulum.client import (
    AsyncTableSession,
    RequestRefusedError,
    bot_seat,
    flatten_move_tree,
    invited_seat,
    my_seat,
    open_seat,
)
from triangulum.errors import TriangulumError
from triangulum.server.identity.guests import parse_cookie
from triangulum.server.identity.signing import Signer
from triangulum.server.runtime.bot_pool import BotPool, BotUnavailableError, PrepareRequest, ThinkRequest
from triangulum.server.runtime.concurrency import Lock
from triangulum.server.storage.database import sqlite_address
from triangulum.server.storage.event_store import EventStore
from triangulum.table import commands as ask
from triangulum.table import messages
from triangulum.table.people import Person


@pytest.mark.usefixtures("connection_type")
async def test_a_move_sent_twice_is_played_once_even_over_http_or_after_a_restart(tmp_path: Path) -> None:
    async with start_server(tmp_path) as server:
        ann, bob, table = await start_two_player_table(server)
        async with ann.watch_table(table, 0) as seat:
            move = ask.Play(id="my-move", seat=0, at=seat.event_number, action="home SM")
            first = await seat.send_and_catch_up(move)
            assert await seat.send_and_catch_up(move) == first
            assert await ann.post_command(table, move) == first
            assert seat.event_number == first.number
        with pytest.raises(RequestRefusedError) as other:
            await bob.post_command(table, move)
        assert other.value.reason == "not-allowed", "ids are each person's own"
    async with start_server(tmp_path) as later:
        ann.http.base_url = later.url
        assert await ann.post_command(table, move) == first
        assert (await ann.get_table(table)).number == first.number
        await close_clients(ann, bob)


@pytest.mark.usefixtures("connection_type")
async def test_a_gap_is_filled_with_the_same_bytes(server: RunningServer) -> None:
    ann, bob, table = await start_two_player_table(server, "tri-star-racers")
    eve = await server.connect_guest("Eve")
    async with ann.watch_table(table, 0) as a, bob.watch_table(table, 1) as b, eve.watch_table(table) as onlooker:
        live = onlooker.start_capturing_frames()
        start = onlooker.event_number
        for step in range(12):
            mover = (a, b)[a.to_move]
            await mover.wait_until(lambda mover=mover: mover.moves is not None)
            assert mover.moves is not None
            await mover.play(flatten_move_tree(mover.moves.tree)[0].action)
            if step == 4:
                await mover.send_chat("Hm.")
            for one in (a, b, onlooker):
                await one.wait_until(lambda one=one, mover=mover: one.event_number >= mover.event_number)
        missed: list[Any] = []
        returned = eve.watch_table(table, after=start)
        missed = returned.start_capturing_frames()
        async with returned:
            await returned.wait_until(lambda: returned.event_number == onlooker.event_number)
            assert missed == live
        before = len(live)
        await onlooker.send_command(ask.Resume, after=start + 5)
        again = [data for data in live[before:] if b'"is":"update"' in to_bytes(data)]
        assert again == live[5:before]
    await close_clients(ann, bob, eve)


def to_bytes(data: str | bytes) -> bytes:
    return data.encode() if isinstance(data, str) else data


@pytest.mark.usefixtures("connection_type")
async def test_a_gap_too_wide_or_an_unknown_number_is_answered_with_the_whole_table(server: RunningServer) -> None:
    ann, bob, table = await start_two_player_table(server)
    for at in range(210):
        await server.commands.run(table, ask.Say(id=f"say-{at}", preset="oops"), Person("p", "Pip"))
    for after in (1, 10**9):
        socket_ = bob.watch_table(table, 1, after=after)
        heard = socket_.start_capturing_frames()
        async with socket_:
            await socket_.wait_until(lambda socket_=socket_: socket_.snapshot is not None)
            assert b'"is":"snapshot"' in to_bytes(heard[0])
    await close_clients(ann, bob)


async def test_both_tabs_of_a_player_can_play(server: RunningServer) -> None:
    ann, bob, table = await start_two_player_table(server)
    async with ann.watch_table(table, 0) as one, ann.watch_table(table, 0) as two:
        await one.play("home SM")
        await two.wait_until(lambda: two.event_number == one.event_number)
        assert two.scene == one.scene
        with pytest.raises(RequestRefusedError) as late:
            await two.send_and_catch_up(ask.Play(id="x", seat=0, at=one.event_number - 1, action="home ML"))
        assert (late.value.reason, late.value.number) == ("stale", one.event_number)
    await close_clients(ann, bob)


@pytest.mark.usefixtures("connection_type")
async def test_legal_moves_are_sent_to_the_mover_alone(server: RunningServer) -> None:
    ann, bob, table = await start_two_player_table(server, "tri-star-racers")
    eve = await server.connect_guest("Eve")
    async with ann.watch_table(table, 0) as a, bob.watch_table(table, 1) as b:
        await a.send_command(ask.Share, on=True)
        await b.send_command(ask.Share, on=True)
        others = [
            eve.watch_table(table, 0),
            eve.watch_table(table, 1),
            eve.watch_table(table),
            bob.watch_table(table, 0),
        ]
        heard = [other.start_capturing_frames() for other in others]
        for other in others:
            await other.__aenter__()
        for _ in range(6):
            mover = (a, b)[a.to_move]
            await mover.wait_until(lambda mover=mover: mover.moves is not None)
            assert mover.moves is not None
            await mover.play(flatten_move_tree(mover.moves.tree)[0].action)
            await asyncio.gather(
                *[
                    one.wait_until(lambda one=one, at=mover.event_number: one.event_number >= at)
                    for one in (a, b, *others)
                ]
            )
        assert not any(b'"is":"legal-moves"' in to_bytes(data) for one in heard for data in one)
        for path in ("moves?seat=0", "moves?seat=1"):
            assert (await eve.http.get(f"/api/tables/{table}/{path}")).status_code == 403
        for other in others:
            await other.close()
    await close_clients(ann, bob, eve)


@pytest.mark.usefixtures("connection_type")
async def test_others_see_a_seats_secrets_only_while_it_allows_that(server: RunningServer) -> None:
    ann, bob, table = await start_two_player_table(server, "tri-star-racers")
    with pytest.raises(RequestRefusedError, match="can’t look at the table from that seat"):
        await bob.watch_table(table, 0).__aenter__()
    async with ann.watch_table(table, 0) as a, bob.watch_table(table) as other:
        with pytest.raises(RequestRefusedError, match="can’t look at the table from that seat"):
            await other.switch_perspective(0)
        await a.send_command(ask.Share, on=True)
        await other.switch_perspective(0)
        assert other.view["seat"] == 0
        assert other.view == a.view
        await a.send_command(ask.Share, on=False)
        await other.wait_until(lambda: other.seat is None)
        assert other.view["seat"] is None
        assert other.event_number == a.event_number
        await a.play(flatten_move_tree((await wait_for_moves(a)).tree)[0].action)
        await other.wait_until(lambda: other.event_number == a.event_number)
        assert other.view["seat"] is None
    await close_clients(ann, bob)


async def wait_for_moves(seat: AsyncTableSession) -> messages.LegalMoves:
    await seat.wait_until(lambda: seat.moves is not None)
    assert seat.moves is not None
    return seat.moves


async def test_the_cache_can_be_lost_at_any_time(server: RunningServer) -> None:
    ann, bob, table = await start_two_player_table(server)
    async with ann.watch_table(table, 0) as a, bob.watch_table(table, 1) as b:
        for _ in range(8):
            # Once reloaded while people watch, once dropped from memory.
            server.rooms.loaded[table].needs_reload = True
            mover = (a, b)[(await ann.get_table(table)).to_move]
            for one in (a, b):
                await one.wait_until(lambda one=one, n=server.rooms.loaded[table].table.number: one.event_number >= n)
            offered = await wait_for_moves(mover)
            await mover.play(flatten_move_tree(offered.tree)[-1].action)
            for one in (a, b):
                await one.wait_until(lambda one=one, mover=mover: one.event_number >= mover.event_number)
    server.rooms.loaded.clear()
    before = await ann.get_table(table, 0)
    move = (await (ann, bob)[before.to_move].list_legal_moves(table, before.to_move))[0]
    command = ask.Play(id="last", seat=before.to_move, at=before.number, action=move.action)
    server.rooms.loaded.clear()
    done = await (ann, bob)[before.to_move].post_command(table, command)
    assert isinstance(done, messages.Done)
    assert done.number == before.number + 1
    await close_clients(ann, bob)


@pytest.mark.usefixtures("connection_type")
async def test_a_move_that_cannot_be_stored_has_not_happened(server: RunningServer) -> None:
    ann, bob, table = await start_two_player_table(server)
    async with ann.watch_table(table, 0) as seat, bob.watch_table(table, 1) as other:
        heard = other.start_capturing_frames()
        write = server.rooms.store.writer.commit_batch

        def no_room(*_: Any) -> list[Any]:
            raise OSError("no space left on device")

        server.rooms.store.writer.commit_batch = no_room  # type: ignore[method-assign,assignment]
        with pytest.raises(RequestRefusedError) as refused:
            await seat.play("home SM")
        assert refused.value.reason == "internal"
        assert not heard, "nothing is published that is not kept"
        server.rooms.store.writer.commit_batch = write  # type: ignore[method-assign]
        await seat.play("home SM")
    await close_clients(ann, bob)


async def test_the_second_of_two_moves_is_answered_as_if_it_had_come_later(
    server: RunningServer, tmp_path: Path
) -> None:
    ann, bob, table = await start_two_player_table(server)
    async with ann.watch_table(table, 0) as seat, bob.watch_table(table, 1) as watching:
        number = seat.event_number
        # Another process, from which we hear nothing, has continued the table.
        other = build_runtime(EventStore(sqlite_address(tmp_path)), Signer(server.rooms.signer._secret))
        person = parse_cookie(server.rooms.signer, ann.cookies["triangulum-guest"])
        there = ask.Play(id="there", seat=0, at=number, action="home SM")
        done = await other.commands.run(table, there, person)
        with pytest.raises(RequestRefusedError) as late:
            await seat.send_and_catch_up(ask.Play(id="here", seat=0, at=number, action="home SL"))
        assert late.value.reason == "stale"
        assert await seat.send_and_catch_up(there) == done, "what the other one did is known now"
        await watching.wait_until(lambda: watching.event_number == number + 1)
        await watching.play("home ML")
        assert not server.rooms.loaded[table].lock.locked()
    await other.close()
    other.rooms.store.close()
    await close_clients(ann, bob)


@pytest.mark.usefixtures("connection_type")
async def test_messages_are_answered_in_order_even_if_they_arrive_together(server: RunningServer) -> None:
    ann, bob, table = await start_two_player_table(server)
    async with ann.watch_table(table, 0) as seat:
        heard = seat.start_capturing_frames()
        at = seat.event_number
        commands: list[ask.TableCommand] = [
            ask.Play(id="unknown", seat=0, at=at, action="home XX"),
            ask.Play(id="first", seat=0, at=at, action="home SM"),
            ask.Say(id="said", preset="oops"),
            ask.Play(id="late", seat=0, at=at, action="home SL"),
        ]
        answers = await asyncio.gather(*[seat.send_and_catch_up(one) for one in commands], return_exceptions=True)
        assert [getattr(one, "reason", None) for one in answers] == ["illegal", None, None, "stale"]
        assert answers[1:3] == [messages.Done(id="first", number=at + 1), messages.Done(id="said", number=at + 2)]
        events = [json.loads(data) for data in heard if b'"is":"update"' in to_bytes(data)]
        assert [event["number"] for event in events] == [at + 1, at + 2]
    await close_clients(ann, bob)


async def test_a_lock_is_taken_only_if_it_is_free() -> None:
    lock = Lock()
    assert lock.try_acquire()
    assert not lock.try_acquire(), "somebody has it"
    waiting = asyncio.create_task(lock.acquire())
    await asyncio.sleep(0)
    lock.release()
    assert not lock.locked()
    assert not lock.try_acquire(), "somebody was here before"
    assert await waiting
    lock.release()
    assert lock.try_acquire(), "nobody waits any more"


async def test_two_processes_on_one_database_agree_who_was_first(server: RunningServer, tmp_path: Path) -> None:
    ann, bob, table = await start_two_player_table(server)
    other = build_runtime(EventStore(sqlite_address(tmp_path)), Signer(server.rooms.signer._secret))
    person = parse_cookie(server.rooms.signer, ann.cookies["triangulum-guest"])
    await other.rooms.find(table)
    number = (await ann.get_table(table)).number
    await ann.post_command(table, ask.Play(id="here", seat=0, at=number, action="home SM"))
    with pytest.raises(messages.CommandError) as late:
        await other.commands.run(table, ask.Play(id="there", seat=0, at=number, action="home SL"), person)
    assert late.value.reason == "stale"
    again = await other.commands.run(table, ask.Play(id="here", seat=0, at=number, action="home SM"), person)
    assert again == messages.Done(id="here", number=number + 1)
    await other.close()
    other.rooms.store.close()
    await close_clients(ann, bob)


async def test_a_bot_moves_after_a_restart(tmp_path: Path) -> None:
    async with start_server(tmp_path, pause=(1000.0, 1000.0)) as server:
        ann = await server.connect_guest("Ann")
        table = await ann.open_table("star-runners", [bot_seat("greedy"), my_seat()])
        await ann.post_command(table, ask.Begin(id="begin"))
        number = (await ann.get_table(table)).number
    async with start_server(tmp_path) as server:
        ann.http.base_url = server.url
        while (await ann.get_table(table)).number == number:
            await asyncio.sleep(0.01)
        assert (await ann.get_table(table)).to_move == 1
        await close_clients(ann)


async def test_a_bot_answers_after_whole_pauses_drawn_beforehand(tmp_path: Path) -> None:
    slept: list[float] = []
    asked: list[ThinkRequest] = []
    answer: asyncio.Future[Thought] = asyncio.get_running_loop().create_future()

    class SlowThinkers(BotPool):
        async def ask(self, request: PrepareRequest | ThinkRequest, timeout: float = 60.0) -> Thought | None:
            if isinstance(request, PrepareRequest):
                return None
            asked.append(request)
            return await answer

    async def sleep(seconds: float) -> None:
        slept.append(seconds)
        await asyncio.sleep(0)
        if len(slept) == 3:
            answer.set_result(Thought(asked[0].state.legal_actions()[0]))

    async with start_server(tmp_path, pause=(1.0, 2.0), sleep=sleep, bot_pool=SlowThinkers()) as server:
        ann = await server.connect_guest("Ann")
        table = await ann.open_table("star-runners", [bot_seat("greedy"), my_seat()])
        async with ann.watch_table(table, 1) as seat:
            await seat.begin_game()
            await wait_for_moves(seat)
        await close_clients(ann)
    assert len(slept) >= 3
    assert len(set(slept[:3])) == 1
    assert 1.5 <= slept[0] <= 2.5, "half a second to think, and what was drawn"


@pytest.mark.parametrize(("game", "bots", "is_long"), [("tricolor-line", 1, True), ("starry-sky", 2, False)])
async def test_a_bot_pauses_less_within_its_turn(tmp_path: Path, game: str, bots: int, is_long: bool) -> None:
    slept: list[float] = []
    asked: list[ThinkRequest] = []

    class FirstMoveRecorder(BotPool):
        async def ask(self, request: PrepareRequest | ThinkRequest, timeout: float = 60.0) -> Thought | None:
            if isinstance(request, ThinkRequest):
                asked.append(request)
                return Thought(request.state.legal_actions()[0])
            return None

    async def sleep(seconds: float) -> None:
        slept.append(seconds)
        await asyncio.sleep(0)

    async with start_server(tmp_path, pause=(1.0, 2.0), sleep=sleep, bot_pool=FirstMoveRecorder()) as server:
        ann = await server.connect_guest("Ann")
        table = await ann.open_table(game, [*[bot_seat("greedy")] * bots, my_seat()])
        async with ann.watch_table(table, bots) as seat:
            await seat.begin_game()
            await wait_for_moves(seat)
        await close_clients(ann)
    movers = [question.state.to_move for question in asked]
    assert set(movers) == set(range(bots))
    assert (len(movers) > bots) is is_long
    for number, (mover, question, pause) in enumerate(zip(movers, asked, slept, strict=False)):
        part = 0.4 if number and movers[number - 1] == mover else 1.0
        assert question.seconds == part * 0.5
        assert part * 1.5 <= pause <= part * 2.5


async def test_a_bot_that_hangs_is_killed_and_replaced(tmp_path: Path) -> None:
    state = tri.game("star-runners").new()

    bot_pool = BotPool(1)
    with pytest.raises(BotUnavailableError):
        await bot_pool.ask(ThinkRequest("greedy", state, 1.0, 1), timeout=0.0)
    thought = await bot_pool.ask(ThinkRequest("greedy", state, 1.0, 1))
    assert thought is not None
    assert thought.action in state.legal_actions()
    with pytest.raises(TriangulumError, match="There’s no bot"):
        await bot_pool.ask(ThinkRequest("nobody", state, 1.0, 1))
    with pytest.raises(TriangulumError, match="There’s no solver for Tri-Trac"):
        await bot_pool.check_bot_can_play("exact", tri.game("tri-trac").setup())
    # A process that was killed while idle isn't asked.
    (resting,) = bot_pool.idle
    resting.kill()
    await resting.process.wait()
    await bot_pool.check_bot_can_play("greedy", state.setup)
    await bot_pool.close()


async def test_a_bot_that_cannot_play_is_refused_before_the_game(server: RunningServer) -> None:
    ann = await server.connect_guest("Ann")
    for name, message in (("grdy", "Did you mean “greedy”"), ("exact", "There’s no solver for Tri-Trac")):
        with pytest.raises(RequestRefusedError, match=message):
            await ann.open_table("tri-trac", [my_seat(), bot_seat(name)])
    table = await ann.open_table("tri-trac", [my_seat(), open_seat()])
    with pytest.raises(RequestRefusedError, match="There’s no bot"):
        await ann.post_command(table, ask.Arrange(id="x", seat=1, bot="nobody"))
    await close_clients(ann)


async def test_hints_and_previews_are_for_the_mover_where_the_table_allows(server: RunningServer) -> None:
    ann, bob, table = await start_two_player_table(server, "tri-star-racers", hints=True)
    async with ann.watch_table(table, 0) as a, bob.watch_table(table, 1) as b:
        hint = await (a, b)[a.to_move].send_command(ask.Hint)
        offered = flatten_move_tree((await wait_for_moves((a, b)[a.to_move])).tree)
        assert (hint.action, hint.text) in [(one.action, one.text) for one in offered]
        preview = await (a, b)[a.to_move].send_command(ask.PreviewMove, action=hint.text)
        assert preview.action == hint.action
        for kind in (ask.Hint, ask.PreviewMove):
            fields = {"action": 0} if kind is ask.PreviewMove else {}
            with pytest.raises(RequestRefusedError) as refused:
                await (b, a)[a.to_move].send_command(kind, **fields)
            assert refused.value.reason == "not-now"
    plain = await ann.open_table("star-runners", [my_seat(), my_seat("Ben")])
    await ann.post_command(plain, ask.Begin(id="b"))
    with pytest.raises(RequestRefusedError, match="no hints"):
        await ann.post_command(plain, ask.Hint(id="h", seat=0, at=1))
    await close_clients(ann, bob)


async def test_chat_of_a_muted_person_is_not_sent_to_who_muted_them(server: RunningServer) -> None:
    ann, bob, table = await start_two_player_table(server)
    async with ann.watch_table(table, 0) as a, bob.watch_table(table, 1) as b:
        assert a.table is not None
        who = a.table.seats[1].alias
        await a.send_command(ask.Mute, alias=who)
        heard_a, heard_b = a.start_capturing_frames(), b.start_capturing_frames()
        await b.send_chat("You are slow.")
        await a.wait_until(lambda: a.event_number == b.event_number)
        assert json.loads(heard_a[-1])["parts"] == [{"what": "chat", "alias": who, "name": "Bob", "muted": True}]
        assert any(b"You are slow." in to_bytes(data) for data in heard_b)
        async with ann.watch_table(table, 0) as later:
            assert later.snapshot is not None
            assert later.snapshot.you.muted == (who,)
        await a.send_command(ask.Mute, alias=who, on=False)
        await b.send_chat("Sorry.")
        await a.wait_until(lambda: a.event_number == b.event_number)
        assert json.loads(heard_a[-1])["parts"][0]["text"] == "Sorry."
    await close_clients(ann, bob)


async def test_an_invitation_and_a_second_device_give_the_seat(server: RunningServer) -> None:
    ann, bob, eve = [await server.connect_guest(name) for name in ("Ann", "Bob", "Eve")]
    table = await ann.open_table("star-runners", [my_seat(), invited_seat()])
    tokens = await ann.get_seat_tokens(table)
    assert set(tokens) == {0, 1}
    assert await bob.get_seat_tokens(table) == {}
    for token in (None, tokens[0], "x"):
        with pytest.raises(RequestRefusedError):
            await eve.take_seat(table, 1, token=token)
    await bob.take_seat(table, 1, token=tokens[1])
    with pytest.raises(RequestRefusedError):
        await eve.take_seat(table, 1, token=tokens[1])
    phone = await server.connect_guest("Bob's phone")
    await phone.take_seat(table, 1, token=(await bob.get_seat_tokens(table))[1])
    await ann.post_command(table, ask.Begin(id="b"))
    await ann.post_command(table, ask.Play(id="m", seat=0, at=(await ann.get_table(table)).number, action="home SM"))
    async with phone.watch_table(table, 1) as seat, bob.watch_table(table, 1) as other:
        await seat.play("home ML")
        await other.wait_until(lambda: other.event_number == seat.event_number)
    await close_clients(ann, bob, eve, phone)


async def test_a_rematch_brings_everybody_along(server: RunningServer) -> None:
    ann, bob, table = await start_two_player_table(server, options={"turn_limit": 9})
    eve = await server.connect_guest("Eve")
    async with ann.watch_table(table, 0) as a, eve.watch_table(table) as onlooker:
        with pytest.raises(RequestRefusedError):
            await a.send_command(ask.Rematch)
        await a.send_command(ask.Resign)
        done = await a.send_command(ask.Rematch)
        await onlooker.wait_until(lambda: onlooker.table is not None and onlooker.table.rematch is not None)
        assert onlooker.table is not None
        assert onlooker.table.rematch == done.table
        with pytest.raises(RequestRefusedError):
            await onlooker.send_command(ask.Rematch)
    same = await bob.post_command(table, ask.Rematch(id="mine"))
    assert isinstance(same, messages.Done)
    assert same.table == done.table
    # Everybody moves on by a seat, so that now Bob begins.
    new = await bob.get_table(done.table, 0)
    assert [seat.name for seat in new.table.seats] == ["Bob", "Ann"]
    assert (new.table.rematch_of, new.table.options["turn_limit"]) == (table, 9)
    await close_clients(ann, bob, eve)


class FailingStore(EventStore):
    """A store that fails when it is first asked for a table."""

    failed = False

    async def load_table(self, table_id: str) -> Any:
        if not self.failed:
            self.failed = True
            raise OperationalError("", {}, Exception("the connection was lost"))
        return await super().load_table(table_id)


async def test_a_bots_turn_is_not_lost_when_its_table_cannot_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with start_server(tmp_path, pause=(1000.0, 1000.0)) as server:
        ann = await server.connect_guest("Ann")
        table = await ann.open_table("star-runners", [bot_seat("greedy"), my_seat()])
        await ann.post_command(table, ask.Begin(id="begin"))
        await close_clients(ann)
    monkeypatch.setattr(running_server, "EventStore", FailingStore)
    async with start_server(tmp_path, bot_pool=FirstMoveBotPool(), lease=0.3, look=0.05) as server:
        while not await server.rooms.store.load_entries_after(table, 1):
            await asyncio.sleep(0.02)


async def test_a_damaged_table_does_not_stop_bots_at_other_tables(tmp_path: Path) -> None:
    async with start_server(tmp_path, pause=(1000.0, 1000.0)) as server:
        ann = await server.connect_guest("Ann")
        tables = [await ann.open_table("star-runners", [bot_seat("greedy"), my_seat()]) for _ in range(2)]
        for table in tables:
            await ann.post_command(table, ask.Begin(id="begin"))
        await close_clients(ann)
    with sqlite3.connect(tmp_path / "tables.db") as connection:
        connection.execute("UPDATE log SET events = 'nonsense' WHERE table_id = ?", tables[:1])
    async with start_server(tmp_path, bot_pool=FirstMoveBotPool(), lease=0.3, look=0.05) as server:
        while not await server.rooms.store.load_entries_after(tables[1], 1):
            await asyncio.sleep(0.02)


async def test_a_table_that_cannot_be_read_is_not_reported_as_missing(server: RunningServer) -> None:
    ann = await server.connect_guest("Ann")
    table = await ann.open_table("star-runners", [my_seat(), open_seat()])
    server.rooms.loaded.clear()
    store = server.rooms.store

    async def no_answer(_: str) -> None:
        await asyncio.sleep(0.2)
        store.load_table = read  # type: ignore[method-assign]
        raise OperationalError("", {}, Exception("the connection was lost"))

    read, store.load_table = store.load_table, no_answer  # type: ignore[method-assign,assignment]
    first, second = await asyncio.gather(ann.get_table(table), ann.get_table(table), return_exceptions=True)
    assert isinstance(first, RequestRefusedError)
    assert first.reason == "internal"
    assert isinstance(second, messages.Snapshot), second
    await close_clients(ann)
