"""Everything random on a server: ids, seeds, setups, and what bots start from."""

from __future__ import annotations

from secrets import randbelow

from triangulum import Random
from triangulum.record.fair_dice import new_seed
from triangulum.server.storage.ids import random_id


class Randomness:
    """The source of everything random about tables; tests pass one that is predictable."""

    def __init__(self) -> None:
        self.rng = Random()
        """For what is no secret and rolls no dice: the seeds of bots, and how long they pause."""

    def new_id(self) -> str:
        """Return the id of a new table, which nobody can guess."""
        return random_id()

    def new_seed(self) -> bytes:
        """Return the seed of a new table's dice."""
        return new_seed()

    def draw_number(self, num_values: int) -> int:
        """Return a random number below ``num_values``, for what is drawn once for each game, such as a sky."""
        return randbelow(num_values)
