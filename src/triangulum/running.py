"""Starting and stopping a server: ``triangulum serve``."""

from __future__ import annotations

import gc
import logging
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import uvicorn

from triangulum.app import make_app
from triangulum.errors import OptionError
from triangulum.paths import data_folder
from triangulum.server.http.fast_websocket import FastWebSocket
from triangulum.server.http.limits import Limits, read_limits
from triangulum.server.http.websockets import WebSockets
from triangulum.server.identity.signing import Signer
from triangulum.server.ops import logs
from triangulum.server.ops.logs import LogFormat
from triangulum.server.runtime.commands import CommandHandler
from triangulum.server.runtime.rooms import Rooms
from triangulum.server.storage.database import sqlite_address
from triangulum.server.storage.event_store import EventStore
from triangulum.server.storage.expiry import ExpiryPolicy
from triangulum.table.messages import LARGEST_COMMAND
from triangulum.workers import run_workers

SWITCH_SECONDS = 0.0005
"""How long the event loop may keep the writer thread from going on; Python's usual 5 ms, a few times for every commit,
would be most of the time that a move takes."""
LITTER = (10_000, 10, 10)
"""How many objects may pile up before those that only know each other are looked for. Python's usual 700 would mean to
look through everything every few hundred moves, during which all tables wait, and there is next to nothing to find."""
GRACE_SECONDS = 5
"""How long requests that have begun may take to end when the server stops."""


class Server(uvicorn.Server):
    """Tells when it can be reached, and closes sockets with a reason before it stops."""

    def __init__(self, config: uvicorn.Config, sockets: WebSockets, started: Callable[[], None]) -> None:
        super().__init__(config)
        self.watchers = sockets
        self.say_started = started

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stop on Ctrl-C and when told to terminate; having stopped well, there is nothing to die of afterwards."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = {sign: signal.signal(sign, self.handle_exit) for sign in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for sign, handler in before.items():
                signal.signal(sign, handler)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then say so."""
        await super().startup(sockets)
        if not self.should_exit:
            self.say_started()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Say goodbye on every socket, then stop."""
        self.watchers.rooms.is_closing = True
        await self.watchers.rooms.wait_for_commands()
        await self.watchers.close()
        await super().shutdown(sockets)


def serve(
    *,
    host: str,
    port: int,
    public_url: str | None,
    database: str | None,
    data: Path | None,
    say: Callable[[str], None],
    visit: Callable[[str], None] = lambda _: None,
    log: LogFormat = "plain",
    open_metrics: bool = False,
    patience: ExpiryPolicy | None = None,
    workers: int = 1,
    limits: Sequence[str] = (),
) -> None:
    """Run a server until it is told to stop; ``visit`` is called with its address when it can be reached."""
    public_url = checked_url(public_url)
    settled = read_limits(limits)
    if workers > 1 and not (database or "").startswith("postgres"):
        raise OptionError("several workers need PostgreSQL: give --database postgresql://… or leave --workers out")
    open_many_files()
    listening = bound_socket(host, port)
    kept_at = database or sqlite_address(data or data_folder())
    address = public_url or address_of(listening)
    # What goes well is said in lines only where machines read them.
    logs.configure_logging(log, level=logging.INFO if log == "json" else logging.WARNING)

    def serve_here(started: Callable[[], None]) -> None:
        store = EventStore(kept_at)
        commands = CommandHandler(Rooms(store, Signer(store.load_secret())))
        server = make_server(
            commands,
            public_url=public_url,
            bound=host,
            limits=settled,
            started=started,
            open_metrics=open_metrics,
            patience=patience,
        )
        sys.setswitchinterval(SWITCH_SECONDS)
        # What is here by now stays for good, so nobody needs to look through it again.
        gc.collect()
        gc.freeze()
        gc.set_threshold(*LITTER)
        server.run([listening])
        logs.log_event("stopped")

    def started() -> None:
        say(f"Triangulum is at {address} – stop it with Ctrl-C.")
        logs.log_event("started", address=address)
        visit(address)

    if workers > 1:
        # What is wrong with the database is better said once, and before there are others.
        EventStore(kept_at).close()
        run_workers(workers, serve_here, started)
    else:
        serve_here(started)
    say("Stopped; every acknowledged move is kept.")


def make_server(
    commands: CommandHandler,
    *,
    public_url: str | None = None,
    bound: str = "127.0.0.1",
    limits: Limits | None = None,
    started: Callable[[], None] = lambda: None,
    open_metrics: bool = False,
    patience: ExpiryPolicy | None = None,
) -> Server:
    """Return a server for a steward and the tables of its lobby, ready to run."""
    app, sockets = make_app(
        commands, public_url=public_url, bound=bound, limits=limits, open_metrics=open_metrics, patience=patience
    )
    config = uvicorn.Config(
        app,
        ws=FastWebSocket,
        ws_max_size=LARGEST_COMMAND * 4,
        ws_per_message_deflate=False,
        access_log=False,
        log_level="warning",
        lifespan="on",
        server_header=False,
        timeout_graceful_shutdown=GRACE_SECONDS,
    )
    return Server(config, sockets, started)


def bound_socket(host: str, port: int) -> socket.socket:
    """Return a socket that listens, or raise OptionError."""
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        listening = socket.create_server((host, port), family=family, backlog=2048)
    except OSError as error:
        why = os.strerror(error.errno) if error.errno and error.errno > 0 else error.strerror or error
        raise OptionError(f"cannot listen on {host} port {port}: {why}") from None
    # Event loops see to this only for sockets of their own making. Without it a second small message waits for the
    # first one to be confirmed, which takes 40 ms.
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    listening.set_inheritable(False)
    return listening


def open_many_files() -> None:
    """Ask for as many open files as the system allows: every socket is one, and the usual 1024 are soon used up."""
    try:
        import resource
    except ImportError:  # Windows has no such limit.
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < hard:
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def address_of(listening: socket.socket) -> str:
    """Return the address that somebody at this machine can open."""
    host, port = listening.getsockname()[:2]
    if host in ("0.0.0.0", "::"):
        host = "localhost"
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"


def checked_url(url: str | None) -> str | None:
    """Return a public address if it is one."""
    if url is None:
        return None
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.path not in ("", "/") or parts.query:
        raise OptionError(f"a public URL is like https://games.example.org, not {url!r}")
    return f"{parts.scheme}://{parts.netloc}"
