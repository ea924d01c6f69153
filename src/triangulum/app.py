"""The composition root: puts the server and the web pages together into one ASGI application."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import NamedTuple

from litestar import Litestar, Router
from litestar.datastructures import ResponseHeader
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.types import ASGIApp

from triangulum.server.http import account_routes, game_routes, operations, table_routes
from triangulum.server.http.context import SiteContext
from triangulum.server.http.errors import handle_command_error, handle_http_error, handle_unexpected_error
from triangulum.server.http.limits import MAX_BODY_BYTES, Limits
from triangulum.server.http.middleware import IdentityMiddleware, RequestGuard
from triangulum.server.http.openapi import MESSAGE_TYPES, build_openapi_config, show_api_page
from triangulum.server.http.security_headers import OriginPolicy
from triangulum.server.http.session_monitor import SessionMonitor
from triangulum.server.http.websockets import WebSockets
from triangulum.server.identity.accounts import Accounts
from triangulum.server.identity.ratings import PlayerRatings
from triangulum.server.runtime.maintenance import expire_tables_forever, restore_backups_forever
from triangulum.server.runtime.runtime import Runtime
from triangulum.server.storage.dialects import PEOPLE_CHANNEL
from triangulum.server.storage.expiry import ExpiryPolicy
from triangulum.server.storage.pubsub import Subscriber
from triangulum.table.messages import CommandError
from triangulum.web.pages import API_ROUTES as WEB_API_ROUTES
from triangulum.web.pages import API_TYPES as WEB_API_TYPES
from triangulum.web.pages import build_page_router


class AppOptions(NamedTuple):
    """What a host can set about a site."""

    public_url: str | None = None
    """How others reach the site; None for the address in their requests."""
    bound_host: str = "127.0.0.1"
    """The host on which the server listens."""
    limits: Limits = Limits()
    open_metrics: bool = False
    """Whether other machines may read the metrics."""
    patience: ExpiryPolicy = ExpiryPolicy()


def build_app(runtime: Runtime, sockets: WebSockets, options: AppOptions) -> ASGIApp:
    """Return the whole site as an ASGI application."""
    rooms = runtime.rooms
    accounts = Accounts(rooms.store, rooms.signer, rooms.clock)
    ratings = PlayerRatings(rooms.store)
    sessions = SessionMonitor(accounts, sockets)
    rooms.store_replaced.connect(lambda _: accounts.session_cache.clear())
    rooms.store_replaced.connect(lambda _: ratings.cache.clear())
    if rooms.pubsub is not None:
        rooms.pubsub.subscribe(PEOPLE_CHANNEL, Subscriber(sessions.handle_notification, sessions.recheck_everybody))
    site = SiteContext(
        runtime,
        accounts,
        ratings,
        sockets,
        sessions,
        operations.build_metrics(runtime, sockets),
        public_url=options.public_url,
        open_metrics=options.open_metrics,
    )
    litestar = build_litestar(site, build_lifespan(site, options.patience))
    origins = OriginPolicy(options.public_url, options.bound_host)
    return RequestGuard(IdentityMiddleware(litestar, accounts), origins, options.limits)


Lifespan = Callable[[Litestar], AbstractAsyncContextManager[None]]


def build_litestar(site: SiteContext, lifespan: Lifespan) -> Litestar:
    """Return the Litestar application with all routes and pages of a site."""
    dependencies = {"site": Provide(lambda: site, sync_to_thread=False)}
    api_routes = [
        *game_routes.ROUTES,
        *account_routes.ROUTES,
        *table_routes.ROUTES,
        *WEB_API_ROUTES,
        show_api_page,
    ]
    return Litestar(
        [
            Router("/api", route_handlers=api_routes, dependencies=dependencies),
            Router("/", route_handlers=operations.ROUTES, dependencies=dependencies),
            build_page_router(dependencies),
        ],
        openapi_config=build_openapi_config((*MESSAGE_TYPES, *WEB_API_TYPES)),
        exception_handlers={
            CommandError: handle_command_error,
            HTTPException: handle_http_error,
            Exception: handle_unexpected_error,
        },
        request_max_body_size=MAX_BODY_BYTES,
        response_headers=[ResponseHeader(name="cache-control", value="no-store")],
        lifespan=[lifespan],
        logging_config=None,
    )


def build_lifespan(site: SiteContext, patience: ExpiryPolicy) -> Lifespan:
    """Return the context manager that runs a site's background tasks, and at the end closes everything."""
    runtime, rooms, sockets = site.runtime, site.rooms, site.sockets

    @asynccontextmanager
    async def run_in_background(_: Litestar) -> AsyncIterator[None]:
        if runtime.pacing.beat is not None:
            await rooms.heartbeat.start(rooms.clock())
        coroutines = [
            runtime.jobs.run_forever(),
            runtime.jobs.record_heartbeats_forever(),
            sockets.close_stuck_and_unload_idle_forever(),
            expire_tables_forever(rooms, patience),
            restore_backups_forever(rooms, sockets.close),
            site.sessions.run(),
        ]
        if rooms.pubsub is not None:
            coroutines.append(rooms.pubsub.listen_forever())
        tasks = [rooms.tasks.start(coroutine) for coroutine in coroutines]
        yield
        for task in tasks:
            task.cancel()
        await sockets.close()
        await runtime.close()
        await asyncio.to_thread(rooms.store.close)

    return run_in_background
