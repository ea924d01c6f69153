"""What the numbers of a Tri-Trac state mean, for programs that learn."""

from __future__ import annotations

from collections.abc import Sequence

from triangulum.core.learning.features import (
    ByteFeatures,
    WordFeatures,
    optional_one_hot_table,
    ratio_table,
)
from triangulum.games.tri_trac.rules import TriTracSetup, fields


def list_features(setup: TriTracSetup) -> Sequence[ByteFeatures | WordFeatures]:
    """Return what each byte means; the words are keys of earlier positions, from which nothing can be learned."""
    num_spaces = int(setup.num_spaces)
    optional_space = optional_one_hot_table(num_spaces)
    space_code = optional_one_hot_table(fields.NUM_SPACE_CODES - 1)
    reserve_count = ratio_table(int(setup.num_triangles))
    ending = optional_one_hot_table(fields.DRAWN_BY_STALEMATE)
    return (
        ByteFeatures(name="spaces", start=0, count=num_spaces, table=space_code),
        ByteFeatures(name="reserves", start=num_spaces + fields.RESERVES, count=2, table=reserve_count),
        ByteFeatures(name="barred", start=num_spaces + fields.NEUTRAL_BARRED, table=ratio_table(1)),
        ByteFeatures(name="turns", start=num_spaces + fields.TURN_COUNT, count=2, table=ratio_table(255)),
        ByteFeatures(name="last", start=num_spaces + fields.LAST_SPACE, table=optional_space),
        ByteFeatures(name="origin", start=num_spaces + fields.LAST_ORIGIN, table=optional_space),
        ByteFeatures(name="ending", start=num_spaces + fields.ENDING, table=ending),
    )
