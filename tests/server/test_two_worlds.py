"""On a real socket, a watcher is sent the same bytes in two games that differ only in secrets."""

from itertools import count
from pathlib import Path
from typing import Any

import pytest

import triangulum as tri
from tests.randomness import FixedRandomness
from tests.sampling import sampled
from tests.server.indistinguishable_games import GamePair, find_game_pairs
from tests.server.running_server import start_server
from triangulum.client import AsyncTableSession, RequestRefusedError, my_seat, open_seat
from triangulum.core.game import Game
from triangulum.core.state import Setup, State
from triangulum.table import commands as ask

SECRET_GAMES = [
    game for game in tri.games() if game.has_secrets and game.rules.__module__.startswith("triangulum.games.")
]
MOVES = 16
TRIES = 24


class ScriptedDice:
    """Chance outcomes written down beforehand."""

    def __init__(self, outcomes: list[int]) -> None:
        self.outcomes = outcomes

    def outcome(self, counter: int, state: State) -> int:
        return self.outcomes[counter]


def player_count(game: Game) -> int:
    """Return three players where the game allows it, so that everybody has two others with secrets."""
    return min(max(3, game.players[0]), game.players[1])


def list_watchers(game: Game) -> list[int | None]:
    return [None, 0, player_count(game) - 1]


CASES = [(game.id, watcher) for game in SECRET_GAMES for watcher in list_watchers(game)]


@pytest.mark.parametrize(("id", "watcher"), CASES)
async def test_a_watcher_is_sent_the_same_bytes_in_indistinguishable_games(
    id: str, watcher: int | None, tmp_path: Path
) -> None:
    game = tri.game(id)
    setup = game.setup_from(game.with_seeds({"players": player_count(game)}, 7))
    for seed in range(sampled(2)):
        for at, pair in enumerate(find_game_pairs(setup, watcher, 1000 * seed, MOVES, TRIES)):
            assert pair.differing, "the two games must differ, or this shows nothing"
            folders = [tmp_path / f"{seed}-{at}-{world}" for world in (0, 1)]
            one, other = [
                await record_messages(setup, pair, *world_folder, watcher) for world_folder in enumerate(folders)
            ]
            assert len(one) > len(pair.moves[0])
            assert one == other


async def test_the_comparison_can_fail(tmp_path: Path) -> None:
    """The two games differ, and a watcher who may see the difference is sent different bytes."""
    game = SECRET_GAMES[0]
    setup = game.setup_from(game.with_seeds({"players": player_count(game)}, 7))
    pair, *_ = find_game_pairs(setup, None, 0, MOVES, TRIES)
    heard = [await record_messages(setup, pair, world, tmp_path / str(world), None, eyes=0) for world in (0, 1)]
    assert heard[0] != heard[1]


async def record_messages(
    setup: Setup, pair: GamePair, world: int, folder: Path, watcher: int | None, eyes: int | None = None
) -> list[Any]:
    """Play one of two games on a server, and return everything its watcher was sent."""
    clock = count(1_000_000)
    overrides: dict[str, Any] = {
        "clock": lambda: float(next(clock)),
        "randomness": FixedRandomness(),
        "make_dice": lambda seed, label, nonces: ScriptedDice(pair.chances[world]),
    }
    eyes = watcher if eyes is None else eyes
    async with start_server(folder, **overrides) as server:
        clients = [await server.connect_guest(f"Guest {seat}") for seat in range(setup.players)]
        options = {"players": setup.players}
        table = await clients[0].open_table(
            setup.game.id, [my_seat(), *[open_seat()] * (setup.players - 1)], options, hints=True
        )
        for holder, client in enumerate(clients[1:], start=1):
            await client.take_seat(table, holder)
        onlooker = await server.connect_guest("Onlooker") if eyes is None else clients[eyes]
        seats = [client.watch_table(table, holder, form="none") for holder, client in enumerate(clients)]
        for seat in seats:
            await seat.__aenter__()
        watching = onlooker.watch_table(table, eyes)
        heard: list[Any] = watching.start_capturing_frames()
        await watching.__aenter__()
        await (seats[0] if eyes is None else watching).send_command(ask.Begin, id="begin")
        for at, move in enumerate(pair.moves[world]):
            await play_next_move(seats, watching, move, at)
            if at % 8 == 0:
                heard += await fetch_all_pages(onlooker, table, eyes)
        for seat in (*seats, watching):
            await seat.close()
        for client in {*clients, onlooker}:
            await client.close()
        return heard


async def play_next_move(seats: list[AsyncTableSession], watching: AsyncTableSession, move: int, at: int) -> None:
    """Make the next move of the script, after the watcher has tried everything it isn't allowed to do."""
    mover = watching.to_move
    if watching.seat != mover:
        for nonsense in (move, 0, "?", "a1"):
            with pytest.raises(RequestRefusedError):
                await watching.send_command(ask.Play, id=f"meddle-{at}", seat=watching.seat or 0, action=nonsense)
        with pytest.raises(RequestRefusedError):
            await watching.send_command(ask.PreviewMove, id=f"peek-{at}", seat=mover, action=move)
        with pytest.raises(RequestRefusedError):
            await watching.send_command(ask.TakeBack, id=f"back-{at}", seat=mover)
        with pytest.raises(RequestRefusedError):
            await watching.send_command(ask.Hint, id=f"hint-{at}", seat=mover)
        seat = seats[mover]
    else:
        with pytest.raises(RequestRefusedError):
            await watching.send_command(ask.Play, id=f"nonsense-{at}", action="no such move")
        await watching.send_command(ask.PreviewMove, id=f"preview-{at}", action=move)
        seat = watching
    done = await seat.send_command(ask.Play, id=f"move-{at}", seat=mover, at=watching.event_number, action=move)
    for one in (*seats, watching):
        await wait_for_event(one, done.number)


async def wait_for_event(seat: AsyncTableSession, number: int) -> None:
    """Wait until a socket has received an event."""
    await seat.wait_until(lambda: seat.event_number >= number)


async def fetch_all_pages(client: Any, table: str, eyes: int | None) -> list[Any]:
    """Return the answers of all pages that a table has over HTTP."""
    found = []
    for path in ("", "/events", "/story", "/record", "/moves", "/kit", "/tokens"):
        query = {} if eyes is None else {"seat": eyes}
        answer = await client.http.get(f"/api/tables/{table}{path}", params=query)
        kept = {name: value for name, value in answer.headers.items() if name != "date"}
        found.append((path, answer.status_code, kept, answer.content))
    found.append((await client.http.get("/api/tables")).content)
    return found
