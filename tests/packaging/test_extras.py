"""The core is light: it loads nothing optional, and whatever needs an extra that is not installed says which one."""

import json
import os
import re
import subprocess
import sys
import tomllib
import venv
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import Path
from typing import Any

import pytest

from triangulum.installation.extras import EXTRAS

PROJECT = Path(__file__).resolve().parents[2]
CONSTRAINTS = PROJECT / "constraints.txt"
OPTIONAL = ("client", "gym", "lab", "openspiel", "pettingzoo", "postgresql", "server")

SERVER = "which isn't installed: pip install 'triangulum[server]'"
LAB = "which isn't installed: pip install 'triangulum[lab]'"
COMMANDS: dict[str, tuple[list[str], str]] = {
    "games": ([], ""),
    "play": (["tri-trac", "--seat", "random", "--seat", "greedy", "--set", "turn_limit=5"], ""),
    "show": (["tri-trac", "--as", "png", "--out", "board.png", "--width", "100"], ""),
    "replay": (["kept.tri"], ""),
    "verify": (["kept.tri"], ""),
    "solve": (["tri-trac"], "There’s no solver for Tri-Trac. Games with a solver: star-runners."),
    "arena": (["tri-trac", "random", "random", "--games", "2", "--jobs", "1", "--set", "turn_limit=5"], ""),
    "bench": (["star-runners", "--seconds", "0.2", "--set", "turn_limit=5"], ""),
    "doctor": ([], ""),
    "serve": (["--port", "0"], SERVER),
    "backup": (["copy.db"], SERVER),
    "restore": (["copy.db", "--yes"], SERVER),
    "lab report": (["tri-trac"], LAB),
    "lab compare": (["tri-trac", "standard", "turn_limit=5"], LAB),
    "lab ratings": (["tri-trac", "random", "greedy"], LAB),
}
"""Each command with arguments that suit it, and how its error ends where no extra is installed; none if it works."""

MODULES = {
    "triangulum.client": "client",
    "triangulum.adapters.vector": "gym",
    "triangulum.adapters.openspiel": "openspiel",
    "triangulum.adapters.pettingzoo": "pettingzoo",
}
"""Modules that people import, and the extra that each needs."""

WITHOUT_EXTRAS = """
import sys

class NotInstalled:
    def find_spec(self, name, path, target=None):
        if name.partition(".")[0] in BLOCKED:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

BLOCKED = set(sys.argv.pop(1).split(","))
sys.meta_path.insert(0, NotInstalled())
"""
"""Hides packages from a process, as if they were not installed."""

RUN_COMMAND = WITHOUT_EXTRAS + "from triangulum.cli.app import main; main()"
RUN_IMPORT = WITHOUT_EXTRAS + "import importlib; importlib.import_module(sys.argv[1])"

LIST_COMMANDS = """
import json, typer
from triangulum.cli.app import app

def leaves(command, name=""):
    for word, child in getattr(command, "commands", {}).items():
        path = f"{name} {word}".strip()
        yield from leaves(child, path) if hasattr(child, "commands") else [path]

print(json.dumps(list(leaves(typer.main.get_command(app)))))
"""


@cache
def optional_dependencies() -> dict[str, list[str]]:
    """Return the extras in ``pyproject.toml``."""
    about: dict[str, Any] = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    core = {distribution_name(requirement) for requirement in about["dependencies"]}
    found = {}
    for extra, requirements in about["optional-dependencies"].items():
        names = [distribution_name(requirement) for requirement in requirements]
        found[extra] = [name for name in names if name not in core and name != "triangulum"]
    return found


def distribution_name(requirement: str) -> str:
    """Return the normalised name of the distribution that a requirement asks for."""
    return re.sub(r"[-_.]+", "-", re.split(r"[^\w.-]", requirement)[0]).lower()


@cache
def optional_modules() -> frozenset[str]:
    """Return the top-level modules that only extras install."""
    wanted = {name for extra in OPTIONAL for name in optional_dependencies()[extra]}
    # Rich installs it, so the core has it.
    wanted.discard("markdown-it-py")
    installed = packages_distributions().items()
    return frozenset(
        module for module, names in installed if wanted & {name.lower().replace("_", "-") for name in names}
    )


def run_python(code: str, *words: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Run Python code in a new process that saves its games in a folder."""
    environ = {**os.environ, "TRIANGULUM_DATA": str(cwd / "data"), "TRIANGULUM_CACHE": str(cwd / "cache")}
    return subprocess.run(
        [sys.executable, "-c", code, *words], cwd=cwd, env=environ, capture_output=True, text=True, check=False
    )


def check_command(done: subprocess.CompletedProcess[str], error: str) -> None:
    """Check that a command worked, or said in one line what it needs."""
    if error:
        assert done.returncode == 2, done.stdout
        assert done.stderr.startswith("triangulum: ")
        assert done.stderr.endswith(f"{error}\n")
        assert done.stderr.count("\n") == 1
    else:
        assert done.returncode == 0, done.stderr


def test_importing_the_core_and_the_commands_loads_no_optional_package(tmp_path: Path) -> None:
    assert {"litestar", "sqlalchemy", "numpy", "matplotlib", "httpx", "pyspiel"} <= optional_modules()
    code = "import sys, triangulum, triangulum.cli.app, triangulum.cli.terminal; print(*sys.modules)"
    done = run_python(code, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    loaded = {name.partition(".")[0] for name in done.stdout.split()}
    assert "rich" in loaded
    assert not loaded & optional_modules()


def test_every_extra_is_known_by_a_module_it_installs() -> None:
    assert set(EXTRAS) == set(OPTIONAL)
    assert set(optional_dependencies()) == {*OPTIONAL, "all", "dev"}
    distributions = packages_distributions()
    for extra, module in EXTRAS.items():
        names = {name.lower().replace("_", "-") for name in distributions[module]}
        assert names & set(optional_dependencies()[extra]), extra


def test_every_range_has_an_upper_bound() -> None:
    about = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))
    requirements = [*about["build-system"]["requires"], *about["project"]["dependencies"]]
    for names in about["project"]["optional-dependencies"].values():
        requirements += [name for name in names if not name.startswith("triangulum[")]
    assert len(requirements) > 30
    assert [each for each in requirements if not re.search(r"<|~=", each.partition(";")[0])] == []


def test_every_command_is_tested_here(tmp_path: Path) -> None:
    done = run_python(LIST_COMMANDS, cwd=tmp_path)
    assert sorted(json.loads(done.stdout)) == sorted(COMMANDS)


@pytest.mark.parametrize("command", ["serve", "backup", "restore", "lab report", "lab compare", "lab ratings"])
def test_a_command_without_its_extra_says_which_one_it_needs(command: str, tmp_path: Path) -> None:
    words, error = COMMANDS[command]
    blocked = ",".join(optional_modules())
    check_command(run_python(RUN_COMMAND, blocked, *command.split(), *words, cwd=tmp_path), error)


def test_the_doctor_says_how_to_install_missing_extras(tmp_path: Path) -> None:
    done = run_python(RUN_COMMAND, ",".join(optional_modules()), "doctor", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    for extra in OPTIONAL:
        assert f"· extra {extra}  not installed: pip install 'triangulum[{extra}]'\n" in done.stdout


@pytest.mark.parametrize(("module", "extra"), MODULES.items())
def test_a_module_without_its_extra_says_which_one_it_needs(module: str, extra: str, tmp_path: Path) -> None:
    done = run_python(RUN_IMPORT, ",".join(optional_modules()), module, cwd=tmp_path)
    last = done.stderr.splitlines()[-1]
    assert last.startswith("triangulum.errors.MissingExtraError: the ")
    assert last.endswith(f"which isn't installed: pip install 'triangulum[{extra}]'")


def test_postgresql_without_its_extra_says_so(tmp_path: Path) -> None:
    words = ("serve", "--port", "0", "--database", "postgresql://localhost/nothing")
    done = run_python(RUN_COMMAND, "psycopg,psycopg2", *words, cwd=tmp_path)
    check_command(done, "PostgreSQL needs psycopg, which isn't installed: pip install 'triangulum[postgresql]'")


def test_the_environment_of_make_has_the_locked_versions() -> None:
    if not Path(sys.prefix, "triangulum-dependencies.json").exists():
        pytest.skip("this environment was not made by make")
    locked: dict[str, set[str]] = {}
    for line in CONSTRAINTS.read_text(encoding="utf-8").splitlines():
        name, _, version = line.partition(";")[0].strip().partition("==")
        locked.setdefault(name, set()).add(version)
    done = subprocess.run(
        [sys.executable, "-m", "pip", "--disable-pip-version-check", "list", "--format=json"],
        capture_output=True,
        text=True,
        check=True,
    )
    others = {"pip", "setuptools", "triangulum"}
    for package in json.loads(done.stdout):
        name = distribution_name(package["name"])
        if name not in others:
            assert package["version"] in locked.get(name, set()), f"{name} {package['version']} is not in the lock"


# --- the package installed without extras, on a machine without a compiler


class LightInstallation:
    """A virtual environment with this project's wheel and its dependencies, and a folder to work in."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.environ = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        self.environ |= {"TRIANGULUM_DATA": str(folder / "data"), "CC": "no-such-compiler"}
        venv.create(folder / "venv", with_pip=True, symlinks=os.name != "nt")
        build = ("--quiet", "--no-deps", "--no-build-isolation", "--wheel-dir", str(folder))
        self.run(Path(sys.executable), "-m", "pip", "wheel", *build, str(PROJECT))
        (wheel,) = folder.glob("*.whl")
        self.run(self.program("python"), "-m", "pip", "install", "--quiet", "-c", str(CONSTRAINTS), str(wheel))
        kept = "import triangulum as tri; tri.save(tri.play('tri-trac', [tri.bot('random')] * 2), 'kept.tri')"
        self.run(self.program("python"), "-c", kept)

    def program(self, name: str) -> Path:
        """Return the path of a program in the environment."""
        return self.folder / "venv" / ("Scripts" if os.name == "nt" else "bin") / name

    def start(self, *words: Path | str) -> subprocess.CompletedProcess[str]:
        """Run a program, and return how it ended."""
        return subprocess.run(
            list(map(str, words)), cwd=self.folder, env=self.environ, capture_output=True, text=True, check=False
        )

    def run(self, *words: Path | str) -> str:
        """Run a program that must succeed, and return its output."""
        done = self.start(*words)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout


@pytest.fixture(scope="module")
def light(tmp_path_factory: pytest.TempPathFactory) -> LightInstallation:
    return LightInstallation(tmp_path_factory.mktemp("light"))


@pytest.mark.long
@pytest.mark.xdist_group("light")
def test_a_light_installation_has_few_packages_and_none_of_a_web_stack(light: LightInstallation) -> None:
    listed = json.loads(light.run(light.program("python"), "-m", "pip", "list", "--format=json"))
    names = {distribution_name(package["name"]) for package in listed} - {"pip", "setuptools"}
    assert "triangulum" in names
    assert len(names) <= 20
    assert not names & {name for extra in OPTIONAL for name in optional_dependencies()[extra]} - {"markdown-it-py"}
    site = next(light.folder.glob("venv/**/site-packages"))
    installer = ("pip", "setuptools", "pkg_resources", "_distutils_hack", "distutils-precedence")
    files = [file for file in site.rglob("*") if file.is_file()]
    ours = [file for file in files if not file.relative_to(site).parts[0].startswith(installer)]
    assert sum(file.stat().st_size for file in ours) < 40e6


@pytest.mark.long
@pytest.mark.xdist_group("light")
@pytest.mark.parametrize("command", COMMANDS)
def test_in_a_light_installation_every_command_works_or_says_which_extra_it_needs(
    light: LightInstallation, command: str
) -> None:
    words, error = COMMANDS[command]
    check_command(light.start(light.program("triangulum"), *command.split(), *words), error)
