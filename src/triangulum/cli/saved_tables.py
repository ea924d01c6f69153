"""Tables rebuilt from the games saved on this machine: a record and the seed of its dice are a table's spec and log."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from triangulum.bots import NAMES
from triangulum.cli.saves import load_seed
from triangulum.errors import OptionError
from triangulum.record.history import Happened, SeatChanged
from triangulum.record.record import DiceData, Record, SetupData
from triangulum.record.tri_format import load
from triangulum.table.events import (
    AnyTableEvent,
    Begun,
    LogEntry,
    NonceGiven,
    Seated,
    SeatHolder,
    TableSettings,
    TableSpec,
)
from triangulum.table.local_table import build_table
from triangulum.table.people import Person
from triangulum.table.table import Table

HOST = Person("host", "")
"""Who opens a saved game's table, and begins even a game of bots."""
SETTINGS = TableSettings(take_backs="free", chat="off", late=False, rated=False)
"""The settings of all these tables: people who share a keyboard needn't ask each other by commands."""


def load_table(file: Path) -> Table:
    """Rebuild the table of an unfinished saved game, or raise an error that says why it can't go on."""
    record = load(file)
    if record.history().is_over:
        raise OptionError(f"{file.name} is finished. To see it again, run: triangulum replay {file}")
    if record.dice is None or record.dice.seed is not None:
        raise OptionError(f"{file.name} wasn’t saved by “triangulum play”, so it can’t be continued.")
    spec = build_table_spec(record.setup, record.players)
    # The dice's label is the table's id.
    table = build_table(record.dice.label, spec, load_seed(file, record.dice))
    for number, events in enumerate(group_events_by_log_entry(record, record.dice), start=1):
        # A record doesn't keep times, and nothing at a table without clocks depends on them.
        table.apply_entry(LogEntry(number, 0.0, "", "", events))
    return table


def build_table_spec(setup: SetupData, players: Sequence[str], *, lot: bool = False) -> TableSpec:
    """Return the spec of a table at this machine, with a person or a bot in each seat; a lot may decide who begins."""
    holders = tuple(build_holder(seat, name) for seat, name in enumerate(players))
    return TableSpec(setup=setup, options=setup.options, host=HOST.id, settings=SETTINGS, holders=holders, lot=lot)


def build_holder(seat: int, player: str) -> SeatHolder:
    """Return the holder of a seat by the player's name: a bot, or a person whose id is the seat's."""
    return SeatHolder(bot=player) if player in NAMES else SeatHolder(people=(f"seat {seat}",), name=player)


def group_events_by_log_entry(record: Record, dice: DiceData) -> Iterator[tuple[AnyTableEvent, ...]]:
    """Yield the events of each log entry of a recorded game: nonces, the beginning, and moves with the chance after."""
    for seat, nonce in sorted(dice.nonces.items()):
        yield (NonceGiven(seat, nonce),)
    group: list[AnyTableEvent] = [Begun()]
    for entry in record.entries:
        if not isinstance(entry, Happened):
            yield tuple(group)
            group = []
        if isinstance(entry, SeatChanged):
            group.append(Seated(entry.seat, build_holder(entry.seat, entry.player)))
        group.append(entry)
    # A game without entries may not have begun: somebody left while they were asked for a nonce.
    if record.entries:
        yield tuple(group)
