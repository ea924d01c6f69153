"""Optional parts of the package: which extra a missing module belongs to, and how to install it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec

from triangulum.errors import MissingExtraError

EXTRAS = {
    "server": "litestar",
    "client": "httpx",
    "postgresql": "psycopg",
    "lab": "matplotlib",
    "gym": "numpy",
    "openspiel": "pyspiel",
    "pettingzoo": "pettingzoo",
}
"""For each extra, a module that comes with it; ``pyproject.toml`` has the packages."""


@contextmanager
def require_extra(extra: str, purpose: str) -> Iterator[None]:
    """Raise MissingExtraError if an import in the body fails because an extra isn't installed.

    ``purpose`` is the subject of the message: "serving tables", "the lab".
    """
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] == "triangulum":
            raise  # A mistake of ours, which no installation would fix.
        reason = f"{purpose} needs {error.name}, which isn't installed"
        raise MissingExtraError(f"{reason}: {install_command(extra)}", name=error.name) from None


def install_command(extra: str) -> str:
    """Return the command that installs an extra."""
    return f"pip install 'triangulum[{extra}]'"


def is_installed(extra: str) -> bool:
    """Return whether an extra is installed, judged by its main module."""
    try:
        return find_spec(EXTRAS[extra]) is not None
    except ModuleNotFoundError:
        return False
