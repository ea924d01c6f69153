"""A server that is killed loses nothing it has acknowledged, does nothing twice, and leaves no table behind."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.server.crash import kill_and_see
from tests.server.postgres import new_database
from triangulum.server.store import sqlite_address

KILLS, MANY_KILLS = 3, 200
DATABASES: list[Callable[[Path], str]] = [sqlite_address, lambda _: new_database()]
BOTH = pytest.mark.parametrize("database", DATABASES, ids=["sqlite", "postgresql"])


@BOTH
def test_nothing_acknowledged_is_lost_when_the_server_is_killed(
    database: Callable[[Path], str], tmp_path: Path
) -> None:
    crowd = asyncio.run(kill_and_see(database(tmp_path), KILLS))
    # `pytest -rP` shows the figure.
    print(f"{len(crowd.acks)} acknowledged moves, {KILLS} kills")


def test_two_servers_at_one_table_and_one_of_them_is_killed() -> None:
    asyncio.run(kill_and_see(new_database(), 2, servers=2))


@pytest.mark.long
@BOTH
def test_however_often_it_is_killed(database: Callable[[Path], str], tmp_path: Path) -> None:
    crowd = asyncio.run(kill_and_see(database(tmp_path), MANY_KILLS, seed=2))
    print(f"{len(crowd.acks)} acknowledged moves, {MANY_KILLS} kills")


@pytest.mark.long
def test_however_often_one_of_two_is_killed() -> None:
    asyncio.run(kill_and_see(new_database(), MANY_KILLS // 4, servers=2, seed=3))
