"""Statistics that only one game has, counted from the events that a spectator sees.

A game that the lab should study by more than wins and lengths writes a ``StatsCounter``, usually in ``stats.py`` of its
folder: which items there are, in groups, and what each event adds to them. There is a new counter for every game that
is counted.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from triangulum.core.views import GameEvent


class StatsGroup(msgspec.Struct, frozen=True, kw_only=True):
    """Items of one kind that are counted, such as tiles."""

    name: str
    """One word, for the columns of tables."""
    title: str
    """For headings: "Tiles played"."""
    items: tuple[str, ...]
    """Their names, in an order that stays the same when only their faces change."""
    per: Literal["seat", "game"] = "seat"
    """Whether each player has their own count, or it is a figure of the whole game."""

    def item_keys(self) -> list[tuple[str, str]]:
        """Return the key of each item in the counts: the group's name and the item."""
        return [(self.name, item) for item in self.items]


class StatsCounter:
    """Counts one game while it is played."""

    def __init__(self, setup: Any) -> None:
        self.setup = setup
        self.seat_counts: list[dict[tuple[str, str], int]] = [{} for _ in range(setup.players)]
        """By seat, how often each item occurred; items that did not occur are left out."""
        self.game_figures: dict[tuple[str, str], float] = {}
        """Figures of the whole game; those that were never set are left out."""

    @classmethod
    def groups(cls, setup: Any) -> tuple[StatsGroup, ...]:
        """Return the groups of items that can be counted with a setup."""
        raise NotImplementedError

    def count_event(self, event: GameEvent) -> None:
        """Add an event that a spectator sees to the counts."""
        raise NotImplementedError

    def add_to_seat(self, group: str, item: str, seat: int, times: int = 1) -> None:
        """Add to a seat's count of an item."""
        own = self.seat_counts[seat]
        own[group, item] = own.get((group, item), 0) + times

    def set_figure(self, group: str, item: str, figure: float) -> None:
        """Set a figure of the whole game."""
        self.game_figures[group, item] = figure

    def add_to_figure(self, group: str, item: str, times: float = 1) -> None:
        """Add to a figure of the whole game."""
        self.game_figures[group, item] = self.game_figures.get((group, item), 0) + times
