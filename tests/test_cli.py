"""The command line: what it prints, and that a mistake is one line, a non-zero exit and no traceback.

Most commands run inside the tests' own process; ``run_process`` starts one as a person would.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import triangulum as tri
from tests.commands import run_command

# Other tests declare games of their own, which a command in a new process doesn't know.
OURS = [game.id for game in tri.games() if game.rules.__module__.startswith("triangulum.games.")]
IDS = " and ".join(", ".join(sorted(OURS)).rsplit(", ", 1))


@pytest.fixture(autouse=True)
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Save games in a folder of the test's own."""
    monkeypatch.setenv("TRIANGULUM_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("TRIANGULUM_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("COLUMNS", "120")


def run_process(*words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Run the command in a new process."""
    return subprocess.run(
        [sys.executable, "-m", "triangulum", *words], input=typed, capture_output=True, text=True, check=False
    )


def test_games_lists_the_games_with_their_options() -> None:
    done = run_process("games")
    assert done.returncode == 0
    summary = str(tri.game("star-runners").message("summary"))
    for words in (
        "Star Runners (star-runners), 2 players, by Andrew Looney\n",
        f"  {summary}\n",
        "  Options: homes, rerolls, binaries, turn_limit",
    ):
        assert words in done.stdout


def test_doctor_prints_the_build_and_versions() -> None:
    done = run_process("doctor")
    assert done.returncode == 0
    assert f"engine  {tri.BUILD.kind}: " in done.stdout
    assert "msgspec" in done.stdout
    assert "missing" not in done.stdout


def test_bench_counts_decisions_and_chance_steps_apart_and_together() -> None:
    done = run_process("bench", "star-runners", "--set", "turn_limit=20", "--seconds", "0.3")
    assert done.returncode == 0, done.stderr
    for line in ("decisions a second", "chance steps a second", "steps together", "copying a state takes"):
        assert line in done.stdout
    assert ("ratio" in done.stdout) == (tri.BUILD.kind == "compiled")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["bench", "star-runner"], "triangulum: There’s no game “star-runner”. Did you mean “star-runners”?"),
        (["play", "star-runners", "-n", "5"], "triangulum: Star Runners: This game is for 2 players, not 5."),
        (
            ["play", "star-runners", "--set", "homes"],
            "triangulum: --set needs OPTION=VALUE, such as turn_limit=100, not “homes”.",
        ),
        (
            ["play", "star-runners", "--set", "homes=shut"],
            "triangulum: Star Runners: “homes” has to be one of guarded, open, not “shut”.",
        ),
        (
            ["play", "star-runners", "--preset", "brutal"],
            "triangulum: Star Runners has no preset “brutal”. Choose from guarded and open.",
        ),
        (
            ["play", "star-runners", "--components", "nowhere.toml"],
            "triangulum: nowhere.toml can’t be read: No such file or directory.",
        ),
        (
            ["play", "star-runners", "--seat", "deep-blue"],
            "triangulum: A seat is for you, you:NAME or one of the bots "
            f"{', '.join([*tri.LEVELS, *tri.BOTS])}, not “deep-blue”.",
        ),
    ],
)
def test_a_mistake_is_one_line_and_a_non_zero_exit(words: list[str], message: str) -> None:
    done = run_command(*words)
    assert done.returncode == 2
    assert done.stderr == f"{message}\n"
    assert done.stdout == ""


def test_an_unknown_game_is_answered_with_a_list_of_games() -> None:
    done = run_process("play", "chess")
    assert done.returncode == 2
    assert done.stderr == f"triangulum: There’s no game “chess”. Choose from {IDS}.\n"
    assert done.stdout == ""


def test_the_version_is_that_of_the_package() -> None:
    done = run_command("--version")
    assert (done.returncode, done.stdout) == (0, f"triangulum {tri.__version__}\n")


@pytest.mark.parametrize(
    "words", [["nonsense"], ["play", "--players", "x"], ["verify"], ["bench", "star-runners", "-x"]]
)
def test_a_wrong_command_shows_how_it_is_used(words: list[str]) -> None:
    done = run_command(*words)
    assert done.returncode == 2
    assert "Usage" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_wrong_components_file_names_the_line(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(tri.game("star-runners").components.text.replace("sides = 6", "sides = 1"))
    done = run_process("play", "star-runners", "--components", str(file))
    assert done.stderr == "triangulum: mine.toml, line 25: dice.sides is a whole number from 2 to 20, not 1\n"


def test_play_without_a_game_lists_the_games() -> None:
    done = run_command("play")
    assert done.returncode == 0
    assert "star-runners" in done.stdout
    assert "triangulum play GAME" in done.stdout


def test_a_game_is_played_by_typing_moves_and_mistakes_are_explained() -> None:
    typed = "home SM\nSa9\nLB\n?\nresign\n"
    done = run_process("play", "star-runners", "--seed", "4", "--set", "binaries=chosen", typed=typed)
    assert done.returncode == 0, done.stderr
    assert "“Sa9” isn’t a move in Star Runners" in done.stdout
    assert "You resigned. greedy wins." in done.stdout


def test_people_get_the_preset_that_the_game_suggests_unless_they_choose() -> None:
    # In Star Runners it builds the homes.
    done = run_process("play", "star-runners", "--seed", "4", typed="resign\n")
    assert "The game begins. You roll" in done.stdout
    done = run_process("play", "star-runners", "--seed", "4", "--set", "binaries=chosen", typed="resign\n")
    assert "Choose which two stars form your home." in done.stdout


def test_a_lot_can_decide_who_begins() -> None:
    for seed in ("1", "2", "3"):
        done = run_process("play", "tri-trac", "--seed", seed, "--lot", typed="resign\n")
        assert "Lots are drawn: " in done.stdout
        # The same seed gives the same lot.
        assert (
            done.stdout.split("Players:")[1].split("\n")[:3]
            == (
                run_process("play", "tri-trac", "--seed", seed, "--lot", typed="resign\n")
                .stdout.split("Players:")[1]
                .split("\n")[:3]
            )
        )


@pytest.fixture
def record_file(tmp_path: Path) -> Path:
    """A finished game in a file."""
    file = tmp_path / "kept.tri"
    tri.save(tri.play("star-runners", [tri.bot("greedy")] * 2, seed=3, homes="open"), file)
    return file


def test_a_record_is_narrated_and_verified(record_file: Path) -> None:
    told = run_command("replay", str(record_file))
    assert told.returncode == 0, told.stderr
    assert told.stdout.startswith("Star Runners: greedy 1 and greedy 2\n   1. greedy 1 builds a home from a")
    assert told.stdout.endswith("\ngreedy 2 wins.\n")
    stepped = run_command("replay", str(record_file), "--pause", typed="\n\nq\n")
    assert stepped.stdout.count("Turn 1 of 300") >= 2
    checked = run_command("verify", str(record_file))
    assert checked.returncode == 2
    assert "entries follow the rules of Star Runners. greedy 2 wins." in checked.stdout
    assert checked.stderr.startswith("triangulum: This record has no fair dice to check")


def test_a_game_without_chance_has_no_dice_to_verify(tmp_path: Path) -> None:
    file = tmp_path / "kept.tri"
    tri.save(tri.play("tri-trac", [tri.bot("random")] * 2, seed=3), file)
    checked = run_command("verify", str(file))
    assert checked.returncode == 0, checked.stderr
    assert checked.stdout.endswith("This game has no dice to check: nothing was left to chance.\n")


@pytest.mark.parametrize(
    "words", [["a position"], ["--players", "2"], ["--preset", "open"], ["--set", "homes=open"], ["--components", "x"]]
)
def test_a_record_is_shown_as_it_was_played(record_file: Path, words: list[str]) -> None:
    done = run_command("show", str(record_file), *words)
    assert done.returncode == 2
    assert (
        done.stderr
        == "triangulum: A record already has its options and positions. Leave them out, or choose a moment with --at.\n"
    )


@pytest.mark.parametrize("words", [["star-runners"], ["--seed", "0"], ["--nonces"], ["--seat", "you"]])
def test_a_resumed_game_takes_no_new_options(words: list[str]) -> None:
    run_command("play", "star-runners", typed="quit\n")
    done = run_command("play", "--resume", *words, typed="quit\n")
    assert done.returncode == 2
    assert done.stderr == "triangulum: A saved game already has its options, seats and dice. Leave them out.\n"


def test_a_damaged_record_is_refused_with_its_line(record_file: Path) -> None:
    record_file.write_text(record_file.read_text().replace("seat 0: greedy", "seat 0: greedi", 1))
    for command in ("replay", "verify", "show"):
        done = run_command(command, str(record_file))
        assert done.returncode == 2
        assert done.stderr.startswith("triangulum: kept.tri, line 6: The line doesn’t match its checksum")
        assert done.stderr.count("\n") == 1


def test_positions_are_shown_as_text_svg_and_png(record_file: Path, tmp_path: Path) -> None:
    text = run_command("show", str(record_file), "--at", "3")
    assert "seat 0 spends" in text.stdout or "doubles" in text.stdout
    assert tri.game("star-runners").setup(homes="open").parse_position(text.stdout.splitlines()[-1])
    svg = run_command("show", "star-runners", "--as", "svg", "--dark")
    assert svg.stdout.startswith("<svg ")
    done = run_command(
        "show",
        str(record_file),
        "--as",
        "png",
        "--out",
        str(tmp_path / "end.png"),
        "--width",
        "300",
        "--grey",
        "--narrow",
    )
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "end.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["show", "star-runners", "SM"], "triangulum: a position has five parts between |, not 1"),
        (
            ["show", "star-runners", "--as", "png"],
            "triangulum: Name the PNG file to write: --out board.png",
        ),
        (["show", "star-runners", "--seat", "4"], "triangulum: There’s no such seat. Seats are numbered 0 to 1"),
        (["show", "nowhere.tri"], "triangulum: nowhere.tri can’t be read: No such file or directory."),
        (
            ["show", "star-runners", "--as", "svg", "--out", "/nowhere/a.svg"],
            "triangulum: /nowhere/a.svg can’t be written: No such file or directory.",
        ),
        (
            ["play", "--resume"],
            "triangulum: There’s no unfinished game. To start one, run: triangulum play GAME",
        ),
        (["play", "--file", "nowhere"], "triangulum: nowhere can’t be read: No such file or directory."),
        (["replay", "x" * 300], "triangulum: xxx"),
        (["show", "star-runners", "--at", "3"], "triangulum: --at counts the steps of a record"),
        (["play", "star-runners", "--resume"], "triangulum: A saved game already has its options, seats"),
        (["solve", "tri-trac"], "triangulum: There’s no solver for Tri-Trac. Games with a solver: star-runners."),
        (
            ["play", "star-runners", "--seat", "exact", "--seat", "greedy"],
            "triangulum: Star Runners with homes=guarded hasn’t been solved on this machine yet. "
            "Run: triangulum solve star-runners --set homes=guarded",
        ),
        (["show", "star-runners", "--set", "self=1"], "triangulum: Star Runners: There’s no option “self”"),
        (["show", "star-runners", "--set", "components=x"], "triangulum: Star Runners: There’s no option “components”"),
        (["show", "star-runners", "--set", "players=3"], "triangulum: Star Runners: This game is for 2 players, not 3"),
    ],
)
def test_a_mistake_with_records_and_positions_is_one_line(words: list[str], message: str) -> None:
    done = run_command(*words)
    assert done.returncode == 2
    assert done.stderr.startswith(message)
    assert done.stderr.count("\n") == 1


def test_a_step_beyond_the_end_of_a_record_is_refused(record_file: Path) -> None:
    assert "so --at can’t be 999." in run_command("show", str(record_file), "--at", "999").stderr


def test_help_gives_examples() -> None:
    for command in ("play", "show", "replay", "verify", "solve", "arena", "bench"):
        done = run_command(command, "--help")
        assert done.returncode == 0
        assert f"triangulum {command} " in done.stdout
        assert "Example" in done.stdout


@pytest.mark.parametrize(
    ("words", "found"),
    [(["pl"], "play"), (["play", "star-r"], "star-runners"), (["bench", "--sec"], "--seconds"), (["nothing-like"], "")],
)
@pytest.mark.parametrize("command", ["triangulum", "python -m triangulum"])
def test_shell_completion_works(words: list[str], found: str, command: str) -> None:
    # The command asks which shell has started it. That must not be the shell that has started the tests, so one is
    # started here; and what it is told, it does.
    asked = [
        f'eval "$({command} --show-completion)"',
        f"COMP_WORDS=(triangulum {' '.join(words)}) COMP_CWORD={len(words)}",
        "$(complete -p triangulum | sed 's/.*-F \\([^ ]*\\).*/\\1/') triangulum",
        'echo "${COMPREPLY[@]}"',
    ]
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "--norc", "-e", "-c", "\n".join(asked)],
        env={**os.environ, "PATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.split() == [found] * bool(found)


def test_a_terminal_without_unicode_can_be_played_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONIOENCODING", "ascii")
    done = run_process("play", "star-runners", "--seed", "4", typed="quit\n")
    assert done.returncode == 0, done.stderr


def test_bench_times_searching_bots() -> None:
    done = run_command("bench", "star-runners", "--bots", "--seconds", "0.3", "--set", "turn_limit=10")
    assert done.returncode == 0, done.stderr
    assert "simulations a second" in done.stdout
    assert "random playouts to the end" in done.stdout


def test_bench_times_pictures() -> None:
    done = run_command("bench", "star-runners", "--scene", "--seconds", "0.3", "--set", "turn_limit=10")
    assert done.returncode == 0, done.stderr
    for part in ("view", "scene", "difference", "together"):
        assert part in done.stdout
