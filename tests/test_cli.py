"""The command line: what it prints, and that a mistake is one line, a non-zero exit and no traceback."""

import subprocess
import sys
from pathlib import Path

import pytest

import triangulum as tri


def run(*words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Run the command as a person would."""
    return subprocess.run(
        [sys.executable, "-m", "triangulum", *words], input=typed, capture_output=True, text=True, check=False
    )


def test_games_lists_the_games_with_their_options() -> None:
    done = run("games")
    assert done.returncode == 0
    for word in ("Star Runners", "star-runners", "Andrew Looney", "homes", "turn_limit"):
        assert word in done.stdout


def test_doctor_tells_compiled_or_plain_and_versions() -> None:
    done = run("doctor")
    assert done.returncode == 0
    assert f"engine  {tri.BUILD.kind}: " in done.stdout
    assert "msgspec" in done.stdout
    assert "missing" not in done.stdout


def test_bench_counts_decisions_and_chance_steps_apart_and_together() -> None:
    done = run("bench", "star-runners", "--set", "turn_limit=20", "--seconds", "0.3")
    assert done.returncode == 0, done.stderr
    for line in ("decisions a second", "chance steps a second", "steps together", "copying a state takes"):
        assert line in done.stdout
    assert ("ratio" in done.stdout) == (tri.BUILD.kind == "compiled")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["play", "chess"], "triangulum: there is no game 'chess'; choose from star-runners"),
        (["bench", "star-runner"], "triangulum: there is no game 'star-runner'; did you mean 'star-runners'?"),
        (["play", "star-runners", "-n", "5"], "triangulum: Star Runners is for 2 players, not 5"),
        (
            ["play", "star-runners", "--set", "homes"],
            "triangulum: --set 'homes' is not of the form OPTION=VALUE, such as turn_limit=100",
        ),
        (
            ["play", "star-runners", "--set", "homes=shut"],
            "triangulum: Star Runners: homes is one of guarded, open, not 'shut'",
        ),
        (
            ["play", "star-runners", "--preset", "brutal"],
            "triangulum: Star Runners has no preset 'brutal'; choose from guarded, open",
        ),
        (
            ["play", "star-runners", "--components", "nowhere.toml"],
            "triangulum: cannot read nowhere.toml: No such file or directory",
        ),
        (
            ["play", "star-runners", "--seat", "deep-blue"],
            "triangulum: a seat is for you or one of the bots random, greedy, not 'deep-blue'",
        ),
    ],
)
def test_a_mistake_is_one_line_and_a_non_zero_exit(words: list[str], message: str) -> None:
    done = run(*words)
    assert done.returncode == 2
    assert done.stderr == f"{message}\n"
    assert done.stdout == ""


@pytest.mark.parametrize(
    "words", [["nonsense"], ["play", "--players", "x"], ["bench"], ["bench", "star-runners", "-x"]]
)
def test_a_wrong_command_shows_how_it_is_used(words: list[str]) -> None:
    done = run(*words)
    assert done.returncode == 2
    assert "Usage" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_wrong_components_file_names_the_line(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(tri.game("star-runners").components_path.read_text().replace("sides = 6", "sides = 1"))
    done = run("play", "star-runners", "--components", str(file))
    assert done.stderr == "triangulum: mine.toml, line 25: dice.sides is a whole number from 2 to 20, not 1\n"


def test_play_without_a_game_says_what_there_is() -> None:
    done = run("play")
    assert done.returncode == 0
    assert "star-runners" in done.stdout
    assert "triangulum play GAME" in done.stdout


def test_a_game_is_played_by_typing_moves_and_mistakes_are_told() -> None:
    typed = "home SM\nSa9\nLB\n?\nresign\n"
    done = run("play", "star-runners", "--seed", "4", typed=typed)
    assert done.returncode == 0, done.stderr
    assert "'Sa9' is no move in Star Runners" in done.stdout
    assert "seat 1 (greedy) won." in done.stdout
