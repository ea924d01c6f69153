"""Where the rows of a run are kept: two tables as CSV and a note of what they hold, in a folder.

Rows come in order and are only ever added, so what was written stays as it is, and a run that was stopped at any
moment can go on after the last whole game. Tables are read in pieces, so that their length does not matter.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import IO, Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from triangulum.core.stats import StatsGroup
from triangulum.errors import TriangulumError
from triangulum.lab.study.runs import Run
from triangulum.lab.study.simulate import SEAT_COLUMNS, SimulationBatch, game_columns, seat_columns, stat_groups

CHUNK_GAMES: Final = 2000
"""Games that are read at a time, or some less, so that rounds stay together."""
BOT_COLUMN: Final = SEAT_COLUMNS.index("bot")

FloatArray = NDArray[np.float64]


class RunLabel(msgspec.Struct, frozen=True):
    """What a folder says of itself."""

    run: Run
    version: int = 1


class RunStore:
    """The tables of one run."""

    def __init__(self, folder: Path, run: Run) -> None:
        self.folder = folder
        self.run = run
        self.groups: tuple[StatsGroup, ...] = stat_groups(run.game_setup(0))
        self.games_file = folder / "games.csv"
        self.seats_file = folder / "seats.csv"
        self.label_file = folder / "run.json"
        self.num_games = 0
        """Games that are there."""

    def open_files(self) -> None:
        """Make the tables, or go on with those that are there: what is not whole is cut off."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            if self.label_file.exists():
                self.check_label()
            else:
                for file, columns in (
                    (self.games_file, game_columns(self.groups)),
                    (self.seats_file, seat_columns(self.groups)),
                ):
                    file.write_bytes(format_header(columns))
                self.label_file.write_bytes(msgspec.json.format(msgspec.json.encode(RunLabel(self.run))) + b"\n")
            self.truncate_to_whole_games()
        except OSError as error:
            raise TriangulumError(f"cannot keep games in {self.folder}: {error.strerror or error}") from None

    def check_label(self) -> None:
        """See that the folder holds this run and no other."""
        try:
            label = msgspec.json.decode(self.label_file.read_bytes(), type=RunLabel)
        except msgspec.MsgspecError:
            label = None
        # As it would be read from a file, in which lists and tuples are the same.
        own = msgspec.json.decode(msgspec.json.encode(RunLabel(self.run)), type=RunLabel)
        if label != own:
            raise TriangulumError(
                f"{self.folder} holds games of another run (other options, bots or seed): name another place"
            )

    def truncate_to_whole_games(self) -> None:
        """Keep whole games only, the same in both tables."""
        games, ends = count_whole_games(self.games_file, 1)
        seats, seat_ends = count_whole_games(self.seats_file, self.run.players)
        self.num_games = min(games, seats)
        for file, rows, end in ((self.games_file, 1, ends), (self.seats_file, self.run.players, seat_ends)):
            if self.num_games * rows != end[0]:
                end = (0, find_row_offset(file, self.num_games * rows))
            with file.open("r+b") as table:
                table.truncate(end[1])

    def append_batch(self, batch: SimulationBatch) -> None:
        """Put down the next games."""
        if batch.first != self.num_games:
            raise AssertionError("games are put down in their order")
        try:
            for file, rows in ((self.seats_file, batch.seat_rows), (self.games_file, batch.game_rows)):
                with file.open("ab") as table:
                    table.write(rows)
        except OSError as error:
            raise TriangulumError(f"cannot write {self.folder}: {error.strerror or error}") from None
        self.num_games += batch.count

    def read_chunks(self, first: int, most: int) -> Iterator[tuple[FloatArray, FloatArray]]:
        """Return games from one on, piece by piece: a row for each, and for each and its seats."""
        piece = CHUNK_GAMES - CHUNK_GAMES % self.run.games_per_round
        bots = {name: float(number) for number, name in enumerate(self.run.names)}
        with self.games_file.open("rb") as games, self.seats_file.open("rb") as seats:
            skip_lines(games, 1 + first)
            skip_lines(seats, 1 + first * self.run.players)
            while first < most:
                count = min(piece, most - first)
                whole = read_rows(games, count)
                own = read_rows(seats, count * self.run.players, bots)
                if not len(whole):
                    return
                yield whole, own.reshape(len(whole), self.run.players, -1)
                first += len(whole)


def format_header(columns: list[str]) -> bytes:
    """Return the first line of a table."""
    line = io.StringIO()
    csv.writer(line, lineterminator="\n").writerow(columns)
    return line.getvalue().encode()


def count_whole_games(file: Path, each: int) -> tuple[int, tuple[int, int]]:
    """Return how many games a table holds, of so many rows each, and how many rows and bytes these are."""
    rows, size, kept = -1, 0, (0, 0)
    with file.open("rb") as table:
        for line in table:
            if not line.endswith(b"\n"):
                break
            rows += 1
            size += len(line)
            if rows % each == 0:
                kept = rows, size
    if rows < 0:
        raise TriangulumError(f"{file} has no heading: it was not written by the lab")
    return kept[0] // each, kept


def find_row_offset(file: Path, row: int) -> int:
    """Return where a row begins."""
    with file.open("rb") as table:
        skip_lines(table, 1 + row)
        return table.tell()


def skip_lines(table: IO[bytes], lines: int) -> None:
    """Read on, over so many lines."""
    for _ in range(lines):
        table.readline()


def read_rows(table: IO[bytes], rows: int, bots: dict[str, float] | None = None) -> FloatArray:
    """Return the next rows of a table as numbers."""
    lines = [line.decode() for line in islice(table, rows)]
    if not lines:
        return np.empty((0, 0))
    if bots is None:
        return np.loadtxt(lines, delimiter=",", ndmin=2)
    return np.loadtxt(lines, delimiter=",", ndmin=2, quotechar='"', converters={BOT_COLUMN: bots.__getitem__})
