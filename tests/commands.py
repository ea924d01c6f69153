"""Run the command ``triangulum`` inside the test's process; starting another one takes a hundred times as long."""

import contextlib
import io
import sys
from typing import NamedTuple

import pytest

from triangulum.cli.app import main
from triangulum.cli.console import console, errors

WIDTH = 120


class CompletedCommand(NamedTuple):
    """The exit code and output of a command."""

    returncode: int
    stdout: str
    stderr: str


def run_command(*words: str, typed: str = "") -> CompletedCommand:
    """Run the command with these arguments, and with this text as its standard input."""
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
    return CompletedCommand(code, out.getvalue(), err.getvalue())
