"""``triangulum doctor``: what this installation is, and what is missing."""

from __future__ import annotations

import importlib.util
import platform
import sys
from importlib.metadata import PackageNotFoundError, version

import msgspec

from triangulum._version import __version__
from triangulum.core.registry import games
from triangulum.installation.compiled import settle
from triangulum.installation.extras import EXTRAS, install_command, is_installed

NEEDED = ("msgspec", "librt", "mypy_extensions", "platformdirs", "resvg_py", "rich", "typer")
"""Without these nothing runs."""


class Finding(msgspec.Struct, frozen=True):
    """One line of the doctor's report."""

    what: str
    found: str
    good: bool = True
    optional: bool = False
    """Whether it is fine if it is not good."""


def examine() -> list[Finding]:
    """Return what there is to say about this installation."""
    build = settle()
    made_by = f" ({build.compiler}, mypyc {build.mypy})" if build.kind == "compiled" else ""
    return [
        Finding("triangulum", version_of_package()),
        Finding("engine", f"{build.kind}: {build.why}{made_by}", build.kind == "compiled"),
        Finding("python", f"{platform.python_version()} ({sys.executable})"),
        *(dependency(name) for name in NEEDED),
        *(optional_part(extra) for extra in EXTRAS),
        Finding("games", ", ".join(game.id for game in games())),
    ]


def dependency(name: str) -> Finding:
    """Return whether a package that is needed is there."""
    there = importlib.util.find_spec(name) is not None
    return Finding(name, package_version(name) or ("there" if there else "missing: install it with pip"), there)


def version_of_package() -> str:
    """Return the package's version, and whether it runs from a source folder."""
    return __version__ if package_version("triangulum") else f"{__version__}, run from its source folder"


def optional_part(extra: str) -> Finding:
    """Return whether an extra is installed; it is fine if it isn't."""
    installed = is_installed(extra)
    found = "installed" if installed else f"not installed: {install_command(extra)}"
    return Finding(f"extra {extra}", found, installed, optional=True)


def package_version(name: str) -> str | None:
    """Return a package's version, or None if it is not installed."""
    try:
        return version(name)
    except PackageNotFoundError:
        return None
