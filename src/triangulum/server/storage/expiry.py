"""Deleting abandoned tables: those at which nothing has happened for long and whose game isn't over.

A table that nobody has started expires sooner than a game that everybody has left. A finished game is somebody's record
and stays. To be sure that a game ends, open its table with a clock.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final, NamedTuple

from sqlalchemy import Connection, delete, exists, select

from triangulum.server.storage import schema
from triangulum.server.storage.dialects import block_log_writes
from triangulum.table.events import Begun, encode

DAY: Final = 86_400.0
EXPIRY_BATCH: Final = 200
"""How many tables are deleted in one commit."""
BEGUN_PATTERN: Final = f"%{encode(Begun()).decode()}%"
"""Matches the log entry with which a game began. No name or chat message can look like this: its quotes are escaped."""


class ExpiryPolicy(NamedTuple):
    """After how many quiet days a table is abandoned."""

    waiting_days: float = 60.0
    """Before its game has begun."""
    playing_days: float = 730.0
    """During its game."""


def delete_abandoned_tables(
    connection: Connection, now: float, policy: ExpiryPolicy, exempt: Collection[str] = ()
) -> list[str]:
    """Delete a batch of abandoned tables, except some; return their ids."""
    candidates = [table_id for table_id in find_abandoned(connection, now, policy) if table_id not in exempt]
    if not candidates:
        return []
    # Other processes write all the time, so look again when they can't. Entries that come later find no table.
    block_log_writes(connection)
    abandoned = find_abandoned(connection, now, policy, candidates[:EXPIRY_BATCH])
    # The tables first: that waits for everybody who is writing about one of them, and whoever comes later finds none.
    connection.execute(delete(schema.tables).where(schema.tables.c.id.in_(abandoned)))
    for related in (schema.log, schema.mutes, schema.participants, schema.jobs):
        connection.execute(delete(related).where(related.c.table_id.in_(abandoned)))
    return abandoned


def find_abandoned(
    connection: Connection, now: float, policy: ExpiryPolicy, among: Collection[str] | None = None
) -> list[str]:
    """Return the ids of abandoned tables, the oldest first; all of those in ``among``, or as many as make a batch."""
    tables, log = schema.tables.c, schema.log.c
    unfinished = select(tables.id).where(tables.over.is_(False))
    if among is not None:
        unfinished = unfinished.where(tables.id.in_(among))
    has_begun = exists().where(log.table_id == tables.id, log.events.like(BEGUN_PATTERN))
    abandoned: list[str] = []
    for days, phase in ((policy.waiting_days, ~has_begun), (policy.playing_days, has_begun)):
        since = now - days * DAY
        is_active = exists().where(log.table_id == tables.id, log.at >= since)
        quiet = unfinished.where(tables.opened_at < since, ~is_active, phase)
        abandoned += connection.execute(quiet.order_by(tables.opened_at).limit(EXPIRY_BATCH)).scalars()
    return abandoned
