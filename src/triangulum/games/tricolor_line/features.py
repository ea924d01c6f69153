"""What the numbers of a state of Tricolor Line mean, for programs that learn.

A tile on the table is written as its colour, the sides that its roads join, and whether it is built.
"""

from __future__ import annotations

from collections.abc import Sequence

from triangulum.core.learning.features import (
    ByteFeatures,
    FeatureTable,
    WordFeatures,
    bit_table,
    one_hot_table,
    optional_one_hot_table,
    ratio_table,
)
from triangulum.games.tricolor_line import lookup
from triangulum.games.tricolor_line.rules import TricolorSetup

SIDES = 4


def list_features(setup: TricolorSetup) -> Sequence[ByteFeatures | WordFeatures]:
    """Return what each byte is."""
    players, deepest = int(setup.players), (lookup.NUM_BYTES - lookup.QUESTIONS) // 2
    cards, faces = ratio_table(max(map(int, setup.card_counts))), ratio_table(max(map(int, setup.face_counts)))
    held, colour = ratio_table(lookup.HAND_LIMIT), optional_one_hot_table(lookup.NUM_COLOURS)
    seats, coordinate, tile = bit_table(lookup.MAX_SEATS), optional_one_hot_table(lookup.BOARD_SIZE), tile_lookup(setup)
    events = sum(map(int, setup.event_counts))
    return (
        ByteFeatures(name="tiles", start=0, count=lookup.NUM_PLACES, table=tile),
        ByteFeatures(name="unseen", start=lookup.UNSEEN, count=lookup.NUM_FACES, table=faces),
        ByteFeatures(
            name="pile_size", start=lookup.PILE_SIZE, count=lookup.NUM_PILES, table=ratio_table(int(setup.pile_size))
        ),
        ByteFeatures(
            name="top", start=lookup.TOP, count=lookup.NUM_PILES, table=optional_one_hot_table(lookup.NUM_FACES)
        ),
        ByteFeatures(name="draw_pile", start=lookup.DRAW_PILE, count=lookup.NUM_CARDS, table=cards, hidden=True),
        ByteFeatures(name="discards", start=lookup.DISCARDS, count=lookup.NUM_CARDS, table=cards),
        ByteFeatures(name="hidden", start=lookup.HIDDEN, count=players * lookup.NUM_CARDS, table=held, hidden=True),
        ByteFeatures(name="open", start=lookup.OPEN, count=players * lookup.NUM_CARDS, table=held),
        ByteFeatures(name="identity", start=lookup.IDENTITY, count=players, table=colour, hidden=True),
        ByteFeatures(name="looked", start=lookup.LOOKED, count=players, table=seats),
        ByteFeatures(name="skips", start=lookup.SKIPS, table=seats),
        ByteFeatures(name="safe", start=lookup.SAFE, table=seats),
        ByteFeatures(name="turn_of", start=lookup.TURN_SEAT, table=one_hot_table(players)),
        ByteFeatures(name="round", start=lookup.ROUND, table=ratio_table(int(setup.round_limit))),
        ByteFeatures(name="last", start=lookup.LAST_PLACE, count=2, table=coordinate),
        ByteFeatures(name="taken", start=lookup.TAKEN_CODE, table=tile),
        ByteFeatures(name="origin", start=lookup.ORIGIN, count=2, table=coordinate),
        ByteFeatures(name="event", start=lookup.EVENT, table=optional_one_hot_table(lookup.NUM_EVENTS)),
        ByteFeatures(name="events", start=lookup.USED_EVENTS, count=events, table=one_hot_table(lookup.NUM_EVENTS)),
        ByteFeatures(name="used", start=lookup.NUM_USED_EVENTS, table=ratio_table(events)),
        ByteFeatures(
            name="pending", start=lookup.QUESTIONS, count=deepest, step=2, table=optional_one_hot_table(lookup.ASK_END)
        ),
        ByteFeatures(
            name="arguments", start=lookup.QUESTIONS + 1, count=deepest, step=2, table=ratio_table(lookup.MAX_SEATS)
        ),
    )


def tile_lookup(setup: TricolorSetup) -> FeatureTable:
    """Return the table for the code of a tile, or 0."""
    rows = [tile_features(setup, code) for code in range(1, lookup.START_CODE + 1)]
    return ((0.0,) * len(rows[0]), *rows)


def tile_features(setup: TricolorSetup, code: int) -> tuple[float, ...]:
    """Return a tile as features: colour, End or Start, the sides of its roads, and whether it is built."""
    face = int(lookup.decode_face(code))
    kind = face // lookup.NUM_SHAPES if face < lookup.END else lookup.NUM_COLOURS + face - lookup.END
    roads = (int(setup.road_masks[code]), int(setup.second_road_masks[code]))
    return (
        *(float(kind == index) for index in range(lookup.NUM_COLOURS + 2)),
        *(float(road >> side & 1) for road in roads for side in range(SIDES)),
        float(code % 2 == 0),
    )
