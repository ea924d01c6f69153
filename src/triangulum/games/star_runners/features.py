"""What the numbers of a state of Star Runners mean, for programs that learn."""

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
from triangulum.games.star_runners.rules import StarRunnersSetup


def parts(setup: StarRunnersSetup) -> Sequence[ByteFeatures | WordFeatures]:
    """Return what each byte is."""
    return (
        ByteFeatures(name="phase", start=rules.PHASE, table=one_hot_table(rules.FINISHED + 1)),
        ByteFeatures(name="turn_of", start=rules.TURN_OF, table=one_hot_table(2)),
        ByteFeatures(name="roll", start=rules.ROLL, table=optional_one_hot_table(int(setup.max_chance_outcomes))),
        ByteFeatures(name="points", start=rules.POINTS, table=ratio_table(int(setup.die_sides))),
        ByteFeatures(name="lacks", start=rules.LACKS, count=2, table=one_hot_table(rules.UNCHOSEN + 1)),
        ByteFeatures(name="ships", start=rules.SHIPS, count=2 * rules.SIZES, table=one_hot_table(rules.PLACES)),
        ByteFeatures(name="visited", start=rules.VISITED, count=2, table=bit_table(rules.SIZES)),
        ByteFeatures(name="reach", start=rules.REACH, count=rules.SIZES, table=bit_table(rules.PLACES)),
        ByteFeatures(name="turns", start=rules.TURNS, count=2, table=ratio_table(255)),
    )
