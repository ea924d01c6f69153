"""The OpenAPI document, put right where structs are sent as arrays; and as a plain page without a line of script."""

from __future__ import annotations

from html import escape
from typing import Any

import msgspec

from triangulum.server.identity import account_messages
from triangulum.table import messages

REF = "#/components/schemas/{name}"
TYPES = (
    messages.AtTable,
    messages.EventsAfter,
    messages.GameInfo,
    messages.Here,
    messages.Invitation,
    messages.KitInfo,
    messages.Me,
    messages.MovesNow,
    messages.NameChoice,
    messages.Opened,
    messages.OpenTable,
    messages.Refused,
    messages.Reply,
    messages.Story,
    messages.TableLine,
    *account_messages.TYPES,
)
"""Everything that routes take and answer."""


def document(schema: dict[str, Any]) -> dict[str, Any]:
    """Return an OpenAPI document with the structs described by who writes and reads them."""
    _, components = msgspec.json.schema_components(TYPES, ref_template=REF)
    parts = schema.get("components", {})
    return {**schema, "components": {**parts, "schemas": {**parts.get("schemas", {}), **components}}}


def page(schema: dict[str, Any]) -> str:
    """Return a page that lists every route with what it is for."""
    routes = [
        f"<h2><code>{method.upper()} {escape(path)}</code></h2>{operation_html(operation)}"
        for path, methods in sorted(schema["paths"].items())
        for method, operation in methods.items()
        if isinstance(operation, dict)
    ]
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Triangulum: the interface</title>'
        '<meta name="viewport" content="width=device-width"></head><body><h1>Triangulum: the interface</h1>'
        f"<p>{escape(schema['info']['description'])}</p>"
        '<p>The whole document, for machines: <a href="/api/schema/openapi.json">openapi.json</a></p>'
        f"{''.join(routes)}</body></html>"
    )


def operation_html(operation: dict[str, Any]) -> str:
    """Return what one route is for, what it takes and what it answers."""
    told = f"<p>{escape(operation.get('summary', ''))}. {escape(operation.get('description', ''))}</p>"
    taken = "".join(
        f"<li><code>{escape(one['name'])}</code> {escape(one.get('description', ''))}</li>"
        for one in operation.get("parameters", [])
    )
    answers = ", ".join(f"{status}" for status in sorted(operation.get("responses", {})))
    return f"{told}<ul>{taken}</ul><p>Answers: {answers}</p>"
