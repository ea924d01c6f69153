"""The command ``triangulum serve``: it starts without configuration, stops gracefully, and explains mistakes."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

import triangulum as tri
from triangulum.client import AsyncClient, Client, bot_seat, my_seat
from triangulum.running import ServeOptions, serve
from triangulum.server.storage.event_store import EventStore
from triangulum.table import commands as ask
from triangulum.table import messages


@contextmanager
def run_serve_command(folder: Path, *words: str) -> Iterator[tuple[subprocess.Popen[str], str, float]]:
    """Run the command; yield its process, its address, and the seconds until it could be reached."""
    began = time.monotonic()
    process = subprocess.Popen(
        [sys.executable, "-m", "triangulum", "serve", "--port", "0", *words],
        env={**os.environ, "TRIANGULUM_DATA": str(folder)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    line = process.stdout.readline()
    try:
        assert line.startswith("Triangulum is at http://127.0.0.1:"), process.stderr.read() if process.stderr else ""
        yield process, line.split()[3], time.monotonic() - began
    finally:
        process.kill()
        process.communicate()


@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM])
async def test_it_starts_with_no_configuration_and_stops_gracefully(tmp_path: Path, sign: signal.Signals) -> None:
    with run_serve_command(tmp_path) as (process, url, seconds):
        async with AsyncClient(url) as ann:
            await ann.set_name("Ann")
            table = await ann.open_table("star-runners", [my_seat(), bot_seat("greedy")])
            async with ann.watch_table(table, 0) as seat:
                await seat.begin_game()
                await seat.play("home SM")
                connection = seat.connection.socket
                assert connection is not None
                process.send_signal(sign)
                await connection.wait_closed()
                assert connection.close_code == 1012
                assert connection.close_reason == "The server is stopping. Try again in a moment."
                number = seat.event_number
        out, err = process.communicate(timeout=30)
    assert process.returncode == 0
    assert "every acknowledged move is kept" in out
    assert not err
    store = EventStore(f"sqlite:///{tmp_path / 'tables.db'}")
    found = await store.load_table(table)
    assert found is not None
    assert len(found[1]) >= number
    store.close()
    # No bound is asserted: the machine may be busy. `pytest -rP` shows the figure.
    print(f"triangulum serve could be reached after {seconds:.2f} s")


def test_mistakes_are_reported_in_one_line(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        words = [sys.executable, "-m", "triangulum", "serve", "--port", port, "--data", str(tmp_path)]
        done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr == f"triangulum: cannot listen on 127.0.0.1 port {port}: Address already in use\n"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"host": "1.2.3.4"}, "cannot listen on 1.2.3.4"),
        ({"public_url": "games.example.org"}, "a public URL is like"),
        ({"public_url": "https://games.example.org/path"}, "a public URL is like"),
        ({"database_url": "nonsense"}, "a database is named by a URL"),
        ({"database_url": "postgresql://127.0.0.1:1/none"}, "database cannot be used"),
        ({"data_folder": Path(__file__)}, "cannot write in"),
    ],
)
def test_impossible_options_of_serve_are_explained(options: dict[str, Any], message: str) -> None:
    with pytest.raises(tri.TriangulumError, match=message) as error:
        serve(ServeOptions(**{"port": 0, **options}), print)
    assert "\n" not in str(error.value)


def test_invite_links_have_the_public_address(tmp_path: Path) -> None:
    with run_serve_behind_proxy(tmp_path) as url, Client(url) as me:
        me.set_name("Ann")
        wish = ask.OpenTable(game="tri-trac")
        opened: messages.Opened = me.run_coroutine(me.async_client.request("POST", "/tables", messages.Opened, wish))
        assert opened.link == f"http://games.example.org/tables/{opened.table}"


@contextmanager
def run_serve_behind_proxy(folder: Path) -> Iterator[str]:
    """Run the command with a public address, as behind a proxy."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    words = ("serve", "--port", str(port), "--public-url", "http://games.example.org/", "--data", str(folder))
    process = subprocess.Popen([sys.executable, "-m", "triangulum", *words], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        assert process.stdout.readline().startswith("Triangulum is at http://games.example.org ")
        yield f"http://127.0.0.1:{port}"
    finally:
        process.kill()
        process.communicate()


def test_neither_the_package_nor_the_command_imports_the_server() -> None:
    words = (
        "import sys, triangulum.cli.app; print([m for m in sys.modules if m.startswith(('litestar', 'sqlalchemy'))])"
    )
    done = subprocess.run([sys.executable, "-c", words], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
