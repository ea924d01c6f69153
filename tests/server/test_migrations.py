"""Databases of every older schema are migrated with everything in them, and their games go on."""

import json
import sqlite3
from pathlib import Path

import pytest
from sqlalchemy import MetaData, create_engine, text

import triangulum as tri
from tests.rules import ROOT
from tests.server.running_server import FirstMoveBotPool, start_server
from tests.server.tables import EVE, do, start_table
from triangulum.client import AsyncClient
from triangulum.record.history import SeatChanged
from triangulum.server.identity.guests import format_cookie
from triangulum.server.storage import schema
from triangulum.server.storage.database import sqlite_address
from triangulum.server.storage.dialects import StoreError, create_database_engine
from triangulum.server.storage.event_store import EventStore, StoredTable
from triangulum.server.storage.migrate import run_migrations
from triangulum.table import commands as ask
from triangulum.table import messages
from triangulum.table.events import LogEntry, Seated, SeatHolder, encode
from triangulum.table.people import Person

KEPT = sorted((ROOT / "tests/server/databases").glob("*.sql"))
REVISIONS = sorted(
    path.name.partition("_")[0] for path in (ROOT / "src/triangulum/server/storage/migrations/versions").glob("0*")
)


def test_there_is_a_dump_of_every_older_schema() -> None:
    assert REVISIONS[-1] == schema.HEAD
    assert [file.stem for file in KEPT] == REVISIONS[:-1], "make one as tests/server/old_database.py says"


def load_dump(file: Path, folder: Path) -> str:
    """Load an SQL dump into a database, and return its address."""
    address = sqlite_address(folder)
    with sqlite3.connect(folder / "tables.db") as connection:
        connection.executescript(file.read_text(encoding="utf-8"))
    return address


@pytest.mark.parametrize("file", KEPT, ids=[file.stem for file in KEPT])
def test_an_older_database_is_migrated_to_the_current_schema(file: Path, tmp_path: Path) -> None:
    EventStore(load_dump(file, tmp_path)).close()
    found, wanted = [MetaData(), MetaData()]
    found.reflect(create_engine(f"sqlite:///{tmp_path / 'tables.db'}"))
    new = create_engine(f"sqlite:///{tmp_path / 'new.db'}")
    schema.metadata.create_all(new)
    wanted.reflect(new)
    assert {name for name in found.tables if name != "alembic_version"} == set(wanted.tables)
    for name, table in wanted.tables.items():
        there = found.tables[name]
        assert {(one.name, str(one.type), one.nullable, one.primary_key) for one in there.columns} == {
            (one.name, str(one.type), one.nullable, one.primary_key) for one in table.columns
        }
        assert {(one.name, tuple(one.columns.keys())) for one in there.indexes} == {
            (one.name, tuple(one.columns.keys())) for one in table.indexes
        }


def test_a_migration_that_fails_leaves_the_database_as_it_was(tmp_path: Path) -> None:
    address = load_dump(KEPT[-1], tmp_path)
    with sqlite3.connect(tmp_path / "tables.db") as connection:
        before = list(connection.iterdump())
        connection.execute("DROP INDEX sessions_of")
    with pytest.raises(StoreError, match="sessions_of"):
        EventStore(address)
    with sqlite3.connect(tmp_path / "tables.db") as connection:
        connection.execute("CREATE INDEX sessions_of ON sessions (account)")
        assert sorted(connection.iterdump()) == sorted(before)
    EventStore(address).close()


async def test_stored_json_gets_its_new_keys(tmp_path: Path, address: str | None) -> None:
    table = start_table()
    do(table, EVE, ask.Say, text='{"type":"Seated","chair":{}}')
    seated = (Seated(1, SeatHolder(people=("p2",), name="Grüße, 'Bob'")), SeatChanged(1, "Bob"))
    entries = [*table.log, LogEntry(table.number + 1, 9.0, "", "", seated)]
    spec = json.loads(encode(table.spec))
    old_keys = {"options": "chosen", "settings": "house", "holders": "chairs", "rematch_of": "before"}
    opening = json.dumps({old_keys.get(key, key): value for key, value in spec.items()})
    address = address or sqlite_address(tmp_path)
    engine = create_database_engine(address, durable=False)
    with engine.begin() as connection:
        run_migrations(connection, "0003")
        connection.execute(
            text("INSERT INTO tables VALUES (:id, 1.0, 'star-runners', :no, :no, :opening, :seed, 'p1')"),
            {"id": table.id, "no": False, "opening": opening, "seed": bytes(32)},
        )
        for entry in entries:
            deeds = encode(entry.events).decode().replace('"holder":', '"chair":')
            connection.execute(
                text("INSERT INTO log VALUES (:id, :number, :at, :person, :command, :deeds)"),
                {
                    "id": table.id,
                    "number": entry.number,
                    "at": entry.at,
                    "person": entry.person,
                    "command": entry.command,
                    "deeds": deeds,
                },
            )
    engine.dispose()
    store = EventStore(address, durable=False)
    assert await store.load_table(table.id) == (StoredTable(table.id, 1.0, table.spec, bytes(32)), entries)
    store.close()


@pytest.mark.parametrize("file", KEPT, ids=[file.stem for file in KEPT])
async def test_games_in_an_older_database_go_on(file: Path, tmp_path: Path) -> None:
    load_dump(file, tmp_path)
    ann, bob = Person("person-1", "Ann"), Person("person-2", "Bob")

    async with start_server(tmp_path, bot_pool=FirstMoveBotPool()) as server:
        rooms = server.rooms
        client = AsyncClient(server.url, cookies={"triangulum-guest": format_cookie(rooms.signer, ann)})
        tables: dict[str, str] = {}
        for line in await client.request("GET", "/me/tables", list[messages.TableSummary]):
            tables[f"{line.game} {line.phase}"] = line.id
        assert sorted(tables) == [
            "star-runners gathering", "star-runners over", "starry-sky gathering", "tri-trac playing",
        ]  # fmt: skip
        going = await rooms.find(tables["tri-trac playing"])
        assert [holder.name for holder in going.table.holders] == ["Ann", "Bob"]
        for person, seat in ((ann, 0), (bob, 1)):
            action = going.table.state.legal_actions()[0]
            number = going.table.number
            await server.commands.run(going.table.id, ask.Play(id="on", seat=seat, at=number, action=action), person)
        assert len(await rooms.store.load_muted_aliases(going.table.id, ann.id)) == 1
        record = tri.parse_record(await client.get_record(tables["star-runners over"]))
        record.verify_dice()
        waiting = tables["starry-sky gathering"]
        assert waiting in [line.id for line in await client.list_tables()]
        await server.commands.run(waiting, ask.Sit(id="sit", seat=1), bob)
        await client.post_command(waiting, ask.Begin(id="b"))
        assert await rooms.store.count_open_tables(ann.id) == 3
        await client.close()
