"""What a bot is allowed, and what it answers: plain values that can be kept, sent and shown."""

from __future__ import annotations

import msgspec

from triangulum.core.levels import Budget

__all__ = ["SLICE_SECONDS", "Budget", "Candidate", "Thought"]

SLICE_SECONDS = 0.05
"""Seconds after which a thinking bot lets others have a say."""


class Candidate(msgspec.Struct, frozen=True):
    """An action that a bot has searched."""

    action: int
    win: float
    """Its chance to win the game for the mover, from 0 to 1; a shared win counts as its share."""
    visits: int
    """How many simulations went through it."""


class Thought(msgspec.Struct, frozen=True):
    """What a bot plays, and why."""

    action: int
    best: tuple[Candidate, ...] = ()
    """The few actions it likes most, best first; nothing for a bot that does not weigh its moves."""
    simulations: int = 0
