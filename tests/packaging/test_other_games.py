"""A game from outside the package is compiled by being built together with it, and plays as it does plain."""

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.new_game import PROJECTS, write_projects
from triangulum.installation.compiled import find_compile_obstacle

PROJECT = Path(__file__).resolve().parents[2]
pytestmark = [pytest.mark.long, pytest.mark.xdist_group("install")]

GAMES = """
import sys
import triangulum as tri
from triangulum.core.playout import hash_random_game

kind = sys.argv[1]
assert tri.BUILD.kind == kind, tri.BUILD
import magpies.rules
assert magpies.rules.__file__.endswith(".py" if kind == "plain" else (".so", ".pyd")), magpies.rules.__file__
for players in (2, 3, 4):
    setup = tri.game("magpies").setup(players)
    # A hash of a random game differs where any step differs.
    print(*(int(hash_random_game(setup.new(), tri.Random(seed))) for seed in range(200)))
    bots = ([tri.bot("greedy"), tri.bot("random")] * 2)[:players]
    print(*(tri.play(setup, bots, seed).to_json() for seed in range(20)))
"""
CONFORMANCE = """
import triangulum as tri

for players in (2, 3, 4):
    for choice in ({}, {"preset": "fledglings"}):
        tri.conformance(tri.game("magpies").setup(players, **choice), games=20)
"""


class Build:
    """A wheel of Triangulum that holds the games of docs/new-game.md, and what is installed from it."""

    def __init__(self, folder: Path, **variables: str) -> None:
        self.site = folder / "site"
        source = folder / "triangulum"
        source.mkdir()
        for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE"):
            shutil.copy(PROJECT / name, source)
        shutil.copytree(PROJECT / "src", source / "src", ignore=shutil.ignore_patterns("__pycache__", "*.so"))
        write_projects(folder / "games")
        games = os.pathsep.join(str(folder / "games" / name) for name in PROJECTS)
        local = ("--quiet", "--no-deps", "--no-index")
        wheels = ("--no-build-isolation", "-w", str(folder), str(source))
        self.python("-m", "pip", "wheel", *local, *wheels, TRIANGULUM_WITH=games, **variables)
        self.wheel = next(folder.glob("*.whl"))
        self.python("-m", "pip", "install", *local, "--target", str(self.site), str(self.wheel))

    def python(self, *words: str, **variables: str) -> str:
        """Run Python where the wheel is installed."""
        kept = {name: value for name, value in os.environ.items() if not name.startswith("TRIANGULUM_")}
        done = subprocess.run(
            [sys.executable, "-P", *words],
            env=kept | {"PYTHONPATH": str(self.site)} | variables,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout
        return done.stdout


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Build:
    if find_compile_obstacle():
        pytest.skip(str(find_compile_obstacle()))
    return Build(tmp_path_factory.mktemp("compiled"))


def test_compiled_and_plain_games_of_it_are_the_same_step_by_step(compiled: Build) -> None:
    games = compiled.python("-c", GAMES, "compiled")
    assert len(games.split()) > 600
    assert compiled.python("-c", GAMES, "plain", TRIANGULUM_PLAIN="1") == games


def test_compiled_it_keeps_every_promise(compiled: Build) -> None:
    compiled.python("-c", CONFORMANCE)


def test_without_a_compiler_the_wheel_holds_it_as_plain_python(tmp_path: Path) -> None:
    build = Build(tmp_path, CC="no-such-compiler")
    names = zipfile.ZipFile(build.wheel).namelist()
    assert {"magpies/rules.py", "magpies/components.toml", "noughts/__init__.py"} <= set(names)
    assert not [name for name in names if name.endswith((".so", ".pyd"))]
    listed = build.python("-m", "triangulum", "games")
    assert "magpies" in listed
    assert "noughts" in listed


def test_a_folder_that_is_no_project_stops_the_build(tmp_path: Path) -> None:
    words = [sys.executable, "setup.py", "--version"]
    environ = os.environ | {"TRIANGULUM_WITH": str(tmp_path)}
    done = subprocess.run(words, cwd=PROJECT, env=environ, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.strip() == f"TRIANGULUM_WITH: {tmp_path} has no pyproject.toml, or no folder src."
