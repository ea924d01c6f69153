# compiled by mypyc
"""A table that is being watched: who watches it, and what each is sent when something happens.

This is a cache. Everything in it can be made again from the table's rows, and is, whenever there is any doubt.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Protocol, TypeAlias

import msgspec

from triangulum.core.views import View
from triangulum.scene import Scene
from triangulum.server.identity.signing import Signer
from triangulum.server.runtime.lock import Lock
from triangulum.table import presenter
from triangulum.table.events import CHANGING, LogEntry, Said, Seated, Shared
from triangulum.table.messages import Clocked, Message, Present
from triangulum.table.people import Person
from triangulum.table.presenter import Perspective
from triangulum.table.table import Change, Table

encode = msgspec.json.Encoder().encode
NOBODY_MUTED: frozenset[str] = frozenset()

Scenes: TypeAlias = dict[int | None, Scene]
"""Pictures by seat; None for a game that is not drawn."""


class Watcher(Protocol):
    """Somebody who is sent what happens."""

    person: Person
    eyes: Perspective
    muted: frozenset[str]
    curious: bool
    """Whether it wants to be told who is at the table."""

    def send(self, data: bytes) -> None:
        """Send a message as soon as can be; never waits."""


class Room:
    """A table in memory, with its watchers."""

    def __init__(self, table: Table, opened: float, people: Signer) -> None:
        self.table = table
        self.opened = opened
        self.people = people
        self.common = not (table.setup.game.has_secrets or table.setup.game.is_drawn_per_seat)
        """Whether all eyes see the same."""
        self.lock = Lock()
        """Held from deciding on a command until it is on disk, so that nobody is shown what could still be lost."""
        self.needs_reload = False
        """Whether the table may have got ahead of what is kept, or behind it, so that it has to be read again."""
        self.behind = False
        """Whether somebody is about to read what another process has done."""
        self.shown = table.number
        """The number of the last row that watchers have been told of."""
        self.watchers: dict[Perspective, list[Watcher]] = {}
        self.scenes: Scenes = {}
        """The pictures of now, by seat, as far as somebody has been sent them."""
        self.views: dict[int | None, View] = {}
        """What seats may know now, as far as somebody has wanted to know."""
        self.bot_turn: asyncio.Task[None] | None = None
        self.alarm: asyncio.TimerHandle | None = None
        """Rings when the time of the running clock is out."""
        self.clock: Callable[[], float] = time.time
        self.told_present: Present | None = None
        self.used = 0.0

    def present(self) -> Present:
        """Return who is at the table just now."""
        people = {watcher.person.id for watcher in self.everybody()}
        seats = [
            seat for seat in range(len(self.table.holders)) if any(self.table.is_holder(id, seat) for id in people)
        ]
        spectators = [watcher for watcher in self.everybody() if not self.table.seats_held_by(watcher.person.id)]
        return Present(seats=tuple(seats), spectators=len(spectators))

    def tell_present(self, newcomer: Watcher | None = None) -> None:
        """Tell those who want to know who is here, if that has changed, and a newcomer in any case."""
        curious = [watcher for watcher in self.everybody() if watcher.curious]
        if not curious:
            return
        now = self.present()
        told = curious if now != self.told_present else [one for one in curious if one is newcomer]
        self.told_present = now
        for watcher in told:
            watcher.send(encode(now))

    def add(self, watcher: Watcher) -> None:
        """Let somebody watch from now on."""
        self.watchers.setdefault(watcher.eyes, []).append(watcher)

    def remove(self, watcher: Watcher) -> None:
        """Let somebody watch no longer."""
        same = self.watchers.get(watcher.eyes, [])
        if watcher in same:
            same.remove(watcher)
        if not same:
            self.watchers.pop(watcher.eyes, None)
        seat = self.alike(watcher.eyes).seat
        if not any(self.alike(eyes).seat == seat for eyes in self.watchers):
            self.scenes.pop(seat, None)

    def everybody(self) -> list[Watcher]:
        """Return all who watch."""
        return [watcher for same in self.watchers.values() for watcher in same]

    def alike(self, eyes: Perspective) -> Perspective:
        """Return the eyes that stand for all who are sent the same; a game's own view says whose it is."""
        return common_eyes(eyes) if self.common else eyes

    def scene(self, eyes: Perspective) -> Scene:
        """Return the picture of now, and remember it as what was sent."""
        seat = self.alike(eyes).seat
        if seat not in self.scenes:
            # Where all see the same, whoever is to move is shown a tree of moves made from the same view.
            view = self.view(self.table.mover if self.common else seat)
            self.scenes[seat] = self.table.setup.game.renderer.scene(view)
        return self.scenes[seat]

    def view(self, seat: int | None) -> View:
        """Return what a seat may know now, made once."""
        if seat not in self.views:
            self.views[seat] = self.table.state.view(seat)
        return self.views[seat]

    def here(self, watcher: Watcher) -> Message:
        """Return the whole table for somebody."""
        eyes = watcher.eyes
        now = None if self.table.clocks is None else self.clock()
        return presenter.here(self.table, self.people, eyes, watcher.person, watcher.muted, self.scene(eyes), now)

    def welcome(self, watcher: Watcher) -> None:
        """Send somebody the whole table, and the moves if they are theirs to make."""
        watcher.send(encode(self.here(watcher)))
        self.offer_moves([watcher])

    def look(self, watcher: Watcher, seat: int | None) -> None:
        """Let a watcher look through other eyes."""
        self.remove(watcher)
        watcher.eyes = Perspective(seat, watcher.eyes.form)
        self.add(watcher)
        self.welcome(watcher)

    def catch_up(self, watcher: Watcher, after: int) -> None:
        """Send somebody what they have missed, or the whole table if that is less."""
        missed = presenter.events_after(self.table, after, self.people, watcher.eyes, watcher.muted)
        if missed is None:
            self.welcome(watcher)
            return
        if watcher.eyes.pictured:
            self.scene(watcher.eyes)
        for event in missed:
            watcher.send(encode(event))
        self.show_clock([watcher])
        self.offer_moves([watcher])

    def show_clock(self, watchers: list[Watcher]) -> None:
        """Send the clocks as they are now, where there are any."""
        if self.table.clocks is None:
            return
        now = presenter.times(self.table, self.clock())
        assert not isinstance(now, msgspec.UnsetType)
        data = encode(Clocked(number=self.table.number, clock=now))
        for watcher in watchers:
            watcher.send(data)

    def publish(self, change: Change) -> None:
        """Send everybody what has just happened, as each perceived it."""
        self.shown = change.entry.number
        kinds = change.kinds
        old = self.scenes
        if not CHANGING.isdisjoint(kinds):
            self.scenes = {}
            self.views = {}
        shown_out: list[Watcher] = []
        if Seated in kinds or Shared in kinds:
            shown_out = self.show_out()
        if Said in kinds:
            self.send_talk(change, old)
        else:
            self.send_event(change, old)
        if Seated in kinds:
            self.tell_present()
        # The whole table, which they are sent instead, includes the event.
        for watcher in shown_out:
            self.add(watcher)
            self.welcome(watcher)
        if kinds != {Said}:
            self.offer_moves(self.everybody())

    def send_event(self, change: Change, old: Scenes) -> None:
        """Send everybody what has just happened, the same to all who see the same."""
        made: dict[Perspective, bytes] = {}
        for eyes, same in self.watchers.items():
            alike = self.alike(eyes)
            data = made.get(alike)
            if data is None:
                data = made[alike] = encode(self.event(change, alike, NOBODY_MUTED, old))
            for watcher in same:
                watcher.send(data)

    def send_talk(self, change: Change, old: Scenes) -> None:
        """Send everybody what was said; whoever has muted a speaker is sent something else."""
        for watcher in self.everybody():
            watcher.send(encode(self.event(change, watcher.eyes, watcher.muted, old)))

    def event(self, change: Change, eyes: Perspective, muted: frozenset[str], old: Scenes) -> Message:
        """Return what has just happened as some eyes perceived it."""
        now = self.scene(eyes) if eyes.pictured else None
        before = old.get(self.alike(eyes).seat, now)
        return presenter.event(self.table, change, self.people, eyes, muted, before, now)

    def show_out(self) -> list[Watcher]:
        """Take out all who look through eyes that are not theirs any more, and return them as spectators."""
        found = [one for one in self.everybody() if not self.table.can_view(one.person.id, one.eyes.seat)]
        for watcher in found:
            self.remove(watcher)
            watcher.eyes = Perspective(None, watcher.eyes.form)
        return found

    def offer_moves(self, watchers: list[Watcher]) -> None:
        """Send the legal moves to the mover, and to nobody else."""
        seat = self.table.mover
        if seat is None:
            return
        movers = [one for one in watchers if one.eyes.seat == seat and self.table.is_holder(one.person.id, seat)]
        if not movers:
            return
        found = presenter.moves(self.table, seat, self.view(seat))
        if found is None:
            return
        data = encode(found)
        for watcher in movers:
            watcher.send(data)

    def replace(self, table: Table) -> None:
        """Take another table for this one, and show it to everybody."""
        self.table = table
        self.shown = table.number
        self.needs_reload = False
        self.show_anew()

    def show_anew(self) -> None:
        """Send everybody the whole table."""
        self.scenes.clear()
        self.views.clear()
        for watcher in self.show_out():
            self.add(watcher)
        for watcher in self.everybody():
            self.welcome(watcher)

    def go_on(self, rows: Sequence[LogEntry]) -> None:
        """Go on with rows that were read; everybody is sent them, or the whole table if they are too many."""
        if len(rows) <= presenter.MAX_UPDATES:
            for row in rows:
                self.publish(self.table.apply_entry(row))
            return
        for row in rows:
            self.table.apply_entry(row)
        self.shown = self.table.number
        self.show_anew()


@lru_cache(maxsize=64)
def common_eyes(eyes: Perspective) -> Perspective:
    """Return a spectator's eyes for those that see the same."""
    return eyes if eyes.plain else Perspective(None, eyes.form)
