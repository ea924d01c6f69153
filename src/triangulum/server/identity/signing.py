"""Signatures by the server's secret, and what is derived from them: aliases of people and tokens of seats.

The secret lies in the database, so all processes on it accept each other's signatures.
"""

from __future__ import annotations

import base64
import hmac
from collections.abc import Callable

from triangulum.server.storage.ids import random_id


class Signer:
    """Makes and checks signatures; also makes the ids of new people, which tests replace."""

    def __init__(self, secret: bytes, new_id: Callable[[], str] = random_id) -> None:
        self._secret = secret
        self.new_id = new_id

    def replace_secret(self, secret: bytes) -> None:
        """Use another secret from now on, because a backup of another database was restored."""
        self._secret = secret

    def sign(self, *words: str) -> str:
        """Return the signature of some words, which only this server can make."""
        framed = "".join(f"{len(word)}:{word}" for word in words)
        return format_base64url(hmac.digest(self._secret, framed.encode(), "sha256")[:24])

    def is_signature(self, signature: str, *words: str) -> bool:
        """Return whether a signature is that of some words."""
        return hmac.compare_digest(signature.encode(), self.sign(*words).encode())

    def alias(self, table_id: str, person_id: str) -> str:
        """Return the id by which others at a table know a person; it is another one at every table."""
        return self.sign("who", table_id, person_id)[:12] if person_id else ""

    def seat_token(self, table_id: str, seat: int, turns: int) -> str:
        """Return the token by which a seat can be taken until it changes hands; ``turns`` counts how often it has."""
        return self.sign("seat", table_id, str(seat), str(turns))

    def is_seat_token(self, token: str, table_id: str, seat: int, turns: int) -> bool:
        """Return whether a token is that of a seat."""
        return self.is_signature(token, "seat", table_id, str(seat), str(turns))


def format_base64url(data: bytes) -> str:
    """Return bytes as text that may be part of a URL."""
    return base64.urlsafe_b64encode(data).decode().rstrip("=")
