"""Bots at the tables: they think in processes of their own, which can be killed, never in the event loop.

A process is sent a state that has been resampled for the seat it plays, so it holds no secret whatever a bot does.
Requests are pickled; replies, which we trust less, are JSON.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import pickle
import signal
import struct
import sys
from asyncio.subprocess import PIPE, Process
from typing import BinaryIO, NamedTuple

import msgspec

from triangulum.bots import NAMES, Bot, bot
from triangulum.bots.thought import Budget, Thought
from triangulum.core.state import Setup, State
from triangulum.errors import TriangulumError
from triangulum.server.sentences import message
from triangulum.text import Text

LENGTH = struct.Struct(">I")
ADVISER = "expert"
"""The bot that gives hints."""
BOT_TIMEOUT = 30.0
"""Seconds until a bot that doesn't answer is given up."""
SECONDS_BY_BOT = {"mcts": 2.0, "expert": 1.0, "master": 2.0}
"""Thinking time of bots that look ahead."""
DEFAULT_SECONDS = 0.5
"""Thinking time of all others."""
MAX_READY_BOTS = 16
"""How many bots, each ready for its game, a process keeps."""


class PrepareRequest(NamedTuple):
    """Asks a process to get a bot ready for a game."""

    bot: str
    setup: Setup


class ThinkRequest(NamedTuple):
    """Asks a process what a bot plays."""

    bot: str
    state: State
    seconds: float
    seed: int


class BotReply(msgspec.Struct):
    """The reply of a process: a thought, or why there is none."""

    thought: Thought | None = None
    problem: Text = ""


class BotUnavailableError(TriangulumError):
    """Raised when a bot has not answered in time, or its process has died."""


def list_bot_names() -> tuple[str, ...]:
    """Return all bots: levels first, weakest first."""
    return NAMES


def thinking_seconds(name: str) -> float:
    """Return how long a bot may think about a move at a table."""
    return SECONDS_BY_BOT.get(name, DEFAULT_SECONDS)


class BotProcess:
    """A process in which bots think."""

    def __init__(self, process: Process) -> None:
        self.process = process

    async def ask(self, request: PrepareRequest | ThinkRequest, timeout: float) -> BotReply:
        """Send a request and return the reply, or raise BotUnavailableError."""
        data = pickle.dumps(request)
        stdin, stdout = self.process.stdin, self.process.stdout
        assert stdin is not None
        assert stdout is not None
        try:
            async with asyncio.timeout(timeout):
                stdin.write(LENGTH.pack(len(data)) + data)
                await stdin.drain()
                (length,) = LENGTH.unpack(await stdout.readexactly(LENGTH.size))
                return msgspec.json.decode(await stdout.readexactly(length), type=BotReply)
        except (TimeoutError, OSError, asyncio.IncompleteReadError, msgspec.MsgspecError):
            raise BotUnavailableError(message("bot-too-slow")) from None

    def kill(self) -> None:
        """End the process at once."""
        with contextlib.suppress(ProcessLookupError):
            self.process.kill()


class BotPool:
    """The processes in which bots think, started when they are first needed."""

    def __init__(self, max_processes: int | None = None) -> None:
        self.slots = asyncio.Semaphore(max_processes or max(1, (os.cpu_count() or 2) - 1))
        self.idle: list[BotProcess] = []
        self.busy: set[BotProcess] = set()

    async def ask(self, request: PrepareRequest | ThinkRequest, timeout: float = 60.0) -> Thought | None:
        """Return a bot's thought, or raise a TriangulumError that says why there is none; a stuck process is killed."""
        async with self.slots:
            # One that has died while it was idle, as for want of memory, answers nothing.
            self.idle = [process for process in self.idle if process.process.returncode is None]
            bot_process = self.idle.pop() if self.idle else await start_bot_process()
            self.busy.add(bot_process)
            try:
                reply = await bot_process.ask(request, timeout)
            except BaseException:
                # Cancelled or stuck, it would answer the wrong request next time.
                bot_process.kill()
                raise
            finally:
                self.busy.discard(bot_process)
            self.idle.append(bot_process)
        if reply.problem:
            raise TriangulumError(reply.problem)
        return reply.thought

    async def check_bot_can_play(self, name: str, setup: Setup) -> None:
        """Raise a TriangulumError if there is no such bot, or it can't play this game."""
        bot(name)
        await self.ask(PrepareRequest(name, setup))

    async def close(self) -> None:
        """Kill all processes."""
        processes = [*self.idle, *self.busy]
        self.idle.clear()
        for bot_process in processes:
            bot_process.kill()
        for bot_process in processes:
            await bot_process.process.wait()


async def start_bot_process() -> BotProcess:
    """Start a process in which bots think, out of reach of a Ctrl-C that is meant for the server."""
    words = (
        sys.executable,
        "-P",
        "-c",
        "from triangulum.server.runtime.bot_pool import run_bot_process; run_bot_process()",
    )
    # What somebody's own bot prints for its developer does not belong among the server's lines.
    process = await asyncio.create_subprocess_exec(
        *words, stdin=PIPE, stdout=PIPE, stderr=asyncio.subprocess.DEVNULL, start_new_session=True
    )
    return BotProcess(process)


# --- in the process in which bots think


def serve_requests(requests: BinaryIO, replies: BinaryIO) -> None:
    """Reply to requests until there are no more."""
    bots: dict[tuple[str, Setup], Bot] = {}
    while len(head := requests.read(LENGTH.size)) == LENGTH.size:
        request = pickle.loads(requests.read(*LENGTH.unpack(head)))
        try:
            reply = run_request(request, bots)
        except TriangulumError as error:
            reply = BotReply(problem=error.text)
        except Exception as error:
            reply = BotReply(problem=message("bot-failed", bot=request.bot, error=type(error).__name__))
        data = msgspec.json.encode(reply)
        replies.write(LENGTH.pack(len(data)) + data)
        replies.flush()


def run_request(request: PrepareRequest | ThinkRequest, bots: dict[tuple[str, Setup], Bot]) -> BotReply:
    """Return the reply to a request."""
    from triangulum import Random

    if isinstance(request, PrepareRequest):
        find_ready_bot(request.bot, request.setup, bots)
        return BotReply()
    player = find_ready_bot(request.bot, request.state.setup, bots)
    return BotReply(player.think(request.state, Random(request.seed), Budget(seconds=request.seconds)))


def find_ready_bot(name: str, setup: Setup, bots: dict[tuple[str, Setup], Bot]) -> Bot:
    """Return a bot that is ready for a game, started if need be."""
    if (name, setup) not in bots:
        if len(bots) >= MAX_READY_BOTS:
            bots.clear()
        player = bot(name)
        player.start_game(setup)
        bots[name, setup] = player
    return bots[name, setup]


def run_bot_process() -> None:
    """Think, in a process of its own."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    replies = os.fdopen(os.dup(1), "wb")
    # A bot that prints must not reply by it.
    os.dup2(2, 1)
    serve_requests(sys.stdin.buffer, replies)
