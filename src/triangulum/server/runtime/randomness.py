"""Everything random at a server: ids, seeds, what is drawn for a setup, and what bots start from."""

from __future__ import annotations

from secrets import randbelow

from triangulum import Random
from triangulum.record.fair_dice import new_seed
from triangulum.server.storage.ids import random_id


class Randomness:
    """The source of everything random about tables; tests, which must know what comes, pass another one."""

    def __init__(self) -> None:
        self.rng = Random()
        """For what is no secret and rolls no dice: the seeds of bots, and how long they pause."""

    def new_id(self) -> str:
        """Return the id of a new table, which nobody can guess."""
        return random_id()

    def new_seed(self) -> bytes:
        """Return the seed of a new table's dice."""
        return new_seed()

    def draw(self, num_values: int) -> int:
        """Return a number below ``num_values``, for what is drawn anew for every game and is no dice, such as a sky."""
        return randbelow(num_values)
