"""Limits on attempts to log in and to register."""

from __future__ import annotations

from collections import OrderedDict
from typing import Final, NamedTuple

from triangulum.server.ops.token_bucket import TokenBucket
from triangulum.server.sentences import message
from triangulum.table.messages import CommandError

MAX_TRACKED_KEYS: Final = 10_000
"""How many buckets are kept at a time; the one that was used longest ago is dropped first."""


class Rate(NamedTuple):
    """A number of attempts in a number of seconds."""

    attempts: float
    seconds: float


LOGINS_BY_NAME_AND_ADDRESS: Final = Rate(10, 900)
LOGINS_BY_NAME: Final = Rate(100, 3600)
LOGINS_BY_ADDRESS: Final = Rate(40, 900)
REGISTRATIONS_BY_ADDRESS: Final = Rate(20, 3600)


class LoginLimits:
    """Counts attempts by name and by network address."""

    def __init__(self) -> None:
        self._buckets: OrderedDict[tuple[str, ...], TokenBucket] = OrderedDict()

    def count_login_attempt_or_refuse(self, folded_name: str, address: str) -> None:
        """Count an attempt to log in; raise CommandError if there were too many."""
        self._check(LOGINS_BY_NAME_AND_ADDRESS, "both", folded_name, address)
        self._check(LOGINS_BY_NAME, "name", folded_name)
        self._check(LOGINS_BY_ADDRESS, "address", address)

    def count_registration_or_refuse(self, address: str) -> None:
        """Count an attempt to register; raise CommandError if there were too many."""
        self._check(REGISTRATIONS_BY_ADDRESS, "new", address)

    def _check(self, rate: Rate, *key: str) -> None:
        """Take a token from the bucket of a key; raise CommandError if there is none."""
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = TokenBucket(rate.attempts / rate.seconds, rate.attempts)
            if len(self._buckets) > MAX_TRACKED_KEYS:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(key)
        if not bucket.try_take_token():
            raise CommandError("too-many", message("too-many-attempts"))
