"""The two games of docs/new-game.md, exactly as the page has them."""

import re
from pathlib import Path

from tests.rules import ROOT

PAGE = ROOT / "docs" / "new-game.md"
PROJECTS = ("magpies", "noughts")
FILE_PATTERN = re.compile(r"^`([\w./-]+)`\n\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)
"""A file on the page: its path, and a block with its text."""


def read_page() -> str:
    """Return the page on adding a game."""
    return PAGE.read_text(encoding="utf-8")


def list_files() -> dict[str, str]:
    """Return the text of every file on the page, by its path."""
    return dict(FILE_PATTERN.findall(read_page()))


def write_projects(folder: Path) -> None:
    """Write the projects of both games into a folder."""
    for name, text in list_files().items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
