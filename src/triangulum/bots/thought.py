"""What a bot is allowed, and what it answers: plain values that can be kept, sent and shown."""

from __future__ import annotations

import msgspec

from triangulum.core.errors import TriangulumError

SLICE = 0.05
"""Seconds after which a thinking bot lets others have a say."""


class Budget(msgspec.Struct, frozen=True, kw_only=True):
    """How long a bot may think over one move: until the first of these is used up; None is no bound.

    The same number of simulations and the same generator give the same move; seconds do not.
    """

    seconds: float | None = None
    simulations: int | None = None

    def __post_init__(self) -> None:
        if self.seconds is None and self.simulations is None:
            raise TriangulumError("a budget needs seconds or simulations; with neither a bot would think for ever")
        if self.seconds is not None and not self.seconds > 0:
            raise TriangulumError(f"a bot cannot think for {self.seconds} seconds: give it more than 0")
        if self.simulations is not None and self.simulations < 1:
            raise TriangulumError(f"a bot cannot make {self.simulations} simulations: give it at least 1")


class Candidate(msgspec.Struct, frozen=True):
    """An action a bot has looked at."""

    action: int
    win: float
    """Its chance to win the game for the mover, from 0 to 1; a shared win counts as its share."""
    looks: int
    """How many simulations went through it."""


class Thought(msgspec.Struct, frozen=True):
    """What a bot plays, and why."""

    action: int
    best: tuple[Candidate, ...] = ()
    """The few actions it likes most, best first; nothing for a bot that does not weigh its moves."""
    simulations: int = 0
