"""Routes of tables: list and open them, read them, send commands, and the socket on which to watch and play."""

from __future__ import annotations

from typing import Annotated, Any, Final

from litestar import Response, get, post, websocket
from litestar.connection import WebSocket
from litestar.params import JSONBody, Parameter

from triangulum.record.narration import narrate_turns
from triangulum.record.tri_format import format_record
from triangulum.server.http.context import (
    AfterParam,
    FormParam,
    HttpRequest,
    SeatParam,
    SiteContext,
    SiteDependency,
    TableIdParam,
    build_table_summary,
)
from triangulum.server.http.errors import document_refusals
from triangulum.server.http.language import LanguageParam
from triangulum.server.http.websockets import WatchRequest
from triangulum.table import permissions, presenter
from triangulum.table.commands import OpenTable, TableCommand
from triangulum.table.messages import (
    CommandError,
    Invitation,
    KitInfo,
    Opened,
    Reply,
    SeatMoves,
    Snapshot,
    Story,
    TableSummary,
    UpdatePage,
)
from triangulum.table.people import Person
from triangulum.table.presenter import Perspective, Viewer
from triangulum.table.sentences import message as table_message
from triangulum.table.table import rebuild_table

OwnSeatParam = Annotated[int, Parameter(ge=0, le=31, description="Your own seat.")]
LimitParam = Annotated[int, Parameter(ge=1, le=presenter.MAX_UPDATES, description="The most events to return.")]
EventNumberParam = Annotated[int | None, Parameter(ge=0, le=2**53)]


@get("/tables", responses=document_refusals(503), operation_id="listTables", summary="List the open tables")
async def list_tables(site: SiteDependency, request: HttpRequest, language: LanguageParam = "") -> list[TableSummary]:
    """Return the tables in the public list whose game isn't over, newest first."""
    return [build_table_summary(room, site.language(request)) for room in await site.rooms.list_public()]


@post("/tables", responses=document_refusals(401, 413, 415), operation_id="openTable", summary="Open a table")
async def open_table(site: SiteDependency, request: HttpRequest, data: JSONBody[OpenTable]) -> Opened:
    """Open a table for a game. The game begins when every seat is taken and somebody sends ``begin``."""
    room = await site.runtime.opener.open_table(data, site.requester(request))
    return Opened(table=room.table.id, link=site.table_url(request, room.table.id))


@get("/tables/{table_id:str}", responses=document_refusals(404), operation_id="getTable", summary="Get a table")
async def get_table(
    site: SiteDependency,
    request: HttpRequest,
    table_id: TableIdParam,
    seat: SeatParam = None,
    form: FormParam = "both",
    at: Annotated[int | None, Parameter(ge=0, le=2**53, description="After which event; now if not given.")] = None,
    language: LanguageParam = "",
) -> Snapshot:
    """Return a table as it is now or was after an event, as a seat or a spectator sees it."""
    viewer = site.requester(request)
    muted = await find_muted_aliases(site, table_id, viewer)
    async with site.rooms.locked(table_id, viewer, seat) as room:
        table = room.table if at is None or at >= room.table.number else rebuild_table(room.table, room.table.log[:at])
        now = None if table.clocks is None else site.rooms.clock()
        perspective = Perspective(seat, form, site.language(request))
        return room.presenter.snapshot(table, Viewer(viewer, perspective, muted), table.state.scene(seat), now)


async def find_muted_aliases(site: SiteContext, table_id: str, viewer: Person) -> frozenset[str]:
    """Return the aliases of those whom a viewer has muted at a table; raise CommandError if there is no such table."""
    await site.rooms.find(table_id)
    return await site.rooms.store.load_muted_aliases(table_id, viewer.id) if viewer.id else frozenset()


@post(
    "/tables/{table_id:str}/commands",
    status_code=200,
    responses=document_refusals(401, 404, 409, 413, 415, 503),
    operation_id="sendCommand",
    summary="Send a command",
)
async def send_command(
    site: SiteDependency, request: HttpRequest, table_id: TableIdParam, data: JSONBody[TableCommand]
) -> Reply:
    """Play, sit down, talk: any command that works on a socket, without one."""
    person, language = site.requester(request), site.language(request)
    return await site.commands.run(table_id, data, person, language=language)


@get(
    "/tables/{table_id:str}/moves",
    responses=document_refusals(404),
    operation_id="listMoves",
    summary="List the legal moves",
)
async def list_moves(
    site: SiteDependency,
    request: HttpRequest,
    table_id: TableIdParam,
    seat: OwnSeatParam,
    language: LanguageParam = "",
) -> SeatMoves:
    """Return the legal moves of your own seat as a tree, which is empty if it isn't your turn."""
    async with site.rooms.locked(table_id) as room:
        permissions.check_person_holds_seat(room.table, seat, site.requester(request))
        moves = room.presenter.legal_moves(room.table, seat, site.language(request))
        return SeatMoves(number=room.table.number, tree=() if moves is None else moves.tree)


@get(
    "/tables/{table_id:str}/events", responses=document_refusals(404), operation_id="listEvents", summary="List events"
)
async def list_events(
    site: SiteDependency,
    request: HttpRequest,
    table_id: TableIdParam,
    after: AfterParam = 0,
    limit: LimitParam = presenter.MAX_UPDATES,
    seat: SeatParam = None,
    form: FormParam = "both",
    language: LanguageParam = "",
) -> UpdatePage:
    """Return the events after a number, up to a limit, and whether there are more."""
    viewer = site.requester(request)
    muted = await find_muted_aliases(site, table_id, viewer)
    async with site.rooms.locked(table_id, viewer, seat) as room:
        table = room.table
        perspective = Perspective(seat, form, site.language(request))
        events = room.presenter.list_updates(table, after, limit, perspective, muted)
        return UpdatePage(number=table.number, updates=tuple(events), more=after + limit < table.number)


@get(
    "/tables/{table_id:str}/story",
    responses=document_refusals(404),
    operation_id="getStory",
    summary="Get the game as a story",
)
async def get_story(
    site: SiteDependency,
    request: HttpRequest,
    table_id: TableIdParam,
    seat: SeatParam = None,
    language: LanguageParam = "",
) -> Story:
    """Return the game in sentences, turn by turn, as a seat or a spectator saw it."""
    async with site.rooms.locked(table_id, site.requester(request), seat) as room:
        turns = narrate_turns(room.table.history, seat, site.language(request))
        return Story(number=room.table.number, turns=tuple(turn.text for turn in turns))


@get(
    "/tables/{table_id:str}/record",
    responses=document_refusals(404, 409),
    media_type="text/plain",
    operation_id="getRecord",
    summary="Get the record",
)
async def get_record(site: SiteDependency, request: HttpRequest, table_id: TableIdParam, seat: SeatParam = None) -> str:
    """Return the game's record: complete when the game is over, before that what a seat or a spectator could see."""
    async with site.rooms.locked(table_id, site.requester(request), seat) as room:
        if not room.table.has_begun:
            raise CommandError("not-now", table_message("game-not-begun"))
        return format_record(room.table.record(), seat, redacted=room.table.phase != "over")


@get(
    "/tables/{table_id:str}/tokens",
    responses=document_refusals(401, 404),
    operation_id="listSeatTokens",
    summary="List seat tokens",
)
async def list_seat_tokens(site: SiteDependency, request: HttpRequest, table_id: TableIdParam) -> list[Invitation]:
    """Return the tokens of your own seats, for another device, and as host those of the seats you may invite to."""
    person = site.known_requester(request)
    async with site.rooms.locked(table_id) as room:
        table = room.table
        return [
            Invitation(seat=seat, token=site.rooms.signer.seat_token(table.id, seat, holder.turns))
            for seat, holder in enumerate(table.holders)
            if table.is_holder(person.id, seat) or (person.id == table.spec.host and holder.invited)
        ]


@get("/tables/{table_id:str}/kit", responses=document_refusals(404), operation_id="getKit", summary="Get the kit")
async def get_kit(site: SiteDependency, table_id: TableIdParam) -> Response[KitInfo]:
    """Return the kit, the drawings and the style sheet of a table's pictures; cache it by its digest."""
    room = await site.rooms.find(table_id)
    kit = presenter.table_kit(room.table)
    headers = {"cache-control": "private, max-age=86400", "etag": f'"{kit.digest}"'}
    return Response(presenter.kit_info(kit), headers=headers)


@websocket("/tables/{table_id:str}/socket")
async def serve_table_socket(
    site: SiteDependency,
    socket: WebSocket[Any, Any, Any],
    table_id: TableIdParam,
    seat: SeatParam = None,
    after: EventNumberParam = None,
    form: FormParam = "scene",
    presence: Annotated[bool, Parameter(description="Whether to send who is at the table.")] = False,
    language: LanguageParam = "",
) -> None:
    """Watch a table and play at it; ``docs/protocol.md`` describes the messages."""
    perspective = Perspective(seat, form, site.language(socket))
    request = WatchRequest(table_id, site.requester(socket), perspective, after, presence)
    await site.sockets.serve(socket, request)


ROUTES: Final = (
    list_tables,
    open_table,
    get_table,
    send_command,
    list_moves,
    list_events,
    get_story,
    get_record,
    list_seat_tokens,
    get_kit,
    serve_table_socket,
)
