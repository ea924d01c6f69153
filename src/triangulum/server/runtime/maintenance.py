"""What a server does now and then with its whole database: delete abandoned tables, and restore a backup when asked."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final

from sqlalchemy.exc import SQLAlchemyError

from triangulum.server.ops.logs import error_location, log, log_event
from triangulum.server.runtime.rooms import Rooms
from triangulum.server.storage.backup import find_restore_request, replace_with_backup, respond_to_request
from triangulum.server.storage.expiry import EXPIRY_BATCH, ExpiryPolicy, delete_abandoned_tables
from triangulum.server.storage.heartbeat import load_outages

EXPIRY_SECONDS: Final = 3600.0
"""Between searches for abandoned tables."""
REQUEST_SECONDS: Final = 2.0
"""Between looks whether a backup is to be restored."""


async def expire_tables_forever(rooms: Rooms, policy: ExpiryPolicy) -> None:
    """Delete abandoned tables every hour."""
    while True:
        try:
            while await expire_tables(rooms, policy) == EXPIRY_BATCH:
                pass
        except SQLAlchemyError as error:
            log.error("abandoned tables could not be deleted: %s", error_location(error))
        await asyncio.sleep(EXPIRY_SECONDS)


async def expire_tables(rooms: Rooms, policy: ExpiryPolicy) -> int:
    """Delete a batch of abandoned tables that nobody watches; return how many."""
    in_use = {table_id for table_id, room in rooms.loaded.items() if room.watchers or room.lock.locked()}
    now = rooms.clock()
    deleted = await rooms.store.run_transaction(
        lambda connection: delete_abandoned_tables(connection, now, policy, in_use)
    )
    for table_id in deleted:
        rooms.drop(table_id)
    if deleted:
        log_event("tables-expired", tables=len(deleted))
        await rooms.store.notify_tables_rewritten(deleted)
    return len(deleted)


async def restore_backups_forever(rooms: Rooms, close_sockets: Callable[[], Awaitable[None]]) -> None:
    """Restore a backup whenever somebody asks for it on the command line; only SQLite has such backups."""
    while not rooms.store.is_shared:
        await asyncio.sleep(REQUEST_SECONDS)
        try:
            await restore_backup_if_requested(rooms, close_sockets)
        except SQLAlchemyError as error:
            log.error("cannot find out whether a backup is to be restored: %s", error_location(error))


async def restore_backup_if_requested(rooms: Rooms, close_sockets: Callable[[], Awaitable[None]]) -> bool:
    """Restore a backup if somebody has asked for it, and respond; return whether somebody had."""
    file = await rooms.store.run_query(find_restore_request)
    if file is None:
        return False
    problem = await try_restore_in_rooms(rooms, file, close_sockets)
    await rooms.store.run_transaction(lambda connection: respond_to_request(connection, problem))
    log_event("not-restored" if problem else "restored")
    return True


async def try_restore_in_rooms(rooms: Rooms, file: Path, close_sockets: Callable[[], Awaitable[None]]) -> str:
    """Replace the database with a backup while no table can change; return what went wrong, or an empty string."""
    rooms.is_closing = True
    # Bots and flags have to wait, too: their moves would follow entries that are gone.
    rooms.is_sealed = True
    problem = ""
    try:
        await rooms.wait_for_commands()
        await rooms.store.run_transaction(lambda connection: replace_with_backup(connection, file))
        rooms.reset(await rooms.store.run_query(load_outages))
        await close_sockets()
    except (SQLAlchemyError, sqlite3.Error, OSError) as error:
        problem = type(error).__name__
    finally:
        rooms.is_closing = rooms.is_sealed = False
    for room in rooms.loaded.values():
        rooms.room_changed.emit(room)
    return problem
