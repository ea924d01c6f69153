"""Prints the functions of ours on the stack at ``State.play`` and where a socket is written to, for a move on a socket.

Run on the plain sources, because compiled functions have no frames.
"""

import asyncio
import json
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

import triangulum
from tests.server.running_server import FirstMoveBotPool, start_server
from triangulum.client import bot_seat, my_seat
from triangulum.core.state import State
from triangulum.server.http.fast_websocket import FastWebSocket

PACKAGE = Path(triangulum.__file__).parent
TABLES_FOLDER = Path(sys.argv[1])
stacks: dict[str, list[str]] = {}


def list_our_functions() -> list[str]:
    """Return the modules and functions of ours on the stack, outermost first."""
    frames = [
        frame for frame, _ in traceback.walk_stack(None) if Path(frame.f_code.co_filename).is_relative_to(PACKAGE)
    ]
    return [
        f"{Path(frame.f_code.co_filename).relative_to(PACKAGE).with_suffix('').as_posix()}.{frame.f_code.co_qualname}"
        for frame in reversed(frames)
    ]


def record_stack(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that notes the deepest stack at which it is called."""

    def recording(*args: Any) -> Any:
        stack = [*list_our_functions(), name] if is_recording else []
        if len(stack) > len(stacks.get(name, [])):
            stacks[name] = stack
        return function(*args)

    return recording


is_recording = False
State.play = record_stack("State.play", State.play)  # type: ignore[method-assign]
FastWebSocket.send_text = record_stack("FastWebSocket.send_text", FastWebSocket.send_text)  # type: ignore[method-assign]


async def main() -> None:
    global is_recording
    async with start_server(TABLES_FOLDER, bot_pool=FirstMoveBotPool()) as server:
        ann = await server.connect_guest("Ann")
        table_id = await ann.open_table("tri-trac", seats=[my_seat(), bot_seat("random")])
        async with ann.watch_table(table_id, seat=0) as seat:
            await seat.begin_game()
            async for moves in seat.turns():
                is_recording = True
                await seat.play(moves[0].action)
                is_recording = False
                break
        await ann.close()


asyncio.run(main())
print(json.dumps(stacks))
