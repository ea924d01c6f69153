"""Notifications between processes that share a PostgreSQL: one channel for tables and one for people.

A notification says how long a table's log is or who has to be looked up again, not what happened: whoever needs to know
reads the database. When the connection is lost, it is opened again. Until then nothing in memory is trusted without
asking the database.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import NamedTuple

from sqlalchemy import URL

from triangulum.server.ops.logs import log

RECONNECT_SECONDS = 0.5
"""Between attempts to connect."""
PING_SECONDS = 20.0
"""After so long without a notification we check that the connection still works."""


class Subscriber(NamedTuple):
    """What to call for a channel."""

    on_message: Callable[[list[str]], None]
    """Called with the words of a notification from another process."""
    on_connect: Callable[[], Awaitable[None]]
    """Called whenever we start to listen, the first time included: earlier notifications were missed."""


class PubSub:
    """Listens for notifications from other processes."""

    def __init__(self, url: URL, process_id: str) -> None:
        """Prepare to listen on a PostgreSQL database; notifications of this process itself are ignored."""
        self.address = url.set(drivername="postgresql").render_as_string(hide_password=False)
        self.process_id = process_id
        self.subscribers: dict[str, Subscriber] = {}
        """By channel."""
        self.disconnected = True

    def subscribe(self, channel: str, subscriber: Subscriber) -> None:
        """Pass the notifications of a channel to a subscriber, from the next connection on."""
        self.subscribers[channel] = subscriber

    async def listen_forever(self) -> None:
        """Listen, and connect again whenever the connection is lost."""
        while True:
            try:
                await self.listen_until_disconnected()
            except Exception as error:
                # Also if a subscriber failed: a process that stops listening would show old tables from then on.
                log.warning("cannot receive notifications from other processes: %s", type(error).__name__)
            self.disconnected = True
            await asyncio.sleep(RECONNECT_SECONDS)

    async def listen_until_disconnected(self) -> None:
        """Connect, and pass notifications to the subscribers until the connection is lost."""
        from psycopg import AsyncConnection

        connection = await AsyncConnection.connect(self.address, autocommit=True)
        async with connection:
            for channel in self.subscribers:
                await connection.execute(f"LISTEN {channel}")
            for subscriber in self.subscribers.values():
                await subscriber.on_connect()
            self.disconnected = False
            while True:
                async for notification in connection.notifies(timeout=PING_SECONDS):
                    sender, *words = notification.payload.split()
                    if sender != self.process_id:
                        self.subscribers[notification.channel].on_message(words)
                await connection.execute("SELECT 1")
