"""Clocks: how much time each seat has left, as a function of what is kept and of nothing else.

A row has its time, and between two rows the clock of the seat that was to move has run, as long as a server was up
(``lives.py``). So clocks survive restarts, a table that is read again shows the same times, and when somebody's time is
out follows from the rows.

- A clock runs while it is a person's turn. A bot's turn costs nobody time: neither its own seat's nor that of somebody
  it plays for. Each seat of a hot-seat has a clock of its own.
- The increment is for a turn, not for each of its steps, and comes when the move passes to somebody else. A turn of
  days begins anew in the same way. Nobody gets the same increment twice: after a take-back it comes only for going on
  further than the game had been.
- A take-back gives no time back, and asking for one stops no clock.
- When the time of a seat is out, the seat loses or a bot plays on, as the table was set up. Time that is out for the
  whole game stays out, so the seat is the bot's; where turns have days, its owner may come back and has a whole turn.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from triangulum.record.history import FlagFell, Played
from triangulum.table.events import (
    AnyClock,
    AnyTableEvent,
    DaysClock,
    FischerClock,
    NoClock,
    RanOut,
)
from triangulum.table.messages import ClockTimes

DAY = 86_400.0


class Outage(NamedTuple):
    """A while in which no server was up, in seconds since 1970."""

    began: float
    ended: float


class Clocks:
    """The clocks of one table, carried along from row to row."""

    def __init__(self, rule: FischerClock | DaysClock, seats: int, outages: Sequence[Outage]) -> None:
        self.rule = rule
        self.outages = outages
        """In order, all in the past; those of a server grow when it comes back from one."""
        self.left = [rule.seconds if isinstance(rule, FischerClock) else rule.days * DAY] * seats
        self.turn: int | None = None
        self.running: int | None = None
        self.since = 0.0
        self.furthest = 0
        """The most steps that the game has ever had."""

    def advance(self, events: Iterable[AnyTableEvent], at: float, turn: int | None, bot: bool, steps: int) -> None:
        """Take in a row; ``turn`` is whose turn it is after it, perhaps a bot's, in a game of so many steps."""
        if self.running is not None:
            self.left[self.running] = max(0.0, self.left[self.running] - self.count_seconds(self.since, at))
        # Computers' clocks are set back now and then; time does not run backwards by that.
        self.since = max(self.since, at)
        played = False
        for event in events:
            if isinstance(event, RanOut | FlagFell):
                self.left[event.seat] = 0.0
            played = played or isinstance(event, Played)
        if played and turn != self.turn:
            self.pass_turn(turn, steps)
        self.furthest = max(self.furthest, steps)
        self.turn = turn
        before, self.running = self.running, None if bot else turn
        if self.running not in (None, before) and isinstance(self.rule, DaysClock) and not self.left[self.running]:
            # Somebody is back whose days were over; until now a bot has played.
            self.left[self.running] = self.rule.days * DAY

    def pass_turn(self, turn: int | None, steps: int) -> None:
        """End a turn and begin another: give who has moved the increment, unless they have had it, or days anew."""
        if isinstance(self.rule, DaysClock):
            if turn is not None:
                self.left[turn] = self.rule.days * DAY
        elif self.running is not None and steps > self.furthest:
            self.left[self.running] += self.rule.increment

    def count_seconds(self, since: float, until: float) -> float:
        """Return how much of a time counts: without that in which no server was up."""
        away = sum(
            max(0.0, min(until, outage.ended) - max(since, outage.began))
            for outage in self.outages
            if outage.ended > since
        )
        return max(0.0, until - since - away)

    def flag_time(self) -> float | None:
        """Return when the time of the running clock is out, as far as can be known; None if none runs."""
        if self.running is None:
            return None
        end = self.since + self.left[self.running]
        for outage in self.outages:
            if outage.ended > self.since and outage.began < end:
                end += outage.ended - max(outage.began, self.since)
        return end

    def times_at(self, now: float) -> ClockTimes:
        """Return the clocks at a moment after the last row."""
        left = list(self.left)
        now = max(now, self.since)
        if self.running is not None:
            left[self.running] = max(0.0, left[self.running] - self.count_seconds(self.since, now))
        return ClockTimes(at=now, left=tuple(round(seconds, 3) for seconds in left), running=self.running)

    def is_out_of_time(self, seat: int) -> bool:
        """Tell whether a seat has no time left in this game."""
        return isinstance(self.rule, FischerClock) and not self.left[seat]


def make_clocks(rule: AnyClock, seats: int, outages: Sequence[Outage]) -> Clocks | None:
    """Return the clocks of a table; None where there are none."""
    return None if isinstance(rule, NoClock) else Clocks(rule, seats, outages)
