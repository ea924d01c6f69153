"""What the numbers of a state of Tricolor Line mean, for programs that learn.

A tile on the table is written as its colour, the sides that its roads join, and whether it is built.
"""

from __future__ import annotations

from collections.abc import Sequence

from triangulum.core.learning.features import Mask, Part, Table, bits, none_or_one_of, one_of, up_to
from triangulum.games.tricolor_line import lookup
from triangulum.games.tricolor_line.rules import TricolorSetup

SIDES = 4


def parts(setup: TricolorSetup) -> Sequence[Part | Mask]:
    """Return what each byte is."""
    players, deepest = int(setup.players), (lookup.LENGTH - lookup.STACK) // 2
    cards, faces = up_to(max(map(int, setup.card_counts))), up_to(max(map(int, setup.face_counts)))
    held = up_to(lookup.HAND_LIMIT)
    seats, where, tile = bits(lookup.SEATS), none_or_one_of(lookup.SIDE), tile_table(setup)
    events = sum(map(int, setup.event_counts))
    return (
        Part(name="tiles", start=0, count=lookup.PLACES, table=tile),
        Part(name="unseen", start=lookup.UNSEEN, count=lookup.FACES, table=faces),
        Part(name="pile_size", start=lookup.PILE_SIZE, count=lookup.PILES, table=up_to(int(setup.pile_size))),
        Part(name="top", start=lookup.TOP, count=lookup.PILES, table=none_or_one_of(lookup.FACES)),
        Part(name="draw_pile", start=lookup.DRAW_PILE, count=lookup.CARDS, table=cards, hidden=True),
        Part(name="discards", start=lookup.DISCARDS, count=lookup.CARDS, table=cards),
        Part(name="hidden", start=lookup.HIDDEN, count=players * lookup.CARDS, table=held, hidden=True),
        Part(name="open", start=lookup.OPEN, count=players * lookup.CARDS, table=held),
        Part(name="identity", start=lookup.IDENTITY, count=players, table=none_or_one_of(lookup.COLOURS), hidden=True),
        Part(name="looked", start=lookup.LOOKED, count=players, table=seats),
        Part(name="skips", start=lookup.SKIPS, table=seats),
        Part(name="safe", start=lookup.SAFE, table=seats),
        Part(name="turn_of", start=lookup.TURN_OF, table=one_of(players)),
        Part(name="round", start=lookup.ROUND, table=up_to(int(setup.round_limit))),
        Part(name="last", start=lookup.LAST, count=2, table=where),
        Part(name="taken", start=lookup.TAKEN, table=tile),
        Part(name="origin", start=lookup.ORIGIN, count=2, table=where),
        Part(name="event", start=lookup.EVENT, table=none_or_one_of(lookup.EVENTS)),
        Part(name="events", start=lookup.USED_EVENTS, count=events, table=one_of(lookup.EVENTS)),
        Part(name="used", start=lookup.USED, table=up_to(events)),
        Part(name="pending", start=lookup.STACK, count=deepest, step=2, table=none_or_one_of(lookup.ASK_END)),
        Part(name="arguments", start=lookup.STACK + 1, count=deepest, step=2, table=up_to(lookup.SEATS)),
    )


def tile_table(setup: TricolorSetup) -> Table:
    """Return the table for the code of a tile, or 0."""
    rows = [tile(setup, code) for code in range(1, lookup.START_CODE + 1)]
    return ((0.0,) * len(rows[0]), *rows)


def tile(setup: TricolorSetup, code: int) -> tuple[float, ...]:
    """Return a tile as features: colour, End or Start, the sides of its roads, and whether it is built."""
    face = int(lookup.face_of(code))
    kind = face // lookup.SHAPES if face < lookup.END else lookup.COLOURS + face - lookup.END
    roads = (int(setup.road[code]), int(setup.other_road[code]))
    return (
        *(float(kind == other) for other in range(lookup.COLOURS + 2)),
        *(float(road >> side & 1) for road in roads for side in range(SIDES)),
        float(code % 2 == 0),
    )
