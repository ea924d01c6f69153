"""A message: which sentence, and its arguments. It is rendered when somebody reads it, not before."""

from __future__ import annotations

from typing import TypeAlias

import msgspec


class SeatName(msgspec.Struct, frozen=True, tag=True, gc=False, cache_hash=True):
    """A seat in a sentence: rendered as its player's name, or as "you" to the player who sits there.

    In a ``.ftl`` file, ``{ $seat -> [you] You draw *[other] { $seat } draws } a card.`` says it to both.
    """

    number: int


class Message(msgspec.Struct, frozen=True, tag=True, gc=False, cache_hash=True):
    """A sentence or label by its id in a catalogue, with arguments; made by ``Catalogue.message``.

    It keeps its hash, since every reader looks it up among what they have read before.
    """

    catalogue: str
    id: str
    arguments: tuple[tuple[str, Argument], ...] = ()

    def __str__(self) -> str:
        from triangulum.text.rendering import ENGLISH

        return ENGLISH.render(self)


ArgumentItem: TypeAlias = int | str | SeatName | Message
Argument: TypeAlias = ArgumentItem | tuple[ArgumentItem, ...]
"""A number, a name or key that is the same in all languages, a seat, another message, or a list of these."""
Text: TypeAlias = str | Message
"""What a person reads. A plain string is for what no translator changes: digits, notation and names."""
