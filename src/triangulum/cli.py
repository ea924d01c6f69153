"""The command ``triangulum``."""

from __future__ import annotations

import secrets
import sys
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from triangulum.core.errors import OptionError, TriangulumError
from triangulum.core.registry import game as find_game
from triangulum.core.registry import games as all_games
from triangulum.core.state import Setup

app = typer.Typer(
    help="Five table games to play and to study.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",
    context_settings={"help_option_names": ["-h", "--help"]},
)
console = Console()

GameId = Annotated[str, typer.Argument(metavar="GAME", help="Which game; `triangulum games` lists them.")]
Players = Annotated[int | None, typer.Option("--players", "-n", help="How many play; the fewest if not given.")]
Preset = Annotated[str | None, typer.Option("--preset", help="A named choice of options.")]
Choices = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="OPTION=VALUE", help="An option of the game; may be repeated."),
]
Parts = Annotated[str | None, typer.Option("--components", metavar="FILE", help="A components file of your own.")]


def chosen_setup(
    game: str,
    players: int | None = None,
    preset: str | None = None,
    choices: list[str] | None = None,
    parts: str | None = None,
) -> Setup:
    """Return the setup that a command's options ask for."""
    options: dict[str, str] = {}
    for choice in choices or []:
        name, sign, value = choice.partition("=")
        if not sign or not name:
            raise OptionError(f"--set {choice!r} is not of the form OPTION=VALUE, such as turn_limit=100")
        options[name.strip().replace("-", "_")] = value.strip()
    if preset is not None:
        options["preset"] = preset
    return find_game(game).setup(players, components=parts, **options)


@app.command()
def games() -> None:
    """List the games, with their players and options."""
    table = Table("game", "id", "players", "designer", "options", box=None, header_style="bold")
    for game in all_games():
        fewest, most = game.players
        names = ", ".join(name for name in game.options.__struct_fields__ if name != "players")
        table.add_row(game.title, game.id, f"{fewest}" if fewest == most else f"{fewest}–{most}", game.designer, names)
    console.print(table)


@app.command()
def doctor() -> None:
    """Tell whether the engine is compiled, which versions are in use, and what is missing."""
    from triangulum.doctor import examine

    for finding in examine():
        mark = "[green]✓[/green]" if finding.good else "[yellow]![/yellow]"
        console.print(f"{mark} [bold]{finding.what}[/bold]  {finding.found}", highlight=False, soft_wrap=True)


@app.command()
def bench(
    game: GameId,
    players: Players = None,
    preset: Preset = None,
    choices: Choices = None,
    parts: Parts = None,
    seconds: Annotated[float, typer.Option(min=0.2, max=600, help="About how long to measure each kind.")] = 4.0,
) -> None:
    """Time random games, compiled and plain, best of five.

    Example: `triangulum bench star-runners --set homes=open`
    """
    from triangulum.bench import measure, measure_plain

    setup = chosen_setup(game, players, preset, choices, parts)
    with console.status("timing random games …"):
        ours = measure(setup, seconds)
        plain = ours if ours.kind == "plain" else measure_plain(setup, seconds)
    table = Table(
        "random games",
        ours.kind,
        *(["plain", "ratio"] if ours is not plain else []),
        box=None,
        header_style="bold",
    )
    rows = [
        ("decisions a second", ours.decisions, plain.decisions),
        ("chance steps a second", ours.chance_steps, plain.chance_steps),
        ("steps together", ours.steps, plain.steps),
        ("games a second", ours.games, plain.games),
        ("legal moves listed a second", ours.listed, plain.listed),
        ("copies a second", 1e9 / ours.copy_ns, 1e9 / plain.copy_ns),
    ]
    for what, ours_figure, plain_figure in rows:
        beside = [f"{plain_figure:,.0f}", f"{ours_figure / plain_figure:,.1f}"] if ours is not plain else []
        table.add_row(what, f"{ours_figure:,.0f}", *beside)
    console.print(f"{setup!r}", highlight=False)
    console.print(table)
    console.print(f"copying a state takes {ours.copy_ns:,.0f} ns", highlight=False)
    if ours is plain:
        from triangulum._compiled import settle

        console.print(f"The engine runs as plain Python: {settle().why}", highlight=False)


@app.command()
def play(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="Which game; without it, what there is.")] = None,
    players: Players = None,
    preset: Preset = None,
    choices: Choices = None,
    parts: Parts = None,
    seats: Annotated[
        list[str] | None,
        typer.Option("--seat", help="Who sits in the next seat: you, greedy or random; may be repeated."),
    ] = None,
    seed: Annotated[int | None, typer.Option(help="For the same dice again.")] = None,
) -> None:
    """Play in the terminal.

    Example: `triangulum play star-runners --seat you --seat greedy`
    """
    from triangulum.terminal import Terminal, seats_for

    if game is None:
        games()
        if not sys.stdin.isatty():
            console.print("Start one with: triangulum play GAME")
            return
        default = all_games()[0].id
        game = typer.prompt("Which game", default=default)
    setup = chosen_setup(game, players, preset, choices, parts)
    at_table = seats_for(setup, seats or [])
    try:
        Terminal(setup, at_table, secrets.randbits(40) if seed is None else seed, console).run()
    except EOFError:
        console.print()


def main() -> None:
    """Run the command; a user's mistake is one line and a non-zero exit, never a traceback."""
    try:
        app()
    except TriangulumError as error:
        print(f"triangulum: {error}", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        print(file=sys.stderr)
        sys.exit(130)
    except BrokenPipeError:
        # Whoever was reading, such as `head`, has enough.
        sys.stderr.close()
        sys.exit(0)
