"""What the numbers of a state of Star Runners mean, for programs that learn."""

from __future__ import annotations

from collections.abc import Sequence

from triangulum.core.learning.features import Mask, Part, bits, none_or_one_of, one_of, up_to
from triangulum.games.star_runners import rules
from triangulum.games.star_runners.rules import StarRunnersSetup


def parts(setup: StarRunnersSetup) -> Sequence[Part | Mask]:
    """Return what each byte is."""
    return (
        Part(name="phase", start=rules.PHASE, table=one_of(rules.FINISHED + 1)),
        Part(name="turn_of", start=rules.TURN_OF, table=one_of(2)),
        Part(name="roll", start=rules.ROLL, table=none_or_one_of(int(setup.max_chance_outcomes))),
        Part(name="points", start=rules.POINTS, table=up_to(int(setup.sides))),
        Part(name="lacks", start=rules.LACKS, count=2, table=one_of(rules.UNCHOSEN + 1)),
        Part(name="ships", start=rules.SHIPS, count=2 * rules.SIZES, table=one_of(rules.PLACES)),
        Part(name="visited", start=rules.VISITED, count=2, table=bits(rules.SIZES)),
        Part(name="reach", start=rules.REACH, count=rules.SIZES, table=bits(rules.PLACES)),
        Part(name="turns", start=rules.TURNS, count=2, table=up_to(255)),
    )
