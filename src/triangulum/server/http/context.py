"""What all routes share: the objects of a running site, and the parameters that many routes take."""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

from litestar import Request
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.di import NamedDependency
from litestar.params import Parameter

from triangulum.core.game import Game
from triangulum.core.registry import game as find_registered_game
from triangulum.errors import UnknownGameError
from triangulum.server.http.language import find_language
from triangulum.server.http.middleware import PERSON_KEY
from triangulum.server.http.session_monitor import SessionMonitor
from triangulum.server.http.websockets import WebSockets
from triangulum.server.identity.accounts import Accounts
from triangulum.server.identity.guests import COOKIE_NAME, COOKIE_SECONDS, format_cookie
from triangulum.server.identity.ratings import PlayerRatings
from triangulum.server.ops.metrics import Metrics
from triangulum.server.runtime.room import Room
from triangulum.server.runtime.runtime import Runtime
from triangulum.server.sentences import message
from triangulum.table.messages import CommandError, TableSummary
from triangulum.table.people import Person
from triangulum.table.presenter import Form
from triangulum.text import DEFAULT_LANGUAGE

HttpRequest: TypeAlias = Request[Any, Any, Any]
TableIdParam = Annotated[str, Parameter(max_length=60, description="The id of a table.")]
GameIdParam = Annotated[str, Parameter(max_length=60, description="The id of a game.")]
SeatParam = Annotated[
    int | None, Parameter(ge=0, le=31, description="The seat whose view to return; a spectator's if not given.")
]
AfterParam = Annotated[int, Parameter(ge=0, le=2**53, description="The number of the last event you have.")]
FormParam = Annotated[
    Form, Parameter(description="Whether to include pictures, the game's own views, both or neither.")
]


class SiteContext:
    """What routes need to answer a request; every handler gets it as its argument ``site``."""

    def __init__(
        self,
        runtime: Runtime,
        accounts: Accounts,
        ratings: PlayerRatings,
        sockets: WebSockets,
        sessions: SessionMonitor,
        metrics: Metrics,
        *,
        public_url: str | None = None,
        open_metrics: bool = False,
    ) -> None:
        self.runtime = runtime
        self.commands = runtime.commands
        self.rooms = runtime.rooms
        self.accounts = accounts
        self.ratings = ratings
        self.sockets = sockets
        self.sessions = sessions
        self.metrics = metrics
        self.public_url = public_url
        """How others reach this site, if that differs from the address in their requests."""
        self.open_metrics = open_metrics
        """Whether other machines may read the metrics."""

    def requester(self, connection: ASGIConnection[Any, Any, Any, Any]) -> Person:
        """Return the person who sends a request, as the identity middleware has found out."""
        person: Any = connection.scope.get(PERSON_KEY)
        assert isinstance(person, Person)
        return person

    def language(self, connection: ASGIConnection[Any, Any, Any, Any]) -> str:
        """Return the language in which a request is answered."""
        return find_language(connection)

    def known_requester(self, request: HttpRequest) -> Person:
        """Return the person who sends a request; raise CommandError if they have no name yet."""
        person = self.requester(request)
        if not person.id:
            raise CommandError("unidentified", message("name-needed"))
        return person

    def identity_cookie(self, person: Person) -> Cookie:
        """Return the cookie that identifies a person in later requests; for NOBODY, one that deletes it."""
        return Cookie(
            COOKIE_NAME,
            value=format_cookie(self.rooms.signer, person) if person.id else "",
            max_age=COOKIE_SECONDS if person.id else 0,
            httponly=True,
            secure=(self.public_url or "").startswith("https:"),
            samesite="lax",
        )

    def table_url(self, request: HttpRequest, table_id: str) -> str:
        """Return the address of a table's page, as others can reach it."""
        base = self.public_url or f"{request.url.scheme}://{request.url.netloc}"
        return f"{base.rstrip('/')}/tables/{table_id}"


SiteDependency: TypeAlias = NamedDependency[SiteContext]


def find_game(game_id: str) -> Game:
    """Return a game by its id; raise CommandError if there is none."""
    try:
        return find_registered_game(game_id)
    except UnknownGameError as error:
        raise CommandError("not-found", error.text) from None


def build_table_summary(room: Room, language: str = DEFAULT_LANGUAGE) -> TableSummary:
    """Return a table as a list of tables shows it."""
    table = room.table
    return TableSummary(
        id=table.id,
        game=table.spec.setup.game,
        title=table.setup.game.title,
        phase=table.phase,
        seats=room.presenter.list_seats(table, language),
        opened=room.opened_at,
    )
