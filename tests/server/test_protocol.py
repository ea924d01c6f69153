"""The examples in docs/protocol.md are messages as the server reads and writes them, and none is missing."""

import json
import re
from pathlib import Path
from typing import Any, get_args

import httpx
import msgspec
import pytest
from litestar.handlers import HTTPRouteHandler

import triangulum as tri
from tests.rules import ROOT
from tests.server.running_server import RunningServer, start_server
from triangulum.server.http import account_routes, game_routes, table_routes
from triangulum.server.http import operations as operations_routes
from triangulum.server.http.errors import REASON_STATUS
from triangulum.server.identity import account_messages
from triangulum.table import commands, messages
from triangulum.table.commands import SocketCommand, kebab_case
from triangulum.table.messages import Reason, ServerMessage
from triangulum.web import replay_routes, setup_pictures
from triangulum.web.pages import API_ROUTES as WEB_ROUTES

PAGE = (ROOT / "docs/protocol.md").read_text(encoding="utf-8")
MESSAGE_MODULES = (commands, messages, account_messages, replay_routes, setup_pictures)
EXAMPLES: list[tuple[str, str]] = re.findall(r"```json (\w+)\n(.*?)```", PAGE, re.DOTALL)


@pytest.mark.parametrize(("name", "text"), EXAMPLES)
def test_every_example_is_a_valid_message(name: str, text: str) -> None:
    kind = next(getattr(module, name) for module in MESSAGE_MODULES if hasattr(module, name))
    message = msgspec.json.decode(text, type=kind)
    again = json.loads(msgspec.json.encode(message))
    assert is_contained(json.loads(text), again), "a field of the example is none of the message's"
    assert msgspec.json.decode(msgspec.json.encode(message), type=kind) == message


def is_contained(example: Any, written: Any) -> bool:
    """Return whether everything in an example is in the encoded message, which may have more."""
    if isinstance(example, dict):
        return all(key in written and is_contained(value, written[key]) for key, value in example.items())
    if isinstance(example, list):
        return len(example) <= len(written) and all(
            is_contained(one, other) for one, other in zip(example, written, strict=False)
        )
    return bool(example == written)


@pytest.mark.parametrize("id", ["", "a b", "a\n", "\n", "a\nb", "\na", "a\u2028", "ä", "a" * 65])
def test_an_id_has_printable_characters_only(id: str) -> None:
    for kind in get_args(SocketCommand):
        example = next(json.loads(text) for name, text in EXAMPLES if name == kind.__name__)
        msgspec.convert({**example, "id": "a!~"}, kind)
        with pytest.raises(msgspec.ValidationError, match=r"\$\.id"):
            msgspec.convert({**example, "id": id}, kind)


@pytest.mark.parametrize("who", ["", "a\n", "a b", "a.b"])
def test_a_muted_persons_id_has_word_characters_only(who: str) -> None:
    assert msgspec.convert({"do": "mute", "id": "m", "alias": "a_-9"}, commands.Mute).alias == "a_-9"
    with pytest.raises(msgspec.ValidationError, match=r"\$\.alias"):
        msgspec.convert({"do": "mute", "id": "m", "alias": who}, commands.Mute)


@pytest.mark.parametrize("kind", [*get_args(SocketCommand), *get_args(ServerMessage)])
def test_every_message_has_an_example(kind: type) -> None:
    assert kind.__name__ in [name for name, _ in EXAMPLES]
    assert f'"{kebab_case(kind.__name__)}"' in PAGE


@pytest.mark.parametrize("kind", account_messages.TYPES)
def test_everything_about_accounts_has_an_example(kind: type) -> None:
    assert kind.__name__ in [name for name, _ in EXAMPLES]


async def fetch_operations(server: RunningServer) -> dict[str, dict[str, Any]]:
    """Return the operations in the server's OpenAPI document by method and path."""
    async with httpx.AsyncClient(base_url=server.url) as client:
        document = (await client.get("/api/schema/openapi.json")).json()
    return {
        f"{method.upper()} {path}": operation
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
    }


async def test_the_version_is_in_every_response_and_in_the_openapi_document(server: RunningServer) -> None:
    version = str(messages.PROTOCOL_VERSION)
    assert f"version {version} of the protocol" in PAGE
    async with httpx.AsyncClient(base_url=server.url) as client:
        document = await client.get("/api/schema/openapi.json")
        responses = [document, await client.get("/api/games"), await client.get("/api/tables/none")]
    assert [response.headers.get(messages.PROTOCOL_HEADER) for response in responses] == [version] * 3
    assert document.json()["info"]["version"] == version


async def test_every_route_is_in_the_openapi_document(server: RunningServer) -> None:
    operations = await fetch_operations(server)
    api_routes = [*game_routes.ROUTES, *account_routes.ROUTES, *table_routes.ROUTES, *WEB_ROUTES]
    handlers = [*[("/api", route) for route in api_routes], *[("", route) for route in operations_routes.ROUTES]]
    expected = {
        f"{method} {prefix}{re.sub(':[a-z]+', '', path)}"
        for prefix, handler in handlers
        if isinstance(handler, HTTPRouteHandler)
        for path in handler.paths
        for method in handler.http_methods
    }
    assert set(operations) == expected


async def test_every_route_is_documented(server: RunningServer) -> None:
    for route, operation in (await fetch_operations(server)).items():
        assert f"`{route}`" in PAGE
        assert operation["summary"]
        assert operation["description"]
        assert re.fullmatch(r"[a-z]+([A-Z][a-z]+)*", operation["operationId"]), route
        success = operation["responses"].get("201") or operation["responses"]["200"]
        for media_type, content in success["content"].items():
            assert media_type in ("application/json", "image/svg+xml", "text/plain"), route
            assert content["schema"], route


def test_every_reason_and_preset_is_documented() -> None:
    assert set(get_args(Reason)) == set(REASON_STATUS)
    for reason, status in REASON_STATUS.items():
        assert re.search(rf"`{reason}` \({status}\b", PAGE), reason
    for preset in commands.CHAT_PRESETS:
        assert f"`{preset}`" in PAGE


async def test_the_python_example_plays_a_game(tmp_path: Path) -> None:
    code = re.search(r"```python\n(.*?)```", PAGE, re.DOTALL)
    assert code is not None
    names: dict[str, Any] = {}
    exec(code[1], names)
    async with start_server(tmp_path) as server:
        text: str = await names["game"](server.url)
    assert tri.parse_record(text).history().is_over
