"""Dump a database with some tables as SQL, for the test that later versions still read it.

    python -m tests.server.old_database > tests/server/databases/REVISION.sql

is run once before a migration is added, with the version that writes the old schema.
"""

import asyncio
import sqlite3
import sys
import tempfile
from pathlib import Path

from tests.server.running_server import start_server
from triangulum.client import anybody, bot, mine
from triangulum.table import messages as ask


async def open_sample_tables(folder: Path) -> None:
    """Open three tables: one waiting for players, one in mid-game, and one whose game is over."""
    async with start_server(folder) as server:
        ann, bob = await server.connect_guest("Ann"), await server.connect_guest("Bob")
        await ann.open("starry-sky", [mine(), anybody(), bot("random")], listed=True)
        going = await ann.open("tri-trac", [mine(), anybody()], hints=True)
        await bob.sit(going, 1)
        over = await ann.open("star-runners", [mine(), bot("random")], {"turn_limit": 3})
        async with ann.watch(going, 0) as seat, bob.watch(going, 1) as other:
            await seat.do(ask.GiveNonce, nonce="mine")
            await seat.begin()
            await seat.play("N b3 RB")
            await other.until(lambda: other.moves is not None)
            await other.say("Grüße, 'Ann'")
            await seat.do(ask.TakeBack)
            await seat.play("N b4 RT")
            await seat.do(ask.Mute, who=other.here.you.who if other.here else "")
            await other.do(ask.HandOver, bot="random")
            await other.until(lambda: other.to_move == 0)
            await other.do(ask.Reclaim)
        async with ann.watch(over, 0) as seat:
            await seat.begin()
            async for moves in seat.turns():
                await seat.play(moves[-1].action)
            await seat.do(ask.Rematch)
        await ann.close()
        await bob.close()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as made:
        asyncio.run(open_sample_tables(Path(made)))
        with sqlite3.connect(Path(made) / "tables.db") as connection:
            sys.stdout.write("\n".join(connection.iterdump()) + "\n")
