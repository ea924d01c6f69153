"""``triangulum lab``: reports, comparisons and ratings, from the command line."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Any

import typer
from rich.markup import escape
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    SpinnerColumn,
    TaskID,
    TextColumn,
    TimeRemainingColumn,
)
from rich.table import Table

from triangulum.bots import BOTS
from triangulum.cli.arguments import Choices, GameId, Parts, Players, Preset, chosen_options
from triangulum.cli.console import console, errors, say
from triangulum.core.levels import LEVELS, Budget
from triangulum.errors import OptionError
from triangulum.installation.extras import require_extra

app = typer.Typer(
    help="Study a game: is it fair, how long does it last, when is it decided, and what happens if a part changes?",
    no_args_is_help=True,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
)

Bots = Annotated[
    list[str] | None,
    typer.Option(
        "--bot",
        "--bots",
        metavar="BOT",
        help=f"Who plays; may be repeated, and the last one fills all other seats: a level ({', '.join(LEVELS)}), "
        f"a bot ({', '.join(BOTS)}) or your own as FILE.py:CLASS. greedy if not given.",
    ),
]
Opening = Annotated[
    int,
    typer.Option(
        min=0, help="Decisions that are made by lot at first; where nothing else is, games would all be alike."
    ),
]
Seed = Annotated[int, typer.Option(help="Another one gives other games.")]
Simulations = Annotated[
    int, typer.Option(min=1, help="That a searching bot makes for a move at most; levels have their own bounds, too.")
]
Jobs = Annotated[int | None, typer.Option(min=1, max=256, help="Processes that play; one for each core if not given.")]
Cluster = Annotated[str | None, typer.Option(metavar="ADDRESS", help="A Dask cluster that plays, as tcp://host:8786.")]


@contextmanager
def bar(total: int, words: str) -> Iterator[tuple[Progress, TaskID]]:
    """Show how far the games are, to somebody who looks."""
    with Progress(
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=errors,
        transient=True,
        disable=not errors.is_terminal,
    ) as progress:
        yield progress, progress.add_task(words, total=total)


@contextmanager
def tools(kept: bool = True) -> Iterator[None]:
    """Say which packages are missing, if some are; and when it is stopped, that nothing is lost if games are kept."""
    with require_extra("lab", "the lab"):
        import jinja2  # noqa: F401
        import matplotlib
        import numpy  # noqa: F401
    matplotlib.use("svg")
    try:
        yield
    except KeyboardInterrupt:
        if kept:
            say("Stopped. The same command goes on where it was.", to=errors)
        raise


@app.command(epilog="Example:  triangulum lab report tri-star-racers --players 4 --games 10000")
def report(
    game: GameId,
    players: Players = None,
    preset: Preset = None,
    choices: Choices = None,
    parts: Parts = None,
    bots: Bots = None,
    games: Annotated[int, typer.Option(min=2, help="How many are played.")] = 1000,
    skill_games: Annotated[
        int, typer.Option(min=0, help="Games for each two levels that weigh skill against luck; 0 for none.")
    ] = 200,
    simulations: Simulations = 400,
    opening: Opening = 0,
    seed: Seed = 0,
    out: Annotated[Path | None, typer.Option(help="The page to write; GAME.html if not given.")] = None,
    jobs: Jobs = None,
    cluster: Cluster = None,
) -> None:
    """Play many games, and write a page about them: seats, length, leads, luck, and what only this game has.

    The games are kept as tables beside the page. The same command goes on where it was stopped, or with more --games.
    """
    with tools():
        from triangulum.lab.page import spaced, write
        from triangulum.lab.study.balance_report import LADDER, balance
        from triangulum.lab.study.executor import workers

        file = out or Path(f"{game}.html")
        folder = beside(file)
        options = chosen_options(preset, choices)
        with bar(games + skill_games * len(LADDER), game) as (progress, line), workers(jobs, cluster) as playing:
            made = balance(
                game,
                bots or ["greedy"],
                folder=folder,
                workers=playing,
                games=games,
                players=players,
                options=options,
                components=parts,
                seed=seed,
                budget=Budget(simulations=simulations),
                opening=opening,
                skill_games=skill_games,
                tell=lambda done: progress.update(line, completed=done),
            )
        write(made.page, file)
    say(made.page.facts, "bold")
    for sentence in made.page.reading:
        say(f"- {spaced(sentence)}")
    say(f"{file}; the games are in {folder}")


def beside(page: Path) -> Path:
    """Return the folder for the games of a page; where no page can be written, that is said before any are played."""
    if page.is_dir():
        raise OptionError(f"{page} is a folder: name the page to write, such as {page / 'report.html'}")
    return page.with_name(f"{page.stem}-games")


@contextmanager
def place_for(out: Path | None) -> Iterator[Path]:
    """Offer a folder for games: beside the page that is to be written, or for a while."""
    if out is not None:
        yield beside(out)
        return
    with TemporaryDirectory(prefix="triangulum-") as folder:
        yield Path(folder)


@app.command(epilog="Example:  triangulum lab compare tri-star-racers standard power-play --players 4")
def compare(
    game: GameId,
    one: Annotated[
        str,
        typer.Argument(
            metavar="A",
            help="A preset, options as NAME=VALUE,NAME=VALUE, a components file, several of them as A+B, or - for the "
            "game as it is.",
        ),
    ],
    other: Annotated[str, typer.Argument(metavar="B", help="What it is compared with.")],
    players: Players = None,
    choices: Choices = None,
    bots: Bots = None,
    games: Annotated[int, typer.Option(min=2, help="At most so many, each way.")] = 16_000,
    matter: Annotated[
        float, typer.Option(min=0.01, max=50, help="Percentage points of games or wins from which a change matters.")
    ] = 2.0,
    simulations: Simulations = 400,
    opening: Opening = 0,
    seed: Seed = 0,
    out: Annotated[Path | None, typer.Option(help="A page to write; the games are kept beside it.")] = None,
    jobs: Jobs = None,
    cluster: Cluster = None,
) -> None:
    """Play two ways with the same seats, bots and luck, and say what changes and what does not.

    It stops when that is clear, or says how many games it would take.
    """
    with tools(kept=out is not None):
        from triangulum.lab.page import spaced, write
        from triangulum.lab.study.compare import Matter
        from triangulum.lab.study.compare import compare as run_comparison
        from triangulum.lab.study.compare_report import page_of, sentences, table_of
        from triangulum.lab.study.executor import workers

        with place_for(out) as folder, bar(2 * games, game) as (progress, line), workers(jobs, cluster) as playing:
            found = run_comparison(
                game,
                one,
                other,
                bots or ["greedy"],
                folder=folder,
                workers=playing,
                games=games,
                players=players,
                options=chosen_options(None, choices),
                seed=seed,
                budget=Budget(simulations=simulations),
                opening=opening,
                matter=Matter(share=matter / 100, part=2.5 * matter / 100),
                tell=lambda done: progress.update(line, completed=done),
            )
        if out is not None:
            write(page_of(found), out)
    print_table(table_of(found))
    for sentence in sentences(found):
        say(spaced(sentence))
    if out is not None:
        say(f"{out}")


@app.command(epilog="Example:  triangulum lab ratings tri-trac beginner casual club expert --out ratings.html")
def ratings(
    game: GameId,
    bots: Annotated[
        list[str],
        typer.Argument(
            metavar="BOT BOT…", help=f"Levels ({', '.join(LEVELS)}), bots ({', '.join(BOTS)}) or FILE.py:CLASS."
        ),
    ],
    players: Players = None,
    preset: Preset = None,
    choices: Choices = None,
    parts: Parts = None,
    games: Annotated[int, typer.Option(min=2, help="At most so many; everybody meets everybody equally often.")] = 600,
    simulations: Simulations = 400,
    opening: Opening = 0,
    seed: Seed = 0,
    out: Annotated[Path | None, typer.Option(help="A page to write; the games are kept beside it.")] = None,
    jobs: Jobs = None,
    cluster: Cluster = None,
) -> None:
    """Let bots play a round robin, and rate them, with what is not known about that."""
    with tools(kept=out is not None):
        from triangulum.core.registry import game as find_game
        from triangulum.lab.page import spaced, write
        from triangulum.lab.study.executor import workers
        from triangulum.lab.study.rating import page_of
        from triangulum.lab.study.rating import ratings as rate

        with place_for(out) as folder, bar(games, game) as (progress, line), workers(jobs, cluster) as playing:
            found = rate(
                game,
                bots,
                folder=folder,
                workers=playing,
                games=games,
                players=players,
                options=chosen_options(preset, choices),
                components=parts,
                seed=seed,
                budget=Budget(simulations=simulations),
                opening=opening,
                tell=lambda done: progress.update(line, completed=done),
            )
        page = page_of(found, find_game(game).title)
        if out is not None:
            write(page, out)
    assert page.sections[0].table is not None
    print_table(page.sections[0].table)
    for sentence in page.reading:
        say(spaced(sentence))
    say(page.facts)
    if out is not None:
        say(f"{out}")


def print_table(table: Any) -> None:
    """Print a table of a page, what stands out in bold."""
    from triangulum.lab.page import spaced

    printed = Table(box=None, header_style="bold")
    for number, name in enumerate(table.head):
        printed.add_column(name, justify="right" if number else "left")
    for number, row in enumerate(table.rows):
        printed.add_row(*(escape(spaced(cell)) for cell in row), style="bold" if number in table.clear else "")
    console.print(printed)
