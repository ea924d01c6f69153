"""What sentences of all games are made of: numbers of things, and lists."""

from __future__ import annotations

from collections.abc import Iterable


def counted(number: int, what: str) -> str:
    """Return a number of things: "1 point", "3 points"."""
    return f"{number} {what}{'' if number == 1 else 's'}"


def listed(words: Iterable[str]) -> str:
    """Return words as a sentence lists them: "a, b and c"; nothing for none."""
    *most, last = list(words) or [""]
    return f"{', '.join(most)} and {last}" if most else last
