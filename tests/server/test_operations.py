"""Operating the server: log lines, health, metrics, backups, abandoned tables, and a graceful stop."""

import asyncio
import gc
import io
import json
import logging
import sqlite3
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError
from typer.testing import CliRunner

import triangulum as tri
from tests.server.running_server import FirstMoveBotPool, ManualClock, RunningServer, start_server
from tests.server.test_accounts import post, register
from triangulum.bots.thought import Thought
from triangulum.cli.app import app
from triangulum.client import AsyncClient, RequestRefusedError, bot_seat, my_seat, open_seat
from triangulum.record.history import Happened, Played
from triangulum.server.identity import account_messages as say
from triangulum.server.ops import logs
from triangulum.server.runtime import maintenance
from triangulum.server.runtime.bot_pool import PrepareRequest, ThinkRequest
from triangulum.server.runtime.maintenance import expire_tables
from triangulum.server.storage.backup import (
    BackupError,
    RestoredBy,
    replace_with_backup,
    restore_backup,
    write_backup_file,
)
from triangulum.server.storage.database import sqlite_address
from triangulum.server.storage.event_store import EventStore
from triangulum.server.storage.expiry import DAY, ExpiryPolicy
from triangulum.server.storage.heartbeat import Heartbeat
from triangulum.table import commands as ask
from triangulum.table.events import FischerClock

OURS = [game for game in tri.games() if game.rules.__module__.startswith("triangulum.games.")]
ALL_SECRET = [game.id for game in OURS if game.has_secrets]


# --- log lines


@pytest.fixture
def log_stream() -> Any:
    """Return a stream of everything that is logged, as lines of JSON."""
    before = {name: list(logging.getLogger(name).handlers) for name in logs.LOGGERS}
    stream = io.StringIO()
    logs.configure_logging("json", stream, logging.DEBUG)
    yield stream
    for name, handlers in before.items():
        logging.getLogger(name).handlers[:] = handlers
        logging.getLogger(name).propagate = True
    logs.log.setLevel(logging.NOTSET)


@pytest.mark.parametrize("ids", [["starry-sky"], pytest.param(ALL_SECRET, marks=pytest.mark.long)])
def test_a_log_of_whole_games_has_no_secret_in_it(tmp_path: Path, log_stream: io.StringIO, ids: list[str]) -> None:
    games = [tri.game(id) for id in ids]
    secrets: set[str] = set()

    async def play_and_fail() -> None:
        async with start_server(tmp_path, bot_pool=FirstMoveBotPool()) as server:
            ann = AsyncClient(server.url)
            secrets.update(await register(ann, "Annabel"))
            bob = await server.connect_guest("Roberta")
            for game in games:
                table = await ann.open_table(game.id, [my_seat(), open_seat(), bot_seat("random")], {"players": 3})
                await bob.take_seat(table, 1)
                await ann.post_command(table, ask.Begin(id="b"))
                await ann.post_command(table, ask.Say(id="s", text="Hush, hush"))
                with pytest.raises(RequestRefusedError):
                    await bob.post_command(table, ask.Play(id="x", seat=1, at=0, action="nonsense of mine"))
                await ann.post_command(table, ask.Leave(id="l", seat=0, bot="random"))
                await bob.post_command(table, ask.HandOver(id="h", seat=1, bot="random"))
                async with bob.watch_table(table, 1) as seat:
                    await seat.wait_until(lambda seat=seat: seat.is_over)
                truth = server.rooms.loaded[table].table
                secrets.add(table)
                secrets.add(truth._seed.hex())
                secrets.update((await bob.get_seat_tokens(table)).values())
                state = truth.setup.new()
                for step in truth.history.steps:
                    number = step.action if isinstance(step, Played) else step.outcome
                    secrets.add(state.format_action(number))
                    assert isinstance(step, Played | Happened)
                    state._apply(number)
            # Unforeseen errors are logged by kind and place.
            server.rooms.store.load_muted_aliases = raise_key_error  # type: ignore[method-assign,assignment]
            with pytest.raises(RequestRefusedError):
                await ann.get_table(table)
            for client in (ann, bob):
                secrets.update(client.cookies.values())
                secrets.update(part for value in client.cookies.values() for part in value.split("."))
                await client.close()
        secrets.update(("Annabel", "Roberta", "Hush", "nonsense of mine", "the queen of hearts", "a long enough one"))

    # The log is read after the event loop is closed, because asyncio logs then, too.
    asyncio.run(asyncio.wait_for(play_and_fail(), 120))
    written = log_stream.getvalue()
    told = [json.loads(line) for line in written.splitlines()]
    assert [line["what"] for line in told if line["level"] == "info"] == [
        "account-made", *["table-opened", "game-begun", "game-over"] * len(ids),
    ]  # fmt: skip
    errors = [line["what"] for line in told if line["level"] == "error"]
    assert len(errors) == 1
    assert errors[0].startswith("GET getTable failed: KeyError in ")
    # ClockTimes aren't secret, and a date may look like a line between two stars.
    timeless = "\n".join(json.dumps({name: value for name, value in line.items() if name != "at"}) for line in told)
    found = {secret for secret in secrets if len(secret) > 3 and secret in timeless}
    assert not found
    assert len(secrets) > 30


async def raise_key_error(*_: Any) -> Any:
    raise KeyError("the queen of hearts")


def test_an_unforeseen_error_is_logged_without_its_text(
    tmp_path: Path, log_stream: io.StringIO, capfd: pytest.CaptureFixture[str]
) -> None:
    async def let_tasks_fail() -> None:
        async with start_server(tmp_path, bot_pool=FirstMoveBotPool()) as server:
            ann = await server.connect_guest("Ann")
            table = await ann.open_table("tri-trac", [my_seat(), my_seat("Ben")], clock=FischerClock(seconds=600))
            await ann.post_command(table, ask.Begin(id="b"))
            live = server.rooms.loaded[table]
            with sqlite3.connect(tmp_path / "tables.db") as connection:
                connection.execute("ALTER TABLE log RENAME TO elsewhere")
            live.needs_reload = True
            # One task that the lobby remembers, and one that only asyncio knows of.
            server.rooms.tasks.start(server.runtime.jobs.handle_flag_timer(live))
            alone = asyncio.ensure_future(server.runtime.jobs.handle_flag_timer(live))
            await asyncio.sleep(0.3)
            del alone
            gc.collect()
            with sqlite3.connect(tmp_path / "tables.db") as connection:
                connection.execute("ALTER TABLE elsewhere RENAME TO log")
            logged = log_stream.getvalue()
            assert "a background task has failed: OperationalError" in logged
            assert "Task exception was never retrieved" in logged
            assert table not in logged
            await ann.close()

    # The output is read after the event loop is closed, because asyncio prints then, too.
    asyncio.run(asyncio.wait_for(let_tasks_fail(), 60))
    assert not capfd.readouterr().err


def test_only_harmless_values_are_logged(log_stream: io.StringIO) -> None:
    with pytest.raises(ValueError, match="hand"):
        logs.log_event("oops", hand="queen")
    try:
        raise KeyError("the queen of hearts")
    except KeyError:
        logs.log.exception("it broke\nbadly")
    (line,) = log_stream.getvalue().splitlines()
    assert json.loads(line)["error"].startswith("KeyError in ")
    assert "queen" not in line
    plain = logs.LineFormatter("plain").format(logging.makeLogRecord({"msg": "opened", "values": {"table": "x"}}))
    assert plain.endswith("info opened table=x") or plain.endswith("opened table=x")


# --- health and metrics


@pytest.mark.quick_bots
async def test_health_says_whether_the_database_answers(server: RunningServer) -> None:
    ann = await server.connect_guest("Ann")
    await ann.open_table("tri-trac")
    answer = await ann.http.get("/health")
    assert answer.status_code == 200
    well = say.Health(**answer.json())
    assert (well.alive, well.database) == (True, True)
    assert well.number >= 1

    async def raise_unreachable(*_: Any) -> Any:
        raise OperationalError("SELECT 1", {}, Exception("the disk is gone"))

    server.rooms.store.run_query = raise_unreachable  # type: ignore[method-assign,assignment]
    async with AsyncClient(server.url) as stranger:
        answer = await stranger.http.get("/health")
    assert answer.status_code == 503
    assert not say.Health(**answer.json()).database
    assert "disk" not in answer.text
    await ann.close()


@pytest.mark.quick_bots
async def test_requests_are_refused_with_one_line_while_the_database_is_unreachable(server: RunningServer) -> None:
    ann = await server.connect_guest("Ann")

    async def raise_unreachable(*_: Any) -> Any:
        raise OperationalError("SELECT 1", {}, Exception("the disk is gone"))

    server.rooms.store.run_query = raise_unreachable  # type: ignore[method-assign,assignment]
    async with AsyncClient(server.url) as stranger:
        for client, path in ((ann, "/api/me"), (ann, "/api/tables/t"), (stranger, "/api/tables/t")):
            answer = await client.http.get(path)
            assert answer.status_code == 503
            assert answer.json()["reason"] == "internal"
    # Anybody may read the health, with a cookie or without.
    answer = await ann.http.get("/health")
    assert answer.status_code == 503
    assert not say.Health(**answer.json()).database
    await ann.close()


def parse_metrics(text: str) -> dict[str, float]:
    """Return the metrics by name, as Prometheus would read them."""
    pairs = [line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#")]
    return {name: float(value) for name, value in pairs}


@pytest.mark.quick_bots
async def test_metrics_are_only_for_this_machine(server: RunningServer) -> None:
    ann = await server.connect_guest("Ann")
    table = await ann.open_table("tri-trac", [my_seat(), my_seat("Ben")], clock=FischerClock(seconds=600))
    async with ann.watch_table(table, 0) as seat:
        await seat.begin_game()
        await seat.play("N b3 RB")
        with pytest.raises(RequestRefusedError):
            await seat.play("N b3 RB")
        found = parse_metrics((await ann.http.get("/metrics")).text)
    assert found['triangulum_commands_total{kind="play"}'] == 1
    assert found['triangulum_refused_total{kind="play",reason="not-now"}'] == 1
    assert found["triangulum_acknowledge_seconds_count"] == 1
    assert found['triangulum_rows_total{by="person"}'] == 2
    assert found['triangulum_tables{phase="playing"}'] == 1
    assert found["triangulum_watchers"] == 1
    assert found["triangulum_clocks"] == 1
    assert found["triangulum_thinking"] == 0
    assert found["triangulum_commits_total"] >= 3
    for header in ("x-forwarded-for", "forwarded", "x-real-ip"):
        answer = await ann.http.get("/metrics", headers={header: "192.0.2.7"})
        assert answer.status_code == 403
    await ann.close()


# --- backups


async def test_a_backup_is_made_and_restored_while_the_server_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(maintenance, "REQUEST_SECONDS", 0.02)
    copy = tmp_path / "copy.db"
    folder = tmp_path / "data"
    runner = CliRunner()

    def command(*words: str) -> str:
        done = runner.invoke(app, [*words, "--data", str(folder)])
        assert done.exit_code == 0, done.output + repr(done.exception)
        return done.output

    async with start_server(folder, bot_pool=FirstMoveBotPool(), beat=1000.0) as server:
        server.rooms.signer.replace_secret(server.rooms.store.load_secret())
        ann = await server.connect_guest("Ann")
        table = await ann.open_table("tri-trac", [my_seat(), my_seat("Ben")], clock=FischerClock(seconds=600))
        await ann.post_command(table, ask.Begin(id="b"))
        await ann.post_command(table, ask.Play(id="p0", seat=0, at=1, action="N b3 RB"))
        assert "It contains secrets" in await asyncio.to_thread(command, "backup", str(copy))
        assert copy.stat().st_mode & 0o077 == 0
        later = await ann.open_table("tri-trac")
        async with ann.watch_table(table, 1) as seat:
            await seat.send_command(ask.Say, text="What was that?")
            number = seat.event_number
            said = await asyncio.to_thread(command, "restore", str(copy), "--yes")
            assert "The running server has switched to it" in said
            # The socket was closed, and the client reconnected and was sent the whole table.
            await seat.wait_until(lambda: seat.event_number == number - 1)
            await seat.wait_until(lambda: seat.moves is not None)
            assert seat.moves is not None
            assert seat.clock is not None
            assert seat.clock.left[1] > 599, "what has passed since the copy was made costs nobody time"
            await seat.play("a2 RT")
        with pytest.raises(RequestRefusedError, match="no such table"):
            await ann.get_table(later)
        assert len(server.rooms.heartbeat.outages) == 1
        await ann.close()
    # With no server running, it is done at once.
    assert "Start the server to use it" in await asyncio.to_thread(command, "restore", str(copy), "--yes")
    store = EventStore(sqlite_address(folder))
    found = await store.load_table(table)
    assert found is not None
    assert len(found[1]) == 2
    store.close()
    assert sorted(path.name for path in folder.iterdir() if "restore" in path.name) == []


async def test_a_bot_that_moves_during_a_restore_leaves_no_gap(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(maintenance, "REQUEST_SECONDS", 0.02)
    folder, copy = tmp_path / "data", tmp_path / "copy.db"
    thinks, taken = threading.Event(), threading.Event()

    def slow_down(*arguments: Any) -> None:
        replace_with_backup(*arguments)
        taken.set()
        time.sleep(0.5)

    class Slow(FirstMoveBotPool):
        async def ask(self, request: PrepareRequest | ThinkRequest, timeout: float = 60.0) -> Thought | None:
            if isinstance(request, ThinkRequest):
                thinks.set()
                while not taken.is_set():
                    await asyncio.sleep(0.005)
            return await super().ask(request, timeout)

    monkeypatch.setattr(maintenance, "replace_with_backup", slow_down)
    async with start_server(folder, bot_pool=Slow(), beat=1000.0) as server:
        server.rooms.signer.replace_secret(server.rooms.store.load_secret())
        ann = await server.connect_guest("Ann")
        table = await ann.open_table("star-runners", [my_seat(), bot_seat("random")])
        await ann.post_command(table, ask.Begin(id="b"))
        await asyncio.to_thread(write_backup_file, sqlite_address(folder), copy)
        await ann.post_command(table, ask.Play(id="m", seat=0, at=1, action="home SM"))
        await asyncio.to_thread(thinks.wait, 30)
        restored_by = await asyncio.to_thread(restore_backup, sqlite_address(folder), copy)
        assert restored_by is RestoredBy.RUNNING_SERVER
        assert (await ann.get_table(table)).number == 1
        await ann.post_command(table, ask.Play(id="n", seat=0, at=1, action="home ML"))
        while (await ann.get_table(table)).number < 3:
            await asyncio.sleep(0.02)
        await ann.close()
    with sqlite3.connect(folder / "tables.db") as connection:
        assert connection.execute("SELECT number FROM log ORDER BY number").fetchall() == [(1,), (2,), (3,)]


def test_a_failed_backup_is_reported_in_one_line(tmp_path: Path) -> None:
    address = sqlite_address(tmp_path)
    EventStore(address).close()
    copy = tmp_path / "copy.db"
    write_backup_file(address, copy)
    for file, message in ((copy, "is there already"), (tmp_path / "no" / "x.db", "no backup could be made")):
        with pytest.raises(BackupError, match=message):
            write_backup_file(address, file)
    with pytest.raises(BackupError, match="There’s no database"):
        write_backup_file(f"sqlite:///{tmp_path / 'none.db'}", tmp_path / "y.db")
    postgresql = "postgresql+psycopg://me:hushhush@db.example/tables"
    with pytest.raises(BackupError, match=r"pg_dump .*postgresql://me@db\.example/tables") as told:
        write_backup_file(postgresql, tmp_path / "y.db")
    assert "hushhush" not in str(told.value)
    with pytest.raises(BackupError, match="pg_restore"):
        restore_backup(postgresql, copy)
    for name, data in (("nothing.db", b""), ("text.db", b"nonsense" * 500), ("cut.db", copy.read_bytes()[:9000])):
        (tmp_path / name).write_bytes(data)
        with pytest.raises(BackupError, match=name):
            restore_backup(address, tmp_path / name)
    with pytest.raises(BackupError, match="no file"):
        restore_backup(address, tmp_path / "nowhere.db")
    assert not list(tmp_path.glob(".*"))


async def test_a_backup_is_not_restored_while_several_servers_run(tmp_path: Path) -> None:
    address = sqlite_address(tmp_path)
    store = EventStore(address)
    write_backup_file(address, tmp_path / "copy.db")
    for host in ("one", "two"):
        heartbeat = Heartbeat(store)
        heartbeat.host = host
        await heartbeat.start(time.time())
    store.close()
    with pytest.raises(BackupError, match="several servers run"):
        restore_backup(address, tmp_path / "copy.db")


# --- abandoned tables


async def test_abandoned_tables_are_removed_and_finished_games_stay(tmp_path: Path) -> None:
    manual_clock = ManualClock(time.time())
    policy = ExpiryPolicy(waiting_days=10, playing_days=100)

    async with start_server(tmp_path, bot_pool=FirstMoveBotPool(), clock=manual_clock) as server:
        ann = await server.connect_guest("Ann")
        waiting, talked, playing, over, watched = [
            await ann.open_table("tri-trac", [my_seat(), my_seat("Ben")]) for _ in range(5)
        ]
        for at, word in enumerate(("begun", '{"type":"Begun"}')):
            await ann.post_command(waiting, ask.Say(id=f"w{at}", text=word))
        for table in (playing, over):
            await ann.post_command(table, ask.Begin(id="b"))
        await ann.post_command(over, ask.Resign(id="r", seat=0))
        manual_clock.now += 9 * DAY
        await ann.post_command(talked, ask.Say(id="s", text='"Begun"'))
        assert await expire_tables(server.rooms, policy) == 0
        manual_clock.now += 2 * DAY
        async with ann.watch_table(watched):
            assert await expire_tables(server.rooms, policy) == 1
        left = await server.rooms.store.load_unfinished_tables(only_listed=False, limit=9)
        assert {table.id for table in left} == {talked, playing, watched}
        with pytest.raises(RequestRefusedError, match="no such table"):
            await ann.get_table(waiting)
        manual_clock.now += 200 * DAY
        assert await expire_tables(server.rooms, policy) == 3
        assert (await ann.get_table(over)).table.phase == "over"
        await ann.close()
    with sqlite3.connect(tmp_path / "tables.db") as connection:
        for name in ("log", "participants"):
            assert {id for (id,) in connection.execute(f"SELECT table_id FROM {name}")} == {over}


# --- stopping


@pytest.mark.quick_bots
async def test_stopping_lets_pending_moves_finish(server: RunningServer) -> None:
    ann = await server.connect_guest("Ann")
    table = await ann.open_table("tri-trac", [my_seat(), my_seat("Ben")])
    store = server.rooms.store
    commit = store.writer.write_batch

    def slow_down(*arguments: Any) -> None:
        time.sleep(0.3)
        commit(*arguments)

    async with ann.watch_table(table, 0) as seat:
        await seat.begin_game()
        store.writer.write_batch = slow_down  # type: ignore[method-assign,assignment]
        playing = asyncio.create_task(seat.play("N b3 RB"))
        while not server.rooms.loaded[table].lock.locked():
            await asyncio.sleep(0.005)
        server.server.should_exit = True
        done = await playing
        assert done.number == 2, "it is acknowledged before the socket is closed"
    await ann.close()


async def test_accounts_are_not_named_in_the_log(tmp_path: Path, log_stream: io.StringIO) -> None:
    async with start_server(tmp_path, bot_pool=FirstMoveBotPool()) as server:
        ann = AsyncClient(server.url)
        await register(ann, "Annabel")
        await post(ann, "/me/forget", say.Forget(password="a long enough one"))
        await ann.close()
    assert [json.loads(line)["what"] for line in log_stream.getvalue().splitlines()] == ["account-made", "forgotten"]
    assert "Annabel" not in log_stream.getvalue()
