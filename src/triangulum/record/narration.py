"""The story of a game in sentences, turn by turn, as one seat or a spectator perceived it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from triangulum.core.levels import LEVELS
from triangulum.core.messages import message as core_message
from triangulum.core.state import State
from triangulum.core.views import GameEvent
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
from triangulum.record.messages import message
from triangulum.text import DEFAULT_LANGUAGE, Message, Reader, SeatName, Text


class NarratedTurn(NamedTuple):
    """The sentences about one turn, and the state after it."""

    text: str
    state_after: State


def narrate_turns(history: History, seat: int | None, language: str = DEFAULT_LANGUAGE) -> list[NarratedTurn]:
    """Return the turns of a history as sentences; chance steps before a move belong to that move's turn."""
    narrator = TurnNarrator(history, seat, language)
    for entry in history.entries:
        narrator.add_entry(entry)
    narrator.end_turn()
    return narrator.turns


class TurnNarrator:
    """Replays a history and collects its turns, with the players' names at each moment."""

    def __init__(self, history: History, seat: int | None, language: str) -> None:
        self.history = History(history.setup, history.initial_players)
        self.seat = seat
        self.language = language
        self.mover: int | None = None
        self.events: list[GameEvent] = []
        self.chance_events: list[GameEvent] = []
        """The chance events since the last move."""
        self.turns: list[NarratedTurn] = []

    def add_entry(self, entry: AnyEntry) -> None:
        """Replay the next entry, and add what happened."""
        if isinstance(entry, Played | Happened):
            events = self.history.state.events(step_action(entry), self.seat)
            if isinstance(entry, Happened):
                self.chance_events += events
            else:
                self.add_move(entry.seat, events)
            self.history.append(entry)
            return
        self.end_turn()
        sentence = self.reader().render(narrate_non_step_entry(entry))
        self.history.append(entry)
        self.turns.append(NarratedTurn(sentence, self.history.state.copy()))

    def add_move(self, mover: int, events: Sequence[GameEvent]) -> None:
        """Add the events of a move, in a new turn if another seat moved before."""
        if mover != self.mover:
            waiting, self.chance_events = self.chance_events, []
            self.end_turn()
            self.chance_events = waiting
        self.mover = mover
        self.events += [*self.chance_events, *events]
        self.chance_events = []

    def end_turn(self) -> None:
        """End the current turn, if anything has happened in it, and append it to the turns."""
        events = [*self.events, *self.chance_events]
        if events:
            sentences = map(self.reader().render, self.history.setup.game.narration.narrate(events))
            self.turns.append(NarratedTurn(" ".join(sentences), self.history.state.copy()))
        self.events, self.chance_events, self.mover = [], [], None

    def reader(self) -> Reader:
        """Return the reader of this story, with the players' names at this moment."""
        return Reader(self.language, unique_display_names(tuple(self.history.players), self.language), self.seat)


def narrate_non_step_entry(entry: AnyEntry) -> Message:
    """Return the sentence about an entry that is not a step of the game."""
    match entry:
        case TookBack(seat=seat, steps=steps):
            return message("took-back", seat=SeatName(seat), steps=steps)
        case SeatChanged(seat=seat, player=player):
            return message("seat-changed", seat=SeatName(seat), player=player_name(player))
        case Resigned(seat=seat):
            return message("resigned", seat=SeatName(seat))
        case FlagFell(seat=seat):
            return message("flag-fell", seat=SeatName(seat))
        case DrawAgreed():
            return message("draw-agreed")
    raise TypeError(f"{type(entry).__name__} is a step of the game")


def player_name(player: str) -> Text:
    """Return a player's display name: a person's own name, or a bot's level in words."""
    return core_message(f"bot-{player}") if player in LEVELS else player


@lru_cache(maxsize=1024)
def unique_display_names(players: tuple[str, ...], language: str = DEFAULT_LANGUAGE) -> tuple[str, ...]:
    """Return the players' display names, by seat; players with the same name get numbers, an empty seat none."""
    reader = Reader(language)
    names = [reader.render(player_name(player)) for player in players]
    return tuple(
        f"{name} {names[: seat + 1].count(name)}" if name and names.count(name) > 1 else name
        for seat, name in enumerate(names)
    )
