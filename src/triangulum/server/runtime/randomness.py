"""What is random at a server, in one place: ids, seeds, what is drawn for a setup, and what bots begin with."""

from __future__ import annotations

from secrets import randbelow

from triangulum import Random
from triangulum.record.fair_dice import new_seed
from triangulum.server.storage.ids import random_id


class Randomness:
    """Where everything random about tables comes from; tests, which must know what comes, give another."""

    def __init__(self) -> None:
        self.rng = Random()
        """For what is no secret and changes no dice: what bots think about first, and for how long they pause."""

    def new_id(self) -> str:
        """Return the id of a new table, which nobody can guess."""
        return random_id()

    def new_seed(self) -> bytes:
        """Return what all dice of a new table will come from."""
        return new_seed()

    def draw(self, numbers: int) -> int:
        """Return one of so many numbers, for what is drawn anew for every game and is no dice, such as a sky."""
        return randbelow(numbers)
