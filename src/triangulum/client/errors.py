"""Errors that a client raises: the server refused a request, or can't be reached."""

from __future__ import annotations

from triangulum.errors import TriangulumError
from triangulum.table.messages import Reason, Refused


class RequestRefusedError(TriangulumError):
    """The server refused a request; nothing has changed."""

    def __init__(self, refused: Refused, retry_after: float | None = None) -> None:
        super().__init__(refused.message)
        self.reason: Reason = refused.reason
        self.number = refused.number
        """The number of the last event at the table, if the refusal named it."""
        self.retry_after = retry_after
        """How many seconds the server wants us to wait before we try again, if it said so."""


class DisconnectedError(TriangulumError):
    """The server can't be reached, or has closed the socket for good."""
