"""The OpenAPI document of all routes, as JSON for programs and as a plain page for people."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any, Final

import msgspec
from litestar import Request, get
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

from triangulum.server.http.context import HttpRequest
from triangulum.server.identity import account_messages
from triangulum.table import commands, messages

SCHEMA_REF: Final = "#/components/schemas/{name}"
MESSAGE_TYPES: Final = (
    commands.TableCommand,
    messages.UpdatePage,
    messages.GameInfo,
    messages.Snapshot,
    messages.Invitation,
    messages.KitInfo,
    messages.Me,
    messages.SeatMoves,
    commands.NameChoice,
    messages.Opened,
    commands.OpenTable,
    messages.Refused,
    messages.Reply,
    messages.Story,
    messages.TableSummary,
    *account_messages.TYPES,
)
"""All types that the server's routes take and return."""


class OpenApiRenderer(JsonRenderPlugin):
    """Serves the OpenAPI document with msgspec's schemas; Litestar's are wrong for structs sent as arrays."""

    def __init__(self, message_types: Sequence[Any]) -> None:
        super().__init__()
        self.message_types = message_types

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        """Return the document as JSON."""
        return super().render(request, replace_struct_schemas(openapi_schema, self.message_types))


def build_openapi_config(message_types: Sequence[Any]) -> OpenAPIConfig:
    """Return Litestar's configuration for the document of routes that take and return these types."""
    return OpenAPIConfig(
        title="Triangulum",
        version=str(messages.PROTOCOL_VERSION),
        description="Tables at which people and bots play. docs/protocol.md describes the socket of a table.",
        path="/api/schema",
        render_plugins=[OpenApiRenderer(message_types)],
        use_handler_docstrings=True,
    )


def replace_struct_schemas(document: dict[str, Any], message_types: Sequence[Any]) -> dict[str, Any]:
    """Return an OpenAPI document whose schemas of these types are those that msgspec writes."""
    _, schemas = msgspec.json.schema_components(message_types, ref_template=SCHEMA_REF)
    components = document.get("components", {})
    return {**document, "components": {**components, "schemas": {**components.get("schemas", {}), **schemas}}}


@get("/", media_type="text/html", include_in_schema=False)
async def show_api_page(request: HttpRequest) -> str:
    """Return a page that describes all routes, for people."""
    return render_api_page(request.app.openapi_schema.to_schema())


def render_api_page(document: dict[str, Any]) -> str:
    """Return an OpenAPI document as an HTML page without scripts."""
    routes = [
        f"<h2><code>{method.upper()} {escape(path)}</code></h2>{render_operation(operation)}"
        for path, operations in sorted(document["paths"].items())
        for method, operation in operations.items()
        if isinstance(operation, dict)
    ]
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Triangulum: the interface</title>'
        '<meta name="viewport" content="width=device-width"></head><body><h1>Triangulum: the interface</h1>'
        f"<p>{escape(document['info']['description'])}</p>"
        '<p>The whole document, for machines: <a href="/api/schema/openapi.json">openapi.json</a></p>'
        f"{''.join(routes)}</body></html>"
    )


def render_operation(operation: dict[str, Any]) -> str:
    """Return one operation as HTML: its purpose, its parameters and the statuses of its responses."""
    purpose = f"<p>{escape(operation.get('summary', ''))}. {escape(operation.get('description', ''))}</p>"
    parameters = "".join(
        f"<li><code>{escape(parameter['name'])}</code> {escape(parameter.get('description', ''))}</li>"
        for parameter in operation.get("parameters", [])
    )
    statuses = ", ".join(f"{status}" for status in sorted(operation.get("responses", {})))
    return f"{purpose}<ul>{parameters}</ul><p>Answers: {statuses}</p>"
