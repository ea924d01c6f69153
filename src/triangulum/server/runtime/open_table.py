"""New tables: what somebody wishes for, and the table that it becomes."""

from __future__ import annotations

from typing import Any

from triangulum.core.options import NUM_SEEDS
from triangulum.core.registry import game as find_game
from triangulum.core.state import Setup
from triangulum.errors import TriangulumError
from triangulum.record.record import setup_to_data
from triangulum.server.identity.privacy import is_deleted_id
from triangulum.server.runtime.bot_pool import BotPool
from triangulum.server.runtime.randomness import Randomness
from triangulum.server.runtime.room import Room
from triangulum.server.runtime.rooms import Rooms, shared_setup
from triangulum.server.storage.event_store import StoredTable
from triangulum.table import messages as ask
from triangulum.table import permissions
from triangulum.table.events import NoClock, SeatHolder, TableSpec, encode
from triangulum.table.messages import CommandError, OpenTable
from triangulum.table.people import Person
from triangulum.table.table import Table

MOST_OPEN = 200
"""How many tables that are not over one person may have opened."""


class TableOpener:
    """Opens tables in a lobby."""

    def __init__(self, rooms: Rooms, bot_pool: BotPool, randomness: Randomness) -> None:
        self.rooms = rooms
        self.bot_pool = bot_pool
        self.randomness = randomness
        self.most_open = MOST_OPEN

    async def open(self, wish: OpenTable, person: Person) -> Room:
        """Open a table, or raise Trouble."""
        kept = await self.new_table(wish, person)
        await self.rooms.store.insert_table(kept)
        return self.rooms.add_table(kept)

    async def new_table(self, wish: OpenTable, person: Person, before: Table | None = None) -> StoredTable:
        """Return the table that somebody asks for, or raise Trouble."""
        if not person.id:
            raise CommandError("nobody", "say who you are first")
        setup = self.wanted_setup(wish.game, wish.options)
        if before is None:
            holders = [wanted_chair(seat, person) for seat in wish.seats]
        else:
            # Who was forgotten cannot come along, so that somebody else may.
            holders = [SeatHolder() if is_gone(holder) else holder for holder in before.holders]
        if len(holders) > setup.players:
            raise CommandError(
                "malformed", f"{setup.game.title} is set up for {setup.players} players, not {len(holders)}"
            )
        holders = [*holders, *[SeatHolder()] * (setup.players - len(holders))]
        for holder in holders:
            await self.check_bot(holder.bot, setup)
        clock = wish.house.clock
        if not isinstance(clock, NoClock) and clock.out == "bot":
            await self.check_bot(clock.bot, setup)
        if await self.rooms.store.count_open_tables(person.id) >= self.most_open:
            raise CommandError(
                "too-many", f"you have opened {self.most_open} tables that are not over: play those first"
            )
        spec = TableSpec(
            setup=setup_to_data(setup),
            options=dict(wish.options),
            host=person.id,
            settings=wish.house,
            holders=tuple(holders),
            rematch_of=before.id if before else "",
        )
        return StoredTable(self.randomness.new_id(), self.rooms.clock(), spec, self.randomness.new_seed())

    def wanted_setup(self, game: str, options: dict[str, Any]) -> Setup:
        """Return the setup that somebody asks for."""
        given = {name: value for name, value in options.items() if value is not None}
        try:
            found = find_game(game)
            setup = found.setup_from(found.with_seeds(given, self.randomness.draw(NUM_SEEDS)))
        except TriangulumError as error:
            raise CommandError("malformed", str(error)) from None
        return shared_setup(encode(setup_to_data(setup)))

    async def check_bot(self, name: str | None, setup: Setup) -> None:
        """Refuse a bot that cannot play."""
        if not name:
            return
        try:
            await self.bot_pool.ready(name, setup)
        except TriangulumError as error:
            raise CommandError("malformed", str(error)) from None


def wanted_chair(wish: ask.SeatWish, person: Person) -> SeatHolder:
    """Return the chair that somebody asks for."""
    match wish:
        case ask.MySeat(name=name):
            return SeatHolder(people=(person.id,), name=permissions.check_person_name(name or person.name))
        case ask.BotSeat(bot=bot):
            return SeatHolder(bot=bot)
        case ask.InvitedSeat():
            return SeatHolder(invited=True)
    return SeatHolder()


def is_gone(holder: SeatHolder) -> bool:
    """Tell whether a seat is nobody's but that of somebody who was forgotten."""
    return bool(holder.people) and all(is_deleted_id(person) for person in holder.people)
