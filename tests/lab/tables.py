"""Playing small runs for tests of the lab."""

from concurrent.futures import Executor
from pathlib import Path
from typing import Any

from triangulum.core.game import Game
from triangulum.lab.study.executor import Workers
from triangulum.lab.study.run_store import Sheets
from triangulum.lab.study.runs import Run, run_of
from triangulum.lab.study.study import Study, study_of

HERE = Workers(None, 1)


def small_run(game: str | Game, *bots: str, players: int | None = None, seed: int = 0, **options: Any) -> Run:
    return run_of(game, bots or ("random",), players=players, options=options, seed=seed)


def sheets_of(folder: Path, run: Run, games: int, executor: Executor | None = None) -> Sheets:
    """Play a run."""
    sheets = Sheets(folder, run)
    sheets.open()
    (HERE if executor is None else Workers(executor, 2)).play(sheets, games)
    return sheets


def studied(folder: Path, run: Run, games: int) -> Study:
    """Play a run, and return what it shows."""
    return study_of(sheets_of(folder, run, games), games)


def contents(folder: Path) -> dict[str, bytes]:
    """Return everything that lies in a folder."""
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}
