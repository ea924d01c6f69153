"""Playing small runs for tests of the lab."""

from concurrent.futures import Executor
from pathlib import Path
from typing import Any

from triangulum.core.game import Game
from triangulum.lab.study.executor import BatchExecutor
from triangulum.lab.study.run_store import RunStore
from triangulum.lab.study.runs import Run, RunSpec, make_run
from triangulum.lab.study.study import Study, study_first_games

HERE = BatchExecutor(None, 1)


def small_run(game: str | Game, *bots: str, players: int | None = None, seed: int = 0, **options: Any) -> Run:
    return make_run(RunSpec(game, bots or ("random",), players=players, options=options, seed=seed))


def play_run(folder: Path, run: Run, games: int, executor: Executor | None = None) -> RunStore:
    """Play a run."""
    store = RunStore(folder, run)
    store.open_files()
    (HERE if executor is None else BatchExecutor(executor, 2)).play_games(store, games)
    return store


def play_study(folder: Path, run: Run, games: int) -> Study:
    """Play a run, and return what it shows."""
    return study_first_games(play_run(folder, run, games), games)


def read_folder(folder: Path) -> dict[str, bytes]:
    """Return everything that lies in a folder."""
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}
