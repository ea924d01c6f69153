"""Tables that everybody has left: after a long while without anything happening they are taken away.

Only tables whose game is not over: one that nobody has begun, and one in the middle of which all have gone, later. A
finished game is somebody's record and stays for good. Who wants to be sure that a game ends opens it with a clock.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Final, NamedTuple

from sqlalchemy import Connection, delete, exists, select
from sqlalchemy.exc import SQLAlchemyError

from triangulum.server.ops.logs import error_location, log, log_event
from triangulum.server.runtime.rooms import Rooms
from triangulum.server.storage import schema
from triangulum.server.storage.dialects import keep_rows_out
from triangulum.table.events import Begun, encode

DAY: Final = 86_400.0
EVERY: Final = 3600.0
AT_ONCE: Final = 200
"""How many tables are taken away in one commit."""
BEGUN: Final = f"%{encode(Begun()).decode()}%"
"""What no name and nothing that is said can look like, since quotes in them are escaped."""


class ExpiryPolicy(NamedTuple):
    """How many days a table may lie still."""

    waiting: float = 60.0
    """If its game has not begun."""
    playing: float = 730.0
    """If it has."""


async def expire_on(rooms: Rooms, patience: ExpiryPolicy) -> None:
    """Take abandoned tables away, now and then."""
    while True:
        try:
            while await expire(rooms, patience) == AT_ONCE:
                pass
        except SQLAlchemyError as error:
            log.error("abandoned tables could not be taken away: %s", error_location(error))
        await asyncio.sleep(EVERY)


async def expire(rooms: Rooms, patience: ExpiryPolicy) -> int:
    """Take away tables at which nothing has happened for long and that nobody watches; return how many."""
    watched = [id for id, live in rooms.live.items() if live.watchers or live.lock.locked()]
    now = rooms.clock()
    gone = await rooms.store.run_transaction(lambda connection: taken_away(connection, now, patience, watched))
    for id in gone:
        rooms.take_out(id)
    if gone:
        log_event("tables-expired", tables=len(gone))
        await rooms.store.notify_tables_rewritten(gone)
    return len(gone)


def taken_away(connection: Connection, now: float, patience: ExpiryPolicy, watched: list[str]) -> list[str]:
    """Take tables away, and return which."""
    tables = schema.tables.c
    found = [id for id in abandoned(connection, now, patience) if id not in watched][:AT_ONCE]
    if not found:
        return []
    # Others write all the time, so it counts what there is when they cannot. Rows that come later find no table.
    keep_rows_out(connection)
    gone = abandoned(connection, now, patience, found)
    # The tables themselves first: whoever writes something else about one of them has done so then, or finds none.
    connection.execute(delete(schema.tables).where(tables.id.in_(gone)))
    for table in (schema.rows, schema.mutes, schema.sitting, schema.due):
        connection.execute(delete(table).where(table.c.table_id.in_(gone)))
    return gone


def abandoned(
    connection: Connection, now: float, patience: ExpiryPolicy, among: Sequence[str] | None = None
) -> list[str]:
    """Return tables at which nothing has happened for long, the oldest of all or those among some."""
    tables, rows = schema.tables.c, schema.rows.c
    chosen = select(tables.id).where(tables.over.is_(False))
    if among is not None:
        chosen = chosen.where(tables.id.in_(among))
    begun = exists().where(rows.table_id == tables.id, rows.deeds.like(BEGUN))
    found: list[str] = []
    for days, has_begun in ((patience.waiting, ~begun), (patience.playing, begun)):
        since = now - days * DAY
        lively = exists().where(rows.table_id == tables.id, rows.at >= since)
        still = chosen.where(tables.opened < since, ~lively, has_begun)
        found += connection.execute(still.order_by(tables.opened).limit(AT_ONCE)).scalars()
    return found
