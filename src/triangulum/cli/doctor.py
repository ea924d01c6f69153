"""The command ``doctor``: what is installed, and what is missing."""

from __future__ import annotations

import importlib.util
import platform
import sys
from importlib.metadata import PackageNotFoundError, version

import msgspec
import typer
from rich.markup import escape

from triangulum._version import __version__
from triangulum.cli.console import console
from triangulum.core.registry import games
from triangulum.installation.compiled import select_build
from triangulum.installation.extras import EXTRAS, install_command, is_installed

app = typer.Typer()

REQUIRED_PACKAGES = ("msgspec", "librt", "mypy_extensions", "platformdirs", "resvg_py", "rich", "typer")
"""Without these nothing runs."""


class Finding(msgspec.Struct, frozen=True):
    """One line of the doctor's report."""

    subject: str
    detail: str
    is_ok: bool = True
    is_optional: bool = False
    """Whether it is fine if it is not OK."""


@app.command()
def doctor() -> None:
    """Show whether the engine is compiled, which versions are installed, and what is missing."""
    for finding in examine_installation():
        mark = "[green]✓[/green]" if finding.is_ok else "[dim]·[/dim]" if finding.is_optional else "[yellow]![/yellow]"
        line = f"{mark} [bold]{escape(finding.subject)}[/bold]  {escape(finding.detail)}"
        console.print(line, highlight=False, soft_wrap=True)


def examine_installation() -> list[Finding]:
    """Return the findings about this installation: versions, the engine, packages, extras and games."""
    build = select_build()
    compiler = f" ({build.compiler}, mypyc {build.mypy})" if build.kind == "compiled" else ""
    return [
        Finding("triangulum", find_own_version()),
        Finding("engine", f"{build.kind}: {build.why}{compiler}", build.kind == "compiled"),
        Finding("python", f"{platform.python_version()} ({sys.executable})"),
        *(describe_dependency(name) for name in REQUIRED_PACKAGES),
        *(describe_extra(extra) for extra in EXTRAS),
        Finding("games", ", ".join(game.id for game in games())),
    ]


def describe_dependency(name: str) -> Finding:
    """Return the finding about a required package: its version, or that it is missing."""
    is_found = importlib.util.find_spec(name) is not None
    return Finding(
        name, find_package_version(name) or ("installed" if is_found else "missing: install it with pip"), is_found
    )


def find_own_version() -> str:
    """Return the package's version, and whether it runs from a source folder."""
    return __version__ if find_package_version("triangulum") else f"{__version__}, run from its source folder"


def describe_extra(extra: str) -> Finding:
    """Return the finding about an extra, which is fine if it isn't installed."""
    installed = is_installed(extra)
    detail = "installed" if installed else f"not installed: {install_command(extra)}"
    return Finding(f"extra {extra}", detail, installed, is_optional=True)


def find_package_version(name: str) -> str | None:
    """Return a package's version, or None if it is not installed."""
    try:
        return version(name)
    except PackageNotFoundError:
        return None
