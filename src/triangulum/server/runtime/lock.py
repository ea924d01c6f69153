"""The lock of a room."""

from __future__ import annotations

import asyncio


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
