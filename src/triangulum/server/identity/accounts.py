"""Accounts, for people who want one: a name and a password, and recovery codes for those who forget it.

A guest who registers stays the same person, so all games come along. Logging in on a device where one was a guest
claims that guest, so those games come along, too; ``runtime/claim_seats.py`` does that.

Whoever tries a name and a password learns only whether they match: an unknown name takes as long as a known one, counts
as much against the limits, and gets the same response.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, insert, select, text, update
from sqlalchemy.exc import IntegrityError

from triangulum.server.identity.guests import parse_cookie
from triangulum.server.identity.login_limits import LoginLimits
from triangulum.server.identity.passwords import Passwords
from triangulum.server.identity.recovery_codes import delete_code_if_valid, generate_codes, replace_codes
from triangulum.server.identity.sessions import SessionCache, delete_all_sessions, delete_session, insert_session
from triangulum.server.identity.signing import Signer
from triangulum.server.ops.logs import log_event
from triangulum.server.sentences import message
from triangulum.server.storage import schema
from triangulum.server.storage.event_store import EventStore
from triangulum.server.storage.ids import random_id
from triangulum.table import permissions
from triangulum.table.messages import CommandError
from triangulum.table.people import NOBODY, Person

INSERT_CLAIM: Final = text(
    "INSERT INTO claimed_guests (guest_id, account_id, claimed_at) VALUES (:guest_id, :account_id, :claimed_at) "
    "ON CONFLICT DO NOTHING"
)
MAX_FOLDED_NAME: Final = 80


class Account(NamedTuple):
    """An account as it is stored."""

    id: str
    name: str
    password_hash: str
    created_at: float


class Registration(NamedTuple):
    """What a person has after registering."""

    person: Person
    """Logged in."""
    recovery_codes: tuple[str, ...]


class Accounts:
    """The accounts of a server: registering, logging in and out, passwords and recovery codes."""

    def __init__(self, store: EventStore, signer: Signer, clock: Callable[[], float]) -> None:
        self.store = store
        self.signer = signer
        self.clock = clock
        self.limits = LoginLimits()
        self.passwords = Passwords()
        self.session_cache = SessionCache(store)

    # Who somebody is.

    async def identify(self, cookie: str | None) -> Person:
        """Return the person whose cookie this is; NOBODY if it isn't valid any more."""
        person = parse_cookie(self.signer, cookie)
        return person if person.id and await self.session_cache.is_valid(person) else NOBODY

    async def load_own_account(self, person: Person) -> Account:
        """Return the account of a person, or raise CommandError if they aren't logged in."""
        account = None
        if person.session:
            is_own = schema.accounts.c.id == person.id
            account = await self.store.run_query(lambda connection: load_account(connection, is_own))
        if account is None:
            raise CommandError("unidentified", message("not-logged-in"))
        return account

    async def find_account(self, name: str) -> Account | None:
        """Return the account with a name, if there is one."""
        has_name = schema.accounts.c.folded_name == fold_name(name)
        return await self.store.run_query(lambda connection: load_account(connection, has_name))

    async def list_person_ids(self, person: Person) -> list[str]:
        """Return the ids that a person has had: their own, and those of the guests whom their account has claimed."""
        guests = schema.claimed_guests.c
        statement = select(guests.guest_id).where(guests.account_id == person.id)
        return [
            person.id,
            *await self.store.run_query(lambda connection: connection.execute(statement).scalars().all()),
        ]

    async def list_table_ids(
        self, person_ids: Sequence[str], over: bool | None = None, limit: int | None = None
    ) -> list[str]:
        """Return the tables at which people have sat, the newest first; only those that are over, or are not."""
        tables, participants = schema.tables.c, schema.participants.c
        joined = select(participants.table_id).where(participants.person_id.in_(person_ids))
        statement = select(tables.id).where(tables.id.in_(joined)).order_by(tables.opened_at.desc()).limit(limit)
        if over is not None:
            statement = statement.where(tables.over.is_(over))
        return await self.store.run_query(lambda connection: list(connection.execute(statement).scalars()))

    # Registering, logging in and out.

    async def register(self, person: Person, name: str, password: str, address: str) -> Registration:
        """Create an account for a guest or a new person; return them logged in, and their recovery codes."""
        if person.session:
            raise CommandError("not-now", message("logged-in-already"))
        self.limits.count_registration_or_refuse(address)
        name = permissions.check_person_name_is_allowed(name)
        password_hash = await self.passwords.hash_password(password)
        account = Account(person.id or self.signer.new_id(), name, password_hash, self.clock())
        codes = generate_codes()
        values = {**account._asdict(), "folded_name": fold_name(name)}

        def write(connection: Connection) -> None:
            connection.execute(insert(schema.accounts), values)
            replace_codes(connection, self.signer, account.id, codes)

        try:
            await self.store.run_transaction(write)
        except IntegrityError:
            raise CommandError("not-now", message("account-name-taken")) from None
        log_event("account-made")
        return Registration(await self.start_session(account), codes)

    async def authenticate(self, name: str, password: str, address: str) -> Account:
        """Return the account with a name and a password, or raise CommandError if they don't match."""
        self.limits.count_login_attempt_or_refuse(fold_name(name), address)
        account = await self.find_account(name)
        is_match = await self.passwords.verify_password(None if account is None else account.password_hash, password)
        if not is_match or account is None:
            raise CommandError("not-allowed", message("wrong-password"))
        if await self.passwords.needs_rehash(account.password_hash):
            await self.store_password_hash(account.id, await self.passwords.hash_password(password))
        return account

    async def start_session(self, account: Account) -> Person:
        """Start a session of an account; return its owner, logged in."""
        session = random_id()
        now = self.clock()
        await self.store.run_transaction(lambda connection: insert_session(connection, account.id, session, now))
        self.session_cache.clear()
        return Person(account.id, account.name, session)

    async def claim_guest(self, guest_id: str, account: Account) -> None:
        """Record that a guest is the owner of an account; the guest's cookie isn't valid any more."""
        now = self.clock()
        await self.store.run_transaction(lambda connection: insert_claims(connection, [guest_id], account.id, now))

    async def log_out(self, person: Person, everywhere: bool) -> None:
        """End a person's session, or all of their sessions."""
        await self.load_own_account(person)

        def write(connection: Connection) -> None:
            if everywhere:
                delete_all_sessions(connection, person.id)
            else:
                delete_session(connection, person.session)
            self.store.notify_people_changed(connection, [person.id])

        await self.store.run_transaction(write)
        self.session_cache.clear()

    # Passwords and recovery codes.

    async def change_password(self, person: Person, old: str, new: str, address: str) -> Person:
        """Change a person's password and end all their sessions; return them in a new one."""
        account = await self.authenticate((await self.load_own_account(person)).name, old, address)
        password_hash = await self.passwords.hash_password(new)
        await self.store_password_hash(account.id, password_hash, end_sessions=True)
        return await self.start_session(account)

    async def reset_password(self, name: str, code: str, password: str, address: str) -> Person:
        """Change a password by a recovery code, and end all sessions; return the person in a new one."""
        self.limits.count_login_attempt_or_refuse(fold_name(name), address)
        password_hash = await self.passwords.hash_password(password)
        account = await self.find_account(name)
        account_id = "" if account is None else account.id
        is_match = await self.store.run_transaction(
            lambda connection: delete_code_if_valid(connection, self.signer, account_id, code)
        )
        if not is_match or account is None:
            raise CommandError("not-allowed", message("wrong-code"))
        await self.store_password_hash(account.id, password_hash, end_sessions=True)
        return await self.start_session(account)

    async def store_password_hash(self, account_id: str, password_hash: str, *, end_sessions: bool = False) -> None:
        """Replace an account's password hash, and perhaps end its sessions."""

        def write(connection: Connection) -> None:
            own = schema.accounts.c.id == account_id
            connection.execute(update(schema.accounts).where(own).values(password_hash=password_hash))
            if end_sessions:
                delete_all_sessions(connection, account_id)
                self.store.notify_people_changed(connection, [account_id])

        await self.store.run_transaction(write)
        self.session_cache.clear()

    async def replace_recovery_codes(self, person: Person, password: str, address: str) -> tuple[str, ...]:
        """Return new recovery codes of a person; the old ones stop working."""
        account = await self.authenticate((await self.load_own_account(person)).name, password, address)
        codes = generate_codes()
        await self.store.run_transaction(lambda connection: replace_codes(connection, self.signer, account.id, codes))
        return codes


def load_account(connection: Connection, condition: Any) -> Account | None:
    """Return the account that meets a condition and was not deleted, if there is one."""
    columns = schema.accounts.c
    statement = select(columns.id, columns.name, columns.password_hash, columns.created_at)
    row = connection.execute(statement.where(condition, columns.deleted_at.is_(None))).first()
    return None if row is None else Account(*row)


def insert_claims(connection: Connection, guest_ids: Iterable[str], account_id: str, now: float) -> None:
    """Record whose account guests belong to, unless that is known, as when two requests come at once."""
    values = [{"guest_id": guest_id, "account_id": account_id, "claimed_at": now} for guest_id in sorted(guest_ids)]
    connection.execute(INSERT_CLAIM, values)


def fold_name(name: str) -> str:
    """Return a name without differences that people don't see, such as case; raise CommandError if it isn't valid."""
    folded = " ".join(unicodedata.normalize("NFKC", name).casefold().split())
    if len(folded) > MAX_FOLDED_NAME:
        raise CommandError("malformed", message("account-name-too-long"))
    if "\0" in folded:
        raise CommandError("malformed", message("account-name-unprintable"))
    return folded
