"""People without accounts: a signed cookie with a name, and tokens that a seat can be passed on with.

Nothing about guests is kept but the name at a seat. Everything here follows from one secret of the server, which lies
in its database, so that all processes on it know each other's guests.
"""

from __future__ import annotations

import base64
import binascii
import hmac
import secrets
from collections.abc import Callable
from typing import Annotated

import msgspec
from msgspec import Meta

from triangulum.table.people import NOBODY, Person

COOKIE = "triangulum-guest"
COOKIE_SECONDS = 365 * 24 * 3600
LONGEST_COOKIE = 600


GONE = "gone-"
"""What begins the id of somebody who was forgotten, by which nobody comes back."""


def random_id() -> str:
    """Return an id that nobody can guess."""
    return secrets.token_urlsafe(18)


class Signer:
    """Knows guests by their cookies, and makes what depends on the server's secret."""

    def __init__(self, secret: bytes, new_id: Callable[[], str] = random_id) -> None:
        self._secret = secret
        self.new_id = new_id

    def replace_secret(self, secret: bytes) -> None:
        """Go on with another secret, when a copy of another database was put in place."""
        self._secret = secret

    def signature(self, *words: str) -> str:
        """Return what only this server can write under these words."""
        framed = "".join(f"{len(word)}:{word}" for word in words)
        return text_of(hmac.digest(self._secret, framed.encode(), "sha256")[:24])

    def cookie(self, person: Person) -> str:
        """Return what to put into a person's cookie."""
        words = [person.id, person.name, person.session] if person.session else [person.id, person.name]
        body = text_of(msgspec.json.encode(words))
        return f"{body}.{self.signature('guest', body)}"

    def person(self, cookie: str | None) -> Person:
        """Return whose cookie this is; NOBODY if it is none of ours."""
        if not cookie or len(cookie) > LONGEST_COOKIE or not cookie.isascii():
            return NOBODY
        body, _, signature = cookie.partition(".")
        if not hmac.compare_digest(signature, self.signature("guest", body)):
            return NOBODY
        try:
            data = base64.urlsafe_b64decode(body + "=" * (-len(body) % 4))
            id, name, *session = msgspec.json.decode(data, type=Annotated[list[str], Meta(min_length=2, max_length=3)])
        except (binascii.Error, ValueError):
            return NOBODY
        return Person(id, name, *session)

    def alias(self, table: str, person: str) -> str:
        """Return what a person is called at one table, which says nothing about other tables."""
        return self.signature("who", table, person)[:12] if person else ""

    def seat_token(self, table: str, seat: int, turns: int) -> str:
        """Return the token of a seat, until it changes hands."""
        return self.signature("seat", table, str(seat), str(turns))

    def is_seat_token(self, token: str, table: str, seat: int, turns: int) -> bool:
        """Tell whether somebody has the token of a seat."""
        return hmac.compare_digest(token.encode(), self.seat_token(table, seat, turns).encode())


def text_of(data: bytes) -> str:
    """Return bytes as text that may stand in an address."""
    return base64.urlsafe_b64encode(data).decode().rstrip("=")
