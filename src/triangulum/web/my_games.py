"""The route that lists the games one can continue, for the front page."""

from __future__ import annotations

import msgspec
from litestar import get

from triangulum.server.http.context import HttpRequest, SiteDependency, build_table_summary
from triangulum.server.http.errors import document_refusals
from triangulum.table.messages import TableSummary

MAX_LISTED_TABLES = 20
MAX_EXAMINED_TABLES = 60
"""How many tables are looked through for them; one may have left some of these."""


class MyTable(TableSummary, frozen=True, kw_only=True):
    """A table at which one has a seat."""

    yours: bool
    """Whether it's one's own turn."""


@get(
    "/me/going-on",
    responses=document_refusals(503),
    operation_id="listMyGames",
    summary="List the games I can continue",
)
async def list_my_games(site: SiteDependency, request: HttpRequest) -> list[MyTable]:
    """Return the tables at which you have a seat and whose game isn't over; first those where it's your turn."""
    person = site.requester(request)
    if not person.id:
        return []
    person_ids = await site.accounts.list_person_ids(person)
    tables: list[MyTable] = []
    for table_id in await site.accounts.list_table_ids(person_ids, over=False, limit=MAX_EXAMINED_TABLES):
        room = await site.rooms.find(table_id)
        seats = room.table.seats_held_by(person.id)
        if seats:
            is_own_turn = room.table.mover in seats and not room.table.bot_to_move
            tables.append(
                MyTable(**msgspec.structs.asdict(build_table_summary(room, site.language(request))), yours=is_own_turn)
            )
    return sorted(tables, key=lambda table: not table.yours)[:MAX_LISTED_TABLES]
