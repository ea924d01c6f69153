"""A game told turn by turn, as one seat or a spectator perceived it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from triangulum.core.state import State
from triangulum.core.wording import capitalize_first, format_count, merge_repeated_sentences
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
    step_action,
)


class NarratedTurn(NamedTuple):
    """What was perceived until another seat moved or something else happened, and where it led."""

    text: str
    state_after: State


def narrate_turns(history: History, seat: int | None) -> list[NarratedTurn]:
    """Return everything that has happened in a history, turn by turn; chance before a move belongs to that move."""
    narrator = Narrator(history, seat)
    for entry in history.entries:
        narrator.add_entry(entry)
    narrator.end_turn()
    return narrator.turns


class Narrator:
    """Replays a history from its beginning and narrates it, with the names of the moment."""

    def __init__(self, history: History, seat: int | None) -> None:
        self.history = History(history.setup, history.initial_players)
        self.narrate = history.setup.game.narration.narrate
        self.seat = seat
        self.mover: int | None = None
        self.sentences: list[str] = []
        self.chance_sentences: list[str] = []
        """What chance has done since the last move."""
        self.turns: list[NarratedTurn] = []

    def add_entry(self, entry: AnyEntry) -> None:
        """Narrate the next entry."""
        names = seat_names(self.history.players)
        if isinstance(entry, Played | Happened):
            events = self.history.state.events(step_action(entry), self.seat)
            sentences = [self.narrate(event, names) for event in events]
            if isinstance(entry, Happened):
                self.chance_sentences += sentences
            else:
                self.add_move(entry.seat, sentences)
            self.history.append(entry)
            return
        self.end_turn()
        self.history.append(entry)
        self.turns.append(NarratedTurn(narrate_table_entry(entry, names), self.history.state.copy()))

    def add_move(self, mover: int, sentences: list[str]) -> None:
        """Add the sentences of a move, in a new turn if another seat moved before."""
        if mover != self.mover:
            waiting, self.chance_sentences = self.chance_sentences, []
            self.end_turn()
            self.chance_sentences = waiting
        self.mover = mover
        self.sentences += [*self.chance_sentences, *sentences]
        self.chance_sentences = []

    def end_turn(self) -> None:
        """Close the turn that is being narrated, and keep it."""
        sentences = [*self.sentences, *self.chance_sentences]
        if sentences:
            self.turns.append(NarratedTurn(" ".join(merge_repeated_sentences(sentences)), self.history.state.copy()))
        self.sentences, self.chance_sentences, self.mover = [], [], None


def narrate_table_entry(entry: AnyEntry, names: Sequence[str]) -> str:
    """Return as a sentence what happens at a table besides moves."""
    match entry:
        case TookBack(seat=seat, steps=steps):
            return f"{names[seat]} takes back {format_count(steps, 'step')}."
        case SeatChanged(seat=seat, player=player):
            return f"{capitalize_first(player)} plays on for {names[seat]}."
        case Resigned(seat=seat):
            return f"{names[seat]} resigns."
        case FlagFell(seat=seat):
            return f"{names[seat]}'s time is out."
        case DrawAgreed():
            return "All agree to a draw."
    raise TypeError(f"{entry} is a step of the game")


def seat_names(players: Sequence[str]) -> list[str]:
    """Return what to call the seats in sentences: who plays there, with the seat where two have one name."""
    names = [capitalize_first(name) for name in players]
    return [name if names.count(name) == 1 else f"{name} (seat {seat})" for seat, name in enumerate(names)]
