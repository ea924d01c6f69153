"""What an arena and the processes in which its games are played say to each other."""

from __future__ import annotations

import struct
from typing import BinaryIO, Final

import msgspec

from triangulum.core.levels import Budget
from triangulum.record.record import SetupData

LENGTH_PREFIX: Final = struct.Struct(">I")
MAX_MESSAGE_BYTES: Final = 1 << 26
"""Bytes; what is longer is none of our messages."""

TURN_STRUCT: Final = struct.Struct("<qq")
"""In memory that both can see: the seat whose bot thinks, or thought last, and a number that changes every time."""
NO_SEAT: Final = -1


class GameOrder(msgspec.Struct, frozen=True, kw_only=True):
    """A game to be played."""

    setup: SetupData
    game_module: str
    """The module that declares the game, for a game that has only been registered."""
    bots: tuple[str, ...]
    """By seat, as ``bot_specs.make_bot`` reads them."""
    budget: Budget
    dice_seed: int
    """The seed of everything that is left to chance."""
    bot_seeds: tuple[int, ...]
    """The seeds of the bots' own generators, by seat."""
    is_rehearsal: bool = False
    """Whether bots only start the game, to see whether they can."""


class GameOutcome(msgspec.Struct, frozen=True, kw_only=True, tag=True):
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


class OrderRefusal(msgspec.Struct, frozen=True, tag=True):
    """Why a game could not even begin, through nobody's fault at the table."""

    why: str


def make_bot_failure_outcome(seat: int, why: str, num_players: int) -> GameOutcome:
    """Return the outcome of a game in which a seat's bot has failed: all other seats share the win."""
    shares = [1 / (num_players - 1)] * num_players
    shares[seat] = 0.0
    return GameOutcome(shares=tuple(shares), at_fault=seat, why=why)


def send_message(out: BinaryIO, message: msgspec.Struct | None) -> None:
    """Write a message to a stream; None says that the worker is ready."""
    content = msgspec.json.encode(message)
    out.write(LENGTH_PREFIX.pack(len(content)) + content)
    out.flush()


def receive_message(source: BinaryIO) -> bytes | None:
    """Read a message from a stream; return None when there will be no more."""
    try:
        (length,) = LENGTH_PREFIX.unpack(source.read(LENGTH_PREFIX.size))
        content = source.read(length) if length <= MAX_MESSAGE_BYTES else b""
    except (struct.error, OSError, ValueError):
        return None
    return content if len(content) == length else None
