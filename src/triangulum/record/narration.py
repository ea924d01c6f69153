"""The story of a game in sentences, turn by turn, as one seat or a spectator perceived it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import msgspec

from triangulum.core.state import State
from triangulum.core.wording import capitalize_first, format_count, merge_repeated_sentences
from triangulum.record.history import (
    AnyEntry,
    DrawAgreed,
    Entry,
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
    """The sentences about one turn, and the state after it."""

    text: str
    state_after: State


def narrate_turns(history: History, seat: int | None) -> list[NarratedTurn]:
    """Return the turns of a history as sentences; chance steps before a move belong to that move's turn."""
    narrator = Narrator(history, seat)
    for entry in history.entries:
        narrator.add_entry(entry)
    narrator.end_turn()
    return narrator.turns


class Narrator:
    """Replays a history and collects its turns, with the players' names at each moment."""

    def __init__(self, history: History, seat: int | None) -> None:
        self.history = History(history.setup, history.initial_players)
        self.narrate = history.setup.game.narration.narrate
        self.seat = seat
        self.mover: int | None = None
        self.sentences: list[str] = []
        self.chance_sentences: list[str] = []
        """About chance steps since the last move."""
        self.turns: list[NarratedTurn] = []

    def add_entry(self, entry: AnyEntry) -> None:
        """Replay the next entry, and add its sentences."""
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
        """End the current turn, if it has any sentences, and append it to the turns."""
        sentences = [*self.sentences, *self.chance_sentences]
        if sentences:
            self.turns.append(NarratedTurn(" ".join(merge_repeated_sentences(sentences)), self.history.state.copy()))
        self.sentences, self.chance_sentences, self.mover = [], [], None


TABLE_ENTRY_SENTENCES: Final[dict[type[Entry], str]] = {
    TookBack: "{seat} takes back {steps}.",
    SeatChanged: "{player} plays on for {seat}.",
    Resigned: "{seat} resigns.",
    FlagFell: "{seat}'s time is out.",
    DrawAgreed: "All agree to a draw.",
}


def narrate_table_entry(entry: AnyEntry, names: Sequence[str]) -> str:
    """Return the sentence about an entry that is not a step of the game, with these names for the seats."""
    fields = msgspec.structs.asdict(entry)
    if "seat" in fields:
        fields["seat"] = names[fields["seat"]]
    if "steps" in fields:
        fields["steps"] = format_count(fields["steps"], "step")
    if "player" in fields:
        fields["player"] = capitalize_first(fields["player"])
    return TABLE_ENTRY_SENTENCES[type(entry)].format(**fields)


def seat_names(players: Sequence[str]) -> list[str]:
    """Return the names of the seats for sentences: the players' names, with the seat where two are the same."""
    names = [capitalize_first(name) for name in players]
    return [name if names.count(name) == 1 else f"{name} (seat {seat})" for seat, name in enumerate(names)]
