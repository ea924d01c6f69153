"""Fixtures for tests of the server."""

from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any

import pytest
from argon2 import PasswordHasher

from tests.server.postgres import create_postgresql_database
from tests.server.running_server import FirstMoveBotPool, RunningServer, start_server
from triangulum.server.http import fast_websocket
from triangulum.server.http.connections import AsgiConnection
from triangulum.server.http.fast_websocket import FastWebSocket
from triangulum.server.identity.passwords import Passwords

CHEAP_HASHER = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest) -> str | None:
    """Return the address of an empty PostgreSQL database, or None for SQLite in the test's own folder."""
    return create_postgresql_database() if request.param == "postgresql" else None


@pytest.fixture
def server(tmp_path: Path, request: pytest.FixtureRequest) -> AbstractAsyncContextManager[RunningServer]:
    """Run a server while an async test runs; ``tests/conftest.py`` starts and stops it.

    A test that asks for ``address`` gets a server on that database. With the marker ``quick_bots``, bots play the first
    legal move.
    """
    address = request.getfixturevalue("address") if "address" in request.fixturenames else None
    has_quick_bots = request.node.get_closest_marker("quick_bots") is not None
    overrides: dict[str, Any] = {"bot_pool": FirstMoveBotPool()} if has_quick_bots else {}
    return start_server(tmp_path, address=address, **overrides)


@pytest.fixture(params=["fast", "asgi"])
def connection_type(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> type[Any]:
    """Run a test twice: with fast WebSockets, and with a version of uvicorn that they haven't been tested with."""
    if request.param == "fast":
        return FastWebSocket
    monkeypatch.setattr(fast_websocket, "version", lambda _: "99.0.0")
    return AsgiConnection


@pytest.fixture(autouse=True)
def cheap_password_hashes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hash passwords as cheaply as possible."""
    monkeypatch.setattr(Passwords, "hasher", CHEAP_HASHER)
