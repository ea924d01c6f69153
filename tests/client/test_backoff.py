"""Pauses between tries: how they grow, what ends them, and what a Retry-After header asks for."""

import asyncio
import time
from email.utils import formatdate

import httpx
import pytest

from triangulum.client import NO_RETRIES, AsyncClient, Backoff, RequestRefusedError
from triangulum.client.backoff import JITTER, parse_retry_after, retry_on_rate_limit
from triangulum.table.messages import Reason, Refused

QUICK = Backoff(first_pause=0.001, longest_pause=0.004, max_tries=4)


def make_refusal(reason: Reason = "too-many", retry_after: float | None = None) -> RequestRefusedError:
    return RequestRefusedError(Refused(id=None, reason=reason, message="slow down"), retry_after)


class FlakyRequest:
    """A request that is refused a number of times before it succeeds."""

    def __init__(self, refusals: list[RequestRefusedError]) -> None:
        self.refusals = refusals
        self.num_tries = 0

    async def __call__(self) -> str:
        self.num_tries += 1
        if self.num_tries <= len(self.refusals):
            raise self.refusals[self.num_tries - 1]
        return "done"


def test_pauses_double_up_to_the_longest() -> None:
    backoff = Backoff(first_pause=1.0, longest_pause=5.0)
    for num_failures, pause in ((1, 1.0), (2, 2.0), (3, 4.0), (4, 5.0), (1000, 5.0)):
        for _ in range(50):
            assert pause * (1 - JITTER) <= backoff.compute_pause(num_failures) <= pause * (1 + JITTER)


def test_pauses_differ_between_clients() -> None:
    assert len({Backoff().compute_pause(3) for _ in range(20)}) > 10


def test_a_pause_is_at_least_what_the_server_asks_for() -> None:
    assert Backoff(first_pause=1.0).compute_pause(1, retry_after=30.0) == 30.0


async def test_a_request_is_sent_again_until_no_rate_limit_refuses_it() -> None:
    request = FlakyRequest([make_refusal()] * 3)
    assert await retry_on_rate_limit(request, QUICK) == "done"
    assert request.num_tries == 4


async def test_a_refusal_that_does_not_go_away_is_raised_in_the_end() -> None:
    request = FlakyRequest([make_refusal()] * 100)
    with pytest.raises(RequestRefusedError, match="slow down"):
        await retry_on_rate_limit(request, QUICK)
    assert request.num_tries == QUICK.max_tries


@pytest.mark.parametrize("reason", ["stale", "illegal", "busy"])
async def test_other_refusals_are_raised_at_once(reason: Reason) -> None:
    request = FlakyRequest([make_refusal(reason)])
    with pytest.raises(RequestRefusedError):
        await retry_on_rate_limit(request, QUICK)
    assert request.num_tries == 1


async def test_without_retries_a_rate_limit_is_raised_at_once() -> None:
    request = FlakyRequest([make_refusal()])
    with pytest.raises(RequestRefusedError):
        await retry_on_rate_limit(request, NO_RETRIES)
    assert request.num_tries == 1


async def test_a_server_that_wants_us_to_wait_too_long_is_not_asked_again() -> None:
    request = FlakyRequest([make_refusal(retry_after=3600.0)])
    with pytest.raises(RequestRefusedError):
        await asyncio.wait_for(retry_on_rate_limit(request, QUICK), 5.0)
    assert request.num_tries == 1


def test_a_retry_after_header_is_seconds_or_a_date() -> None:
    assert parse_retry_after(None) is None
    assert parse_retry_after(" 7 ") == 7.0
    assert parse_retry_after("soon") is None
    assert parse_retry_after("-1") is None
    assert parse_retry_after(formatdate(time.time() - 100, usegmt=True)) == 0.0
    in_a_minute = parse_retry_after(formatdate(time.time() + 60, usegmt=True))
    assert in_a_minute is not None
    assert 55 < in_a_minute <= 60


async def test_the_client_waits_as_long_as_a_retry_after_header_says() -> None:
    body = b'{"is":"refused","id":null,"reason":"too-many","message":"slow down"}'
    responses = [httpx.Response(429, content=body, headers={"Retry-After": "1"}), httpx.Response(200, content=b"[]")]
    async with AsyncClient("http://games.example", backoff=QUICK) as client:
        transport = httpx.MockTransport(lambda request: responses.pop(0))
        client.http = httpx.AsyncClient(transport=transport, base_url=client.url)
        started = time.monotonic()
        assert await client.list_tables() == []
        assert time.monotonic() - started >= 1.0
