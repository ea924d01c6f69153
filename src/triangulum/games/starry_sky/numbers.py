"""What the numbers of a state of Starry Sky mean, for programs that learn."""

from __future__ import annotations

from collections.abc import Sequence

from triangulum.core.numbers import Mask, Part, none_or_one_of, one_of, up_to
from triangulum.games.starry_sky import rules
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
            count=rules.CARDS,
            table=one_of(rules.OPEN + rules.SEATS * rules.TRICKS),
            hidden=True,
        ),
        Part(name="laid", start=rules.TABLE, count=rules.SEATS, table=one_of(rules.NO_CARD + 1), hidden=True),
        Part(name="led", start=rules.LED, table=one_of(rules.NO_COLOUR + 1)),
        Part(name="leader", start=rules.LEADER, table=one_of(rules.SEATS)),
        Part(name="voids", start=rules.VOID, count=2 * rules.SEATS, table=up_to(1)),
        Part(name="won", start=rules.WON, count=rules.SEATS, table=up_to(rules.TRICKS)),
        Part(name="phase", start=rules.PHASE, table=one_of(rules.FINISHED + 1)),
        Part(name="dealt", start=rules.DEALT, table=up_to(rules.CARDS)),
        Part(name="played", start=rules.PLAYED, table=up_to(rules.TRICKS)),
        Part(name="points", start=rules.POINTS, table=up_to(MANY_POINTS)),
        Part(name="drew", start=rules.DREW, table=up_to(rules.MOST_LINES)),
        Part(name="fresh", start=rules.FRESH, count=2, table=none_or_one_of(rules.PAIR_COUNT)),
        Part(name="used", start=rules.USED, count=rules.SEATS, table=up_to(1)),
        Mask(name="red_lines", word=rules.RED, places=ways, size=rules.PAIR_COUNT),
        Mask(name="blue_lines", word=rules.BLUE, places=ways, size=rules.PAIR_COUNT),
    )
