"""The promise about baring: what a game leaves of a state for a seat is what the seat may know, and all of that.

Whatever programs that learn are shown of a game that bares its states is made from nothing else. So it must be the same
in every world that the seat holds possible, byte for byte, and hold nothing of what was there before.
"""

from __future__ import annotations

from librt.random import Random
from mypy_extensions import u8

from triangulum.core.conformance.odds_promise import Told, shares, told_by
from triangulum.core.conformance.report import Trail
from triangulum.core.numbers import Mask, undescribed
from triangulum.core.state import BYSTANDER, Setup, State
from triangulum.core.view import watcher_name

WORLDS = 3
"""Redeals that are bared for each seat."""


class Baring:
    """Bares states and their redeals, for every seat and a bystander."""

    def __init__(self) -> None:
        self.rng = Random(6101)
        self.open: set[int] = set()
        """The bytes that are shown as they are."""
        self.before: dict[int, State] = {}
        """For each watcher, what was bared for it at another time."""

    def begin(self, trail: Trail) -> None:
        """Ask what the numbers mean."""
        new = trail.setup.new()
        described = trail.setup.game.numbers
        parts = undescribed(len(new.small), len(new.wide)) if described is None else described(trail.setup)
        self.open = set()
        for part in parts:
            if not isinstance(part, Mask) and not part.hidden:
                for at in range(part.start, part.start + part.step * part.count, part.step):
                    self.open |= {at, at + part.beside}

    def look_ahead(self, trail: Trail, action: int, closely: bool) -> None:
        """Positions are bared, not steps."""

    def end(self, trail: Trail) -> None:
        """Look at the end of a game too."""
        self.look(trail, closely=True)

    def look(self, trail: Trail, closely: bool) -> None:
        """Bare the state for everybody."""
        if not closely or not trail.setup.game.secrets:
            return
        for seat in (None, *range(int(trail.setup.players))):
            self.bare(trail, seat)

    def bare(self, trail: Trail, seat: int | None) -> None:
        """Bare the truth and some worlds for a seat, each into what holds something else, and compare them."""
        state, who = trail.state, watcher_name(seat)
        before = state.to_bytes()
        watcher = BYSTANDER if seat is None else seat
        bare = trail.setup.new()
        is_bared = state.bared(watcher, bare)
        if state.to_bytes() != before:
            trail.fail("bare", f"baring a state for {who} changed it")
        for into in (state.copy(), *(state.redeal(seat, self.rng) for _ in range(WORLDS))):
            world = state.redeal(seat, self.rng)
            if world.bared(watcher, into) != is_bared:
                trail.fail("bare", f"a state is bared for {who} in some worlds and not in others")
            if is_bared and into.to_bytes() != bare.to_bytes():
                trail.fail("bare", f"{who} may know {different(bare, into)} of it, depending on the world")
        if not is_bared:
            return
        told = told_by(trail, bare, seat)
        for at in range(len(bare.small)):
            is_shown = at in self.open or (told is not None and at not in told)
            if is_shown and bare.small[at] != state.small[at]:
                trail.fail(
                    "bare", f"byte {at} is shown as it is, and {who} is not let know that it is {state.small[at]}"
                )
        if list(bare.wide) != list(state.wide):
            trail.fail("bare", f"words are shown as they are, and {who} is not let know them")
        self.heed(trail, watcher, bare, told)
        # Nothing is written into what others hold; so this comes last.
        for at in range(len(bare.small)):
            bare.small[at] ^= u8(255)
        if state.to_bytes() != before:
            trail.fail("bare", f"what is bared for {who} shares its numbers with the state")
        trail.report.held["bare"] += 1

    def heed(self, trail: Trail, watcher: int, bare: State, told: Told | None) -> None:
        """See that odds stay the same while all bytes do that they are said to depend on, whatever others become."""
        heeded = heeded_bytes(trail.setup, watcher)
        mixed = self.before.get(watcher)
        self.before[watcher] = bare.copy()
        if heeded is None or mixed is None or len(mixed.small) != len(bare.small):
            return
        mixed.to_move = bare.to_move
        for at in heeded:
            mixed.small[at] = bare.small[at]
        seat = None if watcher == BYSTANDER else watcher
        other = told_by(trail, mixed, seat)
        if told != other:
            who = watcher_name(seat)
            trail.fail(
                "bare", f"{who} is told {shares(told)}, and {shares(other)} with other bytes that are not heeded"
            )


def heeded_bytes(setup: Setup, watcher: int) -> list[int] | None:
    """Return the bytes on which a watcher's odds are said to depend, or None if nothing is said."""
    if watcher + 1 >= len(setup.heeded):
        return None
    return [at for at, byte in enumerate(setup.heeded[watcher + 1]) if byte]


def different(one: State, other: State) -> str:
    """Return for messages the first number in which two states differ."""
    if one.to_move != other.to_move:
        return f"that {one.to_move} is to move, or {other.to_move},"
    for at, (byte, else_byte) in enumerate(zip(one.small, other.small, strict=True)):
        if byte != else_byte:
            return f"that byte {at} is {byte}, or {else_byte},"
    return "other words"
