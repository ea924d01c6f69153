"""A small client for tables on a server, for bots and other programs; ``docs/protocol.md`` has the messages.

    async with AsyncClient("http://127.0.0.1:8764") as me:
        await me.set_name("Ann")
        table_id = await me.open_table("star-runners", [my_seat(), bot_seat("greedy")])
        async with me.watch_table(table_id, seat=0) as session:
            await session.begin_game()
            async for moves in session.turns():
                await session.play(moves[0].action)

``Client`` does the same without ``async``. If a connection breaks, the client reconnects and resends what wasn't
answered; nothing is played twice. If a rate limit refuses something, the client pauses and tries again.
"""

from triangulum.client.async_client import AsyncClient
from triangulum.client.backoff import NO_RETRIES, Backoff
from triangulum.client.errors import DisconnectedError, ProtocolVersionError, RequestRefusedError
from triangulum.client.moves import LegalMove, flatten_move_tree
from triangulum.client.seats import bot_seat, invited_seat, my_seat, open_seat
from triangulum.client.session import AsyncTableSession
from triangulum.client.sync import Client, TableSession

__all__ = [
    "NO_RETRIES",
    "AsyncClient",
    "AsyncTableSession",
    "Backoff",
    "Client",
    "DisconnectedError",
    "LegalMove",
    "ProtocolVersionError",
    "RequestRefusedError",
    "TableSession",
    "bot_seat",
    "flatten_move_tree",
    "invited_seat",
    "my_seat",
    "open_seat",
]
