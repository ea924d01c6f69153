# compiled by mypyc
"""One table: what its rows have led to. No web, no database; the same rows always lead to the same table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple, Protocol, assert_never

import msgspec

from triangulum.core.state import CHANCE, OVER, Setup, State
from triangulum.record.fair_dice import FairDice
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
    reveals_secret,
    step_action,
)
from triangulum.record.record import DiceData, Record, record_from_history
from triangulum.table.clocks import Outage, clocks_for
from triangulum.table.events import (
    CHANGING,
    Agreed,
    AnyTableEvent,
    Begun,
    Declined,
    LogEntry,
    NonceGiven,
    Proposed,
    RanOut,
    Rematched,
    Said,
    Seated,
    Shared,
    TableSpec,
)

WAITING = "nobody"
"""Who sits in an empty seat, to a history that has not begun."""


class Dice(Protocol):
    """What decides chance at a table."""

    def outcome(self, counter: int, state: State) -> int:
        """Return what happens at a chance step, the ``counter``-th of the table."""


class TableDice:
    """Fair dice: they follow from the seed, the table's id, the nonces and the counter."""

    def __init__(self, seed: bytes, label: str, nonces: dict[int, str]) -> None:
        self.fair = FairDice(seed, label, nonces)

    def outcome(self, counter: int, state: State) -> int:
        """Return what the dice bring."""
        return state.legal_actions()[self.fair.roll(counter, state.chance_weights())]


class DiceMaker(Protocol):
    """Makes the dice of a table once the nonces are known."""

    def __call__(self, seed: bytes, label: str, nonces: dict[int, str]) -> Dice:
        """Return the dice."""


class StepContext(NamedTuple):
    """A step of the game, with the state it was made in, from which everybody's perception follows."""

    before: State
    step: Played | Happened


class Change(NamedTuple):
    """A row that has just been let happen, with what is needed to show it."""

    row: LogEntry
    names: tuple[str, ...]
    """Who plays, by seat, before it."""
    steps_made: list[StepContext]
    kinds: frozenset[type[AnyTableEvent]]
    """Of its deeds."""


class Table:
    """A table as its opening and rows have made it."""

    def __init__(
        self,
        id: str,
        spec: TableSpec,
        setup: Setup,
        seed: bytes,
        commitment: str,
        make_dice: DiceMaker = TableDice,
        outages: Sequence[Outage] = (),
    ) -> None:
        self.id = id
        self.spec = spec
        self.setup = setup
        self.commitment = commitment
        self.log: list[LogEntry] = []
        self.holders = list(spec.holders)
        self.nonces: dict[int, str] = {}
        self.has_begun = False
        self.history = History(setup, [holder.player or WAITING for holder in self.holders])
        self.num_rolls = 0
        self.proposal: Proposed | None = None
        self.agreed_seats: set[int] = set()
        self.rematch: str | None = None
        self.past_holders: set[tuple[str, int]] = set()
        """Who has held which seat since the game began, and so knows what it holds."""
        self.last_change = 0
        """The number of the last row that changed the game."""
        self.entry_by_command: dict[tuple[str, str], LogEntry] = {}
        self.clocks = clocks_for(spec.settings.clock, setup.players, outages)
        self.has_agreed_takeback = False
        """Whether more has been taken back than harms nobody."""
        self._outages = outages
        self._seed = seed
        self._make_dice = make_dice
        self._dice: Dice | None = None

    @property
    def number(self) -> int:
        """The number of the last row."""
        return len(self.log)

    @property
    def phase(self) -> Literal["gathering", "playing", "over"]:
        """How far the table has come."""
        if not self.has_begun:
            return "gathering"
        return "over" if self.history.is_over else "playing"

    @property
    def state(self) -> State:
        """The state of the game."""
        return self.history.state

    @property
    def mover(self) -> int | None:
        """The seat that can move now."""
        to_move = self.history.state.to_move
        if to_move < 0 or not self.has_begun or self.history.ending is not None:
            return None
        return to_move

    @property
    def to_move(self) -> int:
        """The seat that can move now, ``OVER``, or ``CHANCE`` before the game begins."""
        mover = self.mover
        if mover is not None:
            return mover
        return OVER if self.phase == "over" else CHANCE

    @property
    def bot_to_move(self) -> str:
        """The bot whose turn it is; nothing if it is a person's or nobody's."""
        mover = self.mover
        return "" if mover is None else self.holders[mover].bot

    @property
    def dice(self) -> Dice:
        """The dice, which are made when the game begins."""
        if self._dice is None:
            self._dice = self._make_dice(self._seed, self.id, self.nonces)
        return self._dice

    def dice_data(self) -> DiceData:
        """Return what a record says of the dice; the seed only when the game is over."""
        seed = self._seed.hex() if self.phase == "over" else None
        return DiceData(label=self.id, commitment=self.commitment, nonces=dict(self.nonces), seed=seed)

    def record(self) -> Record:
        """Return the whole game so far, secrets included."""
        return record_from_history(self.history, self.dice_data())

    def is_holder(self, person: str, seat: int) -> bool:
        """Tell whether a seat is somebody's own."""
        return bool(person) and 0 <= seat < len(self.holders) and person in self.holders[seat].people

    def seats_held_by(self, person: str) -> tuple[int, ...]:
        """Return the seats that are somebody's own."""
        return tuple(seat for seat in range(len(self.holders)) if self.is_holder(person, seat))

    def can_view(self, person: str, eyes: int | None) -> bool:
        """Tell whether somebody may look through a seat's eyes."""
        if eyes is None:
            return True
        return 0 <= eyes < len(self.holders) and (self.holders[eyes].shared or self.is_holder(person, eyes))

    def note_holders(self) -> None:
        """Remember who holds which seat now."""
        self.past_holders |= {(person, seat) for seat, holder in enumerate(self.holders) for person in holder.people}

    def has_held_another_seat(self, person: str, seat: int) -> bool:
        """Tell whether somebody has held another seat in this game."""
        return any(who == person and other != seat for who, other in self.past_holders)

    def awaited_seats(self) -> tuple[int, ...]:
        """Return the seats whose agreement to what was asked is missing: people's other than the asker's own."""
        if self.proposal is None:
            return ()
        asker = set(self.holders[self.proposal.seat].people)
        others = [seat for seat, holder in enumerate(self.holders) if not holder.bot and not asker & set(holder.people)]
        return tuple(seat for seat in others if seat not in self.agreed_seats)

    def free_takeback_seat(self) -> int | None:
        """Return the seat that may take its last move back without asking, so that a client can offer it."""
        steps = self.history.steps
        if self.phase != "playing" or self.spec.settings.take_backs == "none" or not steps:
            return None
        last = steps[-1]
        if not isinstance(last, Played) or self.holders[last.seat].bot:
            return None
        if self.setup.game.has_secrets and reveals_secret(self.history.state_after(len(steps) - 1), last.action):
            return None
        return last.seat

    @property
    def flag_time(self) -> float | None:
        """When the time of the running clock is out; None if none runs."""
        return None if self.clocks is None else self.clocks.ends()

    def apply_events(self, events: Iterable[AnyTableEvent], at: float, person: str = "", command: str = "") -> Change:
        """Let deeds happen, and chance after them, as the next row; an error leaves the table as it was.

        Only the first deed can be refused; whoever calls has seen to the rest.
        """
        names = tuple(self.history.players)
        steps_made: list[StepContext] = []
        done: list[AnyTableEvent] = []
        for event in events:
            self.let(event, steps_made)
            done.append(event)
        while self.has_begun and not self.history.is_over and self.state.to_move == CHANCE:
            chance = Happened(self.dice.outcome(self.num_rolls, self.state))
            self.let(chance, steps_made)
            done.append(chance)
        return self.keep(LogEntry(self.number + 1, at, person, command, tuple(done)), names, steps_made)

    def apply_entry(self, row: LogEntry) -> Change:
        """Let a row that was kept happen again."""
        names = tuple(self.history.players)
        steps_made: list[StepContext] = []
        for event in row.events:
            self.let(event, steps_made)
        return self.keep(row, names, steps_made)

    def keep(self, row: LogEntry, names: tuple[str, ...], steps_made: list[StepContext]) -> Change:
        """Add a row to those that have happened."""
        kinds = frozenset([type(event) for event in row.events])
        self.log.append(row)
        if row.command:
            self.entry_by_command[row.person, row.command] = row
        if not CHANGING.isdisjoint(kinds):
            self.last_change = row.number
        if self.clocks is not None:
            self.clocks.keep(row.events, row.at, self.mover, bool(self.bot_to_move), len(self.history.steps))
        return Change(row, names, steps_made, kinds)

    def let(self, event: AnyTableEvent, steps_made: list[StepContext]) -> None:
        """Let one deed happen."""
        match event:
            case Played() | Happened():
                before = self.state.copy()
                self.enter(event)
                steps_made.append(StepContext(before, event))
                self.num_rolls += isinstance(event, Happened)
            case TookBack(seat=seat, steps=steps):
                beyond = steps > self.history.count_free_takebacks(seat)
                self.enter(event)
                self.has_agreed_takeback = self.has_agreed_takeback or beyond
            case SeatChanged() | Resigned() | FlagFell() | DrawAgreed():
                self.enter(event)
            case Seated(seat=seat, holder=holder):
                self.holders[seat] = holder
                if self.has_begun:
                    self.note_holders()
            case Shared(seat=seat, on=on):
                self.holders[seat] = msgspec.structs.replace(self.holders[seat], shared=on)
            case NonceGiven(seat=seat, nonce=nonce):
                self.nonces[seat] = nonce
            case Begun():
                self.history = History(self.setup, [holder.player for holder in self.holders])
                self.has_begun = True
                self.note_holders()
            case Proposed(seat=seat):
                self.proposal, self.agreed_seats = event, {seat}
            case Agreed(seat=seat):
                self.agreed_seats.add(seat)
            case Declined():
                self.proposal = None
            case Said() | RanOut():
                pass
            case Rematched(table=table):
                self.rematch = table
            case _:
                assert_never(event)

    def enter(self, entry: AnyEntry) -> None:
        """Append an entry to the history; this ends what was asked before it, unless only a seat changed."""
        self.history.append(entry)
        if not isinstance(entry, SeatChanged):
            self.proposal = None


def rebuild_table(table: Table, rows: Sequence[LogEntry]) -> Table:
    """Return a new table like ``table`` that rows have led to."""
    fresh = Table(table.id, table.spec, table.setup, table._seed, table.commitment, table._make_dice, table._outages)
    for row in rows:
        fresh.apply_entry(row)
    return fresh


def count_steps_back(history: History, seat: int, moves: int) -> int:
    """Return how many steps reach back to before a seat's last moves; 0 if it has not made so many."""
    for at in range(len(history.steps) - 1, -1, -1):
        step = history.steps[at]
        if isinstance(step, Played) and step.seat == seat:
            moves -= 1
            if not moves:
                return len(history.steps) - at
    return 0


def step_number(moment: StepContext) -> int:
    """Return the action or outcome of a moment."""
    return step_action(moment.step)
