"""What holds for all tests: they are never judged by the clock, and by luck only where somebody looks for it."""

import os

import pytest
from hypothesis import HealthCheck, settings

from tests.luck import LUCK

# A busy machine is no fault of the code. And what passes passes again: new examples are looked for by the long tests.
settings.register_profile(
    "unhurried",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    derandomize=not os.environ.get("TRIANGULUM_LONG"),
)
settings.load_profile("unhurried")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--luck", type=int, default=0, help="a number for other seeds of all tables (default: 0)")


def pytest_configure(config: pytest.Config) -> None:
    LUCK.number = config.getoption("luck")


def pytest_runtest_setup(item: pytest.Item) -> None:
    LUCK.begin(item.nodeid)
