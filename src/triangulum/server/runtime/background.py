"""Tasks that run beside requests and end with the server."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

from triangulum.server.ops.logs import error_location, log


class BackgroundTasks:
    """The running background tasks of a server process."""

    def __init__(self) -> None:
        self.running: set[asyncio.Task[None]] = set()

    def start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Run a coroutine in the background."""
        task = asyncio.get_running_loop().create_task(work)
        self.running.add(task)
        task.add_done_callback(self.handle_end)
        return task

    def handle_end(self, task: asyncio.Task[None]) -> None:
        """Log why a task failed. asyncio would print the error's message, which may contain secrets."""
        self.running.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None:
            log.error("a background task has failed: %s", error_location(error))

    async def cancel_all(self) -> None:
        """Cancel all tasks, and wait until they have ended."""
        for task in list(self.running):
            task.cancel()
        await asyncio.gather(*self.running, return_exceptions=True)
