"""Words as outlines, so that a picture shows the same text in a browser, in a document and as PNG.

The outlines are in ``glyphs.txt``, which names their origin. Drawn text needs no font where it is shown, and
none need be found, loaded or trusted where a PNG is made. A letter that has no outline is drawn as the letter
without its accents, and what is left after that as an empty box: a picture never fails for want of a letter.
"""

from __future__ import annotations

import unicodedata
from functools import cache
from importlib.resources import files

from triangulum.scene.shapes import Anchor

EM = 1000
"""Units in which the outlines are drawn: as many as the size of the text."""
CAPITAL_HEIGHT = 729
"""Height of a capital letter above the baseline."""
SPACE_WIDTH = 318
MONOSPACED_WIDTH = 602
"""Of every letter, in fonts whose letters are all equally wide."""
BOX = "□"
ANCHOR_SHARES: dict[Anchor, float] = {"start": 0.0, "middle": 0.5, "end": 1.0}
"""How much of a text lies before the point it is anchored to."""


@cache
def load_outlines() -> dict[str, tuple[int, str]]:
    """Return advance and outline of every character that has them."""
    text = (files(__package__) / "glyphs.txt").read_text(encoding="utf-8")
    _, _, lines = text.partition("\n\n")
    drawn: dict[str, tuple[int, str]] = {" ": (SPACE_WIDTH, "")}
    for line in lines.splitlines():
        character, advance, outline = line.split(" ", 2)
        drawn[character] = (int(advance), outline)
    return drawn


def replace_missing_glyphs(words: str) -> str:
    """Return the words with every character replaced that has no outline."""
    known = load_outlines()
    return "".join(character if character in known else find_replacement(character) for character in words)


def find_replacement(character: str) -> str:
    """Return a character without its accents: nothing for a bare accent, a space for a blank, else a box."""
    if unicodedata.combining(character):
        return ""
    if character.isspace():
        return " "
    parts = unicodedata.normalize("NFKD", character)
    bare = [part for part in parts if not unicodedata.combining(part)]
    return "".join(bare) if bare and all(part in load_outlines() for part in bare) else BOX


def text_width(words: str) -> int:
    """Return how wide the words are, in units of ``EM``."""
    known = load_outlines()
    return sum(known[character][0] for character in replace_missing_glyphs(words))


def text_path(words: str, anchor: Anchor = "middle") -> str:
    """Return the words as one path, in units of ``EM``, with (0, 0) on the baseline at the anchor."""
    known = load_outlines()
    pen = -round(text_width(words) * ANCHOR_SHARES[anchor])
    path = []
    for character in replace_missing_glyphs(words):
        advance, drawn = known[character]
        if drawn:
            path.append(f"M{pen} 0{drawn}")
        pen += advance
    return "".join(path)
