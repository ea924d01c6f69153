"""Which language a request is answered in."""

from __future__ import annotations

from typing import Final

from triangulum.server.http.context import HttpRequest
from triangulum.text import Reader, choose_language

LANGUAGE_COOKIE: Final = "language"
LANGUAGE_COOKIE_SECONDS: Final = 365 * 24 * 3600
LANGUAGE_NAMES: Final = {"en": "English", "en-XA": "Éñĝļîšĥ"}
"""What each language calls itself."""


def find_language(request: HttpRequest) -> str:
    """Return the language for a request: of its query, of the cookie, or what the browser prefers."""
    chosen = request.query_params.get("language") or request.cookies.get(LANGUAGE_COOKIE) or ""
    return choose_language(request.headers.get("accept-language", ""), chosen)


def find_reader(request: HttpRequest) -> Reader:
    """Return the reader of a request, who is no player."""
    return Reader(find_language(request))
