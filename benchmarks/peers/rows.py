"""What was measured, and where it is kept: docs/benchmarks.json, block by block, as soon as a block is done."""

from __future__ import annotations

import datetime
import os
import platform
from pathlib import Path

import msgspec

DOCS = Path(__file__).resolve().parents[2] / "docs"
KEPT, PAGE, PICTURE = DOCS / "benchmarks.json", DOCS / "benchmarks.md", DOCS / "pictures" / "benchmarks.svg"

Figures = dict[str, float]


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """One library at one task: the best of its repeats."""

    who: str
    how: str
    game: str
    figures: Figures


class Block(msgspec.Struct, frozen=True, kw_only=True):
    """Libraries side by side on games of like size, measured by turns."""

    rows: list[Row]
    seconds: float
    repeats: int
    day: str
    missing: dict[str, str] = {}
    """What could not be measured, and why."""


class SavedBlocks(msgspec.Struct, kw_only=True):
    """All that was measured."""

    versions: dict[str, str] = {}
    machine: str = ""
    blocks: dict[str, Block] = {}

    def blocks_of_part(self, part: str) -> dict[str, Block]:
        """Return the blocks of one part, by title."""
        return {key.partition("/")[2]: block for key, block in self.blocks.items() if key.startswith(f"{part}/")}


def load() -> SavedBlocks:
    """Return what is kept."""
    return msgspec.json.decode(KEPT.read_bytes(), type=SavedBlocks) if KEPT.exists() else SavedBlocks()


def save_blocks(kept: SavedBlocks) -> None:
    """Keep it, whole or as it was."""
    draft = KEPT.with_suffix(".new")
    draft.write_bytes(msgspec.json.format(msgspec.json.encode(kept)) + b"\n")
    draft.replace(KEPT)


def format_today() -> str:
    """Return the day."""
    return datetime.datetime.now(tz=datetime.UTC).date().isoformat()


def describe_machine() -> str:
    """Return what kind of machine this is."""
    name = platform.processor() or platform.machine()
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return f"{names[0] if names else name}, {os.cpu_count()} cores, {platform.system()}"
