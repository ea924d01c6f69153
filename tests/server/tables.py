"""Tables without a server, for tests of what happens at one."""

from typing import Any

import pytest

import triangulum as tri
from triangulum.record.fair_dice import compute_commitment
from triangulum.record.record import setup_to_data
from triangulum.server import messages as ask
from triangulum.server import rights
from triangulum.server.deeds import Chair, House, Opening
from triangulum.server.messages import Trouble
from triangulum.server.people import Person
from triangulum.server.table import Change, Table, rebuilt

ANN, BOB, EVE = Person("p1", "Ann"), Person("p2", "Bob"), Person("p3", "Eve")


def chair(person: Person) -> Chair:
    """Return a chair that somebody sits in."""
    return Chair(people=(person.id,), name=person.name)


def table_for(game: str, *chairs: Chair, house: House | None = None, **options: Any) -> Table:
    """Return a table at which nothing has happened."""
    setup = tri.game(game).setup(**options)
    opening = Opening(
        setup=setup_to_data(setup), chosen=options, host=ANN.id, house=house or House(), chairs=tuple(chairs)
    )
    seed = bytes(range(32))
    return Table("t", opening, setup, seed, compute_commitment(seed))


def do(table: Table, person: Person, kind: type[ask.Command], **given: Any) -> Change:
    """Let somebody do something, and see that the rows lead to the same table again."""
    if "at" in kind.__struct_fields__:
        given.setdefault("at", table.number)
    command: Any = kind(id=given.pop("id", f"c{table.number}"), **given)
    change = table.perform(rights.decide(table, command, person), float(table.number), person.id, command.id)
    assert looks(rebuilt(table, table.rows)) == looks(table)
    return change


def refused(table: Table, person: Person, kind: type[ask.Command], **given: Any) -> str:
    """See that somebody may not do something and that it changes nothing; return the reason."""
    before = looks(table)
    with pytest.raises(Trouble) as trouble:
        do(table, person, kind, **given)
    assert looks(table) == before
    assert trouble.value.message
    assert "\n" not in trouble.value.message
    return trouble.value.reason


def looks(table: Table) -> tuple[Any, ...]:
    """Return everything that a table is."""
    return (
        table.number,
        table.chairs,
        table.nonces,
        table.begun,
        table.history.entries,
        table.history.players,
        table.state.to_bytes(),
        table.rolls,
        table.asked,
        table.agreed if table.asked else set(),
        table.changed,
        table.rematch,
        table.phase,
    )


def begun(game: str = "star-runners", **given: Any) -> Table:
    """Return a table at which Ann and Bob have begun to play."""
    table = table_for(game, chair(ANN), chair(BOB), **given)
    do(table, ANN, ask.Begin)
    return table
