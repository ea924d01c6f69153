"""A game told turn by turn, as one seat or a bystander perceived it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from triangulum.core.course import Course, Played, number_of
from triangulum.core.state import State
from triangulum.core.view import Event


class Turn(NamedTuple):
    """What was perceived until another seat moved, and where it led."""

    events: list[Event]
    after: State

    def told(self, names: Sequence[str]) -> str:
        """Return the turn in sentences, with these names for the seats."""
        tell = self.after.setup.game.words.tell
        return " ".join(tell(event, names) for event in self.events)


def turns_of(course: Course, seat: int | None) -> list[Turn]:
    """Return the steps of a course that stand, turn by turn; chance before a move belongs to that move."""
    turns: list[Turn] = []
    state = course.setup.new()
    mover: int | None = None
    waiting: list[Event] = []
    for step in course.steps:
        waiting += state.seen(number_of(step), seat)
        state.apply(number_of(step))
        if not isinstance(step, Played):
            continue
        if step.seat == mover:
            turns[-1] = Turn(turns[-1].events + waiting, state.copy())
        else:
            turns.append(Turn(waiting, state.copy()))
        mover, waiting = step.seat, []
    if waiting:
        turns.append(Turn(waiting, state.copy()))
    return turns


def seat_names(players: Sequence[str]) -> list[str]:
    """Return what to call the seats in sentences: who plays there, with the seat where two have one name."""
    names = [name[:1].upper() + name[1:] for name in players]
    return [name if names.count(name) == 1 else f"{name} (seat {seat})" for seat, name in enumerate(names)]
