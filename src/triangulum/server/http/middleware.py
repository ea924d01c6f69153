"""ASGI middleware: refuses requests by host, rate, origin, content type and size, and identifies senders of others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from litestar.types import ASGIApp, Receive, Scope, Send
from sqlalchemy.exc import SQLAlchemyError

from triangulum.server.http.errors import RequestRefusal, send_refusal
from triangulum.server.http.limits import MAX_BODY_BYTES, AddressRateLimiter, Limits, is_body_too_large
from triangulum.server.http.security_headers import SECURITY_HEADERS, OriginPolicy, add_missing_headers
from triangulum.server.identity.accounts import Accounts
from triangulum.server.identity.guests import find_cookie
from triangulum.server.ops.logs import error_location, log
from triangulum.server.sentences import message
from triangulum.table.messages import PROTOCOL_HEADER, PROTOCOL_VERSION
from triangulum.table.people import NOBODY

SAFE_METHODS: Final = ("GET", "HEAD", "OPTIONS")
RESPONSE_HEADERS: Final = (*SECURITY_HEADERS, (PROTOCOL_HEADER.encode(), str(PROTOCOL_VERSION).encode()))
"""Headers of every response, refusals included."""
PERSON_KEY: Final = "triangulum.person"
"""Where the ASGI scope holds the person who sends the request."""
ANONYMOUS_PATHS: Final = ("/health", "/metrics")
"""Paths that are served even if the database, which knows people, cannot be reached."""


class RequestGuard:
    """Checks every request before the application sees it, and adds the headers that every response has."""

    def __init__(self, app: ASGIApp, origins: OriginPolicy, limits: Limits) -> None:
        self.app = app
        self.origins = origins
        self.rate_limiter = AddressRateLimiter(limits.requests, limits.requests_at_once)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on to the application, or refuse it."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}
        refusal = self.find_refusal(scope, headers)
        if refusal is not None:
            await send_refusal(scope, add_missing_headers(send, RESPONSE_HEADERS), refusal)
            return
        # Messages on an open socket have no headers, and there are many of them, so they skip the wrapper.
        is_http = str(scope["type"]) == "http"
        await self.app(scope, receive, add_missing_headers(send, RESPONSE_HEADERS) if is_http else send)

    def find_refusal(self, scope: Any, headers: Mapping[str, str]) -> RequestRefusal | None:
        """Return why a request is refused; None if it's accepted."""
        address = scope["client"][0] if scope.get("client") else ""
        if not self.origins.is_own_host(headers.get("host", "")):
            return RequestRefusal(400, "not-allowed", message("wrong-host"))
        if not self.rate_limiter.try_take_token(address):
            return RequestRefusal(429, "too-many", message("too-many-requests"))
        changes_something = scope["type"] == "websocket" or scope["method"] not in SAFE_METHODS
        if changes_something and not self.origins.is_own_or_no_origin(headers):
            return RequestRefusal(403, "not-allowed", message("other-site"))
        if scope["type"] == "http" and changes_something:
            return find_body_refusal(headers)
        return None


def find_body_refusal(headers: Mapping[str, str]) -> RequestRefusal | None:
    """Return why the body of a request is refused, by its content type and length; None if it's accepted."""
    if headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        return RequestRefusal(415, "malformed", message("not-json"))
    if is_body_too_large(headers.get("content-length", "0")):
        return RequestRefusal(413, "too-large", message("body-too-large", max=MAX_BODY_BYTES))
    return None


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
                    refusal = RequestRefusal(503, "internal", message("database-unreachable"))
                    await send_refusal(scope, send, refusal)
                    return
                values[PERSON_KEY] = NOBODY
        await self.app(scope, receive, send)
