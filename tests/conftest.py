"""Settings of all tests, and what runs the tests that are ``async`` functions."""

import asyncio
import inspect
import os
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from tests.randomness import TEST_RANDOMNESS

ASYNC_TEST_SECONDS = 240
"""An async test that takes longer hangs."""
LONG_ASYNC_TEST_SECONDS = 3600

# A slow machine must not fail a test. And whatever passes once passes again: only the long tests look for new examples.
settings.register_profile(
    "no-deadline",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    derandomize=not os.environ.get("TRIANGULUM_LONG"),
)
settings.load_profile("no-deadline")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--seed", type=int, default=0, help="a number for other seeds in all tests (default: 0)")


def pytest_configure(config: pytest.Config) -> None:
    TEST_RANDOMNESS.number = config.getoption("seed")


def pytest_runtest_setup(item: pytest.Item) -> None:
    TEST_RANDOMNESS.reseed(item.nodeid)


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run an async test in an event loop of its own.

    A fixture may return an async context manager. It is entered in the test's loop, and the test receives its value.
    """
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    arguments = {name: pyfuncitem.funcargs[name] for name in inspect.signature(pyfuncitem.obj).parameters}
    is_long = pyfuncitem.get_closest_marker("long") is not None
    limit = LONG_ASYNC_TEST_SECONDS if is_long else ASYNC_TEST_SECONDS
    asyncio.run(asyncio.wait_for(run_async_test(pyfuncitem.obj, arguments), limit))
    return True


async def run_async_test(test: Any, arguments: dict[str, Any]) -> None:
    """Enter the async context managers among a test's arguments, and run the test."""
    async with AsyncExitStack() as stack:
        for name, value in arguments.items():
            if isinstance(value, AbstractAsyncContextManager):
                arguments[name] = await stack.enter_async_context(value)
        await test(**arguments)
