"""Printing to the terminal, for the command line and for the table in the terminal."""

from rich.console import Console

console = Console(emoji=False)
errors = Console(emoji=False, stderr=True)
"""For what is not part of the answer, such as a progress bar."""


def print_text(text: str, style: str = "", to: Console = console) -> None:
    """Print a text as it is; in a window its lines break between words, in a pipe they stay whole."""
    to.print(text, style=style, highlight=False, markup=False, soft_wrap=not to.is_terminal)
