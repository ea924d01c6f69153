"""Opening tables at a server: bots must be able to play, and nobody opens too many."""

from __future__ import annotations

from triangulum.core.state import Setup
from triangulum.errors import TriangulumError
from triangulum.server.identity.privacy import is_deleted_id
from triangulum.server.runtime.bot_pool import BotPool
from triangulum.server.runtime.randomness import Randomness
from triangulum.server.runtime.room import Room
from triangulum.server.runtime.rooms import Rooms, shared_setup
from triangulum.server.sentences import message
from triangulum.server.storage.event_store import StoredTable
from triangulum.table.commands import OpenTable
from triangulum.table.events import SeatHolder, TableSpec, encode, rotate_seats
from triangulum.table.messages import CommandError
from triangulum.table.open_table import build_spec, build_spec_with_holders, list_needed_bots
from triangulum.table.people import Person
from triangulum.table.table import Table

MAX_OPEN_TABLES = 200
"""How many unfinished tables one person may have opened."""


class TableOpener:
    """Opens tables."""

    def __init__(
        self, rooms: Rooms, bot_pool: BotPool, randomness: Randomness, max_open_tables: int = MAX_OPEN_TABLES
    ) -> None:
        self.rooms = rooms
        self.bot_pool = bot_pool
        self.randomness = randomness
        self.max_open_tables = max_open_tables

    async def open_table(self, request: OpenTable, person: Person) -> Room:
        """Open a table for a person, or raise CommandError."""
        if not person.id:
            raise CommandError("unidentified", message("name-needed"))
        stored = await self.prepare_table(build_spec(request, person, self.randomness.draw_number), person)
        await self.rooms.store.insert_table(stored)
        return self.rooms.add_table(stored)

    async def build_rematch(self, table: Table, person: Person) -> StoredTable:
        """Return a new table like one whose game is over, for the same people, or raise CommandError.

        Everybody moves on by a seat, so that another one begins.
        """
        old = table.spec
        request = OpenTable(game=old.setup.game, options=old.options, settings=old.settings)
        # Who was forgotten can't come along; somebody else may take the seat.
        holders = [SeatHolder() if is_forgotten(holder) else holder for holder in rotate_seats(table.holders, 1)]
        spec = build_spec_with_holders(request, person, holders, self.randomness.draw_number, rematch_of=table.id)
        return await self.prepare_table(spec, person)

    async def prepare_table(self, spec: TableSpec, person: Person) -> StoredTable:
        """Return a table that is ready to be stored, or raise CommandError if it can't be opened."""
        setup = shared_setup(encode(spec.setup))
        for name in sorted(list_needed_bots(spec)):
            await self.check_bot_can_play(name, setup)
        if await self.rooms.store.count_open_tables(person.id) >= self.max_open_tables:
            raise CommandError("too-many", message("too-many-tables", count=self.max_open_tables))
        return StoredTable(self.randomness.new_id(), self.rooms.clock(), spec, self.randomness.new_seed())

    async def check_bot_can_play(self, name: str | None, setup: Setup) -> None:
        """Raise CommandError if there is no such bot, or it can't play this game."""
        if not name:
            return
        try:
            await self.bot_pool.check_bot_can_play(name, setup)
        except TriangulumError as error:
            raise CommandError("malformed", error.text) from None


def is_forgotten(holder: SeatHolder) -> bool:
    """Return whether a seat is held only by somebody whose data was deleted."""
    return bool(holder.people) and all(is_deleted_id(person_id) for person_id in holder.people)
