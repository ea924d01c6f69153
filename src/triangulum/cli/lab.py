"""``triangulum lab``: reports, comparisons and ratings, from the command line."""

from __future__ import annotations

from collections.abc import Callable, Iterator
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
    TextColumn,
    TimeRemainingColumn,
)
from rich.table import Table

from triangulum.bots import BOTS
from triangulum.cli.arguments import Choices, GameId, Parts, Players, Preset, parse_options
from triangulum.cli.console import console, errors, print_text
from triangulum.core.levels import LEVELS, Budget
from triangulum.errors import OptionError
from triangulum.installation.extras import require_extra

ProgressCallback = Callable[[int], None]

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
        help=f"Who plays: a level ({', '.join(LEVELS)}), a bot ({', '.join(BOTS)}) or your own as FILE.py:CLASS; "
        "greedy by default. Repeat it for several bots. The last one also takes all other seats.",
    ),
]
Opening = Annotated[
    int,
    typer.Option(min=0, help="Make this many random moves first, so that a game without chance isn’t always the same."),
]
Page = Annotated[Path | None, typer.Option("--out", help="The page to write; the games are saved next to it.")]
Seed = Annotated[int, typer.Option(help="Another number gives other games.")]
Simulations = Annotated[
    int,
    typer.Option(min=1, help="The most simulations a searching bot makes per move; levels have limits of their own."),
]
Jobs = Annotated[int | None, typer.Option(min=1, max=256, help="The number of processes; by default one per core.")]
Cluster = Annotated[
    str | None, typer.Option(metavar="ADDRESS", help="Play on a Dask cluster, such as tcp://host:8786.")
]


@contextmanager
def show_progress_bar(num_games: int, description: str) -> Iterator[ProgressCallback]:
    """Show how many games have been played, on a terminal; yield what to call with that number."""
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
        task = progress.add_task(description, total=num_games)
        yield lambda num_played: progress.update(task, completed=num_played)


@contextmanager
def require_lab_extra(has_kept_games: bool = True) -> Iterator[None]:
    """Check that the lab's packages are installed; on Ctrl-C, say how to continue if games are saved."""
    with require_extra("lab", "the lab"):
        import jinja2  # noqa: F401
        import matplotlib
        import numpy  # noqa: F401
    matplotlib.use("svg")
    try:
        yield
    except KeyboardInterrupt:
        if has_kept_games:
            print_text("Stopped. Run the same command again to continue.", to=errors)
        raise


@app.command(epilog="Example:  triangulum lab report tri-star-racers --players 4 --games 10000")
def report(
    game: GameId,
    players: Players = None,
    preset: Preset = None,
    choices: Choices = None,
    parts: Parts = None,
    bots: Bots = None,
    games: Annotated[int, typer.Option(min=2, help="How many games to play.")] = 1000,
    skill_games: Annotated[
        int, typer.Option(min=0, help="Games between each two levels, to compare skill with luck; 0 for none.")
    ] = 200,
    simulations: Simulations = 400,
    opening: Opening = 0,
    seed: Seed = 0,
    page_file: Annotated[Path | None, typer.Option("--out", help="The page to write; by default GAME.html.")] = None,
    jobs: Jobs = None,
    cluster: Cluster = None,
) -> None:
    """Play many games and write a report: fairness, length, leads, luck, and this game's own statistics.

    The games are saved as data tables next to the page. To continue after a stop or to play more --games, run the same
    command again.
    """
    with require_lab_extra():
        from triangulum.lab.page import typeset_numbers, write_page
        from triangulum.lab.study.balance_report import SKILL_LADDER, make_balance_report, make_game_stats_table
        from triangulum.lab.study.executor import open_executor
        from triangulum.lab.study.runs import RunSpec

        file = page_file or Path(f"{game}.html")
        folder = games_folder_beside(file)
        spec = RunSpec(
            game,
            bots or ["greedy"],
            players=players,
            options=parse_options(preset, choices),
            components=parts,
            seed=seed,
            budget=Budget(simulations=simulations),
            opening=opening,
        )
        with (
            show_progress_bar(games + skill_games * len(SKILL_LADDER), game) as on_progress,
            open_executor(jobs, cluster) as executor,
        ):
            balance = make_balance_report(
                spec,
                folder=folder,
                executor=executor,
                games=games,
                skill_games=skill_games,
                on_progress=on_progress,
            )
        write_page(balance.page, file)
    print_text(balance.page.facts, "bold")
    for sentence in balance.page.findings:
        print_text(f"- {typeset_numbers(sentence)}")
    for group in balance.study.groups:
        if group.per == "game":
            print_text(group.title, "bold")
            print_report_table(make_game_stats_table(balance.study, group))
    print_text(f"Wrote {file}; the games are in {folder}.")


def games_folder_beside(page_file: Path) -> Path:
    """Return the folder for the games of a page, or raise OptionError if no page can be written there."""
    if page_file.is_dir():
        raise OptionError(f"{page_file} is a folder. Name the page to write, such as {page_file / 'report.html'}.")
    return page_file.with_name(f"{page_file.stem}-games")


@contextmanager
def open_saved_games_folder(page_file: Path | None) -> Iterator[Path]:
    """Offer a folder for games: beside the page that is to be written, or a temporary one."""
    if page_file is not None:
        yield games_folder_beside(page_file)
        return
    with TemporaryDirectory(prefix="triangulum-") as folder:
        yield Path(folder)


@app.command(epilog="Example:  triangulum lab compare tri-star-racers standard power-play --players 4")
def compare(
    game: GameId,
    first: Annotated[
        str,
        typer.Argument(
            metavar="A",
            help="A preset, options as NAME=VALUE,NAME=VALUE, a components file, several of them as A+B, or - for the "
            "game as it is.",
        ),
    ],
    second: Annotated[str, typer.Argument(metavar="B", help="What to compare it with, in the same form.")],
    players: Players = None,
    choices: Choices = None,
    bots: Bots = None,
    games: Annotated[int, typer.Option(min=2, help="The maximum number of games of each.")] = 16_000,
    threshold: Annotated[
        float,
        typer.Option("--matter", min=0.01, max=50, help="The smallest change that matters, in percentage points."),
    ] = 2.0,
    simulations: Simulations = 400,
    opening: Opening = 0,
    seed: Seed = 0,
    page_file: Page = None,
    jobs: Jobs = None,
    cluster: Cluster = None,
) -> None:
    """Compare two versions of a game, with the same seats, bots and luck.

    It stops once it's clear what changes and what doesn't, or says how many more games that would take.
    """
    with require_lab_extra(has_kept_games=page_file is not None):
        from triangulum.lab.page import typeset_numbers, write_page
        from triangulum.lab.study.compare import ComparisonSpec, Thresholds, compare_variants
        from triangulum.lab.study.compare_report import comparison_sentences, make_comparison_page, make_summary_table
        from triangulum.lab.study.executor import open_executor
        from triangulum.lab.study.runs import RunSpec

        spec = RunSpec(
            game,
            bots or ["greedy"],
            players=players,
            options=parse_options(None, choices),
            seed=seed,
            budget=Budget(simulations=simulations),
            opening=opening,
        )
        with (
            open_saved_games_folder(page_file) as folder,
            show_progress_bar(2 * games, game) as on_progress,
            open_executor(jobs, cluster) as executor,
        ):
            thresholds = Thresholds(share=threshold / 100, item_lead=2.5 * threshold / 100)
            comparison = compare_variants(
                ComparisonSpec(spec, first, second, max_games=games, thresholds=thresholds),
                folder=folder,
                executor=executor,
                on_progress=on_progress,
            )
        if page_file is not None:
            write_page(make_comparison_page(comparison), page_file)
    print_report_table(make_summary_table(comparison))
    for sentence in comparison_sentences(comparison):
        print_text(typeset_numbers(sentence))
    if page_file is not None:
        print_text(f"Wrote {page_file}.")


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
    games: Annotated[
        int, typer.Option(min=2, help="The maximum number of games; every bot meets every other equally often.")
    ] = 600,
    simulations: Simulations = 400,
    opening: Opening = 0,
    seed: Seed = 0,
    page_file: Page = None,
    jobs: Jobs = None,
    cluster: Cluster = None,
) -> None:
    """Let bots play a round robin and rate them, with margins of error."""
    with require_lab_extra(has_kept_games=page_file is not None):
        from triangulum.core.registry import game as find_game
        from triangulum.lab.page import typeset_numbers, write_page
        from triangulum.lab.study.executor import open_executor
        from triangulum.lab.study.rating import make_ratings_page, play_and_rate_bots
        from triangulum.lab.study.runs import RunSpec

        spec = RunSpec(
            game,
            bots,
            players=players,
            options=parse_options(preset, choices),
            components=parts,
            seed=seed,
            budget=Budget(simulations=simulations),
            opening=opening,
        )
        with (
            open_saved_games_folder(page_file) as folder,
            show_progress_bar(games, game) as on_progress,
            open_executor(jobs, cluster) as executor,
        ):
            bot_ratings = play_and_rate_bots(
                spec,
                folder=folder,
                executor=executor,
                games=games,
                on_progress=on_progress,
            )
        page = make_ratings_page(bot_ratings, find_game(game).title)
        if page_file is not None:
            write_page(page, page_file)
    assert page.sections[0].table is not None
    print_report_table(page.sections[0].table)
    for sentence in page.findings:
        print_text(typeset_numbers(sentence))
    print_text(page.facts)
    if page_file is not None:
        print_text(f"Wrote {page_file}.")


def print_report_table(table: Any) -> None:
    """Print a report's table, with its highlighted rows in bold."""
    from triangulum.lab.page import typeset_numbers

    printed = Table(box=None, header_style="bold")
    for number, name in enumerate(table.header):
        printed.add_column(name, justify="right" if number else "left")
    for number, row in enumerate(table.rows):
        printed.add_row(
            *(escape(typeset_numbers(cell)) for cell in row), style="bold" if number in table.highlighted_rows else ""
        )
    console.print(printed)
