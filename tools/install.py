"""Installs Triangulum into `.venv` beside it: `python tools/install.py [--extras NAME…]`, called by make.

Whatever state `.venv` is in – missing, interrupted half-way, made by another Python, damaged – one run brings
it to the right one, and a run that finds nothing to do is over at once. Two stamps in `.venv` make that
possible, one for the dependencies and one for the package: each is taken away before its work begins and
written when it is done. Dependencies are installed at the versions of `constraints.txt`. The package is built from a
clean copy of the sources, so nothing left over in the tree can get into it.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import platform
import re
import runpy
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import venv
from collections.abc import Callable, Iterator
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import Any

OLDEST = (3, 11)
# Before the next lines, which an older Python could not run.
if sys.version_info < OLDEST:
    sys.exit(f"Triangulum needs Python 3.11 or newer; this is {platform.python_version()}.")

ROOT = Path(__file__).resolve().parents[1]
VENV = ROOT / ".venv"
PATHS = sysconfig.get_paths("venv", {"base": str(VENV), "platbase": str(VENV)})
SITE = Path(PATHS["purelib"])
PYTHON = Path(PATHS["scripts"], f"python{sysconfig.get_config_var('EXE')}")
DEPENDENCY_STAMP = VENV / "triangulum-dependencies.json"
CONSTRAINTS = ROOT / "constraints.txt"
PACKAGE_STAMP = VENV / "triangulum-package.json"
UNFINISHED = "unfinished"

# Exact names: other distributions may be called triangulum-something.
OURS = (
    "triangulum",
    "triangulum_command.py",
    "triangulum-*.dist-info",
    "triangulum__mypyc.*",
    "__editable__.triangulum-*",
)
LEFTOVERS = ("__pycache__", "*.pyc", "*.so", "*.pyd", "*.egg-info", ".*")


class InstallError(Exception):
    """What keeps the installation from going on, as a message for the one who started it."""


def run_command(*words: str | Path, purpose: str) -> str:
    """Run a command quietly and return its output; show it only if the command fails."""
    done = subprocess.run(
        [str(word) for word in words],
        cwd=ROOT,
        env={**os.environ, "TRIANGULUM_OBJECT_CACHE": str(VENV / "objects")},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        check=False,
    )
    if done.returncode:
        raise InstallError(f"{done.stdout}\n{purpose} failed; the lines above say why.")
    return done.stdout


def run_pip(*words: str | Path, purpose: str) -> str:
    """Run the pip of `.venv`."""
    return run_command(PYTHON, "-m", "pip", "--disable-pip-version-check", "--no-input", *words, purpose=purpose)


def read_stamp(file: Path) -> Any:
    """Return the content of a stamp; None if it is missing or damaged."""
    try:
        return json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None


def write_stamp(file: Path, content: Any) -> None:
    """Write a stamp in one step, so that it is whole or not there."""
    draft = file.with_suffix(".new")
    draft.write_text(json.dumps(content), encoding="utf-8")
    draft.replace(file)


# --- the environment and the dependencies


def is_venv_working() -> bool:
    """Return whether `.venv` has a working Python of this version, and pip."""
    if not PYTHON.exists() or not (SITE / "pip").is_dir():
        return False
    answer = subprocess.run(
        [PYTHON, "-c", "import sys; print(sys.version_info[:2])"], capture_output=True, text=True, check=False
    )
    return answer.stdout.strip() == str(sys.version_info[:2])


def create_venv() -> None:
    """Create `.venv` anew."""
    if find_spec("ensurepip") is None:
        raise InstallError(
            "This Python cannot make virtual environments: install its venv package (Debian: python3-venv)."
        )
    print("Making .venv ...", flush=True)
    shutil.rmtree(VENV, ignore_errors=True)
    VENV.mkdir()
    write_stamp(DEPENDENCY_STAMP, UNFINISHED)
    try:
        venv.create(VENV, with_pip=True, symlinks=os.name != "nt")
    except subprocess.CalledProcessError as error:
        raise InstallError(f"{error.output or ''}\nMaking .venv failed; the lines above say why.") from error


def list_requirements(extras: list[str]) -> list[str]:
    """Return the packages for building, playing and some extras; for building, so that a rebuild needs no network."""
    import tomllib  # Here, because an older Python lacks it and should get as far as the message above.

    config = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    optional: dict[str, list[str]] = config["project"]["optional-dependencies"]
    requirements = {*config["build-system"]["requires"], *config["project"]["dependencies"]}
    pending = list(extras)
    while pending:
        extra = pending.pop()
        if extra not in optional:
            raise InstallError(f"There is no extra {extra!r}; there are {', '.join(sorted(optional))}.")
        for requirement in optional[extra]:
            # An extra may stand for others: triangulum[server,lab].
            names = re.fullmatch(r"triangulum\[(.+)\]", requirement)
            if names:
                pending += names[1].split(",")
            else:
                requirements.add(requirement)
    return sorted(requirements)


def install_requirements(requirements: list[str]) -> None:
    """Install packages and their dependencies, at the versions of `constraints.txt`."""
    how = ("install", "--quiet", "--constraint", CONSTRAINTS)
    purpose = "Installing the dependencies"
    installer = next((each for each in requirements if re.match(r"uv\b", each)), None)
    if installer is None:
        run_pip(*how, *requirements, purpose=purpose)
        return
    # What the tests need is a gigabyte: pip takes half a minute for it, and uv a few seconds.
    run_pip(*how, installer, purpose=purpose)
    run_command(PYTHON, "-m", "uv", "pip", *how, "--python", PYTHON, *requirements, purpose=purpose)


def install_dependencies(extras: list[str]) -> None:
    """Install the packages that are missing in `.venv`; do nothing if its stamp already lists them."""
    wanted = [*list_requirements(extras), sha256(CONSTRAINTS.read_bytes()).hexdigest()]
    known = read_stamp(DEPENDENCY_STAMP)
    # pip takes a half-written package for a whole one, so an interrupted environment is replaced, not mended.
    if known == UNFINISHED or not is_venv_working():
        create_venv()
        known = None
    if isinstance(known, list) and set(wanted) <= set(known):
        return
    print("Installing what Triangulum needs (once) ...", flush=True)
    PACKAGE_STAMP.unlink(missing_ok=True)
    write_stamp(DEPENDENCY_STAMP, UNFINISHED)
    install_requirements(wanted[:-1])
    write_stamp(DEPENDENCY_STAMP, wanted)


# --- the package


def list_sources() -> Iterator[Path]:
    """Yield the files that the package is built from."""
    yield from (ROOT / name for name in ("pyproject.toml", "setup.py", "LICENSE"))
    yield from sorted(ROOT.glob("README*"))
    for file in sorted((ROOT / "src").rglob("*")):
        parts = [Path(part) for part in file.relative_to(ROOT).parts]
        if file.is_file() and not any(part.match(pattern) for part in parts for pattern in LEFTOVERS):
            yield file


def digest_build_inputs(obstacle: str | None, compiler: str | None) -> str:
    """Return a digest of everything that a build depends on."""
    digest = sha256(repr((sys.version, sys.implementation.cache_tag, obstacle, compiler)).encode())
    for file in list_sources():
        content = file.read_bytes()
        digest.update(f"\0{file.relative_to(ROOT).as_posix()}\0{len(content)}\0".encode() + content)
    return digest.hexdigest()


def find_pip_record() -> Path | None:
    """Return the path of pip's list of the files it installed, or None."""
    return next(SITE.glob("triangulum-*.dist-info/RECORD"), None)


def digest_pip_record() -> str:
    """Return a digest of pip's list of files, so that another installation into `.venv` is noticed."""
    file = find_pip_record()
    return sha256(file.read_bytes()).hexdigest() if file else ""


def is_package_whole() -> bool:
    """Return whether all files that pip installed exist and have their sizes."""
    file = find_pip_record()
    if file is None:
        return False
    with file.open(encoding="utf-8", newline="") as lines:
        for name, _, size in csv.reader(lines):
            installed = SITE / name
            if size and not (installed.is_file() and installed.stat().st_size == int(size)):
                return False
    return True


def build_wheel(folder: Path) -> tuple[Path, str]:
    """Build the wheel from a clean copy of the sources; return it and the output of the build."""
    for file in list_sources():
        copy = folder / "triangulum" / file.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, copy)
    # pip shows the output of a build only when it is verbose, and then setuptools should not be.
    how = (
        "-v",
        "--config-settings=--global-option=--quiet",
        "--no-deps",
        "--no-index",
        "--no-build-isolation",
    )
    output = run_pip("wheel", *how, "-w", folder, folder / "triangulum", purpose="Building Triangulum")
    return next(folder.glob("*.whl")), output


def replace_package(wheel: Path) -> None:
    """Remove every older installation, whatever pip knows of it, and install the wheel."""
    for pattern in OURS:
        for old in SITE.glob(pattern):
            if old.is_dir() and not old.is_symlink():
                shutil.rmtree(old)
            else:
                old.unlink()
    run_pip("install", "--quiet", "--no-deps", "--no-index", wheel, purpose="Installing Triangulum")


def print_build_kind(output: str, obstacle: str | None) -> None:
    """Print whether the package was compiled, and the output of a build that should have been but was not."""
    manifest = json.loads((SITE / "triangulum" / "_build.json").read_text(encoding="utf-8"))
    if manifest["compiled"]:
        print(f"compiled ({manifest['compiler']})")
        return
    if obstacle is None:
        print(output)
    print(f"plain Python - everything works, slower. {manifest['why']}")


def install_package() -> None:
    """Build and install the package, unless just this one is installed."""
    tools = runpy.run_path(str(ROOT / "src" / "triangulum" / "installation/compiled.py"))
    find_obstacle: Callable[[], str | None] = tools["find_compile_obstacle"]
    find_compiler: Callable[[], str | None] = tools["find_c_compiler"]
    obstacle = find_obstacle()
    inputs = digest_build_inputs(obstacle, find_compiler())
    if read_stamp(PACKAGE_STAMP) == [inputs, digest_pip_record()] and is_package_whole():
        return
    PACKAGE_STAMP.unlink(missing_ok=True)
    duration = "a few seconds" if obstacle else "a minute or two"
    print(f"Building Triangulum ({duration}, once) ...", flush=True)
    with tempfile.TemporaryDirectory(prefix="triangulum-install-") as folder:
        wheel, output = build_wheel(Path(folder))
        replace_package(wheel)
    print_build_kind(output, obstacle)
    write_stamp(PACKAGE_STAMP, [inputs, digest_pip_record()])


def main() -> int:
    """Install, and print in a sentence what went wrong if something did; return the exit code."""
    parser = argparse.ArgumentParser(description="Install Triangulum into .venv.")
    parser.add_argument("--extras", nargs="*", default=["server"], metavar="NAME", help="which ones; server by default")
    parser.add_argument("--only-dependencies", action="store_true", help="do not build the package itself")
    chosen = parser.parse_args()
    try:
        install_dependencies(chosen.extras)
        if not chosen.only_dependencies:
            install_package()
    except InstallError as error:
        print(error, file=sys.stderr)
        return 1
    except OSError as error:
        print(f"The installation failed: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nInterrupted; the next run starts again.", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
