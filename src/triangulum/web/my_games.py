"""The tables at which somebody sits, so that they can go on."""

from __future__ import annotations

from typing import Any

from litestar import Request, get

from triangulum.server.http.context import SiteDependency
from triangulum.server.http.errors import refusals
from triangulum.table import presenter
from triangulum.table.messages import TableLine

MOST = 20
"""How many tables are listed."""
LOOKED_AT = 60
"""How many tables are looked at for them; at some of these one may have got up."""


class MyTable(TableLine, frozen=True, kw_only=True):
    """A table at which one sits."""

    yours: bool
    """Whether it is one's own turn."""


@get("/me/going-on", responses=refusals(503), operation_id="goingOn", summary="The games that I can go on with")
async def going_on(site: SiteDependency, request: Request[Any, Any, Any]) -> list[MyTable]:
    """Return the tables that are not over and at which one has a seat; first those where it is one's turn."""
    person = site.person(request)
    if not person.id:
        return []
    found: list[MyTable] = []
    for id in await site.accounts.list_table_ids(
        await site.accounts.list_person_ids(person), over=False, limit=LOOKED_AT
    ):
        live = await site.rooms.find(id)
        table = live.table
        seats = table.seats_held_by(person.id)
        if not seats:
            continue
        found.append(
            MyTable(
                id=id,
                game=table.spec.setup.game,
                title=table.setup.game.title,
                phase=table.phase,
                seats=tuple(presenter.seat_info(table, seat, live.people) for seat in range(len(table.holders))),
                opened=live.opened_at,
                yours=table.mover in seats and not table.bot_to_move,
            )
        )
    return sorted(found, key=lambda table: not table.yours)[:MOST]
