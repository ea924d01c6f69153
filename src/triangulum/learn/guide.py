"""A game's guide, and the section of it that helps in the current phase.

A guide is Markdown. A section about a phase of the game names it in a comment after its heading:
``## Doubles <!-- doubles -->``; the word is the view's ``phase``.
"""

from __future__ import annotations

import re

from triangulum.core.game import Game
from triangulum.core.views import View

HEADING_PATTERN = re.compile(r"^(#+) (.*?)(?: <!-- ([a-z-]+) -->)?$", re.MULTILINE)


def read_guide_source(game: Game) -> str:
    """Return a game's ``guide.md`` with its comments; empty if it has none."""
    path = game.find_file("guide.md")
    return "" if path is None else path.read_text(encoding="utf-8")


def read_guide(game: Game) -> str:
    """Return the text of a game's guide without the comments after headings; empty if it has none."""
    return HEADING_PATTERN.sub(r"\1 \2", read_guide_source(game))


def read_guide_section(game: Game, view: View) -> str:
    """Return the section of the guide about the view's phase, or the whole guide if there is no such section."""
    text = read_guide_source(game)
    for heading in HEADING_PATTERN.finditer(text):
        if heading[3] == view.phase:
            text_after = text[heading.end() :]
            following = next(
                (after.start() for after in HEADING_PATTERN.finditer(text_after) if len(after[1]) <= len(heading[1])),
                len(text_after),
            )
            return f"{heading[1]} {heading[2]}\n{text_after[:following].rstrip()}\n"
    return read_guide(game)


def list_guide_phases(game: Game) -> set[str]:
    """Return the phases that have a section in a game's guide."""
    return {heading[3] for heading in HEADING_PATTERN.finditer(read_guide_source(game)) if heading[3]}
