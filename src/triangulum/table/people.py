"""Who somebody is to a table: an id that only the host of the table knows, and a name for everybody else."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias


class Person(NamedTuple):
    """Somebody with a name."""

    id: str
    name: str
    session: str = ""
    """Where they are logged in, for somebody with an account."""


NOBODY = Person("", "")
"""A spectator who has not given a name."""

Alias: TypeAlias = Callable[[str, str], str]
"""Returns what a person is called at one table, by the ids of both, which says nothing about other tables."""
