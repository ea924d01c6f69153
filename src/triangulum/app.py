"""The HTTP interface: every route under ``/api``, documented by its own OpenAPI page, and the door to the sockets."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Annotated, Any, Final

import msgspec
from litestar import Litestar, Request, Response, Router, get, post, put, websocket
from litestar.connection import WebSocket
from litestar.datastructures import ResponseHeader
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.params import JSONBody, Parameter
from litestar.types import ASGIApp

from triangulum.core.registry import games as all_games
from triangulum.record.narration import narrate_turns
from triangulum.record.tri_format import format_record
from triangulum.server.http.account_routes import ROUTES as ACCOUNT_ROUTES
from triangulum.server.http.context import After, Seat, SiteContext, SiteDependency, TableId, Wanted, table_line
from triangulum.server.http.errors import refusals, refuse, refuse_http, stumble
from triangulum.server.http.identity_middleware import IdentityMiddleware
from triangulum.server.http.limits import LARGEST_BODY, Limits, RequestGuard
from triangulum.server.http.openapi import document, page
from triangulum.server.http.operations import ROUTES as OPERATIONS
from triangulum.server.http.websockets import WebSockets
from triangulum.server.runtime.bot_pool import bot_names
from triangulum.server.runtime.commands import CommandHandler
from triangulum.server.runtime.maintenance import expire_tables_forever, restore_backups_forever
from triangulum.server.runtime.rooms import check_can_view
from triangulum.server.storage.expiry import ExpiryPolicy
from triangulum.table import permissions, presenter
from triangulum.table.messages import (
    AtTable,
    CommandError,
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
    Reply,
    Story,
    TableLine,
)
from triangulum.table.people import Person
from triangulum.table.presenter import Perspective
from triangulum.table.table import rebuild_table
from triangulum.web.pages import API, pages

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
        secrets=game.has_secrets,
        preset_word=game.preset_word,
        presets={name: dict(options) for name, options in game.presets.items()},
        options=msgspec.json.schema(game.options),
        bots=bot_names(),
    )


@get("/me", responses=refusals(), operation_id="whoAmI", summary="Who I am")
async def who_am_i(site: SiteDependency, request: Request[Any, Any, Any]) -> Me:
    """Return the name of who asks; none for somebody who has not given one."""
    person = site.person(request)
    return Me(name=person.name or None, account=bool(person.session))


@put("/me", responses=refusals(413, 415), operation_id="chooseName", summary="Choose a name")
async def choose_name(
    site: SiteDependency, request: Request[Any, Any, Any], data: JSONBody[NameChoice]
) -> Response[Me]:
    """Choose a name, and get the cookie by which the server knows one again."""
    people = site.rooms.signer
    known = site.person(request)
    person = Person(known.id or people.new_id(), permissions.check_person_name(data.name), known.session)
    return Response(Me(name=person.name, account=bool(person.session)), cookies=[site.cookie(person)])


# --- tables


@get("/tables", responses=refusals(503), operation_id="listTables", summary="The tables in the lobby")
async def list_tables(site: SiteDependency) -> list[TableLine]:
    """Return the tables that are listed and not finished, newest first."""
    return [table_line(live) for live in await site.rooms.list_public()]


@post("/tables", responses=refusals(401, 413, 415), operation_id="openTable", summary="Open a table")
async def open_table(site: SiteDependency, request: Request[Any, Any, Any], data: JSONBody[OpenTable]) -> Opened:
    """Open a table for a game; it begins when every seat is taken and somebody says so."""
    live = await site.commands.opener.open(data, site.person(request))
    return Opened(table=live.table.id, link=site.link(request, live.table.id))


@get("/tables/{table:str}", responses=refusals(404), operation_id="seeTable", summary="A whole table")
async def see_table(
    site: SiteDependency,
    request: Request[Any, Any, Any],
    table: TableId,
    seat: Seat = None,
    form: Wanted = "both",
    at: Annotated[int | None, Parameter(ge=0, le=2**53, description="After which event; now if not given.")] = None,
) -> Here:
    """Return a table as it is now or was after an event, seen through a seat's eyes or a spectator's."""
    live = await site.rooms.find(table)
    person = site.person(request)
    muted = await site.rooms.store.load_muted_aliases(table, person.id) if person.id else frozenset()
    async with live.lock:
        now = await site.rooms.refresh(live)
        check_can_view(now, person, seat)
        shown = now if at is None or at >= now.number else rebuild_table(now, now.log[:at])
        time = None if shown.clocks is None else site.rooms.clock()
        return presenter.here(
            shown, live.people, Perspective(seat, form), person, muted, presenter.scene_of(shown, seat), time
        )


@post(
    "/tables/{table:str}/commands",
    status_code=200,
    responses=refusals(401, 404, 409, 413, 415, 503),
    operation_id="doAtTable",
    summary="Do something at a table",
)
async def do_at_table(
    site: SiteDependency, request: Request[Any, Any, Any], table: TableId, data: JSONBody[AtTable]
) -> Reply:
    """Play, sit down, talk: everything that can be sent on a socket, for those who have none."""
    return await site.commands.run(table, data, site.person(request))


@get("/tables/{table:str}/moves", responses=refusals(404), operation_id="seeMoves", summary="The legal moves")
async def see_moves(
    site: SiteDependency,
    request: Request[Any, Any, Any],
    table: TableId,
    seat: Annotated[int, Parameter(ge=0, le=31, description="One's own seat.")],
) -> MovesNow:
    """Return the legal moves of one's own seat as a tree; nothing if it is not its turn."""
    live = await site.rooms.find(table)
    async with live.lock:
        now = await site.rooms.refresh(live)
        permissions.check_holder(now, seat, site.person(request))
        found = presenter.moves(now, seat)
        return MovesNow(number=now.number, tree=() if found is None else found.tree)


@get("/tables/{table:str}/events", responses=refusals(404), operation_id="seeEvents", summary="What has happened")
async def see_events(
    site: SiteDependency,
    request: Request[Any, Any, Any],
    table: TableId,
    after: After = 0,
    seat: Seat = None,
    form: Wanted = "both",
) -> EventsAfter:
    """Return the events after a number; the last of them if they are too many for one answer."""
    live = await site.rooms.find(table)
    person = site.person(request)
    muted = await site.rooms.store.load_muted_aliases(table, person.id) if person.id else frozenset()
    async with live.lock:
        now = await site.rooms.refresh(live)
        check_can_view(now, person, seat)
        first = min(max(after, now.number - presenter.MAX_UPDATES), now.number)
        events = presenter.events_after(now, first, live.people, Perspective(seat, form), muted)
        return EventsAfter(number=now.number, events=tuple(events or ()))


@get("/tables/{table:str}/story", responses=refusals(404), operation_id="seeStory", summary="The game told")
async def see_story(site: SiteDependency, request: Request[Any, Any, Any], table: TableId, seat: Seat = None) -> Story:
    """Return the game turn by turn, as a seat or a spectator perceived it."""
    live = await site.rooms.find(table)
    async with live.lock:
        now = await site.rooms.refresh(live)
        check_can_view(now, site.person(request), seat)
        return Story(number=now.number, turns=tuple(turn.text for turn in narrate_turns(now.history, seat)))


@get(
    "/tables/{table:str}/record",
    responses=refusals(404, 409),
    media_type="text/plain",
    operation_id="seeRecord",
    summary="The record",
)
async def see_record(site: SiteDependency, request: Request[Any, Any, Any], table: TableId, seat: Seat = None) -> str:
    """Return the record: the whole one when the game is over, before that what a seat or a spectator could see."""
    live = await site.rooms.find(table)
    async with live.lock:
        now = await site.rooms.refresh(live)
        check_can_view(now, site.person(request), seat)
        if not now.has_begun:
            raise CommandError("not-now", "the game has not begun")
        return format_record(now.record(), seat, redacted=now.phase != "over")


@get("/tables/{table:str}/tokens", responses=refusals(401, 404), operation_id="seeTokens", summary="Seats' tokens")
async def see_tokens(site: SiteDependency, request: Request[Any, Any, Any], table: TableId) -> list[Invitation]:
    """Return the tokens of one's own seats, for another device, and as host of those one can invite to."""
    person = site.person(request)
    if not person.id:
        raise CommandError("nobody", "say who you are first")
    live = await site.rooms.find(table)
    async with live.lock:
        now = await site.rooms.refresh(live)
        return [
            Invitation(seat=seat, token=live.people.seat_token(now.id, seat, holder.turns))
            for seat, holder in enumerate(now.holders)
            if now.is_holder(person.id, seat) or (person.id == now.spec.host and holder.invited)
        ]


@get("/tables/{table:str}/kit", responses=refusals(404), operation_id="seeKit", summary="What pictures are made of")
async def see_kit(site: SiteDependency, table: TableId) -> Response[KitInfo]:
    """Return the drawings and the style sheet of a table's pictures; both are the same as long as their digest is."""
    live = await site.rooms.find(table)
    kit = presenter.kit_of(live.table)
    return Response(
        presenter.kit_info(kit), headers={"cache-control": "private, max-age=86400", "etag": f'"{kit.digest}"'}
    )


@websocket("/tables/{table:str}/socket")
async def table_socket(
    site: SiteDependency,
    socket: WebSocket[Any, Any, Any],
    table: TableId,
    seat: Seat = None,
    after: Annotated[int | None, Parameter(ge=0, le=2**53)] = None,
    form: Wanted = "scene",
    present: Annotated[bool, Parameter(description="Whether to be told who is at the table.")] = False,
) -> None:
    """Watch a table and play at it; ``docs/protocol.md`` says how."""
    await site.sockets.serve(socket, table, site.person(socket), Perspective(seat, form), after, present)


@get("/", media_type="text/html", include_in_schema=False)
async def see_page(request: Request[Any, Any, Any]) -> str:
    """Return the documentation of these routes for people."""
    return page(request.app.openapi_schema.to_schema())


class Document(JsonRenderPlugin):
    """Serves the OpenAPI document."""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        """Return the document as JSON."""
        return super().render(request, document(openapi_schema))


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
    commands: CommandHandler,
    *,
    public_url: str | None = None,
    bound: str = "127.0.0.1",
    limits: Limits | None = None,
    open_metrics: bool = False,
    patience: ExpiryPolicy | None = None,
) -> tuple[ASGIApp, WebSockets]:
    """Return the whole server as an ASGI application, and its sockets."""
    limits = limits or Limits()
    rooms, jobs = commands.rooms, commands.jobs
    sockets = WebSockets(commands, limits)
    site = SiteContext(commands, sockets, public_url)
    site.open_metrics = open_metrics

    @asynccontextmanager
    async def running(_: Litestar) -> AsyncIterator[None]:
        if jobs.pace.beat is not None:
            await rooms.heartbeat.start(rooms.clock())
        works = [
            jobs.see_to_all(),
            jobs.beat_on(),
            sockets.watch_over(),
            expire_tables_forever(rooms, patience or ExpiryPolicy()),
            restore_backups_forever(rooms, sockets.close),
            site.show_out_on(),
        ]
        if rooms.pubsub is not None:
            works.append(rooms.pubsub.listen_forever())
        chores = [rooms.tasks.start(work) for work in works]
        yield
        for chore in chores:
            chore.cancel()
        await sockets.close()
        await commands.close()
        await asyncio.to_thread(rooms.store.close)

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
        exception_handlers={CommandError: refuse, HTTPException: refuse_http, Exception: stumble},
        request_max_body_size=LARGEST_BODY,
        response_headers=[ResponseHeader(name="cache-control", value="no-store")],
        lifespan=[running],
        logging_config=None,
    )
    return RequestGuard(
        IdentityMiddleware(litestar, site.accounts), public_url=public_url, bound=bound, limits=limits
    ), sockets
