"""Sessions: whose cookies are still valid.

A cookie is signed, but that isn't enough: an account's session may have ended, and a guest may have an account by now.
"""

from __future__ import annotations

import hashlib
import time
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

from sqlalchemy import Connection, delete, func, insert, select

from triangulum.server.identity.guests import COOKIE_SECONDS
from triangulum.server.storage import schema
from triangulum.server.storage.database import Database
from triangulum.table.people import Person

MAX_SESSIONS: Final = 50
"""How many sessions an account may have."""
CACHE_SECONDS: Final = 30.0
"""How long an answer of the database is trusted, unless another process says that something has changed."""
MAX_CACHED: Final = 10_000

PersonAndSession: TypeAlias = tuple[str, str]
"""The id of a person, and a session, which is empty for a guest."""


class SessionCache:
    """Remembers for a while whose cookies are valid."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._answers: OrderedDict[tuple[str, str], tuple[float, bool]] = OrderedDict()
        """When the database was asked and whether the cookie is valid, by the ids of person and session."""
        self._num_clears = 0

    async def is_valid(self, person: Person) -> bool:
        """Return whether a person's cookie is still valid."""
        key = (person.id, person.session)
        asked_at, is_valid = self._answers.get(key, (-CACHE_SECONDS, False))
        if time.monotonic() - asked_at <= CACHE_SECONDS:
            return is_valid
        num_clears = self._num_clears
        is_valid = await self._database.run_query(lambda connection: is_session_valid(connection, person))
        # An answer from before the cache was cleared may be wrong by now.
        if num_clears == self._num_clears:
            self._answers[key] = (time.monotonic(), is_valid)
            self._answers.move_to_end(key)
        if len(self._answers) > MAX_CACHED:
            self._answers.popitem(last=False)
        return is_valid

    def clear(self, person_ids: Iterable[str] | None = None) -> None:
        """Ask the database again about some people, or about everybody, when they next send a request."""
        self._num_clears += 1
        ids = None if person_ids is None else set(person_ids)
        for key in [key for key in self._answers if ids is None or key[0] in ids]:
            del self._answers[key]


def is_session_valid(connection: Connection, person: Person) -> bool:
    """Return whether a person's session is open; a guest has none, but must not have an account by now."""
    if person.session:
        sessions = schema.sessions.c
        statement = select(sessions.account_id).where(sessions.digest == compute_session_digest(person.session))
        return connection.execute(statement).scalar() == person.id
    accounts = select(func.count()).where(schema.accounts.c.id == person.id)
    claims = select(func.count()).where(schema.claimed_guests.c.guest_id == person.id)
    return not connection.execute(accounts).scalar_one() and not connection.execute(claims).scalar_one()


def find_invalid_sessions(connection: Connection, sessions: Sequence[PersonAndSession]) -> set[PersonAndSession]:
    """Return those pairs of person and session that are not valid, as ``is_session_valid`` does for one."""
    by_digest = {
        (compute_session_digest(session), person_id): (person_id, session) for person_id, session in sessions if session
    }
    guest_ids = [person_id for person_id, session in sessions if person_id and not session]
    columns = schema.sessions.c
    statement = select(columns.digest, columns.account_id).where(
        columns.digest.in_([digest for digest, _ in by_digest])
    )
    is_open = {(row.digest, row.account_id) for row in connection.execute(statement)}
    accounts = select(schema.accounts.c.id).where(schema.accounts.c.id.in_(guest_ids))
    claims = select(schema.claimed_guests.c.guest_id).where(schema.claimed_guests.c.guest_id.in_(guest_ids))
    former_guests = {*connection.execute(accounts).scalars(), *connection.execute(claims).scalars()}
    ended = {session for key, session in by_digest.items() if key not in is_open}
    return ended | {(guest_id, "") for guest_id in former_guests}


def insert_session(connection: Connection, account_id: str, session: str, now: float) -> None:
    """Store a new session; delete the account's oldest one if it has too many, and all whose cookies have expired."""
    sessions = schema.sessions.c
    own = sessions.account_id == account_id
    newest = select(sessions.digest).where(own).order_by(sessions.started_at.desc()).limit(MAX_SESSIONS - 1)
    remaining = connection.execute(newest).scalars().all()
    connection.execute(delete(schema.sessions).where(own, sessions.digest.not_in(remaining)))
    connection.execute(delete(schema.sessions).where(sessions.started_at < now - COOKIE_SECONDS))
    values = {"digest": compute_session_digest(session), "account_id": account_id, "started_at": now}
    connection.execute(insert(schema.sessions), values)


def delete_session(connection: Connection, session: str) -> None:
    """Delete one session."""
    connection.execute(delete(schema.sessions).where(schema.sessions.c.digest == compute_session_digest(session)))


def delete_all_sessions(connection: Connection, account_id: str) -> None:
    """Delete all sessions of an account."""
    connection.execute(delete(schema.sessions).where(schema.sessions.c.account_id == account_id))


def compute_session_digest(session: str) -> str:
    """Return the digest under which a session is stored."""
    return hashlib.sha256(session.encode()).hexdigest()
