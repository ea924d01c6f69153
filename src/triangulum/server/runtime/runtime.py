"""The runtime of a server process: every object that tables need, put together once."""

from __future__ import annotations

import time
from collections.abc import Callable

from triangulum.server.identity.signing import Signer
from triangulum.server.ops.metrics import CommandMetrics
from triangulum.server.runtime.advice import Advisor
from triangulum.server.runtime.bot_pool import BotPool
from triangulum.server.runtime.commands import CommandHandler
from triangulum.server.runtime.job_leases import JobLeases
from triangulum.server.runtime.jobs import JobRunner, Pacing
from triangulum.server.runtime.open_table import TableOpener
from triangulum.server.runtime.randomness import Randomness
from triangulum.server.runtime.rooms import Rooms
from triangulum.server.storage.event_store import EventStore
from triangulum.table.table import DiceMaker, TableDice


class Runtime:
    """The tables of a server process, and what runs them. Everything random or timed can be replaced, for tests."""

    def __init__(
        self,
        store: EventStore,
        signer: Signer,
        *,
        clock: Callable[[], float] = time.time,
        make_dice: DiceMaker = TableDice,
        bot_pool: BotPool | None = None,
        pacing: Pacing | None = None,
        randomness: Randomness | None = None,
    ) -> None:
        randomness = randomness or Randomness()
        self.pacing = pacing or Pacing()
        self.bot_pool = bot_pool or BotPool()
        self.metrics = CommandMetrics()
        self.rooms = Rooms(store, signer, clock=clock, make_dice=make_dice)
        self.opener = TableOpener(self.rooms, self.bot_pool, randomness)
        self.leases = JobLeases(self.pacing.lease)
        advisor = Advisor(self.rooms, self.bot_pool, randomness)
        self.commands = CommandHandler(self.rooms, self.opener, advisor, self.leases, self.metrics)
        self.jobs = JobRunner(self.commands, self.leases, self.bot_pool, self.pacing, randomness)

    async def close(self) -> None:
        """Finish the commands that are running, leave jobs to other processes, and stop the bots."""
        await self.rooms.close()
        await self.jobs.close()
        await self.bot_pool.close()
