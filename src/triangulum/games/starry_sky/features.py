"""What the numbers of a state of Starry Sky mean, for programs that learn."""

from __future__ import annotations

from collections.abc import Sequence

from triangulum.core.learning.features import Mask, Part, none_or_one_of, one_of, up_to
from triangulum.games.starry_sky import lookup
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
            count=lookup.CARDS,
            table=one_of(lookup.OPEN + lookup.SEATS * lookup.TRICKS),
            hidden=True,
        ),
        Part(name="laid", start=lookup.TABLE, count=lookup.SEATS, table=one_of(lookup.NO_CARD + 1), hidden=True),
        Part(name="led", start=lookup.LED, table=one_of(lookup.NO_COLOUR + 1)),
        Part(name="leader", start=lookup.LEADER, table=one_of(lookup.SEATS)),
        Part(name="voids", start=lookup.VOID, count=2 * lookup.SEATS, table=up_to(1)),
        Part(name="won", start=lookup.WON, count=lookup.SEATS, table=up_to(lookup.TRICKS)),
        Part(name="phase", start=lookup.PHASE, table=one_of(lookup.FINISHED + 1)),
        Part(name="dealt", start=lookup.DEALT, table=up_to(lookup.CARDS)),
        Part(name="played", start=lookup.PLAYED, table=up_to(lookup.TRICKS)),
        Part(name="points", start=lookup.POINTS, table=up_to(MANY_POINTS)),
        Part(name="drew", start=lookup.DREW, table=up_to(lookup.MOST_LINES)),
        Part(name="fresh", start=lookup.FRESH, count=2, table=none_or_one_of(lookup.PAIR_COUNT)),
        Part(name="used", start=lookup.USED, count=lookup.SEATS, table=up_to(1)),
        Mask(name="red_lines", word=lookup.RED, places=ways, size=lookup.PAIR_COUNT),
        Mask(name="blue_lines", word=lookup.BLUE, places=ways, size=lookup.PAIR_COUNT),
    )
