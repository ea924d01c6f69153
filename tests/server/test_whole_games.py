"""A whole game of every game, over the client: people, bots, a hot-seat and a watcher at one table, some of whom leave
and come back."""

import asyncio
from pathlib import Path

import pytest

import triangulum as tri
from tests.server.running_server import RunningServer, start_server
from triangulum.client import AsyncClient, AsyncSeat, Client, anybody, bot, choices, mine
from triangulum.record.history import SeatChanged
from triangulum.table import messages as ask
from triangulum.table.messages import Event, SeatWish

OURS = [game.id for game in tri.games() if game.rules.__module__.startswith("triangulum.games.")]


async def play_seats(seat: AsyncSeat, seats: set[int], rng: tri.Random, moves: int = 100_000) -> None:
    """Play the seats of one device, whoever is to move, until the game is over or enough moves are made."""
    while moves:
        await seat.until(lambda: seat.over or seat.to_move in seats)
        if seat.over:
            return
        if seat.eyes != seat.to_move:
            await seat.look(seat.to_move)
        await seat.until(lambda: seat.moves is not None or seat.to_move not in seats)
        if seat.moves is None:
            continue
        offered = choices(seat.moves.tree)
        await seat.play(offered[rng.randrange(len(offered))].action)
        moves -= 1


async def play_eventful_game(server: RunningServer, game: tri.Game) -> None:
    """Play a game in which everything happens that can happen at a table."""
    rng = tri.Random(5)
    players = min(4, game.players[1])
    ann, cleo, wim = [await server.connect_guest(name) for name in ("Ann", "Cleo", "Wim")]
    seats: list[SeatWish] = [mine(), mine("Ben"), anybody(), bot("random")]
    # With random moves, fleets would fly around for hundreds of turns.
    short = {"turn_limit": 40} if "turn_limit" in game.options.__struct_fields__ else {}
    table = await ann.open(game.id, seats[:players], {"players": players, **short})
    async with wim.watch(table) as onlooker, cleo.watch(table) as other:
        events = collect_events(onlooker)
        her_seat = 2 if players > 2 else 1
        if players > 2:
            await cleo.sit(table, 2)
        async with ann.watch(table, 0) as device:
            await device.do(ask.GiveNonce, nonce="a number of my own")
            await device.begin()
            cleos = asyncio.create_task(play_seats(other, {2}, rng)) if players > 2 else None
            await play_seats(device, {0, 1}, rng, moves=5)
            # The second player at the shared screen lets a bot play for a while.
            await device.do(ask.HandOver, seat=1, bot="greedy")
            await play_seats(device, {0}, rng, moves=2)
            await device.do(ask.Reclaim, seat=1)
            await play_seats(device, {0, 1}, rng, moves=2)
            number = device.number
        # Ann has left; she comes back on the same device, and gets what she missed.
        again = AsyncClient(server.url, cookies=ann.cookies)
        async with again.watch(table, 0, after=number) as device:
            await device.until(lambda: device.number >= number)
            if not device.table:
                await device.look(0)
            if players == 2 and not device.over:
                # Ben goes home, a bot plays on, and Cleo takes its place.
                await device.do(ask.Leave, seat=1, bot="random")
                await cleo.sit(table, 1)
                cleos = asyncio.create_task(play_seats(other, {1}, rng))
            await play_seats(device, {0} if players == 2 else {0, 1}, rng)
            assert cleos is not None
            await cleos
            await onlooker.until(lambda: onlooker.over)
            assert device.scene is not None
            check_scenes(server, table, [device, onlooker])
            assert device.table is not None
            assert device.table.phase == "over"
        await again.close()
        check_record(await wim.record(table), her_seat)
        assert (await wim.story(table))[-1]
        numbers = [event.number for event in events]
        assert numbers == list(range(numbers[0], onlooker.number + 1)), "a watcher is told everything, in order"
    for client in (ann, cleo, wim):
        await client.close()


def collect_events(seat: AsyncSeat) -> list[Event]:
    """Return a list to which all later events of a socket are appended."""
    events: list[Event] = []
    take = seat.follow

    def follow(event: Event) -> None:
        events.append(event)
        take(event)

    seat.follow = follow  # type: ignore[method-assign]
    return events


def check_scenes(server: RunningServer, table: str, sockets: list[AsyncSeat]) -> None:
    """Check that differences have led every socket to the current picture."""
    truth = server.rooms.loaded[table].table
    drawn = truth.setup.game.renderer
    for seat in sockets:
        scene = drawn.scene(truth.state.view(seat.eyes))
        assert seat.scene is not None
        assert (seat.scene.panes, seat.scene.title) == (scene.panes, scene.title)


def check_record(text: str, her_seat: int) -> None:
    """Check that a finished record replays, that its dice verify, and who has played."""
    record = tri.parse_record(text)
    history = record.history()
    assert history.is_over
    assert record.dice is not None
    assert record.dice.nonces == {0: "a number of my own"}
    record.verify_dice()
    assert history.players[her_seat] == "Cleo"
    assert any(entry == SeatChanged(1, "greedy") for entry in record.entries)


@pytest.mark.parametrize("id", OURS)
async def test_a_whole_game_with_people_bots_and_spectators(server: RunningServer, id: str) -> None:
    await play_eventful_game(server, tri.game(id))


async def test_the_synchronous_client_plays_a_game(tmp_path: Path) -> None:
    def play(url: str) -> str:
        with Client(url) as me:
            assert me.call_me("Ann") == "Ann"
            assert "star-runners" in [game.id for game in me.games()]
            table = me.open("star-runners", [mine(), bot("greedy")], {"turn_limit": 12}, listed=True)
            assert [line.id for line in me.rooms()] == [table]
            with me.watch(table, 0) as seat:
                seat.begin()
                for moves in seat.turns():
                    seat.play(moves[-1].text)
                assert seat.table is not None
                assert seat.view["to_move"] == tri.OVER
            return me.record(table)

    async with start_server(tmp_path) as server:
        record = await asyncio.to_thread(play, server.url)
    assert tri.parse_record(record).verify_dice() > 0
