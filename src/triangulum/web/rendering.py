"""Render pages from Jinja templates."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, Final

from jinja2 import Environment
from litestar import Response

from triangulum.server.http.context import HttpRequest
from triangulum.templating import build_template_environment
from triangulum.web.assets import asset_url, build_response

HTML_MEDIA_TYPE: Final = "text/html; charset=utf-8"


@cache
def load_templates() -> Environment:
    """Return the Jinja environment of the pages."""
    environment = build_template_environment(Path(__file__).with_name("templates"))
    environment.globals["asset"] = asset_url
    return environment


def render_page(
    request: HttpRequest,
    template: str,
    *,
    status: int = 200,
    cache_control: str = "private, no-cache",
    **variables: Any,
) -> Response[bytes]:
    """Return a page rendered from a template."""
    html = load_templates().get_template(template).render(status=status, **variables).encode()
    return build_response(request, html, HTML_MEDIA_TYPE, status=status, headers={"cache-control": cache_control})
