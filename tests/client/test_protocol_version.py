"""A client stops at a server that speaks another version of the protocol, and says so in one line."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import httpx
import pytest
from websockets.asyncio.server import ServerConnection, serve

from triangulum.client import AsyncClient, ProtocolVersionError
from triangulum.table.messages import PROTOCOL_HEADER, PROTOCOL_VERSION


@asynccontextmanager
async def serve_frames(frames: list[str]) -> AsyncIterator[AsyncClient]:
    """Serve sockets, each with the next of the frames, after which it's closed with 1012; yield a client."""

    async def send_next_frame(connection: ServerConnection) -> None:
        await connection.send(frames.pop(0))
        await connection.close(1012)

    async with serve(send_next_frame, "127.0.0.1", 0) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        async with AsyncClient(f"http://127.0.0.1:{port}") as client:
            yield client


def check_line(error: ProtocolVersionError, version: int) -> None:
    assert f"speaks version {version} of the protocol" in str(error)
    assert f"this client version {PROTOCOL_VERSION}" in str(error)
    assert "\n" not in str(error)


@pytest.mark.parametrize(
    ("frame", "version"),
    [('{"is":"welcome","protocol":4}', 4), ('{"is":"here","number":4}', 1)],
    ids=["newer", "without-a-welcome"],
)
async def test_a_socket_of_another_version_is_refused(frame: str, version: int) -> None:
    async with serve_frames([frame]) as client:
        with pytest.raises(ProtocolVersionError) as refused:
            await client.watch_table("t", after=4).__aenter__()
    check_line(refused.value, version)


async def test_a_server_that_was_updated_meanwhile_ends_the_session() -> None:
    frames = [f'{{"is":"welcome","protocol":{number}}}' for number in (PROTOCOL_VERSION, PROTOCOL_VERSION + 1)]
    async with serve_frames(frames) as client, client.watch_table("t", after=4) as session:
        with pytest.raises(ProtocolVersionError) as refused:
            async with asyncio.timeout(10):
                await session.wait_until(lambda: False)
    check_line(refused.value, PROTOCOL_VERSION + 1)


@pytest.mark.parametrize("status", [200, 404])
async def test_an_http_response_of_another_version_is_refused(status: int) -> None:
    async with AsyncClient("http://server.example") as client:
        response = httpx.Response(status, headers={PROTOCOL_HEADER: "4"}, text="[]")
        client.http = httpx.AsyncClient(base_url=client.url, transport=httpx.MockTransport(lambda _: response))
        with pytest.raises(ProtocolVersionError) as refused:
            await client.list_games()
    check_line(refused.value, 4)
