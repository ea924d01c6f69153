# compiled by mypyc
"""A table and its watchers: what each of them is sent when something happens.

Everything here is a cache, which can be rebuilt from the table's log.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol, TypeAlias

import msgspec

from triangulum.core.views import View
from triangulum.scene import Scene
from triangulum.table.events import GAME_EVENTS, LogEntry, LotDrawn, Said, Seated, Shared
from triangulum.table.messages import ClockUpdate, Presence, Snapshot
from triangulum.table.people import Person
from triangulum.table.presenter import (
    MAX_UPDATES,
    STEP_AND_CHAT_EVENTS,
    Form,
    PerceivedChange,
    Perspective,
    Presenter,
    Viewer,
    clock_times,
    is_same_but_for_text,
    perceive_change,
    reader_at,
)
from triangulum.table.sentences import message
from triangulum.table.table import Change, Table
from triangulum.text import DEFAULT_LANGUAGE, Reader
from triangulum.text.template import JsonTemplate

encode = msgspec.json.Encoder().encode

Scenes: TypeAlias = dict[int | None, Scene]
"""Pictures by seat; None for a spectator's."""


class Watcher(Protocol):
    """Somebody to whom a table sends what happens."""

    person: Person
    perspective: Perspective
    muted: frozenset[str]
    wants_presence: bool
    """Whether they want to know who is at the table."""

    def send(self, data: bytes) -> None:
        """Send a message as soon as possible; never wait."""


def has_lot(entries: Sequence[LogEntry]) -> bool:
    """Return whether a lot moved the seats in some entries."""
    return any(isinstance(event, LotDrawn) for entry in entries for event in entry.events)


class WatchedTable:
    """A table with its watchers."""

    def __init__(self, table: Table, presenter: Presenter, clock: Callable[[], float]) -> None:
        self.table = table
        self.presenter = presenter
        self.clock = clock
        self.is_same_for_all = not (table.setup.game.has_secrets or table.setup.game.is_drawn_per_seat)
        """Whether the game looks the same from all seats."""
        self.published = table.number
        """The number of the last entry that watchers have been sent."""
        self.watchers: dict[Perspective, list[Watcher]] = {}
        self.scenes: Scenes = {}
        """The current pictures by seat, as far as somebody has been sent them."""
        self.views: dict[int | None, View] = {}
        """What seats may know now, as far as it was needed."""
        self.readers: dict[Perspective, Reader] = {}
        """Who reads from which perspective, as long as nobody is called something else."""
        self.sent_presence: Presence | None = None

    # Watchers.

    def add_watcher(self, watcher: Watcher) -> None:
        """Send a watcher every update from now on."""
        self.watchers.setdefault(watcher.perspective, []).append(watcher)

    def remove_watcher(self, watcher: Watcher) -> None:
        """Send a watcher nothing more."""
        group = self.watchers.get(watcher.perspective, [])
        if watcher in group:
            group.remove(watcher)
        if not group:
            self.watchers.pop(watcher.perspective, None)
        seat = self.shared_seat(watcher.perspective.seat)
        if not any(self.shared_seat(perspective.seat) == seat for perspective in self.watchers):
            self.scenes.pop(seat, None)

    def change_perspective(self, watcher: Watcher, seat: int | None) -> None:
        """Let a watcher see the table from another seat, and send the snapshot from there."""
        self.remove_watcher(watcher)
        watcher.perspective = watcher.perspective._replace(seat=seat)
        self.add_watcher(watcher)
        self.send_snapshot(watcher)

    def list_watchers(self) -> list[Watcher]:
        """Return all watchers."""
        return [watcher for group in self.watchers.values() for watcher in group]

    def presence(self, language: str = DEFAULT_LANGUAGE) -> Presence:
        """Return which seats' people are connected, and how many spectators."""
        person_ids = {watcher.person.id for watcher in self.list_watchers()}
        seats = [seat for seat, holder in enumerate(self.table.holders) if not person_ids.isdisjoint(holder.people)]
        spectators = [watcher for watcher in self.list_watchers() if not self.table.seats_held_by(watcher.person.id)]
        text = Reader(language).render(message("spectators", count=len(spectators)))
        return Presence(seats=tuple(seats), spectators=len(spectators), text=text)

    def send_presence_if_changed(self, newcomer: Watcher | None = None) -> None:
        """Send who is at the table to those who want it, if that has changed; to a newcomer in any case."""
        interested = [watcher for watcher in self.list_watchers() if watcher.wants_presence]
        if not interested:
            return
        presence = self.presence()
        receivers = interested if presence != self.sent_presence else [w for w in interested if w is newcomer]
        self.sent_presence = presence
        for watcher in receivers:
            watcher.send(encode(self.presence(watcher.perspective.language)))

    # Pictures and views.

    def shared_seat(self, seat: int | None) -> int | None:
        """Return the seat, or None for a spectator, that stands for all who see and perceive the same."""
        return None if self.is_same_for_all else seat

    def scene(self, perspective: Perspective) -> Scene:
        """Return the current picture, and keep it as the one that was sent."""
        seat = self.shared_seat(perspective.seat)
        if seat not in self.scenes:
            # Where all see the same, the mover's tree of moves is made from the same view.
            view = self.view(self.table.mover if self.is_same_for_all else seat)
            self.scenes[seat] = self.table.setup.game.renderer.scene(view)
        return self.scenes[seat]

    def view(self, seat: int | None) -> View:
        """Return what a seat may know now, made once."""
        if seat not in self.views:
            self.views[seat] = self.table.state.view(seat)
        return self.views[seat]

    def reader(self, perspective: Perspective) -> Reader:
        """Return who reads from a perspective now."""
        reader = self.readers.get(perspective)
        if reader is None:
            reader = self.readers[perspective] = reader_at(self.table, perspective)
        return reader

    # Messages to one watcher.

    def snapshot(self, watcher: Watcher) -> Snapshot:
        """Return the whole table as a watcher sees it."""
        now = None if self.table.clocks is None else self.clock()
        viewer = Viewer(watcher.person, watcher.perspective, watcher.muted)
        return self.presenter.snapshot(self.table, viewer, self.scene(watcher.perspective), now)

    def send_snapshot(self, watcher: Watcher) -> None:
        """Send a watcher the whole table, and the legal moves if it is theirs to move."""
        watcher.send(encode(self.snapshot(watcher)))
        self.send_moves_to_mover([watcher])

    def send_missed_updates(self, watcher: Watcher, after: int) -> None:
        """Send a watcher the updates after a number, or the whole table if they are too many."""
        table = self.table
        missed = table.log[after:] if 0 <= after <= table.number else []
        is_seat_moved = watcher.perspective.seat is not None and has_lot(missed)
        if not 0 <= after <= table.number or len(missed) > MAX_UPDATES or is_seat_moved:
            self.send_snapshot(watcher)
            return
        if watcher.perspective.has_scene:
            self.scene(watcher.perspective)
        for update in self.presenter.list_updates(table, after, MAX_UPDATES, watcher.perspective, watcher.muted):
            watcher.send(encode(update))
        self.send_clock([watcher])
        self.send_moves_to_mover([watcher])

    def send_clock(self, watchers: list[Watcher]) -> None:
        """Send the clocks as they are now, if there are any."""
        if self.table.clocks is None:
            return
        times = clock_times(self.table, self.clock())
        assert not isinstance(times, msgspec.UnsetType)
        data = encode(ClockUpdate(number=self.table.number, clock=times))
        for watcher in watchers:
            watcher.send(data)

    def send_moves_to_mover(self, watchers: list[Watcher]) -> None:
        """Send the legal moves to the mover, and to nobody else."""
        seat = self.table.mover
        if seat is None:
            return
        movers = [
            watcher
            for watcher in watchers
            if watcher.perspective.seat == seat and self.table.is_holder(watcher.person.id, seat)
        ]
        if not movers:
            return
        encoded: dict[str, bytes] = {}
        for watcher in movers:
            language = watcher.perspective.language
            if language not in encoded:
                moves = self.presenter.legal_moves(self.table, seat, language, self.view(seat))
                if moves is None:
                    return
                encoded[language] = encode(moves)
            watcher.send(encoded[language])

    # Messages to all.

    def publish(self, change: Change) -> None:
        """Send every watcher a change that has just been applied, as each perceives it."""
        self.published = change.entry.number
        event_types = change.event_types
        if not event_types <= STEP_AND_CHAT_EVENTS:
            self.readers.clear()
        old_scenes = self.scenes
        if not GAME_EVENTS.isdisjoint(event_types):
            self.scenes = {}
            self.views = {}
        moved: list[Watcher] = []
        if Seated in event_types or Shared in event_types:
            moved = self.remove_unentitled_watchers()
        if Said in event_types:
            self.send_chat(change, old_scenes)
        else:
            self.send_update(change, old_scenes)
        if LotDrawn in event_types:
            moved = self.remove_reseated_watchers([change.entry])
        if Seated in event_types or LotDrawn in event_types:
            self.send_presence_if_changed()
        # Where somebody may no longer see their seat's view, the snapshot, which they are sent instead, includes the
        # change. After a lot, it shows the table from the new seat.
        for watcher in moved:
            self.add_watcher(watcher)
            self.send_snapshot(watcher)
        if event_types != {Said}:
            self.send_moves_to_mover(self.list_watchers())

    def send_update(self, change: Change, old_scenes: Scenes) -> None:
        """Send everybody a change; what those who perceive the same have in common is found out and encoded once."""
        perceived: dict[tuple[int | None, bool], PerceivedChange] = {}
        templates: dict[tuple[int | None, Form], JsonTemplate] = {}
        is_shared = is_same_but_for_text(self.table, change)
        for perspective, group in self.watchers.items():
            key = self.shared_seat(perspective.seat), perspective.has_scene
            if key not in perceived:
                perceived[key] = self.perceive(change, perspective, old_scenes)
            if not is_shared:
                data = encode(self.presenter.update(self.table, change, perceived[key], perspective))
            else:
                # Views are as each seat sees them, even where pictures are the same for all.
                seat = perspective.seat if perspective.has_view else key[0]
                template = templates.get((seat, perspective.form))
                if template is None:
                    template = self.presenter.update_template(self.table, change, perceived[key], perspective)
                    templates[seat, perspective.form] = template
                data = template.fill_in(self.reader(perspective))
            for watcher in group:
                watcher.send(data)

    def send_chat(self, change: Change, old_scenes: Scenes) -> None:
        """Send everybody a chat message, to each without what they have muted."""
        for watcher in self.list_watchers():
            perspective = watcher.perspective
            perceived = self.perceive(change, perspective, old_scenes)
            watcher.send(encode(self.presenter.update(self.table, change, perceived, perspective, watcher.muted)))

    def perceive(self, change: Change, perspective: Perspective, old_scenes: Scenes) -> PerceivedChange:
        """Return what is perceived of a change that has just been applied."""
        seat = self.shared_seat(perspective.seat)
        if not perspective.has_scene:
            return perceive_change(self.table, change, seat, None, None)
        scene = self.scene(perspective)
        return perceive_change(self.table, change, seat, old_scenes.get(seat, scene), scene)

    def remove_unentitled_watchers(self) -> list[Watcher]:
        """Remove watchers who may no longer see their seat's view; return them with a spectator's perspective."""
        unentitled = [
            watcher
            for watcher in self.list_watchers()
            if not self.table.can_view(watcher.person.id, watcher.perspective.seat)
        ]
        for watcher in unentitled:
            self.remove_watcher(watcher)
            watcher.perspective = watcher.perspective._replace(seat=None)
        return unentitled

    def remove_reseated_watchers(self, entries: Sequence[LogEntry]) -> list[Watcher]:
        """Remove watchers whose seat a lot has moved; return them with the perspective of their new seat."""
        first = sum(event.first for entry in entries for event in entry.events if isinstance(event, LotDrawn))
        seated = [watcher for watcher in self.list_watchers() if watcher.perspective.seat is not None]
        moved = seated if first else []
        for watcher in moved:
            assert watcher.perspective.seat is not None
            self.remove_watcher(watcher)
            seat = (watcher.perspective.seat - first) % len(self.table.holders)
            watcher.perspective = watcher.perspective._replace(seat=seat)
        return moved

    def replace_table(self, table: Table) -> None:
        """Show another table in place of this one to everybody."""
        self.table = table
        self.published = table.number
        self.send_snapshots()

    def send_snapshots(self) -> None:
        """Send everybody the whole table."""
        self.scenes.clear()
        self.views.clear()
        self.readers.clear()
        for watcher in self.remove_unentitled_watchers():
            self.add_watcher(watcher)
        for watcher in self.list_watchers():
            self.send_snapshot(watcher)

    def apply_and_publish_entries(self, entries: Sequence[LogEntry]) -> None:
        """Apply entries that were read from the log, and send them to everybody; a snapshot if they are too many."""
        if len(entries) <= MAX_UPDATES:
            for entry in entries:
                self.publish(self.table.apply_entry(entry))
            return
        for entry in entries:
            self.table.apply_entry(entry)
        for watcher in self.remove_reseated_watchers(entries):
            self.add_watcher(watcher)
        self.published = self.table.number
        self.send_snapshots()
