"""What is kept about a person, as one document; and how to forget it.

Games stay, since they are others' games, too. Whoever is forgotten gets up from every table that is not over, as by
``leave``. Then, in everything that is kept, their names become *somebody*, what they said is gone, and their ids become
one new id that nothing else knows, so that others' ratings still come out the same.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, delete, func, insert, or_, select, update

from triangulum.record.history import SeatChanged
from triangulum.server.identity.account_messages import AccountInfo, Export, PastTable, Remark
from triangulum.server.identity.accounts import Account, Accounts, claim
from triangulum.server.identity.guests import GONE
from triangulum.server.storage.ids import random_id
from triangulum.server.ops.logs import log_event
from triangulum.server.storage import schema
from triangulum.table import messages as ask
from triangulum.table.events import (
    AnyTableEvent,
    Said,
    Seated,
    SeatHolder,
    TableSpec,
    decode_events,
    decode_spec,
    encode,
)
from triangulum.table.messages import CommandError
from triangulum.table.people import Person

SOMEBODY = "somebody"
UNSAID = "(removed)"


async def account_info(accounts: Accounts, account: Account) -> AccountInfo:
    """Return what somebody is told of their own account."""

    def ask_both(connection: Connection) -> tuple[int, int]:
        codes = select(func.count()).where(schema.codes.c.account == account.id)
        sessions = select(func.count()).where(schema.sessions.c.account == account.id)
        return connection.execute(codes).scalar_one(), connection.execute(sessions).scalar_one()

    codes, sessions = await accounts.store.run_query(ask_both)
    return AccountInfo(name=account.name, made=account.made, codes_left=codes, sessions=sessions)


async def export(accounts: Accounts, person: Person) -> Export:
    """Return everything that is kept about somebody."""
    account = await accounts.load_own_account(person) if person.session else None
    ids = await accounts.list_person_ids(person)
    tables = await accounts.store.run_query(lambda connection: past_tables(connection, set(ids)))
    info = None if account is None else await account_info(accounts, account)
    return Export(name=person.name, account=info, tables=tuple(tables))


def tables_about(connection: Connection, ids: set[str]) -> list[str]:
    """Return the tables at which somebody has sat, talked or done anything else, oldest first."""
    tables, there = schema.tables.c, schema.rows.c
    sat = select(schema.sitting.c.table_id).where(schema.sitting.c.person.in_(ids))
    acted = select(there.table_id).where(there.person.in_(ids))
    about = or_(tables.id.in_(sat), tables.id.in_(acted), tables.host.in_(ids))
    return list(connection.execute(select(tables.id).where(about).order_by(tables.opened, tables.id)).scalars())


def past_tables(connection: Connection, ids: set[str]) -> list[PastTable]:
    """Return the tables of somebody, with what they were called and have said there."""
    found = []
    for id in tables_about(connection, ids):
        table: Any = connection.execute(select(schema.tables).where(schema.tables.c.id == id)).one()
        rows = connection.execute(select(schema.rows).where(schema.rows.c.table_id == id).order_by("number")).all()
        opening = decode_spec(table.spec)
        names = names_in(enumerate(spec.holders), ids)
        said = []
        for row in rows:
            deeds = decode_events(row.deeds)
            names |= names_in(((deed.seat, deed.holder) for deed in deeds if isinstance(deed, Seated)), ids)
            words = [deed.text for deed in deeds if isinstance(deed, Said) and deed.person in ids]
            said += [Remark(at=row.at, text=text) for text in words]
        found.append(
            PastTable(
                id=id,
                game=table.game,
                opened=table.opened,
                over=table.over,
                host=spec.host in ids,
                names=names,
                said=tuple(said),
                record=f"/api/tables/{id}/record",
            )
        )
    return found


def names_in(holders: Iterable[tuple[int, SeatHolder]], ids: set[str]) -> dict[str, str]:
    """Return what somebody is called in chairs, by seat."""
    return {str(seat): holder.name for seat, holder in holders if ids & set(holder.people)}


# --- forgetting


async def forget(accounts: Accounts, person: Person, show_out: Callable[[set[str]], None]) -> None:
    """Delete everything about somebody; games stay. Whatever they still do meanwhile is deleted, too.

    ``show_out`` closes the sockets of ids, by which they could go on.
    """
    ids = set(await accounts.list_person_ids(person))
    show_out(ids)
    for id in await accounts.list_table_ids(sorted(ids), over=False):
        await get_up(accounts, id, ids)
    account = await accounts.load_own_account(person) if person.session else None
    gone = f"{GONE}{random_id()}"
    now = accounts.rooms.clock()

    def write(connection: Connection) -> list[str]:
        accounts.store.tell_of_people(connection, ids)
        return rewrite(connection, ids, gone, account, now)

    touched = await accounts.store.run_transaction(write)
    accounts.session_cache.clear()
    show_out(ids)
    log_event("forgotten")
    await erase_late_traces(accounts, ids, gone, touched)


async def erase_late_traces(accounts: Accounts, ids: set[str], gone: str, touched: Sequence[str] = ()) -> None:
    """Forget also what somebody has done here before it was known that they are gone; then read all tables again."""
    # What had been sent by then is kept when this is over.
    await accounts.rooms.at_rest()
    left = await accounts.store.run_query(lambda connection: tables_about(connection, ids))
    if left:
        now = accounts.rooms.clock()
        await accounts.store.run_transaction(lambda connection: rewrite(connection, ids, gone, None, now))
    touched = list(dict.fromkeys([*touched, *left]))
    for id in touched:
        await accounts.rooms.read_again(id)
    await accounts.store.notify_tables_rewritten(touched)


def find_deleted_people(connection: Connection, ids: Collection[str]) -> dict[str, set[str]]:
    """Return who of these was forgotten: ids by the one id that they have become."""
    claimed = schema.claimed.c
    chosen = select(claimed.guest, claimed.account).where(claimed.guest.in_(ids), claimed.account.startswith(GONE))
    found: dict[str, set[str]] = {}
    for id, gone in connection.execute(chosen):
        found.setdefault(gone, set()).add(id)
    return found


async def get_up(accounts: Accounts, table: str, ids: set[str]) -> None:
    """Leave all seats of a table."""
    live = await accounts.rooms.find(table)
    for id in ids:
        for seat in live.table.seats_held_by(id):
            try:
                await accounts.commands.command(
                    table, ask.Leave(id=f"leave-{random_id()}", seat=seat), Person(id, SOMEBODY)
                )
            except CommandError as trouble:
                # The game has ended in the meantime, or the other guest that they were has left the seat.
                if trouble.reason not in ("not-now", "not-allowed"):
                    raise


def rewrite(connection: Connection, ids: set[str], gone: str, account: Account | None, now: float) -> list[str]:
    """Make somebody nobody in everything that is kept; return the tables that are concerned."""
    tables = tables_about(connection, ids)
    for id in tables:
        rewrite_table(connection, id, ids, gone)
    for result in connection.execute(select(schema.results).where(schema.results.c.table_id.in_(tables))).all():
        places = result.places
        for one in ids:
            places = places.replace(encode(one).decode(), encode(gone).decode())
        mine = schema.results.c.table_id == result.table_id
        connection.execute(update(schema.results).where(mine).values(places=places))
    sat = schema.sitting.c
    at = set(connection.execute(select(sat.table_id).where(sat.person.in_(ids))).scalars())
    connection.execute(delete(schema.sitting).where(sat.person.in_(ids)))
    at -= set(connection.execute(select(sat.table_id).where(sat.person == gone)).scalars())
    if at:
        connection.execute(insert(schema.sitting), [{"person": gone, "table_id": id} for id in sorted(at)])
    connection.execute(delete(schema.mutes).where(schema.mutes.c.person.in_(ids)))
    connection.execute(delete(schema.claimed).where(schema.claimed.c.account.in_(ids)))
    connection.execute(delete(schema.sessions).where(schema.sessions.c.account.in_(ids)))
    connection.execute(delete(schema.codes).where(schema.codes.c.account.in_(ids)))
    if account is not None:
        nothing = {"id": gone, "name": None, "folded": None, "password": "", "gone": now}
        connection.execute(update(schema.accounts).where(schema.accounts.c.id == account.id).values(nothing))
    # Cookies of theirs that are still about are nobody's.
    claim(connection, ids, gone, now)
    return tables


def rewrite_table(connection: Connection, id: str, ids: set[str], gone: str) -> None:
    """Make somebody nobody in one table's opening and rows."""
    this = schema.tables.c.id == id
    opening = anonymous_opening(
        decode_spec(connection.execute(select(schema.tables.c.spec).where(this)).scalar_one()), ids, gone
    )
    values = {"opening": encode(opening).decode(), "host": spec.host}
    connection.execute(update(schema.tables).where(this).values(values))
    there = schema.rows.c
    for row in connection.execute(select(schema.rows).where(there.table_id == id)).all():
        deeds = encode(anonymous_deeds(decode_events(row.deeds), ids, gone)).decode()
        person = gone if row.person in ids else row.person
        if (deeds, person) != (row.deeds, row.person):
            same = (there.table_id == id) & (there.number == row.number)
            connection.execute(update(schema.rows).where(same).values(deeds=deeds, person=person))


def anonymous_opening(spec: TableSpec, ids: set[str], gone: str) -> TableSpec:
    """Return an opening in which somebody is nobody."""
    holders = tuple(anonymous_chair(holder, ids, gone) for holder in spec.holders)
    return msgspec.structs.replace(opening, host=gone if spec.host in ids else spec.host, holders=holders)


def anonymous_chair(holder: SeatHolder, ids: set[str], gone: str) -> SeatHolder:
    """Return a chair in which somebody is nobody."""
    if not ids & set(holder.people):
        return holder
    people = dict.fromkeys(gone if person in ids else person for person in holder.people)
    return msgspec.structs.replace(holder, people=tuple(people), name=SOMEBODY)


def anonymous_deeds(deeds: tuple[AnyTableEvent, ...], ids: set[str], gone: str) -> tuple[AnyTableEvent, ...]:
    """Return deeds in which somebody is nobody."""
    found: list[AnyTableEvent] = []
    seated: SeatHolder | None = None
    for deed in deeds:
        match deed:
            case Seated(seat=seat, holder=holder):
                seated = holder
                found.append(Seated(seat, anonymous_chair(holder, ids, gone)))
            case SeatChanged(seat=seat) if seated is not None and not seated.bot and ids & set(seated.people):
                found.append(SeatChanged(seat, SOMEBODY))
            case Said(person=person, seat=seat, preset=preset) if person in ids:
                found.append(Said(gone, SOMEBODY, seat, UNSAID, preset))
            case _:
                found.append(deed)
    return tuple(found)
