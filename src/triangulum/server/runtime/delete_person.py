"""Deleting a person on a running server; their games stay, without their name.

The person first leaves every table that isn't over. Then everything that is stored is rewritten, and tables in memory
are read again. Whatever the person sends meanwhile is deleted, too.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sqlalchemy import Connection

from triangulum.server.identity.accounts import Accounts
from triangulum.server.identity.privacy import (
    ANONYMOUS_NAME,
    anonymize_person,
    find_tables_about,
    new_deleted_id,
)
from triangulum.server.ops.logs import log_event
from triangulum.server.runtime.commands import CommandHandler
from triangulum.server.runtime.rooms import Rooms
from triangulum.server.storage.ids import random_id
from triangulum.table import commands as ask
from triangulum.table.messages import CommandError
from triangulum.table.people import Person


async def delete_person(
    commands: CommandHandler, accounts: Accounts, person: Person, disconnect_people: Callable[[set[str]], None]
) -> None:
    """Delete a person and their account; ``disconnect_people`` closes the sockets by which they could go on."""
    rooms = commands.rooms
    person_ids = set(await accounts.list_person_ids(person))
    disconnect_people(person_ids)
    for table_id in await accounts.list_table_ids(sorted(person_ids), over=False):
        await leave_all_seats_at_table(commands, table_id, person_ids)
    account = await accounts.load_own_account(person) if person.session else None
    deleted_id = new_deleted_id()
    now = rooms.clock()

    def write(connection: Connection) -> list[str]:
        rooms.store.notify_people_changed(connection, person_ids)
        return anonymize_person(connection, person_ids, deleted_id, now, account)

    changed_tables = await rooms.store.run_transaction(write)
    accounts.session_cache.clear()
    disconnect_people(person_ids)
    log_event("forgotten")
    await erase_late_traces(rooms, person_ids, deleted_id, changed_tables)


async def leave_all_seats_at_table(commands: CommandHandler, table_id: str, person_ids: set[str]) -> None:
    """Leave all seats that a person holds at a table."""
    room = await commands.rooms.find(table_id)
    for person_id in person_ids:
        for seat in room.table.seats_held_by(person_id):
            leave = ask.Leave(id=f"leave-{random_id()}", seat=seat)
            try:
                await commands.run(table_id, leave, Person(person_id, ANONYMOUS_NAME))
            except CommandError as error:
                # The game has ended meanwhile, or the seat was left under another id of the same person.
                if error.reason not in ("not-now", "not-allowed"):
                    raise


async def erase_late_traces(
    rooms: Rooms, person_ids: set[str], deleted_id: str, changed_tables: Sequence[str] = ()
) -> None:
    """Erase what a deleted person did in this process before it knew; then read all changed tables again."""
    # Commands that were under way are stored when this returns.
    await rooms.wait_for_commands()
    late_tables = await rooms.store.run_query(lambda connection: find_tables_about(connection, person_ids))
    if late_tables:
        now = rooms.clock()
        await rooms.store.run_transaction(lambda connection: anonymize_person(connection, person_ids, deleted_id, now))
    all_changed = list(dict.fromkeys([*changed_tables, *late_tables]))
    for table_id in all_changed:
        await rooms.reload(table_id)
    await rooms.store.notify_tables_rewritten(all_changed)
