"""Luck that is known beforehand, so that a test comes out the same in every run.

Which luck a test has depends on its name, and on the number that is given as ``--luck``: whoever wants to know whether
a test holds by luck only lets it run with others.
"""

import base64
import random
from itertools import count

from triangulum import Random
from triangulum.server.luck import Luck


class TestsLuck(Luck):
    """What each test finds at the servers that it starts itself, or that run for all tests."""

    __test__ = False

    def __init__(self) -> None:
        self.number = 0
        self.begin("")

    def begin(self, name: str) -> None:
        """Begin anew, for a test of this name."""
        self.source = random.Random(f"{self.number} {name}")
        self.rng = Random(self.source.getrandbits(60))

    def new_id(self) -> str:
        return base64.urlsafe_b64encode(self.source.randbytes(18)).decode()

    def new_seed(self) -> bytes:
        return self.source.randbytes(32)

    def draw(self, numbers: int) -> int:
        return self.source.randrange(numbers)


LUCK = TestsLuck()


class NoLuck(Luck):
    """Nothing random at all, for games whose chance is written down, and set up with 7 where something is drawn."""

    def __init__(self) -> None:
        self.rng = Random(0)
        self.numbers = count(1)

    def new_id(self) -> str:
        return f"table-{next(self.numbers)}"

    def new_seed(self) -> bytes:
        return bytes(32)

    def draw(self, numbers: int) -> int:
        return 7
