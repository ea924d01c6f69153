"""A table without a server: the same commands, time and randomness lead to the same bytes as at a server."""

import asyncio
import random
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest
from websockets.asyncio.client import ClientConnection, connect

import triangulum as tri
from tests.randomness import FixedRandomness
from tests.server.running_server import SECRET, ManualClock, start_server
from triangulum.client import AsyncClient
from triangulum.core.game import Game
from triangulum.server.identity.signing import Signer
from triangulum.table import commands as ask
from triangulum.table.commands import OpenTable
from triangulum.table.local_table import LocalTable, build_table
from triangulum.table.messages import CommandError
from triangulum.table.open_table import build_spec
from triangulum.table.people import Person
from triangulum.table.presenter import Perspective, Presenter

GAMES = [game for game in tri.games() if game.rules.__module__.startswith("triangulum.games.")]
PEOPLE = [Person("person-1", "Ann"), Person("person-2", "Bob"), Person("person-3", "Eve")]
START = 1_000_000.0


class RecordingWatcher:
    """A watcher that keeps everything it is sent."""

    def __init__(self, person: Person, seat: int | None) -> None:
        self.person = person
        self.perspective = Perspective(seat, "both")
        self.muted: frozenset[str] = frozenset()
        self.wants_presence = False
        self.messages: list[bytes] = []

    def send(self, data: bytes) -> None:
        self.messages.append(data)


class SentCommand(NamedTuple):
    """A command, which of the watchers sent it, and how many messages each watcher has been sent afterwards."""

    sender: int
    command: ask.TableCommand
    counts: list[int]


def table_request(game: Game, lot: bool = False) -> OpenTable:
    """Return a request for a table at which Ann sits and everybody else may."""
    return OpenTable(game=game.id, options={"players": num_players(game)}, lot=lot)


def num_players(game: Game) -> int:
    """Return three players where the game allows it."""
    return min(max(3, game.players[0]), game.players[1])


def seat_of_watcher(game: Game, watcher: int) -> int | None:
    """Return the seat of each of three watchers; None for a spectator."""
    return watcher if watcher < num_players(game) else None


def play_locally(
    game: Game, max_moves: int, lot: bool = False
) -> tuple[list[RecordingWatcher], list[SentCommand], LocalTable]:
    """Play random moves at a table of this process, with three watchers."""
    clock = ManualClock(START)
    spec = build_spec(table_request(game, lot), PEOPLE[0], lambda _: 7)
    host = LocalTable(build_table("table-1", spec, bytes(32)), Presenter(Signer(SECRET).alias), clock)
    watchers = [RecordingWatcher(person, None) for person in PEOPLE]
    sent: list[SentCommand] = []
    rng = random.Random(game.id)

    def send(sender: int, command: ask.TableCommand) -> None:
        clock.now += 1
        watcher = watchers[sender]
        host.run(command, watcher.person, lambda done: watcher.send(msgspec.json.encode(done)))
        sent.append(SentCommand(sender, command, [len(each.messages) for each in watchers]))

    for seat in range(1, num_players(game)):
        host.run(ask.Sit(id=f"sit-{seat}", seat=seat), PEOPLE[seat])
    for number, watcher in enumerate(watchers):
        watcher.perspective = Perspective(seat_of_watcher(game, number), "both")
        host.watch(watcher)
    send(0, ask.Say(id="hello", text="Hello!"))
    if lot:
        # With this nonce, and the seed of all these tables, somebody else begins.
        send(0, ask.GiveNonce(id="nonce", seat=0, nonce="fortune"))
        assert host.table.compute_lot().first > 0
    send(0, ask.Begin(id="begin"))
    while (mover := host.table.mover) is not None and len(sent) < max_moves:
        action = rng.choice(host.table.state.legal_actions())
        sender = next(number for number, person in enumerate(PEOPLE) if host.table.is_holder(person.id, mover))
        send(sender, ask.Play(id=f"move-{len(sent)}", seat=mover, at=host.table.number, action=action))
    return watchers, sent, host


async def play_at_server(
    game: Game, folder: Path, sent: list[SentCommand], counts: list[int], lot: bool
) -> list[list[bytes]]:
    """Send the same commands to a server, and return what its sockets send to the same watchers."""
    clock = ManualClock(START)
    async with start_server(folder, clock=clock, randomness=FixedRandomness()) as server:
        guests = [await server.connect_guest(person.name) for person in PEOPLE]
        table_id = await guests[0].open_table(game.id, options={"players": num_players(game)}, lot=lot)
        for seat in range(1, num_players(game)):
            await guests[seat].post_command(table_id, ask.Sit(id=f"sit-{seat}", seat=seat))
        sockets = [
            await connect_socket(guest, table_id, seat_of_watcher(game, number)) for number, guest in enumerate(guests)
        ]
        for socket in sockets:
            # Only a network has versions that may differ.
            assert b"welcome" in await socket.recv(decode=False)
        messages: list[list[bytes]] = [[] for _ in sockets]
        await receive_all(sockets, messages, counts)
        for sender, command, wanted in sent:
            clock.now += 1
            await sockets[sender].send(msgspec.json.encode(command).decode())
            await receive_all(sockets, messages, wanted)
        for socket in sockets:
            await socket.close()
        for guest in guests:
            await guest.close()
        return messages


async def connect_socket(guest: AsyncClient, table_id: str, seat: int | None) -> ClientConnection:
    """Connect to a table's socket as a guest."""
    address = f"{guest.url.replace('http', 'ws')}/api/tables/{table_id}/socket?form=both"
    cookie = "; ".join(f"{name}={value}" for name, value in guest.cookies.items())
    return await connect(address + ("" if seat is None else f"&seat={seat}"), additional_headers={"cookie": cookie})


async def receive_all(sockets: list[ClientConnection], messages: list[list[bytes]], counts: list[int]) -> None:
    """Receive messages until each socket has sent as many as it should."""
    async with asyncio.timeout(20):
        for socket, received, count in zip(sockets, messages, counts, strict=True):
            while len(received) < count:
                message = await socket.recv()
                received.append(message.encode() if isinstance(message, str) else message)


@pytest.mark.parametrize("lot", [False, True], ids=["as seated", "by lot"])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
async def test_a_server_sends_the_same_bytes_as_a_table_without_one(game: Game, lot: bool, tmp_path: Path) -> None:
    watchers, sent, _ = play_locally(game, max_moves=20 if lot else 40, lot=lot)
    counts = [len(watcher.messages) for watcher in watchers]
    # What each was sent before the first command: a snapshot.
    first = [1] * len(watchers)
    received = await play_at_server(game, tmp_path, sent, first, lot)
    assert [len(messages) for messages in received] == counts
    for watcher, messages in zip(watchers, received, strict=True):
        assert messages == watcher.messages


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_whole_game_is_played_without_a_server(game: Game) -> None:
    watchers, _, host = play_locally(game, max_moves=20_000)
    assert host.table.phase == "over"
    assert all(len(watcher.messages) > host.table.number / 2 for watcher in watchers)


def test_an_illegal_move_changes_nothing() -> None:
    watchers, _, host = play_locally(GAMES[0], max_moves=5)
    number, messages = host.table.number, [list(watcher.messages) for watcher in watchers]
    mover = host.table.mover
    assert mover is not None
    with pytest.raises(CommandError, match="can’t be played now"):
        host.run(ask.Play(id="x", seat=mover, at=number, action=10**9), PEOPLE[mover])
    assert host.table.number == number
    assert [watcher.messages for watcher in watchers] == messages


def test_a_command_that_comes_twice_happens_once() -> None:
    _, sent, host = play_locally(GAMES[0], max_moves=5)
    number = host.table.number
    sender, command, _ = sent[-1]
    assert host.run(command, PEOPLE[sender]).number == number
    assert host.table.number == number


def test_nothing_is_published_before_it_is_appended() -> None:
    watchers, _, host = play_locally(GAMES[0], max_moves=3)
    seen = [len(watcher.messages) for watcher in watchers]
    appended: list[int] = []

    def append(entry: object) -> None:
        assert [len(watcher.messages) for watcher in watchers] == seen
        appended.append(1)

    host.append = append
    host.run(ask.Say(id="later", text="Later."), PEOPLE[0])
    assert appended
    assert [len(watcher.messages) for watcher in watchers] != seen
