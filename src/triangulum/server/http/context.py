"""What all routes share: the site itself, and how what they take and refuse is named."""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from typing import Annotated, Any, TypeAlias

from litestar import Request
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.di import NamedDependency
from litestar.params import Parameter
from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from triangulum.server.http.gauges import build_metrics
from triangulum.server.http.identity_middleware import PERSON_KEY
from triangulum.server.http.websockets import REFUSED, STOPPING, WebSockets
from triangulum.server.identity.accounts import Accounts
from triangulum.server.identity.guests import COOKIE_NAME, COOKIE_SECONDS, format_cookie
from triangulum.server.identity.privacy import find_deleted_people
from triangulum.server.identity.ratings import PlayerRatings
from triangulum.server.identity.sessions import CACHE_SECONDS, find_invalid_sessions
from triangulum.server.ops.logs import error_location, log
from triangulum.server.runtime.commands import CommandHandler
from triangulum.server.runtime.delete_person import erase_late_traces
from triangulum.server.runtime.room import Room
from triangulum.server.storage.dialects import PEOPLE_CHANNEL
from triangulum.server.storage.pubsub import Subscriber
from triangulum.table import presenter
from triangulum.table.messages import TableLine
from triangulum.table.people import Person
from triangulum.table.presenter import Form

NEW_COOKIE_SECONDS = 2.0
"""In which a browser surely has a cookie that it was sent."""
MANY = 500
"""Of how many people it is asked at once whether they are still known."""
TableId = Annotated[str, Parameter(max_length=60, description="The id of a table.")]
Seat = Annotated[int | None, Parameter(ge=0, le=31, description="Through whose eyes; a spectator's if not given.")]
After = Annotated[int, Parameter(ge=0, le=2**53, description="The number of the last event seen.")]
Wanted = Annotated[Form, Parameter(description="Whether to send pictures, the game's own views, both or neither.")]


class SiteContext:
    """What the routes share: the lobby, its steward, the sockets, and the address people reach us by."""

    def __init__(self, commands: CommandHandler, sockets: WebSockets, public_url: str | None) -> None:
        self.commands = commands
        self.rooms = rooms = commands.rooms
        self.accounts = Accounts(rooms.store, rooms.signer, rooms.clock)
        self.rated = PlayerRatings(rooms.store)
        self.metrics = build_metrics(commands, sockets)
        self.open_metrics = False
        rooms.caches += [self.accounts.session_cache.clear, self.rated.cache.clear]
        self.sockets = sockets
        self.public_url = public_url
        if rooms.pubsub is not None:
            rooms.pubsub.subscribers[PEOPLE_CHANNEL] = Subscriber(self.heard, self.look_up_all)

    def person(self, connection: ASGIConnection[Any, Any, Any, Any]) -> Person:
        """Return who sends a request."""
        known: Any = connection.scope.get(PERSON_KEY)
        assert isinstance(known, Person)
        return known

    def cookie(self, person: Person) -> Cookie:
        """Return the cookie by which somebody is known again; one that ends at once for nobody."""
        return Cookie(
            COOKIE_NAME,
            value=format_cookie(self.rooms.signer, person) if person.id else "",
            max_age=COOKIE_SECONDS if person.id else 0,
            httponly=True,
            secure=(self.public_url or "").startswith("https:"),
            samesite="lax",
        )

    async def show_out_on(self) -> None:
        """Look up again and again who has a socket: what another process says may not have been heard.

        Who was a guest and has an account now comes back, as whoever they are.
        """
        while True:
            await asyncio.sleep(CACHE_SECONDS)
            try:
                await self.look_up_all()
            except SQLAlchemyError as error:
                log.error("it could not be found out who is still known: %s", error_location(error))

    async def look_up_all(self) -> None:
        """Look everybody up again."""
        self.accounts.session_cache.clear()
        await self.look_up({watcher.person.id for watcher in self.sockets.open})

    def heard(self, ids: list[str]) -> None:
        """Look up people of whom another process says that they may not be who they were."""
        self.accounts.session_cache.clear(ids)
        self.rooms.tasks.start(self.look_up(set(ids)))

    async def look_up(self, ids: set[str]) -> None:
        """Close the sockets of people who are not who they were; of who was forgotten, nothing is left."""
        some = sorted(ids)
        for start in range(0, len(some), MANY):
            await self.look_up_some(set(some[start : start + MANY]))

    async def look_up_some(self, ids: set[str]) -> None:
        """Look up as many people as can be asked for at once."""
        people = [(watcher.person.id, watcher.person.session) for watcher in self.sockets.open]
        here = list({one for one in people if one[0] in ids})

        def ask(connection: Connection) -> tuple[dict[str, set[str]], set[tuple[str, str]]]:
            return find_deleted_people(connection, ids), find_invalid_sessions(connection, here)

        forgotten, gone = await self.rooms.store.run_query(ask)
        self.close_all(set().union(*forgotten.values()))
        self.show_out(gone)
        for nobody, once in forgotten.items():
            await erase_late_traces(self.rooms, once, nobody)

    def close_all(self, ids: set[str]) -> None:
        """Close the sockets of somebody who is forgotten, whoever they have been."""
        for watcher in list(self.sockets.open):
            if watcher.person.id in ids:
                watcher.close(REFUSED, "you are not logged in any more")

    def show_out(self, people: Collection[tuple[str, str]]) -> None:
        """Close the sockets of people who are not who they were, by id and session."""
        for watcher in list(self.sockets.open):
            if (watcher.person.id, watcher.person.session) not in people:
                continue
            if watcher.person.session:
                watcher.close(REFUSED, "you are not logged in any more")
            else:
                watcher.close(STOPPING, "you are somebody else now; come back")

    def show_out_soon(self, guest: Person) -> None:
        """Close the sockets of somebody who was a guest, when they have their new cookie, so that they come back."""
        if guest.id and not guest.session:
            asyncio.get_running_loop().call_later(NEW_COOKIE_SECONDS, self.show_out, [(guest.id, "")])

    def link(self, request: Request[Any, Any, Any], table: str) -> str:
        """Return the address of a table, as others can reach it."""
        base = self.public_url or f"{request.url.scheme}://{request.url.netloc}"
        return f"{base.rstrip('/')}/tables/{table}"


SiteDependency: TypeAlias = NamedDependency[SiteContext]


def table_line(live: Room) -> TableLine:
    """Return a table as a list shows it."""
    return TableLine(
        id=live.table.id,
        game=live.table.spec.setup.game,
        title=live.table.setup.game.title,
        phase=live.table.phase,
        seats=tuple(presenter.seat_info(live.table, seat, live.people) for seat in range(len(live.table.holders))),
        opened=live.opened_at,
    )
