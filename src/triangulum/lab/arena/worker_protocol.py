"""What an arena and the processes in which its games are played say to each other."""

from __future__ import annotations

import struct
from typing import BinaryIO, Final

import msgspec

from triangulum.core.levels import Budget
from triangulum.record.record import SetupText

LENGTH: Final = struct.Struct(">I")
LONGEST: Final = 1 << 26
"""Bytes; what is longer is none of our messages."""

TURN: Final = struct.Struct("<qq")
"""In memory that both can see: the seat whose bot thinks, or thought last, and a number that changes every time."""
NOBODY: Final = -1


class Order(msgspec.Struct, frozen=True, kw_only=True):
    """A game to be played."""

    setup: SetupText
    home: str
    """The module that declares the game, for a game that has only been registered."""
    bots: tuple[str, ...]
    """By seat, as ``entrants.made`` makes them."""
    budget: Budget
    dice: int
    """The seed of everything that is left to chance."""
    thoughts: tuple[int, ...]
    """The seeds of the bots' own generators, by seat."""
    rehearsal: bool = False
    """Whether bots only sit down, to see whether they can."""


class Outcome(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """How a game has ended; everything by seat."""

    shares: tuple[float, ...]
    """Of the win: 1 for a sole winner; a draw is shared by all."""
    drawn: bool = False
    moves: tuple[int, ...] = ()
    seconds: tuple[float, ...] = ()
    """Spent on thinking."""
    at_fault: int | None = None
    """The seat whose bot has ended the game by failing, which shares the win among all others."""
    why: str = ""
    """What it did, as part of a sentence about it."""


class Refusal(msgspec.Struct, frozen=True, tag=True):
    """Why a game could not even begin, through nobody's fault at the table."""

    why: str


def failed(seat: int, why: str, players: int) -> Outcome:
    """Return the end of a game in which a bot has failed."""
    rest = 1 / (players - 1)
    return Outcome(shares=tuple(0.0 if other == seat else rest for other in range(players)), at_fault=seat, why=why)


def send(out: BinaryIO, message: msgspec.Struct | None) -> None:
    """Write a message; None says that one is ready."""
    content = msgspec.json.encode(message)
    out.write(LENGTH.pack(len(content)) + content)
    out.flush()


def receive(source: BinaryIO) -> bytes | None:
    """Read a message, or None when there will be no more."""
    try:
        (length,) = LENGTH.unpack(source.read(LENGTH.size))
        content = source.read(length) if length <= LONGEST else b""
    except (struct.error, OSError, ValueError):
        return None
    return content if len(content) == length else None
