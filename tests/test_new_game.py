"""The page on adding a game is right: the games that it shows install, are found, and keep every promise."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.new_game import PAGE, PROJECTS, list_files, read_page, write_projects
from tests.rules import ROOT
from tests.sampling import sampled

# The packages are installed once, on one worker.
pytestmark = pytest.mark.xdist_group("new-game")

MAX_LINES = {"magpies": 250, "noughts": 110}
MAX_STEPS = 9
PATHS = [os.path.abspath(path) for path in os.environ.get("PYTHONPATH", "").split(os.pathsep) if path]
"""Where Triangulum is imported from, if it is not the installed one."""


class Author:
    """Somebody who has written the packages of the page, and installed them."""

    def __init__(self, folder: Path) -> None:
        self.projects = folder / "projects"
        self.site = folder / "site"
        write_projects(self.projects)
        words = ("--quiet", "--no-deps", "--no-index", "--no-build-isolation", "--target", str(self.site))
        self.python("-m", "pip", "install", *words, *(str(self.projects / name) for name in PROJECTS))

    def run(self, *words: str, paths: tuple[Path, ...] = ()) -> subprocess.CompletedProcess[str]:
        """Run Python where the packages are installed, with Triangulum imported from where this process has it."""
        variables = {
            "PYTHONPATH": os.pathsep.join([*map(str, paths), *PATHS, str(self.site)]),
            "COLUMNS": "200",
            "TRIANGULUM_DATA": str(self.projects.parent / "data"),
        }
        return subprocess.run(
            [sys.executable, *words],
            cwd=self.projects,
            env=os.environ | variables,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )

    def python(self, *words: str, paths: tuple[Path, ...] = ()) -> str:
        """Run Python, see that all went well and that nobody was warned, and return what it printed."""
        done = self.run("-W", "error::UserWarning", *words, paths=paths)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout


@pytest.fixture(scope="module")
def author(tmp_path_factory: pytest.TempPathFactory) -> Author:
    return Author(tmp_path_factory.mktemp("author"))


def offer(folder: Path, name: str, code: str) -> Path:
    """Put a package into a folder, as if installed, that offers a game by an entry point."""
    folder.joinpath(f"{name}.py").write_text(code, encoding="utf-8")
    notes = folder / f"{name}-1.0.dist-info"
    notes.mkdir()
    notes.joinpath("METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n", encoding="utf-8")
    notes.joinpath("entry_points.txt").write_text(f"[triangulum.games]\n{name} = {name}:GAME\n", encoding="utf-8")
    return folder


# --- the packages


def test_the_page_has_at_most_nine_steps() -> None:
    numbers = [int(number) for number in re.findall(r"^## (\d+)\. ", read_page(), re.MULTILINE)]
    assert numbers == list(range(1, len(numbers) + 1))
    assert 1 < len(numbers) <= MAX_STEPS


@pytest.mark.parametrize("project", PROJECTS)
def test_a_small_game_is_small(project: str) -> None:
    # All that an author writes but tests; how it is formatted is checked below.
    files = [text for name, text in list_files().items() if name.startswith(f"{project}/") and "/tests/" not in name]
    assert sum(len(text.splitlines()) for text in files) <= MAX_LINES[project]


@pytest.mark.parametrize("project", PROJECTS)
def test_the_packages_are_whole(author: Author, project: str) -> None:
    shown = {Path(name).name for name in list_files() if name.startswith(f"{project}/src/{project}/")}
    assert {"__init__.py", "guide.md"} <= shown
    files = [file for file in author.site.joinpath(project).rglob("*") if file.is_file() and file.suffix != ".pyc"]
    assert {file.name for file in files} == shown


def test_they_are_found_beside_our_games(author: Author) -> None:
    code = """
import triangulum as tri

game = tri.game("magpies")
assert {"magpies", "noughts", "star-runners"} <= {game.id for game in tri.games()}
assert game in tri.games()
assert game.players == (2, 4) and list(game.presets) == ["fledglings"] and game.has_secrets
assert game.setup(preset="fledglings").options.nest_size == 3
assert game.setup(preset="fledglings", nest_size=4).options.nest_size == 4
"""
    author.python("-c", code)
    listed = author.python("-m", "triangulum", "games")
    assert "Magpies (magpies), 2–4 players, by the Triangulum authors\n  The heaviest nest wins" in listed
    assert "Noughts and Crosses (noughts), 2 players" in listed
    assert "star-runners" in listed


def test_magpies_keeps_every_promise(author: Author) -> None:
    # The preset with four players takes longest; four players and the preset are each in other cases too.
    is_whole = sampled(6) == 6
    chosen = () if is_whole else ("-k", "not fledglings-4")
    passed = author.python("-m", "pytest", "-q", "-p", "no:cacheprovider", *chosen, "magpies/tests/test_magpies.py")
    assert f"{6 if is_whole else 5} passed" in passed


def test_noughts_keeps_every_promise(author: Author) -> None:
    code = """
import triangulum as tri

print(*sorted(tri.conformance(tri.game("noughts").setup(), games=20).unchecked), sep=", ")
"""
    # What is left is about chance and secrets.
    expected = "belief, covered, news, observation, resample varies, weights\n"
    assert author.python("-c", code) == expected


def test_the_examples_of_the_page_run(author: Author) -> None:
    author.python("-m", "doctest", "-o", "ELLIPSIS", str(PAGE))


def test_the_mistake_on_the_page_is_found_as_it_says(author: Author, tmp_path: Path) -> None:
    shutil.copytree(author.site / "magpies", tmp_path / "magpies")
    module = tmp_path / "magpies" / "presentation.py"
    right = module.read_text(encoding="utf-8")
    wrong = right.replace(", covered=is_hidden", "")
    assert wrong != right
    module.write_text(wrong, encoding="utf-8")
    code = """
import triangulum as tri

try:
    tri.conformance(tri.game("magpies").setup())
except tri.ConformanceError as broken:
    print(broken)
"""
    told = author.python("-c", code, paths=(tmp_path,)).splitlines()
    shown = re.findall(r"^```text\n(.*?)^```$", read_page(), re.MULTILINE | re.DOTALL)[0].splitlines()
    assert told[0] == shown[0]
    assert [line.split(":")[0] for line in told] == [line.split(":")[0] for line in shown]


# --- what comes with the contract


def test_bots_play_it_and_records_and_pickles_keep_it(author: Author) -> None:
    code = """
import pickle
import triangulum as tri
from triangulum.record.record import record_from_json

won = 0.0
for seed in range(60):
    seat = seed % 2
    bots = [tri.bot("random"), tri.bot("random")]
    bots[seat] = tri.bot("greedy")
    record = tri.play("magpies", bots, seed=seed)
    end = record.replay()
    assert end.to_move == tri.OVER
    assert record_from_json(record.to_json()).replay() == end
    assert pickle.loads(pickle.dumps(end)) == end
    won += end.returns()[seat]
print(won)
"""
    assert float(author.python("-c", code)) > 0, "greedy loses to random"


def test_other_components_are_taken_or_refused_with_their_line(author: Author, tmp_path: Path) -> None:
    own = list_files()["magpies/src/magpies/components.toml"]
    changes = {
        "heavy": ("limit = 9", "limit = 12"),
        "scarce": ("count = 24", "count = 2"),
        "odd": ("limit = 9", "limit = 0"),
    }
    for name, (old, new) in changes.items():
        assert old in own
        tmp_path.joinpath(f"{name}.toml").write_text(own.replace(old, new), encoding="utf-8")
    code = """
import pickle, sys
import triangulum as tri
from pathlib import Path

game, folder = tri.game("magpies"), Path(sys.argv[1])
heavy = game.setup(components=folder / "heavy.toml")
assert heavy != game.setup() and pickle.loads(pickle.dumps(heavy)) == heavy
assert tri.play(heavy, [tri.bot("random")] * 2).replay().setup == heavy
for name in ("scarce.toml", "odd.toml"):
    try:
        game.setup(components=folder / name)
    except tri.ComponentsError as error:
        print(error)
"""
    scarce, odd = author.python("-c", code, str(tmp_path)).splitlines()
    lines = own.splitlines()
    at = next(number for number, line in enumerate(lines, start=1) if '"coin"' in line)
    assert scarce == f"scarce.toml, line {at}: kinds[2].count is a whole number from 24 to 99, not 2"
    at = next(number for number, line in enumerate(lines, start=1) if line.startswith("limit"))
    assert odd == f"odd.toml, line {at}: limit is a whole number from 1 to 999, not 0"


def test_commands_know_it(author: Author) -> None:
    timed = author.python("-m", "triangulum", "bench", "magpies", "--seconds", "0.5")
    assert "tri.game('magpies').setup()" in timed
    assert re.search(r"decisions a second +[\d,]+", timed)
    played = author.python("-m", "triangulum", "play", "magpies", "--seat", "random", "--seat", "greedy", "--seed", "1")
    assert "had hidden" in played
    refused = author.run("-m", "triangulum", "bench", "magpies", "--set", "nest_size=9")
    assert refused.returncode == 2
    assert refused.stderr == "triangulum: Magpies: “nest_size” has to be a whole number from 2 to 6, not “9”.\n"


# --- games that cannot be taken


def warnings_and_games(author: Author, folder: Path) -> tuple[str, list[str]]:
    """Return what is said on standard error while the games are listed, and the games."""
    done = author.run("-c", "import triangulum as tri; print(*(game.id for game in tri.games()))", paths=(folder,))
    assert done.returncode == 0, done.stderr
    return done.stderr, done.stdout.split()


def test_a_package_that_does_not_load_keeps_nobody_from_other_games(author: Author, tmp_path: Path) -> None:
    said, games = warnings_and_games(author, offer(tmp_path, "crows", "raise RuntimeError('the nest is on fire')\n"))
    assert "UserWarning: the game 'crows' (crows:GAME) does not load: RuntimeError: the nest is on fire" in said
    assert {"magpies", "star-runners"} <= set(games)
    assert author.run("-m", "triangulum", "games", paths=(tmp_path,)).returncode == 0


@pytest.mark.parametrize("code", ["1 / 0\n", "import no_such_module\n", "def GAME(:\n", "HAME = 1\n"])
def test_it_may_fail_in_any_way(author: Author, tmp_path: Path, code: str) -> None:
    said, games = warnings_and_games(author, offer(tmp_path, "crows", code))
    assert "the game 'crows' (crows:GAME) does not load: " in said
    assert {"magpies", "star-runners"} <= set(games)


@pytest.mark.parametrize(
    ("code", "why"),
    [
        (
            "import dataclasses, magpies\nGAME = dataclasses.replace(magpies.GAME, id='star-runners', title='Mine')\n",
            "crows:GAME has the id 'star-runners', which Star Runners has already",
        ),
        ("GAME = 'magpies'\n", "the entry point 'crows' (crows:GAME) is no Game"),
    ],
    ids=["an id that is taken", "no game"],
)
def test_what_is_no_game_or_has_a_taken_id_is_refused(author: Author, tmp_path: Path, code: str, why: str) -> None:
    said, games = warnings_and_games(author, offer(tmp_path, "crows", code))
    assert f"UserWarning: {why}" in said
    assert sorted(games) == sorted(set(games))
    assert {"magpies", "star-runners"} <= set(games)
    title = "import triangulum as tri; print(tri.game('star-runners').title)"
    assert author.run("-c", title, paths=(tmp_path,)).stdout == "Star Runners\n"


# --- the style of the page


def test_the_code_on_the_page_is_in_our_style(author: Author) -> None:
    author.python("-m", "ruff", "format", "--no-cache", "--check", "--config", str(ROOT / "pyproject.toml"), ".")
    # The methods of the contract are documented once, in the base class, and tests by their names.
    author.python(
        *("-m", "ruff", "check", "--no-cache", "--config", str(ROOT / "pyproject.toml")),
        *("--config", "src = ['*/src']", "--ignore", "D102,D103", "."),
    )


def test_the_code_on_the_page_is_typed(author: Author, monkeypatch: pytest.MonkeyPatch) -> None:
    sources = [str(author.projects / name / "src") for name in PROJECTS]
    monkeypatch.setenv("MYPYPATH", os.pathsep.join([*PATHS, *sources]))
    packages = [word for name in PROJECTS for word in ("-p", name)]
    author.python("-m", "mypy", "--strict", "--explicit-package-bases", f"--cache-dir={os.devnull}", *packages)
