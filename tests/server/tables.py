"""Tables without a server, to test what may happen at one."""

from typing import Any

import pytest

import triangulum as tri
from triangulum.record.fair_dice import compute_commitment
from triangulum.record.record import setup_to_data
from triangulum.table import commands as ask
from triangulum.table import permissions
from triangulum.table.events import SeatHolder, TableSettings, TableSpec
from triangulum.table.messages import CommandError
from triangulum.table.people import Person
from triangulum.table.table import Change, Table, rebuild_table

ANN, BOB, EVE = Person("p1", "Ann"), Person("p2", "Bob"), Person("p3", "Eve")


def chair_of(person: Person) -> SeatHolder:
    """Return the chair of a person."""
    return SeatHolder(people=(person.id,), name=person.name)


def new_table(game: str, *holders: SeatHolder, house: TableSettings | None = None, **options: Any) -> Table:
    """Return a table at which nothing has happened yet."""
    setup = tri.game(game).setup(**options)
    spec = TableSpec(
        setup=setup_to_data(setup),
        options=options,
        host=ANN.id,
        settings=house or TableSettings(),
        holders=tuple(holders),
    )
    seed = bytes(range(32))
    return Table("t", spec, setup, seed, compute_commitment(seed))


def do(table: Table, person: Person, kind: type[ask.Command], **fields: Any) -> Change:
    """Perform a command of a person, and check that the log leads to the same table again."""
    if "at" in kind.__struct_fields__:
        fields.setdefault("at", table.number)
    command: Any = kind(id=fields.pop("id", f"c{table.number}"), **fields)
    change = table.apply_events(permissions.propose(table, command, person), float(table.number), person.id, command.id)
    assert snapshot(rebuild_table(table, table.log)) == snapshot(table)
    return change


def refusal_reason(table: Table, person: Person, kind: type[ask.Command], **fields: Any) -> str:
    """Check that a command is refused and changes nothing; return the reason."""
    before = snapshot(table)
    with pytest.raises(CommandError) as trouble:
        do(table, person, kind, **fields)
    assert snapshot(table) == before
    message = str(trouble.value)
    assert message.endswith(".")
    assert "\n" not in message
    return trouble.value.reason


def snapshot(table: Table) -> tuple[Any, ...]:
    """Return everything that makes up a table, to compare it with another."""
    return (
        table.number,
        table.holders,
        table.nonces,
        table.has_begun,
        table.history.entries,
        table.history.players,
        table.state.to_bytes(),
        table.num_rolls,
        table.proposal,
        table.agreed_seats if table.proposal else set(),
        table.last_change,
        table.rematch,
        table.phase,
    )


def start_table(game: str = "star-runners", **options: Any) -> Table:
    """Return a table at which Ann and Bob have started to play."""
    table = new_table(game, chair_of(ANN), chair_of(BOB), **options)
    do(table, ANN, ask.Begin)
    return table
