"""What the bytes and words of a state of Starry Sky mean, for programs that learn."""

from __future__ import annotations

from collections.abc import Sequence

from triangulum.core.learning.features import (
    ByteFeatures,
    WordFeatures,
    one_hot_table,
    optional_one_hot_table,
    ratio_table,
)
from triangulum.games.starry_sky.actions import BLUE, NO_COLOUR, NUM_CARDS, NUM_PAIRS, RED
from triangulum.games.starry_sky.rules import StarrySkySetup, lookup

HIGH_POINTS = 60
"""Games rarely end with more."""


def list_features(setup: StarrySkySetup) -> Sequence[ByteFeatures | WordFeatures]:
    """Return the features of each byte and word; a line is the same feature in every sky where it is in reach."""
    pair_indices = tuple(int(pair) for pair in setup.pair_by_line_index)
    return (
        ByteFeatures(
            name="cards",
            start=0,
            count=NUM_CARDS,
            table=one_hot_table(lookup.FACE_UP + lookup.NUM_SEATS * lookup.NUM_TRICKS),
            hidden=True,
        ),
        ByteFeatures(
            name="laid",
            start=lookup.TRICK_CARDS,
            count=lookup.NUM_SEATS,
            table=one_hot_table(lookup.NO_CARD + 1),
            hidden=True,
        ),
        ByteFeatures(name="led", start=lookup.LED_COLOUR, table=one_hot_table(NO_COLOUR + 1)),
        ByteFeatures(name="leader", start=lookup.LEADER, table=one_hot_table(lookup.NUM_SEATS)),
        ByteFeatures(name="voids", start=lookup.VOIDS, count=2 * lookup.NUM_SEATS, table=ratio_table(1)),
        ByteFeatures(name="won", start=lookup.TRICKS_WON, count=lookup.NUM_SEATS, table=ratio_table(lookup.NUM_TRICKS)),
        ByteFeatures(name="phase", start=lookup.PHASE, table=one_hot_table(lookup.FINISHED + 1)),
        ByteFeatures(name="dealt", start=lookup.NUM_DEALT, table=ratio_table(NUM_CARDS)),
        ByteFeatures(name="played", start=lookup.TRICKS_PLAYED, table=ratio_table(lookup.NUM_TRICKS)),
        ByteFeatures(name="points", start=lookup.POINTS, table=ratio_table(HIGH_POINTS)),
        ByteFeatures(name="drew", start=lookup.NUM_FRESH_LINES, table=ratio_table(lookup.MAX_LINES_PER_STAR)),
        ByteFeatures(name="fresh", start=lookup.FRESH_LINES, count=2, table=optional_one_hot_table(NUM_PAIRS)),
        ByteFeatures(name="used", start=lookup.HAS_ERASED, count=lookup.NUM_SEATS, table=ratio_table(1)),
        WordFeatures(name="red_lines", word=RED, places=pair_indices, size=NUM_PAIRS),
        WordFeatures(name="blue_lines", word=BLUE, places=pair_indices, size=NUM_PAIRS),
    )
