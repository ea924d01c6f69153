"""Two worlds on the real socket: games that differ only in secrets give a watcher the same bytes."""

import asyncio
from itertools import count
from pathlib import Path
from typing import Any

import pytest

import triangulum as tri
from tests.luck import NoLuck
from tests.sampling import sampled
from tests.server.house import house
from tests.server.twins import Twins, twins
from triangulum.client import AsyncSeat, ServerSaysNo, anybody, mine
from triangulum.core.game import Game
from triangulum.core.state import Setup, State
from triangulum.server import messages as ask

SECRET_GAMES = [
    game for game in tri.games() if game.has_secrets and game.rules.__module__.startswith("triangulum.games.")
]
MOVES = 16
TRIES = 24


class ScriptedDice:
    """Chance as it was written down beforehand."""

    def __init__(self, outcomes: list[int]) -> None:
        self.outcomes = outcomes

    def outcome(self, counter: int, state: State) -> int:
        return self.outcomes[counter]


def people_of(game: Game) -> int:
    """Return how many play: three where that can be, so that there is somebody else's secret to everybody."""
    return min(max(3, game.players[0]), game.players[1])


def watchers_of(game: Game) -> list[int | None]:
    return [None, 0, people_of(game) - 1]


CASES = [(game.id, watcher) for game in SECRET_GAMES for watcher in watchers_of(game)]


@pytest.mark.parametrize(("id", "watcher"), CASES)
def test_a_watcher_is_sent_the_same_bytes_in_both_worlds(id: str, watcher: int | None, tmp_path: Path) -> None:
    game = tri.game(id)
    setup = game.setup_from(game.with_seeds({"players": people_of(game)}, 7))
    for seed in range(sampled(2)):
        for at, pair in enumerate(twins(setup, watcher, 1000 * seed, MOVES, TRIES)):
            assert pair.differing, "the two games must differ, or this shows nothing"
            folders = [tmp_path / f"{seed}-{at}-{world}" for world in (0, 1)]
            one, other = [asyncio.run(listened(setup, pair, *where, watcher)) for where in enumerate(folders)]
            assert len(one) > len(pair.moves[0])
            assert one == other


def test_the_comparison_can_fail(tmp_path: Path) -> None:
    """The truth of the two games is different, and shows to who may see it."""
    game = SECRET_GAMES[0]
    setup = game.setup_from(game.with_seeds({"players": people_of(game)}, 7))
    pair, *_ = twins(setup, None, 0, MOVES, TRIES)
    heard = [asyncio.run(listened(setup, pair, world, tmp_path / str(world), None, eyes=0)) for world in (0, 1)]
    assert heard[0] != heard[1]


async def listened(
    setup: Setup, pair: Twins, world: int, folder: Path, watcher: int | None, eyes: int | None = None
) -> list[Any]:
    """Play one of two games on a server, and return everything that its watcher was sent."""
    clock = count(1_000_000)
    given: dict[str, Any] = {
        "clock": lambda: float(next(clock)),
        "luck": NoLuck(),
        "make_dice": lambda seed, label, nonces: ScriptedDice(pair.chances[world]),
    }
    eyes = watcher if eyes is None else eyes
    async with house(folder, **given) as here:
        clients = [await here.guest(f"Guest {seat}") for seat in range(setup.players)]
        options = {"players": setup.players}
        table = await clients[0].open(setup.game.id, [mine(), *[anybody()] * (setup.players - 1)], options, hints=True)
        for chair, client in enumerate(clients[1:], start=1):
            await client.sit(table, chair)
        onlooker = await here.guest("Onlooker") if eyes is None else clients[eyes]
        seats = [client.watch(table, chair, form="none") for chair, client in enumerate(clients)]
        for seat in seats:
            await seat.__aenter__()
        watching = onlooker.watch(table, eyes)
        heard: list[Any] = watching.listen_in()
        await watching.__aenter__()
        await (seats[0] if eyes is None else watching).do(ask.Begin, id="begin")
        for at, move in enumerate(pair.moves[world]):
            await play_on(seats, watching, move, at)
            if at % 8 == 0:
                heard += await looked_up(onlooker, table, eyes)
        for seat in (*seats, watching):
            await seat.leave()
        for client in {*clients, onlooker}:
            await client.close()
        return heard


async def play_on(seats: list[AsyncSeat], watching: AsyncSeat, move: int, at: int) -> None:
    """Make the next move of the script, with the watcher meddling in whatever way it can."""
    mover = watching.to_move
    if watching.eyes != mover:
        for nonsense in (move, 0, "?", "a1"):
            with pytest.raises(ServerSaysNo):
                await watching.do(ask.Play, id=f"meddle-{at}", seat=watching.eyes or 0, action=nonsense)
        with pytest.raises(ServerSaysNo):
            await watching.do(ask.Preview, id=f"peek-{at}", seat=mover, action=move)
        with pytest.raises(ServerSaysNo):
            await watching.do(ask.TakeBack, id=f"back-{at}", seat=mover)
        with pytest.raises(ServerSaysNo):
            await watching.do(ask.Hint, id=f"hint-{at}", seat=mover)
        seat = seats[mover]
    else:
        with pytest.raises(ServerSaysNo):
            await watching.do(ask.Play, id=f"nonsense-{at}", action="no such move")
        await watching.do(ask.Preview, id=f"preview-{at}", action=move)
        seat = watching
    done = await seat.do(ask.Play, id=f"move-{at}", seat=mover, at=watching.number, action=move)
    for one in (*seats, watching):
        await reached(one, done.number)


async def reached(seat: AsyncSeat, number: int) -> None:
    """Wait until a socket has been told of an event."""
    await seat.until(lambda: seat.number >= number)


async def looked_up(client: Any, table: str, eyes: int | None) -> list[Any]:
    """Return everything that can be asked for by HTTP, as it comes."""
    found = []
    for path in ("", "/events", "/story", "/record", "/moves", "/kit", "/tokens"):
        query = {} if eyes is None else {"seat": eyes}
        answer = await client.http.get(f"/api/tables/{table}{path}", params=query)
        kept = {name: value for name, value in answer.headers.items() if name != "date"}
        found.append((path, answer.status_code, kept, answer.content))
    found.append((await client.http.get("/api/tables")).content)
    return found
