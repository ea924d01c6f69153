"""A whole game of every game, over the client: people, bots, a hot-seat and a spectator at one table, some of whom
leave and come back."""

import asyncio
from pathlib import Path

import pytest

import triangulum as tri
from tests.server.running_server import RunningServer, start_server
from triangulum.client import AsyncClient, AsyncTableSession, Client, bot_seat, flatten_move_tree, my_seat, open_seat
from triangulum.record.history import SeatChanged
from triangulum.scene.localize import localize_scene
from triangulum.table.commands import GiveNonce, HandOver, Leave, Reclaim, SeatRequest
from triangulum.table.messages import Update
from triangulum.text import Reader

OURS = [game.id for game in tri.games() if game.rules.__module__.startswith("triangulum.games.")]
NONCE = "a number of my own"


async def play_seats(session: AsyncTableSession, seats: set[int], rng: tri.Random, max_moves: int = 100_000) -> None:
    """Play random moves for the seats of one device until the game is over or enough moves are made."""
    num_moves = 0
    while num_moves < max_moves:
        await session.wait_until(lambda: session.is_over or session.to_move in seats)
        if session.is_over:
            return
        if session.seat != session.to_move:
            await session.switch_perspective(session.to_move)
        await session.wait_until(lambda: session.moves is not None or session.to_move not in seats)
        if session.moves is None:
            continue
        legal_moves = flatten_move_tree(session.moves.tree)
        await session.play(legal_moves[rng.randrange(len(legal_moves))].action)
        num_moves += 1


async def play_eventful_game(server: RunningServer, game: tri.Game) -> None:
    """Play a game in which everything happens that can happen at a table."""
    rng = tri.Random(5)
    num_players = min(4, game.players[1])
    ann, cleo, wim = [await server.connect_guest(name) for name in ("Ann", "Cleo", "Wim")]
    seats: list[SeatRequest] = [my_seat(), my_seat("Ben"), open_seat(), bot_seat("random")]
    # With random moves, fleets would fly around for hundreds of turns.
    turn_limit = {"turn_limit": 40} if "turn_limit" in game.options.__struct_fields__ else {}
    table_id = await ann.open_table(game.id, seats[:num_players], {"players": num_players, **turn_limit})
    async with wim.watch_table(table_id) as spectator, cleo.watch_table(table_id) as cleos_session:
        updates = collect_updates(spectator)
        cleos_seat = 2 if num_players > 2 else 1
        if num_players > 2:
            await cleo.take_seat(table_id, 2)
        async with ann.watch_table(table_id, 0) as device:
            await device.send_command(GiveNonce, nonce=NONCE)
            await device.begin_game()
            cleos_game = asyncio.create_task(play_seats(cleos_session, {2}, rng)) if num_players > 2 else None
            await play_seats(device, {0, 1}, rng, max_moves=5)
            # The second player at the shared screen lets a bot play for a while.
            await device.send_command(HandOver, seat=1, bot="greedy")
            await play_seats(device, {0}, rng, max_moves=2)
            await device.send_command(Reclaim, seat=1)
            await play_seats(device, {0, 1}, rng, max_moves=2)
            last_number = device.event_number
        # Ann has left; she comes back on the same device, and gets what she missed.
        returned = AsyncClient(server.url, cookies=ann.cookies)
        async with returned.watch_table(table_id, 0, after=last_number) as device:
            await device.wait_until(lambda: device.event_number >= last_number)
            if not device.table:
                await device.switch_perspective(0)
            if num_players == 2 and not device.is_over:
                # Ben goes home, a bot plays on, and Cleo takes its place.
                await device.send_command(Leave, seat=1, bot="random")
                await cleo.take_seat(table_id, 1)
                cleos_game = asyncio.create_task(play_seats(cleos_session, {1}, rng))
            await play_seats(device, {0} if num_players == 2 else {0, 1}, rng)
            assert cleos_game is not None
            await cleos_game
            await spectator.wait_until(lambda: spectator.is_over)
            assert device.scene is not None
            check_scenes(server, table_id, [device, spectator])
            assert device.table is not None
            assert device.table.phase == "over"
        await returned.close()
        check_record(await wim.get_record(table_id), cleos_seat)
        assert (await wim.get_story(table_id))[-1]
        numbers = [update.number for update in updates]
        assert numbers == list(range(numbers[0], spectator.event_number + 1)), "a spectator gets everything, in order"
    for client in (ann, cleo, wim):
        await client.close()


def collect_updates(session: AsyncTableSession) -> list[Update]:
    """Return a list to which all later updates of a session are appended."""
    updates: list[Update] = []
    apply_update = session.apply_update

    def collect_update(update: Update) -> None:
        updates.append(update)
        apply_update(update)

    session.apply_update = collect_update  # type: ignore[method-assign]
    return updates


def check_scenes(server: RunningServer, table_id: str, sessions: list[AsyncTableSession]) -> None:
    """Check that differences have led every session to the current picture, with the names of those who play now."""
    table = server.rooms.loaded[table_id].table
    for session in sessions:
        assert session.table is not None
        assert session.snapshot is not None
        names = tuple([seat.name for seat in session.table.seats])
        alias = session.snapshot.you.alias
        has_several_seats = [seat.alias for seat in session.table.seats].count(alias) > 1
        reader = Reader(names=names, seat=None if has_several_seats else session.seat)
        scene = localize_scene(table.setup.game.renderer.scene(table.state.view(session.seat)), reader)
        assert session.scene is not None
        assert (session.scene.panes, session.scene.title) == (scene.panes, scene.title)


def check_record(text: str, cleos_seat: int) -> None:
    """Check that a finished record replays, that its dice verify, and who played."""
    record = tri.parse_record(text)
    history = record.history()
    assert history.is_over
    assert record.dice is not None
    assert record.dice.nonces == {0: NONCE}
    record.verify_dice()
    assert history.players[cleos_seat] == "Cleo"
    assert any(entry == SeatChanged(1, "greedy") for entry in record.entries)


@pytest.mark.parametrize("game_id", OURS)
async def test_a_whole_game_with_people_bots_and_spectators(server: RunningServer, game_id: str) -> None:
    await play_eventful_game(server, tri.game(game_id))


async def test_the_synchronous_client_plays_a_game(tmp_path: Path) -> None:
    def play(url: str) -> str:
        with Client(url) as me:
            assert me.set_name("Ann") == "Ann"
            assert "star-runners" in [game.id for game in me.list_games()]
            table_id = me.open_table("star-runners", [my_seat(), bot_seat("greedy")], {"turn_limit": 12}, listed=True)
            assert [line.id for line in me.list_tables()] == [table_id]
            with me.watch_table(table_id, 0) as session:
                session.begin_game()
                for moves in session.turns():
                    session.play(moves[-1].text)
                assert session.table is not None
                assert session.view["to_move"] == tri.OVER
            return me.get_record(table_id)

    async with start_server(tmp_path) as server:
        record = await asyncio.to_thread(play, server.url)
    assert tri.parse_record(record).verify_dice() > 0
