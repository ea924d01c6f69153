"""Seeded randomness for the servers in tests, so that a test comes out the same in every run.

A test's seed depends on its name and on the number given as ``--seed``. To see whether a test passes only by luck, run
it with other numbers.
"""

import base64
import random
from itertools import count

from triangulum import Random
from triangulum.server.runtime.randomness import Randomness


class SeededRandomness(Randomness):
    """Randomness of all servers in this process, seeded anew for each test."""

    def __init__(self) -> None:
        self.number = 0
        self.reseed("")

    def reseed(self, test_name: str) -> None:
        """Start again with the seed of a test."""
        self.source = random.Random(f"{self.number} {test_name}")
        self.rng = Random(self.source.getrandbits(60))

    def new_id(self) -> str:
        return base64.urlsafe_b64encode(self.source.randbytes(18)).decode()

    def new_seed(self) -> bytes:
        return self.source.randbytes(32)

    def draw_number(self, numbers: int) -> int:
        return self.source.randrange(numbers)


TEST_RANDOMNESS = SeededRandomness()


class FixedRandomness(Randomness):
    """Nothing random at all: ids count up and every seed is the same. For games whose chance outcomes are scripted."""

    def __init__(self) -> None:
        self.rng = Random(0)
        self.numbers = count(1)

    def new_id(self) -> str:
        return f"table-{next(self.numbers)}"

    def new_seed(self) -> bytes:
        return bytes(32)

    def draw_number(self, numbers: int) -> int:
        return 7
