"""Accounts: guests keep their games, sessions end when they should, accounts stay private and can be deleted."""

import asyncio
import sqlite3
from collections.abc import Coroutine
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from tests.server.postgres import create_postgresql_database
from tests.server.running_server import FirstMoveBotPool, RunningServer, start_server
from tests.server.test_processes import cut_connections
from triangulum.client import (
    AsyncClient,
    AsyncTableSession,
    DisconnectedError,
    RequestRefusedError,
    bot_seat,
    my_seat,
    open_seat,
)
from triangulum.server.http import session_monitor
from triangulum.server.identity import account_messages as say
from triangulum.server.identity import login_limits, sessions
from triangulum.server.identity.accounts import fold_name
from triangulum.server.identity.guests import parse_cookie
from triangulum.server.identity.login_limits import Rate
from triangulum.server.identity.passwords import Passwords
from triangulum.server.identity.privacy import DELETED_PREFIX
from triangulum.server.identity.recovery_codes import NUM_CODES
from triangulum.table import commands as ask
from triangulum.table import messages
from triangulum.table.events import LogEntry

PASSWORD = "a long enough one"


async def post(client: AsyncClient, path: str, body: Any, kind: Any = messages.Me) -> Any:
    return await client.request("POST", path, kind, body)


async def register(client: AsyncClient, name: str, password: str = PASSWORD) -> tuple[str, ...]:
    made: say.RecoveryCodes = await post(
        client, "/account", say.Register(name=name, password=password), say.RecoveryCodes
    )
    return made.codes


async def log_in(client: AsyncClient, name: str, password: str = PASSWORD) -> None:
    await post(client, "/account/login", say.LogIn(name=name, password=password))


async def refusal_reason(work: Coroutine[Any, Any, Any]) -> str:
    with pytest.raises(RequestRefusedError) as no:
        await work
    return no.value.reason


async def get_me(client: AsyncClient) -> messages.Me:
    me: messages.Me = await client.request("GET", "/me", messages.Me)
    return me


@pytest.mark.usefixtures("address")
@pytest.mark.quick_bots
async def test_a_guest_who_registers_keeps_their_games_and_can_log_in_elsewhere(server: RunningServer) -> None:
    ann = await server.connect_guest("Ann")
    stolen = AsyncClient(server.url, cookies=ann.cookies)
    table = await ann.open_table("tri-trac", [my_seat(), open_seat()])
    await register(ann, "Ann")
    await ann.set_name("Annie")
    assert await get_me(ann) == messages.Me(name="Annie", account=True)
    assert (await ann.get_table(table)).you.seats == (0,)
    assert (await get_me(stolen)).name is None, "the guest is known no longer without logging in"
    # On another device she played as a guest; she keeps those games, too.
    phone = await server.connect_guest("Annie")
    other = await phone.open_table("tri-trac", [my_seat(), my_seat("Ben")])
    await phone.post_command(other, ask.Begin(id="b"))
    guest = AsyncClient(server.url, cookies=phone.cookies)
    await log_in(phone, " ann ")
    assert (await phone.get_table(other)).you.seats == (0, 1)
    assert (await ann.get_table(other)).you.seats == (0, 1)
    assert (await phone.get_table(table)).you.seats == (0,)
    assert (await get_me(guest)).name is None
    await phone.post_command(
        other, ask.Play(id="p", seat=0, at=(await phone.get_table(other)).number, action="N b3 RB")
    )
    mine_ = await phone.request("GET", "/me/tables", list[messages.TableSummary])
    assert {line.id for line in mine_} == {table, other}
    for client in (ann, stolen, phone, guest):
        await client.close()


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
@pytest.mark.quick_bots
async def test_a_client_replaces_the_cookie_it_was_given(server: RunningServer, host: str) -> None:
    ann = await server.connect_guest("Ann")
    url = server.url.replace("127.0.0.1", host)
    again = AsyncClient(url, cookies=ann.cookies)
    assert (await get_me(again)).name == "Ann"
    await register(again, "Ann")
    assert (await get_me(again)).account
    assert len(again.cookies) == len(list(again.http.cookies.jar)) == 1
    for client in (ann, again):
        await client.close()


@pytest.mark.usefixtures("address")
@pytest.mark.quick_bots
async def test_a_person_logs_out_here_or_everywhere(server: RunningServer) -> None:
    ann, phone, tablet = [AsyncClient(server.url) for _ in range(3)]
    await register(ann, "Ann")
    for other in (phone, tablet):
        await log_in(other, "Ann")
    kept = AsyncClient(server.url, cookies=phone.cookies)
    table = await ann.open_table("tri-trac", [my_seat(), open_seat()])
    socket = phone.watch_table(table, 0)
    await socket.__aenter__()
    await post(phone, "/account/logout", say.LogOut())
    with pytest.raises(DisconnectedError, match="aren’t logged in any more"):
        await socket.wait_until(lambda: False)
    assert (await get_me(phone)).name is None
    assert (await get_me(kept)).name is None, "the session is closed, not only the cookie gone"
    assert await refusal_reason(kept.request("GET", "/account", say.AccountInfo)) == "unidentified"
    assert (await get_me(tablet)).account
    await post(ann, "/account/logout", say.LogOut(everywhere=True))
    assert (await get_me(tablet)).name is None
    assert await refusal_reason(post(ann, "/account/logout", say.LogOut())) == "unidentified"
    for client in (ann, phone, tablet, kept):
        await client.close()


@pytest.mark.usefixtures("address")
@pytest.mark.quick_bots
async def test_a_password_is_changed_or_reset_by_a_recovery_code(server: RunningServer) -> None:
    ann, phone = AsyncClient(server.url), AsyncClient(server.url)
    codes = await register(ann, "Ann")
    assert len(set(codes)) == NUM_CODES
    await log_in(phone, "Ann")
    change = say.ChangePassword(old="wrong", new="another long one")
    assert await refusal_reason(post(ann, "/account/password", change)) == "not-allowed"
    await post(ann, "/account/password", say.ChangePassword(old=PASSWORD, new="another long one"))
    assert (await get_me(ann)).account
    assert not (await get_me(phone)).account, "everywhere else one is logged out"
    assert await refusal_reason(log_in(phone, "Ann")) == "not-allowed"
    typed = codes[3].lower().replace("-", " ")
    recover = say.Recover(name="Ann", code=typed, password="a third long one")
    await post(phone, "/account/recover", recover)
    assert (await get_me(phone)).account
    assert not (await get_me(ann)).account
    assert await refusal_reason(post(ann, "/account/recover", recover)) == "not-allowed", "a code is good for once"
    info: say.AccountInfo = await phone.request("GET", "/account", say.AccountInfo)
    assert (info.name, info.codes_left, info.sessions) == ("Ann", NUM_CODES - 1, 1)
    wanted = say.NewCodes(password="a third long one")
    fresh = (await post(phone, "/account/codes", wanted, say.RecoveryCodes)).codes
    old = say.Recover(name="Ann", code=codes[0], password="a fourth long one")
    assert await refusal_reason(post(ann, "/account/recover", old)) == "not-allowed"
    await post(ann, "/account/recover", say.Recover(name="Ann", code=fresh[0], password="a fourth long one"))
    for client in (ann, phone):
        await client.close()


async def test_nothing_reveals_whether_a_name_has_an_account(
    tmp_path: Path, address: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    from argon2 import PasswordHasher

    verified: list[str] = []

    class Counting(PasswordHasher):
        def verify(self, hash: str | bytes, password: str | bytes) -> Any:
            verified.append(str(hash).split("$")[1])
            return super().verify(hash, password)

    monkeypatch.setattr(Passwords, "hasher", Counting(time_cost=1, memory_cost=8, parallelism=1))
    monkeypatch.setattr(login_limits, "LOGINS_BY_NAME_AND_ADDRESS", Rate(4, 1e9))

    async with start_server(tmp_path, address=address, bot_pool=FirstMoveBotPool()) as server:
        ann = AsyncClient(server.url)
        await register(ann, "Ann")
        answers: dict[str, list[Any]] = {}
        for name in ("Ann", "Nobody"):
            for _ in range(5):
                wrong_one = {"name": name, "password": "wrong one"}
                async with AsyncClient(server.url) as stranger:
                    answer = await stranger.http.post("/api/account/login", json=wrong_one)
                kept = {key: value for key, value in answer.headers.items() if key != "date"}
                answers.setdefault(name, []).append((answer.status_code, kept, answer.content))
        assert answers["Ann"] == answers["Nobody"]
        assert [status for status, _, _ in answers["Ann"]] == [403, 403, 403, 403, 429]
        assert verified == ["argon2id"] * 8, "a password is hashed for an unknown name, too"
        # Guessing doesn't lock out the owner of another name, and codes can't be guessed without end.
        wrong = say.Recover(name="Nobody", code="x", password="long enough")
        assert await refusal_reason(post(ann, "/account/recover", wrong)) == "too-many"
        await ann.close()


async def test_names_that_look_the_same_are_one_name(tmp_path: Path, address: str | None) -> None:
    assert fold_name("ANN  Lee") == fold_name("ann lee") == fold_name("Ａnn lee")

    async with start_server(tmp_path, address=address, bot_pool=FirstMoveBotPool()) as server:
        ann, eve = AsyncClient(server.url), AsyncClient(server.url)
        await register(ann, "Ann")
        for name, why in (("ann", "not-now"), ("ＡNN", "not-now"), ("greedy", "malformed"), (" ", "malformed")):
            assert await refusal_reason(register(eve, name)) == why
        assert await refusal_reason(register(eve, "Eve", "short")) == "malformed"
        assert await refusal_reason(register(ann, "Ann2")) == "not-now"
        assert (await get_me(eve)).name is None
        for client in (ann, eve):
            await client.close()


async def open_three_tables(server: RunningServer, ann: AsyncClient, bob: AsyncClient) -> list[str]:
    """Open a finished table, one in mid-game, and one that waits for players; Ann sits at each, Bob at two."""
    over, going, waiting = [await ann.open_table("tri-trac", [my_seat("Annabel"), open_seat()]) for _ in range(3)]
    for table in (over, going):
        await bob.take_seat(table, 1)
        await ann.post_command(table, ask.Begin(id="b"))
        await ann.post_command(table, ask.Say(id="s", text="I live in Elm Street"))
        await ann.post_command(table, ask.HandOver(id="h", seat=0, bot="random"))
        await ann.post_command(table, ask.Reclaim(id="r", seat=0))
    await bob.post_command(over, ask.Resign(id="x", seat=1))
    return [over, going, waiting]


@pytest.mark.parametrize("account", [True, False])
async def test_a_person_can_see_and_delete_what_is_stored_about_them(tmp_path: Path, account: bool) -> None:
    async with start_server(tmp_path, bot_pool=FirstMoveBotPool()) as server:
        ann, bob = await server.connect_guest("Annabel"), await server.connect_guest("Bob")
        if account:
            await register(ann, "Annabel")
        over, going, waiting = await open_three_tables(server, ann, bob)
        bobs = await bob.open_table("tri-trac", [my_seat(), open_seat()])
        await ann.post_command(bobs, ask.Say(id="s", text="I live in Elm Street"))
        kept: say.Export = await ann.request("GET", "/me/export", say.Export)
        assert [(one.id, one.over, one.host) for one in kept.tables] == [
            (over, True, True), (going, False, True), (waiting, False, True), (bobs, False, False),
        ]  # fmt: skip
        assert kept.tables[0].names == {"0": "Annabel"}
        assert [one.said[0].text for one in kept.tables if one.said] == ["I live in Elm Street"] * 3
        assert (kept.account is not None) == account
        others: say.Export = await bob.request("GET", "/me/export", say.Export)
        assert "Annabel" not in repr(others)
        id = server.rooms.loaded[over].table.spec.host
        if account:
            assert await refusal_reason(post(ann, "/me/forget", say.Forget())) == "not-allowed"
        again = AsyncClient(server.url, cookies=ann.cookies)
        async with bob.watch_table(going, 1) as watching:
            await post(ann, "/me/forget", say.Forget(password=PASSWORD))
            await watching.wait_until(lambda: watching.table is not None and watching.table.seats[0].kind == "bot")
        for client in (ann, again):
            assert (await get_me(client)).name is None, "no cookie of hers counts any more"
        record = await bob.get_record(over)
        assert "somebody" in record
        assert "Annabel" not in record
        events = await bob.list_events(over)
        assert "Annabel" not in repr(events)
        assert (await bob.get_table(going)).table.seats[0].name == "Club bot"
        assert (await bob.get_table(waiting)).table.seats[0].kind == "anybody"
        if account:
            assert await refusal_reason(log_in(ann, "Annabel")) == "not-allowed"
            await register(ann, "Annabel")
    everything = dump(tmp_path / "tables.db")
    if not account:
        assert "Annabel" not in everything
    assert "Elm Street" not in everything
    # The id stays in one place, so that its cookies are no longer valid.
    assert everything.count(f"'{id}'") == 1
    assert everything.count(id) == 1
    for client in (ann, bob, again):
        await client.close()


def dump(file: Path) -> str:
    """Return everything in a database, as SQL text."""
    with sqlite3.connect(file) as connection:
        return "\n".join(connection.iterdump())


async def test_secrets_are_stored_as_digests_only(tmp_path: Path) -> None:
    async with start_server(tmp_path, bot_pool=FirstMoveBotPool()) as server:
        ann = AsyncClient(server.url)
        codes = await register(ann, "Ann")
        person = parse_cookie(server.rooms.signer, ann.cookies["triangulum-guest"])
        assert person.session
        await ann.close()
    everything = dump(tmp_path / "tables.db")
    for secret in (PASSWORD, person.session, *codes):
        assert secret not in everything
    assert "$argon2id$" in everything


@pytest.mark.usefixtures("address")
@pytest.mark.quick_bots
async def test_a_bot_plays_on_for_a_deleted_person(server: RunningServer) -> None:
    ann = await server.connect_guest("Ann")
    table = await ann.open_table("star-runners", [my_seat(), bot_seat("random")], {"turn_limit": 5})
    await ann.post_command(table, ask.Begin(id="b"))
    eve = await server.connect_guest("Eve")
    async with eve.watch_table(table) as watching:
        await post(ann, "/me/forget", say.Forget())
        await watching.wait_until(lambda: watching.is_over)
    await ann.close()
    await eve.close()


@pytest.mark.quick_bots
async def test_a_table_read_while_a_person_is_deleted_does_not_remember_them(server: RunningServer) -> None:
    ann, bob = await server.connect_guest("Ann"), await server.connect_guest("Bob")
    table = await ann.open_table("star-runners", [my_seat(), open_seat()])
    await bob.take_seat(table, 1)
    await ann.post_command(table, ask.Begin(id="b"))
    await ann.post_command(table, ask.Resign(id="r", seat=0))
    server.rooms.loaded.clear()
    store = server.rooms.store
    forgotten, reads = asyncio.Event(), asyncio.Event()

    async def slowly(table_id: str) -> Any:
        store.load_table = read  # type: ignore[method-assign]
        found = await read(table_id)
        reads.set()
        await forgotten.wait()
        return found

    read, store.load_table = store.load_table, slowly  # type: ignore[method-assign]
    seeing = asyncio.create_task(bob.get_table(table))
    await reads.wait()
    await post(ann, "/me/forget", say.Forget())
    forgotten.set()
    for seen in (await seeing, await bob.get_table(table)):
        assert [seat.name for seat in seen.table.seats] == ["somebody", "Bob"]
    await ann.close()
    await bob.close()


@pytest.mark.usefixtures("address")
@pytest.mark.quick_bots
async def test_a_null_character_in_a_name_is_refused(server: RunningServer) -> None:
    ann = await server.connect_guest("Ann")
    table = await ann.open_table("star-runners", [my_seat(), open_seat()])
    for path in ("/api/tables/a%00b", "/api/tables/a%00b/story", "/tables/a%00b"):
        assert (await ann.http.get(path)).status_code == 404
    assert await refusal_reason(log_in(ann, "A\0nn")) == "malformed"
    forgotten = say.Recover(name="A\0nn", code="K7QWM", password=PASSWORD)
    assert await refusal_reason(post(ann, "/account/recover", forgotten)) == "malformed"
    assert await refusal_reason(ann.post_command(table, ask.Mute(id="m", alias="A\0nn"))) == "malformed"
    await ann.close()


@pytest.mark.quick_bots
async def test_the_seat_of_a_deleted_person_is_free_in_a_rematch(server: RunningServer) -> None:
    ann, bob = await server.connect_guest("Ann"), await server.connect_guest("Bob")
    table = await ann.open_table("star-runners", [my_seat(), open_seat()])
    await bob.take_seat(table, 1)
    await ann.post_command(table, ask.Begin(id="b"))
    await ann.post_command(table, ask.Resign(id="r", seat=0))
    await post(ann, "/me/forget", say.Forget())
    done: Any = await bob.post_command(table, ask.Rematch(id="again"))
    seats = (await bob.get_table(done.table)).table.seats
    # Everybody moves on by a seat.
    assert [seat.kind for seat in seats] == ["person", "anybody"]
    await ann.close()
    await bob.close()


@pytest.mark.usefixtures("address")
@pytest.mark.quick_bots
async def test_two_logins_or_deletions_at_once_are_both_answered(server: RunningServer) -> None:
    ann, guest = await server.connect_guest("Ann"), await server.connect_guest("Annie")
    await register(ann, "Ann")
    again, twice = AsyncClient(server.url), AsyncClient(server.url)
    again.http.cookies.update(guest.http.cookies)
    await asyncio.gather(log_in(guest, "Ann"), log_in(again, "Ann"))
    assert [(await get_me(client)).account for client in (guest, again)] == [True, True]
    bob = await server.connect_guest("Bob")
    twice.http.cookies.update(bob.http.cookies)
    forgetting = [post(client, "/me/forget", say.Forget()) for client in (bob, twice)]
    answers = await asyncio.gather(*forgetting, return_exceptions=True)
    # If the second request comes after the first is done, its sender is already unknown.
    refused = [str(answer) for answer in answers if isinstance(answer, BaseException)]
    assert refused in ([], ["Choose a name first."])
    for client in (ann, guest, again, bob, twice):
        await client.close()


async def test_a_former_guests_sockets_belong_to_the_account_or_are_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session_monitor, "NEW_COOKIE_SECONDS", 0.2)

    async with start_server(tmp_path, bot_pool=FirstMoveBotPool()) as server:
        ann, guest = await server.connect_guest("Ann"), await server.connect_guest("Annie")
        table = await ann.open_table("star-runners", [my_seat(), open_seat()])
        async with ann.watch_table(table, 0) as seat:
            await register(ann, "Ann")
            # The socket is closed, and the client comes back with its new cookie.
            while not any(watcher.person.session for watcher in server.server.websockets.open):
                await asyncio.sleep(0.02)
            await seat.send_chat("Still here")
        other = await guest.open_table("star-runners", [my_seat(), open_seat()])
        stale = AsyncClient(server.url)
        stale.http.cookies.update(guest.http.cookies)
        async with stale.watch_table(other, 0) as seat:
            await log_in(guest, "Ann")
            with pytest.raises((DisconnectedError, RequestRefusedError)):
                await keep_talking(seat)
        for client in (ann, guest, stale):
            await client.close()


@pytest.mark.quick_bots
async def test_logging_out_closes_sockets_from_before_the_account(server: RunningServer) -> None:
    ann = await server.connect_guest("Ann")
    table = await ann.open_table("star-runners", [my_seat(), open_seat()])
    async with ann.watch_table(table, 0) as seat:
        await register(ann, "Ann")
        await post(ann, "/account/logout", say.LogOut(everywhere=False))
        with pytest.raises(DisconnectedError, match="aren’t logged in"):
            await seat.send_chat("I am logged out")
    await ann.close()


async def test_logging_out_at_one_server_logs_out_at_the_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session_monitor, "RECHECK_SECONDS", 0.2)

    address = create_postgresql_database()
    async with (
        start_server(tmp_path, address=address) as first_server,
        start_server(tmp_path, address=address) as second_server,
    ):
        ann, bob = await first_server.connect_guest("Ann"), await first_server.connect_guest("Bob")
        await register(ann, "Ann")
        again, his = AsyncClient(second_server.url), AsyncClient(second_server.url)
        again.http.cookies.update(ann.http.cookies)
        his.http.cookies.update(bob.http.cookies)
        table = await ann.open_table("star-runners", [my_seat(), open_seat()])
        async with again.watch_table(table, 0) as seat, his.watch_table(table) as watching:
            await seat.send_chat("Hello")
            await post(ann, "/account/logout", say.LogOut(everywhere=True))
            with pytest.raises(DisconnectedError, match="aren’t logged in"):
                await keep_talking(seat)
            await watching.send_chat("Bob is who he was")
        for client in (ann, bob, again, his):
            await client.close()


@pytest.mark.usefixtures("address")
@pytest.mark.quick_bots
async def test_chat_sent_while_a_person_is_deleted_is_deleted_too(server: RunningServer) -> None:
    ann, bob, again = await server.connect_guest("Ann"), await server.connect_guest("Bob"), AsyncClient(server.url)
    again.http.cookies.update(ann.http.cookies)
    tables = [await bob.open_table("star-runners", [my_seat(), open_seat()]) for _ in range(12)]
    for table in tables:
        await ann.post_command(table, ask.Say(id="a", text="I am Ann"))

    async def talk() -> None:
        for at in range(500):
            await again.post_command(tables[at % 12], ask.Say(id=f"t{at}", text="I live in Main Street"))

    async with again.watch_table(tables[0]) as watching:
        talking = asyncio.create_task(refusal_reason(talk()))
        on_the_socket = asyncio.create_task(keep_talking(watching))
        await asyncio.sleep(0.1)
        await post(ann, "/me/forget", say.Forget())
        assert await talking == "unidentified"
        with pytest.raises(DisconnectedError):
            await on_the_socket
    for table in tables:
        found = await server.rooms.store.load_table(table)
        assert found is not None
        words = [(row.person, repr(row.events)) for row in found[1]]
        assert not [word for word in words if "Main Street" in word[1] or "Ann" in word[1]]
        assert all(person.startswith("gone-") for person, _ in words)
    for client in (ann, bob, again):
        await client.close()


@pytest.mark.parametrize("account", [False, True])
async def test_deleting_a_person_at_one_server_deletes_them_at_the_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, account: bool
) -> None:
    disable_session_checks(monkeypatch)

    address = create_postgresql_database()
    async with (
        start_server(tmp_path, address=address) as first_server,
        start_server(tmp_path, address=address) as second_server,
    ):
        ann, bob = await first_server.connect_guest("Ann"), await first_server.connect_guest("Bob")
        if account:
            await register(ann, "Ann")
        again, his = AsyncClient(second_server.url), AsyncClient(second_server.url)
        again.http.cookies.update(ann.http.cookies)
        his.http.cookies.update(bob.http.cookies)
        tables = [await bob.open_table("star-runners", [my_seat(), open_seat()]) for _ in range(4)]
        for table in tables:
            await again.post_command(table, ask.Say(id="a", text="I am Ann"))

        async def talk() -> None:
            for at in count():
                await again.post_command(tables[at % 4], ask.Say(id=f"t{at}", text="I live in Main Street"))

        async with again.watch_table(tables[0]) as watching, his.watch_table(tables[0], 0) as bobs:
            talking = asyncio.create_task(refusal_reason(talk()))
            on_the_socket = asyncio.create_task(keep_talking(watching))
            await asyncio.sleep(0.1)
            await post(ann, "/me/forget", say.Forget(password=PASSWORD if account else None))
            assert await talking == "unidentified"
            with pytest.raises(DisconnectedError, match="aren’t logged in"):
                await on_the_socket
            await bobs.send_chat("Bob is who he was")
        # The other server deletes what was done there as soon as it hears of it.
        while await find_rows_of(first_server, tables, "Main Street"):
            await asyncio.sleep(0.02)
        assert not await find_rows_of(first_server, tables, "Ann")
        for client in (ann, bob, again, his):
            await client.close()


async def find_rows_of(server: RunningServer, tables: list[str], word: str) -> list[LogEntry]:
    """Return rows that contain a word, or a person who is neither Bob nor deleted."""
    found = [await server.rooms.store.load_table(table) for table in tables]
    rows = [row for _, rows in filter(None, found) for row in rows]
    host = next(kept.spec.host for kept, _ in filter(None, found))
    return [row for row in rows if word in repr(row.events) or not row.person.startswith((DELETED_PREFIX, host))]


def disable_session_checks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep servers from checking sessions in the database, so that they have to be told that one has ended."""
    monkeypatch.setattr(session_monitor, "RECHECK_SECONDS", 10_000.0)
    monkeypatch.setattr(sessions, "CACHE_SECONDS", 10_000.0)


async def test_logging_out_everywhere_includes_every_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    disable_session_checks(monkeypatch)

    address = create_postgresql_database()
    async with (
        start_server(tmp_path, address=address) as first_server,
        start_server(tmp_path, address=address) as second_server,
    ):
        ann, again, elsewhere = (
            AsyncClient(first_server.url),
            AsyncClient(second_server.url),
            AsyncClient(second_server.url),
        )
        await register(ann, "Ann")
        for client in (again, elsewhere):
            await log_in(client, "Ann")
        table = await ann.open_table("star-runners", [my_seat(), open_seat()])
        async with again.watch_table(table, 0) as seat:
            await post(elsewhere, "/account/logout", say.LogOut(everywhere=False))
            await seat.send_chat("Only there")
            assert (await get_me(again)).account
            changed = say.ChangePassword(old=PASSWORD, new="another long one")
            await post(ann, "/account/password", changed)
            with pytest.raises(DisconnectedError, match="aren’t logged in"):
                await keep_talking(seat)
        assert (await get_me(again)).name is None
        await log_in(again, "Ann", "another long one")
        async with again.watch_table(table, 0) as seat:
            await post(ann, "/account/logout", say.LogOut(everywhere=True))
            with pytest.raises(DisconnectedError, match="aren’t logged in"):
                await keep_talking(seat)
        assert (await get_me(again)).name is None
        for client in (ann, again, elsewhere):
            await client.close()


async def test_a_server_that_was_cut_off_learns_later_of_a_deleted_person(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    disable_session_checks(monkeypatch)

    address = create_postgresql_database()
    async with (
        start_server(tmp_path, address=address) as first_server,
        start_server(tmp_path, address=address) as second_server,
    ):
        ann, bob, again = (
            await first_server.connect_guest("Ann"),
            await first_server.connect_guest("Bob"),
            AsyncClient(second_server.url),
        )
        again.http.cookies.update(ann.http.cookies)
        table = await bob.open_table("star-runners", [my_seat(), open_seat()])
        pubsub = second_server.rooms.pubsub
        assert pubsub is not None
        listen, heard = pubsub.listen_until_disconnected, asyncio.Event()

        async def disconnected() -> None:
            await heard.wait()
            pubsub.listen_until_disconnected = listen  # type: ignore[method-assign]
            await listen()

        async with again.watch_table(table) as watching:
            await watching.send_chat("I live in Main Street")
            pubsub.listen_until_disconnected = disconnected  # type: ignore[method-assign]
            await cut_connections(first_server.rooms.store)
            while not pubsub.disconnected:
                await asyncio.sleep(0.01)
            await post(ann, "/me/forget", say.Forget())
            await watching.send_chat("I live in Main Street")
            heard.set()
            with pytest.raises(DisconnectedError, match="aren’t logged in"):
                await keep_talking(watching)
        while await find_rows_of(first_server, [table], "Main Street"):
            await asyncio.sleep(0.02)
        for client in (ann, bob, again):
            await client.close()


async def keep_talking(seat: AsyncTableSession) -> None:
    """Send chat messages until the socket is closed."""
    while True:
        await seat.send_chat("I live in Main Street")
        await asyncio.sleep(0.01)
