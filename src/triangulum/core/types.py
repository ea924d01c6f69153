"""Names for the integers of the contract, so that a signature says what kind of number it takes.

They are aliases, not new types: compiled code passes all of them as one machine word.
"""

from typing import TypeAlias

from mypy_extensions import i64

Seat: TypeAlias = i64
"""A player's place at the table, from 0; or SPECTATOR where the function says so."""

Action: TypeAlias = i64
"""A decision of the seat to move, or at a chance step an outcome; it means the same throughout a setup."""

Mask: TypeAlias = i64
"""A set of small numbers, with bit n for number n."""

Cost: TypeAlias = i64
"""What something costs, in the unit that the function names: cards, steps, points."""

Hash: TypeAlias = i64
"""A number that stands for something larger: equal things have equal ones, and different things almost never do."""

IsSupported: TypeAlias = bool
"""False if the game cannot do what it was asked, and has written nothing that may be read."""
