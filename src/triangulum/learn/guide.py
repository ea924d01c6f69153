"""A game's guide, opened at the right place.

A guide is Markdown. A section that belongs to a phase of the game says so in a comment behind its heading:
``## Doubles <!-- doubles -->``, the word being what the view's ``phase`` says.
"""

from __future__ import annotations

import re

from triangulum.core.game import Game
from triangulum.core.views import View

HEADING_PATTERN = re.compile(r"^(#+) (.*?)(?: <!-- ([a-z-]+) -->)?$", re.MULTILINE)


def read_guide(game: Game) -> str:
    """Return a game's ``guide.md`` as it is, or an empty text if it has none."""
    path = game.find_file("guide.md")
    return "" if path is None else path.read_text(encoding="utf-8")


def guide_text(game: Game) -> str:
    """Return a game's guide without its comments, or an empty text if it has none."""
    return HEADING_PATTERN.sub(r"\1 \2", read_guide(game))


def find_guide_section(game: Game, view: View) -> str:
    """Return the section of the guide about what is going on, or the whole guide where no section is about it."""
    text = read_guide(game)
    for heading in HEADING_PATTERN.finditer(text):
        if heading[3] == view.phase:
            text_after = text[heading.end() :]
            following = next(
                (after.start() for after in HEADING_PATTERN.finditer(text_after) if len(after[1]) <= len(heading[1])),
                len(text_after),
            )
            return f"{heading[1]} {heading[2]}\n{text_after[:following].rstrip()}\n"
    return guide_text(game)


def list_guide_phases(game: Game) -> set[str]:
    """Return the phases that have a section in the guide."""
    return {heading[3] for heading in HEADING_PATTERN.finditer(read_guide(game)) if heading[3]}
