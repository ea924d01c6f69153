"""A bot's answer: the action it chose and the candidates it compared, as plain values."""

from __future__ import annotations

import msgspec

from triangulum.core.levels import Budget

__all__ = ["SLICE_SECONDS", "Budget", "Candidate", "Thought"]

SLICE_SECONDS = 0.05
"""Seconds of a slice of search, after which a bot can be stopped."""


class Candidate(msgspec.Struct, frozen=True):
    """An action that a bot has searched, with its visits and value."""

    action: int
    win: float
    """Its chance to win the game for the mover, from 0 to 1; a shared win counts as its share."""
    visits: int
    """How many simulations went through it."""


class Thought(msgspec.Struct, frozen=True):
    """What a bot plays, and why."""

    action: int
    best: tuple[Candidate, ...] = ()
    """The few best actions, best first; nothing for a bot that doesn't search."""
    simulations: int = 0
