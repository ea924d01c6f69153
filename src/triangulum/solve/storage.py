"""Save and load the tables of solved games.

A table is ``GAME-VARIANT.solved`` in the user's cache folder: a line that says what this is, a line of JSON that says
of what, with a checksum, and the table, compressed. It can be deleted at any time and made again.
"""

from __future__ import annotations

import re
import zlib
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

import msgspec

from triangulum.core.game import Game
from triangulum.core.registry import games
from triangulum.core.solver import Solution, Solver
from triangulum.core.state import Setup
from triangulum.errors import SolutionError
from triangulum.paths import cache_folder, write_atomically

MAGIC = b"triangulum solution 1"
MAX_CACHED = 4
"""How many solutions a process keeps in memory."""


class SolutionLabel(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a table is a solution of."""

    game: str
    rules_version: int
    table_version: int
    variant: str
    components: str
    """Their digest."""


class SolutionHeader(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The second line of a file."""

    label: SolutionLabel
    sha256: str
    """Of all that follows."""


def solver_of(game: Game) -> Solver:
    """Return the solver of a game, or raise SolutionError."""
    if game.solver is None:
        solvable = " and ".join(candidate.id for candidate in games() if candidate.solver is not None)
        raise SolutionError(f"There’s no solver for {game.title}. Games with a solver: {solvable or 'none'}.")
    return game.solver


def make_solution_label(setup: Setup) -> SolutionLabel:
    """Return the label that the table of a setup must have."""
    game, solver = setup.game, solver_of(setup.game)
    return SolutionLabel(
        game=game.id,
        rules_version=game.rules_version,
        table_version=solver.VERSION,
        variant=solver.variant(setup),
        components=setup.components.digest,
    )


def solution_path(setup: Setup) -> Path:
    """Return the path of the file with a setup's table, whether it exists or not."""
    label = make_solution_label(setup)
    variant = re.sub("[^a-z0-9]+", "-", label.variant)
    parts = "" if setup.components.is_default else f"-{label.components[:12]}"
    return cache_folder() / f"{label.game}-{variant}{parts}.solved"


def format_solve_command(setup: Setup) -> str:
    """Format the command that makes the table of a setup."""
    choices = [f"--set {choice}" for choice in solver_of(setup.game).variant(setup).split()]
    parts = [] if setup.components.is_default else ["--components FILE"]
    return " ".join(["triangulum solve", setup.game.id, *choices, *parts])


def save(setup: Setup, table: bytes) -> Path:
    """Write the table of a setup to its file, whole or not at all, and return the path."""
    file = solution_path(setup)
    packed = zlib.compress(table)
    header = SolutionHeader(label=make_solution_label(setup), sha256=sha256(packed).hexdigest())
    content = b"\n".join([MAGIC, msgspec.json.encode(header), packed])
    try:
        write_atomically(file, content)
    except OSError as error:
        raise SolutionError(f"cannot write {file}: {error.strerror or error}") from None
    return file


def load(setup: Setup) -> Solution:
    """Return the solution for a setup, or raise the SolutionError that says what to run.

    It is read once, and again only when its file has changed.
    """
    file = solution_path(setup)
    try:
        now = file.stat()
        return read_solution(setup, file, (now.st_mtime_ns, now.st_size, now.st_ino))
    except FileNotFoundError:
        variant = solver_of(setup.game).variant(setup)
        raise SolutionError(
            f"{setup.game.title} with {variant} hasn’t been solved on this machine yet. "
            f"Run: {format_solve_command(setup)}"
        ) from None
    except OSError as error:
        raise SolutionError(f"{file} can’t be read: {error.strerror or error}.") from None


@lru_cache(maxsize=MAX_CACHED)
def read_solution(setup: Setup, file: Path, stamp: tuple[int, int, int]) -> Solution:
    """Read the solution in a file; ``stamp`` differs for a file that has changed, so that it is read again."""
    content = file.read_bytes()
    magic, _, rest = content.partition(b"\n")
    line, _, packed = rest.partition(b"\n")
    try:
        header = msgspec.json.decode(line, type=SolutionHeader)
        if magic != MAGIC or header.sha256 != sha256(packed).hexdigest():
            raise ValueError("the checksum is another")
        if header.label == make_solution_label(setup):
            return solver_of(setup.game).read(setup, zlib.decompress(packed))
    except (ValueError, zlib.error):
        raise SolutionError(f"{file} is damaged: solve it again with {format_solve_command(setup)}") from None
    raise SolutionError(f"{file} is of other rules or parts: solve it again with {format_solve_command(setup)}")
