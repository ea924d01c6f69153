"""How much is looked at in a test that plays many games."""

import triangulum as tri

PLAIN_SHARE = 4
"""On the plain sources, where every line is traced for coverage, one in so many games is played. All are played on the
compiled package, and a mistake of plain Python alone would show in ``tests/core/test_compiled.py`` as well."""


def sampled(count: int) -> int:
    """Return how many of ``count`` games a test plays in this run, at least one."""
    return count if tri.BUILD.kind == "compiled" else max(1, count // PLAIN_SHARE)


def closely(share: float) -> float:
    """Return at what share of moments a test of conformance looks closely in this run."""
    return share if tri.BUILD.kind == "compiled" else share / PLAIN_SHARE
