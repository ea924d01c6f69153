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
from triangulum.client import bot_seat, my_seat, open_seat
from triangulum.table import commands as ask


async def open_sample_tables(folder: Path) -> None:
    """Open three tables: one waiting for players, one in mid-game, and one whose game is over."""
    async with start_server(folder) as server:
        ann, bob = await server.connect_guest("Ann"), await server.connect_guest("Bob")
        await ann.open_table("starry-sky", [my_seat(), open_seat(), bot_seat("random")], listed=True)
        going = await ann.open_table("tri-trac", [my_seat(), open_seat()], hints=True)
        await bob.take_seat(going, 1)
        over = await ann.open_table("star-runners", [my_seat(), bot_seat("random")], {"turn_limit": 3})
        async with ann.watch_table(going, 0) as seat, bob.watch_table(going, 1) as other:
            await seat.send_command(ask.GiveNonce, nonce="mine")
            await seat.begin_game()
            await seat.play("N b3 RB")
            await other.wait_until(lambda: other.moves is not None)
            await other.send_chat("Grüße, 'Ann'")
            await seat.send_command(ask.TakeBack)
            await seat.play("N b4 RT")
            await seat.send_command(ask.Mute, alias=other.snapshot.you.alias if other.snapshot else "")
            await other.send_command(ask.HandOver, bot="random")
            await other.wait_until(lambda: other.to_move == 0)
            await other.send_command(ask.Reclaim)
        async with ann.watch_table(over, 0) as seat:
            await seat.begin_game()
            async for moves in seat.turns():
                await seat.play(moves[-1].action)
            await seat.send_command(ask.Rematch)
        await ann.close()
        await bob.close()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as made:
        asyncio.run(open_sample_tables(Path(made)))
        with sqlite3.connect(Path(made) / "tables.db") as connection:
            sys.stdout.write("\n".join(connection.iterdump()) + "\n")
