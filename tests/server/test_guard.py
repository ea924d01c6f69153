"""Which requests are accepted: origins, hosts, content types and sizes, rates; and the headers of every response."""

from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.server.running_server import HIGH_LIMITS, RunningServer, start_server
from triangulum.client import my_seat
from triangulum.errors import OptionError
from triangulum.server.http.limits import Limits, parse_limits
from triangulum.server.identity.guests import format_cookie, parse_cookie
from triangulum.server.identity.signing import Signer
from triangulum.table.people import NOBODY, Person

JSON = {"content-type": "application/json"}


async def send_requests(server: RunningServer, *requests: dict[str, Any]) -> list[httpx.Response]:
    async with httpx.AsyncClient(base_url=server.url) as client:
        return [await client.request(**request) for request in requests]


def put_me_request(**headers: str) -> dict[str, Any]:
    return {"method": "PUT", "url": "/api/me", "content": b'{"name":"Ann"}', "headers": {**JSON, **headers}}


async def send_requests_to_new_server(
    folder: Path, *requests: dict[str, Any], **overrides: Any
) -> list[httpx.Response]:
    async with start_server(folder, **overrides) as server:
        return await send_requests(server, *requests)


async def test_requests_from_other_sites_are_refused(tmp_path: Path) -> None:
    requests = [
        put_me_request(origin="https://evil.example"),
        put_me_request(origin="null"),
        put_me_request(origin="http://[broken"),
        put_me_request(**{"sec-fetch-site": "cross-site"}),
        put_me_request(**{"sec-fetch-site": "same-site"}),
        put_me_request(**{"content-type": "text/plain"}),
        put_me_request(**{"content-type": "application/x-www-form-urlencoded"}),
    ]
    found = await send_requests_to_new_server(tmp_path, *requests)
    assert [answer.status_code for answer in found] == [403, 403, 403, 403, 403, 415, 415]
    assert not any("set-cookie" in answer.headers for answer in found)
    assert all(answer.json()["message"] for answer in found)


async def test_requests_from_our_pages_and_from_programs_are_accepted(tmp_path: Path) -> None:
    async with start_server(tmp_path, public_url="https://games.example") as server:
        own = server.url
        found = await send_requests(
            server,
            put_me_request(),
            put_me_request(origin=own),
            put_me_request(origin="https://games.example", host="games.example"),
        )
        assert [answer.status_code for answer in found] == [200, 200, 200]
        assert "Secure" in found[0].headers["set-cookie"]


async def test_an_unknown_host_name_is_refused(tmp_path: Path) -> None:
    """A page elsewhere could give its own name to our address, and then share our origin."""
    get = {"method": "GET", "url": "/api/games"}
    hosts = [
        "evil.example",
        "evil.example:80",
        "localhost.evil.example",
        "",
        "[",
        "localhost:1",
        "127.0.0.1",
        "[::1]:5",
    ]
    found = await send_requests_to_new_server(tmp_path, *[{**get, "headers": {"host": host}} for host in hosts])
    assert [answer.status_code for answer in found] == [400] * 5 + [200] * 3


async def test_every_response_has_the_security_headers(tmp_path: Path) -> None:
    wanted = [{"method": "GET", "url": url} for url in ("/api/games", "/api", "/nowhere", "/api/schema/openapi.json")]
    for answer in await send_requests_to_new_server(tmp_path, *wanted, put_me_request(origin="https://evil.example")):
        assert "default-src 'none'" in answer.headers["content-security-policy"]
        assert "unsafe" not in answer.headers["content-security-policy"]
        assert answer.headers["x-content-type-options"] == "nosniff"


async def test_the_cookie_is_hidden_from_scripts_and_other_sites(tmp_path: Path) -> None:
    cookie = (await send_requests_to_new_server(tmp_path, put_me_request()))[0].headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie


async def test_large_bodies_are_refused(tmp_path: Path) -> None:
    large = {"method": "PUT", "url": "/api/me", "headers": JSON, "content": b'{"name":"' + b"x" * 70_000 + b'"}'}

    async def endless_body() -> Any:
        for _ in range(100):
            yield b" " * 1000

    streamed = {"method": "PUT", "url": "/api/me", "headers": JSON, "content": endless_body()}
    assert [answer.status_code for answer in await send_requests_to_new_server(tmp_path, large, streamed)] == [413, 413]


async def test_too_many_requests_are_refused(tmp_path: Path) -> None:
    limits = HIGH_LIMITS._replace(requests=0.001, requests_at_once=5)
    found = await send_requests_to_new_server(tmp_path, *[{"method": "GET", "url": "/api/me"}] * 8, limits=limits)
    assert [answer.status_code for answer in found] == [200] * 5 + [429] * 3
    assert found[-1].json()["reason"] == "too-many"


async def test_sockets_from_other_sites_are_refused(server: RunningServer) -> None:
    ann = await server.connect_guest("Ann")
    table = await ann.open_table("star-runners", [my_seat()])
    address = f"ws{server.url.removeprefix('http')}/api/tables/{table}/socket"
    for origin in ("https://evil.example", "null"):
        with pytest.raises(InvalidStatus) as refused:
            await connect(address, additional_headers={"Origin": origin})
        assert refused.value.response.status_code == 403
    async with connect(address, additional_headers={"Origin": server.url}) as socket:
        assert '"is":"welcome"' in str(await socket.recv())
        assert '"is":"snapshot"' in str(await socket.recv())
    await ann.close()


async def test_the_number_of_sockets_per_address_is_limited(tmp_path: Path) -> None:
    async with start_server(tmp_path, limits=HIGH_LIMITS._replace(sockets_an_address=2)) as server:
        ann = await server.connect_guest("Ann")
        table = await ann.open_table("star-runners", [my_seat()])
        address = f"ws{server.url.removeprefix('http')}/api/tables/{table}/socket"
        async with connect(address) as one, connect(address) as two, connect(address) as three:
            await one.recv()
            await two.recv()
            with pytest.raises(ConnectionClosed):
                await three.recv()
            assert three.close_code == 4029
        await ann.close()


def test_a_cookie_without_our_signature_identifies_nobody() -> None:
    people = Signer(b"a" * 32)
    person = Person("p", "Ann")
    cookie = format_cookie(people, person)
    assert parse_cookie(people, cookie) == person
    assert parse_cookie(Signer(b"b" * 32), cookie) == NOBODY
    for wrong in (
        None,
        "",
        ".",
        "x",
        cookie[:-1],
        cookie + "x",
        "x" + cookie,
        cookie.replace(".", ""),
        "é.é",
        "x" * 9999,
    ):
        assert parse_cookie(people, wrong) == NOBODY
    for wrong in ("", "W10", "bm9uc2Vuc2U", "%%%", "WyJhIl0"):
        assert parse_cookie(people, f"{wrong}.{people.sign('guest', wrong)}") == NOBODY


def test_a_token_is_valid_for_one_seat_until_it_changes_hands() -> None:
    people = Signer(b"a" * 32)
    token = people.seat_token("t", 1, 0)
    assert people.is_seat_token(token, "t", 1, 0)
    for other in (("t", 1, 1), ("t", 0, 0), ("u", 1, 0)):
        assert not people.is_seat_token(token, *other)
    assert not people.is_seat_token("é", "t", 1, 0)
    assert people.alias("t", "p") != people.alias("u", "p")


def test_limits_on_the_command_line_are_parsed_or_refused() -> None:
    assert parse_limits([]) == Limits()
    assert parse_limits(["messages=7", "sockets=9"]) == Limits()._replace(messages=7.0, sockets=9)
    for word in ("message=7", "messages", "messages=x", "messages=0", "sockets=1.5", "messages=inf", "=1"):
        with pytest.raises(OptionError) as error:
            parse_limits([word])
        assert "\n" not in str(error.value)
