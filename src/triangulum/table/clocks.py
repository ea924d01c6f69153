"""Clocks: how much time each seat has left, as a function of the log alone.

Every log entry has its time. Between two entries the clock of the seat to move has run, except while no server was up
(``Outage``). So clocks survive restarts, and a table that is read again shows the same times.

- A clock runs while it is a person's turn. A bot's turn costs nobody time, even if the bot plays for a person. Each
  seat of a hot-seat table has its own clock.
- The increment is for a turn, not for each of its steps, and is added when the turn passes to somebody else. That is
  also when a new turn of days starts. Nobody gets the same increment twice: after a take-back, it comes only once the
  game is further than it had ever been.
- A take-back gives no time back, and asking for one stops no clock.
- When a seat runs out of time, it loses or a bot plays on, depending on the table's settings. With time for the whole
  game, the bot keeps the seat; with days for each turn, its owner may reclaim it and gets a whole turn.
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
    """A time during which no server was up, in seconds since 1970."""

    began: float
    ended: float


class Clocks:
    """The clocks of one table, advanced with every log entry."""

    def __init__(self, rule: FischerClock | DaysClock, seats: int, outages: Sequence[Outage]) -> None:
        self.rule = rule
        self.outages = outages
        """In order, all in the past. A server appends to its list when it comes back from another outage."""
        self.left = [rule.seconds if isinstance(rule, FischerClock) else rule.days * DAY] * seats
        self.mover: int | None = None
        self.running: int | None = None
        self.since = 0.0
        self.furthest = 0
        """The most steps that the game has had so far; a take-back doesn't reduce it."""

    def advance(
        self, events: Iterable[AnyTableEvent], at: float, mover: int | None, is_bot: bool, num_steps: int
    ) -> None:
        """Advance to a log entry, after which it is ``mover``'s turn and the game has ``num_steps`` steps."""
        if self.running is not None:
            self.left[self.running] = max(
                0.0, self.left[self.running] - self.count_seconds_server_was_up(self.since, at)
            )
        # Computers' clocks are set back now and then, but time on our clocks never runs backwards.
        self.since = max(self.since, at)
        played = False
        for event in events:
            if isinstance(event, RanOut | FlagFell):
                self.left[event.seat] = 0.0
            played = played or isinstance(event, Played)
        if played and mover != self.mover:
            self.add_increment_or_renew_days(mover, num_steps)
        self.furthest = max(self.furthest, num_steps)
        self.mover = mover
        before, self.running = self.running, None if is_bot else mover
        if self.running not in (None, before) and isinstance(self.rule, DaysClock) and not self.left[self.running]:
            # Somebody who had run out of days has come back and replaced the bot.
            self.left[self.running] = self.rule.days * DAY

    def add_increment_or_renew_days(self, mover: int | None, num_steps: int) -> None:
        """Add the increment of whoever has just moved, unless they have had it; or give the next mover new days."""
        if isinstance(self.rule, DaysClock):
            if mover is not None:
                self.left[mover] = self.rule.days * DAY
        elif self.running is not None and num_steps > self.furthest:
            self.left[self.running] += self.rule.increment

    def count_seconds_server_was_up(self, since: float, until: float) -> float:
        """Return the seconds between two moments during which a server was up."""
        away = sum(
            max(0.0, min(until, outage.ended) - max(since, outage.began))
            for outage in self.outages
            if outage.ended > since
        )
        return max(0.0, until - since - away)

    def flag_time(self) -> float | None:
        """Return when the running clock's flag falls, unless there is another outage; None if no clock runs."""
        if self.running is None:
            return None
        end = self.since + self.left[self.running]
        for outage in self.outages:
            if outage.ended > self.since and outage.began < end:
                end += outage.ended - max(outage.began, self.since)
        return end

    def times_at(self, now: float) -> ClockTimes:
        """Return the clocks at a moment after the last log entry."""
        left = list(self.left)
        now = max(now, self.since)
        if self.running is not None:
            left[self.running] = max(0.0, left[self.running] - self.count_seconds_server_was_up(self.since, now))
        return ClockTimes(at=now, left=tuple(round(seconds, 3) for seconds in left), running=self.running)

    def is_out_of_time(self, seat: int) -> bool:
        """Return whether a seat has no time left for the whole game."""
        return isinstance(self.rule, FischerClock) and not self.left[seat]


def build_clocks(rule: AnyClock, seats: int, outages: Sequence[Outage]) -> Clocks | None:
    """Return the clocks of a table; None if it is played without."""
    return None if isinstance(rule, NoClock) else Clocks(rule, seats, outages)
