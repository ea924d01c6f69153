"""Bots at the tables: they think in processes of their own, which can be killed, never in the event loop.

A thinker is sent a state that has been resampled for the seat it thinks for, so it holds no secret even if it goes
astray. What it is sent is pickled by us; what it answers is JSON.
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

LENGTH = struct.Struct(">I")
ADVISER = "expert"
"""Who gives hints."""
SECONDS = {"mcts": 2.0, "expert": 1.0, "master": 2.0}
"""For bots that are given time to look ahead."""
AT_A_GLANCE = 0.5
"""Seconds for all others."""
KEPT_BOTS = 16
"""How many bots, each ready for its game, a thinker keeps."""


class PrepareRequest(NamedTuple):
    """Asks whether a bot can play a game."""

    bot: str
    setup: Setup


class ThinkRequest(NamedTuple):
    """Asks what a bot plays."""

    bot: str
    state: State
    seconds: float
    seed: int


class BotReply(msgspec.Struct):
    """What a thinker answers: a thought, or why it has none."""

    thought: Thought | None = None
    trouble: str = ""


class BotUnavailableError(TriangulumError):
    """A thinker has not answered in time, or has died."""


def bot_names() -> tuple[str, ...]:
    """Return the bots there are: levels first, weakest first."""
    return NAMES


def thinking_seconds(name: str) -> float:
    """Return how long a bot may think over a move at a table."""
    return SECONDS.get(name, AT_A_GLANCE)


class BotProcess:
    """A process that thinks."""

    def __init__(self, process: Process) -> None:
        self.process = process

    async def ask(self, question: PrepareRequest | ThinkRequest, patience: float) -> BotReply:
        """Return the answer to a question, or raise Stuck."""
        data = pickle.dumps(question)
        stdin, stdout = self.process.stdin, self.process.stdout
        assert stdin is not None
        assert stdout is not None
        try:
            async with asyncio.timeout(patience):
                stdin.write(LENGTH.pack(len(data)) + data)
                await stdin.drain()
                (length,) = LENGTH.unpack(await stdout.readexactly(LENGTH.size))
                return msgspec.json.decode(await stdout.readexactly(length), type=BotReply)
        except (TimeoutError, OSError, asyncio.IncompleteReadError, msgspec.MsgspecError):
            raise BotUnavailableError("the bot did not answer in time") from None

    def kill(self) -> None:
        """End the process at once."""
        with contextlib.suppress(ProcessLookupError):
            self.process.kill()


class BotPool:
    """Some processes that think, started when they are first needed."""

    def __init__(self, most: int | None = None) -> None:
        self.places = asyncio.Semaphore(most or max(1, (os.cpu_count() or 2) - 1))
        self.resting: list[BotProcess] = []
        self.at_work: set[BotProcess] = set()

    async def answer(self, question: PrepareRequest | ThinkRequest, patience: float = 60.0) -> Thought | None:
        """Return what a thinker answers, or raise the TriangulumError that says why not; if stuck, it is killed."""
        async with self.places:
            # One that has died while it rested, as for want of memory, answers nothing.
            self.resting = [thinker for thinker in self.resting if thinker.process.returncode is None]
            thinker = self.resting.pop() if self.resting else await new_thinker()
            self.at_work.add(thinker)
            try:
                answer = await thinker.ask(question, patience)
            except BaseException:
                # Cancelled or stuck, it would answer the wrong question next time.
                thinker.kill()
                raise
            finally:
                self.at_work.discard(thinker)
            self.resting.append(thinker)
        if answer.trouble:
            raise TriangulumError(answer.trouble)
        return answer.thought

    async def ready(self, name: str, setup: Setup) -> None:
        """Raise the TriangulumError that says why a bot cannot play, if it cannot."""
        bot(name)
        await self.answer(PrepareRequest(name, setup))

    async def close(self) -> None:
        """End all of them."""
        bot_pool = [*self.resting, *self.at_work]
        self.resting.clear()
        for thinker in bot_pool:
            thinker.kill()
        for thinker in bot_pool:
            await thinker.process.wait()


async def new_thinker() -> BotProcess:
    """Start a process that thinks, out of reach of a Ctrl-C that is meant for the server."""
    words = (sys.executable, "-P", "-c", "from triangulum.server.runtime.bot_pool import main; main()")
    # What is written for developers by a bot of somebody else's does not belong among the server's lines.
    process = await asyncio.create_subprocess_exec(
        *words, stdin=PIPE, stdout=PIPE, stderr=asyncio.subprocess.DEVNULL, start_new_session=True
    )
    return BotProcess(process)


# --- in the process that thinks


def think_on(questions: BinaryIO, answers: BinaryIO) -> None:
    """Answer questions until there are no more."""
    bots: dict[tuple[str, Setup], Bot] = {}
    while len(head := questions.read(LENGTH.size)) == LENGTH.size:
        question = pickle.loads(questions.read(*LENGTH.unpack(head)))
        try:
            answer = answered(question, bots)
        except TriangulumError as error:
            answer = BotReply(trouble=str(error))
        except Exception as error:
            answer = BotReply(trouble=f"the bot {question.bot} has failed: {type(error).__name__}")
        data = msgspec.json.encode(answer)
        answers.write(LENGTH.pack(len(data)) + data)
        answers.flush()


def answered(question: PrepareRequest | ThinkRequest, bots: dict[tuple[str, Setup], Bot]) -> BotReply:
    """Return the answer to one question."""
    from triangulum import Random

    if isinstance(question, PrepareRequest):
        seated_bot(question.bot, question.setup, bots)
        return BotReply()
    player = seated_bot(question.bot, question.state.setup, bots)
    return BotReply(player.think(question.state, Random(question.seed), Budget(seconds=question.seconds)))


def seated_bot(name: str, setup: Setup, bots: dict[tuple[str, Setup], Bot]) -> Bot:
    """Return a bot that is ready for a game."""
    if (name, setup) not in bots:
        if len(bots) >= KEPT_BOTS:
            bots.clear()
        player = bot(name)
        player.start_game(setup)
        bots[name, setup] = player
    return bots[name, setup]


def main() -> None:
    """Think, in a process of one's own."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    answers = os.fdopen(os.dup(1), "wb")
    # A bot that prints must not answer by it.
    os.dup2(2, 1)
    think_on(sys.stdin.buffer, answers)
