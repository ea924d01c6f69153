"""What sentences of all games are made of: numbers of things, and lists."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Final

CODES: Final = re.compile(r"(.*? )((?:[A-Z]{1,2}\d* ?)+)\.")
"""A sentence that ends with the codes of things, cards or tiles."""

first_of = itemgetter(0)


def counted(number: int, what: str) -> str:
    """Return a number of things: "1 point", "3 points"."""
    return f"{number} {what}{'' if number == 1 else 's'}"


def capitalized(name: str) -> str:
    """Return a name as a sentence begins with it; a bot's is written small elsewhere."""
    return name[:1].upper() + name[1:]


def listed(words: Iterable[str]) -> str:
    """Return words as a sentence lists them: "a, b and c"; nothing for none."""
    *most, last = list(words) or [""]
    return f"{', '.join(most)} and {last}" if most else last


def told_once(sentences: Iterable[str]) -> list[str]:
    """Return sentences, what follows itself told once: "Ann is dealt B1 and R8.", "Bob is dealt a card (8 times)."."""
    return [told_of_run(head, [thing for _, thing in run]) for head, run in groupby(map(parted, sentences), first_of)]


def parted(sentence: str) -> tuple[str, str]:
    """Return a sentence without the codes that it ends with, and those: "Ann is dealt ", "B1"; or all of it."""
    match = CODES.fullmatch(sentence)
    return (match[1], match[2]) if match else (sentence, "")


def told_of_run(head: str, things: Sequence[str]) -> str:
    """Return one sentence for several that differ in what they end with, if in anything."""
    whole = f"{head}{things[0]}." if things[0] else head
    if len(things) == 1:
        return whole
    if len(set(things)) == 1:
        return f"{whole.removesuffix('.')} ({len(things)} times)."
    return f"{head}{listed(things)}."
