"""PNG pictures: of the size asked for, in the mode asked for, with all their text, or a word why not."""

from __future__ import annotations

import struct
import sys
import zlib

import pytest

from tests.scene import pond
from triangulum.errors import TriangulumError
from triangulum.scene import (
    Drawing,
    Frame,
    Kit,
    Pane,
    Piece,
    Polygon,
    Rect,
    RendererMissingError,
    Scene,
    Text,
    regular_polygon,
    render_png,
)
from triangulum.scene.layout import Layout

Pixel = tuple[int, int, int]


def size(picture: bytes) -> tuple[int, int]:
    """Return width and height of a PNG picture."""
    assert picture.startswith(b"\x89PNG\r\n\x1a\n")
    wide, high = struct.unpack(">II", picture[16:24])
    return wide, high


def pixels(picture: bytes) -> list[list[Pixel]]:
    """Return the rows of an 8-bit RGBA picture, undoing the filters of the format."""
    wide, high = size(picture)
    data, at = b"", 8
    while at < len(picture):
        length, kind = struct.unpack(">I4s", picture[at : at + 8])
        data += picture[at + 8 : at + 8 + length] if kind == b"IDAT" else b""
        at += length + 12
    raw, step = zlib.decompress(data), 4 * wide + 1
    rows, above = [], bytearray(4 * wide)
    for top in range(0, step * high, step):
        above = unfiltered(raw[top], raw[top + 1 : top + step], above)
        rows.append([(above[i], above[i + 1], above[i + 2]) for i in range(0, 4 * wide, 4)])
    return rows


def unfiltered(kind: int, line: bytes, above: bytearray) -> bytearray:
    """Return a row of bytes of which only differences were stored."""
    row = bytearray(len(line))
    for i, value in enumerate(line):
        left, up, corner = (row[i - 4], above[i], above[i - 4]) if i >= 4 else (0, above[i], 0)
        near = min((left, up, corner), key=lambda each: abs(left + up - corner - each))
        row[i] = (value + (0, left, up, (left + up) // 2, near)[kind]) % 256
    return row


def one(drawing: Drawing, label: str = "") -> Scene:
    """Return a scene with one piece in the middle of 100 by 100."""
    kit = Kit.create("one", {"it": drawing})
    return Scene(kit, (Pane("board", Frame(-50, -50, 100, 100), (Piece("it", "it", 0, 0, label=label),)),))


@pytest.mark.parametrize("layout", ["wide", "narrow"])
def test_the_toy_is_drawn_at_the_width_asked_for(layout: Layout) -> None:
    assert size(render_png(pond.scene(), width=240, layout=layout))[0] == 240


def test_light_and_dark_have_their_own_ground() -> None:
    light = pixels(render_png(pond.scene(), width=120))
    dark = pixels(render_png(pond.scene(), width=120, mode="dark"))
    assert min(light[0][0]) > 200
    assert max(dark[0][0]) < 60


def test_grey_has_no_colour() -> None:
    rows = pixels(render_png(pond.scene(), width=200, grey=True))
    assert all(max(pixel) - min(pixel) <= 1 for row in rows for pixel in row)


def test_text_is_drawn_without_any_font() -> None:
    written = pixels(render_png(one(Drawing((Text("8", 0, 0, 80, fill="ink", bold=True),))), width=100))
    labelled = pixels(render_png(one(Drawing(()), label="Hg"), width=300))
    assert any(max(pixel) < 80 for row in written for pixel in row)
    assert any(max(pixel) < 80 for row in labelled for pixel in row)


def test_the_middle_of_a_capital_is_where_it_was_put() -> None:
    rows = pixels(render_png(one(Drawing((Text("H", 0, 0, 80, fill="ink"),))), width=200))
    dark = [(x, y) for y, row in enumerate(rows) for x, pixel in enumerate(row) if max(pixel) < 80]
    for along in (0, 1):
        places = [place[along] for place in dark]
        assert abs((min(places) + max(places)) / 2 - 100) < 3


def test_nothing_outside_a_frame_is_drawn() -> None:
    wide = Drawing((Rect(-500, -500, 1000, 1000, fill="ink"),))
    rows = pixels(render_png(one(wide), width=200))
    assert min(rows[0][0]) > 200
    assert max(rows[100][100]) < 80


def test_marks_show() -> None:
    plain = one(Drawing((Polygon(regular_polygon(3, 20), fill="ink"),)))
    pane = plain.panes[0]
    for mark in ("last", "glow", "ghost", "pinned"):
        marked = Pane(pane.name, pane.frame, (Piece("it", "it", 0, 0, marks=(mark,)),))
        assert render_png(Scene(plain.kit, (marked,)), width=100) != render_png(plain, width=100)


def test_without_the_renderer_one_line_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(RendererMissingError, match="pip install resvg_py") as caught:
        render_png(pond.scene())
    assert isinstance(caught.value, TriangulumError)
