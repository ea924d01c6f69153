"""The event store: what it stores, and that it does so before anybody is told."""

import asyncio
import sqlite3
import threading
from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine, inspect

from tests.server.postgres import create_postgresql_database
from tests.server.tables import ANN, BOB, do, start_table
from triangulum.server.storage import schema
from triangulum.server.storage.event_store import EventStore, StoredTable
from triangulum.server.storage.job_queue import Job, JobDone
from triangulum.server.storage.dialects import StoreError
from triangulum.server.storage.database import sqlite_address
from triangulum.table import messages as ask
from triangulum.table.events import LogEntry
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
        assert await store.append(table.id, row, over=False)
    store.close()
    again = EventStore(sqlite_address(tmp_path))
    found = await again.table(table.id)
    assert found is not None
    assert found == (stored_table(table), table.log)
    assert await again.table("another") is None
    again.close()


async def test_a_row_number_is_given_once(tmp_path: Path) -> None:
    table = start_table()
    store = EventStore(sqlite_address(tmp_path))
    await store.insert_table(stored_table(table))
    rows = [LogEntry(1, 1.0, "p", str(at), ()) for at in range(20)]
    results = await asyncio.gather(*[store.append(table.id, row, over=False) for row in rows])
    assert sorted(results) == [False] * 19 + [True]
    found = await store.load_table(table.id)
    assert found is not None
    assert found[1] == [rows[results.index(True)]]
    store.close()


async def test_waiting_rows_are_written_in_one_commit(tmp_path: Path) -> None:
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
    rows = [asyncio.ensure_future(store.append(f"t{at}", LogEntry(1, 1.0, "", "", ()), over=False)) for at in range(50)]
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


def test_migrations_lead_to_the_schema(tmp_path: Path) -> None:
    EventStore(sqlite_address(tmp_path)).close()
    migrated = inspect(create_engine(f"sqlite:///{tmp_path / 'tables.db'}"))
    made = create_engine("sqlite://")
    schema.metadata.create_all(made)
    plain = inspect(made)
    assert set(migrated.get_table_names()) == {*plain.get_table_names(), "alembic_version"}
    for name in plain.get_table_names():
        for ask_for in ("get_columns", "get_indexes"):
            assert str(getattr(migrated, ask_for)(name)) == str(getattr(plain, ask_for)(name))
        assert (
            migrated.get_pk_constraint(name)["constrained_columns"]
            == plain.get_pk_constraint(name)["constrained_columns"]
        )


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
    assert first.secret() == second.secret()
    assert len(first.secret()) == 32
    first.close()
    second.close()


async def test_tables_of_an_older_database_are_due(tmp_path: Path) -> None:
    address = sqlite_address(tmp_path)
    engine = create_engine(address)
    config = Config()
    config.set_main_option("script_location", str(Path(schema.__file__).with_name("migrations")))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        for id, over in (("t1", 0), ("t2", 1)):
            connection.exec_driver_sql(
                "INSERT INTO tables VALUES (?, 1.0, 'star-runners', 0, ?, ?, ?)",
                (id, over, '{"host": "ann", "holders": []}', b""),
            )
    engine.dispose()
    store = EventStore(address)
    assert sorted(await store.jobs.claim_due_jobs(1.0, 2.0, 10)) == [("bot", "t1"), ("clock", "t1")]
    store.close()


async def test_a_late_row_does_not_hold_up_the_others(tmp_path: Path) -> None:
    table = start_table()
    store = EventStore(sqlite_address(tmp_path))
    for at in range(9):
        await store.insert_table(stored_table(table, f"t{at}"))
    assert await store.append("t1", LogEntry(1, 1.0, "", "", ()), over=False)
    rows = [store.append(f"t{at}", LogEntry(1, 2.0, "", "", ()), over=False, due=[Job("bot", 1.0)]) for at in range(9)]
    assert [at for at, stored_table in enumerate(await asyncio.gather(*rows)) if not stored_table] == [1]
    due = await store.jobs.claim_due_jobs(2.0, 3.0, 20)
    assert sorted(due) == [("bot", f"t{at}") for at in range(9) if at != 1], "what belongs to a late row is not kept"
    store.close()


@pytest.mark.parametrize("due", [[], [Job("bot", 1.0)]])
@pytest.mark.parametrize("shared", [False, True])
async def test_a_row_without_a_table_is_not_stored_and_does_not_hold_up_the_others(
    tmp_path: Path, shared: bool, due: list[Job | JobDone]
) -> None:
    table = start_table()
    store = EventStore(create_postgresql_database() if shared else sqlite_address(tmp_path), durable=False)
    for at in (0, 1, 3):
        await store.insert_table(stored_table(table, f"t{at}"))
    rows = [store.append(f"t{at}", LogEntry(1, 2.0, "", "", ()), over=False, due=due) for at in range(4)]
    assert await asyncio.gather(*rows) == [True, True, False, True]
    assert await store.load_last_numbers([f"t{at}" for at in range(4)]) == {"t0": 1, "t1": 1, "t3": 1}
    assert not await store.append("t2", LogEntry(1, 2.0, "", "", ()), over=False, due=due), "by itself neither"
    assert await store.load_entries_after("t2", 0) is None
    assert await store.load_entries_after("t1", 1) == []
    assert await store.load_entries_after("t1", 0) == [LogEntry(1, 2.0, "", "", ())]
    store.close()
