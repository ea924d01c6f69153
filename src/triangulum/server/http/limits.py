"""How much one client may send: the limits, their form on the command line, and token buckets that enforce them."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from typing import NamedTuple

from triangulum.errors import OptionError
from triangulum.server.ops.token_bucket import TokenBucket

MAX_BODY_BYTES = 65_536
"""The largest body of a request."""
MAX_TRACKED_KEYS = 10_000
"""How many clients are tracked at a time; the one that has been quiet longest is forgotten first."""


class Limits(NamedTuple):
    """How much one client may send and receive."""

    requests: float = 30.0
    """HTTP requests a second from one address,"""
    requests_at_once: float = 200.0
    """and as a burst."""
    messages: float = 50.0
    """Messages a second on one socket,"""
    messages_at_once: float = 100.0
    """and as a burst."""
    excess: int = 100
    """Messages beyond the rate after which a socket is closed."""
    sockets: int = 5000
    sockets_an_address: int = 500
    queue: int = 512
    """Messages that may wait to be sent to one watcher,"""
    queue_bytes: int = 2_000_000
    """and their size."""
    send_seconds: float = 20.0
    """How long a watcher may take to receive one message."""


def parse_limits(assignments: Sequence[str]) -> Limits:
    """Return the default limits changed by assignments like ``name=number``, or raise OptionError."""
    changed_limits: dict[str, float] = {}
    for assignment in assignments:
        name, _, number = assignment.partition("=")
        default = Limits._field_defaults.get(name)
        if default is None:
            raise OptionError(f"There’s no limit {name!r}. Choose from {', '.join(Limits._fields)}.")
        try:
            value = type(default)(number)
        except ValueError:
            raise OptionError(f"the limit {name} is a number, as in {name}={default}, not {number!r}") from None
        if not 0 < value < 1e12:
            raise OptionError(f"the limit {name} is more than 0 and not endless, not {number}")
        changed_limits[name] = value
    return Limits(**changed_limits)  # type: ignore[arg-type]


class AddressRateLimiter:
    """A token bucket for every network address."""

    def __init__(self, rate: float, size: float) -> None:
        self.rate = rate
        self.size = size
        self.buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    def try_take_token(self, address: str) -> bool:
        """Take a token from an address's bucket; return False if there is none."""
        bucket = self.buckets.get(address)
        if bucket is None:
            bucket = self.buckets[address] = TokenBucket(self.rate, self.size)
            if len(self.buckets) > MAX_TRACKED_KEYS:
                self.buckets.popitem(last=False)
        else:
            self.buckets.move_to_end(address)
        return bucket.try_take_token()


def is_body_too_large(content_length: str) -> bool:
    """Return whether a Content-Length header announces more than the largest body, or is no number."""
    if not (content_length.isascii() and content_length.isdigit() and len(content_length) < 12):
        return True
    return int(content_length) > MAX_BODY_BYTES
