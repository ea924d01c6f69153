"""Routes of replays: of a table whose game is over, and of a record that a visitor uploads."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Annotated, Final, Literal, TypeVar

import msgspec
from litestar import Response, get, post
from litestar.params import JSONBody, Parameter
from msgspec import Meta

from triangulum.errors import TriangulumError
from triangulum.record.record import Record
from triangulum.record.tri_format import parse_record
from triangulum.scene.animation import render_animated_svg
from triangulum.scene.svg import render_svg
from triangulum.server.http.context import HttpRequest, SeatParam, SiteContext, SiteDependency, TableIdParam
from triangulum.server.http.language import LanguageParam, find_language
from triangulum.table.commands import SeatNumber
from triangulum.table.messages import CommandError
from triangulum.table.replay import Replay, build_replay, list_scenes
from triangulum.web.messages import message
from triangulum.web.responses import (
    build_json_response,
    build_svg_response,
    document_json_responses,
    document_svg_responses,
)

MAX_RECORD_ENTRIES: Final = 4000
"""The longest uploaded record that is replayed."""
FRAME_SECONDS: Final = 0.8
"""How long an animation shows each frame."""
PICTURE_WIDTH: Final = 1200.0

ColorMode = Literal["light", "dark"]
FrameParam = Annotated[
    int | None, Parameter(ge=0, le=100_000, description="The frame to show; an animation of all if not given.")
]
ColorModeParam = Annotated[ColorMode, Parameter(description="Light or dark.")]
T = TypeVar("T")

replay_threads = ThreadPoolExecutor(2, "triangulum-replay")
"""Replaying a whole game takes a while, and must not keep the tables waiting."""


class RecordUpload(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An uploaded record, to be replayed as a seat or a spectator saw the game."""

    record: Annotated[str, Meta(min_length=1, max_length=60_000)]
    seat: SeatNumber | None = None


class PictureRequest(RecordUpload, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An uploaded record, to be drawn."""

    frame: Annotated[int, Meta(ge=0, le=100_000)] | None = None
    """Which frame; None for all of them, as an animation."""
    ground: ColorMode = "light"


async def run_in_thread(function: Callable[[], T]) -> T:
    """Run a slow function beside the event loop, and return its result; raise CommandError if it fails."""
    try:
        return await asyncio.get_running_loop().run_in_executor(replay_threads, function)
    except TriangulumError as error:
        raise CommandError("malformed", message("record-invalid", problem=error.text)) from None


def parse_uploaded_record(text: str) -> Record:
    """Return an uploaded record, or raise TriangulumError if it's invalid, and CommandError if it's too long."""
    record = parse_record(text)
    if len(record.entries) > MAX_RECORD_ENTRIES:
        count, limit = len(record.entries), MAX_RECORD_ENTRIES
        raise CommandError("malformed", message("record-too-long", count=count, limit=limit))
    return record


async def read_finished_record(site: SiteContext, table_id: str) -> Record:
    """Return the record of a table whose game is over; raise CommandError if it isn't."""
    async with site.rooms.locked(table_id) as room:
        if room.table.phase != "over":
            raise CommandError("not-now", message("table-replay-later"))
        return room.table.record()


def render_replay_picture(record: Record, seat: int | None, frame: int | None, mode: ColorMode, language: str) -> bytes:
    """Return a frame of a replay, or an animation of the whole game, as SVG."""
    scenes = list_scenes(record, seat, language)
    if frame is None:
        return render_animated_svg(scenes, seconds=FRAME_SECONDS, mode=mode, width=PICTURE_WIDTH).encode()
    if frame >= len(scenes):
        raise CommandError("malformed", message("replay-no-step", step=frame, last=len(scenes) - 1))
    return render_svg(scenes[frame], mode=mode, width=PICTURE_WIDTH).encode()


@get(
    "/tables/{table_id:str}/replay",
    responses=document_json_responses(Replay, 404, 409),
    operation_id="getTableReplay",
    summary="Get the replay of a finished game",
)
async def get_table_replay(
    site: SiteDependency,
    request: HttpRequest,
    table_id: TableIdParam,
    seat: SeatParam = None,
    language: LanguageParam = "",
) -> Response[bytes]:
    """Return a finished game frame by frame, as a seat or a spectator saw it."""
    record = await read_finished_record(site, table_id)
    replay = await run_in_thread(lambda: build_replay(record, seat, find_language(request)))
    return build_json_response(request, replay)


@get(
    "/tables/{table_id:str}/picture",
    responses=document_svg_responses(404, 409),
    operation_id="getTablePicture",
    summary="Get a picture of a finished game",
)
async def get_table_picture(
    site: SiteDependency,
    request: HttpRequest,
    table_id: TableIdParam,
    seat: SeatParam = None,
    frame: FrameParam = None,
    ground: ColorModeParam = "light",
    language: LanguageParam = "",
) -> Response[bytes]:
    """Return a frame of a finished game as SVG; without a frame, an animation of the whole game."""
    record = await read_finished_record(site, table_id)
    svg = await run_in_thread(lambda: render_replay_picture(record, seat, frame, ground, find_language(request)))
    return build_svg_response(request, svg)


@post(
    "/replay",
    status_code=200,
    responses=document_json_responses(Replay, 413, 415),
    operation_id="replayRecord",
    summary="Replay a record",
)
async def replay_record(request: HttpRequest, data: JSONBody[RecordUpload]) -> Response[bytes]:
    """Return an uploaded record frame by frame, as a seat or a spectator saw the game."""
    language = find_language(request)
    replay = await run_in_thread(lambda: build_replay(parse_uploaded_record(data.record), data.seat, language))
    return build_json_response(request, replay)


@post(
    "/replay/picture",
    status_code=200,
    responses=document_svg_responses(413, 415),
    operation_id="drawRecord",
    summary="Draw a record",
)
async def draw_record(request: HttpRequest, data: JSONBody[PictureRequest]) -> Response[bytes]:
    """Return a frame of an uploaded record as SVG; without a frame, an animation of the whole game."""
    language = find_language(request)
    svg = await run_in_thread(
        lambda: render_replay_picture(parse_uploaded_record(data.record), data.seat, data.frame, data.ground, language)
    )
    return build_svg_response(request, svg)


REPLAY_API_ROUTES: Final = (get_table_replay, get_table_picture, replay_record, draw_record)
REPLAY_API_TYPES: Final = (Replay, RecordUpload, PictureRequest)
