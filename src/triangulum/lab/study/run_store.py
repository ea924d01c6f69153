"""A run on disk: two CSV tables, of games and of seats, and a label that says which run they are of.

Rows are only ever appended, in the order of the games, so a run that was stopped at any moment can go on after the last
whole game. Tables are read in chunks, so that their length does not matter.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import IO, Final, NamedTuple, TypeAlias

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
GameRows: TypeAlias = FloatArray
"""Figures by game and column."""
SeatRows: TypeAlias = FloatArray
"""Figures by game, seat and column."""


class RunLabel(msgspec.Struct, frozen=True):
    """The content of ``run.json``: which run a folder holds."""

    run: Run
    version: int = 1


class RunStore:
    """The tables of one run."""

    def __init__(self, folder: Path, run: Run) -> None:
        self.folder = folder
        self.run = run
        self.groups: tuple[StatsGroup, ...] = stat_groups(run.make_game_setup(0))
        self.games_file = folder / "games.csv"
        self.seats_file = folder / "seats.csv"
        self.label_file = folder / "run.json"
        self.num_games = 0
        """Whole games in both tables."""

    def open_files(self) -> None:
        """Create the tables, or open those that are there and cut off what is not a whole game."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            if self.label_file.exists():
                self.check_label_matches_run()
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

    def check_label_matches_run(self) -> None:
        """Raise TriangulumError if the folder holds another run."""
        try:
            label = msgspec.json.decode(self.label_file.read_bytes(), type=RunLabel)
        except msgspec.MsgspecError:
            label = None
        # As it would be read from a file, in which lists and tuples are the same.
        expected_label = msgspec.json.decode(msgspec.json.encode(RunLabel(self.run)), type=RunLabel)
        if label != expected_label:
            raise TriangulumError(
                f"{self.folder} holds games of another run (other options, bots or seed): name another place"
            )

    def truncate_to_whole_games(self) -> None:
        """Truncate both tables after the last game that is whole in both."""
        rows_per_game = {self.games_file: 1, self.seats_file: self.run.players}
        whole_games = {file: find_whole_games(file, num_rows) for file, num_rows in rows_per_game.items()}
        self.num_games = min(games.num_games for games in whole_games.values())
        for file, (num_games, size) in whole_games.items():
            if num_games != self.num_games:
                size = find_row_offset(file, self.num_games * rows_per_game[file])
            with file.open("r+b") as table:
                table.truncate(size)

    def append_batch(self, batch: SimulationBatch) -> None:
        """Append the next games to both tables."""
        if batch.first != self.num_games:
            raise AssertionError("games are appended in their order")
        try:
            for file, rows in ((self.seats_file, batch.seat_rows), (self.games_file, batch.game_rows)):
                with file.open("ab") as table:
                    table.write(rows)
        except OSError as error:
            raise TriangulumError(f"cannot write {self.folder}: {error.strerror or error}") from None
        self.num_games += batch.count

    def read_games_in_chunks(self, first_game: int, end_game: int) -> Iterator[tuple[GameRows, SeatRows]]:
        """Yield the rows of the games from ``first_game`` to before ``end_game``, some games at a time."""
        chunk_size = CHUNK_GAMES - CHUNK_GAMES % self.run.games_per_round
        bot_indexes = {name: float(number) for number, name in enumerate(self.run.names)}
        with self.games_file.open("rb") as games, self.seats_file.open("rb") as seats:
            skip_lines(games, 1 + first_game)
            skip_lines(seats, 1 + first_game * self.run.players)
            while first_game < end_game:
                count = min(chunk_size, end_game - first_game)
                game_rows = read_rows(games, count)
                seat_rows = read_rows(seats, count * self.run.players, bot_indexes)
                if not len(game_rows):
                    return
                yield game_rows, seat_rows.reshape(len(game_rows), self.run.players, -1)
                first_game += len(game_rows)


def format_header(columns: list[str]) -> bytes:
    """Return the header line of a CSV table."""
    line = io.StringIO()
    csv.writer(line, lineterminator="\n").writerow(columns)
    return line.getvalue().encode()


class WholeGames(NamedTuple):
    """How many whole games a table holds, and its size up to their end."""

    num_games: int
    num_bytes: int


def find_whole_games(file: Path, rows_per_game: int) -> WholeGames:
    """Return the games of a table whose rows have all been written."""
    num_rows, size = -1, 0
    whole_games = WholeGames(0, 0)
    with file.open("rb") as table:
        for line in table:
            if not line.endswith(b"\n"):
                break
            num_rows += 1
            size += len(line)
            if num_rows % rows_per_game == 0:
                whole_games = WholeGames(num_rows // rows_per_game, size)
    if num_rows < 0:
        raise TriangulumError(f"{file} has no heading: it was not written by the lab")
    return whole_games


def find_row_offset(file: Path, row_index: int) -> int:
    """Return the byte at which a row begins, behind the header and the rows before it."""
    with file.open("rb") as table:
        skip_lines(table, 1 + row_index)
        return table.tell()


def skip_lines(table: IO[bytes], num_lines: int) -> None:
    """Skip so many lines of an open file."""
    for _ in range(num_lines):
        table.readline()


def read_rows(table: IO[bytes], num_rows: int, bot_indexes: dict[str, float] | None = None) -> FloatArray:
    """Return the next rows of a table as numbers, with the names of bots replaced by their indexes."""
    lines = [line.decode() for line in islice(table, num_rows)]
    if not lines:
        return np.empty((0, 0))
    if bot_indexes is None:
        return np.loadtxt(lines, delimiter=",", ndmin=2)
    return np.loadtxt(lines, delimiter=",", ndmin=2, quotechar='"', converters={BOT_COLUMN: bot_indexes.__getitem__})
