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

from triangulum.core.stats import Group
from triangulum.errors import TriangulumError
from triangulum.lab.study.runs import Run
from triangulum.lab.study.simulate import SEAT, Batch, game_columns, groups_of, seat_columns

PIECE: Final = 2000
"""Games that are read at a time, or some less, so that rounds stay together."""
BOT: Final = SEAT.index("bot")

Figures = NDArray[np.float64]


class Label(msgspec.Struct, frozen=True):
    """What a folder says of itself."""

    run: Run
    version: int = 1


class Sheets:
    """The tables of one run."""

    def __init__(self, folder: Path, run: Run) -> None:
        self.folder = folder
        self.run = run
        self.groups: tuple[Group, ...] = groups_of(run.setup(0))
        self.games_file = folder / "games.csv"
        self.seats_file = folder / "seats.csv"
        self.label_file = folder / "run.json"
        self.done = 0
        """Games that are there."""

    def open(self) -> None:
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
                    file.write_bytes(heading(columns))
                self.label_file.write_bytes(msgspec.json.format(msgspec.json.encode(Label(self.run))) + b"\n")
            self.cut()
        except OSError as error:
            raise TriangulumError(f"cannot keep games in {self.folder}: {error.strerror or error}") from None

    def check_label(self) -> None:
        """See that the folder holds this run and no other."""
        try:
            label = msgspec.json.decode(self.label_file.read_bytes(), type=Label)
        except msgspec.MsgspecError:
            label = None
        # As it would be read from a file, in which lists and tuples are the same.
        own = msgspec.json.decode(msgspec.json.encode(Label(self.run)), type=Label)
        if label != own:
            raise TriangulumError(
                f"{self.folder} holds games of another run (other options, bots or seed): name another place"
            )

    def cut(self) -> None:
        """Keep whole games only, the same in both tables."""
        games, ends = whole_rows(self.games_file, 1)
        seats, seat_ends = whole_rows(self.seats_file, self.run.players)
        self.done = min(games, seats)
        for file, rows, end in ((self.games_file, 1, ends), (self.seats_file, self.run.players, seat_ends)):
            if self.done * rows != end[0]:
                end = (0, start_of(file, self.done * rows))
            with file.open("r+b") as table:
                table.truncate(end[1])

    def add(self, batch: Batch) -> None:
        """Put down the next games."""
        if batch.first != self.done:
            raise AssertionError("games are put down in their order")
        try:
            for file, rows in ((self.seats_file, batch.seats), (self.games_file, batch.games)):
                with file.open("ab") as table:
                    table.write(rows)
        except OSError as error:
            raise TriangulumError(f"cannot write {self.folder}: {error.strerror or error}") from None
        self.done += batch.count

    def pieces(self, first: int, most: int) -> Iterator[tuple[Figures, Figures]]:
        """Return games from one on, piece by piece: a row for each, and for each and its seats."""
        piece = PIECE - PIECE % self.run.unit
        bots = {name: float(number) for number, name in enumerate(self.run.names)}
        with self.games_file.open("rb") as games, self.seats_file.open("rb") as seats:
            skip(games, 1 + first)
            skip(seats, 1 + first * self.run.players)
            while first < most:
                count = min(piece, most - first)
                whole = table_of(games, count)
                own = table_of(seats, count * self.run.players, bots)
                if not len(whole):
                    return
                yield whole, own.reshape(len(whole), self.run.players, -1)
                first += len(whole)


def heading(columns: list[str]) -> bytes:
    """Return the first line of a table."""
    line = io.StringIO()
    csv.writer(line, lineterminator="\n").writerow(columns)
    return line.getvalue().encode()


def whole_rows(file: Path, each: int) -> tuple[int, tuple[int, int]]:
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


def start_of(file: Path, row: int) -> int:
    """Return where a row begins."""
    with file.open("rb") as table:
        skip(table, 1 + row)
        return table.tell()


def skip(table: IO[bytes], lines: int) -> None:
    """Read on, over so many lines."""
    for _ in range(lines):
        table.readline()


def table_of(table: IO[bytes], rows: int, bots: dict[str, float] | None = None) -> Figures:
    """Return the next rows of a table as numbers."""
    lines = [line.decode() for line in islice(table, rows)]
    if not lines:
        return np.empty((0, 0))
    if bots is None:
        return np.loadtxt(lines, delimiter=",", ndmin=2)
    return np.loadtxt(lines, delimiter=",", ndmin=2, quotechar='"', converters={BOT: bots.__getitem__})
