"""New tables: what somebody wishes for, and the table that it becomes."""

from __future__ import annotations

from typing import Any

from triangulum.core.options import NUM_SEEDS
from triangulum.core.registry import game as find_game
from triangulum.core.state import Setup
from triangulum.errors import TriangulumError
from triangulum.record.record import setup_to_data
from triangulum.server.identity.guests import GONE, Person
from triangulum.server.runtime.bot_pool import Thinkers
from triangulum.server.runtime.randomness import Luck
from triangulum.server.runtime.room import Live
from triangulum.server.runtime.rooms import Lobby, shared_setup
from triangulum.server.storage.event_store import KeptTable
from triangulum.table import messages as ask
from triangulum.table import permissions
from triangulum.table.events import Chair, NoClock, Opening, encode
from triangulum.table.messages import OpenTable, Trouble
from triangulum.table.table import Table

MOST_OPEN = 200
"""How many tables that are not over one person may have opened."""


class Openings:
    """Opens tables in a lobby."""

    def __init__(self, lobby: Lobby, thinkers: Thinkers, luck: Luck) -> None:
        self.lobby = lobby
        self.thinkers = thinkers
        self.luck = luck
        self.most_open = MOST_OPEN

    async def open(self, wish: OpenTable, person: Person) -> Live:
        """Open a table, or raise Trouble."""
        kept = await self.new_table(wish, person)
        await self.lobby.store.open_table(kept)
        return self.lobby.admit(kept)

    async def new_table(self, wish: OpenTable, person: Person, before: Table | None = None) -> KeptTable:
        """Return the table that somebody asks for, or raise Trouble."""
        if not person.id:
            raise Trouble("nobody", "say who you are first")
        setup = self.wanted_setup(wish.game, wish.options)
        if before is None:
            chairs = [wanted_chair(seat, person) for seat in wish.seats]
        else:
            # Who was forgotten cannot come along, so that somebody else may.
            chairs = [Chair() if is_gone(chair) else chair for chair in before.chairs]
        if len(chairs) > setup.players:
            raise Trouble("malformed", f"{setup.game.title} is set up for {setup.players} players, not {len(chairs)}")
        chairs = [*chairs, *[Chair()] * (setup.players - len(chairs))]
        for chair in chairs:
            await self.check_bot(chair.bot, setup)
        clock = wish.house.clock
        if not isinstance(clock, NoClock) and clock.out == "bot":
            await self.check_bot(clock.bot, setup)
        if await self.lobby.store.open_tables(person.id) >= self.most_open:
            raise Trouble("too-many", f"you have opened {self.most_open} tables that are not over: play those first")
        opening = Opening(
            setup=setup_to_data(setup),
            chosen=dict(wish.options),
            host=person.id,
            house=wish.house,
            chairs=tuple(chairs),
            before=before.id if before else "",
        )
        return KeptTable(self.luck.new_id(), self.lobby.clock(), opening, self.luck.new_seed())

    def wanted_setup(self, game: str, options: dict[str, Any]) -> Setup:
        """Return the setup that somebody asks for."""
        given = {name: value for name, value in options.items() if value is not None}
        try:
            found = find_game(game)
            setup = found.setup_from(found.with_seeds(given, self.luck.draw(NUM_SEEDS)))
        except TriangulumError as error:
            raise Trouble("malformed", str(error)) from None
        return shared_setup(encode(setup_to_data(setup)))

    async def check_bot(self, name: str | None, setup: Setup) -> None:
        """Refuse a bot that cannot play."""
        if not name:
            return
        try:
            await self.thinkers.ready(name, setup)
        except TriangulumError as error:
            raise Trouble("malformed", str(error)) from None


def wanted_chair(wish: ask.SeatWish, person: Person) -> Chair:
    """Return the chair that somebody asks for."""
    match wish:
        case ask.MySeat(name=name):
            return Chair(people=(person.id,), name=permissions.seat_name(name or person.name))
        case ask.BotSeat(bot=bot):
            return Chair(bot=bot)
        case ask.InvitedSeat():
            return Chair(invited=True)
    return Chair()


def is_gone(chair: Chair) -> bool:
    """Tell whether a seat is nobody's but that of somebody who was forgotten."""
    return bool(chair.people) and all(person.startswith(GONE) for person in chair.people)
