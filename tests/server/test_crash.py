"""A server that is killed loses nothing it has acknowledged, does nothing twice, and continues every table."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.server.killed_servers import kill_servers_and_check
from tests.server.postgres import create_postgresql_database
from triangulum.server.storage.database import sqlite_address

KILLS, MANY_KILLS = 3, 200
DATABASES: list[Callable[[Path], str]] = [sqlite_address, lambda _: create_postgresql_database()]
BOTH = pytest.mark.parametrize("database", DATABASES, ids=["sqlite", "postgresql"])


@BOTH
async def test_nothing_acknowledged_is_lost_when_the_server_is_killed(
    database: Callable[[Path], str], tmp_path: Path
) -> None:
    players = await kill_servers_and_check(database(tmp_path), KILLS)
    # `pytest -rP` shows the figure.
    print(f"{len(players.acks)} acknowledged moves, {KILLS} kills")


async def test_nothing_is_lost_when_one_of_two_servers_at_a_table_is_killed() -> None:
    await kill_servers_and_check(create_postgresql_database(), 2, num_servers=2)


@pytest.mark.long
@BOTH
async def test_nothing_is_lost_however_often_the_server_is_killed(
    database: Callable[[Path], str], tmp_path: Path
) -> None:
    players = await kill_servers_and_check(database(tmp_path), MANY_KILLS, seed=2)
    print(f"{len(players.acks)} acknowledged moves, {MANY_KILLS} kills")


@pytest.mark.long
async def test_nothing_is_lost_however_often_one_of_two_servers_is_killed() -> None:
    await kill_servers_and_check(create_postgresql_database(), MANY_KILLS // 4, num_servers=2, seed=3)
