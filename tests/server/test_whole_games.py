"""A whole game of every game, over the client: people, bots, a hot-seat and a watcher at one table, some of whom leave
and come back."""

import asyncio
from pathlib import Path

import pytest

import triangulum as tri
from tests.server.running_server import RunningServer, start_server
from triangulum.client import AsyncClient, AsyncTableSession, Client, bot_seat, flatten_move_tree, my_seat, open_seat
from triangulum.record.history import SeatChanged
from triangulum.table import messages as ask
from triangulum.table.messages import Event, SeatWish

OURS = [game.id for game in tri.games() if game.rules.__module__.startswith("triangulum.games.")]


async def play_seats(seat: AsyncTableSession, seats: set[int], rng: tri.Random, moves: int = 100_000) -> None:
    """Play the seats of one device, whoever is to move, until the game is over or enough moves are made."""
    while moves:
        await seat.wait_until(lambda: seat.is_over or seat.to_move in seats)
        if seat.is_over:
            return
        if seat.seat != seat.to_move:
            await seat.switch_perspective(seat.to_move)
        await seat.wait_until(lambda: seat.moves is not None or seat.to_move not in seats)
        if seat.moves is None:
            continue
        offered = flatten_move_tree(seat.moves.tree)
        await seat.play(offered[rng.randrange(len(offered))].action)
        moves -= 1


async def play_eventful_game(server: RunningServer, game: tri.Game) -> None:
    """Play a game in which everything happens that can happen at a table."""
    rng = tri.Random(5)
    players = min(4, game.players[1])
    ann, cleo, wim = [await server.connect_guest(name) for name in ("Ann", "Cleo", "Wim")]
    seats: list[SeatWish] = [my_seat(), my_seat("Ben"), open_seat(), bot_seat("random")]
    # With random moves, fleets would fly around for hundreds of turns.
    short = {"turn_limit": 40} if "turn_limit" in game.options.__struct_fields__ else {}
    table = await ann.open_table(game.id, seats[:players], {"players": players, **short})
    async with wim.watch_table(table) as onlooker, cleo.watch_table(table) as other:
        events = collect_events(onlooker)
        her_seat = 2 if players > 2 else 1
        if players > 2:
            await cleo.take_seat(table, 2)
        async with ann.watch_table(table, 0) as device:
            await device.send_command(ask.GiveNonce, nonce="a number of my own")
            await device.begin_game()
            cleos = asyncio.create_task(play_seats(other, {2}, rng)) if players > 2 else None
            await play_seats(device, {0, 1}, rng, moves=5)
            # The second player at the shared screen lets a bot play for a while.
            await device.send_command(ask.HandOver, seat=1, bot="greedy")
            await play_seats(device, {0}, rng, moves=2)
            await device.send_command(ask.Reclaim, seat=1)
            await play_seats(device, {0, 1}, rng, moves=2)
            number = device.event_number
        # Ann has left; she comes back on the same device, and gets what she missed.
        again = AsyncClient(server.url, cookies=ann.cookies)
        async with again.watch_table(table, 0, after=number) as device:
            await device.wait_until(lambda: device.event_number >= number)
            if not device.table:
                await device.switch_perspective(0)
            if players == 2 and not device.is_over:
                # Ben goes home, a bot plays on, and Cleo takes its place.
                await device.send_command(ask.Leave, seat=1, bot="random")
                await cleo.take_seat(table, 1)
                cleos = asyncio.create_task(play_seats(other, {1}, rng))
            await play_seats(device, {0} if players == 2 else {0, 1}, rng)
            assert cleos is not None
            await cleos
            await onlooker.wait_until(lambda: onlooker.is_over)
            assert device.scene is not None
            check_scenes(server, table, [device, onlooker])
            assert device.table is not None
            assert device.table.phase == "over"
        await again.close()
        check_record(await wim.get_record(table), her_seat)
        assert (await wim.get_story(table))[-1]
        numbers = [event.number for event in events]
        assert numbers == list(range(numbers[0], onlooker.event_number + 1)), "a watcher is told everything, in order"
    for client in (ann, cleo, wim):
        await client.close()


def collect_events(seat: AsyncTableSession) -> list[Event]:
    """Return a list to which all later events of a socket are appended."""
    events: list[Event] = []
    apply_update = seat.apply_update

    def collect_update(update: Event) -> None:
        events.append(update)
        apply_update(update)

    seat.apply_update = collect_update  # type: ignore[method-assign]
    return events


def check_scenes(server: RunningServer, table: str, sockets: list[AsyncTableSession]) -> None:
    """Check that differences have led every socket to the current picture."""
    truth = server.rooms.loaded[table].table
    drawn = truth.setup.game.renderer
    for seat in sockets:
        scene = drawn.scene(truth.state.view(seat.seat))
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
            assert me.set_name("Ann") == "Ann"
            assert "star-runners" in [game.id for game in me.list_games()]
            table = me.open_table("star-runners", [my_seat(), bot_seat("greedy")], {"turn_limit": 12}, listed=True)
            assert [line.id for line in me.list_tables()] == [table]
            with me.watch_table(table, 0) as seat:
                seat.begin_game()
                for moves in seat.turns():
                    seat.play(moves[-1].text)
                assert seat.table is not None
                assert seat.view["to_move"] == tri.OVER
            return me.get_record(table)

    async with start_server(tmp_path) as server:
        record = await asyncio.to_thread(play, server.url)
    assert tri.parse_record(record).verify_dice() > 0
