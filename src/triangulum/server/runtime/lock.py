"""The lock of a table."""

from __future__ import annotations

import asyncio


class Lock(asyncio.Lock):
    """A lock that can also be had without waiting, or not at all."""

    def take(self) -> bool:
        """Acquire the lock if nobody has it or waits for it; tell whether it is ours."""
        if self.locked():
            return False
        attempt = self.acquire()
        try:
            attempt.send(None)
        except StopIteration:
            return True
        attempt.close()
        return False
