# compiled by mypyc
"""A table in one process, without a network or a database: commands are proposed, applied, appended and published."""

from __future__ import annotations

from collections.abc import Callable

from triangulum.core.state import Setup
from triangulum.record.fair_dice import compute_commitment
from triangulum.record.record import setup_from_data
from triangulum.table import commands as ask
from triangulum.table import permissions
from triangulum.table.events import AnyTableEvent, LogEntry, TableSpec
from triangulum.table.messages import Done
from triangulum.table.people import Person
from triangulum.table.presenter import Presenter
from triangulum.table.table import DiceMaker, Table, TableDice, rebuild_table
from triangulum.table.watched_table import WatchedTable, Watcher


class LocalTable(WatchedTable):
    """A table that only this process hosts."""

    def __init__(
        self,
        table: Table,
        presenter: Presenter,
        clock: Callable[[], float],
        append: Callable[[LogEntry], None] = lambda _: None,
    ) -> None:
        """``append`` stores an entry before anybody is shown it; if it raises, the entry has never happened."""
        super().__init__(table, presenter, clock)
        self.append = append

    def run(
        self, command: ask.TableCommand, person: Person, acknowledge: Callable[[Done], None] = lambda _: None
    ) -> Done:
        """Run a person's command, or raise CommandError and change nothing; ``acknowledge`` comes before updates."""
        entry = self.table.entry_by_command.get((person.id, command.id))
        if entry is not None:
            done = Done(id=command.id, number=entry.number)
            acknowledge(done)
            return done
        self.drop_flag_if_due()
        lot = permissions.propose_lot(self.table, command, person)
        if lot:
            self.run_events(lot)
        events = permissions.propose(self.table, command, person)
        return self.run_events(events, person.id, command.id, acknowledge)

    def drop_flag_if_due(self) -> None:
        """Apply the consequences if the running clock's time is out."""
        events = permissions.propose_time_out(self.table, self.clock())
        if events:
            self.run_events(events)

    def run_events(
        self,
        events: tuple[AnyTableEvent, ...],
        person_id: str = "",
        command_id: str = "",
        acknowledge: Callable[[Done], None] = lambda _: None,
    ) -> Done:
        """Apply events, append them to the log, acknowledge them and publish them."""
        change = self.table.apply_events(events, self.clock(), person_id, command_id)
        try:
            self.append(change.entry)
        except Exception:
            self.table = rebuild_table(self.table, self.table.log[:-1])
            raise
        done = Done(id=command_id, number=change.entry.number)
        acknowledge(done)
        self.publish(change)
        return done

    def watch(self, watcher: Watcher, after: int | None = None) -> None:
        """Send a watcher the table, or what they have missed after an entry, and every update from now on."""
        permissions.check_can_view(self.table, watcher.person, watcher.perspective.seat)
        if after is None:
            self.send_snapshot(watcher)
        else:
            self.send_missed_updates(watcher, after)
        self.add_watcher(watcher)
        self.send_presence_if_changed(watcher)


def build_table(
    table_id: str, spec: TableSpec, seed: bytes, setup: Setup | None = None, make_dice: DiceMaker = TableDice
) -> Table:
    """Return a table at which nothing has happened yet; pass ``setup`` if it has been built already."""
    setup = setup or setup_from_data(spec.setup)
    return Table(table_id, spec, setup, seed, compute_commitment(seed), make_dice)
