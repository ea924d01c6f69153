"""Open a WebSocket at a table: its address, its cookies, and what a refused handshake means."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode, urlsplit

import msgspec

from triangulum.client.backoff import RATE_LIMIT_REASON, parse_retry_after
from triangulum.client.errors import DisconnectedError, RequestRefusedError
from triangulum.installation.extras import require_extra
from triangulum.table.messages import Refused

with require_extra("client", "the client"):
    from websockets.asyncio.client import ClientConnection, connect
    from websockets.exceptions import InvalidHandshake, InvalidStatus

LARGEST_FRAME = 2**24
"""Bytes of one message from the server."""


def format_socket_url(base_url: str, table_id: str, query: Mapping[str, Any]) -> str:
    """Return the address of a table's socket; values of the query that are None are left out."""
    parts = urlsplit(base_url)
    scheme = "wss" if parts.scheme == "https" else "ws"
    query_text = urlencode({name: value for name, value in query.items() if value is not None})
    return f"{scheme}://{parts.netloc}/api/tables/{table_id}/socket?{query_text}"


async def open_socket(url: str, cookies: Mapping[str, str]) -> ClientConnection:
    """Open a WebSocket; raise RequestRefusedError for a rate limit, DisconnectedError for anything else."""
    server = urlsplit(url).netloc
    cookie = "; ".join(f"{name}={value}" for name, value in cookies.items())
    headers = {"Cookie": cookie} if cookie else {}
    try:
        return await connect(url, additional_headers=headers, compression=None, max_size=LARGEST_FRAME)
    except InvalidStatus as error:
        raise make_handshake_error(server, error) from None
    except (OSError, InvalidHandshake, TimeoutError) as error:
        raise DisconnectedError(f"{server} can't be reached: {type(error).__name__}") from None


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
