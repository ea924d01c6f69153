# compiled by mypyc
"""The history of a game: an append-only log of entries, and the state they lead to.

The entries are the truth, and taking back is one more entry. Records, the terminal and the server all use histories, so
what may follow what is decided here alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import SupportsIndex

from triangulum.core.state import CHANCE, OVER, Setup, State, to_integer
from triangulum.errors import IllegalActionError, RecordError, format_value
from triangulum.record.entries import AnyEntry as AnyEntry
from triangulum.record.entries import DrawAgreed as DrawAgreed
from triangulum.record.entries import Entry as Entry
from triangulum.record.entries import FlagFell as FlagFell
from triangulum.record.entries import Happened as Happened
from triangulum.record.entries import Played as Played
from triangulum.record.entries import Resigned as Resigned
from triangulum.record.entries import SeatChanged as SeatChanged
from triangulum.record.entries import TookBack as TookBack
from triangulum.record.messages import message

MAX_NAME_LENGTH = 80


class History:
    """A game so far: its setup, the players, all entries, and the state they have led to."""

    def __init__(self, setup: Setup, players: Sequence[str]) -> None:
        if len(players) != setup.players:
            raise RecordError(
                message("players-wrong", game=setup.game.title, players=int(setup.players), names=len(players))
            )
        self.setup = setup
        self.state = setup.new()
        self.initial_players = tuple(check_player_name_fits_record_line(name) for name in players)
        """The players at the beginning, by seat."""
        self.players = list(players)
        """The players now, by seat."""
        self.entries: list[AnyEntry] = []
        self.steps: list[Played | Happened] = []
        """The steps that have not been taken back, in order."""
        self.ending: Resigned | FlagFell | DrawAgreed | None = None
        self._turn_states: list[State] | None = []
        """The state before each of the last steps, as far back as one seat decided alone; None if not known."""

    @property
    def is_over(self) -> bool:
        """Whether nothing can be played any more."""
        return self.ending is not None or self.state.to_move == OVER

    def append(self, entry: AnyEntry) -> None:
        """Append an entry and apply it to the state, or raise an error and leave everything as it was."""
        if self.is_over:
            raise RecordError(message("entry-after-end"))
        match entry:
            case Played() | Happened():
                self.apply_step(entry)
            case TookBack(seat=seat, steps=steps):
                self.check_seat_exists(seat)
                if not 1 <= steps <= len(self.steps):
                    raise RecordError(message("too-many-taken-back", steps=steps, made=len(self.steps)))
                self.rewind_to(len(self.steps) - steps)
            case SeatChanged(seat=seat, player=player):
                self.check_seat_exists(seat)
                self.players[seat] = check_player_name_fits_record_line(player)
            case Resigned(seat=seat) | FlagFell(seat=seat):
                self.check_seat_exists(seat)
                self.ending = entry
            case DrawAgreed():
                self.ending = entry
        self.entries.append(entry)

    def play(self, action: SupportsIndex | str, seat: int | None = None) -> None:
        """Play an action for the seat to move, or let a chance outcome happen.

        With ``seat``, only if it is that seat's turn. Otherwise the action isn't even parsed: whether it is legal, and
        which actions are, would reveal what the mover holds.
        """
        mover = self.state.to_move
        if seat is not None and seat != mover:
            raise IllegalActionError(message("not-your-turn"))
        number = self.state.parse_action(action) if isinstance(action, str) else to_integer(action)
        if number is None:
            self.state.raise_illegal_action(action)
        self.append(Happened(number) if mover == CHANCE else Played(mover, number))

    def apply_step(self, entry: Played | Happened) -> None:
        """Play a step on the state and append it to ``steps``; raise RecordError if it's somebody else's turn."""
        mover = self.state.to_move
        match entry:
            case Played(seat=seat, action=action):
                self.check_seat_exists(seat)
                if mover != seat:
                    raise RecordError(message("out-of-turn"))
                before = self.state.copy()
                self.state.play(action)
                states_before_last_decisions = (
                    self.states_before_last_decisions() if self.last_decider() == seat else []
                )
                states_before_last_decisions.append(before)
                self._turn_states = states_before_last_decisions
            case Happened(outcome=outcome):
                if mover != CHANCE:
                    raise RecordError(message("not-chance"))
                self.state.play(outcome)
                self._turn_states = []
        self.steps.append(entry)

    def last_decider(self) -> int | None:
        """Return the seat that made the last step; None at the start and after chance."""
        last = self.steps[-1] if self.steps else None
        return last.seat if isinstance(last, Played) else None

    def states_before_last_decisions(self) -> list[State]:
        """Return the state before each of the last steps, as far back as one seat decided alone.

        They are kept from step to step; only after a take-back that reaches further is the game replayed for them.
        """
        if self._turn_states is None:
            seat = self.last_decider()
            start = len(self.steps)
            while start and is_decision_of(self.steps[start - 1], seat):
                start -= 1
            state = self.state_after(start)
            self._turn_states = []
            for step in self.steps[start:]:
                self._turn_states.append(state.copy())
                state._apply(step_action(step))
        return self._turn_states

    def rewind_to(self, num_steps: int) -> None:
        """Return to the state after the first ``num_steps`` steps, and drop the later ones."""
        states_before_last_decisions = self.states_before_last_decisions()
        num_kept = len(states_before_last_decisions) - (len(self.steps) - num_steps)
        if 0 <= num_kept < len(states_before_last_decisions):
            self.state = states_before_last_decisions[num_kept]
        else:
            self.state = self.state_after(num_steps)
        del self.steps[num_steps:]
        # Where all of them are gone, somebody else's turn comes last now.
        self._turn_states = states_before_last_decisions[:num_kept] if num_kept > 0 else None

    def state_after(self, num_steps: int) -> State:
        """Return the state after the first ``num_steps`` of ``steps``."""
        state = self.setup.new()
        for step in self.steps[:num_steps]:
            state._apply(step_action(step))
        return state

    def check_seat_exists(self, seat: int) -> None:
        """Raise RecordError if there is no such seat."""
        if not 0 <= seat < self.setup.players:
            raise RecordError(message("no-such-seat", last=int(self.setup.players) - 1))

    def winners(self) -> list[int]:
        """Return the seats that have won, by the rules or because another gave up; none in a draw or before the end."""
        match self.ending:
            case Resigned(seat=loser) | FlagFell(seat=loser):
                return [seat for seat in range(self.setup.players) if seat != loser]
            case DrawAgreed():
                return []
        return self.state.winners()

    def count_free_takebacks(self, seat: int) -> int:
        """Return how many of the last steps ``seat`` may take back without asking anybody.

        They are its own decisions since chance or anybody else acted, as far back as they have revealed nothing hidden
        to anybody.
        """
        if self.is_over or self.last_decider() != seat:
            return 0
        states = self.states_before_last_decisions()
        num_free = 0
        while num_free < len(states) and not reveals_secret(
            states[-1 - num_free], step_action(self.steps[-1 - num_free])
        ):
            num_free += 1
        return num_free


def check_player_name_fits_record_line(name: str) -> str:
    """Return a player's name if it fits on a line of a record, or raise RecordError."""
    if name != name.strip() or not name or not name.isprintable() or len(name) > MAX_NAME_LENGTH:
        raise RecordError(message("name-wrong", name=format_value(name), max=MAX_NAME_LENGTH))
    return name


def step_action(step: Played | Happened) -> int:
    """Return the action, or the chance outcome, of a step."""
    return step.action if isinstance(step, Played) else step.outcome


def reveals_secret(state: State, action: int) -> bool:
    """Return whether ``action`` would reveal something hidden to anybody, spectators included."""
    watchers = [*range(state.setup.players), None]
    return any(event.news for watcher in watchers for event in state.events(action, watcher))


def is_decision_of(step: Played | Happened, seat: int | None) -> bool:
    """Return whether a seat made this step."""
    return isinstance(step, Played) and step.seat == seat
