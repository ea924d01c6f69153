"""What the numbers of a state of Tri-Trac mean, for programs that learn."""

from __future__ import annotations

from collections.abc import Sequence

from triangulum.core.learning.features import (
    ByteFeatures,
    WordFeatures,
    optional_one_hot_table,
    ratio_table,
)
from triangulum.games.tri_trac import lookup
from triangulum.games.tri_trac.rules import TriTracSetup


def parts(setup: TriTracSetup) -> Sequence[ByteFeatures | WordFeatures]:
    """Return what each byte is; the words are hashes of earlier positions, from which nothing can be learned."""
    spaces = int(setup.num_spaces)
    where = optional_one_hot_table(spaces)
    return (
        ByteFeatures(name="spaces", start=0, count=spaces, table=optional_one_hot_table(lookup.NUM_CODES - 1)),
        ByteFeatures(
            name="reserves", start=spaces + lookup.RESERVES, count=2, table=ratio_table(int(setup.num_triangles))
        ),
        ByteFeatures(name="barred", start=spaces + lookup.BARRED, table=ratio_table(1)),
        ByteFeatures(name="turns", start=spaces + lookup.TURNS, count=2, table=ratio_table(255)),
        ByteFeatures(name="last", start=spaces + lookup.LAST, table=where),
        ByteFeatures(name="origin", start=spaces + lookup.ORIGIN, table=where),
        ByteFeatures(name="ending", start=spaces + lookup.ENDING, table=optional_one_hot_table(lookup.STUCK)),
    )
