"""What the numbers of a state of Tricolor Line mean, for programs that learn.

A tile on the table is written as its colour, the sides that its roads join, and whether it is built.
"""

from __future__ import annotations

from collections.abc import Sequence

from triangulum.core.learning.features import Mask, Part, Table, bits, none_or_one_of, one_of, up_to
from triangulum.games.tricolor_line import tables
from triangulum.games.tricolor_line.rules import TricolorSetup

SIDES = 4


def parts(setup: TricolorSetup) -> Sequence[Part | Mask]:
    """Return what each byte is."""
    players, deepest = int(setup.players), (tables.LENGTH - tables.STACK) // 2
    cards, faces = up_to(max(map(int, setup.card_counts))), up_to(max(map(int, setup.face_counts)))
    held = up_to(tables.HAND_LIMIT)
    seats, where, tile = bits(tables.SEATS), none_or_one_of(tables.SIDE), tile_table(setup)
    events = sum(map(int, setup.event_counts))
    return (
        Part(name="tiles", start=0, count=tables.PLACES, table=tile),
        Part(name="unseen", start=tables.UNSEEN, count=tables.FACES, table=faces),
        Part(name="pile_size", start=tables.PILE_SIZE, count=tables.PILES, table=up_to(int(setup.pile_size))),
        Part(name="top", start=tables.TOP, count=tables.PILES, table=none_or_one_of(tables.FACES)),
        Part(name="draw_pile", start=tables.DRAW_PILE, count=tables.CARDS, table=cards, hidden=True),
        Part(name="discards", start=tables.DISCARDS, count=tables.CARDS, table=cards),
        Part(name="hidden", start=tables.HIDDEN, count=players * tables.CARDS, table=held, hidden=True),
        Part(name="open", start=tables.OPEN, count=players * tables.CARDS, table=held),
        Part(name="identity", start=tables.IDENTITY, count=players, table=none_or_one_of(tables.COLOURS), hidden=True),
        Part(name="looked", start=tables.LOOKED, count=players, table=seats),
        Part(name="skips", start=tables.SKIPS, table=seats),
        Part(name="safe", start=tables.SAFE, table=seats),
        Part(name="turn_of", start=tables.TURN_OF, table=one_of(players)),
        Part(name="round", start=tables.ROUND, table=up_to(int(setup.round_limit))),
        Part(name="last", start=tables.LAST, count=2, table=where),
        Part(name="taken", start=tables.TAKEN, table=tile),
        Part(name="origin", start=tables.ORIGIN, count=2, table=where),
        Part(name="event", start=tables.EVENT, table=none_or_one_of(tables.EVENTS)),
        Part(name="events", start=tables.USED_EVENTS, count=events, table=one_of(tables.EVENTS)),
        Part(name="used", start=tables.USED, table=up_to(events)),
        Part(name="pending", start=tables.STACK, count=deepest, step=2, table=none_or_one_of(tables.ASK_END)),
        Part(name="arguments", start=tables.STACK + 1, count=deepest, step=2, table=up_to(tables.SEATS)),
    )


def tile_table(setup: TricolorSetup) -> Table:
    """Return the table for the code of a tile, or 0."""
    rows = [tile(setup, code) for code in range(1, tables.START_CODE + 1)]
    return ((0.0,) * len(rows[0]), *rows)


def tile(setup: TricolorSetup, code: int) -> tuple[float, ...]:
    """Return a tile as features: colour, End or Start, the sides of its roads, and whether it is built."""
    face = int(tables.face_of(code))
    kind = face // tables.SHAPES if face < tables.END else tables.COLOURS + face - tables.END
    roads = (int(setup.road[code]), int(setup.other_road[code]))
    return (
        *(float(kind == other) for other in range(tables.COLOURS + 2)),
        *(float(road >> side & 1) for road in roads for side in range(SIDES)),
        float(code % 2 == 0),
    )
