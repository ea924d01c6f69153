"""Closes sockets of people who are no longer who they were: logged out, forgotten, or a guest who now has an account.

Another process may have changed that. Processes notify each other; since a notification can get lost, everybody with an
open socket is also rechecked from time to time.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection

from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from triangulum.server.http.websockets import REFUSED, STOPPING, WebSockets
from triangulum.server.identity.accounts import Accounts
from triangulum.server.identity.privacy import find_deleted_people
from triangulum.server.identity.sessions import PersonAndSession, find_invalid_sessions
from triangulum.server.ops.logs import error_location, log
from triangulum.server.runtime.delete_person import erase_late_traces
from triangulum.server.sentences import message
from triangulum.table.people import Person

RECHECK_SECONDS = 30.0
"""Between two rechecks of everybody."""
NEW_COOKIE_SECONDS = 2.0
"""Within which a browser surely has received a new cookie."""
BATCH_SIZE = 500
"""How many people one database query asks about."""
LOGGED_OUT = message("logged-out")


class SessionMonitor:
    """Rechecks who is behind the open sockets of this process."""

    def __init__(self, accounts: Accounts, sockets: WebSockets) -> None:
        self.accounts = accounts
        self.rooms = sockets.rooms
        self.sockets = sockets

    async def run(self) -> None:
        """Recheck everybody with an open socket every half minute, until cancelled."""
        while True:
            await asyncio.sleep(RECHECK_SECONDS)
            try:
                await self.recheck_everybody()
            except SQLAlchemyError as error:
                log.error("the people at open sockets could not be rechecked: %s", error_location(error))

    async def recheck_everybody(self) -> None:
        """Recheck everybody who has an open socket."""
        self.accounts.session_cache.clear()
        await self.recheck_people({watcher.person.id for watcher in self.sockets.open})

    def handle_notification(self, person_ids: list[str]) -> None:
        """Start to recheck people whose identity another process has changed."""
        self.accounts.session_cache.clear(person_ids)
        self.rooms.tasks.start(self.recheck_people(set(person_ids)))

    async def recheck_people(self, person_ids: set[str]) -> None:
        """Close the sockets of those people who are no longer known or were forgotten."""
        sorted_ids = sorted(person_ids)
        for start in range(0, len(sorted_ids), BATCH_SIZE):
            await self.recheck_batch(set(sorted_ids[start : start + BATCH_SIZE]))

    async def recheck_batch(self, person_ids: set[str]) -> None:
        """Recheck as many people as one query can ask about."""
        people = {(watcher.person.id, watcher.person.session) for watcher in self.sockets.open}
        sessions = [(person_id, session) for person_id, session in people if person_id in person_ids]

        def query(connection: Connection) -> tuple[dict[str, set[str]], set[PersonAndSession]]:
            return find_deleted_people(connection, person_ids), find_invalid_sessions(connection, sessions)

        forgotten, ended_sessions = await self.rooms.store.run_query(query)
        self.disconnect_people(set().union(*forgotten.values()))
        self.disconnect_sessions(ended_sessions)
        for anonymous_id, former_ids in forgotten.items():
            await erase_late_traces(self.rooms, former_ids, anonymous_id)

    def disconnect_people(self, person_ids: set[str]) -> None:
        """Close all sockets of people who were forgotten, by any id they have had."""
        for watcher in list(self.sockets.open):
            if watcher.person.id in person_ids:
                watcher.close(REFUSED, LOGGED_OUT)

    def disconnect_sessions(self, sessions: Collection[PersonAndSession]) -> None:
        """Close the sockets of ended sessions."""
        for watcher in list(self.sockets.open):
            if (watcher.person.id, watcher.person.session) not in sessions:
                continue
            if watcher.person.session:
                watcher.close(REFUSED, LOGGED_OUT)
            else:
                watcher.close(STOPPING, message("person-changed"))

    def disconnect_logged_out(self, person: Person, *, everywhere: bool) -> None:
        """Close a person's sockets: those of this session and from before they had an account, or all of them."""
        for watcher in list(self.sockets.open):
            if watcher.person.id == person.id and (everywhere or watcher.person.session in ("", person.session)):
                watcher.close(REFUSED, LOGGED_OUT)

    def disconnect_guest_soon(self, guest: Person) -> None:
        """Close the sockets of a guest who has an account now, once the browser has its new cookie to reconnect."""
        if guest.id and not guest.session:
            loop = asyncio.get_running_loop()
            loop.call_later(NEW_COOKIE_SECONDS, self.disconnect_sessions, [(guest.id, "")])
