# compiled by mypyc
"""What an action number of Tri-Trac means.

Whatever a player does on a turn, one triangle ends up somewhere in a certain *pose*: on a space, with one side of it
left blank by the track. So an action names a *source*, that is, which triangle is taken, and the pose it gets:

    action = num_poses * source + pose        pose = 3 * space + blank side

    source 0            the neutral triangle, wherever it is
    source 1            a triangle from the mover's reserve
    source 2 + space    the mover's own triangle on that space

A triangle that stays on its space is turned. How many poses there are depends on the board, so every function here
takes the size of the board. Compiled rules use the functions with ``i64``; everybody else uses ``decode_move``.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, Literal, NamedTuple, TypeAlias

from mypy_extensions import i64

from triangulum.core.types import Action

SIDES: Final = 3
"""Sides of a triangle: 0 left, 1 right, 2 the level one."""

NEUTRAL_SOURCE: Final = 0
RESERVE_SOURCE: Final = 1
OWN_SOURCE: Final = 2
"""The source of one's own triangle on space 0; add the space for the others."""

Pose: TypeAlias = i64
"""A space and the side that a triangle there leaves blank: 3 * space + blank side."""

Source: TypeAlias = i64
"""Which triangle an action takes; see above."""


# For compiled rules.


def encode_pose(space: i64, blank_side: i64) -> Pose:
    """Return the pose of a triangle on a space that leaves one side blank."""
    return SIDES * space + blank_side


def decode_pose(pose: Pose) -> tuple[i64, i64]:
    """Return the space of a pose and the side that it leaves blank."""
    return pose // SIDES, pose % SIDES


def encode_action(source: Source, pose: Pose, num_poses: i64) -> Action:
    """Return the action that takes a triangle from a source and lays it in a pose."""
    return num_poses * source + pose


def decode_source_and_pose(action: Action, num_poses: i64) -> tuple[i64, i64]:
    """Return the source of an action and the pose in which it lays the triangle."""
    source = action // num_poses
    return source, action - num_poses * source


def count_actions(num_spaces: i64) -> i64:
    """Return how many action numbers a board has; all of them are below this."""
    return (OWN_SOURCE + num_spaces) * SIDES * num_spaces


# For everybody else.

MoveKind: TypeAlias = Literal["place", "move", "turn"]


class Move(NamedTuple):
    """An action in full, as it is meant in one position."""

    kind: MoveKind
    is_neutral: bool
    """Whether it is the neutral triangle that is laid; otherwise it is one of the mover's own."""
    origin: int | None
    """The space that the triangle leaves; the same as ``space`` for a turn, None if it comes from outside the board."""
    space: int
    """The space on which the triangle ends up."""
    blank_side: int
    """The side of it that the triangle leaves blank."""

    @property
    def pose(self) -> int:
        """The pose in which the triangle ends up."""
        return SIDES * self.space + self.blank_side


@lru_cache(maxsize=8192)
def decode_move(action: int, num_spaces: int, neutral_space: int | None) -> Move:
    """Return what an action does, given where the neutral triangle is, if it is on the board.

    Whoever asks for one action of a position soon asks for all of them, so moves are kept: that takes a tenth of the
    time.
    """
    source, pose = divmod(action, SIDES * num_spaces)
    space, blank_side = divmod(pose, SIDES)
    origin = None
    if source == NEUTRAL_SOURCE:
        origin = neutral_space
    elif source >= OWN_SOURCE:
        origin = source - OWN_SOURCE
    kind: MoveKind = "place" if origin is None else "turn" if origin == space else "move"
    return Move(kind, source == NEUTRAL_SOURCE, origin, space, blank_side)


def encode_move(move: Move, num_spaces: int) -> int:
    """Return the action number of a move."""
    if move.is_neutral:
        source = NEUTRAL_SOURCE
    else:
        source = RESERVE_SOURCE if move.origin is None else OWN_SOURCE + move.origin
    return SIDES * num_spaces * source + move.pose
