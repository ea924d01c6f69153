"""What the numbers of a state of Tri-Trac mean, for programs that learn."""

from __future__ import annotations

from collections.abc import Sequence

from triangulum.core.learning.features import Mask, Part, none_or_one_of, up_to
from triangulum.games.tri_trac import tables
from triangulum.games.tri_trac.rules import TriTracSetup


def parts(setup: TriTracSetup) -> Sequence[Part | Mask]:
    """Return what each byte is; the words are hashes of earlier positions, from which nothing can be learned."""
    spaces = int(setup.spaces)
    where = none_or_one_of(spaces)
    return (
        Part(name="spaces", start=0, count=spaces, table=none_or_one_of(tables.CODES - 1)),
        Part(name="reserves", start=spaces + tables.RESERVES, count=2, table=up_to(int(setup.triangles))),
        Part(name="barred", start=spaces + tables.BARRED, table=up_to(1)),
        Part(name="turns", start=spaces + tables.TURNS, count=2, table=up_to(255)),
        Part(name="last", start=spaces + tables.LAST, table=where),
        Part(name="origin", start=spaces + tables.ORIGIN, table=where),
        Part(name="ending", start=spaces + tables.ENDING, table=none_or_one_of(tables.STUCK)),
    )
