"""Security headers of every response, and whether a request names this server as its host and comes from its pages.

Requests that change something must be JSON and, from a browser, come from our own pages: a page elsewhere can't send
JSON without a preflight request, which nobody here answers. Together with a ``SameSite`` cookie this keeps other sites
from acting in somebody's name.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlsplit

from litestar.types import Message, Send

CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
SVG_SECURITY_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
"""For pictures, which contain their own style sheet; no page does."""
SECURITY_HEADERS = (
    (b"content-security-policy", CONTENT_SECURITY_POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)


def add_missing_headers(send: Send, headers: Sequence[tuple[bytes, bytes]]) -> Send:
    """Return a ``send`` that adds those of the headers which a response doesn't set itself."""

    async def send_with_headers(message: Message) -> None:
        if message["type"] in ("http.response.start", "websocket.http.response.start"):
            response: Any = message
            names = {name.lower() for name, _ in response.get("headers", ())}
            missing_headers = [header for header in headers if header[0] not in names]
            response["headers"] = [*response.get("headers", ()), *missing_headers]
        await send(message)

    return send_with_headers


class OriginPolicy:
    """Which hosts and origins are this server's own."""

    def __init__(self, public_url: str | None, bound_host: str) -> None:
        self.public = urlsplit(public_url) if public_url else None
        self.bound_host = bound_host

    def is_own_host(self, host_header: str) -> bool:
        """Return whether a Host header names this server.

        An IP address always does. Any other name might be one that an attacker's page has pointed at this machine (DNS
        rebinding), so it must be a name we know.
        """
        try:
            name = urlsplit(f"//{host_header}").hostname or ""
        except ValueError:
            return False
        if self.public is not None and name == self.public.hostname:
            return True
        return name in ("localhost", self.bound_host) or name.endswith(".localhost") or is_ip_address(name)

    def is_own_or_no_origin(self, headers: Mapping[str, str]) -> bool:
        """Return whether a request comes from our own pages, or from a program, which sends no Origin header."""
        if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            return False
        origin = headers.get("origin")
        if origin is None:
            return True
        try:
            parts = urlsplit(origin)
        except ValueError:
            return False
        if self.public is not None and (parts.scheme, parts.netloc) == (self.public.scheme, self.public.netloc):
            return True
        return parts.scheme in ("http", "https") and parts.netloc == headers.get("host")


def is_ip_address(host: str) -> bool:
    """Return whether a host is an IP address rather than a name."""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True
