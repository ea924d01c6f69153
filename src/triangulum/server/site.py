"""What all routes share: the site itself, and how what they take and refuse is named."""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from functools import partial
from typing import Annotated, Any, TypeAlias

from litestar import Request
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.di import NamedDependency
from litestar.params import Parameter
from sqlalchemy.exc import SQLAlchemyError

from triangulum.server import showing
from triangulum.server.accounts import CERTAIN_SECONDS, KNOWN, Accounts, no_longer_known
from triangulum.server.live import Live
from triangulum.server.lobby import Lobby
from triangulum.server.logs import log, where
from triangulum.server.messages import TableLine
from triangulum.server.metrics import Metrics
from triangulum.server.people import COOKIE, COOKIE_SECONDS, Person
from triangulum.server.ratings import Rated
from triangulum.server.showing import Form
from triangulum.server.sockets import REFUSED, STOPPING, Sockets

NEW_COOKIE_SECONDS = 2.0
"""In which a browser surely has a cookie that it was sent."""
MANY = 500
"""Of how many people it is asked at once whether they are still known."""
TableId = Annotated[str, Parameter(max_length=60, description="The id of a table.")]
Seat = Annotated[int | None, Parameter(ge=0, le=31, description="Through whose eyes; a bystander's if not given.")]
After = Annotated[int, Parameter(ge=0, le=2**53, description="The number of the last event seen.")]
Wanted = Annotated[Form, Parameter(description="Whether to send pictures, the game's own views, both or neither.")]


class Site:
    """What the routes share: the lobby, the sockets, and the address people reach us by."""

    def __init__(self, lobby: Lobby, sockets: Sockets, public_url: str | None) -> None:
        self.lobby = lobby
        self.accounts = Accounts(lobby)
        self.rated = Rated(lobby.store)
        self.metrics = Metrics(lobby, sockets)
        self.open_metrics = False
        lobby.caches += [self.accounts.certain.clear, self.rated.added.clear]
        self.sockets = sockets
        self.public_url = public_url

    def person(self, connection: ASGIConnection[Any, Any, Any, Any]) -> Person:
        """Return who sends a request."""
        known: Any = connection.scope.get(KNOWN)
        assert isinstance(known, Person)
        return known

    def cookie(self, person: Person) -> Cookie:
        """Return the cookie by which somebody is known again; one that ends at once for nobody."""
        return Cookie(
            COOKIE,
            value=self.lobby.people.cookie(person) if person.id else "",
            max_age=COOKIE_SECONDS if person.id else 0,
            httponly=True,
            secure=(self.public_url or "").startswith("https:"),
            samesite="lax",
        )

    async def show_out_on(self) -> None:
        """Close sockets of people who are not who they were, again and again: another process may have logged them out.

        Who was a guest comes back, as whoever they are now.
        """
        while True:
            await asyncio.sleep(CERTAIN_SECONDS)
            people = list({(watcher.person.id, watcher.person.session) for watcher in self.sockets.open})
            for start in range(0, len(people), MANY):
                some = people[start : start + MANY]
                try:
                    gone = await self.lobby.store.read(partial(no_longer_known, people=some))
                except SQLAlchemyError as error:
                    log.error("it could not be found out who is still logged in: %s", where(error))
                    break
                self.show_out(gone)

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


TheSite: TypeAlias = NamedDependency[Site]


def table_line(live: Live) -> TableLine:
    """Return a table as a list shows it."""
    return TableLine(
        id=live.table.id,
        game=live.table.opening.setup.game,
        title=live.table.setup.game.title,
        phase=live.table.phase,
        seats=tuple(showing.seat_info(live.table, seat, live.people) for seat in range(len(live.table.chairs))),
        opened=live.opened,
    )
