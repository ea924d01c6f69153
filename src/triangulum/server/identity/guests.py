"""The cookie by which a browser's requests are known to be a person's, with or without an account.

Of a guest nothing is stored but the name at a seat: id and name are in the cookie, which is signed.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterable
from typing import Annotated

import msgspec
from msgspec import Meta

from triangulum.server.identity.signing import Signer, format_base64url
from triangulum.table.people import NOBODY, Person

COOKIE_NAME = "triangulum-guest"
COOKIE_SECONDS = 365 * 24 * 3600
MAX_COOKIE_LENGTH = 600

CookieFields = Annotated[list[str], Meta(min_length=2, max_length=3)]


def format_cookie(signer: Signer, person: Person) -> str:
    """Return the value of a person's cookie."""
    fields = [person.id, person.name, person.session] if person.session else [person.id, person.name]
    body = format_base64url(msgspec.json.encode(fields))
    return f"{body}.{signer.sign('guest', body)}"


def parse_cookie(signer: Signer, cookie: str | None) -> Person:
    """Return the person whose cookie this is; NOBODY if we haven't signed it."""
    if not cookie or len(cookie) > MAX_COOKIE_LENGTH or not cookie.isascii():
        return NOBODY
    body, _, signature = cookie.partition(".")
    if not signer.is_signature(signature, "guest", body):
        return NOBODY
    try:
        data = base64.urlsafe_b64decode(body + "=" * (-len(body) % 4))
        person_id, name, *session = msgspec.json.decode(data, type=CookieFields)
    except (binascii.Error, ValueError):
        return NOBODY
    return Person(person_id, name, *session)


def find_cookie(headers: Iterable[tuple[bytes, bytes]]) -> str | None:
    """Return the value of our cookie in the headers of a request; None if it has none."""
    for header, value in headers:
        if header != b"cookie":
            continue
        for pair in value.decode("latin-1").split(";"):
            name, _, cookie = pair.strip().partition("=")
            if name == COOKIE_NAME:
                return cookie.strip('"')
    return None
