"""How requests are refused: exceptions of routes, and refusals before any route, become JSON with a status."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import msgspec
from litestar import Request, Response
from litestar.connection import ASGIConnection
from litestar.exceptions import HTTPException
from litestar.openapi import ResponseSpec
from litestar.types import Scope, Send
from sqlalchemy.exc import SQLAlchemyError

from triangulum.server.http.language import find_language
from triangulum.server.ops.logs import error_location, log
from triangulum.server.sentences import message as server_message
from triangulum.table.messages import CommandError, Reason, Refused
from triangulum.text import Reader, Text

REASON_STATUS: Final[dict[Reason, int]] = {
    "malformed": 400,
    "unidentified": 401,
    "not-allowed": 403,
    "not-found": 404,
    "not-now": 409,
    "stale": 409,
    "illegal": 409,
    "too-large": 413,
    "too-many": 429,
    "busy": 503,
    "internal": 503,
}
"""The HTTP status of every reason."""
STATUS_REASON: Final[dict[int, Reason]] = {
    401: "unidentified",
    403: "not-allowed",
    404: "not-found",
    405: "not-found",
    413: "too-large",
    415: "malformed",
    429: "too-many",
}
"""The reason for each status that Litestar itself raises."""
ALWAYS_POSSIBLE: Final = (400, 403, 429)
"""The statuses with which the guard and Litestar may refuse a request to any route."""
LONGEST_MESSAGE: Final = 500


class RequestRefusal(NamedTuple):
    """Why a request is refused before it reaches a route."""

    status: int
    reason: Reason
    message: Text


def document_refusals(*statuses: int) -> dict[int, ResponseSpec]:
    """Return the OpenAPI responses of a route that may refuse with these statuses, and with those of any route."""
    return {
        status: ResponseSpec(Refused, generate_examples=False, description="Refused, with the reason.")
        for status in (*ALWAYS_POSSIBLE, *statuses)
    }


def handle_command_error(request: Request[Any, Any, Any], error: CommandError) -> Response[Refused]:
    """Answer a request whose route has raised a CommandError."""
    message = Reader(find_language(request)).render(error.message)
    return build_refusal_response(REASON_STATUS[error.reason], error.reason, message)


def handle_http_error(_: Request[Any, Any, Any], error: HTTPException) -> Response[Refused]:
    """Answer a request that Litestar has refused: no such route, or parameters or a body that don't match."""
    reason = STATUS_REASON.get(error.status_code, "malformed")
    details = (
        "; ".join(format_validation_problem(extra) for extra in error.extra or ())
        if isinstance(error.extra, list)
        else ""
    )
    message = f"{error.detail}: {details}" if details else error.detail
    return build_refusal_response(error.status_code, reason, message[:LONGEST_MESSAGE], dict(error.headers or {}))


def format_validation_problem(extra: Any) -> str:
    """Return one of Litestar's validation problems as text: the parameter, and what is wrong with it."""
    if not isinstance(extra, dict):
        return str(extra)
    return f"{extra.get('key', '')} {extra.get('message', '')}".strip()


def handle_unexpected_error(request: Request[Any, Any, Any], error: Exception) -> Response[Refused]:
    """Log an unexpected error, and answer without details: an exception's text may contain secrets of a game."""
    # The path itself isn't logged, because it contains the id of a table.
    operation = getattr(request.scope.get("route_handler"), "operation_id", None)
    log.error("%s %s failed: %s", request.method, operation or "without a route", error_location(error))
    # An unreachable database may come back, so clients should try again.
    status = REASON_STATUS["internal"] if isinstance(error, SQLAlchemyError) else 500
    message = Reader(find_language(request)).render(server_message("server-failed"))
    return build_refusal_response(status, "internal", message)


def build_refusal_response(
    status: int, reason: Reason, message: str, headers: dict[str, str] | None = None
) -> Response[Refused]:
    """Return the JSON response that refuses a request."""
    content = Refused(id=None, reason=reason, message=message)
    return Response(content, status_code=status, media_type="application/json", headers=headers or {})


async def send_refusal(scope: Scope, send: Send, refusal: RequestRefusal) -> None:
    """Refuse a request in ASGI middleware, before Litestar sees it; works for HTTP and for WebSockets."""
    message = Reader(find_language(ASGIConnection(scope))).render(refusal.message)
    body = msgspec.json.encode(Refused(id=None, reason=refusal.reason, message=message))
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    message_type = "http.response"
    if str(scope["type"]) == "websocket":
        if "websocket.http.response" not in (scope.get("extensions") or {}):
            await send_asgi_message(send, {"type": "websocket.close", "code": 1008, "reason": message})
            return
        message_type = "websocket.http.response"
    await send_asgi_message(send, {"type": f"{message_type}.start", "status": refusal.status, "headers": headers})
    await send_asgi_message(send, {"type": f"{message_type}.body", "body": body, "more_body": False})


async def send_asgi_message(send: Send, message: Any) -> None:
    """Send an ASGI message, untyped because Litestar's types know no response to a WebSocket handshake."""
    await send(message)
