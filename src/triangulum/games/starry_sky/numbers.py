"""What the numbers of a state of Starry Sky mean, for programs that learn."""

from __future__ import annotations

from collections.abc import Sequence

from triangulum.core.learning.features import Mask, Part, none_or_one_of, one_of, up_to
from triangulum.games.starry_sky import tables
from triangulum.games.starry_sky.rules import StarrySkySetup

MANY_POINTS = 60
"""More are hardly ever made."""


def parts(setup: StarrySkySetup) -> Sequence[Part | Mask]:
    """Return what each byte and word is. Lines are the same features in every sky, whichever are within reach."""
    ways = tuple(int(pair) for pair in setup.pair_back)
    return (
        Part(
            name="cards",
            start=0,
            count=tables.CARDS,
            table=one_of(tables.OPEN + tables.SEATS * tables.TRICKS),
            hidden=True,
        ),
        Part(name="laid", start=tables.TABLE, count=tables.SEATS, table=one_of(tables.NO_CARD + 1), hidden=True),
        Part(name="led", start=tables.LED, table=one_of(tables.NO_COLOUR + 1)),
        Part(name="leader", start=tables.LEADER, table=one_of(tables.SEATS)),
        Part(name="voids", start=tables.VOID, count=2 * tables.SEATS, table=up_to(1)),
        Part(name="won", start=tables.WON, count=tables.SEATS, table=up_to(tables.TRICKS)),
        Part(name="phase", start=tables.PHASE, table=one_of(tables.FINISHED + 1)),
        Part(name="dealt", start=tables.DEALT, table=up_to(tables.CARDS)),
        Part(name="played", start=tables.PLAYED, table=up_to(tables.TRICKS)),
        Part(name="points", start=tables.POINTS, table=up_to(MANY_POINTS)),
        Part(name="drew", start=tables.DREW, table=up_to(tables.MOST_LINES)),
        Part(name="fresh", start=tables.FRESH, count=2, table=none_or_one_of(tables.PAIR_COUNT)),
        Part(name="used", start=tables.USED, count=tables.SEATS, table=up_to(1)),
        Mask(name="red_lines", word=tables.RED, places=ways, size=tables.PAIR_COUNT),
        Mask(name="blue_lines", word=tables.BLUE, places=ways, size=tables.PAIR_COUNT),
    )
