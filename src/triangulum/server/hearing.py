"""How processes that share a PostgreSQL hear of each other: one channel for all tables, over one kept connection.

A notification says how far tables have come, not what has happened: whoever needs to know reads the rows. When the
connection is lost, it is made anew; until then nothing in memory is taken to be right without asking the database.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator

from sqlalchemy import URL

from triangulum.server.dialects import CHANNEL

AGAIN_SECONDS = 0.5
"""Between attempts to connect."""
QUIET_SECONDS = 20.0
"""After which a connection on which nothing is heard is asked whether it is still one."""

log = logging.getLogger("triangulum.server")

Numbers = Iterator[tuple[str, int]]


class Hearing:
    """Listens for what other processes have written."""

    def __init__(
        self, url: URL, name: str, heard: Callable[[Numbers], None], connected: Callable[[], Awaitable[None]]
    ) -> None:
        self.address = url.set(drivername="postgresql").render_as_string(hide_password=False)
        self.name = name
        self.heard = heard
        self.connected = connected
        """Called whenever listening has begun, also for the first time: what came before was not heard."""
        self.deaf = True

    async def listen_on(self) -> None:
        """Listen, also after the connection was lost."""
        while True:
            try:
                await self.listen()
            except Exception as error:
                # Whatever it was, also where everything was to be compared: whoever stops listening stays behind.
                log.warning("cannot hear other processes: %s", type(error).__name__)
            self.deaf = True
            await asyncio.sleep(AGAIN_SECONDS)

    async def listen(self) -> None:
        """Listen until the connection is lost."""
        from psycopg import AsyncConnection

        connection = await AsyncConnection.connect(self.address, autocommit=True)
        async with connection:
            await connection.execute(f"LISTEN {CHANNEL}")
            await self.connected()
            self.deaf = False
            while True:
                async for note in connection.notifies(timeout=QUIET_SECONDS):
                    name, _, words = note.payload.partition(" ")
                    if name != self.name:
                        self.heard(numbers(words))
                await connection.execute("SELECT 1")


def numbers(words: str) -> Numbers:
    """Yield tables and how far they have come."""
    for word in words.split():
        table, _, number = word.rpartition(":")
        yield table, int(number)
