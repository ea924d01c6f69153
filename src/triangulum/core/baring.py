# compiled by mypyc
"""Tables of bytes, for games that say what a seat may know of a state; see ``State.bared`` and ``Setup.heeded``."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

HEEDED: Final = 255


def heeding_nothing(length: i64) -> vec[u8]:
    """Return a table for so many bytes, of which none is heeded."""
    return vec[u8]([0] * length)


def heed(table: vec[u8], start: i64, end: i64) -> None:
    """Note in a table that odds depend on the bytes from start to before end."""
    for at in range(start, end):
        table[at] = u8(HEEDED)


def ignore(table: vec[u8], start: i64, end: i64) -> None:
    """Note in a table that odds do not depend on some bytes after all."""
    for at in range(start, end):
        table[at] = u8(0)
