"""Following tracks on a board of Tri-Trac, for views, events and positions; compiled rules have a way of their own.

A board is the list of its space codes, as a state begins with them.
"""

from __future__ import annotations

from collections.abc import Sequence

from triangulum.games.tri_trac.actions import SIDES
from triangulum.games.tri_trac.box import TriTracBox


def follow_track(box: TriTracBox, codes: Sequence[int], space: int, exit_side: int) -> tuple[list[int], int | None]:
    """Follow a track that leaves a space by a side.

    Return the spaces that it runs over after that, and the last of them if it leaves the board there by an arrow.
    """
    track: list[int] = []
    start_space = space
    while True:
        next_space = box.lattice.neighbours[space][exit_side]
        if next_space is None:
            return track, space
        entry_side = box.lattice.opposite_side(exit_side)
        blank_side = (codes[next_space] - 1) % SIDES
        if not codes[next_space] or blank_side == entry_side or next_space == start_space:
            return track, None
        track.append(next_space)
        space, exit_side = next_space, SIDES - blank_side - entry_side


def find_track_length_and_arrows(box: TriTracBox, codes: Sequence[int], space: int) -> tuple[int, list[str]]:
    """Return how many triangles the track through a space joins, and the names of the arrows at its ends."""
    blank_side = (codes[space] - 1) % SIDES
    track_spaces, arrow_names = {space}, []
    for side in range(SIDES):
        if side != blank_side:
            track, arrow_space = follow_track(box, codes, space, side)
            track_spaces |= set(track)
            arrow_names += [] if arrow_space is None else [box.lattice.spaces[arrow_space].name]
    return len(track_spaces), arrow_names


def find_complete_tracks(box: TriTracBox, codes: Sequence[int]) -> list[tuple[int, ...]]:
    """Return every track between two arrows, space by space."""
    tracks = []
    for space, arrow_side, _ in box.arrow_gates:
        blank_side = (codes[space] - 1) % SIDES
        if codes[space] and blank_side != arrow_side:
            track, end = follow_track(box, codes, space, SIDES - blank_side - arrow_side)
            if end is not None and end > space:
                tracks.append((space, *track))
    return tracks
