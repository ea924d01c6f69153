"""The page of a table, its invitation and replay pages, and the guide beside its board."""

from __future__ import annotations

import ipaddress
from typing import Final, NamedTuple
from urllib.parse import urlsplit

import segno
from litestar import Response, get

from triangulum.core.game import Game
from triangulum.server.http.context import (
    HttpRequest,
    SeatParam,
    SiteContext,
    SiteDependency,
    TableIdParam,
    build_table_summary,
)
from triangulum.server.http.language import find_language
from triangulum.server.runtime.room import Room
from triangulum.table.messages import CommandError
from triangulum.table.sentences import message as table_message
from triangulum.table.table import Table
from triangulum.text import Reader
from triangulum.web import posters
from triangulum.web.assets import build_response
from triangulum.web.markdown import render_guide
from triangulum.web.messages import CATALOGUE, message
from triangulum.web.rendering import HTML_MEDIA_TYPE, render_page

CHAT_PHRASES: Final = ("hello", "good-luck", "nice", "oops", "thanks", "one-moment", "good-game", "again")
"""The preset phrases that have a button."""


@get("/tables/{table_id:str}", include_in_schema=False)
async def show_table_page(site: SiteDependency, request: HttpRequest, table_id: TableIdParam) -> Response[bytes]:
    """Return the page of a table; its content comes over the table's socket."""
    table = (await site.rooms.find(table_id)).table
    game = table.setup.game
    return render_page(
        request,
        "table.html",
        cache_control="no-store",
        table=table_id,
        game=game.id,
        title=game.title,
        secrets=game.has_secrets,
        chance=table.setup.max_chance_outcomes > 0,
        seat=format_initial_seat(table, site.requester(request).id),
        levels=posters.list_level_choices(game),
        phrases={id: table_message(f"preset-{id}") for id in CHAT_PHRASES},
    )


def format_initial_seat(table: Table, person_id: str) -> str:
    """Return the seat whose view a person sees first; empty for spectators, and where a shared screen hides hands."""
    seats = table.seats_held_by(person_id)
    if not seats or (len(seats) > 1 and table.setup.game.has_secrets):
        return ""
    return str(seats[0])


@get("/tables/{table_id:str}/guide", include_in_schema=False)
async def show_guide(
    site: SiteDependency, request: HttpRequest, table_id: TableIdParam, seat: SeatParam = None
) -> Response[bytes]:
    """Return the guide of a table's game as a part of a page, marked with the phase that the game is in."""
    async with site.rooms.locked(table_id, site.requester(request), seat) as room:
        phase = room.table.state.view(seat).phase
        game = room.table.setup.game
    html = f'<div data-phase="{phase}">{render_guide(game, find_language(request)).html}</div>'
    return build_response(request, html.encode(), HTML_MEDIA_TYPE, headers={"cache-control": "no-store"})


@get("/tables/{table_id:str}/replay", include_in_schema=False)
async def show_table_replay_page(site: SiteDependency, request: HttpRequest, table_id: TableIdParam) -> Response[bytes]:
    """Return the page that replays a table's finished game."""
    table = (await site.rooms.find(table_id)).table
    if table.phase != "over":
        raise CommandError("not-now", message("table-replay-later"))
    return render_page(request, "replay.html", table=table_id, title=table.setup.game.title)


@get("/tables/{table_id:str}/invite", include_in_schema=False)
async def show_invite_page(site: SiteDependency, request: HttpRequest, table_id: TableIdParam) -> Response[bytes]:
    """Return the page with the link to a table, as text and as a QR code."""
    room = await site.rooms.find(table_id)
    link = site.table_url(request, table_id)
    qr_code = segno.make(link, error="m", micro=False)
    return render_page(
        request,
        "invite.html",
        line=build_table_summary(room),
        link=link,
        local=is_local_url(link),
        seat_links=list_seat_links(site, room, site.requester(request).id, link, Reader(find_language(request))),
        code=qr_code.svg_inline(scale=6, border=3, dark="#000", light="#fff", omitsize=True),
    )


class SeatLink(NamedTuple):
    """The link to a reserved seat."""

    number: int
    name: str
    url: str


def list_seat_links(site: SiteContext, room: Room, person_id: str, link: str, reader: Reader) -> list[SeatLink]:
    """Return the link of each seat that is reserved for a guest by invitation; to the host only."""
    table = room.table
    if not person_id or person_id != table.spec.host:
        return []
    num_seats = len(table.holders)
    # Where a lot decides who begins, nobody knows yet who'll have which colour.
    is_open = table.awaits_lot
    names = list_seat_numbers(num_seats, reader) if is_open else list_seat_names(table.setup.game, num_seats, reader)
    return [
        SeatLink(seat, names[seat], f"{link}#seat-{seat}={site.rooms.signer.seat_token(table.id, seat, holder.turns)}")
        for seat, holder in enumerate(table.holders)
        if holder.invited
    ]


def list_seat_names(game: Game, seats: int, reader: Reader) -> list[str]:
    """Return what a game calls its seats before anybody sits there: by their colours, or "Player 1"."""
    return [reader.format_seat_name(seat, game.messages or CATALOGUE) for seat in range(seats)]


def list_seat_numbers(seats: int, reader: Reader) -> list[str]:
    """Return what seats are called whatever the game calls them: "Player 1"."""
    return [reader.format_seat_name(seat, CATALOGUE) for seat in range(seats)]


def is_local_url(url: str) -> bool:
    """Return whether a URL can be opened on this machine only."""
    host = urlsplit(url).hostname or ""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


TABLE_PAGES: Final = (show_table_page, show_guide, show_table_replay_page, show_invite_page)
