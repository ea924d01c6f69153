"""What the bytes of a state of Star Runners mean, for programs that learn."""

from __future__ import annotations

from collections.abc import Sequence

from triangulum.core.learning.features import (
    ByteFeatures,
    WordFeatures,
    bit_table,
    one_hot_table,
    optional_one_hot_table,
    ratio_table,
)
from triangulum.games.star_runners import rules
from triangulum.games.star_runners.actions import NUM_PLACES, NUM_SIZES
from triangulum.games.star_runners.rules import StarRunnersSetup


def list_features(setup: StarRunnersSetup) -> Sequence[ByteFeatures | WordFeatures]:
    """Return the features of each byte of a state, in order."""
    return (
        ByteFeatures(name="phase", start=rules.PHASE, table=one_hot_table(rules.NUM_PHASES)),
        ByteFeatures(name="turn_of", start=rules.TURN_OF, table=one_hot_table(2)),
        ByteFeatures(name="roll", start=rules.ROLL_CODE, table=optional_one_hot_table(int(setup.max_chance_outcomes))),
        ByteFeatures(name="points", start=rules.POINTS, table=ratio_table(int(setup.die_sides))),
        ByteFeatures(name="lacks", start=rules.MISSING_SIZES, count=2, table=one_hot_table(rules.NOT_BUILT + 1)),
        ByteFeatures(name="ships", start=rules.SHIP_PLACES, count=2 * NUM_SIZES, table=one_hot_table(NUM_PLACES)),
        ByteFeatures(name="visited", start=rules.VISIT_MASKS, count=2, table=bit_table(NUM_SIZES)),
        ByteFeatures(name="reach", start=rules.REACH_MASKS, count=NUM_SIZES, table=bit_table(NUM_PLACES)),
        ByteFeatures(name="turns", start=rules.NUM_TURNS, count=2, table=ratio_table(255)),
    )
