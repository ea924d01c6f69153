"""Opening tables: from a request to the spec of a new table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from triangulum.core.options import NUM_SEEDS
from triangulum.core.registry import game as find_game
from triangulum.core.state import Setup
from triangulum.errors import TriangulumError
from triangulum.record.record import setup_to_data
from triangulum.table import commands as ask
from triangulum.table import permissions
from triangulum.table.commands import OpenTable
from triangulum.table.events import NoClock, SeatHolder, TableSpec
from triangulum.table.messages import CommandError
from triangulum.table.people import Person
from triangulum.table.sentences import message


def build_spec(request: OpenTable, host: Person, draw_seed: Callable[[int], int]) -> TableSpec:
    """Return the spec of the table that a person asks for, or raise CommandError."""
    holders = [build_holder(seat, host) for seat in request.seats]
    return build_spec_with_holders(request, host, holders, draw_seed)


def build_spec_with_holders(
    request: OpenTable,
    host: Person,
    holders: list[SeatHolder],
    draw_seed: Callable[[int], int],
    rematch_of: str = "",
) -> TableSpec:
    """Return the spec of a table for these seat holders; any further seats are for anybody."""
    setup = build_setup(request.game, request.options, draw_seed)
    if len(holders) > setup.players:
        raise CommandError("malformed", message("too-many-seats", players=int(setup.players), seats=len(holders)))
    empty = [SeatHolder()] * (setup.players - len(holders))
    return TableSpec(
        setup=setup_to_data(setup),
        options=dict(request.options),
        host=host.id,
        settings=request.settings,
        holders=(*holders, *empty),
        lot=request.lot,
        rematch_of=rematch_of,
    )


def build_setup(game_id: str, options: dict[str, Any], draw_seed: Callable[[int], int]) -> Setup:
    """Return the setup of a game; what is drawn for each game, such as a sky, comes from ``draw_seed``."""
    chosen = {name: value for name, value in options.items() if value is not None}
    try:
        game = find_game(game_id)
        return game.setup_from(game.with_seeds(chosen, draw_seed(NUM_SEEDS)))
    except TriangulumError as error:
        raise CommandError("malformed", error.text) from None


def build_holder(seat: ask.SeatRequest, host: Person) -> SeatHolder:
    """Return the holder that a request names for a seat."""
    match seat:
        case ask.MySeat(name=name):
            return SeatHolder(people=(host.id,), name=permissions.check_person_name_is_allowed(name or host.name))
        case ask.BotSeat(bot=bot):
            return SeatHolder(bot=bot)
        case ask.InvitedSeat():
            return SeatHolder(invited=True)
    return SeatHolder()


def list_needed_bots(spec: TableSpec) -> set[str]:
    """Return the bots that a table may need: those in seats, and the one that plays on when time runs out."""
    names = {holder.bot for holder in spec.holders if holder.bot}
    clock = spec.settings.clock
    if not isinstance(clock, NoClock) and clock.out == "bot":
        names.add(clock.bot)
    return names
