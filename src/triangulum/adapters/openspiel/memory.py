"""What a seat remembers: everything it has perceived since the game began, from ``events``, step by step.

Memories are chains that share their beginnings and never change, so a copy of a state costs nothing for them, however
long the game has been. What was perceived is only worked out when somebody asks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from triangulum.core.state import Setup, State

NOBODY = -1
"""For a seat that is none."""


class Memory:
    """What seats remember at some point of a game; this one is of the beginning, where there is nothing yet."""

    length = 0
    """How many steps there have been."""

    def text(self, seat: int) -> str:
        """Return everything that the seat has perceived, one line a step, as JSON."""
        return ""

    def signs(self, seat: int) -> list[int]:
        """Return the same as numbers, one a step."""
        return []

    def __deepcopy__(self, memo: object) -> Memory:
        return self


class Step(Memory):
    """One more step."""

    def __init__(self, before: Memory, state: State, action: int) -> None:
        """Remember an action in a state, which must not be changed any more."""
        self.before = before
        self.state = state
        self.action = action
        self.length = before.length + 1
        self.lines: dict[int, str] = {}

    def text(self, seat: int) -> str:
        """Return everything that the seat has perceived, one line a step, as JSON."""
        # Only lines are kept: a text for every step would be longer than anybody has room for.
        lines = [step.line(seat) for step in self.steps()]
        lines.append(self.first().text(seat))
        return "".join(reversed(lines))

    def line(self, seat: int) -> str:
        """Return what the seat perceived in this step."""
        line = self.lines.get(seat)
        if line is None:
            line = self.lines[seat] = msgspec.json.encode(self.state.events(self.action, seat)).decode() + "\n"
        return line

    def signs(self, seat: int) -> list[int]:
        """Return the same as numbers, one a step."""
        steps = list(self.steps())
        return self.first().signs(seat) + [int(step.state.event_key(step.action, seat)) for step in reversed(steps)]

    def steps(self) -> Iterator[Step]:
        """Yield all steps, the last one first."""
        memory: Memory = self
        while isinstance(memory, Step):
            yield memory
            memory = memory.before

    def first(self) -> Memory:
        """Return what was remembered before the first of these steps."""
        memory: Memory = self
        while isinstance(memory, Step):
            memory = memory.before
        return memory

    def __reduce__(self) -> tuple[Callable[..., Memory], tuple[Any, ...]]:
        # A chain is too long to be pickled link by link, and its states follow from the first one.
        steps = list(self.steps())
        start = steps[-1].state
        return relived, (self.first(), start.setup, start.to_bytes(), [step.action for step in reversed(steps)])


class Resampled(Memory):
    """What seats remember in a world that one of them holds possible, or that somebody has set up.

    That seat remembers what it truly does. How the others came to where they are in such a world nobody knows, so they
    begin with what they see now; all of them if the seat is NOBODY.
    """

    def __init__(self, memory: Memory, seat: int, state: State) -> None:
        """Let a seat remember, and the others begin with a state, which must not be changed any more."""
        self.memory = memory
        self.seat = seat
        self.state = state
        self.length = memory.length
        self.texts: dict[int, str] = {}

    def text(self, seat: int) -> str:
        """Return what the seat has perceived, or sees now."""
        if seat not in self.texts:
            self.texts[seat] = self.memory.text(seat) if seat == self.seat else self.sight(seat)
        return self.texts[seat]

    def sight(self, seat: int) -> str:
        """Return what the seat sees, with how many steps there have been."""
        return msgspec.json.encode({"steps": self.length, "sees": self.state.view(seat)}).decode() + "\n"

    def signs(self, seat: int) -> list[int]:
        """Return what the seat has perceived; zeros for one that begins here."""
        return self.memory.signs(seat) if seat == self.seat else [0] * self.length


def relived(first: Memory, setup: Setup, start: bytes, actions: list[int]) -> Memory:
    """Return the memory that was pickled."""
    memory, state = first, setup.from_bytes(start)
    for action in actions:
        memory = Step(memory, state, action)
        state = state.after(action)
    return memory
