"""A game's guide, opened at the right place.

A guide is Markdown. A section that belongs to a phase of the game says so in a comment behind its heading:
``## Doubles <!-- doubles -->``, the word being what the view's ``phase`` says.
"""

from __future__ import annotations

import re

from triangulum.core.game import Game
from triangulum.core.views import View

HEADING = re.compile(r"^(#+) (.*?)(?: <!-- ([a-z-]+) -->)?$", re.MULTILINE)


def whole_guide(game: Game) -> str:
    """Return a game's guide without its comments, or an empty text if it has none."""
    if game.guide_path is None:
        return ""
    return HEADING.sub(r"\1 \2", game.guide_path.read_text(encoding="utf-8"))


def guide_for(game: Game, view: View) -> str:
    """Return the section of the guide about what is going on, or the whole guide where no section is about it."""
    if game.guide_path is None:
        return ""
    text = game.guide_path.read_text(encoding="utf-8")
    for found in HEADING.finditer(text):
        if found[3] == view.phase:
            rest = text[found.end() :]
            following = next(
                (after.start() for after in HEADING.finditer(rest) if len(after[1]) <= len(found[1])), len(rest)
            )
            return f"{found[1]} {found[2]}\n{rest[:following].rstrip()}\n"
    return whole_guide(game)


def phases_explained(game: Game) -> set[str]:
    """Return the phases that have a section in the guide."""
    if game.guide_path is None:
        return set()
    return {found[3] for found in HEADING.finditer(game.guide_path.read_text(encoding="utf-8")) if found[3]}
