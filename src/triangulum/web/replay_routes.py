"""The routes of replays: of a table whose game is over, and of a record that somebody brings along."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Annotated, Any, Final, Literal, TypeVar

import msgspec
from litestar import Request, Response, get, post
from litestar.params import JSONBody, Parameter
from msgspec import Meta

from triangulum.errors import TriangulumError
from triangulum.record.record import Record
from triangulum.record.tri_format import parse_record
from triangulum.scene.animation import render_animated_svg
from triangulum.scene.svg import render_svg
from triangulum.server.http.context import Seat, SiteDependency, TableId
from triangulum.table.messages import CommandError, SeatNumber
from triangulum.table.replay import replay, scenes
from triangulum.web import assets

LONGEST: Final = 4000
"""Entries of a record that is brought along."""
PICTURE_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'"
"""A picture brings its style along; no page does."""
SECONDS: Final = 0.8
"""How long each step of a moving picture is shown."""
WIDTH: Final = 1200.0

Ground = Literal["light", "dark"]
T = TypeVar("T")

beside = ThreadPoolExecutor(2, "triangulum-replay")
"""Going through a whole game takes a while; what somebody brings along must not keep tables waiting."""


class Brought(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A record that somebody brings along, to be replayed."""

    record: Annotated[str, Meta(min_length=1, max_length=60_000)]
    seat: SeatNumber | None = None


class PictureWish(Brought, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A picture of a record that somebody brings along."""

    frame: Annotated[int, Meta(ge=0, le=100_000)] | None = None
    """Which step; none for all of them, as a moving picture."""
    ground: Ground = "light"


async def worked(work: Callable[[], T]) -> T:
    """Return what some longer work gives, done beside the event loop, or raise Trouble."""
    try:
        return await asyncio.get_running_loop().run_in_executor(beside, work)
    except TriangulumError as error:
        raise CommandError("malformed", str(error)) from None


def brought_record(text: str) -> Record:
    """Return the record that somebody brings along."""
    record = parse_record(text)
    if len(record.entries) > LONGEST:
        raise TriangulumError(f"this record has {len(record.entries)} entries; up to {LONGEST} can be replayed here")
    return record


async def finished_record(site: SiteDependency, table: str) -> Record:
    """Return the record of a table whose game is over, or raise Trouble."""
    live = await site.rooms.find(table)
    async with live.lock:
        now = await site.rooms.refresh(live)
        if now.phase != "over":
            raise CommandError("not-now", "the game is not over yet; then it can be replayed")
        return now.record()


def picture(record: Record, seat: int | None, frame: int | None, ground: Ground) -> bytes:
    """Return a step of a game, or the whole game, as SVG."""
    shown = scenes(record, seat)
    if frame is None:
        return render_animated_svg(shown, seconds=SECONDS, mode=ground, width=WIDTH).encode()
    if frame >= len(shown):
        raise TriangulumError(f"there is no step {frame}: the last one is {len(shown) - 1}")
    return render_svg(shown[frame], mode=ground, width=WIDTH).encode()


def as_json(request: Request[Any, Any, Any], content: Any) -> Response[bytes]:
    """Return a large answer, packed."""
    return assets.sent(request, msgspec.json.encode(content), "application/json")


def as_picture(request: Request[Any, Any, Any], content: bytes) -> Response[bytes]:
    """Return a picture."""
    return assets.sent(request, content, "image/svg+xml", headers={"content-security-policy": PICTURE_POLICY})


@get("/tables/{table:str}/replay", include_in_schema=False)
async def see_replay(
    site: SiteDependency, request: Request[Any, Any, Any], table: TableId, seat: Seat = None
) -> Response[bytes]:
    """Return a finished game step by step, as a seat or a spectator perceived it."""
    record = await finished_record(site, table)
    return as_json(request, await worked(lambda: replay(record, seat)))


@get("/tables/{table:str}/picture", include_in_schema=False)
async def see_replay_picture(
    site: SiteDependency,
    request: Request[Any, Any, Any],
    table: TableId,
    seat: Seat = None,
    frame: Annotated[int | None, Parameter(ge=0, le=100_000)] = None,
    ground: Annotated[Ground, Parameter(description="Light or dark.")] = "light",
) -> Response[bytes]:
    """Return a step of a finished game as SVG; without a step, all of them as a moving picture."""
    record = await finished_record(site, table)
    return as_picture(request, await worked(lambda: picture(record, seat, frame, ground)))


@post("/replay", status_code=200, include_in_schema=False)
async def see_brought_replay(request: Request[Any, Any, Any], data: JSONBody[Brought]) -> Response[bytes]:
    """Return a record that somebody brings along step by step."""
    return as_json(request, await worked(lambda: replay(brought_record(data.record), data.seat)))


@post("/replay/picture", status_code=200, include_in_schema=False)
async def see_brought_picture(request: Request[Any, Any, Any], data: JSONBody[PictureWish]) -> Response[bytes]:
    """Return a step of a record that somebody brings along, or all of them, as SVG."""
    found = await worked(lambda: picture(brought_record(data.record), data.seat, data.frame, data.ground))
    return as_picture(request, found)


REPLAYS: Final = (see_replay, see_replay_picture, see_brought_replay, see_brought_picture)
