"""What a seat remembers: every event it has perceived since the game began, from ``State.events``, step by step.

Memories are chains that share their beginnings and never change, so a copy of a state costs nothing for them, however
long the game has been. What was perceived is only worked out when somebody asks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from triangulum.core.state import Setup, State

NO_SEAT = -1
"""In place of a seat, where there is none."""


class EventMemory:
    """What seats remember at some point of a game; this one is of the beginning, where there is nothing yet."""

    num_steps = 0
    """How many steps there have been."""

    def format_events(self, seat: int) -> str:
        """Return the events that the seat has perceived as JSON, one line a step."""
        return ""

    def event_keys(self, seat: int) -> list[int]:
        """Return the event key of every step, as the seat has perceived it."""
        return []

    def __deepcopy__(self, memo: object) -> EventMemory:
        return self


class StepMemory(EventMemory):
    """What seats remember after one more step."""

    def __init__(self, previous: EventMemory, state: State, action: int) -> None:
        """Remember an action in a state, which must not be changed any more."""
        self.previous = previous
        self.state = state
        self.action = action
        self.num_steps = previous.num_steps + 1
        self.lines_by_seat: dict[int, str] = {}

    def format_events(self, seat: int) -> str:
        """Return the events that the seat has perceived as JSON, one line a step."""
        # Only lines are kept: a text for every step would be longer than anybody has room for.
        lines = [step.format_step_events(seat) for step in self.iter_steps_backwards()]
        lines.append(self.find_root().format_events(seat))
        return "".join(reversed(lines))

    def format_step_events(self, seat: int) -> str:
        """Return the events that the seat perceived in this step, as a line of JSON."""
        line = self.lines_by_seat.get(seat)
        if line is None:
            line = self.lines_by_seat[seat] = msgspec.json.encode(self.state.events(self.action, seat)).decode() + "\n"
        return line

    def event_keys(self, seat: int) -> list[int]:
        """Return the event key of every step, as the seat has perceived it."""
        steps = list(self.iter_steps_backwards())
        return self.find_root().event_keys(seat) + [
            int(step.state.event_key(step.action, seat)) for step in reversed(steps)
        ]

    def iter_steps_backwards(self) -> Iterator[StepMemory]:
        """Yield all steps, the last one first."""
        memory: EventMemory = self
        while isinstance(memory, StepMemory):
            yield memory
            memory = memory.previous

    def find_root(self) -> EventMemory:
        """Return the memory before the first of these steps."""
        memory: EventMemory = self
        while isinstance(memory, StepMemory):
            memory = memory.previous
        return memory

    def __reduce__(self) -> tuple[Callable[..., EventMemory], tuple[Any, ...]]:
        # A chain is too long to be pickled link by link, and its states follow from the first one.
        steps = list(self.iter_steps_backwards())
        start = steps[-1].state
        return rebuild_memory, (
            self.find_root(),
            start.setup,
            start.to_bytes(),
            [step.action for step in reversed(steps)],
        )


class ResampledMemory(EventMemory):
    """What seats remember in a resampled state, or in a position that somebody set up.

    That seat remembers what it truly does. How the others came to where they are in such a world nobody knows, so they
    begin with what they see now; all of them if the seat is NO_SEAT.
    """

    def __init__(self, original: EventMemory, seat: int, state: State) -> None:
        """Let a seat remember, and the others begin with a state, which must not be changed any more."""
        self.original = original
        self.seat = seat
        self.state = state
        self.num_steps = original.num_steps
        self.texts_by_seat: dict[int, str] = {}

    def format_events(self, seat: int) -> str:
        """Return the events that the seat has perceived, or its view for a seat that begins here."""
        if seat not in self.texts_by_seat:
            self.texts_by_seat[seat] = (
                self.original.format_events(seat) if seat == self.seat else self.format_view(seat)
            )
        return self.texts_by_seat[seat]

    def format_view(self, seat: int) -> str:
        """Return the number of steps and the view of the seat, as a line of JSON."""
        return msgspec.json.encode({"steps": self.num_steps, "sees": self.state.view(seat)}).decode() + "\n"

    def event_keys(self, seat: int) -> list[int]:
        """Return the event keys that the seat has perceived; zeros for one that begins here."""
        return self.original.event_keys(seat) if seat == self.seat else [0] * self.num_steps


def rebuild_memory(root: EventMemory, setup: Setup, start_bytes: bytes, actions: list[int]) -> EventMemory:
    """Return the memory after some actions from a state; this unpickles one."""
    memory, state = root, setup.from_bytes(start_bytes)
    for action in actions:
        memory = StepMemory(memory, state, action)
        state = state.after(action)
    return memory
