"""Saying no: what a request is answered that cannot be fulfilled, and what the documentation says of that."""

from __future__ import annotations

from typing import Any, Final

from litestar import Request, Response
from litestar.exceptions import HTTPException
from litestar.openapi import ResponseSpec
from sqlalchemy.exc import SQLAlchemyError

from triangulum.server.ops.logs import error_location, log
from triangulum.table.messages import CommandError, Reason, Refused

STATUS: Final[dict[Reason, int]] = {
    "malformed": 400,
    "nobody": 401,
    "not-allowed": 403,
    "not-found": 404,
    "not-now": 409,
    "stale": 409,
    "illegal": 409,
    "too-large": 413,
    "too-many": 429,
    "busy": 503,
    "broken": 503,
}
STATUS_REASON: Final[dict[int, Reason]] = {
    401: "nobody",
    403: "not-allowed",
    404: "not-found",
    405: "not-found",
    413: "too-large",
    415: "malformed",
    429: "too-many",
}


def refusals(*statuses: int) -> dict[int, ResponseSpec]:
    """Return what the documentation says of requests that are refused."""
    usual = (400, 403, 429)
    return {
        status: ResponseSpec(Refused, generate_examples=False, description="Refused, with the reason.")
        for status in (*usual, *statuses)
    }


def refuse(_: Request[Any, Any, Any], trouble: CommandError) -> Response[Refused]:
    """Answer somebody whose request cannot be fulfilled."""
    return refused(STATUS[trouble.reason], trouble.reason, trouble.message)


def refuse_http(_: Request[Any, Any, Any], error: HTTPException) -> Response[Refused]:
    """Answer a request that did not even get to its route."""
    reason = STATUS_REASON.get(error.status_code, "malformed")
    details = "; ".join(detail_of(extra) for extra in error.extra or ()) if isinstance(error.extra, list) else ""
    message = f"{error.detail}: {details}" if details else error.detail
    return refused(error.status_code, reason, message[:500], dict(error.headers or {}))


def detail_of(extra: Any) -> str:
    """Return one thing that is wrong with a request."""
    if not isinstance(extra, dict):
        return str(extra)
    return f"{extra.get('key', '')} {extra.get('message', '')}".strip()


def stumble(request: Request[Any, Any, Any], error: Exception) -> Response[Refused]:
    """Answer where we are at fault; what went wrong may be about secrets, so only its kind and place are told."""
    # The path as it was asked for has the id of a table in it.
    route = getattr(request.scope.get("route_handler"), "operation_id", None)
    log.error("%s %s failed: %s", request.method, route or "what no route is for", error_location(error))
    # A database that is out of reach comes back.
    status = STATUS["broken"] if isinstance(error, SQLAlchemyError) else 500
    return refused(status, "broken", "something is wrong with the server; it has been noted")


def refused(status: int, reason: Reason, message: str, headers: dict[str, str] | None = None) -> Response[Refused]:
    """Return the answer that says no."""
    content = Refused(id=None, reason=reason, message=message)
    return Response(content, status_code=status, media_type="application/json", headers=headers or {})
