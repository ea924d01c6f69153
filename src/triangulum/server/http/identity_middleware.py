"""ASGI middleware that finds out who sends a request."""

from __future__ import annotations

from typing import Any, Final

from litestar.types import ASGIApp, Receive, Scope, Send
from sqlalchemy.exc import SQLAlchemyError

from triangulum.server.http.errors import RequestRefusal, send_refusal
from triangulum.server.identity.accounts import Accounts
from triangulum.server.identity.guests import find_cookie
from triangulum.server.ops.logs import error_location, log
from triangulum.table.people import NOBODY

PERSON_KEY: Final = "triangulum.person"
"""Where the ASGI scope holds the person who sends the request."""
ANONYMOUS_PATHS: Final = ("/health", "/metrics")
"""Paths that are served even if the database, which knows people, cannot be reached."""


class IdentityMiddleware:
    """Stores in the scope who sends a request, before the application sees it."""

    def __init__(self, app: ASGIApp, accounts: Accounts) -> None:
        self.app = app
        self.accounts = accounts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Identify the sender, and pass the request on."""
        if scope["type"] in ("http", "websocket"):
            values: Any = scope
            try:
                values[PERSON_KEY] = await self.accounts.identify(find_cookie(scope["headers"]))
            except SQLAlchemyError as error:
                log.error("the sender of a request could not be looked up: %s", error_location(error))
                if values["path"] not in ANONYMOUS_PATHS:
                    await send_refusal(scope, send, RequestRefusal(503, "internal", "the database cannot be reached"))
                    return
                values[PERSON_KEY] = NOBODY
        await self.app(scope, receive, send)
