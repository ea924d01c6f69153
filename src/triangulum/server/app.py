"""The HTTP interface: every route under ``/api``, documented by its own OpenAPI page, and the door to the sockets."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Annotated, Any, Final, TypeAlias

import msgspec
from litestar import Litestar, Request, Response, Router, get, post, put, websocket
from litestar.connection import ASGIConnection, WebSocket
from litestar.datastructures import Cookie, ResponseHeader
from litestar.di import NamedDependency, Provide
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig, ResponseSpec
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.params import JSONBody, Parameter
from litestar.types import ASGIApp

from triangulum.core.record_text import record_text
from triangulum.core.registry import games as all_games
from triangulum.core.telling import turns_of
from triangulum.server import rights, showing
from triangulum.server.accounts import KNOWN, Accounts, Known
from triangulum.server.backup import restore_when_asked
from triangulum.server.expiry import Patience, expire_on
from triangulum.server.guard import LARGEST_BODY, Guard, Limits
from triangulum.server.live import Live
from triangulum.server.lobby import Lobby, may_look
from triangulum.server.logs import log, where
from triangulum.server.messages import (
    AtTable,
    EventsAfter,
    GameInfo,
    Here,
    Invitation,
    KitInfo,
    Me,
    MovesNow,
    NameChoice,
    Opened,
    OpenTable,
    Reason,
    Refused,
    Reply,
    Story,
    TableLine,
    Trouble,
)
from triangulum.server.metrics import Metrics
from triangulum.server.page import document, page
from triangulum.server.people import COOKIE, COOKIE_SECONDS, Person
from triangulum.server.ratings import Rated
from triangulum.server.showing import Eyes, Form
from triangulum.server.sockets import Sockets
from triangulum.server.table import rebuilt
from triangulum.server.thinking import bot_names

STATUS: Final[dict[Reason, int]] = {
    "malformed": 400,
    "nobody": 401,
    "not-allowed": 403,
    "not-found": 404,
    "not-now": 409,
    "stale": 409,
    "illegal": 409,
    "too-large": 413,
    "too-many": 429,
    "busy": 503,
    "broken": 503,
}
STATUS_REASON: Final[dict[int, Reason]] = {
    401: "nobody",
    403: "not-allowed",
    404: "not-found",
    405: "not-found",
    413: "too-large",
    415: "malformed",
    429: "too-many",
}

TableId = Annotated[str, Parameter(max_length=60, description="The id of a table.")]
Seat = Annotated[int | None, Parameter(ge=0, le=31, description="Through whose eyes; a bystander's if not given.")]
After = Annotated[int, Parameter(ge=0, le=2**53, description="The number of the last event seen.")]
Wanted = Annotated[Form, Parameter(description="Whether to send pictures, the game's own views, both or neither.")]


def refusals(*statuses: int) -> dict[int, ResponseSpec]:
    """Return what the documentation says of requests that are refused."""
    usual = (400, 403, 429)
    return {
        status: ResponseSpec(Refused, generate_examples=False, description="Refused, with the reason.")
        for status in (*usual, *statuses)
    }


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

    def link(self, request: Request[Any, Any, Any], table: str) -> str:
        """Return the address of a table, as others can reach it."""
        base = self.public_url or f"{request.url.scheme}://{request.url.netloc}"
        return f"{base.rstrip('/')}/tables/{table}"


TheSite: TypeAlias = NamedDependency[Site]


# --- games and people


@get("/games", responses=refusals(), operation_id="listGames", summary="The games there are")
async def list_games() -> list[GameInfo]:
    """Return every game, with its options as a JSON Schema and the bots that can be asked to play."""
    return [game_info(game) for game in all_games()]


def game_info(game: Any) -> GameInfo:
    """Return what there is to know before opening a table."""
    return GameInfo(
        id=game.id,
        title=game.title,
        designer=game.designer,
        summary=game.summary,
        fewest=game.players[0],
        most=game.players[1],
        secrets=game.secrets,
        preset_word=game.preset_word,
        presets={name: dict(options) for name, options in game.presets.items()},
        options=msgspec.json.schema(game.options),
        bots=bot_names(),
    )


@get("/me", responses=refusals(), operation_id="whoAmI", summary="Who I am")
async def who_am_i(site: TheSite, request: Request[Any, Any, Any]) -> Me:
    """Return the name of who asks; none for somebody who has not given one."""
    person = site.person(request)
    return Me(name=person.name or None, account=bool(person.session))


@put("/me", responses=refusals(413, 415), operation_id="chooseName", summary="Choose a name")
async def choose_name(site: TheSite, request: Request[Any, Any, Any], data: JSONBody[NameChoice]) -> Response[Me]:
    """Choose a name, and get the cookie by which the server knows one again."""
    people = site.lobby.people
    known = site.person(request)
    person = Person(known.id or people.new_id(), rights.seat_name(data.name), known.session)
    return Response(Me(name=person.name, account=bool(person.session)), cookies=[site.cookie(person)])


# --- tables


@get("/tables", responses=refusals(503), operation_id="listTables", summary="The tables in the lobby")
async def list_tables(site: TheSite) -> list[TableLine]:
    """Return the tables that are listed and not finished, newest first."""
    return [table_line(live) for live in await site.lobby.listed()]


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


@post("/tables", responses=refusals(401, 413, 415), operation_id="openTable", summary="Open a table")
async def open_table(site: TheSite, request: Request[Any, Any, Any], data: JSONBody[OpenTable]) -> Opened:
    """Open a table for a game; it begins when every seat is taken and somebody says so."""
    live = await site.lobby.open(data, site.person(request))
    return Opened(table=live.table.id, link=site.link(request, live.table.id))


@get("/tables/{table:str}", responses=refusals(404), operation_id="seeTable", summary="A whole table")
async def see_table(
    site: TheSite,
    request: Request[Any, Any, Any],
    table: TableId,
    seat: Seat = None,
    form: Wanted = "both",
    at: Annotated[int | None, Parameter(ge=0, le=2**53, description="After which event; now if not given.")] = None,
) -> Here:
    """Return a table as it is now or was after an event, seen through a seat's eyes or a bystander's."""
    live = await site.lobby.find(table)
    person = site.person(request)
    muted = await site.lobby.store.muted(table, person.id) if person.id else frozenset()
    async with live.lock:
        now = await site.lobby.settle(live)
        may_look(now, person, seat)
        shown = now if at is None or at >= now.number else rebuilt(now, now.rows[:at])
        time = None if shown.clocks is None else site.lobby.clock()
        return showing.here(shown, live.people, Eyes(seat, form), person, muted, showing.scene_of(shown, seat), time)


@post(
    "/tables/{table:str}/commands",
    status_code=200,
    responses=refusals(401, 404, 409, 413, 415, 503),
    operation_id="doAtTable",
    summary="Do something at a table",
)
async def do_at_table(site: TheSite, request: Request[Any, Any, Any], table: TableId, data: JSONBody[AtTable]) -> Reply:
    """Play, sit down, talk: everything that can be sent on a socket, for those who have none."""
    return await site.lobby.command(table, data, site.person(request))


@get("/tables/{table:str}/moves", responses=refusals(404), operation_id="seeMoves", summary="The legal moves")
async def see_moves(
    site: TheSite,
    request: Request[Any, Any, Any],
    table: TableId,
    seat: Annotated[int, Parameter(ge=0, le=31, description="One's own seat.")],
) -> MovesNow:
    """Return the legal moves of one's own seat as a tree; nothing if it is not its turn."""
    live = await site.lobby.find(table)
    async with live.lock:
        now = await site.lobby.settle(live)
        rights.own(now, seat, site.person(request))
        found = showing.moves(now, seat)
        return MovesNow(number=now.number, tree=() if found is None else found.tree)


@get("/tables/{table:str}/events", responses=refusals(404), operation_id="seeEvents", summary="What has happened")
async def see_events(
    site: TheSite,
    request: Request[Any, Any, Any],
    table: TableId,
    after: After = 0,
    seat: Seat = None,
    form: Wanted = "both",
) -> EventsAfter:
    """Return the events after a number; the last of them if they are too many for one answer."""
    live = await site.lobby.find(table)
    person = site.person(request)
    muted = await site.lobby.store.muted(table, person.id) if person.id else frozenset()
    async with live.lock:
        now = await site.lobby.settle(live)
        may_look(now, person, seat)
        first = min(max(after, now.number - showing.MOST_EVENTS), now.number)
        events = showing.events_after(now, first, live.people, Eyes(seat, form), muted)
        return EventsAfter(number=now.number, events=tuple(events or ()))


@get("/tables/{table:str}/story", responses=refusals(404), operation_id="seeStory", summary="The game told")
async def see_story(site: TheSite, request: Request[Any, Any, Any], table: TableId, seat: Seat = None) -> Story:
    """Return the game turn by turn, as a seat or a bystander perceived it."""
    live = await site.lobby.find(table)
    async with live.lock:
        now = await site.lobby.settle(live)
        may_look(now, site.person(request), seat)
        return Story(number=now.number, turns=tuple(turn.told for turn in turns_of(now.course, seat)))


@get(
    "/tables/{table:str}/record",
    responses=refusals(404, 409),
    media_type="text/plain",
    operation_id="seeRecord",
    summary="The record",
)
async def see_record(site: TheSite, request: Request[Any, Any, Any], table: TableId, seat: Seat = None) -> str:
    """Return the record: the whole one when the game is over, before that what a seat or a bystander could see."""
    live = await site.lobby.find(table)
    async with live.lock:
        now = await site.lobby.settle(live)
        may_look(now, site.person(request), seat)
        if not now.begun:
            raise Trouble("not-now", "the game has not begun")
        return record_text(now.record(), seat, redacted=now.phase != "over")


@get("/tables/{table:str}/tokens", responses=refusals(401, 404), operation_id="seeTokens", summary="Seats' tokens")
async def see_tokens(site: TheSite, request: Request[Any, Any, Any], table: TableId) -> list[Invitation]:
    """Return the tokens of one's own seats, for another device, and as host of those one can invite to."""
    person = site.person(request)
    if not person.id:
        raise Trouble("nobody", "say who you are first")
    live = await site.lobby.find(table)
    async with live.lock:
        now = await site.lobby.settle(live)
        return [
            Invitation(seat=seat, token=live.people.seat_token(now.id, seat, chair.turns))
            for seat, chair in enumerate(now.chairs)
            if now.holds(person.id, seat) or (person.id == now.opening.host and chair.invited)
        ]


@get("/tables/{table:str}/kit", responses=refusals(404), operation_id="seeKit", summary="What pictures are made of")
async def see_kit(site: TheSite, table: TableId) -> Response[KitInfo]:
    """Return the drawings and the style sheet of a table's pictures; both are the same as long as their digest is."""
    live = await site.lobby.find(table)
    kit = showing.kit_of(live.table)
    if kit is None:
        raise Trouble("not-found", "this game is played without a picture")
    return Response(
        showing.kit_info(kit), headers={"cache-control": "private, max-age=86400", "etag": f'"{kit.digest}"'}
    )


@websocket("/tables/{table:str}/socket")
async def table_socket(
    site: TheSite,
    socket: WebSocket[Any, Any, Any],
    table: TableId,
    seat: Seat = None,
    after: Annotated[int | None, Parameter(ge=0, le=2**53)] = None,
    form: Wanted = "scene",
    present: Annotated[bool, Parameter(description="Whether to be told who is at the table.")] = False,
) -> None:
    """Watch a table and play at it; ``docs/protocol.md`` says how."""
    await site.sockets.serve(socket, table, site.person(socket), Eyes(seat, form), after, present)


@get("/", media_type="text/html", include_in_schema=False)
async def see_page(request: Request[Any, Any, Any]) -> str:
    """Return the documentation of these routes for people."""
    return page(request.app.openapi_schema.to_schema())


class Document(JsonRenderPlugin):
    """Serves the OpenAPI document."""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        """Return the document as JSON."""
        return super().render(request, document(openapi_schema))


# --- trouble


def refuse(_: Request[Any, Any, Any], trouble: Trouble) -> Response[Refused]:
    """Answer somebody whose request cannot be fulfilled."""
    return refused(STATUS[trouble.reason], trouble.reason, trouble.message)


def refuse_http(_: Request[Any, Any, Any], error: HTTPException) -> Response[Refused]:
    """Answer a request that did not even get to its route."""
    reason = STATUS_REASON.get(error.status_code, "malformed")
    details = "; ".join(detail_of(extra) for extra in error.extra or ()) if isinstance(error.extra, list) else ""
    message = f"{error.detail}: {details}" if details else error.detail
    return refused(error.status_code, reason, message[:500], dict(error.headers or {}))


def detail_of(extra: Any) -> str:
    """Return one thing that is wrong with a request."""
    if not isinstance(extra, dict):
        return str(extra)
    return f"{extra.get('key', '')} {extra.get('message', '')}".strip()


def stumble(request: Request[Any, Any, Any], error: Exception) -> Response[Refused]:
    """Answer where we are at fault; what went wrong may be about secrets, so only its kind and place are told."""
    # The path as it was asked for has the id of a table in it.
    route = getattr(request.scope.get("route_handler"), "operation_id", None)
    log.error("%s %s failed: %s", request.method, route or "what no route is for", where(error))
    return refused(500, "broken", "something is wrong with the server; it has been noted")


def refused(status: int, reason: Reason, message: str, headers: dict[str, str] | None = None) -> Response[Refused]:
    """Return the answer that says no."""
    content = Refused(id=None, reason=reason, message=message)
    return Response(content, status_code=status, media_type="application/json", headers=headers or {})


# --- all of it together


ROUTES: Final = (
    list_games,
    who_am_i,
    choose_name,
    list_tables,
    open_table,
    see_table,
    do_at_table,
    see_moves,
    see_events,
    see_story,
    see_record,
    see_tokens,
    see_kit,
    table_socket,
    see_page,
)


def make_app(
    lobby: Lobby,
    *,
    public_url: str | None = None,
    bound: str = "127.0.0.1",
    limits: Limits | None = None,
    open_metrics: bool = False,
    patience: Patience | None = None,
) -> tuple[ASGIApp, Sockets]:
    """Return the whole server as an ASGI application, and its sockets."""
    limits = limits or Limits()
    sockets = Sockets(lobby, limits)
    site = Site(lobby, sockets, public_url)
    site.open_metrics = open_metrics

    @asynccontextmanager
    async def running(_: Litestar) -> AsyncIterator[None]:
        if lobby.beat is not None:
            await lobby.lives.begin(lobby.clock())
        chores = [lobby.chore(work) for work in (lobby.see_to_dues(), lobby.beat_on(), sockets.watch_over())]
        chores.append(lobby.chore(expire_on(lobby, patience or Patience())))
        chores.append(lobby.chore(restore_when_asked(lobby, sockets)))
        if lobby.hearing is not None:
            chores.append(lobby.chore(lobby.hearing.listen_on()))
        yield
        for chore in chores:
            chore.cancel()
        await sockets.close()
        await lobby.close()
        await asyncio.to_thread(lobby.store.close)

    # These know the site, so they can be imported only when it is there.
    from triangulum.server.account_routes import ROUTES as ACCOUNT_ROUTES
    from triangulum.server.operations import ROUTES as OPERATIONS
    from triangulum.web.pages import API, pages

    known = {"site": Provide(lambda: site, sync_to_thread=False)}
    litestar = Litestar(
        [
            Router("/api", route_handlers=[*ROUTES, *ACCOUNT_ROUTES, *API], dependencies=known),
            Router("/", route_handlers=OPERATIONS, dependencies=known),
            pages(dependencies=known),
        ],
        openapi_config=OpenAPIConfig(
            title="Triangulum",
            version="1",
            description="Tables at which people and bots play. docs/protocol.md describes the socket of a table.",
            path="/api/schema",
            render_plugins=[Document()],
            use_handler_docstrings=True,
        ),
        exception_handlers={Trouble: refuse, HTTPException: refuse_http, Exception: stumble},
        request_max_body_size=LARGEST_BODY,
        response_headers=[ResponseHeader(name="cache-control", value="no-store")],
        lifespan=[running],
        logging_config=None,
    )
    return Guard(Known(litestar, site.accounts), public_url=public_url, bound=bound, limits=limits), sockets
