"""How processes that share a PostgreSQL hear of each other: a channel for all tables and one for people, over one kept
connection.

A notification says how far tables have come or who is to be looked up again, not what has happened: whoever needs to
know reads it. When the connection is lost, it is made anew; until then nothing in memory is taken to be right without
asking the database.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import NamedTuple

from sqlalchemy import URL

AGAIN_SECONDS = 0.5
"""Between attempts to connect."""
QUIET_SECONDS = 20.0
"""After which a connection on which nothing is heard is asked whether it is still one."""

log = logging.getLogger("triangulum.server")


class Subscriber(NamedTuple):
    """Somebody who wants to know what is said on a channel."""

    heard: Callable[[list[str]], None]
    """Is told the words that another process has said."""
    connected: Callable[[], Awaitable[None]]
    """Called whenever listening has begun, also for the first time: what came before was not heard."""


class PubSub:
    """Listens for what other processes have written."""

    def __init__(self, url: URL, name: str) -> None:
        self.address = url.set(drivername="postgresql").render_as_string(hide_password=False)
        self.name = name
        self.subscribers: dict[str, Subscriber] = {}
        """By channel."""
        self.disconnected = True

    async def listen_on(self) -> None:
        """Listen, also after the connection was lost."""
        while True:
            try:
                await self.listen()
            except Exception as error:
                # Whatever it was, also where everything was to be compared: whoever stops listening stays behind.
                log.warning("cannot hear other processes: %s", type(error).__name__)
            self.disconnected = True
            await asyncio.sleep(AGAIN_SECONDS)

    async def listen(self) -> None:
        """Listen until the connection is lost."""
        from psycopg import AsyncConnection

        connection = await AsyncConnection.connect(self.address, autocommit=True)
        async with connection:
            for channel in self.subscribers:
                await connection.execute(f"LISTEN {channel}")
            for listener in self.subscribers.values():
                await listener.connected()
            self.disconnected = False
            while True:
                async for note in connection.notifies(timeout=QUIET_SECONDS):
                    name, *words = note.payload.split()
                    if name != self.name:
                        self.subscribers[note.channel].heard(words)
                await connection.execute("SELECT 1")
