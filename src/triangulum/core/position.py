"""What the position formats of all games have in common: parts, lists, seats, numbers and supplies.

A position is a whole state as one line of text, in parts with ``|`` between them. Most parts begin with a label
(``hands R RR / -``); the last one usually says what is going on (``seat 0 acts``). Every function here either returns
what a piece of text means or raises a PositionError that says what was wrong and what would be right.

A game that has no format of its own is written as its numbers: see ``format_fields``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from triangulum.core.state import CHANCE, OVER, Setup, State
from triangulum.errors import PositionError, quote_value

NOTHING: Final = "-"
"""Stands for an empty list."""


# Parts.


def split_parts(text: str) -> list[str]:
    """Split a position into its parts, without surplus spaces."""
    return [" ".join(part.split()) for part in text.split("|")]


def join_parts(parts: Iterable[str]) -> str:
    """Join the parts of a position; leave out the empty ones."""
    return " | ".join(part for part in parts if part)


def parse_labelled_parts(parts: Iterable[str], labels: Sequence[str]) -> dict[str, str]:
    """Return the text of each part by its label, which is its first word; no label may be unknown or come twice."""
    text_by_label: dict[str, str] = {}
    for part in parts:
        label, _, text = part.partition(" ")
        if label not in labels:
            raise PositionError(f"{quote_value(part)} is no part of a position: they begin with {', '.join(labels)}")
        if not text:
            raise PositionError(f"{label} has nothing after it: leave it out, or say what belongs there")
        if label in text_by_label:
            raise PositionError(f"{quote_value(part)} comes after another part that says the same")
        text_by_label[label] = text
    return text_by_label


def match_named_pattern(part: str, pattern_by_name: Mapping[str, str], expected: str) -> tuple[str, re.Match[str]]:
    """Return the name of the first pattern that fits a whole part, and the match; ``expected`` is for the error."""
    for name, pattern in pattern_by_name.items():
        match = re.fullmatch(pattern, part)
        if match:
            return name, match
    raise PositionError(f"{quote_value(part)} {expected}")


# Lists.


def format_list(items: Iterable[str], separator: str = " ") -> str:
    """Return items with a separator between them, or ``-`` for none."""
    return separator.join(items) or NOTHING


def parse_list(text: str, separator: str | None = None) -> list[str]:
    """Return the items of a list, or none for ``-``; they are separated by spaces unless something else is given."""
    return [] if text == NOTHING else [item.strip() for item in text.split(separator)]


def split_by_seat(text: str, players: int, label: str, separator: str = "/") -> list[str]:
    """Split a part into one text for each seat."""
    pieces = [piece.strip() for piece in text.split(separator)]
    if len(pieces) != players:
        raise PositionError(f"{label} of {players} seats have {separator} between them, not {quote_value(text)}")
    return pieces


def parse_seats(text: str, players: int) -> list[int]:
    """Return the seats that a text lists, each at most once: ``0 2``."""
    seats: list[int] = []
    for item in parse_list(text):
        seat = parse_number(item, 0, players - 1, "a seat")
        if seat in seats:
            raise PositionError(f"seat {seat} is listed twice in {quote_value(text)}")
        seats.append(seat)
    return seats


# Single values.


def parse_number(text: str, least: int, most: int, what: str) -> int:
    """Return a whole number within bounds, or raise PositionError; ``what`` is it, such as "a round"."""
    if not re.fullmatch(r"[0-9]{1,9}", text) or not least <= int(text) <= most:
        raise PositionError(f"{quote_value(text)} is not {what}: it is a number from {least} to {most}")
    return int(text)


def parse_name_index(text: str, names: Sequence[str], what: str) -> int:
    """Return the index of a name, or raise PositionError; ``what`` is it, such as "card"."""
    if text not in names:
        raise PositionError(f"{quote_value(text)} is no {what}: they are {', '.join(names)}")
    return names.index(text)


# Supplies and boards.


class Supply:
    """How many pieces of each kind are left to be put somewhere, such as the tiles of a box."""

    def __init__(self, counts: Iterable[int], names: Sequence[str], plural: str) -> None:
        self.counts = [int(count) for count in counts]
        self.names = names
        self.plural = plural
        """What the pieces are called: "tiles"."""

    def take(self, kind: int) -> None:
        """Take a piece of a kind, or raise PositionError if none is left."""
        if not self.counts[kind]:
            raise PositionError(f"there are not so many {self.plural} {self.names[kind]}")
        self.counts[kind] -= 1


def is_connected(start: int, occupied: Iterable[int], neighbours: Sequence[Iterable[int | None]]) -> bool:
    """Return whether all occupied spaces can be reached from ``start`` by way of occupied neighbours."""
    unreached = set(occupied) - {start}
    pending = [start]
    while pending:
        reached = unreached.intersection(neighbours[pending.pop()])
        unreached -= reached
        pending += reached
    return not unreached


# A state as its numbers.

MOVER_PATTERNS: Final = {"seat": r"seat ([0-9]) moves", "chance": "chance", "over": "over"}


def format_fields(state: State) -> str:
    """Return a state as its numbers: ``seat 0 moves | bytes 3 0 2 | words 9``."""
    mover = {CHANCE: "chance", OVER: "over"}.get(int(state.to_move), f"seat {state.to_move} moves")
    bytes_text = format_list(str(int(number)) for number in state.byte_fields)
    words_text = format_list(str(int(number)) for number in state.word_fields)
    return f"{mover} | bytes {bytes_text} | words {words_text}"


def parse_fields(setup: Setup, text: str) -> State:
    """Return the state that ``format_fields`` wrote; it holds as many bytes as a new one."""
    mover, *parts = split_parts(text)
    name, match = match_named_pattern(mover, MOVER_PATTERNS, "is not who moves: seat 0 moves, chance or over")
    to_move = {"chance": CHANCE, "over": OVER}.get(name, OVER)
    if name == "seat":
        to_move = parse_number(match[1], 0, int(setup.players) - 1, "a seat")
    texts = parse_labelled_parts(parts, ("bytes", "words"))
    byte_fields = parse_integers(texts.get("bytes", NOTHING), 0, 255, "bytes")
    word_fields = parse_integers(texts.get("words", NOTHING), -(2**63), 2**63 - 1, "words")
    num_bytes = len(setup.new().byte_fields)
    if len(byte_fields) != num_bytes:
        raise PositionError(f"a position has {num_bytes} bytes, not {len(byte_fields)}")
    return setup.state_from_fields(
        to_move, vec[u8]([u8(number) for number in byte_fields]), vec[i64]([i64(number) for number in word_fields])
    )


def parse_integers(text: str, least: int, most: int, label: str) -> list[int]:
    """Return a list of integers within bounds."""
    items = parse_list(text)
    for item in items:
        if not re.fullmatch(r"-?[0-9]{1,19}", item) or not least <= int(item) <= most:
            raise PositionError(f"{quote_value(item)} is not one of the {label}: they are {least} to {most}")
    return [int(item) for item in items]
