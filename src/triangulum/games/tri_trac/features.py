"""What the numbers of a state of Tri-Trac mean, for programs that learn."""

from __future__ import annotations

from collections.abc import Sequence

from triangulum.core.learning.features import Mask, Part, none_or_one_of, up_to
from triangulum.games.tri_trac import lookup
from triangulum.games.tri_trac.rules import TriTracSetup


def parts(setup: TriTracSetup) -> Sequence[Part | Mask]:
    """Return what each byte is; the words are hashes of earlier positions, from which nothing can be learned."""
    spaces = int(setup.spaces)
    where = none_or_one_of(spaces)
    return (
        Part(name="spaces", start=0, count=spaces, table=none_or_one_of(lookup.CODES - 1)),
        Part(name="reserves", start=spaces + lookup.RESERVES, count=2, table=up_to(int(setup.triangles))),
        Part(name="barred", start=spaces + lookup.BARRED, table=up_to(1)),
        Part(name="turns", start=spaces + lookup.TURNS, count=2, table=up_to(255)),
        Part(name="last", start=spaces + lookup.LAST, table=where),
        Part(name="origin", start=spaces + lookup.ORIGIN, table=where),
        Part(name="ending", start=spaces + lookup.ENDING, table=none_or_one_of(lookup.STUCK)),
    )
