"""What sentences of all games are made of: numbers of things, and lists."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby


def counted(number: int, what: str) -> str:
    """Return a number of things: "1 point", "3 points"."""
    return f"{number} {what}{'' if number == 1 else 's'}"


def listed(words: Iterable[str]) -> str:
    """Return words as a sentence lists them: "a, b and c"; nothing for none."""
    *most, last = list(words) or [""]
    return f"{', '.join(most)} and {last}" if most else last


def told_once(sentences: Iterable[str]) -> list[str]:
    """Return sentences, one that follows itself told once: "Ann is dealt a card (8 times)."."""
    runs = [(sentence, len(list(run))) for sentence, run in groupby(sentences)]
    return [sentence if times == 1 else f"{sentence.removesuffix('.')} ({times} times)." for sentence, times in runs]
