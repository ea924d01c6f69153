"""The event store: what it stores, and that it does so before anybody is told."""

import asyncio
import sqlite3
import threading
from pathlib import Path

import pytest
from sqlalchemy import Connection, inspect, select, text

from tests.server.job_changes import save_jobs
from tests.server.postgres import create_postgresql_database
from tests.server.tables import ANN, BOB, do, start_table
from triangulum.server.storage import schema
from triangulum.server.storage.database import sqlite_address
from triangulum.server.storage.dialects import StoreError, create_database_engine
from triangulum.server.storage.event_store import EventStore, StoredTable, insert_table, mark_over
from triangulum.server.storage.job_queue import Job
from triangulum.server.storage.log_rows import StaleWriteError
from triangulum.server.storage.migrate import run_migrations
from triangulum.table import commands as ask
from triangulum.table.events import LogEntry, Seated, SeatHolder
from triangulum.table.table import Table


def stored_table(table: Table, id: str | None = None) -> StoredTable:
    return StoredTable(id or table.id, 1.0, table.spec, bytes(range(32)))


async def test_a_stored_table_is_read_back_unchanged(tmp_path: Path) -> None:
    table = start_table()
    do(table, ANN, ask.Play, seat=0, action="home SM")
    do(table, BOB, ask.Play, seat=1, action="home ML")
    do(table, BOB, ask.Say, text="Grüße")

    store = EventStore(sqlite_address(tmp_path))
    await store.insert_table(stored_table(table))
    for row in table.log:
        assert await store.append_unless_stale(table.id, row)
    store.close()
    again = EventStore(sqlite_address(tmp_path))
    found = await again.load_table(table.id)
    assert found is not None
    assert found == (stored_table(table), table.log)
    assert await again.load_table("another") is None
    again.close()


async def test_an_entry_number_is_given_once(tmp_path: Path) -> None:
    table = start_table()
    store = EventStore(sqlite_address(tmp_path))
    await store.insert_table(stored_table(table))
    rows = [LogEntry(1, 1.0, "p", str(at), ()) for at in range(20)]
    results = await asyncio.gather(*[store.append_unless_stale(table.id, row) for row in rows])
    assert sorted(results) == [False] * 19 + [True]
    found = await store.load_table(table.id)
    assert found is not None
    assert found[1] == [rows[results.index(True)]]
    store.close()


async def test_an_entry_and_its_changes_are_stored_together_or_not_at_all(tmp_path: Path, address: str | None) -> None:
    table = start_table()
    store = EventStore(address or sqlite_address(tmp_path), durable=False)
    await store.insert_table(stored_table(table))
    problems: asyncio.Queue[BaseException | None] = asyncio.Queue()

    def refuse(_: object) -> None:
        raise ValueError("not this time")

    def finish(connection: Connection) -> None:
        mark_over(connection, table.id)
        insert_table(connection, stored_table(table, "rematch"))

    store.append_entry(table.id, LogEntry(1, 1.0, "", "", ()), refuse, problems.put_nowait)
    assert isinstance(await problems.get(), ValueError)
    assert await store.load_entries_after(table.id, 0) == []
    seated = LogEntry(1, 1.0, "", "", (Seated(0, SeatHolder(people=("p9",), name="Zoe")),))
    store.append_entry(table.id, seated, finish, problems.put_nowait)
    assert await problems.get() is None
    assert await store.load_entries_after(table.id, 0) == [seated]
    assert [stored.id for stored in await store.load_unfinished_tables(only_listed=False, limit=9)] == ["rematch"]
    participants = select(schema.participants.c.person_id).where(schema.participants.c.table_id == table.id)
    assert set(await store.run_query(lambda connection: connection.execute(participants).scalars().all())) == {
        "p1", "p2", "p9",
    }  # fmt: skip
    store.append_entry(table.id, seated, refuse, problems.put_nowait)
    assert isinstance(await problems.get(), StaleWriteError), "changes that belong to a stale entry are not tried"
    store.close()


async def test_pending_entries_are_written_in_one_commit(tmp_path: Path) -> None:
    table = start_table()
    store = EventStore(sqlite_address(tmp_path))
    for at in range(50):
        await store.insert_table(stored_table(table, f"t{at}"))
    held, go = threading.Event(), threading.Event()

    def hold(_: object) -> None:
        held.set()
        go.wait()

    first = asyncio.ensure_future(store.run_transaction(hold))
    await asyncio.to_thread(held.wait)
    before = store.writer.num_commits
    rows = [
        asyncio.ensure_future(store.append_unless_stale(f"t{at}", LogEntry(1, 1.0, "", "", ()))) for at in range(50)
    ]
    await asyncio.sleep(0)
    go.set()
    await first
    assert all(await asyncio.gather(*rows))
    assert store.writer.num_commits - before <= 2
    store.close()


def test_sqlite_loses_nothing_it_has_acknowledged(tmp_path: Path) -> None:
    store = EventStore(sqlite_address(tmp_path))
    with store.engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2
    store.close()
    assert (tmp_path / "tables.db").stat().st_mode & 0o077 == 0, "seeds lie in it"


def test_migrations_lead_to_the_schema(tmp_path: Path, address: str | None) -> None:
    migrated_address = address or sqlite_address(tmp_path)
    plain_address = "sqlite://" if address is None else create_postgresql_database()
    EventStore(migrated_address).close()
    migrated, plain = [inspect(create_database_engine(name, True)) for name in (migrated_address, plain_address)]
    schema.metadata.create_all(plain.bind)
    plain = inspect(plain.bind)
    assert set(migrated.get_table_names()) == {*plain.get_table_names(), "alembic_version"}
    for name in plain.get_table_names():
        for ask_for in ("get_columns", "get_indexes"):
            assert str(getattr(migrated, ask_for)(name)) == str(getattr(plain, ask_for)(name))
        assert migrated.get_pk_constraint(name) == plain.get_pk_constraint(name)


def test_a_database_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    EventStore(sqlite_address(tmp_path)).close()
    with sqlite3.connect(tmp_path / "tables.db") as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(StoreError, match="a newer one has written it"):
        EventStore(sqlite_address(tmp_path))


@pytest.mark.parametrize("address", ["sqlite:////no/such/folder/x.db", "nonsense", "postgresql+nothing://x/y"])
def test_an_unusable_database_is_reported_in_one_line(address: str) -> None:
    with pytest.raises(StoreError) as error:
        EventStore(address)
    assert "\n" not in str(error.value)


def test_a_read_only_folder_is_reported_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="cannot write in"):
        sqlite_address(tmp_path / "file" / "folder")


def test_the_secret_stays_the_same(tmp_path: Path) -> None:
    first = EventStore(sqlite_address(tmp_path))
    second = EventStore(sqlite_address(tmp_path))
    assert first.load_secret() == second.load_secret()
    assert len(first.load_secret()) == 32
    first.close()
    second.close()


async def test_tables_of_an_older_database_have_jobs(tmp_path: Path, address: str | None) -> None:
    address = address or sqlite_address(tmp_path)
    engine = create_database_engine(address, durable=False)
    with engine.begin() as connection:
        run_migrations(connection, "0001")
        for id, over in (("t1", False), ("t2", True)):
            connection.execute(
                text("INSERT INTO tables VALUES (:id, 1.0, 'star-runners', :no, :over, :opening, :seed)"),
                {
                    "id": id,
                    "no": False,
                    "over": over,
                    "opening": '{"host": "ann", "chosen": {}, "house": {}, "chairs": [], "before": ""}',
                    "seed": b"",
                },
            )
    engine.dispose()
    store = EventStore(address, durable=False)
    assert sorted(await store.jobs.claim_due_jobs(1.0, 2.0, 10)) == [("bot", "t1"), ("clock", "t1")]
    store.close()


async def test_a_stale_entry_does_not_hold_up_the_others(tmp_path: Path) -> None:
    table = start_table()
    store = EventStore(sqlite_address(tmp_path))
    for at in range(9):
        await store.insert_table(stored_table(table, f"t{at}"))
    assert await store.append_unless_stale("t1", LogEntry(1, 1.0, "", "", ()))
    rows = [
        store.append_unless_stale(f"t{at}", LogEntry(1, 2.0, "", "", ()), save_jobs(store, f"t{at}", Job("bot", 1.0)))
        for at in range(9)
    ]
    assert [at for at, stored_table in enumerate(await asyncio.gather(*rows)) if not stored_table] == [1]
    due = await store.jobs.claim_due_jobs(2.0, 3.0, 20)
    assert sorted(due) == [("bot", f"t{at}") for at in range(9) if at != 1], "what belongs to a late row is not kept"
    store.close()


@pytest.mark.parametrize("has_jobs", [False, True])
@pytest.mark.parametrize("shared", [False, True])
async def test_an_entry_without_a_table_is_not_stored_and_does_not_hold_up_the_others(
    tmp_path: Path, shared: bool, has_jobs: bool
) -> None:
    table = start_table()
    store = EventStore(create_postgresql_database() if shared else sqlite_address(tmp_path), durable=False)
    for at in (0, 1, 3):
        await store.insert_table(stored_table(table, f"t{at}"))

    async def append(table_id: str) -> bool:
        changes = save_jobs(store, table_id, Job("bot", 1.0)) if has_jobs else None
        return await store.append_unless_stale(table_id, LogEntry(1, 2.0, "", "", ()), changes)

    assert await asyncio.gather(*[append(f"t{at}") for at in range(4)]) == [True, True, False, True]
    assert await store.load_last_numbers([f"t{at}" for at in range(4)]) == {"t0": 1, "t1": 1, "t3": 1}
    assert not await append("t2"), "by itself neither"
    assert await store.load_entries_after("t2", 0) is None
    assert await store.load_entries_after("t1", 1) == []
    assert await store.load_entries_after("t1", 0) == [LogEntry(1, 2.0, "", "", ())]
    store.close()
