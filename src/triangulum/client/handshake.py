"""Open a WebSocket at a table: its address, its cookies, the server's welcome, and what a refused handshake means."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode, urlsplit

import msgspec

from triangulum.client.backoff import RATE_LIMIT_REASON, parse_retry_after
from triangulum.client.errors import DisconnectedError, ProtocolVersionError, RequestRefusedError
from triangulum.installation.extras import require_extra
from triangulum.table.messages import PROTOCOL_VERSION, Refused, Welcome

with require_extra("client", "the client"):
    from websockets.asyncio.client import ClientConnection, connect
    from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus

LARGEST_FRAME = 2**24
"""Bytes of one message from the server."""
WELCOME_SECONDS = 10.0
"""How long the server may take to send its first message."""


def format_socket_url(base_url: str, table_id: str, query: Mapping[str, Any]) -> str:
    """Return the address of a table's socket; values of the query that are None are left out."""
    parts = urlsplit(base_url)
    scheme = "wss" if parts.scheme == "https" else "ws"
    query_text = urlencode({name: value for name, value in query.items() if value is not None})
    return f"{scheme}://{parts.netloc}/api/tables/{table_id}/socket?{query_text}"


async def open_socket(url: str, cookies: Mapping[str, str]) -> ClientConnection:
    """Open a WebSocket and check the server's version; raise RequestRefusedError for a rate limit.

    Anything else that's wrong raises ProtocolVersionError or DisconnectedError.
    """
    server = urlsplit(url).netloc
    cookie = "; ".join(f"{name}={value}" for name, value in cookies.items())
    headers = {"Cookie": cookie} if cookie else {}
    try:
        socket = await connect(url, additional_headers=headers, compression=None, max_size=LARGEST_FRAME)
    except InvalidStatus as error:
        raise make_handshake_error(server, error) from None
    except (OSError, InvalidHandshake, TimeoutError) as error:
        raise DisconnectedError(f"{server} can't be reached: {type(error).__name__}") from None
    try:
        await receive_welcome(socket, server)
    except BaseException:
        await socket.close()
        raise
    return socket


async def receive_welcome(socket: ClientConnection, server: str) -> None:
    """Wait for the server's first message, and raise ProtocolVersionError if it isn't a welcome of our version."""
    try:
        async with asyncio.timeout(WELCOME_SECONDS):
            frame = await socket.recv()
    except TimeoutError:
        raise DisconnectedError(f"{server} doesn't answer") from None
    except ConnectionClosed:
        # Whoever reads from the socket finds out why.
        return
    try:
        version = str(msgspec.json.decode(frame, type=Welcome).protocol)
    except msgspec.MsgspecError:
        version = "1"
    check_protocol_version_matches(server, version)


def check_protocol_version_matches(server: str, version: str) -> None:
    """Raise ProtocolVersionError if a server speaks another version than we do."""
    if version != str(PROTOCOL_VERSION):
        raise ProtocolVersionError(server, version)


def make_handshake_error(server: str, error: InvalidStatus) -> RequestRefusedError | DisconnectedError:
    """Return what to raise for a handshake that was answered with an HTTP error."""
    response = error.response
    if response.status_code != 429:
        return DisconnectedError(f"{server} refuses the socket: {response.status_code}")
    try:
        refused = msgspec.json.decode(response.body or b"", type=Refused)
    except msgspec.MsgspecError:
        refused = Refused(id=None, reason=RATE_LIMIT_REASON, message=f"{server} gets too many requests")
    return RequestRefusedError(refused, parse_retry_after(response.headers.get("Retry-After")))
