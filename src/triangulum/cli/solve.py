"""The command ``solve``: compute the exact value of every position of a game."""

from __future__ import annotations

import os
from typing import Annotated

import typer
from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from triangulum.cli.arguments import Choices, GameId, Parts, Players, Preset, build_setup
from triangulum.cli.console import console, print_text

app = typer.Typer()


@app.command(epilog="Example:  triangulum solve star-runners --set homes=open")
def solve(
    game: GameId,
    players: Players = None,
    preset: Preset = None,
    choices: Choices = None,
    parts: Parts = None,
    processes: Annotated[
        int | None, typer.Option(min=1, max=64, help="The number of processes; by default one per core.")
    ] = None,
) -> None:
    """Solve a game: compute what every position is worth, for the bot “exact”. This takes a few minutes."""
    from triangulum import BUILD
    from triangulum.solve import storage as solutions

    setup = build_setup(game, players, preset, choices, parts)
    solver = solutions.solver_of(setup.game)
    if BUILD.kind == "plain":
        print_text("The engine isn’t compiled here, so this will take hours. Run “triangulum doctor” to see why.")
    with Progress(
        SpinnerColumn(), BarColumn(), TextColumn("{task.description}"), TimeElapsedColumn(), console=console
    ) as progress:
        line = progress.add_task("getting ready")
        values = solver.solve(
            setup,
            processes or os.cpu_count() or 1,
            lambda done, total, words: progress.update(line, completed=done, total=total, description=words),
        )
    file = solutions.save(setup, values)
    solution = solutions.load(setup)
    print_text(
        f"{setup.game.title} with {solver.variant(setup)} is solved: {file} ({file.stat().st_size / 1e6:.1f} MB)."
    )
    value = solution.value(setup.new(), 0)
    print_text(
        f"The start is worth {value:+.4f} to the first player. No value is off by more than {solution.error:.6f}."
    )
