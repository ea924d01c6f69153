"""A whole game of every game, over the client: people, bots, a hot-seat and a watcher at one table, some of whom leave
and come back."""

import asyncio
from pathlib import Path

import pytest

import triangulum as tri
from tests.server.house import House, house
from triangulum.client import AsyncClient, AsyncSeat, Client, anybody, bot, choices, mine
from triangulum.record.history import SeatChanged
from triangulum.server import messages as ask
from triangulum.server.messages import Event, SeatWish

OURS = [game.id for game in tri.games() if game.rules.__module__.startswith("triangulum.games.")]


async def play_for(seat: AsyncSeat, seats: set[int], rng: tri.Random, moves: int = 100_000) -> None:
    """Play for the seats of one device, turning it to whoever is to move, until the game is over or moves are made."""
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


async def whole_game(here: House, game: tri.Game) -> None:
    """Play a game at which everything happens that can."""
    rng = tri.Random(5)
    players = min(4, game.players[1])
    ann, cleo, wim = [await here.guest(name) for name in ("Ann", "Cleo", "Wim")]
    seats: list[SeatWish] = [mine(), mine("Ben"), anybody(), bot("random")]
    # At random, fleets would fly around for hundreds of turns.
    short = {"turn_limit": 40} if "turn_limit" in game.options.__struct_fields__ else {}
    table = await ann.open(game.id, seats[:players], {"players": players, **short})
    async with wim.watch(table) as onlooker, cleo.watch(table) as other:
        events = collected(onlooker)
        hers = 2 if players > 2 else 1
        if players > 2:
            await cleo.sit(table, 2)
        async with ann.watch(table, 0) as device:
            await device.do(ask.GiveNonce, nonce="a number of my own")
            await device.begin()
            cleos = asyncio.create_task(play_for(other, {2}, rng)) if players > 2 else None
            await play_for(device, {0, 1}, rng, moves=5)
            # The hot-seat's second player lets a bot play for a while.
            await device.do(ask.HandOver, seat=1, bot="greedy")
            await play_for(device, {0}, rng, moves=2)
            await device.do(ask.Reclaim, seat=1)
            await play_for(device, {0, 1}, rng, moves=2)
            number = device.number
        # Ann has left; she comes back on the same device, and is told what she has missed.
        again = AsyncClient(here.url, cookies=ann.cookies)
        async with again.watch(table, 0, after=number) as device:
            await device.until(lambda: device.number >= number)
            if not device.table:
                await device.look(0)
            if players == 2 and not device.over:
                # Ben goes home, a bot plays on, and Cleo takes its place.
                await device.do(ask.Leave, seat=1, bot="random")
                await cleo.sit(table, 1)
                cleos = asyncio.create_task(play_for(other, {1}, rng))
            await play_for(device, {0} if players == 2 else {0, 1}, rng)
            assert cleos is not None
            await cleos
            await onlooker.until(lambda: onlooker.over)
            assert device.scene is not None
            check_scenes(here, table, [device, onlooker])
            assert device.table is not None
            assert device.table.phase == "over"
        await again.close()
        check_record(await wim.record(table), hers)
        assert (await wim.story(table))[-1]
        numbers = [event.number for event in events]
        assert numbers == list(range(numbers[0], onlooker.number + 1)), "a watcher is told everything, in order"
    for client in (ann, cleo, wim):
        await client.close()


def collected(seat: AsyncSeat) -> list[Event]:
    """Return a list that the events of a socket are written into."""
    events: list[Event] = []
    take = seat.follow

    def follow(event: Event) -> None:
        events.append(event)
        take(event)

    seat.follow = follow  # type: ignore[method-assign]
    return events


def check_scenes(here: House, table: str, sockets: list[AsyncSeat]) -> None:
    """See that differences have led every socket to the picture of now."""
    truth = here.lobby.live[table].table
    drawn = truth.setup.game.renderer
    for seat in sockets:
        scene = drawn.scene(truth.state.view(seat.eyes))
        assert seat.scene is not None
        assert (seat.scene.panes, seat.scene.title) == (scene.panes, scene.title)


def check_record(text: str, hers: int) -> None:
    """See that a finished record replays, that its dice are verified, and who has played."""
    record = tri.parse_record(text)
    history = record.history()
    assert history.is_over
    assert record.dice is not None
    assert record.dice.nonces == {0: "a number of my own"}
    record.verify_dice()
    assert history.players[hers] == "Cleo"
    assert any(entry == SeatChanged(1, "greedy") for entry in record.entries)


@pytest.mark.parametrize("id", OURS)
def test_a_whole_game_with_everybody_at_the_table(id: str, tmp_path: Path) -> None:
    async def run() -> None:
        async with house(tmp_path) as here:
            await asyncio.wait_for(whole_game(here, tri.game(id)), 240)

    asyncio.run(run())


def test_the_client_without_async_plays_a_game(tmp_path: Path) -> None:
    def play(url: str) -> str:
        with Client(url) as me:
            assert me.call_me("Ann") == "Ann"
            assert "star-runners" in [game.id for game in me.games()]
            table = me.open("star-runners", [mine(), bot("greedy")], {"turn_limit": 12}, listed=True)
            assert [line.id for line in me.lobby()] == [table]
            with me.watch(table, 0) as seat:
                seat.begin()
                for moves in seat.turns():
                    seat.play(moves[-1].text)
                assert seat.table is not None
                assert seat.view["to_move"] == tri.OVER
            return me.record(table)

    async def run() -> str:
        async with house(tmp_path) as here:
            return await asyncio.to_thread(play, here.url)

    assert tri.parse_record(asyncio.run(run())).verify_dice() > 0
