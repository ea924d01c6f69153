"""Commands for hosts: ``serve`` runs a server; ``backup`` and ``restore`` copy its database."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from triangulum.cli.console import print_text
from triangulum.installation.extras import require_extra
from triangulum.paths import data_folder

app = typer.Typer()

BackupFile = Annotated[Path, typer.Argument(metavar="FILE", help="The backup.")]
Database = Annotated[
    str | None,
    typer.Option("--database", metavar="URL", help="Use this database instead of the one in the data folder."),
]
DataFolder = Annotated[Path | None, typer.Option("--data", metavar="FOLDER", help="Use another data folder.")]


class LogFormat(StrEnum):
    """What the server logs: errors as plain text, or everything as JSON."""

    PLAIN = "plain"
    JSON = "json"


@app.command(epilog="Example:  triangulum serve --host 0.0.0.0 --public-url https://games.example.org")
def serve(
    host: Annotated[
        str, typer.Option(help="The address to listen on; 0.0.0.0 accepts the whole network.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port to listen on; 0 picks a free one.")] = 8764,
    public_url: Annotated[
        str | None, typer.Option(metavar="URL", help="The address by which others reach the server, for links.")
    ] = None,
    database: Annotated[
        str | None, typer.Option(metavar="URL", help="The database; by default SQLite in the data folder.")
    ] = None,
    data: DataFolder = None,
    browse: Annotated[bool, typer.Option("--browse", help="Open the games in your browser.")] = False,
    log: Annotated[LogFormat, typer.Option(help="Log errors as plain text, or everything as JSON.")] = LogFormat.PLAIN,
    open_metrics: Annotated[
        bool, typer.Option("--open-metrics", help="Let other machines read /metrics, too.")
    ] = False,
    keep_waiting: Annotated[
        float, typer.Option(min=1, metavar="DAYS", help="Delete tables whose game hasn’t begun after this long.")
    ] = 60,
    keep_playing: Annotated[
        float, typer.Option(min=1, metavar="DAYS", help="Delete unfinished games after this long without a move.")
    ] = 730,
    workers: Annotated[
        int, typer.Option(min=1, max=64, help="The number of processes; more than one needs PostgreSQL.")
    ] = 1,
    limits: Annotated[
        list[str] | None,
        typer.Option(
            "--limit", metavar="NAME=NUMBER", help="Change a limit of what a client may send; see docs/hosting.md."
        ),
    ] = None,
) -> None:
    """Run a server, so you and your friends can play in the browser. Needs no configuration."""
    with require_extra("server", "serving tables"):
        from triangulum.running import ServeOptions
        from triangulum.running import serve as run_server
        from triangulum.server.storage.expiry import ExpiryPolicy

    options = ServeOptions(
        host=host,
        port=port,
        public_url=public_url,
        database_url=database,
        data_folder=data,
        workers=workers,
        limits=limits or [],
        log_format=log.value,
        open_metrics=open_metrics,
        patience=ExpiryPolicy(keep_waiting, keep_playing),
    )
    run_server(options, print_text, open_in_browser if browse else lambda _: None)


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
    """Copy a server's database into a file. The server can keep running."""
    with require_extra("server", "backing up"):
        from triangulum.server.storage.backup import write_backup_file

    size = write_backup_file(resolve_database_url(database, data), file)
    print_text(f"Wrote {file} ({size:,} bytes). It contains secrets, so keep it where only you can read it.")


@app.command(epilog="Example:  triangulum restore tables-monday.db")
def restore(
    file: BackupFile,
    database: Database = None,
    data: DataFolder = None,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Don’t ask for confirmation.")] = False,
) -> None:
    """Replace a server's database with a backup. The server can keep running."""
    with require_extra("server", "restoring"):
        from triangulum.server.storage.backup import RestoredBy, restore_backup

    if not yes:
        typer.confirm("Everything since the backup was made will be lost. Continue?", abort=True)
    restored_by = restore_backup(resolve_database_url(database, data), file)
    if restored_by is RestoredBy.RUNNING_SERVER:
        print_text("Restored. The running server has switched to it.")
    else:
        print_text("Restored. Start the server to use it.")
