"""Printing to the terminal."""

from rich.console import Console

console = Console(emoji=False)
errors = Console(emoji=False, stderr=True)
"""For what is not part of the output, such as a progress bar."""


def print_text(text: str, style: str = "", to: Console = console) -> None:
    """Print text without markup; lines wrap between words in a terminal, and not at all in a pipe."""
    to.print(text, style=style, highlight=False, markup=False, soft_wrap=not to.is_terminal)
