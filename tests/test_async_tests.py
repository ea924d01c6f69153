"""Tests that are ``async`` functions really run, and their async fixtures are opened and closed."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager

import pytest


@pytest.fixture
def steps() -> Iterator[list[str]]:
    """Collect what happens during a test, and check at the end that the resource was closed."""
    happened: list[str] = []
    yield happened
    assert happened == ["opened", "used", "closed"]


@pytest.fixture
def resource(steps: list[str]) -> AbstractAsyncContextManager[int]:
    @asynccontextmanager
    async def open_resource() -> AsyncIterator[int]:
        steps.append("opened")
        await asyncio.sleep(0)
        yield 7
        steps.append("closed")

    return open_resource()


async def test_an_async_fixture_is_opened_for_the_test_and_closed_after_it(resource: int, steps: list[str]) -> None:
    assert resource == 7
    steps.append("used")


@pytest.mark.xfail(raises=ZeroDivisionError, strict=True)
async def test_an_error_in_an_async_test_fails_it() -> None:
    await asyncio.sleep(0)
    raise ZeroDivisionError
