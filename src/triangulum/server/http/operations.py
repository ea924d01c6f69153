"""The routes for who runs the server: whether it is well, and its figures."""

from __future__ import annotations

import asyncio
import ipaddress
from typing import Any, Final

from litestar import Request, Response, get
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from triangulum._version import __version__
from triangulum.server.http.context import SiteDependency
from triangulum.server.http.errors import refusals
from triangulum.server.identity.account_messages import Health
from triangulum.table.messages import CommandError

PATIENCE: Final = 5.0
"""Seconds after which a database that does not answer counts as out of reach."""
PASSED_ON: Final = ("x-forwarded-for", "forwarded", "x-real-ip")
"""By which a proxy says that somebody else is asking."""


@get("/health", responses=refusals(503), operation_id="health", summary="Whether the server is well")
async def health(site: SiteDependency) -> Response[Health]:
    """Return whether the server and its database answer; with status 503 if not."""
    store = site.rooms.store
    try:
        async with asyncio.timeout(PATIENCE):
            await store.run_query(lambda connection: connection.execute(text("SELECT 1")).scalar())
        reachable = True
    except (SQLAlchemyError, TimeoutError):
        reachable = False
    well = reachable and not site.rooms.is_closing
    found = Health(
        alive=not site.rooms.is_closing,
        database=reachable,
        number=store.writer.num_commits,
        version=__version__,
    )
    return Response(found, status_code=200 if well else 503)


@get("/metrics", include_in_schema=False, media_type="text/plain")
async def metrics(site: SiteDependency, request: Request[Any, Any, Any]) -> Response[bytes]:
    """Return figures for Prometheus, to this machine only unless others are allowed."""
    if not site.open_metrics and not from_here(request):
        raise CommandError("not-allowed", "figures are for this machine only; see --open-metrics")
    return Response(site.metrics.format_text(), media_type="text/plain; version=0.0.4; charset=utf-8")


def from_here(request: Request[Any, Any, Any]) -> bool:
    """Tell whether a request comes from this machine and was not passed on for somebody else."""
    if request.client is None or any(name in request.headers for name in PASSED_ON):
        return False
    try:
        return ipaddress.ip_address(request.client.host).is_loopback
    except ValueError:
        return False


ROUTES: Final = (health, metrics)
