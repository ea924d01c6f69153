"""How a page is made: a template, and what it is told."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from litestar import Request, Response

from triangulum.core.game import Game
from triangulum.core.registry import game as find_game
from triangulum.errors import UnknownGameError
from triangulum.table.messages import CommandError
from triangulum.web import assets

HTML: Final = "text/html; charset=utf-8"


@cache
def templates() -> Environment:
    """Return where pages are made."""
    made = Environment(
        loader=FileSystemLoader(Path(__file__).with_name("templates")),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.globals["asset"] = assets.address
    return made


def page(
    request: Request[Any, Any, Any],
    template: str,
    *,
    status: int = 200,
    cache_control: str = "private, no-cache",
    **given: Any,
) -> Response[bytes]:
    """Return a page made from its template."""
    html = templates().get_template(template).render(status=status, **given).encode()
    return assets.sent(request, html, HTML, status=status, headers={"cache-control": cache_control})


def known_game(id: str) -> Game:
    """Return a game by its id, or raise Trouble."""
    try:
        return find_game(id)
    except UnknownGameError as error:
        raise CommandError("not-found", str(error)) from None
