"""The commands that measure: how strong bots are, and how fast everything is."""

from __future__ import annotations

from secrets import randbelow
from typing import TYPE_CHECKING, Annotated

import typer
from rich.markup import escape
from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.table import Table

from triangulum.bots import BOTS
from triangulum.cli.arguments import (
    Choices,
    GameId,
    Parts,
    Players,
    Preset,
    build_setup,
    complete_bot_name,
    complete_game_id,
    parse_options,
)
from triangulum.cli.console import console, errors, print_text
from triangulum.core.levels import LEVELS, Budget
from triangulum.core.options import NUM_SEEDS
from triangulum.core.registry import games as all_games
from triangulum.core.state import Setup
from triangulum.core.wording import format_count

if TYPE_CHECKING:
    from triangulum.lab.arena.report import ArenaReport

app = typer.Typer()


@app.command(epilog="Example:  triangulum arena tri-star-racers master club --players 4 --seconds 0.1")
def arena(
    game: GameId,
    bots: Annotated[
        list[str],
        typer.Argument(
            metavar="BOT BOT…",
            help=f"Levels ({', '.join(LEVELS)}), bots ({', '.join(BOTS)}) or your own as FILE.py:CLASS. "
            "The last one also takes all other seats.",
            autocompletion=complete_bot_name,
        ),
    ],
    games: Annotated[int, typer.Option(min=1, help="The maximum number of games.")] = 400,
    seconds: Annotated[float | None, typer.Option(help="CPU time per move; 0.1 by default.")] = None,
    simulations: Annotated[
        int | None, typer.Option(help="Simulations per move, instead of time. The same seed then gives the same games.")
    ] = None,
    target: Annotated[
        float | None,
        typer.Option(
            help="Stop once the first bot’s share of wins is clearly above or below this; by default its fair share."
        ),
    ] = None,
    patience: Annotated[float | None, typer.Option(help="Seconds after which a bot that hasn’t moved loses.")] = None,
    seed: Annotated[
        int | None, typer.Option(help="A number that gives the same games again; by default random.")
    ] = None,
    jobs: Annotated[
        int | None, typer.Option(min=1, max=256, help="Games to play at a time; by default one per core.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the report as JSON.")] = False,
    players: Players = None,
    preset: Preset = None,
    choices: Choices = None,
    parts: Parts = None,
) -> None:
    """Let bots play each other until it's clear how strong the first one is.

    Seats rotate, and all games of a round use the same dice. A bot that fails loses that game.

    Ctrl-C stops and shows the results so far.
    """
    from triangulum.lab.arena.arena import DEFAULT_BUDGET, ArenaSpec, run_arena

    given = seconds is not None or simulations is not None
    spec = ArenaSpec(
        game,
        bots,
        players=players,
        options=parse_options(preset, choices),
        components=parts,
        seed=randbelow(NUM_SEEDS) if seed is None else seed,
        budget=Budget(seconds=seconds, simulations=simulations) if given else DEFAULT_BUDGET,
        games=games,
        target=target,
        patience=patience,
    )
    with Progress(
        SpinnerColumn(),
        BarColumn(),
        TextColumn("{task.description}"),
        TimeElapsedColumn(),
        console=errors,
        transient=True,
        disable=not errors.is_terminal,
    ) as progress:
        line = progress.add_task("getting ready", total=games)
        report = run_arena(
            spec,
            jobs=jobs,
            on_progress=lambda over, so_far: progress.update(
                line, completed=over, description=format_progress(over, so_far)
            ),
        )
    if as_json:
        print(report.to_json().decode())
    else:
        print_report(report)
    if report.ended == "stopped":
        raise typer.Exit(130)


def format_progress(num_games: int, report: ArenaReport) -> str:
    """Return what a progress bar says: how the first bot has done so far."""
    first = report.standings[0]
    share = f"{first.share:.1%} ({first.low:.1%} – {first.high:.1%})" if report.rounds else "…"
    return f"{num_games} games, {escape(first.bot)} {share}"


def print_report(report: ArenaReport) -> None:
    """Print what an arena has shown."""
    table = Table("bot", "seats", "games", "wins", "share", "95 % interval", "ms a move", box=None, header_style="bold")
    for standing in report.standings if report.rounds else ():
        table.add_row(
            escape(standing.bot),
            str(standing.seats),
            str(standing.games),
            f"{standing.wins:.10g}" if standing.wins == round(standing.wins) else f"{standing.wins:.2f}",
            f"{standing.share:.1%}",
            f"{standing.low:.1%} – {standing.high:.1%}",
            f"{standing.seconds / max(1, standing.moves) * 1000:.1f}",
        )
    if report.rounds:
        console.print(table)
    for bot, (games, why) in report.failures_by_bot().items():
        print_text(f"{bot} failed in {format_count(games, 'game')} and lost. The first error: {why}", "yellow")
    drawn = f", {report.draws} drawn" if report.draws else ""
    rounds = format_count(report.rounds, "round")
    print_text(f"{report.verdict()} ({report.games} games in {rounds}{drawn}; seed {report.seed})")


@app.command(epilog="Example:  triangulum bench star-runners --set homes=open")
def bench(
    game: Annotated[
        str | None,
        typer.Argument(metavar="[GAME]", help="The game; by default all of them.", autocompletion=complete_game_id),
    ] = None,
    players: Players = None,
    preset: Preset = None,
    choices: Choices = None,
    parts: Parts = None,
    seconds: Annotated[float, typer.Option(min=0.2, max=600, help="About how long to measure.")] = 4.0,
    scene: Annotated[bool, typer.Option("--scene", help="Time views and pictures instead of games.")] = False,
    bots: Annotated[bool, typer.Option("--bots", help="Time the bots’ tree search instead of games.")] = False,
) -> None:
    """Measure speed: random games (compiled and plain, best of five), pictures, or the bots' search."""
    ids = [game] if game is not None else [each.id for each in all_games()]
    for setup in [build_setup(id, players, preset, choices, parts) for id in ids]:
        print_text(f"{setup!r}")
        if scene:
            print_scene_timings(setup, seconds)
        elif bots:
            print_search_rates(setup, seconds)
        else:
            print_game_rates(setup, seconds)


def print_scene_timings(setup: Setup, seconds: float) -> None:
    """Measure and print how long view, scene and difference take for a watcher."""
    from triangulum.cli.bench import measure_scene_timings

    with console.status("timing pictures …"):
        micros_by_part = measure_scene_timings(setup, seconds)
    table = Table("for a watcher, after a step", "µs", box=None, header_style="bold")
    for part, micros in micros_by_part.items():
        table.add_row(part, f"{micros:,.1f}")
    console.print(table)


def print_search_rates(setup: Setup, seconds: float) -> None:
    """Measure and print how many simulations a second tree search makes."""
    from triangulum import BUILD
    from triangulum.cli.bench import measure_simulation_rates

    with console.status("timing simulations …"):
        rates = measure_simulation_rates(setup, seconds)
    table = Table(f"tree search, {BUILD.kind}", "simulations a second", box=None, header_style="bold")
    for label, rate in rates.items():
        table.add_row(label, f"{rate:,.0f}")
    console.print(table)


def print_game_rates(setup: Setup, seconds: float) -> None:
    """Measure and print how fast random games are, compiled and plain."""
    from triangulum.cli.bench import measure_random_games, measure_random_games_in_plain_python

    with console.status("timing random games …"):
        ours = measure_random_games(setup, seconds)
        plain = None if ours.kind == "plain" else measure_random_games_in_plain_python(setup, seconds)
    plain_headings = [] if plain is None else ["plain", "ratio"]
    table = Table("random games", ours.kind, *plain_headings, box=None, header_style="bold")
    for label, rate in ours.rates_by_label().items():
        if not rate:
            continue  # chance steps, in a game without chance
        plain_rate = None if plain is None else plain.rates_by_label()[label]
        compared = [] if plain_rate is None else [f"{plain_rate:,.0f}", f"{rate / plain_rate:,.1f}"]
        table.add_row(label, f"{rate:,.0f}", *compared)
    console.print(table)
    print_text(f"copying a state takes {ours.copy_ns:,.0f} ns")
