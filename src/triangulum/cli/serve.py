"""The commands for hosts: ``serve`` runs a server; ``backup`` and ``restore`` copy what it stores."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from triangulum.cli.console import print_text
from triangulum.installation.extras import require_extra
from triangulum.paths import data_folder

app = typer.Typer()

BackupFile = Annotated[Path, typer.Argument(metavar="FILE", help="The copy.")]
Database = Annotated[
    str | None, typer.Option("--database", metavar="URL", help="Another database than that in the data folder.")
]
DataFolder = Annotated[Path | None, typer.Option("--data", metavar="FOLDER", help="Another data folder.")]


class LogFormat(StrEnum):
    """What the server logs: errors as plain text, or everything as JSON."""

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
    data: DataFolder = None,
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
        from triangulum.running import serve as run_server
        from triangulum.server.storage.expiry import ExpiryPolicy

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
        patience=ExpiryPolicy(keep_waiting, keep_playing),
        visit=open_in_browser if browse else lambda _: None,
    )


def open_in_browser(address: str) -> None:
    """Open a page in a browser window, from a thread; not in a text browser, which would take over the terminal."""
    import webbrowser
    from threading import Thread

    try:
        browser = webbrowser.get()
    except webbrowser.Error:
        return
    if type(browser) is not webbrowser.GenericBrowser:
        Thread(target=browser.open, args=(address,), daemon=True).start()


def resolve_database_url(database: str | None, data: Path | None) -> str:
    """Return the URL of the given database, or else of the SQLite file in the data folder."""
    with require_extra("server", "a server's database"):
        from triangulum.server.storage.database import sqlite_address

    return database or sqlite_address(data or data_folder())


@app.command(epilog="Example:  triangulum backup tables-monday.db")
def backup(file: BackupFile, database: Database = None, data: DataFolder = None) -> None:
    """Copy everything that a server keeps into a file, while it runs or not."""
    with require_extra("server", "backing up"):
        from triangulum.server.storage.backup import make_backup

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
        from triangulum.server.storage.backup import restore_backup

    if not yes:
        typer.confirm("Everything that has happened since the copy was made will be lost. Go on?", abort=True)
    is_running = restore_backup(resolve_database_url(database, data), file)
    print_text(
        "The running server has taken it over." if is_running else "Done; the next server that starts goes on with it."
    )
