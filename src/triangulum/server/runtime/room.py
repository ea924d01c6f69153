# compiled by mypyc
"""A table in a server's memory: watched, locked while it changes, and with what a server has running for it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from triangulum.server.runtime.concurrency import Lock
from triangulum.table.presenter import Presenter
from triangulum.table.table import Table
from triangulum.table.watched_table import WatchedTable


class Room(WatchedTable):
    """A watched table of a server process."""

    def __init__(self, table: Table, presenter: Presenter, clock: Callable[[], float], opened_at: float) -> None:
        super().__init__(table, presenter, clock)
        self.opened_at = opened_at
        self.lock = Lock()
        """Held from proposing events until they are on disk, so that nobody is shown what could still be lost."""
        self.needs_reload = False
        """Whether the table may be ahead of what is stored, or behind it."""
        self.is_refreshing = False
        """Whether somebody is about to read what another process has written."""
        self.bot_turn: asyncio.Task[None] | None = None
        self.flag_timer: asyncio.TimerHandle | None = None
        """Goes off when the running clock's flag falls."""
        self.last_used = 0.0

    def replace_table(self, table: Table) -> None:
        """Show another table in place of this one to everybody."""
        self.needs_reload = False
        super().replace_table(table)
