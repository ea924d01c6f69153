"""What is stored about a person: exporting it, and deleting it.

Games stay, because they belong to the other players, too. In everything that is stored, a deleted person's names become
*somebody*, their chat messages disappear, and their ids become one new id that occurs nowhere else, so that the ratings
of others come out the same. ``runtime/delete_person.py`` does that on a running server.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

import msgspec
from sqlalchemy import Connection, delete, func, insert, or_, select, update

from triangulum.record.history import SeatChanged
from triangulum.server.identity.account_messages import AccountInfo, Export, PastTable, Remark
from triangulum.server.identity.accounts import Account, Accounts, insert_claims
from triangulum.server.storage import schema
from triangulum.server.storage.event_store import load_log
from triangulum.server.storage.ids import random_id
from triangulum.table.events import (
    AnyTableEvent,
    LogEntry,
    LotDrawn,
    Said,
    Seated,
    SeatHolder,
    TableSpec,
    decode_spec,
    encode,
)
from triangulum.table.people import Person

DELETED_PREFIX = "gone-"
"""Starts the id that a deleted person has become, by which nobody comes back."""
ANONYMOUS_NAME = "somebody"
REMOVED_TEXT = "(removed)"


# Exporting.


async def load_account_summary(accounts: Accounts, account: Account) -> AccountInfo:
    """Return what the owner of an account is shown of it."""

    def query(connection: Connection) -> tuple[int, int]:
        codes = select(func.count()).where(schema.recovery_codes.c.account_id == account.id)
        sessions = select(func.count()).where(schema.sessions.c.account_id == account.id)
        return connection.execute(codes).scalar_one(), connection.execute(sessions).scalar_one()

    num_codes, num_sessions = await accounts.store.run_query(query)
    return AccountInfo(name=account.name, made=account.created_at, codes_left=num_codes, sessions=num_sessions)


async def export_person(accounts: Accounts, person: Person) -> Export:
    """Return everything that is stored about a person."""
    account = await accounts.load_own_account(person) if person.session else None
    person_ids = set(await accounts.list_person_ids(person))
    tables = await accounts.store.run_query(
        lambda connection: [
            export_table(connection, table_id, person_ids) for table_id in find_tables_about(connection, person_ids)
        ]
    )
    info = None if account is None else await load_account_summary(accounts, account)
    return Export(name=person.name, account=info, tables=tuple(tables))


def find_tables_about(connection: Connection, person_ids: Collection[str]) -> list[str]:
    """Return the ids of tables at which a person has sat or sent any command, the oldest first."""
    tables, log, participants = schema.tables.c, schema.log.c, schema.participants.c
    joined = select(participants.table_id).where(participants.person_id.in_(person_ids))
    acted = select(log.table_id).where(log.person_id.in_(person_ids))
    is_about = or_(tables.id.in_(joined), tables.id.in_(acted), tables.host_id.in_(person_ids))
    statement = select(tables.id).where(is_about).order_by(tables.opened_at, tables.id)
    return list(connection.execute(statement).scalars())


def export_table(connection: Connection, table_id: str, person_ids: set[str]) -> PastTable:
    """Return a table with a person's names and chat messages there."""
    row: Any = connection.execute(select(schema.tables).where(schema.tables.c.id == table_id)).one()
    spec = decode_spec(row.spec)
    names = find_names(enumerate(spec.holders), person_ids)
    remarks = []
    for entry in load_log(connection, table_id):
        for event in entry.events:
            match event:
                case Seated(seat=seat, holder=holder):
                    names |= find_names([(seat, holder)], person_ids)
                case LotDrawn(first=first):
                    names = {str((int(seat) - first) % len(spec.holders)): name for seat, name in names.items()}
                case Said(person=person_id, text=text) if person_id in person_ids:
                    remarks.append(Remark(at=entry.at, text=text))
                case _:
                    pass
    return PastTable(
        id=table_id,
        game=row.game,
        opened=row.opened_at,
        over=row.over,
        host=spec.host in person_ids,
        names=names,
        said=tuple(remarks),
        record=f"/api/tables/{table_id}/record",
    )


def find_names(holders: Iterable[tuple[int, SeatHolder]], person_ids: set[str]) -> dict[str, str]:
    """Return a person's names, by seat."""
    return {str(seat): holder.name for seat, holder in holders if person_ids & set(holder.people)}


# Deleting.


def new_deleted_id() -> str:
    """Return a new id for a person who is deleted."""
    return f"{DELETED_PREFIX}{random_id()}"


def is_deleted_id(person_id: str) -> bool:
    """Return whether an id is that of a deleted person."""
    return person_id.startswith(DELETED_PREFIX)


def anonymize_person(
    connection: Connection, person_ids: set[str], deleted_id: str, now: float, account: Account | None = None
) -> list[str]:
    """Replace a person by an anonymous id in everything that is stored; return the ids of the tables that changed."""
    table_ids = find_tables_about(connection, person_ids)
    for table_id in table_ids:
        anonymize_table(connection, table_id, person_ids, deleted_id)
    anonymize_results(connection, table_ids, person_ids, deleted_id)
    anonymize_participants(connection, person_ids, deleted_id)
    connection.execute(delete(schema.mutes).where(schema.mutes.c.person_id.in_(person_ids)))
    for owned in (schema.claimed_guests, schema.sessions, schema.recovery_codes):
        connection.execute(delete(owned).where(owned.c.account_id.in_(person_ids)))
    if account is not None:
        empty = {"id": deleted_id, "name": None, "folded_name": None, "password_hash": "", "deleted_at": now}
        connection.execute(update(schema.accounts).where(schema.accounts.c.id == account.id).values(empty))
    # Cookies that are still in a browser are not valid any more.
    insert_claims(connection, person_ids, deleted_id, now)
    return table_ids


def anonymize_results(connection: Connection, table_ids: list[str], person_ids: set[str], deleted_id: str) -> None:
    """Replace a person's ids in the results of tables."""
    results = schema.results.c
    for row in connection.execute(select(schema.results).where(results.table_id.in_(table_ids))).all():
        places = row.places
        for person_id in person_ids:
            places = places.replace(encode(person_id).decode(), encode(deleted_id).decode())
        connection.execute(update(schema.results).where(results.table_id == row.table_id).values(places=places))


def anonymize_participants(connection: Connection, person_ids: set[str], deleted_id: str) -> None:
    """Replace a person's ids in the lists of tables' participants."""
    participants = schema.participants.c
    joined = select(participants.table_id)
    table_ids = set(connection.execute(joined.where(participants.person_id.in_(person_ids))).scalars())
    connection.execute(delete(schema.participants).where(participants.person_id.in_(person_ids)))
    table_ids -= set(connection.execute(joined.where(participants.person_id == deleted_id)).scalars())
    if table_ids:
        values = [{"person_id": deleted_id, "table_id": table_id} for table_id in sorted(table_ids)]
        connection.execute(insert(schema.participants), values)


def anonymize_table(connection: Connection, table_id: str, person_ids: set[str], deleted_id: str) -> None:
    """Replace a person in the spec and the log of a table."""
    tables, log = schema.tables.c, schema.log.c
    stored_spec = connection.execute(select(tables.spec).where(tables.id == table_id)).scalar_one()
    spec = anonymize_spec(decode_spec(stored_spec), person_ids, deleted_id)
    values = {"spec": encode(spec).decode(), "host_id": spec.host}
    connection.execute(update(schema.tables).where(tables.id == table_id).values(values))
    for entry in load_log(connection, table_id):
        anonymous = anonymize_entry(entry, person_ids, deleted_id)
        if anonymous != entry:
            values = {"events": encode(anonymous.events).decode(), "person_id": anonymous.person}
            same = (log.table_id == table_id) & (log.number == entry.number)
            connection.execute(update(schema.log).where(same).values(values))


def anonymize_spec(spec: TableSpec, person_ids: set[str], deleted_id: str) -> TableSpec:
    """Return a table's spec without a person."""
    holders = tuple(anonymize_holder(holder, person_ids, deleted_id) for holder in spec.holders)
    host = deleted_id if spec.host in person_ids else spec.host
    return msgspec.structs.replace(spec, host=host, holders=holders)


def anonymize_entry(entry: LogEntry, person_ids: set[str], deleted_id: str) -> LogEntry:
    """Return a log entry without a person."""
    person_id = deleted_id if entry.person in person_ids else entry.person
    events = anonymize_events(entry.events, person_ids, deleted_id)
    return msgspec.structs.replace(entry, person=person_id, events=events)


def anonymize_holder(holder: SeatHolder, person_ids: set[str], deleted_id: str) -> SeatHolder:
    """Return the holder of a seat without a person."""
    if not person_ids & set(holder.people):
        return holder
    people = dict.fromkeys(deleted_id if person_id in person_ids else person_id for person_id in holder.people)
    return msgspec.structs.replace(holder, people=tuple(people), name=ANONYMOUS_NAME)


def anonymize_events(
    events: tuple[AnyTableEvent, ...], person_ids: set[str], deleted_id: str
) -> tuple[AnyTableEvent, ...]:
    """Return the events of one log entry without a person."""
    anonymous: list[AnyTableEvent] = []
    seated: SeatHolder | None = None
    for event in events:
        match event:
            case Seated(seat=seat, holder=holder):
                seated = holder
                anonymous.append(Seated(seat, anonymize_holder(holder, person_ids, deleted_id)))
            case SeatChanged(seat=seat) if seated is not None and not seated.bot and person_ids & set(seated.people):
                anonymous.append(SeatChanged(seat, ANONYMOUS_NAME))
            case Said(person=person_id, seat=seat) if person_id in person_ids:
                anonymous.append(Said(deleted_id, ANONYMOUS_NAME, seat, REMOVED_TEXT))
            case _:
                anonymous.append(event)
    return tuple(anonymous)


def find_deleted_people(connection: Connection, person_ids: Collection[str]) -> dict[str, set[str]]:
    """Return which of these ids are those of deleted people, by the id that each person has become."""
    guests = schema.claimed_guests.c
    statement = select(guests.guest_id, guests.account_id).where(
        guests.guest_id.in_(person_ids), guests.account_id.startswith(DELETED_PREFIX)
    )
    former_ids: dict[str, set[str]] = {}
    for person_id, deleted_id in connection.execute(statement):
        former_ids.setdefault(deleted_id, set()).add(person_id)
    return former_ids
