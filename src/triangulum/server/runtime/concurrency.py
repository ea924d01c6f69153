"""What everything concurrent in a server process builds on: a lock, background tasks, and signals between objects."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Generic, TypeVar

from triangulum.server.ops.logs import error_location, log

T = TypeVar("T")


class Lock(asyncio.Lock):
    """A lock that can also be acquired without waiting."""

    def try_acquire(self) -> bool:
        """Acquire the lock if nobody holds it or waits for it; return whether it is ours."""
        if self.locked():
            return False
        attempt = self.acquire()
        try:
            attempt.send(None)
        except StopIteration:
            return True
        attempt.close()
        return False


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


class Signal(Generic[T]):
    """Calls everybody who has connected whenever it is emitted."""

    def __init__(self) -> None:
        self._listeners: list[Callable[[T], None]] = []

    def connect(self, listener: Callable[[T], None]) -> None:
        """Call a listener each time the signal is emitted."""
        self._listeners.append(listener)

    def emit(self, value: T) -> None:
        """Call all listeners, in the order in which they have connected."""
        for listener in self._listeners:
            listener(value)
