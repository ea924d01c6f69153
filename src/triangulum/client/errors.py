"""Errors that a client raises: the server refused a request, speaks another protocol, or can't be reached."""

from __future__ import annotations

from triangulum.errors import TriangulumError
from triangulum.table.messages import PROTOCOL_VERSION, Reason, Refused


class RequestRefusedError(TriangulumError):
    """The server refused a request; nothing has changed."""

    def __init__(self, refused: Refused, retry_after: float | None = None) -> None:
        super().__init__(refused.message)
        self.reason: Reason = refused.reason
        self.number = refused.number
        """The number of the last event at the table, if the refusal named it."""
        self.retry_after = retry_after
        """How many seconds the server wants us to wait before we try again, if it said so."""


class ProtocolVersionError(TriangulumError):
    """The server speaks another version of the protocol than this client."""

    def __init__(self, server: str, version: str) -> None:
        super().__init__(
            f"{server} speaks version {version} of the protocol and this client version {PROTOCOL_VERSION}: "
            "install the same version of Triangulum as the server"
        )


class DisconnectedError(TriangulumError):
    """The server can't be reached, or has closed the socket for good."""
