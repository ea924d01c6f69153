"""A small client for tables on a server, for bots and for whoever writes one; ``docs/protocol.md`` has the messages.

    async with AsyncClient("http://127.0.0.1:8764") as me:
        await me.call_me("Ann")
        table = await me.open("star-runners", seats=[mine(), bot("greedy")])
        async with me.watch(table, seat=0) as seat:
            await seat.begin()
            async for moves in seat.turns():
                await seat.play(moves[0].action)

``Client`` does the same without ``async``. A connection that breaks is taken up again where it was, and what had not
been answered is sent again, which plays nothing twice.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import ssl
import threading
from collections.abc import AsyncIterator, Coroutine, Iterator, Mapping, Sequence
from functools import cache
from types import TracebackType
from typing import Any, NamedTuple, Self, TypeVar
from urllib.parse import urlencode, urlsplit

import msgspec
from msgspec import UNSET, UnsetType

from triangulum.core.state import OVER
from triangulum.errors import TriangulumError
from triangulum.installation.extras import require_extra
from triangulum.scene import Kit, Scene, apply_diff
from triangulum.scene.steps import Branch, Step
from triangulum.table import messages as ask
from triangulum.table.events import TableSettings
from triangulum.table.messages import (
    Clocked,
    ClockTimes,
    Done,
    Event,
    EventsAfter,
    GameInfo,
    Here,
    Hinted,
    Invitation,
    Moves,
    MovesNow,
    Opened,
    OpenTable,
    Present,
    Previewed,
    Refused,
    Reply,
    SeatWish,
    Story,
    TableInfo,
    TableLine,
    ToClient,
)

with require_extra("client", "the client"):
    import httpx
    from websockets.asyncio.client import ClientConnection, connect
    from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus

T = TypeVar("T")

COME_BACK = (1001, 1005, 1006, 1011, 1012, 4008)
"""How a socket is closed when one may come back."""
TRIES = 40
LONGEST_PAUSE = 2.0

decoder: msgspec.json.Decoder[ToClient] = msgspec.json.Decoder(ToClient)
reply_decoder: msgspec.json.Decoder[Reply] = msgspec.json.Decoder(Reply)


class RequestRefusedError(TriangulumError):
    """The server has refused something; nothing has changed."""

    def __init__(self, refused: Refused) -> None:
        super().__init__(refused.message)
        self.reason = refused.reason
        self.number = refused.number


class DisconnectedError(TriangulumError):
    """The server cannot be reached, or has closed the socket for good."""


class Choice(NamedTuple):
    """A legal move."""

    action: int
    text: str
    steps: tuple[Step, ...]


def mine(name: str | None = None) -> ask.MySeat:
    """Return a seat for oneself; several of them make a hot-seat."""
    return ask.MySeat(name=name)


def bot(name: str) -> ask.BotSeat:
    """Return a seat for a bot."""
    return ask.BotSeat(bot=name)


def anybody() -> ask.OpenSeat:
    """Return a seat for whoever comes first."""
    return ask.OpenSeat()


def invited() -> ask.InvitedSeat:
    """Return a seat for whoever has its token."""
    return ask.InvitedSeat()


def choices(branches: Sequence[Branch], before: tuple[Step, ...] = ()) -> list[Choice]:
    """Return the moves at the ends of a tree."""
    found: list[Choice] = []
    for branch in branches:
        path = (*before, branch.step)
        if branch.action is not None:
            found.append(Choice(branch.action, branch.text, path))
        found += choices(branch.then, path)
    return found


def new_command_id() -> str:
    """Return an id for a command that nobody else has chosen."""
    return secrets.token_urlsafe(9)


def jar_of(url: str, cookies: Mapping[str, str]) -> httpx.Cookies:
    """Return cookies as a server has sent them, so that others that it sends take their place."""
    host = urlsplit(url).hostname or ""
    jar = httpx.Cookies()
    for name, value in cookies.items():
        # Python's jars take a host without a dot to be a local one.
        jar.set(name, value, domain=host if "." in host else f"{host}.local")
    return jar


@cache
def shared_ssl_context() -> ssl.SSLContext:
    """Return the certificates that all clients trust; reading them takes longer than connecting."""
    return httpx.create_ssl_context()


class AsyncClient:
    """One person at a server."""

    def __init__(self, url: str, *, cookies: Mapping[str, str] | None = None) -> None:
        self.url = url.rstrip("/")
        cookie_jar = jar_of(self.url, cookies or {})
        self.http = httpx.AsyncClient(base_url=self.url, cookies=cookie_jar, timeout=30.0, verify=shared_ssl_context())

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Let go of the server."""
        await self.http.aclose()

    @property
    def cookies(self) -> dict[str, str]:
        """What makes one the same person on the next day."""
        return dict(self.http.cookies)

    async def request(self, method: str, path: str, kind: Any, body: Any = None, **query: Any) -> Any:
        """Send a request and return its answer, or raise ServerSaysNo."""
        content = None if body is None else msgspec.json.encode(body)
        headers = {} if body is None else {"content-type": "application/json"}
        given = {name: value for name, value in query.items() if value is not None}
        try:
            answer = await self.http.request(method, f"/api{path}", params=given, content=content, headers=headers)
        except httpx.HTTPError as error:
            raise DisconnectedError(f"{self.url} cannot be reached: {type(error).__name__}") from None
        if answer.is_success:
            return answer.text if kind is str else msgspec.json.decode(answer.content, type=kind)
        try:
            raise RequestRefusedError(msgspec.json.decode(answer.content, type=Refused))
        except msgspec.MsgspecError:
            raise DisconnectedError(f"{self.url} answers {answer.status_code}") from None

    async def games(self) -> list[GameInfo]:
        """Return the games that can be played."""
        found: list[GameInfo] = await self.request("GET", "/games", list[GameInfo])
        return found

    async def call_me(self, name: str) -> str:
        """Choose a name."""
        me: ask.Me = await self.request("PUT", "/me", ask.Me, ask.NameChoice(name=name))
        return me.name or ""

    async def rooms(self) -> list[TableLine]:
        """Return the tables in the lobby."""
        found: list[TableLine] = await self.request("GET", "/tables", list[TableLine])
        return found

    async def open(
        self,
        game: str,
        seats: Sequence[SeatWish] = (ask.MySeat(),),
        options: Mapping[str, Any] | None = None,
        **house: Any,
    ) -> str:
        """Open a table and return its id; ``house`` are its own rules, such as ``listed`` and ``hints``."""
        wish = OpenTable(game=game, options=dict(options or {}), seats=tuple(seats), house=TableSettings(**house))
        opened: Opened = await self.request("POST", "/tables", Opened, wish)
        return opened.table

    async def see(self, table: str, seat: int | None = None, form: str = "both") -> Here:
        """Return a whole table."""
        here: Here = await self.request("GET", f"/tables/{table}", Here, seat=seat, form=form)
        return here

    async def do(self, table: str, command: ask.AtTable) -> Reply:
        """Send a command by HTTP."""
        reply: Reply = await self.request("POST", f"/tables/{table}/commands", Reply, command)
        return reply

    async def sit(self, table: str, seat: int, name: str | None = None, token: str | None = None) -> None:
        """Sit down."""
        await self.do(table, ask.Sit(id=new_command_id(), seat=seat, name=name, token=token))

    async def moves(self, table: str, seat: int) -> list[Choice]:
        """Return the legal moves of one's own seat; none if it is not its turn."""
        found: MovesNow = await self.request("GET", f"/tables/{table}/moves", MovesNow, seat=seat)
        return choices(found.tree)

    async def events(self, table: str, after: int = 0, seat: int | None = None, form: str = "both") -> EventsAfter:
        """Return the events after a number."""
        found: EventsAfter = await self.request(
            "GET", f"/tables/{table}/events", EventsAfter, after=after, seat=seat, form=form
        )
        return found

    async def record(self, table: str, seat: int | None = None) -> str:
        """Return the record, as far as one may see it."""
        text: str = await self.request("GET", f"/tables/{table}/record", str, seat=seat)
        return text

    async def story(self, table: str, seat: int | None = None) -> tuple[str, ...]:
        """Return the game turn by turn."""
        story: Story = await self.request("GET", f"/tables/{table}/story", Story, seat=seat)
        return story.turns

    async def tokens(self, table: str) -> dict[int, str]:
        """Return the tokens of one's own seats, and of those one can invite to."""
        found: list[Invitation] = await self.request("GET", f"/tables/{table}/tokens", list[Invitation])
        return {one.seat: one.token for one in found}

    def watch(
        self,
        table: str,
        seat: int | None = None,
        *,
        form: str = "both",
        after: int | None = None,
        present: bool = False,
    ) -> AsyncSeat:
        """Return a connection to a table, to be used with ``async with``; ``present``: be told who else is there."""
        return AsyncSeat(self, table, seat, form, after, present)


class AsyncSeat:
    """A socket at a table, and the table as it was last told."""

    def __init__(
        self, client: AsyncClient, table: str, seat: int | None, form: str, after: int | None, curious: bool
    ) -> None:
        self.client = client
        self.id = table
        self.eyes = seat
        self.form = form
        self.curious = curious
        self.number = -1 if after is None else after
        self.table: TableInfo | None = None
        self.here: Here | None = None
        self.scene: Scene | None = None
        self.view: Any = None
        self.to_move = 0
        self.moves: Moves | None = None
        self.clock: ClockTimes | None = None
        self.undo: int | None = None
        """The seat that can take its last move back without asking."""
        self.present: Present | None = None
        """Who is at the table, if one has asked to be told."""
        self.waiting: dict[str, tuple[ask.OnSocket, asyncio.Future[Any]]] = {}
        self.inbox: asyncio.Queue[ToClient | None] = asyncio.Queue()
        self.changed = asyncio.Event()
        self.socket: ClientConnection | None = None
        self.reader: asyncio.Task[None] | None = None
        self.ended: TriangulumError | None = None
        self.heard: list[str | bytes] | None = None
        """Everything that has come, if somebody wants to know; see ``listen_in``."""

    async def __aenter__(self) -> Self:
        await self.connect()
        self.reader = asyncio.get_running_loop().create_task(self.read_on())
        if self.number < 0:
            await self.until(lambda: self.here is not None)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.leave()

    def listen_in(self) -> list[str | bytes]:
        """Return a list that everything that comes is written into."""
        self.heard = []
        return self.heard

    async def connect(self) -> None:
        """Open the socket, from where one has left."""
        query = {"seat": self.eyes, "form": self.form, "after": self.number if self.number >= 0 else None}
        if self.curious:
            query["present"] = "true"
        given = urlencode({name: value for name, value in query.items() if value is not None})
        parts = urlsplit(self.client.url)
        scheme = "wss" if parts.scheme == "https" else "ws"
        url = f"{scheme}://{parts.netloc}/api/tables/{self.id}/socket?{given}"
        cookie = "; ".join(f"{name}={value}" for name, value in self.client.cookies.items())
        headers = {"Cookie": cookie} if cookie else {}
        try:
            self.socket = await connect(url, additional_headers=headers, compression=None, max_size=2**24)
        except InvalidStatus as error:
            raise DisconnectedError(f"{self.client.url} refuses the socket: {error.response.status_code}") from None
        except (OSError, InvalidHandshake, TimeoutError) as error:
            raise DisconnectedError(f"{self.client.url} cannot be reached: {type(error).__name__}") from None

    async def leave(self) -> None:
        """Close the socket; the seat stays one's own."""
        if self.reader is not None:
            self.reader.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self.reader
        if self.socket is not None:
            await self.socket.close()
        self.end(DisconnectedError("the socket was closed"))

    async def read_on(self) -> None:
        """Take in what comes, and come back if the connection breaks."""
        while True:
            assert self.socket is not None
            try:
                async for data in self.socket:
                    if self.heard is not None:
                        self.heard.append(data)
                    self.take(decoder.decode(data))
            except ConnectionClosed:
                pass
            closed = self.socket.close_code or 1006
            if closed not in COME_BACK:
                self.end(self.ended or DisconnectedError(self.socket.close_reason or f"closed with {closed}"))
                return
            if not await self.come_back():
                return

    async def come_back(self) -> bool:
        """Connect again, and send again what was not answered; False if that does not succeed."""
        pause = 0.05
        for _ in range(TRIES):
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)
            try:
                await self.connect()
            except DisconnectedError:
                continue
            for command, _future in list(self.waiting.values()):
                await self.post(command)
            return True
        self.end(DisconnectedError(f"{self.client.url} cannot be reached any more"))
        return False

    def end(self, error: TriangulumError) -> None:
        """Tell everybody who waits that nothing more will come."""
        self.ended = error
        for _, future in self.waiting.values():
            if not future.done():
                future.set_exception(error)
        self.waiting.clear()
        self.inbox.put_nowait(None)
        self.changed.set()

    def take(self, message: ToClient) -> None:
        """Take in one message."""
        match message:
            case Done() | Previewed() | Hinted():
                _, future = self.waiting.pop(message.id, (None, None))
                if future is not None and not future.done():
                    future.set_result(message)
            case Refused(id=id):
                _, future = self.waiting.pop(id or "", (None, None))
                if future is not None and not future.done():
                    future.set_exception(RequestRefusedError(message))
                elif future is None:
                    self.ended = RequestRefusedError(message)
            case Here():
                self.arrive(message)
            case Event():
                self.follow(message)
            case Moves():
                self.moves = message
            case Clocked(clock=clock):
                self.clock = clock
            case Present():
                self.present = message
        self.inbox.put_nowait(message)
        self.changed.set()

    def arrive(self, here: Here) -> None:
        """Take in a whole table."""
        self.here, self.table = here, here.table
        self.number, self.eyes, self.to_move = here.number, here.eyes, here.to_move
        self.moves, self.undo = None, here.undo
        self.clock = None if isinstance(here.clock, UnsetType) else here.clock
        if here.view is not UNSET:
            self.view = here.view
        if not isinstance(here.scene, UnsetType):
            self.scene = apply_diff(Scene(drawn_elsewhere(here.kit)), here.scene)

    def follow(self, event: Event) -> None:
        """Take in an event; one that one knows already changes nothing."""
        if event.number <= self.number:
            return
        self.number, self.to_move, self.undo = event.number, event.to_move, event.undo
        if not isinstance(event.clock, UnsetType):
            self.clock = event.clock
        if event.view is not UNSET:
            self.view = event.view
        if not isinstance(event.table, UnsetType):
            self.table = event.table
        if not isinstance(event.scene, UnsetType) and self.scene is not None:
            self.scene = apply_diff(self.scene, event.scene)
        if not event.happened or not all(isinstance(one, ask.Spoken) for one in event.happened):
            self.moves = None

    async def until(self, true: Any) -> None:
        """Wait until something is true of the table, or raise why it never will be."""
        while not true():
            if self.ended is not None:
                raise self.ended
            self.changed.clear()
            await self.changed.wait()

    async def messages(self) -> AsyncIterator[ToClient]:
        """Yield everything that comes, until the socket is closed for good."""
        while True:
            message = await self.inbox.get()
            if message is None:
                return
            yield message

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.to_move == OVER

    async def turns(self) -> AsyncIterator[list[Choice]]:
        """Yield the legal moves whenever it is one's turn, until the game is over."""
        while True:
            await self.until(lambda: self.over or self.moves is not None)
            if self.over:
                return
            assert self.moves is not None
            offered = self.moves
            yield choices(offered.tree)
            if self.moves is offered and self.number > offered.number:
                self.moves = None

    async def post(self, command: ask.OnSocket) -> None:
        """Send a command; if the connection is broken, it is sent when it is there again."""
        assert self.socket is not None
        with contextlib.suppress(ConnectionClosed):
            await self.socket.send(msgspec.json.encode(command).decode())

    async def send(self, command: ask.OnSocket) -> Any:
        """Send a command and return the answer, once one knows what came of it, or raise ServerSaysNo."""
        if self.ended is not None:
            raise self.ended
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self.waiting[command.id] = (command, future)
        await self.post(command)
        answer = await future
        if isinstance(answer, Done):
            await self.until(lambda: self.number >= answer.number)
        return answer

    def own_seat(self, seat: int | None) -> int:
        """Return the seat that is meant if none is named."""
        meant = self.eyes if seat is None else seat
        if meant is None:
            raise TriangulumError("spectators do not play: say which seat")
        return meant

    # What one can do at a table.

    async def play(self, action: int | str, seat: int | None = None) -> Done:
        """Play an action, by number or in notation."""
        done: Done = await self.send(
            ask.Play(id=new_command_id(), seat=self.own_seat(seat), at=self.number, action=action)
        )
        return done

    async def do(self, kind: type[ask.Command], **given: Any) -> Any:
        """Send any other command, such as ``do(Resign)``; seat and number are filled in where it has them."""
        fields = kind.__struct_fields__
        if "seat" in fields and "seat" not in given and kind not in (ask.Say, ask.Look):
            given["seat"] = self.own_seat(None)
        if "at" in fields:
            given.setdefault("at", self.number)
        given.setdefault("id", new_command_id())
        command: Any = kind(**given)
        return await self.send(command)

    async def begin(self) -> None:
        """Begin the game."""
        await self.do(ask.Begin)

    async def say(self, text: str) -> None:
        """Say something."""
        await self.do(ask.Say, text=text)

    async def look(self, seat: int | None) -> None:
        """Look through another seat's eyes, as at a hot-seat."""
        await self.do(ask.Look, seat=seat)


def drawn_elsewhere(digest: str) -> Kit:
    """Return a kit by its digest alone: the drawings are with whoever shows them."""
    return Kit(name="remote", drawings={}, colours={}, paints={}, marks={}, digest=digest)


# --- without async


class Client:
    """One person at a server, for programs without ``async``; methods are those of ``AsyncClient``."""

    def __init__(self, url: str, *, cookies: Mapping[str, str] | None = None) -> None:
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever, name="triangulum-client", daemon=True)
        self.thread.start()
        self.inner = self.run(self.made(url, cookies))

    async def made(self, url: str, cookies: Mapping[str, str] | None) -> AsyncClient:
        """Make the client inside its loop."""
        return AsyncClient(url, cookies=cookies)

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Do something in the loop and wait for it."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the server."""
        self.run(self.inner.close())
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join()
        self.loop.close()

    def games(self) -> list[GameInfo]:
        """Return the games that can be played."""
        return self.run(self.inner.games())

    def call_me(self, name: str) -> str:
        """Choose a name."""
        return self.run(self.inner.call_me(name))

    def rooms(self) -> list[TableLine]:
        """Return the tables in the lobby."""
        return self.run(self.inner.rooms())

    def open(
        self,
        game: str,
        seats: Sequence[SeatWish] = (ask.MySeat(),),
        options: Mapping[str, Any] | None = None,
        **house: Any,
    ) -> str:
        """Open a table and return its id."""
        return self.run(self.inner.open(game, seats, options, **house))

    def sit(self, table: str, seat: int, name: str | None = None, token: str | None = None) -> None:
        """Sit down."""
        self.run(self.inner.sit(table, seat, name, token))

    def record(self, table: str, seat: int | None = None) -> str:
        """Return the record, as far as one may see it."""
        return self.run(self.inner.record(table, seat))

    @contextlib.contextmanager
    def watch(self, table: str, seat: int | None = None, *, form: str = "both") -> Iterator[SeatOnLoop]:
        """Connect to a table for a while."""
        inner = self.run(self.inner.watch(table, seat, form=form).__aenter__())
        try:
            yield SeatOnLoop(self, inner)
        finally:
            self.run(inner.leave())


class SeatOnLoop:
    """A socket at a table, for programs without ``async``."""

    def __init__(self, client: Client, inner: AsyncSeat) -> None:
        self.client = client
        self.inner = inner

    @property
    def table(self) -> TableInfo | None:
        """The table as it was last told."""
        return self.inner.table

    @property
    def view(self) -> Any:
        """What one may know of the game."""
        return self.inner.view

    def turns(self) -> Iterator[list[Choice]]:
        """Yield the legal moves whenever it is one's turn, until the game is over."""
        turns = self.inner.turns()
        while True:
            try:
                yield self.client.run(anext_of(turns))
            except StopAsyncIteration:
                return

    def play(self, action: int | str, seat: int | None = None) -> Done:
        """Play an action, by number or in notation."""
        return self.client.run(self.inner.play(action, seat))

    def do(self, kind: type[ask.Command], **given: Any) -> Any:
        """Send any other command."""
        return self.client.run(self.inner.do(kind, **given))

    def begin(self) -> None:
        """Begin the game."""
        self.client.run(self.inner.begin())

    def look(self, seat: int | None) -> None:
        """Look through another seat's eyes."""
        self.client.run(self.inner.look(seat))


async def anext_of(turns: AsyncIterator[T]) -> T:
    """Return the next of an iterator, as a coroutine."""
    return await anext(turns)
