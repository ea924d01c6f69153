"""Game k of a run is the same whoever plays it, with however many others, and however often a run was stopped."""

import os
import signal
import subprocess
import sys
import time
import tracemalloc
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from tests.lab.small_runs import HERE, play_run, read_folder, small_run
from tests.rules import ROOT
from tests.toys.coin import COIN
from triangulum.errors import OptionError, TriangulumError
from triangulum.lab.study.balance_report import make_balance_report
from triangulum.lab.study.executor import BatchExecutor, next_batch_size, open_cluster_executor, open_executor
from triangulum.lab.study.run_store import RunStore
from triangulum.lab.study.runs import RunSpec, list_round_robin_line_ups, make_run
from triangulum.lab.study.simulate import BatchJob, play_batch
from triangulum.lab.study.study import study_first_games

SHORT: dict[str, Any] = {"homes": "open", "turn_limit": 40}


def test_a_game_has_rows_for_itself_and_for_its_seats() -> None:
    run = small_run(COIN, luck=50)
    batch = play_batch(BatchJob(run, 7, 2))
    games, seats = batch.game_rows.decode().splitlines(), batch.seat_rows.decode().splitlines()
    assert [row.split(",")[0] for row in games] == ["7", "8"]
    assert [row.split(",")[:3] for row in seats] == [[game, seat, "random"] for game in "78" for seat in "01"]
    # With so much luck whoever has the clover wins.
    assert all(row.split(",")[3] == row.split(",")[6] for row in seats)


def test_it_does_not_matter_how_games_are_dealt_out() -> None:
    run = small_run("starry-sky", "greedy", "random", seed=3)
    whole = play_batch(BatchJob(run, 0, 6))
    parts = [play_batch(BatchJob(run, first, 2)) for first in (4, 0, 2)]
    parts.sort(key=lambda batch: batch.first)
    assert b"".join(part.game_rows for part in parts) == whole.game_rows
    assert b"".join(part.seat_rows for part in parts) == whole.seat_rows


def test_one_worker_and_two_write_the_same(tmp_path: Path) -> None:
    run = small_run("star-runners", "greedy", **SHORT)
    play_run(tmp_path / "one", run, 60)
    store = RunStore(tmp_path / "two", run)
    store.open_files()
    with open_executor(2) as two:
        assert two.executor is not None
        two.play_games(store, 60)
    assert read_folder(tmp_path / "one") == read_folder(tmp_path / "two")


def test_a_cluster_writes_the_same(tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed")
    run = small_run("star-runners", "greedy", **SHORT)
    play_run(tmp_path / "one", run, 60)
    store = RunStore(tmp_path / "cluster", run)
    store.open_files()
    with (
        distributed.LocalCluster(n_workers=1, threads_per_worker=2, processes=False, dashboard_address=None) as cluster,
        open_cluster_executor(cluster.scheduler_address) as some,
    ):
        assert some.num_workers == 2
        some.play_games(store, 60)
    assert read_folder(tmp_path / "one") == read_folder(tmp_path / "cluster")


@pytest.mark.long
def test_a_cluster_of_processes_writes_the_same(tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed")
    run = small_run("tri-star-racers", "greedy", players=4)
    play_run(tmp_path / "one", run, 400)
    store = RunStore(tmp_path / "cluster", run)
    store.open_files()
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster,
        open_cluster_executor(cluster.scheduler_address) as some,
    ):
        some.play_games(store, 400)
    assert read_folder(tmp_path / "one") == read_folder(tmp_path / "cluster")


def test_wherever_a_run_is_cut_off_it_goes_on_to_the_same_files(tmp_path: Path) -> None:
    run = small_run(COIN, luck=20)
    whole = play_run(tmp_path / "whole", run, 30)
    expected = read_folder(whole.folder)
    for number in range(0, 40):
        store = play_run(tmp_path / "cut", run, 30)
        for file, other in ((store.games_file, number), (store.seats_file, 7 * number % 40)):
            content = file.read_bytes()
            head = content.index(b"\n") + 1
            file.write_bytes(content[: head + (len(content) - head) * other // 40])
        assert read_folder(tmp_path / "cut") != expected
        again = play_run(tmp_path / "cut", run, 30)
        assert again.num_games == 30
        assert read_folder(tmp_path / "cut") == expected


def test_a_killed_command_goes_on_to_the_same_files(tmp_path: Path) -> None:
    words = [
        sys.executable,
        "-m",
        "triangulum",
        "lab",
        "report",
        "star-runners",
        "--set",
        "homes=open",
        "--games",
        "300",
    ]
    words += ["--skill-games", "0", "--bot", "greedy", "--out"]
    killed = tmp_path / "killed.html"
    process = subprocess.Popen(
        [*words, str(killed), "--jobs", "2"], cwd=ROOT, start_new_session=True, stdout=subprocess.DEVNULL
    )
    rows = tmp_path / "killed-games" / "games.csv"
    try:
        while not rows.exists() or rows.read_bytes().count(b"\n") < 40:
            assert process.poll() is None
            time.sleep(0.01)
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    assert not killed.exists()
    before = rows.read_bytes()
    for folder in (rows.parent, tmp_path / "whole"):
        make_balance_report(
            RunSpec("star-runners", options={"homes": "open"}), folder=folder, executor=HERE, games=300, skill_games=0
        )
    assert read_folder(rows.parent) == read_folder(tmp_path / "whole")
    assert rows.read_bytes().startswith(before[: before.rindex(b"\n") + 1])


def test_more_games_are_added_to_those_that_are_there(tmp_path: Path) -> None:
    run = small_run(COIN)
    play_run(tmp_path / "one", run, 10)
    play_run(tmp_path / "one", run, 25)
    play_run(tmp_path / "two", run, 25)
    assert read_folder(tmp_path / "one") == read_folder(tmp_path / "two")


def test_games_of_another_run_are_not_mixed_in(tmp_path: Path) -> None:
    play_run(tmp_path, small_run(COIN, seed=1), 5)
    before = read_folder(tmp_path)
    with pytest.raises(TriangulumError, match="holds games of another run"):
        play_run(tmp_path, small_run(COIN, seed=2), 5)
    assert read_folder(tmp_path) == before


def test_memory_does_not_grow_with_games(tmp_path: Path) -> None:
    run = small_run("tri-trac", "random", turn_limit=5)
    store = play_run(tmp_path, run, 100)
    games, seats = (file.read_bytes().split(b"\n", 1) for file in (store.games_file, store.seats_file))

    def peak(times: int) -> int:
        for file, (head, rows) in ((store.games_file, games), (store.seats_file, seats)):
            with file.open("wb") as table:
                table.write(head + b"\n")
                for _ in range(times):
                    table.write(rows)
        tracemalloc.start()
        study = study_first_games(store, 100 * times)
        assert study.num_games == 100 * times
        found = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return found

    peak(20)
    assert peak(120) < 1.2 * peak(40)


def test_workers_are_given_work_for_half_a_second_at_a_time() -> None:
    batch = play_batch(BatchJob(small_run(COIN), 0, 4))
    slow, quick = ((seconds, type(batch)(0, 4, b"", b"", seconds)) for seconds in (8.0, 0.001))
    assert next_batch_size(slow[1]) == 1
    assert next_batch_size(quick[1]) == 8


def test_an_error_of_a_bot_says_whose_it_is(tmp_path: Path) -> None:
    run = small_run("star-runners", f"{ROOT}/tests/lab/harmful_bots.py:Crashes", "random", **SHORT)
    with pytest.raises(TriangulumError, match="Crashes in game 0: raised"):
        play_run(tmp_path, run, 2)
    with ThreadPoolExecutor(2) as threads, pytest.raises(TriangulumError, match="Crashes in game"):
        play_run(tmp_path / "threads", run, 2, threads)


def test_different_bots_take_all_seats_with_the_same_luck() -> None:
    run = make_run(RunSpec("starry-sky", ["greedy", "random"]))
    assert run.games_per_round == 3
    for first in (0, 3, 6):
        sittings = [run.seating(number) for number in range(first, first + 3)]
        assert sorted(sitting.index(0) for sitting in sittings) == [0, 1, 2]
        assert len({run.dice_seed(number) for number in range(first, first + 3)}) == 1
        assert len({repr(run.make_game_setup(number)) for number in range(first, first + 3)}) == 1
    assert run.dice_seed(0) != run.dice_seed(3)


def test_openings_by_lot_are_the_same_for_all_games_of_a_round() -> None:
    run = make_run(RunSpec("tri-trac", ["greedy", "random"], opening=3))
    plain = make_run(RunSpec("tri-trac", ["greedy", "random"]))
    short = make_run(RunSpec("tri-trac", ["greedy", "random"], opening=3, options={"turn_limit": 3}))
    rows = [play_batch(BatchJob(short, number, 1)).game_rows.split(b",", 1)[1] for number in range(8)]
    # Nobody but the lot has decided anything.
    assert rows[0] == rows[1]
    assert rows[2] == rows[3]
    assert len(set(rows)) > 1
    assert play_batch(BatchJob(run, 0, 1)).game_rows != play_batch(BatchJob(plain, 0, 1)).game_rows


def test_equal_bots_need_no_rounds() -> None:
    run = make_run(RunSpec("starry-sky", ["greedy"]))
    assert run.games_per_round == 1
    assert len({run.dice_seed(number) for number in range(5)}) == 5


@pytest.mark.parametrize(("bots", "players"), [(2, 2), (5, 2), (4, 3), (2, 4), (3, 5)])
def test_in_a_round_robin_everybody_meets_everybody_equally_often(bots: int, players: int) -> None:
    line_ups = list_round_robin_line_ups(bots, players)
    met = Counter(pair for line_up in line_ups for pair in combinations(sorted(set(line_up)), 2))
    assert set(met) == set(combinations(range(bots), 2))
    assert len(set(met.values())) == 1
    assert len(set(Counter(bot for line_up in line_ups for bot in line_up).values())) == 1


def test_bots_that_do_not_fit_are_refused() -> None:
    with pytest.raises(OptionError, match="3 bots do not fit at a table of 2"):
        make_run(RunSpec("tri-trac", ["greedy", "random", "random"], players=2))
    with pytest.raises(OptionError, match="somebody has to play"):
        make_run(RunSpec("tri-trac", []))


def test_a_cluster_that_is_not_there_is_said_to_be_so() -> None:
    pytest.importorskip("distributed")
    with pytest.raises(TriangulumError, match="There’s no cluster at nonsense"), open_cluster_executor("nonsense://x"):
        pass


def test_workers_that_are_one_play_here() -> None:
    with open_executor(1) as one:
        assert isinstance(one, BatchExecutor)
        assert one.executor is None
