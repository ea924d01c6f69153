"""English for the sentences of all games: counts of things, lists, and sentences that repeat each other."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Final

TRAILING_CODES: Final = re.compile(r"(.*? )((?:[A-Z]{1,2}\d* ?)+)\.")
"""A sentence that ends with codes of cards or tiles: "Ann is dealt B1 R8."."""

first_item = itemgetter(0)


def format_count(count: int, noun: str) -> str:
    """Return a count with its noun in the singular or plural: "1 point", "3 points"."""
    return f"{count} {noun}{'' if count == 1 else 's'}"


def capitalize_first(name: str) -> str:
    """Return a name with its first letter in upper case, for the beginning of a sentence."""
    return name[:1].upper() + name[1:]


def join_with_and(words: Iterable[str]) -> str:
    """Return words as a list in a sentence: "a, b and c"; an empty text for none."""
    *most, last = list(words) or [""]
    return f"{', '.join(most)} and {last}" if most else last


def merge_repeated_sentences(sentences: Iterable[str]) -> list[str]:
    """Merge sentences that repeat each other in a row: "Ann is dealt B1 and R8.", "Bob is dealt a card (8 times)."."""
    return [
        merge_sentence_endings(beginning, [codes for _, codes in run])
        for beginning, run in groupby(map(split_trailing_codes, sentences), first_item)
    ]


def split_trailing_codes(sentence: str) -> tuple[str, str]:
    """Split a sentence into its beginning and the codes it ends with, if any: "Ann is dealt ", "B1"."""
    match = TRAILING_CODES.fullmatch(sentence)
    return (match[1], match[2]) if match else (sentence, "")


def merge_sentence_endings(beginning: str, endings: Sequence[str]) -> str:
    """Return one sentence for several with the same beginning: their endings listed, or counted if they are equal."""
    sentence = f"{beginning}{endings[0]}." if endings[0] else beginning
    if len(endings) == 1:
        return sentence
    if len(set(endings)) == 1:
        return f"{sentence.removesuffix('.')} ({len(endings)} times)."
    return f"{beginning}{join_with_and(endings)}."
