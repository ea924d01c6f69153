"""English for reports and the command line, which aren't translated: counts and lists."""

from __future__ import annotations

from collections.abc import Iterable


def format_count(count: int, noun: str, plural: str = "") -> str:
    """Return a count with its noun in the singular or plural: "1 point", "3 points"."""
    return f"{count} {noun if count == 1 else plural or f'{noun}s'}"


def join_with_and(words: Iterable[str]) -> str:
    """Return words as a list in a sentence: "a, b and c"; an empty text for none."""
    *most, last = list(words) or [""]
    return f"{', '.join(most)} and {last}" if most else last
