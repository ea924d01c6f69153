"""The promise about baring: what a game leaves of a state for a seat is what the seat may know, and all of that.

Whatever programs that learn are shown of a game that bares its states is made from nothing else. So it must be the same
in every world that the seat holds possible, byte for byte, and hold nothing of what was there before.
"""

from __future__ import annotations

from librt.random import Random
from mypy_extensions import u8

from triangulum.conformance.belief_promise import Told, shares, told_by
from triangulum.conformance.report import Trail
from triangulum.core.learning.features import Mask, undescribed
from triangulum.core.state import SPECTATOR, Setup, State
from triangulum.core.views import watcher_name

WORLDS = 3
"""Resamples that are bared for each seat."""


class Baring:
    """Bares states and their resamples, for every seat and a spectator."""

    def __init__(self) -> None:
        self.rng = Random(6101)
        self.open: set[int] = set()
        """The bytes that are shown as they are."""
        self.before: dict[int, State] = {}
        """For each watcher, what was bared for it at another time."""

    def begin(self, trail: Trail) -> None:
        """Ask what the numbers mean."""
        new = trail.setup.new()
        described = trail.setup.game.features
        parts = undescribed(len(new.byte_fields), len(new.word_fields)) if described is None else described(trail.setup)
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
        if not closely or not trail.setup.game.has_secrets:
            return
        for seat in (None, *range(int(trail.setup.players))):
            self.bare(trail, seat)

    def bare(self, trail: Trail, seat: int | None) -> None:
        """Bare the truth and some worlds for a seat, each into what holds something else, and compare them."""
        state, who = trail.state, watcher_name(seat)
        before = state.to_bytes()
        watcher = SPECTATOR if seat is None else seat
        bare = trail.setup.new()
        is_bared = state.observe_into(watcher, bare)
        if state.to_bytes() != before:
            trail.fail("observation", f"baring a state for {who} changed it")
        for into in (state.copy(), *(state.resample(seat, self.rng) for _ in range(WORLDS))):
            world = state.resample(seat, self.rng)
            if world.observe_into(watcher, into) != is_bared:
                trail.fail("observation", f"a state is bared for {who} in some worlds and not in others")
            if is_bared and into.to_bytes() != bare.to_bytes():
                trail.fail("observation", f"{who} may know {different(bare, into)} of it, depending on the world")
        if not is_bared:
            return
        told = told_by(trail, bare, seat)
        for at in range(len(bare.byte_fields)):
            is_shown = at in self.open or (told is not None and at not in told)
            if is_shown and bare.byte_fields[at] != state.byte_fields[at]:
                trail.fail(
                    "observation",
                    f"byte {at} is shown as it is, and {who} is not let know that it is {state.byte_fields[at]}",
                )
        if list(bare.word_fields) != list(state.word_fields):
            trail.fail("observation", f"words are shown as they are, and {who} is not let know them")
        self.heed(trail, watcher, bare, told)
        # Nothing is written into what others hold; so this comes last.
        for at in range(len(bare.byte_fields)):
            bare.byte_fields[at] ^= u8(255)
        if state.to_bytes() != before:
            trail.fail("observation", f"what is bared for {who} shares its numbers with the state")
        trail.report.held["observation"] += 1

    def heed(self, trail: Trail, watcher: int, bare: State, told: Told | None) -> None:
        """See that odds stay the same while all bytes do that they are said to depend on, whatever others become."""
        heeded = heeded_bytes(trail.setup, watcher)
        mixed = self.before.get(watcher)
        self.before[watcher] = bare.copy()
        if heeded is None or mixed is None or len(mixed.byte_fields) != len(bare.byte_fields):
            return
        mixed.to_move = bare.to_move
        for at in heeded:
            mixed.byte_fields[at] = bare.byte_fields[at]
        seat = None if watcher == SPECTATOR else watcher
        other = told_by(trail, mixed, seat)
        if told != other:
            who = watcher_name(seat)
            trail.fail(
                "observation", f"{who} is told {shares(told)}, and {shares(other)} with other bytes that are not heeded"
            )


def heeded_bytes(setup: Setup, watcher: int) -> list[int] | None:
    """Return the bytes on which a watcher's odds are said to depend, or None if nothing is said."""
    if watcher + 1 >= len(setup.belief_inputs):
        return None
    return [at for at, byte in enumerate(setup.belief_inputs[watcher + 1]) if byte]


def different(one: State, other: State) -> str:
    """Return for messages the first number in which two states differ."""
    if one.to_move != other.to_move:
        return f"that {one.to_move} is to move, or {other.to_move},"
    for at, (byte, else_byte) in enumerate(zip(one.byte_fields, other.byte_fields, strict=True)):
        if byte != else_byte:
            return f"that byte {at} is {byte}, or {else_byte},"
    return "other words"
