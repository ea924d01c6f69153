"""Games that have been solved: what a solver offers, and what the table that it leaves can answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

ProgressCallback = Callable[[int, int, str], None]
"""Takes how many parts of the work are done, of how many, and what is going on."""


class Solution(Protocol):
    """What every position of a game is worth when everybody plays as well as can be."""

    @property
    def error(self) -> float:
        """How far a worth can be from the truth."""

    def value(self, state: Any, seat: int) -> float:
        """Return what a state is worth to a seat, from -1 to 1, whoever is to move and whatever is going on."""

    def haste(self, state: Any, seat: int) -> float:
        """Return how soon a seat wins, or how late it loses; to choose by among states that are worth the same."""


class Solver(Protocol):
    """Solves a game once and for all; usually the module ``solver.py`` of its folder."""

    @property
    def VERSION(self) -> int:
        """Goes up whenever the tables change, so that old ones are not read as new ones."""

    def variant(self, setup: Any) -> str:
        """Return which table a setup needs, as the option that one would type, such as ``homes=open``."""

    def solve(self, setup: Any, processes: int, report_progress: ProgressCallback) -> bytes:
        """Return the table of a setup, made by so many processes, and report on the way how far it is."""

    def read(self, setup: Any, table: bytes) -> Solution:
        """Return the solution that a table holds, or raise ValueError if it cannot be one of this setup."""
