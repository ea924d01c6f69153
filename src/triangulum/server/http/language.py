"""The language in which a request is answered."""

from __future__ import annotations

from typing import Annotated, Any, Final

from litestar.connection import ASGIConnection
from litestar.params import Parameter

from triangulum.text import choose_language

LANGUAGE_COOKIE: Final = "language"
LanguageParam = Annotated[
    str, Parameter(max_length=20, description="The language of texts; what the browser prefers if not given.")
]


def find_language(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """Return the language of a request: from the query, a cookie, or what the browser prefers."""
    chosen = connection.query_params.get("language") or connection.cookies.get(LANGUAGE_COOKIE) or ""
    return choose_language(connection.headers.get("accept-language", ""), str(chosen))
