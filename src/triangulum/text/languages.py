"""Languages: which there are, which one a reader prefers, and the plural forms of each.

A language has a ``.ftl`` file in every package that speaks to people, and a plural rule here. What is missing from a
translation is said in English.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Final

DEFAULT_LANGUAGE: Final = "en"
PSEUDO_LANGUAGE: Final = "en-XA"
"""English with accents on all letters, and longer: what isn't accented on a page is not a message."""

MAX_HEADER_LENGTH: Final = 200


def english_plural(count: int) -> str:
    """Return the plural category of a whole number in English."""
    return "one" if count == 1 else "other"


PLURAL_RULES: Final[dict[str, Callable[[int], str]]] = {"en": english_plural}
"""By language, from a whole number to one of Unicode's categories: zero, one, two, few, many, other."""


def find_plural_rule(language: str) -> Callable[[int], str]:
    """Return the plural rule of a language; English's for one without."""
    return PLURAL_RULES.get(language.partition("-")[0], english_plural)


@cache
def list_languages() -> tuple[str, ...]:
    """Return the languages that pages can be read in: those into which this package is translated."""
    names = {path.stem for path in (Path(__file__).parent / "locale").glob("*.ftl")}
    return tuple(sorted(names, key=lambda name: (name != DEFAULT_LANGUAGE, name)))


def choose_language(accepted: str, chosen: str = "") -> str:
    """Return the language for a reader: the one they chose, or else the first that their browser prefers.

    ``accepted`` is an ``Accept-Language`` header. The pseudo-language is there for those who choose it.
    """
    available = {name.lower(): name for name in list_languages()}
    if chosen.lower() == PSEUDO_LANGUAGE.lower():
        return PSEUDO_LANGUAGE
    for tag in (chosen, *rank_languages(accepted[:MAX_HEADER_LENGTH])):
        for candidate in (tag.lower(), tag.lower().partition("-")[0]):
            if candidate in available:
                return available[candidate]
    return DEFAULT_LANGUAGE


def rank_languages(accepted: str) -> Iterable[str]:
    """Return the languages of an ``Accept-Language`` header, the preferred ones first."""
    weighted = []
    for part in accepted.split(","):
        tag, _, weight = part.partition(";q=")
        try:
            weighted.append((-float(weight or 1), tag.strip()))
        except ValueError:
            continue
    return [tag for weight, tag in sorted(weighted, key=lambda item: item[0]) if weight < 0]
