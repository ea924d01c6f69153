"""Solves Star Runners: strata of positions one after another, in several processes, each to proven bounds.

If both players wait for each other, a game can go on forever and nobody wins; such a game is worth 0. Plain value
iteration doesn't find that, because any value of a position in which both wait confirms itself. So the value of a
turn is discounted a little, less in every stage, and in the end bounds prove how far off that can be. A *lower* bound
holds if looking ahead one turn gives at least as much, and more where it is positive, since then nobody waits in it;
an *upper* bound is the mirror image. (This is Everett's condition for recursive games.) Both start at the values and
give way until the condition holds.

Values alone don't win games: where every turn is worth 1, a player could put off winning forever. So each position
also has a *discounted value*: its value if turns are discounted by a hundredth and both players choose among turns
of the highest value only.
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
    """Return the options on which the table depends.

    The turn limit is ignored, it makes no difference who builds the binaries, and there are always two players.
    """
    options = setup.options
    assert isinstance(options, StarRunnersOptions)
    homes = f"homes={options.homes}"
    return homes if options.rerolls == "chain" else f"{homes} rerolls={options.rerolls}"


def read(setup: StarRunnersSetup, table: bytes) -> StarRunnersSolution:
    """Return the solution that a table holds."""
    return StarRunnersSolution(setup, table)


def solve(setup: StarRunnersSetup, processes: int, report_progress: ProgressCallback) -> bytes:
    """Solve the game of a setup in worker processes; return its table."""
    return encode_table(solve_strata(setup, processes, report_progress))
