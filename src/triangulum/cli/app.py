"""The command ``triangulum``: puts the groups of commands together, and turns errors into one line.

Each command reads its options, calls the package that does the work, and prints. It is in the module with its name, or
in that of its group: ``games`` in ``play.py``, ``verify`` in ``replay.py``, ``backup`` and ``restore`` in ``serve.py``,
``arena`` and ``bench`` in ``measure.py``.
"""

from __future__ import annotations

import io
import sys
from typing import Annotated

import typer

from triangulum import __version__
from triangulum.cli import doctor, lab, measure, play, replay, serve, show, solve
from triangulum.errors import TriangulumError

app = typer.Typer(
    help="Play table games with friends or bots, and study them.",
    epilog="Start with:  triangulum play star-runners",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
)
for commands in (play, show, replay, solve, serve, doctor, measure):
    app.add_typer(commands.app)
app.add_typer(lab.app, name="lab")


def print_version(is_requested: bool) -> None:
    """Print the version and exit, if that is what was asked for."""
    if is_requested:
        print(f"triangulum {__version__}")
        raise typer.Exit


@app.callback()
def global_options(
    version: Annotated[
        bool, typer.Option("--version", callback=print_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """Play table games with friends or bots, and study them."""


def main() -> None:
    """Run the command; a user's mistake becomes one line and a non-zero exit code, never a traceback."""
    for stream in (sys.stdout, sys.stderr):
        # A terminal that cannot show a character shows another one instead of failing.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        # However it was started, help and completions name the command that people type.
        app(prog_name="triangulum")
    except TriangulumError as error:
        print(f"triangulum: {error}", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        print(file=sys.stderr)
        sys.exit(130)
    except BrokenPipeError:
        # The reader of a pipe, such as `head`, has closed it.
        sys.stderr.close()
        sys.exit(0)
