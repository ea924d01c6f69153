# compiled by mypyc
"""What changed between two scenes, small enough to send for every move, and how to apply it.

``apply_difference(old, compute_difference(old, new)) == new`` always. A whole scene is its difference from
``Scene(kit)``, which has no panes. Both scenes must be of one kit: a browser that has another has to begin anew.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from msgspec import UNSET, UnsetType
from msgspec.structs import astuple

from triangulum.scene.changes import Difference as Difference
from triangulum.scene.changes import PaneChange as PaneChange
from triangulum.scene.changes import PieceChange as PieceChange
from triangulum.scene.changes import PlacedPiece
from triangulum.scene.kit import SceneError
from triangulum.scene.picture import Frame, Pane, Piece, Scene


def compute_difference(old: Scene, new: Scene) -> Difference:
    """Return what turns one scene into the other."""
    if old.kit is not new.kit and old.kit != new.kit:
        raise SceneError("scenes of two kits have no difference: send the new one whole")
    return Difference(
        panes=() if old.panes is new.panes else pane_changes(old.panes, new.panes),
        order=changed_pane_order(old.panes, new.panes),
        title=new.title if old.title != new.title else UNSET,
    )


def pane_changes(old: Sequence[Pane], new: Sequence[Pane]) -> tuple[PaneChange, ...]:
    """Return a change for each pane that is new or not as it was."""
    before = {pane.name: pane for pane in old}
    pairs = [(before.get(pane.name), pane) for pane in new]
    changed = [(was, now) for was, now in pairs if was is not now and was != now]
    return tuple([pane_change(was or empty_pane(now.name), now) for was, now in changed])


def changed_pane_order(old: Sequence[Pane], new: Sequence[Pane]) -> tuple[str, ...] | UnsetType:
    """Return the names of the panes if they are not the same as before in the same order."""
    names = tuple([pane.name for pane in new])
    return UNSET if names == tuple([pane.name for pane in old]) else names


def empty_pane(name: str) -> Pane:
    """Return what a new pane is a change of."""
    return Pane(name, Frame(0.0, 0.0, 0.0, 0.0))


def pane_change(old: Pane, new: Pane) -> PaneChange:
    """Return what turns one pane into another of the same name."""
    removed, order, added, changed = piece_changes(old.pieces, new.pieces)
    return PaneChange(
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


PieceChanges: TypeAlias = tuple[tuple[str, ...], tuple[str, ...], tuple[PlacedPiece, ...], tuple[PieceChange, ...]]


def piece_changes(old: tuple[Piece, ...], new: tuple[Piece, ...]) -> PieceChanges:
    """Return which pieces went, how the rest lie if not as before, which came, and which changed."""
    start, rest = count_same_ends(old, new)
    # A pane that is new has nothing to walk along.
    walked = changes_in_order(old, new, start, rest) if old else None
    return walked or changes_in_any_order(old, new, start, rest)


def changes_in_order(old: tuple[Piece, ...], new: tuple[Piece, ...], start: int, rest: int) -> PieceChanges | None:
    """Return the same for pieces that stay in order, as they mostly do, by one walk along both; None if they do not.

    The pieces before ``start`` and the ``rest`` are the very same. That keys are not there twice need be asked of new
    ones alone, since the old ones were new once.
    """
    removed: list[str] = []
    added: list[PlacedPiece] = []
    changed: list[PieceChange] = []
    at, old_end, new_end = start, len(old) - rest, len(new) - rest
    for place in range(start, new_end):
        now = new[place]
        key = now.key
        before = find_piece_index(key, old, at, old_end)
        if before < 0:
            # It may also have been passed over already, or be there twice.
            if find_piece_index(key, old, 0, len(old)) >= 0 or find_piece_index(key, new, start, place) >= 0:
                return None
            added.append((place, now))
            continue
        for passed in range(at, before):
            removed.append(old[passed].key)
        at = before + 1
        was = old[before]
        if was is not now and was != now:
            changed.append(piece_change(was, now))
    for left in range(at, old_end):
        removed.append(old[left].key)
    return tuple(removed), (), tuple(added), tuple(changed)


def find_piece_index(key: str, pieces: tuple[Piece, ...], start: int, end: int) -> int:
    """Return where a piece lies, looked for from one place up to another; -1 if it does not."""
    for place in range(start, end):
        if pieces[place].key == key:
            return place
    return -1


def changes_in_any_order(old: tuple[Piece, ...], new: tuple[Piece, ...], start: int, rest: int) -> PieceChanges:
    """Return which pieces went, how the rest lie, which came, and which changed, however they lie."""
    check_keys(new)
    before = {piece.key: piece for piece in old[start : len(old) - rest]}
    after = {piece.key: piece for piece in new[start : len(new) - rest]}
    stay = [key for key in after if key in before]
    pairs = [(before[key], after[key]) for key in stay]
    order: tuple[str, ...] = ()
    if stay != [key for key in before if key in after]:
        ends = [piece.key for piece in old[:start]], [piece.key for piece in old[len(old) - rest :]]
        order = (*ends[0], *stay, *ends[1])
    return (
        tuple([key for key in before if key not in after]),
        order,
        tuple([(start + place, after[key]) for place, key in enumerate(after) if key not in before]),
        tuple([piece_change(was, now) for was, now in pairs if was is not now and was != now]),
    )


def count_same_ends(old: tuple[Piece, ...], new: tuple[Piece, ...]) -> tuple[int, int]:
    """Return how many pieces are the very same at the beginning and, of the others, at the end: mostly almost all."""
    most = min(len(old), len(new))
    start = 0
    while start < most and old[start] is new[start]:
        start += 1
    most -= start
    end = 0
    while end < most and old[-1 - end] is new[-1 - end]:
        end += 1
    return start, end


def check_keys(pieces: Sequence[Piece]) -> None:
    """Raise SceneError if two pieces share a key."""
    if len({piece.key for piece in pieces}) == len(pieces):
        return
    keys = [piece.key for piece in pieces]
    twice = next(key for key in keys if keys.count(key) > 1)
    raise SceneError(f"two pieces of one pane have the key {twice!r}")


def piece_change(old: Piece, new: Piece) -> PieceChange:
    """Return the fields of a piece that are new; written out, as this is done for every move and watcher."""
    return PieceChange(
        new.key,
        new.symbol if old.symbol != new.symbol else UNSET,
        new.x if old.x != new.x else UNSET,
        new.y if old.y != new.y else UNSET,
        new.turn if old.turn != new.turn else UNSET,
        new.scale if old.scale != new.scale else UNSET,
        new.layer if old.layer != new.layer else UNSET,
        new.marks if old.marks != new.marks else UNSET,
        new.label if old.label != new.label else UNSET,
        new.title if old.title != new.title else UNSET,
    )


def apply_difference(old: Scene, change: Difference) -> Scene:
    """Return the scene that a difference leads to, or raise SceneError if it is not one from this scene."""
    panes = {pane.name: pane for pane in old.panes}
    for pane in change.panes:
        panes[pane.name] = apply_pane_change(panes.get(pane.name) or empty_pane(pane.name), pane)
    names = [pane.name for pane in old.panes] if change.order is UNSET else change.order
    try:
        ordered = tuple([panes[name] for name in names])
    except KeyError as missing:
        raise SceneError(f"the difference is not one from this scene: no pane {missing}") from None
    return Scene(old.kit, ordered, old.title if change.title is UNSET else change.title)


def apply_pane_change(old: Pane, change: PaneChange) -> Pane:
    """Return the pane that a change leads to."""
    return Pane(
        old.name,
        old.frame if change.frame is UNSET else change.frame,
        apply_piece_changes(old.pieces, change),
        old.still if change.still is UNSET else change.still,
        old.focus if change.focus is UNSET else change.focus,
        old.title if change.title is UNSET else change.title,
    )


def apply_piece_changes(old: Sequence[Piece], change: PaneChange) -> tuple[Piece, ...]:
    """Return the pieces that a change leads to: taken away, changed, put in order, added."""
    pieces = {piece.key: piece for piece in old}
    try:
        for key in change.removed:
            del pieces[key]
        for changed in change.changed:
            pieces[changed.key] = apply_piece_change(pieces[changed.key], changed)
        row = [pieces[key] for key in change.order or pieces]
    except KeyError as missing:
        raise SceneError(f"the difference is not one from this scene: no piece {missing}") from None
    for place, piece in change.added:
        row.insert(place, piece)
    return tuple(row)


def apply_piece_change(old: Piece, change: PieceChange) -> Piece:
    """Return the piece that a change leads to."""
    fields = zip(astuple(old), astuple(change), strict=True)
    return Piece(*[was if now is UNSET else now for was, now in fields])
