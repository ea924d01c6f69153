"""The page of a table, and the guide beside its board, opened at what is going on."""

from __future__ import annotations

from typing import Any, Final

from litestar import Request, Response, get

from triangulum.core.levels import LEVELS
from triangulum.server.http.context import Seat, SiteDependency, TableId
from triangulum.server.runtime.rooms import check_can_view
from triangulum.table.table import Table
from triangulum.web import assets, markdown
from triangulum.web.rendering import page

HTML: Final = "text/html; charset=utf-8"


@get("/tables/{table:str}", include_in_schema=False)
async def see_table_page(site: SiteDependency, request: Request[Any, Any, Any], table: TableId) -> Response[bytes]:
    """Return the page of a table; what is on it comes over its socket."""
    live = await site.rooms.find(table)
    setup = live.table.setup
    game = setup.game
    return page(
        request,
        "table.html",
        cache_control="no-store",
        table=table,
        game=game.id,
        title=game.title,
        secrets=game.has_secrets,
        chance=setup.max_chance_outcomes > 0,
        seat=first_eyes(live.table, site.person(request).id),
        levels=" ".join(LEVELS),
    )


def first_eyes(table: Table, person: str) -> str:
    """Return through whose eyes somebody looks first; nobody's for spectators, and where a screen is shared."""
    seats = table.seats_held_by(person)
    if not seats or (len(seats) > 1 and table.setup.game.has_secrets):
        return ""
    return str(seats[0])


@get("/tables/{table:str}/guide", include_in_schema=False)
async def see_guide(
    site: SiteDependency, request: Request[Any, Any, Any], table: TableId, seat: Seat = None
) -> Response[bytes]:
    """Return a game's guide, with the phase one is in."""
    live = await site.rooms.find(table)
    async with live.lock:
        now = await site.rooms.refresh(live)
        check_can_view(now, site.person(request), seat)
        phase = now.state.view(seat).phase
    html = f'<div data-phase="{phase}">{markdown.guide(now.setup.game).html}</div>'
    return assets.sent(request, html.encode(), HTML, headers={"cache-control": "no-store"})
