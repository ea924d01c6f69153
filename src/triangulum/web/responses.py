"""Compressed JSON and SVG responses, and how the OpenAPI document describes them."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from litestar import Response
from litestar.openapi import ResponseSpec

from triangulum.server.http.context import HttpRequest
from triangulum.server.http.errors import document_refusals
from triangulum.server.http.security_headers import SVG_SECURITY_POLICY
from triangulum.web.assets import build_response

JSON_MEDIA_TYPE: Final = "application/json"
SVG_MEDIA_TYPE: Final = "image/svg+xml"
VARY_BY_LANGUAGE: Final = {"vary": "accept-encoding, accept-language, cookie"}
"""A cached answer is one for requests in the same language only."""


def build_json_response(
    request: HttpRequest, content: Any, *, cache_control: str = "private, no-cache"
) -> Response[bytes]:
    """Return a value as compressed JSON."""
    data = msgspec.json.encode(content)
    return build_response(request, data, JSON_MEDIA_TYPE, headers={"cache-control": cache_control, **VARY_BY_LANGUAGE})


def build_svg_response(
    request: HttpRequest, svg: bytes, *, cache_control: str = "private, no-cache"
) -> Response[bytes]:
    """Return a picture, with a security policy that allows the style sheet inside it."""
    headers = {"content-security-policy": SVG_SECURITY_POLICY, "cache-control": cache_control, **VARY_BY_LANGUAGE}
    return build_response(request, svg, SVG_MEDIA_TYPE, headers=headers)


def document_json_responses(content_type: type, *refusal_statuses: int) -> dict[int, ResponseSpec]:
    """Return the OpenAPI responses of a route that answers with JSON of a type, or refuses with these statuses."""
    spec = ResponseSpec(content_type, generate_examples=False, description="Request fulfilled, document follows")
    return {200: spec, **document_refusals(*refusal_statuses)}


def document_svg_responses(*refusal_statuses: int) -> dict[int, ResponseSpec]:
    """Return the OpenAPI responses of a route that answers with a picture, or refuses with these statuses."""
    spec = ResponseSpec(bytes, generate_examples=False, description="A picture.", media_type=SVG_MEDIA_TYPE)
    return {200: spec, **document_refusals(*refusal_statuses)}
