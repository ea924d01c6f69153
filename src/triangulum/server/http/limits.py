"""Who is let in: hosts, origins, kinds and sizes of content, and how often; and the headers every answer bears.

Requests that change something must be JSON and, from a browser, come from our own pages: a page elsewhere cannot send
JSON without asking first, and nobody here answers. Together with a cookie that other sites' requests do not carry this
keeps others from acting in a guest's name.
"""

from __future__ import annotations

import ipaddress
import time
from collections import OrderedDict
from collections.abc import Sequence
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import msgspec
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from triangulum.server.ops.token_bucket import TokenBucket
from triangulum.errors import OptionError
from triangulum.table.messages import Reason, Refused

SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
LARGEST_BODY = 65_536
REMEMBERED = 10_000
"""Addresses whose rate is remembered."""

POLICY = "; ".join(
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
HEADERS = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)


class Limits(NamedTuple):
    """How much is taken from one client."""

    requests: float = 30.0
    """A second, by HTTP, from one address."""
    requests_at_once: float = 200.0
    messages: float = 50.0
    """A second, on one socket."""
    messages_at_once: float = 100.0
    excess: int = 100
    """Messages beyond the rate after which a socket is closed."""
    sockets: int = 5000
    sockets_an_address: int = 500
    queue: int = 512
    """Messages that may wait to be sent to one watcher."""
    queue_bytes: int = 2_000_000
    send_seconds: float = 20.0
    """How long a watcher may take to receive one message."""


def read_limits(words: Sequence[str]) -> Limits:
    """Return the usual limits with those that are given as ``name=number``, or raise OptionError."""
    given: dict[str, float] = {}
    for word in words:
        name, _, number = word.partition("=")
        usual = Limits._field_defaults.get(name)
        if usual is None:
            raise OptionError(f"there is no limit {name!r}: there are {', '.join(Limits._fields)}")
        try:
            value = type(usual)(number)
        except ValueError:
            raise OptionError(f"the limit {name} is a number, as in {name}={usual}, not {number!r}") from None
        if not 0 < value < 1e12:
            raise OptionError(f"the limit {name} is more than 0 and not endless, not {number}")
        given[name] = value
    return Limits(**given)  # type: ignore[arg-type]


class RequestRefusal(NamedTuple):
    """Why a request is not let in."""

    status: int
    reason: Reason
    message: str


class RequestGuard:
    """Stands before everything else, as ASGI middleware."""

    def __init__(self, app: ASGIApp, *, public_url: str | None, bound: str, limits: Limits) -> None:
        self.app = app
        self.public = urlsplit(public_url) if public_url else None
        self.bound = bound
        self.limits = limits
        self.buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request in, or refuse it."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}
        refusal = self.refusal(scope, headers)
        if refusal is not None:
            await refuse(scope, receive, with_headers(send), refusal)
            return
        # What goes over an open socket bears no headers, and there is much of it.
        await self.app(scope, receive, with_headers(send) if str(scope["type"]) == "http" else send)

    def refusal(self, scope: Any, headers: dict[str, str]) -> RequestRefusal | None:
        """Return why a request is not let in; None if it is."""
        address = scope["client"][0] if scope.get("client") else ""
        if not self.known_host(headers.get("host", "")):
            return RequestRefusal(
                400, "not-allowed", "this server is not known by that name; start it with --public-url to use one"
            )
        if not self.bucket(address).take():
            return RequestRefusal(429, "too-many", "too many requests; slow down")
        changes = scope["type"] == "websocket" or scope["method"] not in SAFE_METHODS
        if changes and not self.own_origin(headers):
            return RequestRefusal(403, "not-allowed", "requests from other sites are refused")
        if scope["type"] == "http" and changes:
            if headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
                return RequestRefusal(415, "malformed", "send JSON, with content-type application/json")
            if int_of(headers.get("content-length", "0")) > LARGEST_BODY:
                return RequestRefusal(413, "too-large", f"send at most {LARGEST_BODY} bytes")
        return None

    def known_host(self, host: str) -> bool:
        """Tell whether we are called by a name that is ours.

        An address made of numbers always is; another name could be one that somebody else's page was reached by.
        """
        try:
            name = urlsplit(f"//{host}").hostname or ""
        except ValueError:
            return False
        if self.public is not None and name == self.public.hostname:
            return True
        return name in ("localhost", self.bound) or name.endswith(".localhost") or is_address(name)

    def own_origin(self, headers: dict[str, str]) -> bool:
        """Tell whether a browser's request comes from one of our own pages; other programs send no origin."""
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

    def bucket(self, address: str) -> TokenBucket:
        """Return the bucket of an address."""
        found = self.buckets.get(address)
        if found is None:
            found = self.buckets[address] = TokenBucket(self.limits.requests, self.limits.requests_at_once)
            if len(self.buckets) > REMEMBERED:
                self.buckets.popitem(last=False)
        else:
            self.buckets.move_to_end(address)
        return found


def with_headers(send: Send) -> Send:
    """Return a way to send that adds our headers."""

    async def sending(message: Message) -> None:
        if message["type"] in ("http.response.start", "websocket.http.response.start"):
            kept: Any = message
            there = {name.lower() for name, _ in kept.get("headers", ())}
            kept["headers"] = [*kept.get("headers", ()), *(pair for pair in HEADERS if pair[0] not in there)]
        await send(message)

    return sending


async def refuse(scope: Scope, receive: Receive, send: Send, refusal: RequestRefusal) -> None:
    """Answer a request that is not let in."""
    body = msgspec.json.encode(Refused(id=None, reason=refusal.reason, message=refusal.message))
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    kind = "http.response"
    if str(scope["type"]) == "websocket":
        if "websocket.http.response" not in (scope.get("extensions") or {}):
            await send_any(send, {"type": "websocket.close", "code": 1008, "reason": refusal.message})
            return
        kind = "websocket.http.response"
    await send_any(send, {"type": f"{kind}.start", "status": refusal.status, "headers": headers})
    await send_any(send, {"type": f"{kind}.body", "body": body, "more_body": False})


async def send_any(send: Send, message: Any) -> None:
    """Send an ASGI message."""
    await send(message)


def is_address(name: str) -> bool:
    """Tell whether a host is given by numbers."""
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def int_of(text: str) -> int:
    """Return a length that a header gives; far too large if it is none."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 12 else LARGEST_BODY + 1
