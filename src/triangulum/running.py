"""Start and stop a server: what ``triangulum serve`` does."""

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
from typing import NamedTuple
from urllib.parse import urlsplit

import uvicorn

from triangulum.app import AppOptions, build_app
from triangulum.errors import OptionError
from triangulum.paths import data_folder
from triangulum.server.http import fast_websocket
from triangulum.server.http.fast_websocket import FastWebSocket
from triangulum.server.http.limits import parse_limits
from triangulum.server.http.websockets import WebSockets
from triangulum.server.identity.signing import Signer
from triangulum.server.ops import logs
from triangulum.server.ops.logs import LogFormat
from triangulum.server.runtime.runtime import Runtime
from triangulum.server.storage.database import sqlite_address
from triangulum.server.storage.event_store import EventStore
from triangulum.server.storage.expiry import ExpiryPolicy
from triangulum.table.commands import MAX_COMMAND_BYTES
from triangulum.workers import run_workers

THREAD_SWITCH_SECONDS = 0.0005
"""How long the event loop may keep the writer thread waiting. With Python's default of 5 ms, which every commit would
wait for a few times, waiting would be most of the time that a move takes."""
GC_THRESHOLDS = (10_000, 10, 10)
"""How many new objects trigger a garbage collection. Python's default of 700 would mean a full collection every few
hundred moves, during which all tables wait, and there is next to nothing to collect."""
SHUTDOWN_SECONDS = 5
"""How long running requests may take to finish when the server stops."""
SOCKET_BACKLOG = 2048


class ServeOptions(NamedTuple):
    """The options of ``triangulum serve``."""

    host: str = "127.0.0.1"
    port: int = 8764
    public_url: str | None = None
    database_url: str | None = None
    """None for SQLite in the data folder."""
    data_folder: Path | None = None
    workers: int = 1
    limits: Sequence[str] = ()
    """Assignments like ``messages=10``."""
    log_format: LogFormat = "plain"
    open_metrics: bool = False
    patience: ExpiryPolicy = ExpiryPolicy()


class Server(uvicorn.Server):
    """A uvicorn server that reports when it has started, and closes sockets with a reason before it stops."""

    def __init__(self, config: uvicorn.Config, sockets: WebSockets, on_started: Callable[[], None]) -> None:
        super().__init__(config)
        self.websockets = sockets
        self.on_started = on_started

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stop on SIGINT and SIGTERM; unlike uvicorn's own method, don't raise the signal again after stopping."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        former_handlers = {
            number: signal.signal(number, self.handle_exit) for number in (signal.SIGINT, signal.SIGTERM)
        }
        try:
            yield
        finally:
            for number, handler in former_handlers.items():
                signal.signal(number, handler)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then report it."""
        await super().startup(sockets)
        if not self.should_exit:
            self.on_started()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Finish the moves in progress, close every WebSocket with a reason, then stop."""
        self.websockets.rooms.is_closing = True
        await self.websockets.rooms.wait_for_commands()
        await self.websockets.close()
        await super().shutdown(sockets)


def serve(
    options: ServeOptions, print_line: Callable[[str], None], open_page: Callable[[str], None] = lambda _: None
) -> None:
    """Run a server until it's told to stop; call ``open_page`` with its address once it can be reached."""
    app_options = AppOptions(
        public_url=parse_public_url(options.public_url),
        bound_host=options.host,
        limits=parse_limits(options.limits),
        open_metrics=options.open_metrics,
        patience=options.patience,
    )
    if options.workers > 1 and not (options.database_url or "").startswith("postgres"):
        raise OptionError("several workers need PostgreSQL: give --database postgresql://… or leave --workers out")
    raise_open_file_limit()
    listener = open_listening_socket(options.host, options.port)
    database_url = options.database_url or sqlite_address(options.data_folder or data_folder())
    address = app_options.public_url or local_url(listener)
    # Successful events are logged only in JSON, for programs; people see errors.
    logs.configure_logging(options.log_format, level=logging.INFO if options.log_format == "json" else logging.WARNING)

    def announce_start() -> None:
        print_line(f"Triangulum is at {address} – stop it with Ctrl-C.")
        logs.log_event("started", address=address)
        open_page(address)

    def serve_in_this_process(on_started: Callable[[], None]) -> None:
        serve_database(database_url, app_options, listener, on_started)

    if options.workers > 1:
        # Report a problem with the database once, before there are several processes.
        EventStore(database_url).close()
        run_workers(options.workers, serve_in_this_process, announce_start)
    else:
        serve_in_this_process(announce_start)
    print_line("Stopped; every acknowledged move is kept.")


def serve_database(
    database_url: str, options: AppOptions, listener: socket.socket, on_started: Callable[[], None]
) -> None:
    """Serve the tables of a database on a listening socket until the process is told to stop."""
    store = EventStore(database_url)
    server = build_server(Runtime(store, Signer(store.load_secret())), options, on_started)
    sys.setswitchinterval(THREAD_SWITCH_SECONDS)
    # All objects so far live as long as the process, so the garbage collector need not visit them again.
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLDS)
    server.run([listener])
    logs.log_event("stopped")


def build_server(
    runtime: Runtime, options: AppOptions | None = None, on_started: Callable[[], None] = lambda: None
) -> Server:
    """Return a server of the whole site, ready to run."""
    options = options or AppOptions()
    sockets = WebSockets(runtime.commands, options.limits)
    config = uvicorn.Config(
        build_app(runtime, sockets, options),
        ws=FastWebSocket if fast_websocket.is_uvicorn_supported() else "websockets-sansio",
        ws_max_size=MAX_COMMAND_BYTES * 4,
        ws_per_message_deflate=False,
        access_log=False,
        log_level="warning",
        lifespan="on",
        server_header=False,
        timeout_graceful_shutdown=SHUTDOWN_SECONDS,
    )
    return Server(config, sockets, on_started)


def open_listening_socket(host: str, port: int) -> socket.socket:
    """Open a socket that listens on a host and port, or raise OptionError."""
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        listener = socket.create_server((host, port), family=family, backlog=SOCKET_BACKLOG)
    except OSError as error:
        reason = os.strerror(error.errno) if error.errno and error.errno > 0 else error.strerror or error
        raise OptionError(f"cannot listen on {host} port {port}: {reason}") from None
    # Event loops set this only for sockets that they open themselves. Without it a second small message waits until
    # the first one is acknowledged, which takes 40 ms.
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    listener.set_inheritable(False)
    return listener


def raise_open_file_limit() -> None:
    """Raise the limit of open files as far as the system allows: every socket is one, and the default is 1024."""
    try:
        import resource
    except ImportError:  # Windows has no such limit.
        return
    soft_limit, hard_limit = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft_limit != resource.RLIM_INFINITY and soft_limit < hard_limit:
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard_limit, hard_limit))


def local_url(listener: socket.socket) -> str:
    """Return the URL by which a listening socket is reached from this machine."""
    host, port = listener.getsockname()[:2]
    if host in ("0.0.0.0", "::"):
        host = "localhost"
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"


def parse_public_url(url: str | None) -> str | None:
    """Return a public URL without its trailing slash, or raise OptionError if it's more than scheme and host."""
    if url is None:
        return None
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.path not in ("", "/") or parts.query:
        raise OptionError(f"a public URL is like https://games.example.org, not {url!r}")
    return f"{parts.scheme}://{parts.netloc}"
