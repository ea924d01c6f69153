"""People, as a table knows them: an id that only the table's host sees, and a name for everybody else."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias


class Person(NamedTuple):
    """A person who plays or watches."""

    id: str
    name: str
    session: str = ""
    """The id of their session, if they are logged in to an account."""


NOBODY = Person("", "")
"""A spectator who has not given a name."""

Alias: TypeAlias = Callable[[str, str], str]
"""Takes the ids of a table and a person; returns the person's alias there, which is different at every table."""
