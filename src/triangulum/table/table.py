# compiled by mypyc
"""A table: the state that its log leads to. The same spec and the same log always lead to the same table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple, Protocol, assert_never

import msgspec

from triangulum.core.state import CHANCE, OVER, Setup, State
from triangulum.errors import TriangulumError
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
)
from triangulum.record.record import DiceData, Record, record_from_history
from triangulum.table.clocks import Outage, build_clocks
from triangulum.table.events import (
    GAME_EVENTS,
    Agreed,
    AnyTableEvent,
    Begun,
    Declined,
    LogEntry,
    LotDrawn,
    NonceGiven,
    Proposed,
    RanOut,
    Rematched,
    Said,
    Seated,
    SeatHolder,
    Shared,
    TableSpec,
    rotate_seats,
)
from triangulum.table.messages import CommandError

LOT_LABEL = "lot"
"""What the label of the lot's dice has after the table's id."""
EMPTY_SEAT_NAME = "nobody"
"""The player of an empty seat, for the history of a game that has not begun."""


class Dice(Protocol):
    """Whatever decides chance at a table."""

    def outcome(self, counter: int, state: State) -> int:
        """Return the outcome of the table's chance step number ``counter``."""


class TableDice:
    """Fair dice: they follow from the seed, the table's id, the nonces and the counter."""

    def __init__(self, seed: bytes, label: str, nonces: dict[int, str]) -> None:
        self.fair = FairDice(seed, label, nonces)

    def outcome(self, counter: int, state: State) -> int:
        """Return what the dice roll."""
        return state.legal_actions()[self.fair.roll(counter, state.chance_weights())]


class DiceMaker(Protocol):
    """Makes the dice of a table once the nonces are known."""

    def __call__(self, seed: bytes, label: str, nonces: dict[int, str]) -> Dice:
        """Return the dice."""


class StepContext(NamedTuple):
    """A step of the game with the state before it, from which follows what each seat perceived."""

    before: State
    step: Played | Happened


class Change(NamedTuple):
    """A log entry that has just been applied, with what is needed to show it."""

    entry: LogEntry
    players: tuple[str, ...]
    """The players before it, by seat."""
    holders: tuple[SeatHolder, ...]
    """Who held the seats before it."""
    steps: list[StepContext]
    event_types: frozenset[type[AnyTableEvent]]


class Table:
    """A table, rebuilt from its spec by applying its log."""

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
        self.lot: LotDrawn | None = None
        """The lot that decided who begins, once it's drawn."""
        self.history = History(setup, [holder.player or EMPTY_SEAT_NAME for holder in self.holders])
        self.num_rolls = 0
        self.proposal: Proposed | None = None
        self.agreed_seats: set[int] = set()
        self.rematch: str | None = None
        self.past_holders: set[tuple[str, int]] = set()
        """Person ids with the seats they have held since the game began, whose secrets they know."""
        self.last_change = 0
        """The number of the last entry that changed the game."""
        self.entry_by_command: dict[tuple[str, str], LogEntry] = {}
        self.clocks = build_clocks(spec.settings.clock, setup.players, outages)
        self.has_agreed_takeback = False
        """Whether moves were taken back that needed the others' agreement."""
        self._outages = outages
        self._seed = seed
        self._make_dice = make_dice
        self._dice: Dice | None = None

    @property
    def number(self) -> int:
        """The number of the last log entry."""
        return len(self.log)

    @property
    def phase(self) -> Literal["gathering", "playing", "over"]:
        """How far the table has come."""
        if not self.has_begun:
            return "gathering"
        return "over" if self.history.is_over else "playing"

    @property
    def players(self) -> tuple[str, ...]:
        """Who plays, by seat: names of people and bots; empty where nobody has sat down yet."""
        if self.has_begun:
            return tuple(self.history.players)
        return tuple([holder.player for holder in self.holders])

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
        """The bot whose turn it is; empty if it is a person's turn or nobody's."""
        mover = self.mover
        return "" if mover is None else self.holders[mover].bot

    @property
    def awaits_lot(self) -> bool:
        """Whether a lot is still to decide who begins."""
        return self.spec.lot and self.lot is None and not self.has_begun

    def compute_lot(self) -> LotDrawn:
        """Return the lot that decides who begins; like the dice, it follows from the seed and the nonces."""
        fair = FairDice(self._seed, f"{self.id} {LOT_LABEL}", self.nonces)
        return LotDrawn(fair.roll(0, [1] * len(self.holders)))

    @property
    def dice(self) -> Dice:
        """The dice, which are made when the game begins."""
        if self._dice is None:
            self._dice = self._make_dice(self._seed, self.id, self.nonces)
        return self._dice

    def dice_data(self) -> DiceData:
        """Return the dice as a record has them; with the seed only if the game is over."""
        seed = self._seed.hex() if self.phase == "over" else None
        return DiceData(label=self.id, commitment=self.commitment, nonces=dict(self.nonces), seed=seed)

    def record(self) -> Record:
        """Return the whole game so far, secrets included."""
        return record_from_history(self.history, self.dice_data())

    def is_holder(self, person_id: str, seat: int) -> bool:
        """Return whether a seat belongs to a person."""
        return bool(person_id) and 0 <= seat < len(self.holders) and person_id in self.holders[seat].people

    def seats_held_by(self, person_id: str) -> tuple[int, ...]:
        """Return the seats that belong to a person."""
        return tuple(seat for seat in range(len(self.holders)) if self.is_holder(person_id, seat))

    def can_view(self, person_id: str, seat: int | None) -> bool:
        """Return whether a person may see the game from a seat; None is a spectator's view."""
        if seat is None:
            return True
        return 0 <= seat < len(self.holders) and (self.holders[seat].shared or self.is_holder(person_id, seat))

    def record_holders(self) -> None:
        """Add everybody who holds a seat now to ``past_holders``."""
        self.past_holders |= {(person, seat) for seat, holder in enumerate(self.holders) for person in holder.people}

    def has_held_another_seat(self, person_id: str, seat: int) -> bool:
        """Return whether a person has held a seat other than this one since the game began."""
        return any(holder_id == person_id and held != seat for holder_id, held in self.past_holders)

    def awaited_seats(self) -> tuple[int, ...]:
        """Return the people's seats that have not agreed to the proposal yet; none if there is no proposal."""
        if self.proposal is None:
            return ()
        asker = set(self.holders[self.proposal.seat].people)
        others = [seat for seat, holder in enumerate(self.holders) if not holder.bot and not asker & set(holder.people)]
        return tuple(seat for seat in others if seat not in self.agreed_seats)

    def free_takeback_seat(self) -> int | None:
        """Return the seat that may take its last move back without asking; None if no seat may."""
        steps = self.history.steps
        if self.phase != "playing" or self.spec.settings.take_backs == "none" or not steps:
            return None
        last = steps[-1]
        if not isinstance(last, Played) or self.holders[last.seat].bot:
            return None
        if self.setup.game.has_secrets and reveals_secret(self.history.states_before_last_decisions()[-1], last.action):
            return None
        return last.seat

    @property
    def flag_time(self) -> float | None:
        """When the running clock's flag falls; None if no clock runs."""
        return None if self.clocks is None else self.clocks.flag_time()

    def apply_events(
        self, events: Iterable[AnyTableEvent], at: float, person_id: str = "", command_id: str = ""
    ) -> Change:
        """Apply events, and the chance steps that follow, as the next log entry.

        What the rules don't allow raises CommandError and changes nothing. Only the first event can fail:
        ``permissions`` proposes others only if they are sure to follow.
        """
        players, holders = self.players, tuple(self.holders)
        steps: list[StepContext] = []
        applied: list[AnyTableEvent] = []
        for event in events:
            try:
                self.apply_event(event, steps)
            except TriangulumError as error:
                raise CommandError("illegal", error.text) from None
            applied.append(event)
        while self.has_begun and not self.history.is_over and self.state.to_move == CHANCE:
            roll = Happened(self.dice.outcome(self.num_rolls, self.state))
            self.apply_event(roll, steps)
            applied.append(roll)
        entry = LogEntry(self.number + 1, at, person_id, command_id, tuple(applied))
        return Change(entry, players, holders, steps, self.append_entry(entry))

    def apply_entry(self, entry: LogEntry) -> Change:
        """Apply an entry that was read from the log."""
        players, holders = self.players, tuple(self.holders)
        steps: list[StepContext] = []
        for event in entry.events:
            self.apply_event(event, steps)
        return Change(entry, players, holders, steps, self.append_entry(entry))

    def append_entry(self, entry: LogEntry) -> frozenset[type[AnyTableEvent]]:
        """Append an entry whose events have been applied to the log, and advance the clocks; return its event types."""
        event_types = frozenset([type(event) for event in entry.events])
        self.log.append(entry)
        if entry.command:
            self.entry_by_command[entry.person, entry.command] = entry
        if not GAME_EVENTS.isdisjoint(event_types):
            self.last_change = entry.number
        if self.clocks is not None:
            self.clocks.advance(entry.events, entry.at, self.mover, bool(self.bot_to_move), len(self.history.steps))
        return event_types

    def apply_event(self, event: AnyTableEvent, steps: list[StepContext]) -> None:
        """Apply one event; a step of the game is appended to ``steps``."""
        match event:
            case Played():
                self.append_to_history(event)
                steps.append(StepContext(self.history.states_before_last_decisions()[-1], event))
            case Happened():
                before = self.state.copy()
                self.append_to_history(event)
                steps.append(StepContext(before, event))
                self.num_rolls += 1
            case TookBack(seat=seat, steps=num_steps):
                is_free = num_steps <= self.history.count_free_takebacks(seat)
                self.append_to_history(event)
                self.has_agreed_takeback = self.has_agreed_takeback or not is_free
            case SeatChanged() | Resigned() | FlagFell() | DrawAgreed():
                self.append_to_history(event)
            case Seated(seat=seat, holder=holder):
                self.holders[seat] = holder
                if self.has_begun:
                    self.record_holders()
            case Shared(seat=seat, on=on):
                self.holders[seat] = msgspec.structs.replace(self.holders[seat], shared=on)
            case NonceGiven(seat=seat, nonce=nonce):
                self.nonces[seat] = nonce
            case LotDrawn(first=first):
                self.lot = event
                self.rotate_holders(first)
            case Begun():
                self.history = History(self.setup, [holder.player for holder in self.holders])
                self.has_begun = True
                self.record_holders()
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

    def rotate_holders(self, first: int) -> None:
        """Move the holder of a seat to seat 0, and all others as far; tokens that name the old seats stop working."""
        num_seats = len(self.holders)
        turns = max([holder.turns for holder in self.holders]) + 1
        self.holders = [msgspec.structs.replace(holder, turns=turns) for holder in rotate_seats(self.holders, first)]
        self.nonces = {(seat - first) % num_seats: nonce for seat, nonce in self.nonces.items()}

    def append_to_history(self, entry: AnyEntry) -> None:
        """Append an entry to the game's history; unless only a seat changed, this ends an open proposal."""
        self.history.append(entry)
        if not isinstance(entry, SeatChanged):
            self.proposal = None


def rebuild_table(table: Table, log: Sequence[LogEntry]) -> Table:
    """Return a new table like ``table`` to which the entries of a log have been applied."""
    rebuilt = Table(table.id, table.spec, table.setup, table._seed, table.commitment, table._make_dice, table._outages)
    for entry in log:
        rebuilt.apply_entry(entry)
    return rebuilt


def count_steps_back(history: History, seat: int, num_moves: int) -> int:
    """Return how many steps reach back to before a seat's last moves; 0 if it has not made so many."""
    for index in range(len(history.steps) - 1, -1, -1):
        step = history.steps[index]
        if isinstance(step, Played) and step.seat == seat:
            num_moves -= 1
            if not num_moves:
                return len(history.steps) - index
    return 0
