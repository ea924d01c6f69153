"""Routes for whoever runs the server: its health and its metrics."""

from __future__ import annotations

import asyncio
import ipaddress
from collections import Counter
from typing import Final

from litestar import Response, get
from litestar.openapi import ResponseSpec
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from triangulum._version import __version__
from triangulum.server.http.context import HttpRequest, SiteDependency
from triangulum.server.http.errors import document_refusals
from triangulum.server.http.websockets import WebSockets
from triangulum.server.identity.account_messages import Health
from triangulum.server.ops.metrics import Gauge, Metrics, ServerCollector
from triangulum.server.runtime.runtime import Runtime
from triangulum.server.sentences import message
from triangulum.server.storage.event_store import EventStore
from triangulum.table.messages import CommandError

DATABASE_TIMEOUT: Final = 5.0
"""Seconds after which a database that doesn't answer counts as unreachable."""
PROXY_HEADERS: Final = ("x-forwarded-for", "forwarded", "x-real-ip")
"""Headers by which a proxy says that it forwards somebody else's request."""
PROMETHEUS_TEXT: Final = "text/plain; version=0.0.4; charset=utf-8"


@get(
    "/health",
    responses={**document_refusals(), 503: ResponseSpec(Health, generate_examples=False, description="Not well.")},
    operation_id="getHealth",
    summary="Get the server's health",
)
async def get_health(site: SiteDependency) -> Response[Health]:
    """Return whether the server and its database work; with status 503 if not."""
    is_alive = not site.rooms.is_closing
    has_database = await is_database_reachable(site.rooms.store)
    health = Health(
        alive=is_alive, database=has_database, number=site.rooms.store.writer.num_commits, version=__version__
    )
    return Response(health, status_code=200 if is_alive and has_database else 503)


async def is_database_reachable(store: EventStore) -> bool:
    """Return whether the database answers a query in time."""
    try:
        async with asyncio.timeout(DATABASE_TIMEOUT):
            await store.run_query(lambda connection: connection.execute(text("SELECT 1")).scalar())
    except (SQLAlchemyError, TimeoutError):
        return False
    return True


@get(
    "/metrics",
    responses=document_refusals(),
    media_type="text/plain",
    operation_id="getMetrics",
    summary="Get metrics for Prometheus",
)
async def get_metrics(site: SiteDependency, request: HttpRequest) -> Response[str]:
    """Return metrics in Prometheus's text format; to this machine only, unless the server allows others."""
    if not site.open_metrics and not is_local_request(request):
        raise CommandError("not-allowed", message("metrics-local"))
    return Response(site.metrics.format_text().decode(), media_type=PROMETHEUS_TEXT)


def is_local_request(request: HttpRequest) -> bool:
    """Return whether a request comes from this machine, and not from a proxy on it."""
    if request.client is None or any(name in request.headers for name in PROXY_HEADERS):
        return False
    try:
        return ipaddress.ip_address(request.client.host).is_loopback
    except ValueError:
        return False


def build_metrics(runtime: Runtime, sockets: WebSockets) -> Metrics:
    """Return the metrics of a server process."""
    rooms = runtime.rooms
    collector = ServerCollector(
        runtime.metrics,
        list_gauges(runtime, sockets),
        count_commits=lambda: rooms.store.writer.num_commits,
        count_tables=lambda: Counter(room.table.phase for room in rooms.loaded.values()),
    )
    return Metrics(collector)


def list_gauges(runtime: Runtime, sockets: WebSockets) -> list[Gauge]:
    """Return the gauges of a server process."""
    rooms = runtime.rooms
    return [
        Gauge("watchers", "Open sockets.", lambda: len(sockets.open)),
        Gauge(
            "unsent_messages",
            "Messages that wait to be sent.",
            lambda: sum(len(watcher.queue) for watcher in sockets.open),
        ),
        Gauge("unwritten", "Writes that wait for the writer thread.", lambda: rooms.store.writer.num_pending),
        Gauge("thinking", "Bots that think.", lambda: len(runtime.bot_pool.busy)),
        Gauge(
            "bot_turns",
            "Tables at which it is a bot's turn.",
            lambda: sum(room.bot_turn is not None for room in rooms.loaded.values()),
        ),
        Gauge("clocks", "Clocks that run.", lambda: sum(room.flag_timer is not None for room in rooms.loaded.values())),
        Gauge("outages", "Times at which no server was up.", lambda: len(rooms.heartbeat.outages)),
    ]


ROUTES: Final = (get_health, get_metrics)
