"""Protocols for solved games: a solver computes a table of exact values, and a solution looks values up in it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

ProgressCallback = Callable[[int, int, str], None]
"""Called with the number of parts of the work that are done, the number of all parts, and a description."""


class Solution(Protocol):
    """The value of every position of a game under perfect play."""

    @property
    def error(self) -> float:
        """The largest error that a value can have."""

    def value(self, state: Any, seat: int) -> float:
        """Return the value of a state to a seat, from -1 to 1, whoever is to move and in every phase."""

    def discounted_value(self, state: Any, seat: int) -> float:
        """Return a value that fades with every turn, for breaking ties: higher for a sooner win or a later loss."""


class Solver(Protocol):
    """Solves a game once and for all; usually the module ``solver.py`` of its folder."""

    @property
    def VERSION(self) -> int:
        """The version of the table format; goes up whenever the tables change, so that old ones are not read."""

    def variant(self, setup: Any) -> str:
        """Return the name of the table that a setup needs, as options that one would type: ``homes=open``.

        It names every option that changes the values, unless the option has the value it had in older tables.
        """

    def solve(self, setup: Any, processes: int, report_progress: ProgressCallback) -> bytes:
        """Compute the table of a setup with this many processes, and report progress on the way."""

    def read(self, setup: Any, table: bytes) -> Solution:
        """Return the solution in a table's bytes, or raise ValueError if they cannot be a table of this setup."""
