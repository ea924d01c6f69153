"""Nothing breaks whatever is sent: a WebSocket fuzzer, and schemathesis on the OpenAPI schema."""

import asyncio
import contextlib
import json
import logging
import random
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import positive_data_acceptance
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.sampling import sampled
from tests.server.running_server import HIGH_LIMITS, RunningServer, start_server
from tests.server.tables import snapshot
from triangulum.client import AsyncClient, bot_seat, my_seat, open_seat
from triangulum.server.runtime.rooms import Rooms
from triangulum.table import commands as ask
from triangulum.table import messages
from triangulum.table.messages import Refused, ServerMessage, Snapshot

KINDS = [
    "play", "take-back", "offer-draw", "agree", "decline", "resign", "sit", "leave", "hand-over", "reclaim", "arrange",
    "share", "give-nonce", "begin", "say", "mute", "rematch", "preview", "hint", "look", "resume",
]  # fmt: skip
FIELDS = ["id", "seat", "at", "action", "moves", "name", "token", "bot", "invited", "on", "nonce", "text", "preset",
          "who", "after", "do", "extra"]  # fmt: skip
VALUES: list[Any] = [
    0, 1, 2, -1, 31, 32, 2**53, 2**53 + 1, 2**64, -(2**70), 0.5, 1e308, True, None, "", "x", "0", "home SM", "\u0000",
    "\ud800", "é" * 300, "x" * 600, [], [0], {}, {"a": 1}, "greedy", "?", "../..", "'; DROP TABLE log; --",
]  # fmt: skip
ODDITIES: list[str | bytes] = [
    "", " ", "null", "0", "[]", "{}", '"play"', "{", '{"do":', '{"do":"play"}', "\x00", "[" * 3000, '{"do":' * 400,
    b"", b"\xff\xfe", b"{}", "x" * 5000, '{"id":"x","do":"play","seat":' + "9" * 4000 + "}", "NaN", "\ufeff{}",
]  # fmt: skip


def random_message(rng: random.Random) -> str | bytes:
    """Return a random message that resembles a command at best."""
    if rng.random() < 0.2:
        return rng.choice(ODDITIES)
    fields = {"do": rng.choice(KINDS), "id": f"f{rng.randrange(5)}", "seat": rng.randrange(3), "at": rng.randrange(9)}
    for _ in range(rng.randrange(4)):
        fields[rng.choice(FIELDS)] = rng.choice(VALUES)
    if rng.random() < 0.2:
        fields.pop(rng.choice(list(fields)))
    text = json.dumps(fields)
    if rng.random() < 0.15:
        cut = rng.randrange(len(text))
        text = text[:cut] + rng.choice(["", "\x00", "]", "é"]) + text[cut + rng.randrange(3) :]
    return text.encode() if rng.random() < 0.1 else text


class ErrorCollector(logging.Handler):
    """Collects log records of errors."""

    def __init__(self, records: list[logging.LogRecord]) -> None:
        super().__init__(logging.ERROR)
        self.records = records

    def emit(self, record: logging.LogRecord) -> None:
        self.records.append(record)


@pytest.fixture
def no_logged_errors() -> Iterator[None]:
    """Fail a test if anything is logged as an error until its event loop is closed, here or in uvicorn."""
    records: list[logging.LogRecord] = []
    handler = ErrorCollector(records)
    names = ("triangulum.server", "uvicorn.error", "asyncio", "litestar")
    for name in names:
        logging.getLogger(name).addHandler(handler)
    try:
        yield
    finally:
        for name in names:
            logging.getLogger(name).removeHandler(handler)
    assert not [record.getMessage() for record in records]


async def open_socket(
    server: RunningServer, client: AsyncClient | None, table: str, query: str = ""
) -> ClientConnection:
    """Open a socket at a table, with a person's cookie or without one."""
    cookie = "; ".join(f"{name}={value}" for name, value in client.cookies.items()) if client else ""
    address = f"ws{server.url.removeprefix('http')}/api/tables/{table}/socket{query}"
    connection = await connect(address, additional_headers={"Cookie": cookie} if cookie else {}, max_size=None)
    assert json.loads(await connection.recv())["is"] == "welcome"
    return connection


async def send_and_collect_replies(connection: ClientConnection, message: str | bytes) -> list[ServerMessage]:
    """Send a message, and return everything that came back until the server had handled it."""
    try:
        await connection.send(message)
    except UnicodeEncodeError:
        await connection.send(str(message).encode("utf-8", "replace"))
    await connection.send('{"do":"mute","alias":"nobody","on":false,"id":"mark"}')
    found: list[ServerMessage] = []
    while True:
        one: ServerMessage = msgspec.json.decode(await connection.recv(), type=ServerMessage)
        if getattr(one, "id", None) == "mark":
            break
        found.append(one)
    # Hints are computed in the background, so their answers may come later.
    if not found and "hint" in decode_message(message):
        found.append(msgspec.json.decode(await connection.recv(), type=ServerMessage))
    return found


@pytest.mark.usefixtures("connection_type", "no_logged_errors")
async def test_random_messages_change_nothing_and_are_answered(tmp_path: Path) -> None:
    rng = random.Random(9)
    async with start_server(tmp_path) as server:
        ann, bob, eve = [await server.connect_guest(name) for name in ("Ann", "Bob", "Eve")]
        table = await ann.open_table("star-runners", [my_seat(), open_seat()], late=False, chat="off")
        await bob.take_seat(table, 1)
        early = snapshot(server.rooms.loaded[table].table)
        await send_random_messages(server, table, eve, rng, sampled(120))
        assert snapshot(server.rooms.loaded[table].table) == early, "before the game"
        await ann.post_command(table, ask.Begin(id="b"))
        begun = snapshot(server.rooms.loaded[table].table)
        await send_random_messages(server, table, eve, rng, sampled(240))
        await send_random_messages(server, table, None, rng, sampled(120))
        assert snapshot(server.rooms.loaded[table].table) == begun, "in the game"
        await ann.post_command(table, ask.Resign(id="r", seat=0))
        over = snapshot(server.rooms.loaded[table].table)
        await send_random_messages(server, table, eve, rng, sampled(120))
        assert snapshot(server.rooms.loaded[table].table) == over, "after the game"
        for client in (ann, bob, eve):
            await client.close()


async def send_random_messages(
    server: RunningServer, table: str, client: AsyncClient | None, rng: random.Random, count: int
) -> None:
    """Send random messages from somebody without a seat; check that all are refused that concern others."""
    connection = await open_socket(server, client, table)
    await connection.recv()
    for _ in range(count):
        message = random_message(rng)
        replies = await send_and_collect_replies(connection, message)
        told = [reply for reply in replies if not isinstance(reply, Snapshot | messages.Update)]
        assert len(told) == 1, (message, replies)
        harmless = isinstance(told[0], messages.Done) and any(
            word in decode_message(message) for word in ("change-perspective", "resume", "mute")
        )
        assert isinstance(told[0], Refused) or harmless, (message, told)
        if isinstance(told[0], Refused):
            assert told[0].message
            assert "\n" not in told[0].message
            assert "Traceback" not in told[0].message
    await connection.close()


def decode_message(message: str | bytes) -> str:
    return message.decode("utf-8", "replace") if isinstance(message, bytes) else message


@pytest.mark.usefixtures("no_logged_errors")
async def test_a_player_who_sends_wrong_moves_changes_nothing(tmp_path: Path) -> None:
    rng = random.Random(10)
    async with start_server(tmp_path) as server:
        ann, bob = await server.connect_guest("Ann"), await server.connect_guest("Bob")
        table = await ann.open_table("starry-sky", [my_seat(), open_seat(), bot_seat("random")], late=False)
        await bob.take_seat(table, 1)
        await ann.post_command(table, ask.Begin(id="b"))
        live = server.rooms.loaded[table]
        connections = [await open_socket(server, client, table, f"?seat={at}") for at, client in enumerate((ann, bob))]
        for connection in connections:
            await connection.recv()
        while live.table.bot_to_move:
            await asyncio.sleep(0.01)
        before = snapshot(live.table)
        for _ in range(sampled(200)):
            seat = rng.randrange(4)
            wrong = (
                rng.choice([live.table.number - 1, live.table.number + 1, 0])
                if seat == live.table.mover
                else rng.randrange(9)
            )
            action = rng.choice([0, 1, 5, "R1", "?", 10**9])
            fields = {"do": "play", "id": f"w{rng.random()}", "seat": seat, "at": wrong, "action": action}
            told = [
                one
                for one in await send_and_collect_replies(rng.choice(connections), json.dumps(fields))
                if not isinstance(one, messages.Update | messages.LegalMoves)
            ]
            assert [type(one) for one in told] == [Refused], fields
            assert isinstance(told[0], Refused)
            assert told[0].number == live.table.number
        assert snapshot(live.table) == before
        for connection in connections:
            await connection.close()
        await ann.close()
        await bob.close()


@pytest.mark.usefixtures("connection_type", "no_logged_errors")
async def test_a_message_that_is_too_large_closes_the_socket(server: RunningServer) -> None:
    ann = await server.connect_guest("Ann")
    table = await ann.open_table("star-runners", [my_seat(), open_seat()])
    connection = await open_socket(server, ann, table)
    await connection.recv()
    with pytest.raises(ConnectionClosed):
        await send_and_collect_replies(connection, "x" * 100_000)
    assert connection.close_code == 1009
    for path in (f"/api/tables/{table}/socket?seat=x", "/api/tables/none/socket", "/api/nothing"):
        with pytest.raises((ConnectionClosed, InvalidStatus)):
            await read_until_closed(f"ws{server.url.removeprefix('http')}{path}")
    await ann.close()


async def read_until_closed(address: str) -> None:
    """Read from a socket until it is closed."""
    async with connect(address) as connection:
        while True:
            await connection.recv()


@pytest.mark.usefixtures("connection_type")
async def test_too_many_messages_are_refused_and_then_the_socket_is_closed(tmp_path: Path) -> None:
    async with start_server(
        tmp_path, limits=HIGH_LIMITS._replace(messages=0.001, messages_at_once=5, excess=10)
    ) as server:
        ann = await server.connect_guest("Ann")
        table = await ann.open_table("star-runners", [my_seat(), open_seat()])
        connection = await open_socket(server, ann, table)
        for _ in range(20):
            await connection.send("{}")
        reasons = []
        with contextlib.suppress(ConnectionClosed):
            while True:
                reasons.append(json.loads(await connection.recv()).get("reason"))
        assert reasons == [None, *["malformed"] * 5, *["too-many"] * 10]
        assert connection.close_code == 4029
        await ann.close()


# --- schemathesis


class ServerThread:
    """A server in a thread of its own, for a synchronous client."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.ready = threading.Event()
        self.url = ""
        self.cookie = ""
        self.table = ""
        self.finished_table = ""
        self.record = ""
        self.rooms: Rooms | None = None

    def __enter__(self) -> "ServerThread":
        self.thread = threading.Thread(target=lambda: asyncio.run(self.serve()))
        self.thread.start()
        self.ready.wait(30)
        return self

    def __exit__(self, *_: object) -> None:
        self.loop.call_soon_threadsafe(self.stop.set)
        self.thread.join()

    async def serve(self) -> None:
        self.loop, self.stop = asyncio.get_running_loop(), asyncio.Event()
        async with start_server(self.folder) as server:
            ann = await server.connect_guest("Ann")
            self.table = await ann.open_table(
                "starry-sky", [my_seat(), my_seat("Ben"), bot_seat("random")], listed=True, hints=True
            )
            await ann.post_command(self.table, ask.Begin(id="begin"))
            self.finished_table = await ann.open_table("star-runners", [my_seat(), my_seat("Ben")])
            await ann.post_command(self.finished_table, ask.Begin(id="begin-2"))
            await ann.post_command(self.finished_table, ask.Play(id="play", seat=0, at=1, action="home SM"))
            await ann.post_command(self.finished_table, ask.Resign(id="resign", seat=0))
            self.record = await ann.get_record(self.finished_table)
            self.url, self.rooms = server.url, server.rooms
            self.cookie = "; ".join(f"{name}={value}" for name, value in ann.cookies.items())
            self.ready.set()
            await self.stop.wait()
            await ann.close()


def is_record_text(value: Any) -> bool:
    """Return whether a generated value matches the schema of an uploaded record."""
    return isinstance(value, str) and 1 <= len(value) <= 60_000


def call_route(operation: Any, running: ServerThread, examples: int) -> None:
    """Call one route with requests that schemathesis generates."""

    def call(case: Any) -> None:
        path_parameters = case.path_parameters or {}
        if "table_id" in path_parameters:
            needs_finished_game = operation.path.endswith(("/replay", "/picture"))
            path_parameters["table_id"] = running.finished_table if needs_finished_game else running.table
        if "game_id" in path_parameters:
            path_parameters["game_id"] = "star-runners"
        if isinstance(case.body, dict) and is_record_text(case.body.get("record")):
            case.body["record"] = running.record
        # Rules say more than a schema can: a request that matches it may still be refused.
        case.call_and_validate(headers={"Cookie": running.cookie}, excluded_checks=[positive_data_acceptance])

    quick = settings(max_examples=examples, database=None, suppress_health_check=list(HealthCheck))
    quick(given(case=operation.as_strategy())(call))()


def check_all_routes(folder: Path, examples: int) -> None:
    """Call every route with requests that schemathesis generates, as a player at a real table."""
    with ServerThread(folder) as running:
        schema = schemathesis.openapi.from_url(f"{running.url}/api/schema/openapi.json")
        called = 0
        for found in schema.get_all_operations():
            assert isinstance(found, Ok), found
            call_route(found.ok(), running, examples)
            called += 1
        assert called >= 33


@pytest.mark.usefixtures("no_logged_errors")
def test_every_route_matches_its_openapi_schema(tmp_path: Path) -> None:
    check_all_routes(tmp_path, sampled(16))


@pytest.mark.usefixtures("no_logged_errors")
@pytest.mark.long
def test_every_route_matches_its_openapi_schema_in_many_calls(tmp_path: Path) -> None:
    check_all_routes(tmp_path, 300)
