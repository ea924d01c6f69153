# compiled by mypyc
"""The course of a game: everything that happens at a table, entry by entry, and where it has led.

The entries are the truth, and taking back is one more entry. What a record replays, the terminal plays and a server
keeps are all courses, so what may follow what is decided here alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import SupportsIndex

from triangulum.core.state import CHANCE, OVER, Setup, State, whole
from triangulum.errors import IllegalActionError, RecordError, shown
from triangulum.record.entries import AnyEntry as AnyEntry
from triangulum.record.entries import DrawAgreed as DrawAgreed
from triangulum.record.entries import Entry as Entry
from triangulum.record.entries import FlagFell as FlagFell
from triangulum.record.entries import Happened as Happened
from triangulum.record.entries import Played as Played
from triangulum.record.entries import Resigned as Resigned
from triangulum.record.entries import SeatChanged as SeatChanged
from triangulum.record.entries import TookBack as TookBack

LONGEST_NAME = 80


class History:
    """A game as it is being played: its setup, who sits where, all entries, and the state they have led to."""

    def __init__(self, setup: Setup, players: Sequence[str]) -> None:
        if len(players) != setup.players:
            raise RecordError(f"{setup.game.title} is set up for {setup.players} players, not {len(players)}")
        self.setup = setup
        self.state = setup.new()
        self.seated = tuple(checked_name(name) for name in players)
        """Who sat down, by seat."""
        self.players = list(players)
        """Who plays now, by seat."""
        self.entries: list[AnyEntry] = []
        self.steps: list[Played | Happened] = []
        """The steps that still stand, in order."""
        self.ending: Resigned | FlagFell | DrawAgreed | None = None

    @property
    def over(self) -> bool:
        """Whether nothing can be played any more."""
        return self.ending is not None or self.state.to_move == OVER

    def add(self, entry: AnyEntry) -> None:
        """Let an entry happen, or raise an error and leave everything as it was."""
        if self.over:
            raise RecordError("the game is over, so nothing can follow")
        match entry:
            case Played() | Happened():
                self.step(entry)
            case TookBack(seat=seat, steps=steps):
                self.check_seat(seat)
                if not 1 <= steps <= len(self.steps):
                    raise RecordError(f"{steps} steps cannot be taken back: {len(self.steps)} have been made")
                self.rewind(len(self.steps) - steps)
            case SeatChanged(seat=seat, player=player):
                self.check_seat(seat)
                self.players[seat] = checked_name(player)
            case Resigned(seat=seat) | FlagFell(seat=seat):
                self.check_seat(seat)
                self.ending = entry
            case DrawAgreed():
                self.ending = entry
        self.entries.append(entry)

    def play(self, action: SupportsIndex | str, seat: int | None = None) -> None:
        """Play an action for the seat to move, or let a chance outcome happen.

        With ``seat``, only if it is that seat's turn. What somebody else sends is not even read: whether it is a legal
        move, and which ones are, would tell what the mover holds.
        """
        mover = self.state.to_move
        if seat is not None and seat != mover:
            raise IllegalActionError(f"it is not the turn of seat {seat}: {self.state.describe_turn()}")
        number = self.state.parse_action(action) if isinstance(action, str) else whole(action)
        if number is None:
            self.state.raise_illegal_action(action)
        self.add(Happened(number) if mover == CHANCE else Played(mover, number))

    def step(self, entry: Played | Happened) -> None:
        """Play one step on the state."""
        mover = self.state.to_move
        match entry:
            case Played(seat=seat, action=number):
                self.check_seat(seat)
                if mover != seat:
                    raise RecordError(f"seat {seat} cannot play now: {self.state.describe_turn()}")
            case Happened(outcome=number):
                if mover != CHANCE:
                    raise RecordError(f"nothing is left to chance here: {self.state.describe_turn()}")
        self.state.play(number)
        self.steps.append(entry)

    def rewind(self, count: int) -> None:
        """Go back to where the first ``count`` standing steps have led."""
        self.state = self.after(count)
        del self.steps[count:]

    def after(self, count: int) -> State:
        """Return the state after the first ``count`` standing steps."""
        state = self.setup.new()
        for step in self.steps[:count]:
            state._apply(number_of(step))
        return state

    def check_seat(self, seat: int) -> None:
        """Refuse a seat that is not there."""
        if not 0 <= seat < self.setup.players:
            raise RecordError(f"there is no seat {seat}: seats are 0 to {self.setup.players - 1}")

    def winners(self) -> list[int]:
        """Return the seats that have won, by the rules or because another gave up; none in a draw or before the end."""
        match self.ending:
            case Resigned(seat=loser) | FlagFell(seat=loser):
                return [seat for seat in range(self.setup.players) if seat != loser]
            case DrawAgreed():
                return []
        return self.state.winners()

    def free_steps(self, seat: int) -> int:
        """Return how many of the last steps ``seat`` may take back without asking anybody.

        They are the seat's own decisions since chance or anybody else has acted, as far back as nobody has learned
        anything hidden by them.
        """
        if self.over:
            return 0
        free = 0
        for count in range(len(self.steps) - 1, -1, -1):
            step = self.steps[count]
            if not (isinstance(step, Played) and step.seat == seat) or brings_news(self.after(count), step.action):
                break
            free += 1
        return free


def checked_name(name: str) -> str:
    """Return a player's name if it fits on a line of a record as it is."""
    if name != name.strip() or not name or not name.isprintable() or len(name) > LONGEST_NAME:
        raise RecordError(f"{shown(name)} is no name: it has 1 to {LONGEST_NAME} printable characters, trimmed")
    return name


def number_of(step: Played | Happened) -> int:
    """Return the action or the outcome of a step."""
    return step.action if isinstance(step, Played) else step.outcome


def brings_news(state: State, action: int) -> bool:
    """Tell whether anybody, spectators included, learns something hidden when ``action`` is played."""
    watchers = [*range(state.setup.players), None]
    return any(event.news for watcher in watchers for event in state.events(action, watcher))
