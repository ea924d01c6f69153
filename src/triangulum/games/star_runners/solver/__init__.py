"""Solves Star Runners: strata of positions one after another, in several processes, each to proven bounds.

Two players who wait for each other can go on for ever, and then nobody wins: such a game is worth 0. Looking ahead turn
by turn does not find that by itself, because whatever is believed of a position in which both wait stays believed. So a
turn's worth fades a little, by less and less; and in the end it is proven how far that can have led astray. A *lower*
value of a seat is right if looking ahead from it gives no less, and more where it is positive, because then there is
no waiting in it; likewise an *upper* one. (This is Everett's condition for recursive games.) Both are found
by starting at the values and giving way until the condition holds.

Values alone do not win games: where every turn is worth 1, one could put off winning for ever. So each position has its
*haste*, too: what it is worth if turns fade by a hundredth and both choose among turns of the highest value only.
"""

from __future__ import annotations

from typing import Final

from triangulum.core.solver import ProgressCallback
from triangulum.games.star_runners.options import StarRunnersOptions
from triangulum.games.star_runners.rules import StarRunnersSetup
from triangulum.games.star_runners.solver.solution import StarRunnersSolution, encode_table
from triangulum.games.star_runners.solver.workers import solve_strata

VERSION: Final = 1


def variant(setup: StarRunnersSetup) -> str:
    """Return the one option that matters: the turn limit is not solved, and there are always two players."""
    options = setup.options
    assert isinstance(options, StarRunnersOptions)
    return f"homes={options.homes}"


def read(setup: StarRunnersSetup, table: bytes) -> StarRunnersSolution:
    """Return the solution that a table holds."""
    return StarRunnersSolution(setup, table)


def solve(setup: StarRunnersSetup, processes: int, report_progress: ProgressCallback) -> bytes:
    """Return the table of a setup."""
    return encode_table(solve_strata(setup, processes, report_progress))
