"""Retry requests that a server refuses because of a rate limit, after pauses that grow.

The server uses one reason, ``too-many``, for rates ("slow down") and for amounts ("you have opened 200 tables"). Only
the former go away by waiting, and a client can't tell which is which. So it tries a few times and then gives up.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Awaitable, Callable
from email.utils import parsedate_to_datetime
from typing import Final, NamedTuple, TypeVar

from triangulum.client.errors import RequestRefusedError

T = TypeVar("T")

RATE_LIMIT_REASON: Final = "too-many"
JITTER = 0.25
"""The share by which a pause is longer or shorter at random, so that many clients don't come back at once."""


class Backoff(NamedTuple):
    """How often to try, and how long to pause between two tries."""

    first_pause: float = 0.25
    """Seconds; every further pause is twice as long."""
    longest_pause: float = 8.0
    max_tries: int = 6
    longest_wait: float = 60.0
    """If the server wants us to wait for more seconds than this, we give up at once."""

    def compute_pause(self, num_failures: int, retry_after: float | None = None) -> float:
        """Return the seconds to pause after a number of failures in a row; at least what the server asks for."""
        pause = min(self.longest_pause, self.first_pause * 2.0 ** (num_failures - 1))
        return max(pause * random.uniform(1 - JITTER, 1 + JITTER), retry_after or 0.0)

    def can_retry(self, error: RequestRefusedError, num_failures: int) -> bool:
        """Return whether another try may help after a refusal."""
        if error.reason != RATE_LIMIT_REASON or num_failures >= self.max_tries:
            return False
        return error.retry_after is None or error.retry_after <= self.longest_wait


NO_RETRIES = Backoff(max_tries=1)
"""For programs that would rather get the error at once."""


async def retry_on_rate_limit(send_request: Callable[[], Awaitable[T]], backoff: Backoff) -> T:
    """Call a function until no rate limit refuses it; raise its RequestRefusedError after too many tries."""
    num_failures = 0
    while True:
        try:
            return await send_request()
        except RequestRefusedError as error:
            num_failures += 1
            if not backoff.can_retry(error, num_failures):
                raise
            pause = backoff.compute_pause(num_failures, error.retry_after)
        await asyncio.sleep(pause)


def parse_retry_after(header: str | None) -> float | None:
    """Return the seconds that a Retry-After header asks for, as a number or a date; None if there are none."""
    if header is None:
        return None
    text = header.strip()
    if text.isascii() and text.isdigit():
        return float(text)
    try:
        return max(0.0, parsedate_to_datetime(text).timestamp() - time.time())
    except ValueError:
        return None
