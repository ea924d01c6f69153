"""The client for programs without ``async``: it runs the asynchronous one in a thread."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import AsyncIterator, Coroutine, Iterator, Mapping, Sequence
from types import TracebackType
from typing import Any, Self, TypeVar

from triangulum.client.async_client import AsyncClient
from triangulum.client.backoff import Backoff
from triangulum.client.moves import LegalMove
from triangulum.client.session import AsyncTableSession
from triangulum.table.commands import Command, MySeat, SeatRequest
from triangulum.table.messages import Done, GameInfo, TableInfo, TableSummary

T = TypeVar("T")


class Client:
    """One person at a server; every method waits for the method of ``AsyncClient`` with the same name."""

    def __init__(self, url: str, *, cookies: Mapping[str, str] | None = None, backoff: Backoff | None = None) -> None:
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever, name="triangulum-client", daemon=True)
        self.thread.start()
        self.async_client = AsyncClient(url, cookies=cookies, backoff=backoff)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def run_coroutine(self, coroutine: Coroutine[Any, Any, T]) -> T:
        """Run a coroutine in the thread's event loop and return its result."""
        return asyncio.run_coroutine_threadsafe(coroutine, self.loop).result()

    def close(self) -> None:
        """Close the connection to the server and stop the thread."""
        self.run_coroutine(self.async_client.close())
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join()
        self.loop.close()

    def list_games(self) -> list[GameInfo]:
        """Return the games that the server offers."""
        return self.run_coroutine(self.async_client.list_games())

    def set_name(self, name: str) -> str:
        """Choose the name that others see, and return it as the server wrote it down."""
        return self.run_coroutine(self.async_client.set_name(name))

    def list_tables(self) -> list[TableSummary]:
        """Return the tables that the server lists publicly."""
        return self.run_coroutine(self.async_client.list_tables())

    def open_table(
        self,
        game_id: str,
        seats: Sequence[SeatRequest] = (MySeat(),),
        options: Mapping[str, Any] | None = None,
        *,
        lot: bool = False,
        **settings: Any,
    ) -> str:
        """Open a table and return its id; ``settings`` are those of the table, such as ``listed`` and ``hints``.

        With ``lot``, a lot decides who begins; otherwise whoever has the first seat does.
        """
        return self.run_coroutine(self.async_client.open_table(game_id, seats, options, lot=lot, **settings))

    def take_seat(self, table_id: str, seat: int, name: str | None = None, token: str | None = None) -> None:
        """Sit down at a table; an invited seat needs its token."""
        self.run_coroutine(self.async_client.take_seat(table_id, seat, name, token))

    def get_record(self, table_id: str, seat: int | None = None) -> str:
        """Return the game as the text of a ``.tri`` file; hidden moves are ``?`` until it's over."""
        return self.run_coroutine(self.async_client.get_record(table_id, seat))

    @contextlib.contextmanager
    def watch_table(self, table_id: str, seat: int | None = None, *, form: str = "both") -> Iterator[TableSession]:
        """Open a session at a table, for ``with``."""
        session = self.run_coroutine(self.async_client.watch_table(table_id, seat, form=form).__aenter__())
        try:
            yield TableSession(self, session)
        finally:
            self.run_coroutine(session.close())


class TableSession:
    """A session at a table; every method waits for the method of ``AsyncTableSession`` with the same name."""

    def __init__(self, client: Client, async_session: AsyncTableSession) -> None:
        self.client = client
        self.async_session = async_session

    @property
    def table(self) -> TableInfo | None:
        """The table as everybody sees it."""
        return self.async_session.table

    @property
    def view(self) -> Any:
        """What our seat knows about the game."""
        return self.async_session.view

    def turns(self) -> Iterator[list[LegalMove]]:
        """Yield the legal moves whenever it's our turn, until the game is over."""
        turns = self.async_session.turns()
        while True:
            try:
                yield self.client.run_coroutine(get_next(turns))
            except StopAsyncIteration:
                return

    def play(self, action: int | str, seat: int | None = None) -> Done:
        """Play an action, by number or in notation."""
        return self.client.run_coroutine(self.async_session.play(action, seat))

    def send_command(self, command_type: type[Command], **fields: Any) -> Any:
        """Send a command such as ``Resign``; id, seat and event number are filled in where it has them."""
        return self.client.run_coroutine(self.async_session.send_command(command_type, **fields))

    def begin_game(self) -> None:
        """Begin the game; every seat must be taken."""
        self.client.run_coroutine(self.async_session.begin_game())

    def switch_perspective(self, seat: int | None) -> None:
        """See the table from another seat, as at a hot-seat table; None for a spectator's view."""
        self.client.run_coroutine(self.async_session.switch_perspective(seat))


async def get_next(iterator: AsyncIterator[T]) -> T:
    """Return the next value of an asynchronous iterator; unlike ``anext`` this is a coroutine."""
    return await anext(iterator)
