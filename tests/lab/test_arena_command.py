"""``triangulum arena`` as people use it."""

import os
import pty
import select
import signal
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from tests.rules import ROOT
from triangulum import lab
from triangulum.cli.measure import print_report
from triangulum.lab.arena.arena import ArenaPlan, ArenaRun
from triangulum.lab.arena.report import Tally
from triangulum.lab.arena.worker_protocol import GameOutcome, make_bot_failure_outcome

SHORT = ("arena", "star-runners", "--set", "homes=open", "--set", "turn_limit=12", "--simulations", "1", "--seed", "2")


@pytest.fixture(autouse=True)
def cache_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have no solutions, and a window of known width."""
    monkeypatch.setenv("TRIANGULUM_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("COLUMNS", "120")


def run(*words: str) -> subprocess.CompletedProcess[str]:
    """Run the command as a person would."""
    return subprocess.run(
        [sys.executable, "-m", "triangulum", *words], capture_output=True, text=True, check=False, cwd=ROOT
    )


def test_a_table_shows_shares_with_intervals_and_the_last_line_says_what_is_clear() -> None:
    done = run(*SHORT, "greedy", "random", "--games", "6", "--jobs", "1")
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    lines = done.stdout.splitlines()
    assert lines[0].split() == ["bot", "seats", "games", "wins", "share", "95", "%", "interval", "ms", "a", "move"]
    assert lines[1].split()[:3] == ["greedy", "1", "6"]
    assert lines[2].split()[:3] == ["random", "1", "6"]
    assert lines[1].count("%") == 3
    assert " clear " in lines[-1]
    assert "6 games in 3 rounds" in lines[-1]
    assert lines[-1].endswith("seed 2)")


def test_json_is_the_report() -> None:
    done = run(*SHORT, "tests/lab/harmful_bots.py:KillsItself", "random", "--games", "2", "--jobs", "1", "--json")
    assert done.returncode == 0, done.stderr
    report = msgspec.json.decode(done.stdout, type=lab.ArenaReport)
    assert report.standings[0].wins == 0
    assert [fault.why for fault in report.faults] == ["ended the process that it played in"] * 2


def test_a_table_names_whoever_has_failed(capsys: pytest.CaptureFixture[str]) -> None:
    tally = Tally(("mine.py:Mine", "club"), (1, 1))
    tally.add_round(
        [
            ((0, 1), make_bot_failure_outcome(0, "ran out of memory", 2)),
            ((1, 0), GameOutcome(shares=(0.5, 0.5), drawn=True)),
        ]
    )
    plan = ArenaPlan(lab.ArenaSpec("tri-trac", ["greedy", "club"], seed=5))
    arena_run = ArenaRun(plan, None)
    arena_run.tally = tally
    print_report(arena_run.make_report("games"))
    printed = capsys.readouterr().out
    assert "mine.py:Mine failed in 1 game and lost. The first error: ran out of memory" in printed
    assert "(2 games in 1 round, 1 drawn; seed 5)" in " ".join(printed.split())
    print_report(ArenaRun(plan, None).make_report("stopped"))
    assert capsys.readouterr().out.startswith("No round has been played to its end, so nothing is known yet.")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["star-runners", "gredy", "random"], "triangulum: There’s no bot “gredy”. Did you mean “greedy”?"),
        (["star-runners", "random", "exact"], "triangulum: exact cannot play: Star Runners with homes=guarded hasn’t"),
    ],
)
def test_a_mistake_is_one_line(words: list[str], message: str) -> None:
    done = run("arena", *words)
    assert done.returncode == 2
    assert done.stderr.startswith(message)
    assert done.stderr.count("\n") == 1
    assert done.stdout == ""


def heed_ctrl_c() -> None:
    """Let Ctrl-C do what it does, which it does not for whoever runs tests in the background."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def test_ctrl_c_ends_an_arena_quietly_with_what_is_known_and_a_bar_shows_progress() -> None:
    ours, theirs = pty.openpty()
    words = [sys.executable, "-m", "triangulum", *SHORT, "random", "random", "--games", "100000", "--jobs", "1"]
    arena = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=theirs, text=True, cwd=ROOT, preexec_fn=heed_ctrl_c)
    os.close(theirs)
    shown = b""
    try:
        while b" games, random" not in shown:
            assert select.select([ours], [], [], 60)[0], shown
            shown += os.read(ours, 4096)
        arena.send_signal(signal.SIGINT)
        out, _ = arena.communicate(timeout=60)
    finally:
        arena.kill()
        os.close(ours)
    assert arena.returncode == 130
    assert "Traceback" not in out
    assert b"Traceback" not in shown
    assert out.rstrip().endswith("seed 2)")
