"""Decides whether this process runs the compiled rules and bots or the plain sources.

Python prefers an extension file to the source beside it, even when the source is newer: a stale compiled file
would silently play by old rules. So the build writes a manifest, `_build.json`, of what it compiled, and
`select_build`, called before anything else of the package is imported, uses the extensions only if they fit it.
"""

import json
import os
import sys
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from hashlib import sha256
from importlib.machinery import ExtensionFileLoader, ModuleSpec, PathFinder
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any, Literal, NamedTuple

PACKAGE_FOLDER = Path(__file__).parents[1]
MANIFEST = "_build.json"
REINSTALL_HINT = "install Triangulum again to run it compiled"


class Build(NamedTuple):
    """Whether this process runs compiled or plain, why, and what it was compiled with."""

    kind: Literal["compiled", "plain"]
    why: str
    compiler: str = ""
    mypy: str = ""


@cache
def select_build() -> Build:
    """Decide once whether this process runs compiled; if not, keep it from importing extension files."""
    build = detect_build(PACKAGE_FOLDER, os.environ)
    if build.kind == "plain":
        sys.meta_path.insert(0, SourceOnlyFinder(list_compiled_packages(PACKAGE_FOLDER)))
    return build


def list_compiled_packages(package: Path) -> set[str]:
    """Return the packages that were compiled together: this one, and those of games that were built with it."""
    try:
        sources = json.loads((package / MANIFEST).read_bytes())["sources"]
        return {"triangulum", *(name.partition("/")[0] for name in sources)}
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        return {"triangulum"}


def detect_build(package: Path, environ: Mapping[str, str]) -> Build:
    """Return how the package in a folder would run, from its manifest and files, without importing it."""
    if environ.get("TRIANGULUM_PLAIN", "0") not in ("", "0"):
        return Build("plain", "TRIANGULUM_PLAIN is set: unset it to run compiled.")
    try:
        manifest = json.loads((package / MANIFEST).read_bytes())
        why = _find_mismatch(manifest, package.parent)
        tools = str(manifest["compiler"]), str(manifest["mypy"])
    except FileNotFoundError:
        return Build("plain", "These are bare sources: install Triangulum (pip install .) to run it compiled.")
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        return Build("plain", f"{MANIFEST} cannot be read: {REINSTALL_HINT}.")
    if why:
        return Build("plain", why, *tools)
    return Build("compiled", "Rules and bots run as native code.", *tools)


def _find_mismatch(manifest: dict[str, Any], site: Path) -> str:
    """Return why the extensions must not be used; empty if files and sources fit the manifest."""
    if manifest["compiled"] is not True:
        return str(manifest["why"])
    for name, size in manifest["extensions"].items():
        if _file_size(site / name) != size:
            return f"{name} is missing or damaged: {REINSTALL_HINT}."
    for name, digest in manifest["sources"].items():
        if not (site / name).is_file() or sha256((site / name).read_bytes()).hexdigest() != digest:
            return f"{name} has changed since it was compiled: {REINSTALL_HINT}."
    return ""


def _file_size(file: Path) -> int:
    return file.stat().st_size if file.is_file() else -1


class SourceOnlyFinder:
    """An import finder that loads the source of a module of some packages where there is also an extension."""

    def __init__(self, packages: Collection[str] = ("triangulum",)) -> None:
        self.packages = packages

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return the spec of a module in these packages; None for all others, which the next finders look for."""
        top, dot, _ = fullname.partition(".")
        if not dot or top not in self.packages:
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is None or not isinstance(spec.loader, ExtensionFileLoader):
            return spec
        extension = Path(spec.loader.path)
        source = extension.with_name(extension.name.partition(".")[0] + ".py")
        if not source.is_file():
            raise ModuleNotFoundError(f"{fullname} has lost its source: {REINSTALL_HINT}", name=fullname)
        return spec_from_file_location(fullname, source, submodule_search_locations=spec.submodule_search_locations)


# The rest is for setup.py and tools/install.py, which load this file by its path. Imports that only they need are
# inside the functions, to keep the start of every process short.


def find_c_compiler() -> str | None:
    """Return the command of the C compiler that a build would use, or None if there is none."""
    import shlex
    import shutil
    import sysconfig

    chosen = os.environ.get("CC")
    # An interpreter may name the compiler that built it, which need not be on this machine.
    candidates = [chosen] if chosen else [sysconfig.get_config_var("CC") or "cc", "cc", "gcc", "clang"]
    return next((cc for cc in candidates if shutil.which((shlex.split(cc) or [""])[0])), None)


def find_compile_obstacle() -> str | None:
    """Return a sentence about what this machine lacks for compiling, or None if it lacks nothing."""
    import sysconfig

    if find_c_compiler() is None:
        return f"No C compiler was found: install gcc or clang, then {REINSTALL_HINT}."
    if not Path(sysconfig.get_path("include"), "Python.h").is_file():
        return f"Python.h was not found: install Python's development files (python3-dev), then {REINSTALL_HINT}."
    return None
