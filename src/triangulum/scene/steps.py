"""Touch steps: what a person touches, in order, to play an action, and all legal actions as one tree of steps.

The same tree drives mouse, touch, keyboard, screen reader and hints. It is sent to the mover alone. A game writes one
function, from an action to its steps; ``step_tree.py`` makes the tree. There are hundreds of them for a move, so they
are not tracked by the garbage collector, and steps keep their hash.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import msgspec

from triangulum.text.message import Text


class Pick(msgspec.Struct, frozen=True, tag="pick", gc=False, cache_hash=True):
    """Touch one piece of the scene: a ship, a space, a card."""

    key: str


class Gather(msgspec.Struct, frozen=True, tag="set", gc=False, cache_hash=True):
    """Touch several pieces in any order, such as the cards to pay with; made by ``gather``, which sorts the keys."""

    keys: tuple[str, ...]


class Cycle(msgspec.Struct, frozen=True, tag="cycle", gc=False, cache_hash=True):
    """Touch a piece again and again, cycling through its orientations, until it lies in this one."""

    key: str
    way: str


class Press(msgspec.Struct, frozen=True, tag="button", gc=False, cache_hash=True):
    """Press a button: ``done``, ``roll again``."""

    name: str
    label: Text = ""
    """What is on it; if empty, the notation of the action that it completes."""
    usual: bool = False
    """Whether it completes the action that players nearly always want. A page may play it without asking."""


class Confirm(msgspec.Struct, frozen=True, tag="confirm", gc=False, cache_hash=True):
    """Confirm the action."""

    label: Text


Step: TypeAlias = Pick | Gather | Cycle | Press | Confirm


class Branch(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A node of the tree: a step, and either the steps that can follow it or the action it completes."""

    step: Step
    then: tuple[Branch, ...] = ()
    action: int | None = None
    text: str = ""
    """The completed action in notation."""


def gather(keys: Sequence[str]) -> Gather:
    """Return the step of touching these pieces in any order; its keys are sorted."""
    return Gather(tuple(sorted(keys)))
