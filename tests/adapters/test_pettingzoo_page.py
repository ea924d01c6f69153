"""The page on PettingZoo is right: its code runs, prints what it says, and what it trains gets better."""

import re
import subprocess
import sys
from typing import Any

import pytest

from tests.rules import ROOT

PAGE = (ROOT / "docs" / "pettingzoo.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```python\n(.*?)^```$(?:\n\n^```text\n(.*?)^```$)?", PAGE, re.MULTILINE | re.DOTALL)
LEARNT = "weights"
"""From where on this is a name, results depend on how a machine adds up, to the last digit."""


def test_the_program_on_the_page_runs_and_learns(capsys: pytest.CaptureFixture[str]) -> None:
    names: dict[str, Any] = {}
    compared = 0
    for code, printed in BLOCKS:
        settled = LEARNT not in code and LEARNT not in names
        exec(compile(code, "docs/pettingzoo.md", "exec"), names)
        shown = capsys.readouterr().out
        if printed and settled:
            compared += 1
            assert shown == printed
    assert compared >= 3
    assert names["before"] < 0.5
    assert names["after"] > 0.8


def test_the_code_on_the_page_is_in_our_style() -> None:
    code = "\n\n".join(block for block, _ in BLOCKS)
    words = ("--no-cache", "--config", str(ROOT / "pyproject.toml"), "--stdin-filename", "page.py")
    for block, _ in BLOCKS:
        done = subprocess.run(
            [sys.executable, "-m", "ruff", "format", "--diff", *words, "-"],
            input=block,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout
    # Imports stand where they are first needed, and PettingZoo's loop names the agent.
    kept = ("--ignore", "B007,D100,E402,I001")
    done = subprocess.run(
        [sys.executable, "-m", "ruff", "check", *words, *kept, "-"],
        input=code,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
