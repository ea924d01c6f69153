"""A token bucket, which limits how often something may happen."""

from __future__ import annotations

import time


class TokenBucket:
    """A token bucket: ``rate`` tokens a second flow in, up to ``size``, and whatever is let through takes one."""

    __slots__ = ("rate", "size", "tokens", "updated_at")

    def __init__(self, rate: float, size: float) -> None:
        self.rate = rate
        self.size = size
        self.tokens = size
        self.updated_at = time.monotonic()

    def try_take_token(self) -> bool:
        """Take a token; return False if there is none."""
        now = time.monotonic()
        self.tokens = min(self.size, self.tokens + (now - self.updated_at) * self.rate)
        self.updated_at = now
        if self.tokens < 1:
            return False
        self.tokens -= 1
        return True

    def give_back(self) -> None:
        """Return a token that was taken for something which will be tried again."""
        self.tokens += 1
