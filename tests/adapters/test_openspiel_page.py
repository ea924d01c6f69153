"""The page on OpenSpiel is right: its code runs from the top to the bottom and prints what the page says."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.rules import ROOT

pytest.importorskip("pyspiel", reason="open_spiel is not installed: pip install triangulum[openspiel]")


def test_the_page_says_what_happens(tmp_path: Path) -> None:
    # In a process of its own, where nobody has registered toys.
    words = ["-m", "tests.adapters.run_page_code", str(ROOT / "docs" / "openspiel.md")]
    paths = os.pathsep.join([*os.environ.get("PYTHONPATH", "").split(os.pathsep), str(ROOT)]).strip(os.pathsep)
    variables = os.environ | {"PYTHONPATH": paths, "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run(
        [sys.executable, *words], cwd=tmp_path, env=variables, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) >= 9
