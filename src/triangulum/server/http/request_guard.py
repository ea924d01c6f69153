"""ASGI middleware before everything else: refuses requests by host, rate, origin, content type and size."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from litestar.types import ASGIApp, Receive, Scope, Send

from triangulum.server.http.errors import RequestRefusal, send_refusal
from triangulum.server.http.limits import MAX_BODY_BYTES, AddressRateLimiter, Limits, is_body_too_large
from triangulum.server.http.security_headers import OriginPolicy, add_security_headers

SAFE_METHODS = ("GET", "HEAD", "OPTIONS")


class RequestGuard:
    """Checks every request before the application sees it, and adds the security headers to responses."""

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
            await send_refusal(scope, add_security_headers(send), refusal)
            return
        # Messages on an open socket have no headers, and there are many of them, so they skip the wrapper.
        await self.app(scope, receive, add_security_headers(send) if str(scope["type"]) == "http" else send)

    def find_refusal(self, scope: Any, headers: Mapping[str, str]) -> RequestRefusal | None:
        """Return why a request is refused; None if it's accepted."""
        address = scope["client"][0] if scope.get("client") else ""
        if not self.origins.is_own_host(headers.get("host", "")):
            return RequestRefusal(
                400, "not-allowed", "this server is not known by that name; start it with --public-url to use one"
            )
        if not self.rate_limiter.take(address):
            return RequestRefusal(429, "too-many", "too many requests; slow down")
        changes_something = scope["type"] == "websocket" or scope["method"] not in SAFE_METHODS
        if changes_something and not self.origins.is_own_origin(headers):
            return RequestRefusal(403, "not-allowed", "requests from other sites are refused")
        if scope["type"] == "http" and changes_something:
            return find_body_refusal(headers)
        return None


def find_body_refusal(headers: Mapping[str, str]) -> RequestRefusal | None:
    """Return why the body of a request is refused, by its content type and length; None if it's accepted."""
    if headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        return RequestRefusal(415, "malformed", "send JSON, with content-type application/json")
    if is_body_too_large(headers.get("content-length", "0")):
        return RequestRefusal(413, "too-large", f"send at most {MAX_BODY_BYTES} bytes")
    return None
