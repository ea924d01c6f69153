"""The command ``triangulum``, run inside the process of a test: starting another one takes a hundred times as long."""

import contextlib
import io
import sys
from typing import NamedTuple

import pytest

from triangulum.cli.app import main
from triangulum.cli.console import console, errors

WIDTH = 120


class Completed(NamedTuple):
    """How a command has ended, and what it has printed."""

    returncode: int
    stdout: str
    stderr: str


def run_command(*words: str, typed: str = "") -> Completed:
    """Run the command with such arguments and what somebody types, as from a pipe."""
    out, err = io.StringIO(), io.StringIO()
    code = 0
    with pytest.MonkeyPatch.context() as patch, contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        patch.setattr(sys, "argv", ["triangulum", *words])
        patch.setattr(sys, "stdin", io.StringIO(typed))
        patch.setenv("COLUMNS", str(WIDTH))
        for printer in (console, errors):
            patch.setattr(printer, "width", WIDTH)
        try:
            main()
        except SystemExit as stop:
            code = stop.code if isinstance(stop.code, int) else int(bool(stop.code))
    return Completed(code, out.getvalue(), err.getvalue())
