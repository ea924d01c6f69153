"""A client at a server with low limits: it slows down, comes back, and gives up where waiting doesn't help."""

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection

import triangulum as tri
from tests.server.running_server import HIGH_LIMITS, FirstMoveBotPool, start_server
from triangulum.client import (
    NO_RETRIES,
    AsyncClient,
    Backoff,
    DisconnectedError,
    RequestRefusedError,
    bot_seat,
    my_seat,
)
from triangulum.table.messages import ChatUpdate

PATIENT = Backoff(first_pause=0.05, longest_pause=0.5, max_tries=12)
LOW_LIMITS = HIGH_LIMITS._replace(requests=20, requests_at_once=2, messages=5, messages_at_once=2, excess=5)


class CountingClient(AsyncClient):
    """A client that counts its requests and sockets."""

    def __init__(self, url: str, backoff: Backoff) -> None:
        super().__init__(url, backoff=backoff)
        self.num_requests = 0
        self.num_sockets = 0

    async def request_once(self, method: str, path: str, body: Any, query: Mapping[str, Any]) -> Any:
        self.num_requests += 1
        return await super().request_once(method, path, body, query)

    async def open_table_socket(self, table_id: str, query: Mapping[str, Any]) -> ClientConnection:
        self.num_sockets += 1
        return await super().open_table_socket(table_id, query)


async def play_whole_game(client: AsyncClient) -> tuple[str, list[bytes]]:
    """Play a game against a bot as fast as possible; return its record and the frames that came."""
    await client.set_name("Ann")
    table_id = await client.open_table("star-runners", [my_seat(), bot_seat("greedy")], {"turn_limit": 10})
    async with client.watch_table(table_id, 0) as session:
        frames = session.start_capturing_frames()
        await session.begin_game()
        async for moves in session.turns():
            await session.play(moves[-1].action)
    return await client.get_record(table_id), [bytes(frame, "utf-8") for frame in frames if isinstance(frame, str)]


async def test_a_client_plays_a_whole_game_at_a_server_with_low_limits(tmp_path: Path) -> None:
    async with (
        start_server(tmp_path, limits=LOW_LIMITS, bot_pool=FirstMoveBotPool()) as server,
        CountingClient(server.url, PATIENT) as ann,
    ):
        record, frames = await play_whole_game(ann)
    assert tri.parse_record(record).history().is_over
    assert any(b'"too-many"' in frame for frame in frames), "the server did limit the messages"


async def test_requests_that_a_rate_limit_refuses_are_sent_again(tmp_path: Path) -> None:
    async with (
        start_server(tmp_path, limits=HIGH_LIMITS._replace(requests=10, requests_at_once=1)) as server,
        CountingClient(server.url, PATIENT) as ann,
    ):
        assert await asyncio.gather(*(ann.list_tables() for _ in range(6))) == [[]] * 6
    assert ann.num_requests > 6, "the server did refuse some"


async def test_a_client_that_does_not_back_off_fails_at_the_same_server(tmp_path: Path) -> None:
    async with (
        start_server(tmp_path, limits=LOW_LIMITS, bot_pool=FirstMoveBotPool()) as server,
        AsyncClient(server.url, backoff=NO_RETRIES) as ann,
    ):
        with pytest.raises(RequestRefusedError, match="Slow down"):
            await play_whole_game(ann)


async def test_a_socket_closed_for_too_many_messages_comes_back_and_loses_nothing(tmp_path: Path) -> None:
    limits = HIGH_LIMITS._replace(messages=50, messages_at_once=3, excess=5)
    async with start_server(tmp_path, limits=limits) as server, CountingClient(server.url, PATIENT) as ann:
        await ann.set_name("Ann")
        table_id = await ann.open_table("star-runners")
        texts = [f"number {index}" for index in range(30)]
        async with ann.watch_table(table_id, 0) as session:
            await asyncio.gather(*(session.send_chat(text) for text in texts))
        assert ann.num_sockets > 1, "the server did close the socket"
        events = (await ann.list_events(table_id)).updates
    happenings = [happening for event in events for happening in event.parts]
    assert sorted(one.text for one in happenings if isinstance(one, ChatUpdate)) == sorted(texts)


async def test_a_client_waits_until_another_socket_is_closed(tmp_path: Path) -> None:
    async with (
        start_server(tmp_path, limits=HIGH_LIMITS._replace(sockets_an_address=1)) as server,
        CountingClient(server.url, PATIENT) as ann,
    ):
        await ann.set_name("Ann")
        table_id = await ann.open_table("star-runners")
        async with ann.watch_table(table_id, 0) as first:
            second = ann.watch_table(table_id, 0)
            opening = asyncio.create_task(second.__aenter__())
            while ann.num_sockets < 3:
                await asyncio.sleep(0.01)
            assert second.snapshot is None
            await first.close()
            await opening
            assert second.snapshot is not None
            await second.close()


async def test_a_client_gives_up_if_no_socket_becomes_free(tmp_path: Path) -> None:
    async with (
        start_server(tmp_path, limits=HIGH_LIMITS._replace(sockets_an_address=1)) as server,
        CountingClient(server.url, PATIENT._replace(max_tries=3)) as ann,
    ):
        await ann.set_name("Ann")
        table_id = await ann.open_table("star-runners")
        async with ann.watch_table(table_id, 0):
            with pytest.raises(DisconnectedError, match="Too many connections"):
                await ann.watch_table(table_id, 0).__aenter__()
    assert ann.num_sockets == 1 + 3


async def test_a_limit_that_waiting_does_not_cure_is_an_error_after_a_few_tries(tmp_path: Path) -> None:
    async with (
        start_server(tmp_path) as server,
        CountingClient(server.url, PATIENT._replace(max_tries=3)) as ann,
    ):
        server.runtime.opener.max_open_tables = 1
        await ann.set_name("Ann")
        await ann.open_table("star-runners")
        before = ann.num_requests
        with pytest.raises(RequestRefusedError, match="You have an unfinished table") as refusal:
            await ann.open_table("star-runners")
        assert refusal.value.reason == "too-many"
        assert ann.num_requests == before + 3
