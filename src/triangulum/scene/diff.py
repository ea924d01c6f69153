# compiled by mypyc
"""Diffs of scenes, small enough to send for every move, and how to apply them.

``apply_diff(old, diff_scenes(old, new)) == new`` always. A whole scene is a diff from ``Scene(kit)``, which has no
panes. Both scenes must have the same kit: a browser that has another kit has to load the scene anew.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, TypeAlias

from msgspec import UNSET, UnsetType
from msgspec.structs import astuple

from triangulum.scene.diff_types import PaneDiff as PaneDiff
from triangulum.scene.diff_types import PieceDiff as PieceDiff
from triangulum.scene.diff_types import PlacedPiece
from triangulum.scene.diff_types import SceneDiff as SceneDiff
from triangulum.scene.kit import SceneError
from triangulum.scene.picture import Frame, Pane, Piece, Scene


def diff_scenes(old: Scene, new: Scene) -> SceneDiff:
    """Return the diff that turns one scene into another of the same kit."""
    if old.kit is not new.kit and old.kit != new.kit:
        raise SceneError("scenes of two kits have no difference: send the new one whole")
    return SceneDiff(
        panes=() if old.panes is new.panes else diff_panes(old.panes, new.panes),
        order=diff_pane_order(old.panes, new.panes),
        title=new.title if old.title != new.title else UNSET,
    )


def diff_panes(old: Sequence[Pane], new: Sequence[Pane]) -> tuple[PaneDiff, ...]:
    """Return a diff for each pane that is new or has changed."""
    before = {pane.name: pane for pane in old}
    diffs = []
    for pane in new:
        was = before.get(pane.name)
        if was is None:
            diffs.append(diff_pane(empty_pane(pane.name), pane))
        elif was is not pane and was != pane:
            diffs.append(diff_pane(was, pane))
    return tuple(diffs)


def diff_pane_order(old: Sequence[Pane], new: Sequence[Pane]) -> tuple[str, ...] | UnsetType:
    """Return the names of all panes if their order has changed or some came or went; otherwise UNSET."""
    names = tuple([pane.name for pane in new])
    return UNSET if names == tuple([pane.name for pane in old]) else names


def empty_pane(name: str) -> Pane:
    """Return the empty pane from which a new pane is a diff."""
    return Pane(name, Frame(0.0, 0.0, 0.0, 0.0))


def diff_pane(old: Pane, new: Pane) -> PaneDiff:
    """Return the diff that turns one pane into another of the same name."""
    removed, order, added, changed = diff_pieces(old.pieces, new.pieces)
    return PaneDiff(
        name=new.name,
        removed=removed,
        order=order,
        added=added,
        changed=changed,
        frame=new.frame if old.frame != new.frame else UNSET,
        still=new.still if old.still != new.still else UNSET,
        focus=new.focus if old.focus != new.focus else UNSET,
        title=new.title if old.title != new.title else UNSET,
    )


PieceDiffs: TypeAlias = tuple[tuple[str, ...], tuple[str, ...], tuple[PlacedPiece, ...], tuple[PieceDiff, ...]]
"""The fields ``removed``, ``order``, ``added`` and ``changed`` of a PaneDiff."""


def diff_pieces(old: tuple[Piece, ...], new: tuple[Piece, ...]) -> PieceDiffs:
    """Return the keys removed, the new order of those that stay if it changed, the pieces added and those changed."""
    num_same_first, num_same_last = count_common_prefix_and_suffix(old, new)
    # A pane that is new has nothing to walk along.
    in_order = diff_pieces_in_order(old, new, num_same_first, num_same_last) if old else None
    return in_order or diff_reordered_pieces(old, new, num_same_first, num_same_last)


def diff_pieces_in_order(
    old: tuple[Piece, ...], new: tuple[Piece, ...], num_same_first: int, num_same_last: int
) -> PieceDiffs | None:
    """Return the diff of pieces whose order is the same, by one walk along both; None if the order has changed.

    Pieces mostly stay in order. The first ``num_same_first`` and the last ``num_same_last`` of them are identical. Only
    new pieces need to be checked for keys that occur twice, since the old ones were new once.
    """
    removed: list[str] = []
    added: list[PlacedPiece] = []
    changed: list[PieceDiff] = []
    at, old_end, new_end = num_same_first, len(old) - num_same_last, len(new) - num_same_last
    for place in range(num_same_first, new_end):
        now = new[place]
        if at < old_end and old[at] is now:
            at += 1
            continue
        key = now.key
        before = find_piece_index(key, old, at, old_end)
        if before < 0:
            # It may also have been passed over already, or be there twice.
            if find_piece_index(key, old, 0, len(old)) >= 0 or find_piece_index(key, new, num_same_first, place) >= 0:
                return None
            added.append((place, now))
            continue
        for passed in range(at, before):
            removed.append(old[passed].key)
        at = before + 1
        was = old[before]
        if was is not now and was != now:
            changed.append(diff_piece_fields(was, now))
    for left in range(at, old_end):
        removed.append(old[left].key)
    return tuple(removed), (), tuple(added), tuple(changed)


def find_piece_index(key: str, pieces: tuple[Piece, ...], start: int, end: int) -> int:
    """Return the index of the piece with a key, searched from ``start`` to before ``end``; -1 if there is none."""
    for place in range(start, end):
        if pieces[place].key == key:
            return place
    return -1


def diff_reordered_pieces(
    old: tuple[Piece, ...], new: tuple[Piece, ...], num_same_first: int, num_same_last: int
) -> PieceDiffs:
    """Return the diff of pieces in any order, of which some are identical at the beginning and at the end."""
    check_keys_are_unique(new)
    before = {piece.key: piece for piece in old[num_same_first : len(old) - num_same_last]}
    after = {piece.key: piece for piece in new[num_same_first : len(new) - num_same_last]}
    stay = [key for key in after if key in before]
    pairs = [(before[key], after[key]) for key in stay]
    order: tuple[str, ...] = ()
    if stay != [key for key in before if key in after]:
        first_keys = [piece.key for piece in old[:num_same_first]]
        last_keys = [piece.key for piece in old[len(old) - num_same_last :]]
        order = (*first_keys, *stay, *last_keys)
    return (
        tuple([key for key in before if key not in after]),
        order,
        tuple([(num_same_first + place, after[key]) for place, key in enumerate(after) if key not in before]),
        tuple([diff_piece_fields(was, now) for was, now in pairs if was is not now and was != now]),
    )


PrefixAndSuffixLength: TypeAlias = tuple[int, int]


def count_common_prefix_and_suffix(old: tuple[Piece, ...], new: tuple[Piece, ...]) -> PrefixAndSuffixLength:
    """Return how many pieces are identical at the beginning and, of the remaining ones, at the end: usually most."""
    most = min(len(old), len(new))
    start = 0
    while start < most and old[start] is new[start]:
        start += 1
    most -= start
    end = 0
    while end < most and old[-1 - end] is new[-1 - end]:
        end += 1
    return start, end


def check_keys_are_unique(pieces: Sequence[Piece]) -> None:
    """Raise SceneError if two pieces share a key."""
    if len({piece.key for piece in pieces}) == len(pieces):
        return
    keys = [piece.key for piece in pieces]
    twice = next(key for key in keys if keys.count(key) > 1)
    raise SceneError(f"two pieces of one pane have the key {twice!r}")


@lru_cache(maxsize=8192)
def diff_piece_fields(old: Piece, new: Piece) -> PieceDiff:
    """Return the fields of a piece that have changed, and its key; made once, since the same moves are made again."""
    was = astuple(old)
    fields: list[Any] = list(astuple(new))
    unset = UNSET
    for index in range(1, len(fields)):
        if fields[index] is was[index] or fields[index] == was[index]:
            fields[index] = unset
    return PieceDiff(*fields)


def apply_diff(old: Scene, change: SceneDiff) -> Scene:
    """Return the scene that a diff leads to, or raise SceneError if it is not a diff from this scene."""
    panes = {pane.name: pane for pane in old.panes}
    for pane in change.panes:
        panes[pane.name] = apply_pane_diff(panes.get(pane.name) or empty_pane(pane.name), pane)
    names = [pane.name for pane in old.panes] if change.order is UNSET else change.order
    try:
        ordered = tuple([panes[name] for name in names])
    except KeyError as missing:
        raise SceneError(f"the difference is not one from this scene: no pane {missing}") from None
    return Scene(old.kit, ordered, old.title if change.title is UNSET else change.title)


def apply_pane_diff(old: Pane, change: PaneDiff) -> Pane:
    """Return the pane that a diff leads to."""
    return Pane(
        old.name,
        old.frame if change.frame is UNSET else change.frame,
        apply_piece_diffs(old.pieces, change),
        old.still if change.still is UNSET else change.still,
        old.focus if change.focus is UNSET else change.focus,
        old.title if change.title is UNSET else change.title,
    )


def apply_piece_diffs(old: Sequence[Piece], change: PaneDiff) -> tuple[Piece, ...]:
    """Return the pieces that a pane's diff leads to: remove, change, reorder, then add."""
    pieces = {piece.key: piece for piece in old}
    try:
        for key in change.removed:
            del pieces[key]
        for changed in change.changed:
            pieces[changed.key] = apply_piece_diff(pieces[changed.key], changed)
        row = [pieces[key] for key in change.order or pieces]
    except KeyError as missing:
        raise SceneError(f"the difference is not one from this scene: no piece {missing}") from None
    for place, piece in change.added:
        row.insert(place, piece)
    return tuple(row)


def apply_piece_diff(old: Piece, change: PieceDiff) -> Piece:
    """Return the piece that a diff leads to."""
    fields = zip(astuple(old), astuple(change), strict=True)
    return Piece(*[was if now is UNSET else now for was, now in fields])
