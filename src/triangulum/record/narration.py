"""A game told turn by turn, as one seat or a spectator perceived it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from triangulum.core.state import State
from triangulum.core.wording import capitalized, counted, told_once
from triangulum.record.history import (
    AnyEntry,
    DrawAgreed,
    FlagFell,
    Happened,
    History,
    Played,
    Resigned,
    SeatChanged,
    TookBack,
    number_of,
)


class Turn(NamedTuple):
    """What was perceived until another seat moved or something else happened, and where it led."""

    told: str
    after: State


def turns_of(history: History, seat: int | None) -> list[Turn]:
    """Return everything that has happened on a course, turn by turn; chance before a move belongs to that move."""
    telling = Telling(history, seat)
    for entry in history.entries:
        telling.add(entry)
    telling.close()
    return telling.turns


class Telling:
    """Follows a course from its beginning, with the names of the moment."""

    def __init__(self, history: History, seat: int | None) -> None:
        self.history = History(history.setup, history.seated)
        self.tell = history.setup.game.narration.narrate
        self.seat = seat
        self.mover: int | None = None
        self.sentences: list[str] = []
        self.waiting: list[str] = []
        """What chance has done since the last move."""
        self.turns: list[Turn] = []

    def add(self, entry: AnyEntry) -> None:
        """Tell one entry more."""
        names = seat_names(self.history.players)
        if isinstance(entry, Played | Happened):
            events = self.history.state.events(number_of(entry), self.seat)
            told = [self.tell(event, names) for event in events]
            if isinstance(entry, Happened):
                self.waiting += told
            else:
                self.move(entry.seat, told)
            self.history.add(entry)
            return
        self.close()
        self.history.add(entry)
        self.turns.append(Turn(happening(entry, names), self.history.state.copy()))

    def move(self, mover: int, told: list[str]) -> None:
        """Tell a move, on a new line if another seat moved before."""
        if mover != self.mover:
            waiting, self.waiting = self.waiting, []
            self.close()
            self.waiting = waiting
        self.mover = mover
        self.sentences += [*self.waiting, *told]
        self.waiting = []

    def close(self) -> None:
        """End the line that is being told."""
        told = [*self.sentences, *self.waiting]
        if told:
            self.turns.append(Turn(" ".join(told_once(told)), self.history.state.copy()))
        self.sentences, self.waiting, self.mover = [], [], None


def happening(entry: AnyEntry, names: Sequence[str]) -> str:
    """Return as a sentence what happens at a table besides moves."""
    match entry:
        case TookBack(seat=seat, steps=steps):
            return f"{names[seat]} takes back {counted(steps, 'step')}."
        case SeatChanged(seat=seat, player=player):
            return f"{capitalized(player)} plays on for {names[seat]}."
        case Resigned(seat=seat):
            return f"{names[seat]} resigns."
        case FlagFell(seat=seat):
            return f"{names[seat]}'s time is out."
        case DrawAgreed():
            return "All agree to a draw."
    raise TypeError(f"{entry} is a step of the game")


def seat_names(players: Sequence[str]) -> list[str]:
    """Return what to call the seats in sentences: who plays there, with the seat where two have one name."""
    names = [capitalized(name) for name in players]
    return [name if names.count(name) == 1 else f"{name} (seat {seat})" for seat, name in enumerate(names)]
