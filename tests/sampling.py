"""How much is looked at in a test that plays many games."""

import os
from collections.abc import Iterable
from typing import TypeVar

import triangulum as tri

T = TypeVar("T")

SHARE = 8 if tri.BUILD.kind != "compiled" else 1 if os.environ.get("TRIANGULUM_LONG") else 4
"""One in so many games is played: all of them by `make test-long`, a quarter by `make test`, and fewer on the plain
sources, which are a hundred times slower; a mistake of plain Python alone would show in ``tests/core/test_compiled.py``
as well."""


def sampled(count: int) -> int:
    """Return how many of ``count`` games a test plays in this run, at least one."""
    return max(1, count // SHARE)


def closely(share: float) -> float:
    """Return at what share of moments a test of conformance looks closely in this run."""
    return share / SHARE


def chosen(cases: Iterable[T]) -> list[T]:
    """Return which cases a test looks at in this run: all on the compiled package, few on the plain sources."""
    listed = list(cases)
    return listed if tri.BUILD.kind == "compiled" else listed[-max(1, len(listed) // SHARE) :]
