"""How many games a test plays, depending on the run."""

import os
from collections.abc import Iterable
from typing import TypeVar

import triangulum as tri

T = TypeVar("T")

SHARE = 8 if tri.BUILD.kind != "compiled" else 1 if os.environ.get("TRIANGULUM_LONG") else 4
"""Tests play one in so many of their games: `make test-long` plays all of them and `make test` a quarter. On the plain
sources, which are a hundred times slower, there are fewer still; ``tests/core/test_compiled.py`` would also show a
mistake of plain Python alone."""


def sampled(count: int) -> int:
    """Return how many of ``count`` games a test plays in this run, at least one."""
    return max(1, count // SHARE)


def closely(share: float) -> float:
    """Return the share of steps at which a conformance test makes its expensive checks in this run."""
    return share / SHARE


def chosen(cases: Iterable[T]) -> list[T]:
    """Return the cases that a test tries in this run: all on the compiled package, few on the plain sources."""
    listed = list(cases)
    return listed if tri.BUILD.kind == "compiled" else listed[-max(1, len(listed) // SHARE) :]
