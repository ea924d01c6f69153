"""Packages import only lower ones: the order in ``pyproject.toml``, checked by import-linter."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from tests.rules import ROOT

LINT_IMPORTS = "from importlinter.cli import lint_imports_command; lint_imports_command()"


def lint_imports(sources: Path) -> subprocess.CompletedProcess[str]:
    """Run import-linter on a source folder with the project's own contracts."""
    return subprocess.run(
        [sys.executable, "-c", LINT_IMPORTS, "--no-cache", "--config", str(ROOT / "pyproject.toml")],
        env={**os.environ, "PYTHONPATH": str(sources)},
        cwd=sources,
        capture_output=True,
        text=True,
        check=False,
    )


def test_packages_import_only_lower_ones() -> None:
    done = lint_imports(ROOT / "src")
    assert done.returncode == 0, done.stdout


def test_an_import_that_goes_upward_is_found(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "src" / "triangulum", tmp_path / "triangulum", ignore=shutil.ignore_patterns("__pycache__"))
    with (tmp_path / "triangulum" / "core" / "notation.py").open("a", encoding="utf-8") as file:
        file.write("\nimport triangulum.bots\n")
    done = lint_imports(tmp_path)
    assert done.returncode == 1
    assert "triangulum.core is not allowed to import triangulum.bots" in done.stdout
