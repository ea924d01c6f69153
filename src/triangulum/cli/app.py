"""The command ``triangulum``: each command reads its options, calls the package that does the work, and prints."""

from __future__ import annotations

import hashlib
import io
import os
import sys
from enum import StrEnum
from pathlib import Path
from secrets import randbelow
from typing import Annotated

import typer
from rich.markup import escape
from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.table import Table

from triangulum import __version__
from triangulum.bots import BOTS
from triangulum.cli import measure
from triangulum.cli.arguments import Choices, GameId, Parts, Players, Preset, build_setup, complete_game_id
from triangulum.cli.console import console, print_text
from triangulum.cli.lab import app as lab_commands
from triangulum.core.levels import LEVELS
from triangulum.core.options import NUM_SEEDS
from triangulum.core.registry import game as find_game
from triangulum.core.registry import games as all_games
from triangulum.core.state import State
from triangulum.errors import OptionError, TriangulumError
from triangulum.installation.extras import require_extra
from triangulum.paths import data_folder

app = typer.Typer(
    help="Table games to play and to study.",
    epilog="Start with:  triangulum play star-runners",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.add_typer(measure.app)
app.add_typer(lab_commands, name="lab")


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
    """Table games to play and to study."""


RecordFile = Annotated[
    str, typer.Argument(metavar="FILE", help="A .tri file, or the name of a game that you have kept.")
]


class PositionFormat(StrEnum):
    """The formats in which a position is shown."""

    TEXT = "text"
    SVG = "svg"
    PNG = "png"


@app.command()
def games() -> None:
    """List the games, with their players and options."""
    table = Table("game", "id", "players", "designer", "options", box=None, header_style="bold")
    for game in all_games():
        fewest, most = game.players
        names = ", ".join(name for name in game.options.__struct_fields__ if name != "players")
        table.add_row(game.title, game.id, f"{fewest}" if fewest == most else f"{fewest}–{most}", game.designer, names)
    console.print(table)


@app.command(epilog="Example:  triangulum play star-runners --set homes=open --seat you:Ann --seat greedy")
def play(
    game: Annotated[
        str | None,
        typer.Argument(metavar="[GAME]", help="Which game; asked for if not given.", autocompletion=complete_game_id),
    ] = None,
    players: Players = None,
    preset: Preset = None,
    choices: Choices = None,
    parts: Parts = None,
    seats: Annotated[
        list[str] | None,
        typer.Option(
            "--seat",
            help=f"Who sits in the next seat; repeat it: you, you:NAME, a level ({', '.join(LEVELS)}) "
            f"or a bot ({', '.join(BOTS)}).",
        ),
    ] = None,
    nonces: Annotated[
        bool,
        typer.Option("--nonces", help="Ask each person for something to mix into the dice, once they are committed."),
    ] = False,
    seed: Annotated[int | None, typer.Option(help="For the same dice again, to try things out.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the last game, or with --file.")] = False,
    file: Annotated[str | None, typer.Option("--file", metavar="FILE", help="The game to go on with.")] = None,
) -> None:
    """Play in the terminal, with people and bots in any seats. The game is kept, and you can go on another day."""
    from triangulum.cli import saves
    from triangulum.cli.terminal import parse_seats, resume_table, start_table
    from triangulum.record.fair_dice import new_seed

    if resume or file is not None:
        if game or seats or choices or preset or players or parts or nonces or seed is not None:
            raise OptionError("a game that goes on has its options, seats and dice already: leave them out")
        resume_table(saves.find_last_unfinished() if file is None else saves.find_record(file), console).run()
        return
    if game is None:
        games()
        if not sys.stdin.isatty():
            print_text("Start one with: triangulum play GAME")
            return
        game = typer.prompt("Which game", default=all_games()[0].id)
    if players is None:
        players = infer_num_players(game, seats or [], choices or [])
    setup = build_setup(game, players, preset, choices, parts, randbelow(NUM_SEEDS) if seed is None else seed)
    dice_seed = new_seed() if seed is None else hashlib.sha256(f"triangulum play {seed}".encode()).digest()
    start_table(setup, parse_seats(setup, seats or []), dice_seed, console, nonces=nonces).run()


def infer_num_players(game: str, seats: list[str], choices: list[str]) -> int | None:
    """Return the number of seats if it says how many play: more than the game needs, and nothing else says so."""
    fewest, most = find_game(game).players
    has_players_option = any(choice.strip().startswith("players") for choice in choices)
    return len(seats) if fewest < len(seats) <= most and not has_players_option else None


@app.command(epilog="Example:  triangulum show star-runners --as png --out board.png --dark")
def show(
    game: Annotated[
        str, typer.Argument(metavar="GAME|FILE", help="A game, or a record.", autocompletion=complete_game_id)
    ],
    position: Annotated[str | None, typer.Argument(help="A position as text; the beginning if not given.")] = None,
    at: Annotated[
        int | None, typer.Option(min=0, help="After how many steps of a record; at its end if not given.")
    ] = None,
    seat: Annotated[int | None, typer.Option(help="Through whose eyes; a spectator's if not given.")] = None,
    form: Annotated[PositionFormat, typer.Option("--as", help="How to show it.")] = PositionFormat.TEXT,
    out: Annotated[Path | None, typer.Option(help="A file to write; needed for PNG.")] = None,
    width: Annotated[int, typer.Option(min=80, max=4000, help="Of a picture, in pixels.")] = 1200,
    dark: Annotated[bool, typer.Option("--dark", help="On a dark ground.")] = False,
    secrets: Annotated[
        bool, typer.Option("--position", help="The whole position too, secrets included (text).")
    ] = False,
    grey: Annotated[bool, typer.Option("--grey", help="In greys only (PNG).")] = False,
    narrow: Annotated[bool, typer.Option("--narrow", help="Stacked as on a phone.")] = False,
    players: Players = None,
    preset: Preset = None,
    choices: Choices = None,
    parts: Parts = None,
) -> None:
    """Show a position as text, SVG or PNG."""
    from triangulum.scene import render_png, render_svg
    from triangulum.scene.layout import Layout

    state = load_state(game, position, at, (players, preset, choices, parts))
    view = state.view(seat)
    if form is PositionFormat.TEXT:
        position = state.position() + "\n" if secrets or not state.setup.game.has_secrets else ""
        write_output(f"{state.setup.game.narration.text_board(view)}\n{position}", out)
        return
    scene = state.scene(seat)
    layout: Layout = "narrow" if narrow else "wide"
    if form is PositionFormat.SVG:
        write_output(render_svg(scene, mode="dark" if dark else "light", width=width, layout=layout) + "\n", out)
        return
    if out is None:
        raise OptionError("a PNG needs a file to be written to: add --out board.png")
    write_output(render_png(scene, width=width, mode="dark" if dark else "light", grey=grey, layout=layout), out)


def load_state(
    game: str,
    position: str | None,
    at: int | None,
    options: tuple[int | None, str | None, list[str] | None, str | None],
) -> State:
    """Return the state to show: of a record after some steps, or a position of a game."""
    from triangulum.cli import saves
    from triangulum.record.tri_format import load

    if game.endswith(".tri") or saves.is_existing_file(saves.find_record(game)):
        if position is not None or any(options):
            raise OptionError("a record has its options and positions already: leave them out, or say --at")
        history = load(saves.find_record(game)).history()
        if at is not None and at > len(history.steps):
            raise OptionError(f"this record has {len(history.steps)} steps that stand, so there is nothing after {at}")
        return history.state if at is None else history.state_after(at)
    if at is not None:
        raise OptionError("--at counts the steps of a record; for a game give a position")
    setup = build_setup(game, *options)
    return setup.new() if position is None else setup.parse_position(position)


def write_output(content: str | bytes, out: Path | None) -> None:
    """Write a text or bytes to a file, or print a text."""
    if out is None:
        sys.stdout.write(content if isinstance(content, str) else content.decode())
        return
    try:
        out.write_bytes(content.encode() if isinstance(content, str) else content)
    except OSError as error:
        raise OptionError(f"cannot write {out}: {error.strerror or error}") from None


@app.command(epilog="Example:  triangulum replay 2026-01-31-star-runners-1 --pause")
def replay(
    file: RecordFile,
    seat: Annotated[int | None, typer.Option(help="Through whose eyes; a spectator's if not given.")] = None,
    pause: Annotated[
        bool, typer.Option("--pause", help="Show the board after every turn, and wait for Enter.")
    ] = False,
) -> None:
    """Tell a recorded game from its first move to its last."""
    from triangulum.cli import saves
    from triangulum.record.narration import narrate_turns
    from triangulum.record.tri_format import format_result, load

    history = load(saves.find_record(file)).history()
    history.state.check_seat(seat)
    for seat_number, name in enumerate(history.initial_players):
        print_text(f"seat {seat_number}: {name}", "bold")
    for number, turn in enumerate(narrate_turns(history, seat), start=1):
        print_text(f"{number:>4}. {turn.text}")
        if pause:
            print_text(history.setup.game.narration.text_board(turn.state_after.view(seat)))
            if console.input("[dim]Enter to go on, q to leave: [/dim]").strip().casefold() == "q":
                return
    print_text(history.setup.game.narration.text_board(history.state.view(seat)))
    print_text(f"The game is {format_result(history)}.", "bold")


@app.command(epilog="Example:  triangulum verify 2026-01-31-star-runners-1")
def verify(file: RecordFile) -> None:
    """Check a record: every move by the rules, and every chance outcome by the seed of its dice."""
    from triangulum.cli import saves
    from triangulum.core.wording import format_count
    from triangulum.record.tri_format import format_result, load

    record = load(saves.find_record(file))
    history = record.history()
    game = history.setup.game
    print_text(
        f"{len(history.entries)} entries follow the rules of {game.title}; the game is {format_result(history)}."
    )
    if record.dice is None and not record.chance_steps():
        print_text("Nothing was left to chance, so there are no dice to check.", "green")
        return
    number = record.verify_dice()
    outcomes = f"{format_count(number, 'chance outcome')} follow{'s' if number == 1 else ''}"
    print_text(f"{outcomes} from the seed, which fits the commitment.", "green")


@app.command(epilog="Example:  triangulum solve star-runners --set homes=open")
def solve(
    game: GameId,
    players: Players = None,
    preset: Preset = None,
    choices: Choices = None,
    parts: Parts = None,
    processes: Annotated[
        int | None, typer.Option(min=1, max=64, help="How many to use; one for each core if not given.")
    ] = None,
) -> None:
    """Solve a game: work out what every position is worth, for the bot `exact`. This takes some minutes."""
    from triangulum import BUILD
    from triangulum.solve import storage as solutions

    setup = build_setup(game, players, preset, choices, parts)
    solver = solutions.solver_of(setup.game)
    if BUILD.kind == "plain":
        print_text(
            "The engine runs plain here, so this will take hours; `triangulum doctor` says how to make it quick."
        )
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
    print_text(f"The beginning is worth {value:+.4f} to seat 0; no value is off by more than {solution.error:.6f}.")


class LogFormat(StrEnum):
    """The formats of log lines."""

    PLAIN = "plain"
    JSON = "json"


@app.command(epilog="Example:  triangulum serve --host 0.0.0.0 --public-url https://games.example.org")
def serve(
    host: Annotated[str, typer.Option(help="The address to listen on; 0.0.0.0 for the whole network.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port to listen on; 0 for any.")] = 8764,
    public_url: Annotated[
        str | None, typer.Option(metavar="URL", help="How others reach this server, for links; behind a proxy.")
    ] = None,
    database: Annotated[
        str | None, typer.Option(metavar="URL", help="Another database; SQLite in the data folder if not given.")
    ] = None,
    data: Annotated[Path | None, typer.Option(metavar="FOLDER", help="Another data folder.")] = None,
    browse: Annotated[bool, typer.Option("--browse", help="Open the page in a browser, if there is one.")] = False,
    log: Annotated[
        LogFormat, typer.Option(help="How to write what happens: trouble only, or all as JSON.")
    ] = LogFormat.PLAIN,
    open_metrics: Annotated[
        bool, typer.Option("--open-metrics", help="Show /metrics to others than this machine, too.")
    ] = False,
    keep_waiting: Annotated[
        float, typer.Option(min=1, metavar="DAYS", help="Keep tables at which nobody has begun for so long.")
    ] = 60,
    keep_playing: Annotated[
        float, typer.Option(min=1, metavar="DAYS", help="Keep games that nobody goes on with for so long.")
    ] = 730,
    workers: Annotated[int, typer.Option(min=1, max=64, help="Processes that serve; several need PostgreSQL.")] = 1,
    limits: Annotated[
        list[str] | None,
        typer.Option("--limit", metavar="NAME=NUMBER", help="How much is taken from one client; see docs/hosting.md."),
    ] = None,
) -> None:
    """Open tables in the browser, for oneself and others: people and bots. Needs no configuration."""
    with require_extra("server", "serving tables"):
        from triangulum.server.expiry import Patience
        from triangulum.server.running import serve as run_server

    run_server(
        host=host,
        port=port,
        public_url=public_url,
        database=database,
        data=data,
        workers=workers,
        limits=limits or [],
        say=print_text,
        log=log.value,
        open_metrics=open_metrics,
        patience=Patience(keep_waiting, keep_playing),
        visit=open_in_browser if browse else lambda _: None,
    )


def open_in_browser(address: str) -> None:
    """Open a page in a browser that has a window of its own; in a terminal, it would be in the way."""
    import webbrowser
    from threading import Thread

    try:
        browser = webbrowser.get()
    except webbrowser.Error:
        return
    if type(browser) is not webbrowser.GenericBrowser:
        Thread(target=browser.open, args=(address,), daemon=True).start()


BackupFile = Annotated[Path, typer.Argument(metavar="FILE", help="The copy.")]
Database = Annotated[
    str | None, typer.Option("--database", metavar="URL", help="Another database than that in the data folder.")
]
DataFolder = Annotated[Path | None, typer.Option("--data", metavar="FOLDER", help="Another data folder.")]


def resolve_database_url(database: str | None, data: Path | None) -> str:
    """Return the URL of the given database, or else of the one in the data folder."""
    with require_extra("server", "a server's database"):
        from triangulum.server.store import sqlite_address

    return database or sqlite_address(data or data_folder())


@app.command(epilog="Example:  triangulum backup tables-monday.db")
def backup(file: BackupFile, database: Database = None, data: DataFolder = None) -> None:
    """Copy everything that a server keeps into a file, while it runs or not."""
    with require_extra("server", "backing up"):
        from triangulum.server.backup import backup as make_backup

    size = make_backup(resolve_database_url(database, data), file)
    print_text(f"{file}: {size:,} bytes. It holds secrets: keep it where only you can read it.")


@app.command(epilog="Example:  triangulum restore tables-monday.db")
def restore(
    file: BackupFile,
    database: Database = None,
    data: DataFolder = None,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask first.")] = False,
) -> None:
    """Put a copy in place of everything that a server keeps, while it runs or not."""
    with require_extra("server", "restoring"):
        from triangulum.server.backup import restore as restore_backup

    if not yes:
        typer.confirm("Everything that has happened since the copy was made will be lost. Go on?", abort=True)
    is_running = restore_backup(resolve_database_url(database, data), file)
    print_text(
        "The running server has taken it over." if is_running else "Done; the next server that starts goes on with it."
    )


@app.command()
def doctor() -> None:
    """Tell whether the engine is compiled, which versions are in use, and what is missing."""
    from triangulum.cli.doctor import examine_installation

    for finding in examine_installation():
        mark = "[green]✓[/green]" if finding.is_ok else "[dim]·[/dim]" if finding.is_optional else "[yellow]![/yellow]"
        line = f"{mark} [bold]{escape(finding.subject)}[/bold]  {escape(finding.detail)}"
        console.print(line, highlight=False, soft_wrap=True)


def main() -> None:
    """Run the command; a user's mistake is one line and a non-zero exit, never a traceback."""
    for stream in (sys.stdout, sys.stderr):
        # A window that cannot show a character shows another instead.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        # However it was started, help and completions speak of the command that people type.
        app(prog_name="triangulum")
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
