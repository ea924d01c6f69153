"""Packaging: what runs is what the sources say, compiled where possible, plain where not.

The short tests make package folders by hand. The long ones install the real project in a copy of its folder.
"""

import ast
import json
import os
import re
import shutil
import subprocess
import sys
import time
import tomllib
import zipfile
from collections.abc import Iterator
from hashlib import sha256
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import Any, ClassVar

import pytest

from triangulum.installation.compiled import (
    MANIFEST,
    SourceOnlyFinder,
    detect_build,
    find_c_compiler,
    find_compile_obstacle,
    list_compiled_packages,
    select_build,
)

PROJECT = Path(__file__).resolve().parents[2]
RULES = "triangulum/games/pond/rules.py"
EXTENSION = RULES.removesuffix(".py") + EXTENSION_SUFFIXES[0]
EXPECTED = os.environ.get("TRIANGULUM_EXPECT")


# --- deciding


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """Write a package whose manifest says it is compiled; its extension file can't be loaded."""
    package = tmp_path / "triangulum"
    rules = tmp_path / RULES
    rules.parent.mkdir(parents=True)
    rules.write_text("DEPTH = 3\n", encoding="utf-8")
    (tmp_path / EXTENSION).write_text("no native code", encoding="utf-8")
    settling = "from triangulum.installation.compiled import select_build\nselect_build()\n"
    (package / "__init__.py").write_text(settling, encoding="utf-8")
    shutil.copytree(PROJECT / "src/triangulum/installation", package / "installation")
    manifest = {
        "compiled": True,
        "why": "",
        "compiler": "cc 1.0",
        "mypy": "2.4.1",
        "sources": {RULES: sha256(rules.read_bytes()).hexdigest()},
        "extensions": {EXTENSION: len("no native code")},
    }
    (package / MANIFEST).write_text(json.dumps(manifest), encoding="utf-8")
    return package


def import_in_new_process(package: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """Import the package's rules in a new process."""
    words = "import triangulum.games.pond.rules as rules; print(rules.DEPTH)"
    environ = {name: value for name, value in os.environ.items() if not name.startswith("TRIANGULUM_")}
    environ |= {"PYTHONPATH": str(package.parent), **variables}
    return subprocess.run([sys.executable, "-c", words], env=environ, capture_output=True, text=True, check=False)


def test_extensions_that_fit_the_manifest_are_used(package: Path) -> None:
    build = detect_build(package, {})
    assert build.kind == "compiled"
    assert (build.compiler, build.mypy) == ("cc 1.0", "2.4.1")
    assert "ImportError" in import_in_new_process(package).stderr, "Python tried the extension"


@pytest.mark.parametrize("value", ["1", "yes"])
def test_an_environment_variable_asks_for_plain(package: Path, value: str) -> None:
    assert detect_build(package, {"TRIANGULUM_PLAIN": value}).kind == "plain"
    assert import_in_new_process(package, TRIANGULUM_PLAIN=value).stdout == "3\n"


@pytest.mark.parametrize("value", ["", "0"])
def test_an_empty_variable_asks_for_nothing(package: Path, value: str) -> None:
    assert detect_build(package, {"TRIANGULUM_PLAIN": value}).kind == "compiled"


def test_stray_extensions_in_a_source_tree_are_ignored(package: Path) -> None:
    (package / MANIFEST).unlink()
    assert detect_build(package, {}).kind == "plain"
    assert import_in_new_process(package).stdout == "3\n"


def test_an_edited_source_is_not_shadowed(package: Path) -> None:
    (package.parent / RULES).write_text("DEPTH = 4\n", encoding="utf-8")
    build = detect_build(package, {})
    assert build.kind == "plain"
    assert RULES in build.why
    assert import_in_new_process(package).stdout == "4\n"


def test_a_damaged_extension_is_not_loaded(package: Path) -> None:
    with (package.parent / EXTENSION).open("a", encoding="utf-8") as file:
        file.write("!")
    assert EXTENSION in detect_build(package, {}).why
    assert import_in_new_process(package).stdout == "3\n"


def test_a_missing_extension_makes_all_plain(package: Path) -> None:
    (package.parent / EXTENSION).unlink()
    assert EXTENSION in detect_build(package, {}).why
    assert import_in_new_process(package).stdout == "3\n"


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"compiled": true}'])
def test_a_damaged_manifest_makes_all_plain(package: Path, text: str) -> None:
    (package / MANIFEST).write_text(text, encoding="utf-8")
    assert detect_build(package, {}).kind == "plain"
    assert import_in_new_process(package).stdout == "3\n"


def test_a_plain_build_says_why(package: Path) -> None:
    why = "No C compiler was found."
    manifest = {"compiled": False, "why": why, "compiler": "", "mypy": "", "sources": {}, "extensions": {}}
    (package / MANIFEST).write_text(json.dumps(manifest), encoding="utf-8")
    assert detect_build(package, {}) == ("plain", why, "", "")


def test_an_extension_without_its_source_is_not_loaded_in_plain_mode(package: Path) -> None:
    (package.parent / RULES).unlink()
    assert detect_build(package, {}).kind == "plain"
    assert "ModuleNotFoundError" in import_in_new_process(package).stderr


def test_plain_mode_finds_sources_and_leaves_other_packages_alone(package: Path) -> None:
    source = package.parent / RULES
    spec = SourceOnlyFinder().find_spec("triangulum.games.pond.rules", [str(source.parent)])
    assert spec is not None
    assert spec.origin == str(source)
    assert SourceOnlyFinder().find_spec("triangulum_pond.rules", [str(source.parent)]) is None
    source.unlink()
    with pytest.raises(ModuleNotFoundError, match="lost its source"):
        SourceOnlyFinder().find_spec("triangulum.games.pond.rules", [str(source.parent)])


def test_plain_mode_takes_the_sources_of_games_that_were_compiled_together_with_us(package: Path) -> None:
    rules = package.parent / "pond_game" / "rules.py"
    rules.parent.mkdir()
    rules.write_text("DEPTH = 5\n", encoding="utf-8")
    rules.with_name(f"rules{EXTENSION_SUFFIXES[0]}").write_text("no native code", encoding="utf-8")
    assert list_compiled_packages(package) == {"triangulum"}
    manifest = json.loads((package / MANIFEST).read_bytes())
    manifest["sources"]["pond_game/rules.py"] = sha256(rules.read_bytes()).hexdigest()
    (package / MANIFEST).write_text(json.dumps(manifest), encoding="utf-8")
    assert list_compiled_packages(package) == {"triangulum", "pond_game"}
    assert detect_build(package, {}).kind == "compiled"
    finder = SourceOnlyFinder(list_compiled_packages(package))
    spec = finder.find_spec("pond_game.rules", [str(rules.parent)])
    assert spec is not None
    assert spec.origin == str(rules)
    rules.write_text("DEPTH = 6\n", encoding="utf-8")
    assert "pond_game/rules.py has changed" in detect_build(package, {}).why


@pytest.mark.parametrize("name", ["no-such-compiler", "no-such-compiler -O2", " "])
def test_a_missing_compiler_is_not_found(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setenv("CC", name)
    assert find_c_compiler() is None
    assert "No C compiler" in (find_compile_obstacle() or "")


def test_a_compiler_needs_the_headers_of_python(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CC", f"{sys.executable} -flag")
    monkeypatch.setattr("sysconfig.get_path", lambda name: str(tmp_path))
    assert "Python.h" in (find_compile_obstacle() or "")
    (tmp_path / "Python.h").touch()
    assert find_compile_obstacle() is None


def test_this_run_is_the_one_asked_for() -> None:
    import triangulum

    assert select_build().kind == (EXPECTED or "plain")
    assert triangulum.__file__ is not None
    assert Path(triangulum.__file__).is_relative_to(PROJECT / "src") == (EXPECTED is None)


def list_imports(source: Path) -> Iterator[str]:
    """Yield the modules that a source file imports, and the packages they are in."""
    for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [each.name for each in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module, *(f"{node.module}.{each.name}" for each in node.names)]
        for name in names:
            parts = name.split(".")
            yield from (".".join(parts[:end]) for end in range(1, len(parts) + 1))


def test_every_module_a_build_type_checks_is_a_build_requirement() -> None:
    about = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))
    wanted = {re.split(r"[^\w]", each)[0] for each in about["build-system"]["requires"]}
    lenient = {name for part in about["tool"]["mypy"]["overrides"] for name in part["module"]}
    sources = PROJECT / "src"
    todo = [file for file in sources.rglob("*.py") if "# compiled by mypyc" in file.read_text("utf-8").splitlines()[:1]]
    # Games that are built with us import the package itself.
    todo.append(sources / "triangulum" / "__init__.py")
    seen = set(todo)
    others: set[str] = set()
    while todo:
        for name in list_imports(todo.pop()):
            own = [sources / f"{name.replace('.', '/')}{end}" for end in (".py", "/__init__.py")]
            found = [file for file in own if file.exists() and file not in seen]
            seen.update(found)
            todo += found
            if "." not in name and name != "triangulum":
                others.add(name)
    assert others - set(sys.stdlib_module_names) - lenient <= wanted
    assert "msgspec" in others


def test_the_rules_of_every_game_ask_to_be_compiled() -> None:
    games = PROJECT / "src/triangulum/games"
    for rules in (*games.glob("*/rules.py"), *games.glob("*/rules/[!_]*.py")):
        assert "# compiled by mypyc" in rules.read_text(encoding="utf-8").splitlines()[:10], rules


# --- installing

LOCAL = ("--no-deps", "--no-index", "--no-build-isolation")


class Installation:
    """A copy of the project, and the environment that its tools/install.py makes."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name in ("pyproject.toml", "setup.py", "constraints.txt", "LICENSE"):
            shutil.copy(PROJECT / name, folder)
        left_out = shutil.ignore_patterns("__pycache__", "*.so", "*.egg-info")
        for name in ("src", "tools"):
            shutil.copytree(PROJECT / name, folder / name, ignore=left_out)
        self.no_tools = folder / "empty"
        self.no_tools.mkdir()

    @property
    def site(self) -> Path:
        return next((self.folder / ".venv").glob("lib*/python*/site-packages"))

    @property
    def manifest(self) -> dict[str, Any]:
        manifest: dict[str, Any] = json.loads((self.site / "triangulum" / MANIFEST).read_bytes())
        return manifest

    def run(self, *words: str | Path, **variables: str) -> str:
        environ = {name: value for name, value in os.environ.items() if name not in ("CC", "PYTHONPATH")}
        done = subprocess.run(
            [str(word) for word in words],
            cwd=self.folder,
            env=environ | variables,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout
        return done.stdout

    def install(self, **variables: str) -> str:
        return self.run(sys.executable, "tools/install.py", **variables)

    def python(self, *words: str | Path, **variables: str) -> str:
        return self.run(self.folder / ".venv/bin/python", *words, **variables)

    def kind(self) -> str:
        words = "import triangulum.installation.compiled as c; print(c.select_build().kind)"
        return self.python("-P", "-c", words).strip()

    def extensions(self) -> list[Path]:
        return [*self.site.glob("triangulum*.so"), *(self.site / "triangulum").rglob("*.so")]

    def tree(self) -> set[Path]:
        """List the files of the project, without those of the environment."""
        files = (file.relative_to(self.folder) for file in self.folder.rglob("*") if file.is_file())
        return {file for file in files if ".venv" not in file.parts}


@pytest.fixture(scope="module")
def shared_installation(tmp_path_factory: pytest.TempPathFactory) -> Installation:
    return Installation(tmp_path_factory.mktemp("project"))


@pytest.fixture
def installation(shared_installation: Installation) -> Iterator[Installation]:
    """The shared installation. Every test must leave its tree unchanged; tools/install.py repairs the rest."""
    before = shared_installation.tree()
    yield shared_installation
    assert shared_installation.tree() == before


@pytest.fixture
def compiled(installation: Installation) -> Installation:
    """The installation, compiled and intact."""
    if not shutil.which(os.environ.get("CC", "cc")):
        pytest.skip("there is no C compiler")
    installation.install()
    return installation


class TestInstallation:
    pytestmark: ClassVar = [
        pytest.mark.long,
        pytest.mark.xdist_group("install"),
    ]

    def test_without_a_compiler_it_is_plain_and_says_so(self, installation: Installation) -> None:
        output = installation.install(PATH=str(installation.no_tools))
        assert "plain Python - everything works, slower. No C compiler was found" in output
        assert installation.manifest["compiled"] is False
        assert installation.kind() == "plain"
        assert not installation.extensions()

    def test_a_compiler_that_fails_half_way_leaves_no_extension(self, compiled: Installation, tmp_path: Path) -> None:
        compiler = tmp_path / "cc"
        runs = tmp_path / "runs"
        # Enough runs for the first extension file, but not for all.
        compiler.write_text(
            f'#!/bin/sh\necho run >> {runs}\n[ "$(wc -l < {runs})" -le 4 ] && exec cc "$@"\nexit 1\n',
            encoding="utf-8",
        )
        compiler.chmod(0o755)
        output = compiled.install(CC=str(compiler))
        assert "Not compiled:" in output
        assert not compiled.extensions()
        assert compiled.kind() == "plain"

    def test_with_a_compiler_it_is_compiled_and_a_second_run_has_nothing_to_do(self, compiled: Installation) -> None:
        assert compiled.kind() == "compiled"
        assert compiled.manifest["sources"]
        assert len(compiled.extensions()) == len(compiled.manifest["extensions"])
        start = time.monotonic()
        assert compiled.install() == ""
        assert time.monotonic() - start < 2

    def test_an_edited_source_is_not_shadowed_by_its_extension(self, compiled: Installation) -> None:
        name = next(iter(compiled.manifest["sources"]))
        with (compiled.site / name).open("a", encoding="utf-8") as file:
            file.write("\nEDITED = True\n")
        module = name.removesuffix(".py").replace("/", ".")
        assert compiled.python("-P", "-c", f"import {module} as m; print(m.EDITED)") == "True\n"

    def test_an_interrupted_install_is_repaired(self, compiled: Installation) -> None:
        (compiled.folder / ".venv/triangulum-package.json").unlink()
        delete_every_second_file(compiled.site / "triangulum")
        assert "Building" in compiled.install()
        assert compiled.kind() == "compiled"

    def test_lost_files_are_noticed(self, installation: Installation) -> None:
        without_compiler = {"PATH": str(installation.no_tools)}
        installation.install(**without_compiler)
        delete_every_second_file(installation.site / "triangulum")
        assert "Building" in installation.install(**without_compiler)
        assert installation.kind() == "plain"

    def test_an_interrupted_download_starts_again(self, installation: Installation) -> None:
        installation.install(CC="no-such-compiler")
        stamp = installation.folder / ".venv/triangulum-dependencies.json"
        stamp.write_text('"unfinished"', encoding="utf-8")
        delete_every_second_file(installation.site / "rich")
        assert "Making .venv" in installation.install(CC="no-such-compiler")
        installation.python("-c", "import rich.console, rich.table")

    def test_old_builds_in_the_tree_are_ignored(self, installation: Installation) -> None:
        installation.install(CC="no-such-compiler")
        old = installation.folder / "build"
        for lib in ("lib", f"lib.{sys.platform}-old"):
            (old / lib / "triangulum").mkdir(parents=True)
            (old / lib / "triangulum/gone.py").touch()
            (old / lib / f"triangulum/cli{EXTENSION_SUFFIXES[0]}").touch()
        before = installation.tree()
        installation.python(
            *("-m", "pip", "wheel", *LOCAL, "-w", "wheels", "."),
            CC="no-such-compiler",
        )
        (wheel,) = (installation.folder / "wheels").iterdir()
        names = zipfile.ZipFile(wheel).namelist()
        shutil.rmtree(wheel.parent)
        assert installation.tree() == before, "the build leaves nothing in the tree"
        shutil.rmtree(old)
        assert not [name for name in names if "gone" in name or name.endswith(".so")]
        sources = {file.relative_to("src") for file in before if file.parts[0] == "src"}
        sources = {file for file in sources if "__pycache__" not in file.parts}
        assert sources <= set(map(Path, names)), "every file of the package is in the wheel"

    def test_an_editable_install_leaves_the_sources_alone(self, installation: Installation) -> None:
        installation.install(CC="no-such-compiler")
        installation.python("-m", "pip", "install", *LOCAL, "-e", ".")
        where = installation.python("-P", "-B", "-c", "import triangulum; print(triangulum.__file__)")
        assert Path(where.strip()).is_relative_to(installation.folder / "src")
        assert not list(installation.folder.joinpath("src").rglob("*.so"))
        assert installation.python("-B", "setup.py", "build_ext", "--inplace")
        assert "Building" in installation.install(CC="no-such-compiler"), "and it is replaced again"


def delete_every_second_file(folder: Path) -> None:
    """Delete every second file."""
    for file in sorted(file for file in folder.rglob("*") if file.is_file())[::2]:
        file.unlink()
