"""The pages around the table: the front page, setting up, inviting, rules; and what they are drawn with."""

from __future__ import annotations

import ipaddress
from typing import Annotated, Any, Final
from urllib.parse import urlsplit

import msgspec
import segno
from litestar import Request, Response, Router, get
from litestar.exceptions import HTTPException
from litestar.params import Parameter

from triangulum.core.levels import LEVELS
from triangulum.server.deeds import House
from triangulum.server.live import Live
from triangulum.server.messages import TableLine, Trouble
from triangulum.server.refusing import STATUS, refused
from triangulum.server.refusing import refuse_http as refuse_http_in_words
from triangulum.server.site import TableId, TheSite, table_line
from triangulum.web import assets, forms, posters, reading, tables
from triangulum.web.account import see_me
from triangulum.web.learning import LEARNING_API, LEARNING_PAGES
from triangulum.web.mine import going_on
from triangulum.web.rendering import known_game, page
from triangulum.web.replays import PICTURE_POLICY, REPLAYS

MOST_STANDINGS: Final = 100
FOR_AN_HOUR: Final = "public, max-age=3600"

GameId = Annotated[str, Parameter(max_length=60)]
FileName = Annotated[str, Parameter(max_length=80)]


# --- what never changes


@get("/static/{digest:str}/{path:path}", include_in_schema=False, sync_to_thread=False)
def see_asset(request: Request[Any, Any, Any], digest: FileName, path: FileName) -> Response[bytes]:
    """Return a style sheet, a module or a picture; under a digest that is not ours it is not to be kept."""
    found = assets.assets().get(path.removeprefix("/"))
    if found is None:
        raise Trouble("not-found", "there is no such file")
    keep = assets.FOR_A_YEAR if digest == assets.digest() else "no-store"
    return assets.sent(request, found.plain, found.kind, packed=found.packed, headers={"cache-control": keep})


@get("/favicon.ico", include_in_schema=False, sync_to_thread=False)
def see_icon(request: Request[Any, Any, Any]) -> Response[bytes]:
    """Return the sign of the house to those who ask for it without having read a page."""
    icon = assets.assets()["icon.svg"]
    return assets.sent(request, icon.plain, icon.kind, packed=icon.packed, headers={"cache-control": FOR_AN_HOUR})


@get("/pictures/{name:str}", include_in_schema=False, sync_to_thread=False)
def see_picture(request: Request[Any, Any, Any], name: FileName) -> Response[bytes]:
    """Return the picture of a game."""
    found = posters.picture(known_game(name.removesuffix(".svg")))
    headers = {"cache-control": FOR_AN_HOUR, "content-security-policy": PICTURE_POLICY}
    return assets.sent(request, found, "image/svg+xml", headers=headers)


# --- pages


@get("/", include_in_schema=False)
async def see_front(site: TheSite, request: Request[Any, Any, Any]) -> Response[bytes]:
    """Return the front page."""
    return page(
        request,
        "front.html",
        offers=posters.offers(),
        levels=posters.offers()[0].levels if posters.offers() else (),
        tables=await open_tables(site),
        name=site.person(request).name,
        rated=hasattr(site, "rated"),
    )


async def open_tables(site: TheSite) -> list[TableLine]:
    """Return the tables in the lobby."""
    return [table_line(live) for live in await site.lobby.listed()]


@get("/new/{game:str}", include_in_schema=False, sync_to_thread=False)
def see_new(site: TheSite, request: Request[Any, Any, Any], game: GameId) -> Response[bytes]:
    """Return the page on which a table is set up."""
    offer = posters.offer(known_game(game))
    return page(
        request,
        "new.html",
        offer=offer,
        game=offer.game,
        fields=forms.fields(offer.game, offer.poster),
        presets=msgspec.json.encode({name: dict(of) for name, of in offer.game.presets.items()}).decode(),
        house=House(),
        house_rules=House.__struct_fields__,
        levels=LEVELS,
        name=site.person(request).name,
    )


@get("/rules/{game:str}", include_in_schema=False, sync_to_thread=False)
def see_rules(site: TheSite, request: Request[Any, Any, Any], game: GameId) -> Response[bytes]:
    """Return a game's guide and its numbered rules."""
    found = known_game(game)
    return page(
        request,
        "rules.html",
        cache_control="private, max-age=300",
        offer=posters.offer(found),
        game=found,
        guide=reading.guide(found),
        rules=reading.numbered_rules(found),
        rated=hasattr(site, "rated"),
    )


@get("/standings/{game:str}", include_in_schema=False)
async def see_standings(site: TheSite, request: Request[Any, Any, Any], game: GameId) -> Response[bytes]:
    """Return who has played a game how well, where the server keeps ratings."""
    found = known_game(game)
    rated = getattr(site, "rated", None)
    if rated is None:
        raise Trouble("not-found", "this server keeps no ratings")
    standings = await rated.standings(found.id, MOST_STANDINGS)
    return page(request, "standings.html", game=found, games=posters.offers(), standings=standings)


@get("/tables/{table:str}/invite", include_in_schema=False)
async def see_invitation(site: TheSite, request: Request[Any, Any, Any], table: TableId) -> Response[bytes]:
    """Return the link to a table, for friends, as text and as a QR code."""
    live = await site.lobby.find(table)
    link = site.link(request, table)
    code = segno.make(link, error="m", micro=False)
    return page(
        request,
        "invite.html",
        line=table_line(live),
        link=link,
        local=is_local(link),
        own=own_links(live, site.person(request).id, link),
        code=code.svg_inline(scale=6, border=3, dark="#000", light="#fff", omitsize=True),
    )


def own_links(live: Live, person: str, link: str) -> dict[int, str]:
    """Return, to the host alone, a link for each seat that one needs to be invited to."""
    table = live.table
    if not person or person != table.opening.host:
        return {}
    return {
        seat: f"{link}#seat-{seat}={live.people.seat_token(table.id, seat, chair.turns)}"
        for seat, chair in enumerate(table.chairs)
        if chair.invited
    }


def is_local(link: str) -> bool:
    """Tell whether an address means the machine one sits at, wherever that is."""
    host = urlsplit(link).hostname or ""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


@get("/tables/{table:str}/replay", include_in_schema=False)
async def see_table_replay(site: TheSite, request: Request[Any, Any, Any], table: TableId) -> Response[bytes]:
    """Return the page on which a finished game is replayed."""
    live = await site.lobby.find(table)
    if live.table.phase != "over":
        raise Trouble("not-now", "this game is not over yet; then it can be replayed")
    return page(request, "replay.html", table=table, title=live.table.setup.game.title)


@get("/replay", include_in_schema=False, sync_to_thread=False)
def see_any_replay(request: Request[Any, Any, Any]) -> Response[bytes]:
    """Return the page on which a record that somebody brings along is replayed."""
    return page(request, "replay.html", table="", title="A game of yours")


@get("/{rest:path}", include_in_schema=False, sync_to_thread=False)
def see_nothing(rest: Annotated[str, Parameter(description="Anything.")]) -> None:
    """Say that there is no such page."""
    raise Trouble("not-found", f"there is nothing at {rest}")


# --- trouble


def refuse(request: Request[Any, Any, Any], trouble: Trouble) -> Response[Any]:
    """Say on a page what is not there or not allowed; to programs, as they are used to."""
    if request.url.path.startswith("/api/"):
        return refused(STATUS[trouble.reason], trouble.reason, trouble.message)
    return page(
        request,
        "trouble.html",
        status=STATUS[trouble.reason],
        message=trouble.message,
        cache_control="no-store",
    )


def refuse_http(request: Request[Any, Any, Any], error: HTTPException) -> Response[Any]:
    """Say on a page what is wrong with an address; to programs, as they are used to."""
    if request.url.path.startswith("/api/"):
        return refuse_http_in_words(request, error)
    return page(request, "trouble.html", status=error.status_code, message=error.detail, cache_control="no-store")


API: Final = (going_on, *REPLAYS, *LEARNING_API)
"""What pages ask for, under ``/api``."""


def pages(**given: Any) -> Router:
    """Return all pages as one router."""
    handlers = [
        see_asset,
        see_icon,
        see_picture,
        see_front,
        see_new,
        see_rules,
        see_standings,
        see_me,
        see_invitation,
        see_table_replay,
        see_any_replay,
        *LEARNING_PAGES,
        tables.see_table_page,
        tables.see_guide,
        see_nothing,
    ]
    return Router(
        "/", route_handlers=handlers, exception_handlers={Trouble: refuse, HTTPException: refuse_http}, **given
    )
