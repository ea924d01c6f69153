"""Accounts, for those who want them: a name and a password, and codes instead of mail for who forgets it.

A guest who makes an account stays the same person, so all games come along. Logging in on a device where one was a
guest brings that guest's games along, too. What a cookie says is signed, but an account's must also be a session that
is still open, and a guest who has an account by now is known no longer without it.

Whoever tries a name and a password learns only whether the two go together: an unknown name takes as long as a known
one, counts as much against the number of tries, and is answered with the same words.
"""

from __future__ import annotations

import asyncio
import hashlib
import secrets
import time
import unicodedata
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from litestar.types import ASGIApp, Receive, Scope, Send
from sqlalchemy import Connection, delete, func, insert, select, text, update
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from triangulum.server.identity.guests import parse_cookie
from triangulum.server.http.limits import REMEMBERED, Bucket, RequestRefusal, refuse
from triangulum.server.identity.guests import COOKIE, COOKIE_SECONDS
from triangulum.server.storage.ids import random_id
from triangulum.server.ops.logs import error_location, log, log_event
from triangulum.server.runtime.commands import CommandHandler
from triangulum.server.storage import schema
from triangulum.table import messages as ask
from triangulum.table import permissions
from triangulum.table.messages import CommandError
from triangulum.table.people import NOBODY, Person

if TYPE_CHECKING:
    from argon2 import PasswordHasher

PERSON_KEY: Final = "triangulum.person"
"""Where in an ASGI scope it is said who sends a request."""
FOR_ANYBODY: Final = ("/health", "/metrics")
"""What is answered also while it cannot be known who asks."""
CODES: Final = 10
LETTERS: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
MOST_SESSIONS: Final = 50
CERTAIN_SECONDS: Final = 30.0
"""For how long it is not asked again whether a session is open, unless another process says that it is to be."""
AT_ONCE: Final = 2
"""How many passwords are hashed at the same time; each takes 64 MB for a moment."""
CLAIM: Final = text(
    "INSERT INTO claimed (guest, account, since) VALUES (:guest, :account, :since) ON CONFLICT DO NOTHING"
)
NO_MATCH: Final = "this name and password do not go together"


class Rate(NamedTuple):
    """So many tries in so many seconds."""

    tries: float
    seconds: float


A_NAME_FROM_AN_ADDRESS: Final = Rate(10, 900)
A_NAME: Final = Rate(100, 3600)
AN_ADDRESS: Final = Rate(40, 900)
NEW_ACCOUNTS: Final = Rate(20, 3600)


class Account(NamedTuple):
    """An account as it is kept."""

    id: str
    name: str
    password: str
    made: float


class Tries:
    """Counts how often somebody tries."""

    def __init__(self) -> None:
        self.buckets: OrderedDict[tuple[str, ...], Bucket] = OrderedDict()

    def take(self, rate: Rate, *key: str) -> None:
        """Count a try, or refuse it."""
        bucket = self.buckets.get(key)
        if bucket is None:
            bucket = self.buckets[key] = Bucket(rate.tries / rate.seconds, rate.tries)
            if len(self.buckets) > REMEMBERED:
                self.buckets.popitem(last=False)
        self.buckets.move_to_end(key)
        if not bucket.take():
            raise CommandError("too-many", "too many tries; wait a while")

    def log_in(self, folded: str, address: str) -> None:
        """Count a try to log in."""
        self.take(A_NAME_FROM_AN_ADDRESS, "both", folded, address)
        self.take(A_NAME, "name", folded)
        self.take(AN_ADDRESS, "address", address)


class Accounts:
    """The accounts of a server."""

    def __init__(self, commands: CommandHandler) -> None:
        self.commands = commands
        self.rooms = commands.rooms
        self.store = self.rooms.store
        self.people = self.rooms.people
        self.tries = Tries()
        self.hashing = asyncio.Semaphore(AT_ONCE)
        self.certain: OrderedDict[tuple[str, str], tuple[float, bool]] = OrderedDict()
        """Whose cookies count or do not, by id and session, and since when that is known."""
        self.doubts = 0
        """How often it has turned out that somebody may not be who they were."""

    @cached_property
    def hasher(self) -> PasswordHasher:
        """What hashes passwords, imported when it is first needed."""
        from argon2 import PasswordHasher

        return PasswordHasher()

    @cached_property
    def nobodys(self) -> str:
        """The hash of a password that nobody has, for names that nobody has."""
        return self.hasher.hash(secrets.token_hex())

    # Who somebody is.

    async def known(self, cookie: str | None) -> Person:
        """Return whose cookie this is, as far as it still counts."""
        person = parse_cookie(self.people, cookie)
        if not person.id:
            return NOBODY
        key = (person.id, person.session)
        when, good = self.certain.get(key, (-CERTAIN_SECONDS, False))
        if time.monotonic() - when > CERTAIN_SECONDS:
            doubts = self.doubts
            good = await self.store.run_query(lambda connection: counts(connection, person))
            # An answer from before a doubt does not lift it.
            if doubts == self.doubts:
                self.certain[key] = (time.monotonic(), good)
                self.certain.move_to_end(key)
            if len(self.certain) > REMEMBERED:
                self.certain.popitem(last=False)
        return person if good else NOBODY

    def doubt(self, ids: Iterable[str] | None = None) -> None:
        """Look people up again when they next send something; all, if none are named."""
        self.doubts += 1
        named = None if ids is None else set(ids)
        for key in [key for key in self.certain if named is None or key[0] in named]:
            del self.certain[key]

    async def mine(self, person: Person) -> Account:
        """Return somebody's own account."""
        if not person.session:
            raise CommandError("nobody", "you are not logged in")
        found = await self.store.run_query(
            lambda connection: account_where(connection, schema.accounts.c.id == person.id)
        )
        if found is None:
            raise CommandError("nobody", "you are not logged in")
        return found

    async def matching(self, account: Account | None, password: str) -> bool:
        """Tell whether a password is that of an account; no quicker where there is none."""
        from argon2.exceptions import Argon2Error, InvalidHash

        def verify() -> bool:
            try:
                self.hasher.verify(self.nobodys if account is None else account.password, password)
            except (Argon2Error, InvalidHash):
                return False
            return account is not None

        async with self.hashing:
            return await asyncio.to_thread(verify)

    async def hashed(self, password: str) -> str:
        """Return what is kept of a password."""
        async with self.hashing:
            return await asyncio.to_thread(lambda: self.hasher.hash(password))

    # Making one, logging in and out.

    async def register(self, person: Person, name: str, password: str, address: str) -> tuple[Person, tuple[str, ...]]:
        """Make an account of who somebody is; return them logged in, and their recovery codes."""
        if person.session:
            raise CommandError("not-now", "you have an account and are logged in")
        self.tries.take(NEW_ACCOUNTS, "new", address)
        name = permissions.check_person_name(name)
        account = Account(person.id or self.people.new_id(), name, await self.hashed(password), self.rooms.clock())
        fresh = self.new_codes()
        values = {**account._asdict(), "folded": folded(name)}

        def write(connection: Connection) -> None:
            connection.execute(insert(schema.accounts), values)
            self.keep_codes(connection, account.id, fresh)

        try:
            await self.store.run_transaction(write)
        except IntegrityError:
            raise CommandError("not-now", "somebody has this name already; choose another") from None
        log_event("account-made")
        return await self.session(account), fresh

    async def session(self, account: Account) -> Person:
        """Let somebody be logged in here."""
        session = random_id()
        now = self.rooms.clock()

        def write(connection: Connection) -> None:
            mine = schema.sessions.c.account == account.id
            newest = select(schema.sessions.c.digest).where(mine).order_by(schema.sessions.c.began.desc())
            kept = connection.execute(newest.limit(MOST_SESSIONS - 1)).scalars().all()
            connection.execute(delete(schema.sessions).where(mine, schema.sessions.c.digest.not_in(kept)))
            connection.execute(delete(schema.sessions).where(schema.sessions.c.began < now - COOKIE_SECONDS))
            values = {"digest": digest(session), "account": account.id, "began": now}
            connection.execute(insert(schema.sessions), values)

        await self.store.run_transaction(write)
        self.doubt()
        return Person(account.id, account.name, session)

    async def log_in(self, person: Person, name: str, password: str, address: str) -> Person:
        """Return somebody logged in, if name and password go together; what they did here as a guest comes along."""
        account = await self.checked(name, password, address)
        if await asyncio.to_thread(self.hasher.check_needs_rehash, account.password):
            await self.set_password(account, await self.hashed(password))
        if person.id and not person.session:
            await self.bring(person, account)
        return await self.session(account)

    async def checked(self, name: str, password: str, address: str) -> Account:
        """Return an account if name and password go together."""
        self.tries.log_in(folded(name), address)
        account = await self.named(name)
        if not await self.matching(account, password) or account is None:
            raise CommandError("not-allowed", NO_MATCH)
        return account

    async def named(self, name: str) -> Account | None:
        """Return the account of a name."""
        wanted = schema.accounts.c.folded == folded(name)
        return await self.store.run_query(lambda connection: account_where(connection, wanted))

    async def bring(self, guest: Person, account: Account) -> None:
        """Let an account hold what a guest holds, and the guest be nobody any more."""
        owner = Person(account.id, account.name)
        for id in await self.tables_of([guest.id], over=False):
            live = await self.rooms.find(id)
            for seat in live.table.seats_held_by(guest.id):
                if live.table.is_holder(owner.id, seat):
                    continue
                token = self.people.seat_token(id, seat, live.table.holders[seat].turns)
                try:
                    await self.commands.command(id, ask.Sit(id=f"bring-{random_id()}", seat=seat, token=token), owner)
                except CommandError as trouble:
                    # A game that has ended in the meantime needs nobody, nor does a seat held on many devices.
                    if trouble.reason in ("busy", "broken"):
                        raise
        now = self.rooms.clock()
        await self.store.run_transaction(lambda connection: claim(connection, [guest.id], account.id, now))

    async def tables_of(self, people: list[str], over: bool | None = None, most: int | None = None) -> list[str]:
        """Return the tables at which people have sat, newest first."""
        tables = schema.tables.c
        sat = select(schema.sitting.c.table_id).where(schema.sitting.c.person.in_(people))
        chosen = select(tables.id).where(tables.id.in_(sat)).order_by(tables.opened.desc()).limit(most)
        if over is not None:
            chosen = chosen.where(tables.over.is_(over))
        return await self.store.run_query(lambda connection: list(connection.execute(chosen).scalars()))

    async def ids_of(self, person: Person) -> list[str]:
        """Return everybody that somebody has been: themselves, and the guests who came along."""
        chosen = select(schema.claimed.c.guest).where(schema.claimed.c.account == person.id)
        return [person.id, *await self.store.run_query(lambda connection: connection.execute(chosen).scalars().all())]

    async def log_out(self, person: Person, everywhere: bool) -> None:
        """Close a session, or all of somebody's."""
        await self.mine(person)
        sessions = schema.sessions.c
        which = sessions.account == person.id if everywhere else sessions.digest == digest(person.session)

        def write(connection: Connection) -> None:
            connection.execute(delete(schema.sessions).where(which))
            self.store.tell_of_people(connection, [person.id])

        await self.store.run_transaction(write)
        self.doubt()

    # Passwords and codes.

    async def change_password(self, person: Person, old: str, new: str, address: str) -> Person:
        """Choose another password; return the only session that is left, a new one."""
        account = await self.checked((await self.mine(person)).name, old, address)
        await self.set_password(account, await self.hashed(new), log_out=True)
        return await self.session(account)

    async def set_password(self, account: Account, password: str, *, log_out: bool = False) -> None:
        """Keep a new password."""

        def write(connection: Connection) -> None:
            mine = schema.accounts.c.id == account.id
            connection.execute(update(schema.accounts).where(mine).values(password=password))
            if log_out:
                connection.execute(delete(schema.sessions).where(schema.sessions.c.account == account.id))
                self.store.tell_of_people(connection, [account.id])

        await self.store.run_transaction(write)
        self.doubt()

    async def recover(self, name: str, code: str, password: str, address: str) -> Person:
        """Choose a password by a recovery code, which is good for this once."""
        self.tries.log_in(folded(name), address)
        new = await self.hashed(password)
        account = await self.named(name)
        wanted = self.code_digest("" if account is None else account.id, code)

        def write(connection: Connection) -> bool:
            codes = schema.codes.c
            used = delete(schema.codes).where(codes.account == (account.id if account else ""), codes.digest == wanted)
            return connection.execute(used).rowcount == 1

        if not await self.store.run_transaction(write) or account is None:
            raise CommandError("not-allowed", "this name and code do not go together")
        await self.set_password(account, new, log_out=True)
        return await self.session(account)

    async def replace_codes(self, person: Person, password: str, address: str) -> tuple[str, ...]:
        """Return new recovery codes; the old ones stop working."""
        account = await self.checked((await self.mine(person)).name, password, address)
        fresh = self.new_codes()
        await self.store.run_transaction(lambda connection: self.keep_codes(connection, account.id, fresh))
        return fresh

    def new_codes(self) -> tuple[str, ...]:
        """Return codes that nobody can guess, of letters that nobody mistakes."""
        return tuple(
            "-".join("".join(secrets.choice(LETTERS) for _ in range(5)) for _ in range(3)) for _ in range(CODES)
        )

    def keep_codes(self, connection: Connection, account: str, fresh: tuple[str, ...]) -> None:
        """Keep the digests of codes instead of those that were there."""
        connection.execute(delete(schema.codes).where(schema.codes.c.account == account))
        values = [{"account": account, "digest": self.code_digest(account, code)} for code in fresh]
        connection.execute(insert(schema.codes), values)

    def code_digest(self, account: str, code: str) -> str:
        """Return what is kept of a code, however it was typed."""
        typed = "".join(letter for letter in code.upper() if letter in LETTERS)
        return self.people.signature("code", account, typed)


class IdentityMiddleware:
    """Finds out who sends a request before anything else looks at it, as ASGI middleware."""

    def __init__(self, app: ASGIApp, accounts: Accounts) -> None:
        self.app = app
        self.accounts = accounts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Say who it is, and pass the request on."""
        if scope["type"] in ("http", "websocket"):
            said: Any = scope
            try:
                said[PERSON_KEY] = await self.accounts.known(cookie_in(scope))
            except SQLAlchemyError as error:
                log.error("it could not be found out who sends a request: %s", error_location(error))
                if said["path"] not in FOR_ANYBODY:
                    await refuse(scope, receive, send, RequestRefusal(503, "broken", "the database cannot be reached"))
                    return
                said[PERSON_KEY] = NOBODY
        await self.app(scope, receive, send)


def cookie_in(scope: Any) -> str | None:
    """Return our cookie in a request."""
    for name, value in scope["headers"]:
        if name != b"cookie":
            continue
        for pair in value.decode("latin-1").split(";"):
            key, _, words = pair.strip().partition("=")
            if key == COOKIE:
                return str(words.strip('"'))
    return None


def counts(connection: Connection, person: Person) -> bool:
    """Tell whether a cookie still counts: a session that is open, or a guest who has no account."""
    if person.session:
        sessions = schema.sessions.c
        mine = select(sessions.account).where(sessions.digest == digest(person.session))
        return connection.execute(mine).scalar() == person.id
    account = select(func.count()).where(schema.accounts.c.id == person.id)
    claimed = select(func.count()).where(schema.claimed.c.guest == person.id)
    return not connection.execute(account).scalar_one() and not connection.execute(claimed).scalar_one()


def claim(connection: Connection, guests: Iterable[str], account: str, now: float) -> None:
    """Write down whose guests are, unless that is known: who asks twice at once gets the same answer twice."""
    values = [{"guest": guest, "account": account, "since": now} for guest in sorted(guests)]
    connection.execute(CLAIM, values)


def find_invalid_sessions(connection: Connection, people: Sequence[tuple[str, str]]) -> set[tuple[str, str]]:
    """Return whose cookies do not count any more, by id and session; as ``counts``, for many at once."""
    logged_in = {(digest(session), id): (id, session) for id, session in people if session}
    guests = [id for id, session in people if id and not session]
    sessions = schema.sessions.c
    mine = select(sessions.digest, sessions.account).where(sessions.digest.in_([word for word, _ in logged_in]))
    known = {(line.digest, line.account) for line in connection.execute(mine)}
    account = select(schema.accounts.c.id).where(schema.accounts.c.id.in_(guests))
    claimed = select(schema.claimed.c.guest).where(schema.claimed.c.guest.in_(guests))
    found = {*connection.execute(account).scalars(), *connection.execute(claimed).scalars()}
    return {who for key, who in logged_in.items() if key not in known} | {(id, "") for id in found}


def account_where(connection: Connection, wanted: Any) -> Account | None:
    """Return an account."""
    columns = schema.accounts.c
    chosen = select(columns.id, columns.name, columns.password, columns.made)
    found = connection.execute(chosen.where(wanted, columns.gone.is_(None))).first()
    return None if found is None else Account(*found)


def folded(name: str) -> str:
    """Return a name without the differences that people do not see."""
    found = " ".join(unicodedata.normalize("NFKC", name).casefold().split())
    if len(found) > 80:
        raise CommandError("malformed", "this name is too long")
    if "\0" in found:
        raise CommandError("malformed", "a name has printable characters")
    return found


def digest(session: str) -> str:
    """Return what is kept of a session."""
    return hashlib.sha256(session.encode()).hexdigest()
