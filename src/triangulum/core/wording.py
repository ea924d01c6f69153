"""What sentences of all games are made of: numbers of things, and lists."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Final

TRAILING_CODES: Final = re.compile(r"(.*? )((?:[A-Z]{1,2}\d* ?)+)\.")
"""A sentence that ends with the codes of things, cards or tiles."""

first_item = itemgetter(0)


def format_count(count: int, noun: str) -> str:
    """Return a count of things: "1 point", "3 points"."""
    return f"{count} {noun}{'' if count == 1 else 's'}"


def capitalize_first(name: str) -> str:
    """Return a name as a sentence begins with it; a bot's is written small elsewhere."""
    return name[:1].upper() + name[1:]


def join_words(words: Iterable[str]) -> str:
    """Return words as a sentence lists them: "a, b and c"; nothing for none."""
    *most, last = list(words) or [""]
    return f"{', '.join(most)} and {last}" if most else last


def merge_repeated_sentences(sentences: Iterable[str]) -> list[str]:
    """Merge sentences that repeat each other in a row: "Ann is dealt B1 and R8.", "Bob is dealt a card (8 times)."."""
    return [
        merge_sentences(head, [thing for _, thing in run])
        for head, run in groupby(map(split_codes, sentences), first_item)
    ]


def split_codes(sentence: str) -> tuple[str, str]:
    """Return a sentence without the codes that it ends with, and those: "Ann is dealt ", "B1"; or all of it."""
    match = TRAILING_CODES.fullmatch(sentence)
    return (match[1], match[2]) if match else (sentence, "")


def merge_sentences(head: str, things: Sequence[str]) -> str:
    """Return one sentence for several that differ in what they end with, if in anything."""
    whole = f"{head}{things[0]}." if things[0] else head
    if len(things) == 1:
        return whole
    if len(set(things)) == 1:
        return f"{whole.removesuffix('.')} ({len(things)} times)."
    return f"{head}{join_words(things)}."
