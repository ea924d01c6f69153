"""A client of a server, over HTTP: names, tables, records; ``watch_table`` opens a socket."""

from __future__ import annotations

import ssl
from collections.abc import Mapping, Sequence
from functools import cache, partial
from types import TracebackType
from typing import Any, Self
from urllib.parse import urlsplit

import msgspec

from triangulum.client.backoff import Backoff, parse_retry_after, retry_on_rate_limit
from triangulum.client.errors import DisconnectedError, RequestRefusedError
from triangulum.client.handshake import check_protocol_version_matches, format_socket_url, open_socket
from triangulum.client.moves import LegalMove, flatten_move_tree
from triangulum.client.session import AsyncTableSession, make_command_id
from triangulum.installation.extras import require_extra
from triangulum.table.commands import MySeat, NameChoice, OpenTable, SeatRequest, Sit, TableCommand
from triangulum.table.events import TableSettings
from triangulum.table.messages import (
    PROTOCOL_HEADER,
    PROTOCOL_VERSION,
    GameInfo,
    Invitation,
    Me,
    Opened,
    Refused,
    Reply,
    SeatMoves,
    Snapshot,
    Story,
    TableSummary,
    UpdatePage,
)

with require_extra("client", "the client"):
    import httpx
    from websockets.asyncio.client import ClientConnection


def make_cookie_jar(url: str, cookies: Mapping[str, str]) -> httpx.Cookies:
    """Return a jar with cookies that look like the server's own, so that new ones from it replace them."""
    host = urlsplit(url).hostname or ""
    jar = httpx.Cookies()
    for name, value in cookies.items():
        # Python's jars take a host without a dot to be a local one.
        jar.set(name, value, domain=host if "." in host else f"{host}.local")
    return jar


@cache
def get_ssl_context() -> ssl.SSLContext:
    """Return the certificates that all clients share; reading them takes longer than connecting."""
    return httpx.create_ssl_context()


class AsyncClient:
    """One person at a server; use it with ``async with``, or call ``close`` at the end."""

    def __init__(self, url: str, *, cookies: Mapping[str, str] | None = None, backoff: Backoff | None = None) -> None:
        """``cookies`` of an earlier client make this one the same person."""
        self.url = url.rstrip("/")
        self.backoff = backoff or Backoff()
        jar = make_cookie_jar(self.url, cookies or {})
        self.http = httpx.AsyncClient(base_url=self.url, cookies=jar, timeout=30.0, verify=get_ssl_context())

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Close the connection to the server."""
        await self.http.aclose()

    @property
    def cookies(self) -> dict[str, str]:
        """The cookies that say who we are; keep them to be the same person tomorrow."""
        return dict(self.http.cookies)

    async def request(self, method: str, path: str, response_type: Any, body: Any = None, **query: Any) -> Any:
        """Send a request and return the decoded response; retry on a rate limit, or raise RequestRefusedError."""
        send = partial(self.request_once, method, path, body, query)
        response = await retry_on_rate_limit(send, self.backoff)
        return response.text if response_type is str else msgspec.json.decode(response.content, type=response_type)

    async def request_once(self, method: str, path: str, body: Any, query: Mapping[str, Any]) -> httpx.Response:
        """Send a request and return a successful response; raise one of ``errors.py`` for everything else."""
        content = None if body is None else msgspec.json.encode(body)
        headers = {} if body is None else {"content-type": "application/json"}
        params = {name: value for name, value in query.items() if value is not None}
        try:
            response = await self.http.request(method, f"/api{path}", params=params, content=content, headers=headers)
        except httpx.HTTPError as error:
            raise DisconnectedError(f"{self.url} can't be reached: {type(error).__name__}") from None
        check_protocol_version_matches(self.url, response.headers.get(PROTOCOL_HEADER, str(PROTOCOL_VERSION)))
        if response.is_success:
            return response
        raise self.make_error(response)

    def make_error(self, response: httpx.Response) -> RequestRefusedError | DisconnectedError:
        """Return what to raise for a response that isn't a success."""
        try:
            refused = msgspec.json.decode(response.content, type=Refused)
        except msgspec.MsgspecError:
            return DisconnectedError(f"{self.url} answers {response.status_code}")
        return RequestRefusedError(refused, parse_retry_after(response.headers.get("retry-after")))

    async def list_games(self) -> list[GameInfo]:
        """Return the games that the server offers."""
        games: list[GameInfo] = await self.request("GET", "/games", list[GameInfo])
        return games

    async def set_name(self, name: str) -> str:
        """Choose the name that others see, and return it as the server wrote it down."""
        me: Me = await self.request("PUT", "/me", Me, NameChoice(name=name))
        return me.name or ""

    async def list_tables(self) -> list[TableSummary]:
        """Return the tables that the server lists publicly."""
        tables: list[TableSummary] = await self.request("GET", "/tables", list[TableSummary])
        return tables

    async def open_table(
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
        table_settings = TableSettings(**settings)
        request = OpenTable(
            game=game_id, options=dict(options or {}), seats=tuple(seats), lot=lot, settings=table_settings
        )
        opened: Opened = await self.request("POST", "/tables", Opened, request)
        return opened.table

    async def get_table(self, table_id: str, seat: int | None = None, form: str = "both") -> Snapshot:
        """Return a whole table, as a seat or a spectator sees it."""
        table: Snapshot = await self.request("GET", f"/tables/{table_id}", Snapshot, seat=seat, form=form)
        return table

    async def post_command(self, table_id: str, command: TableCommand) -> Reply:
        """Send a command over HTTP and return the reply."""
        reply: Reply = await self.request("POST", f"/tables/{table_id}/commands", Reply, command)
        return reply

    async def take_seat(self, table_id: str, seat: int, name: str | None = None, token: str | None = None) -> None:
        """Sit down at a table; an invited seat needs its token."""
        await self.post_command(table_id, Sit(id=make_command_id(), seat=seat, name=name, token=token))

    async def list_legal_moves(self, table_id: str, seat: int) -> list[LegalMove]:
        """Return the legal moves of our own seat; none if it isn't its turn."""
        moves: SeatMoves = await self.request("GET", f"/tables/{table_id}/moves", SeatMoves, seat=seat)
        return flatten_move_tree(moves.tree)

    async def list_events(
        self, table_id: str, after: int = 0, seat: int | None = None, form: str = "both"
    ) -> UpdatePage:
        """Return the events of a table after a number."""
        query = {"after": after, "seat": seat, "form": form}
        events: UpdatePage = await self.request("GET", f"/tables/{table_id}/events", UpdatePage, **query)
        return events

    async def get_record(self, table_id: str, seat: int | None = None) -> str:
        """Return the game as the text of a ``.tri`` file; hidden moves are ``?`` until it's over."""
        text: str = await self.request("GET", f"/tables/{table_id}/record", str, seat=seat)
        return text

    async def get_story(self, table_id: str, seat: int | None = None) -> tuple[str, ...]:
        """Return the game in sentences, one text a turn."""
        story: Story = await self.request("GET", f"/tables/{table_id}/story", Story, seat=seat)
        return story.turns

    async def get_seat_tokens(self, table_id: str) -> dict[int, str]:
        """Return the tokens of our own seats and of those we can invite somebody to, by seat."""
        invitations: list[Invitation] = await self.request("GET", f"/tables/{table_id}/tokens", list[Invitation])
        return {invitation.seat: invitation.token for invitation in invitations}

    def watch_table(
        self,
        table_id: str,
        seat: int | None = None,
        *,
        form: str = "both",
        after: int | None = None,
        with_presence: bool = False,
    ) -> AsyncTableSession:
        """Return a session at a table for ``async with``; ``with_presence`` asks for who else is there, too."""
        query = {"form": form, "presence": "true" if with_presence else None}
        return AsyncTableSession(table_id, seat, self.open_table_socket, query=query, after=after, backoff=self.backoff)

    async def open_table_socket(self, table_id: str, query: Mapping[str, Any]) -> ClientConnection:
        """Open the socket of a table, as the person we are now."""
        return await open_socket(format_socket_url(self.url, table_id, query), self.cookies)
