# compiled by mypyc
"""Scenes, their diffs and touch steps as somebody reads them: every message rendered for one reader.

A scene is made once for all who may know the same. Only the texts that are sent or drawn are rendered.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import cast

from msgspec import UNSET
from msgspec.structs import replace

from triangulum.scene.diff_types import PaneDiff, PieceDiff, PlacedPiece, SceneDiff
from triangulum.scene.picture import Pane, Piece, Scene
from triangulum.scene.steps import Confirm, Press, Step
from triangulum.text.rendering import Reader
from triangulum.text.template import JsonTemplate, MessageCollector


def localize_scene(scene: Scene, reader: Reader) -> Scene:
    """Return a scene whose texts are rendered for a reader."""
    return Scene(scene.kit, tuple([localize_pane(pane, reader) for pane in scene.panes]), reader.render(scene.title))


def localize_pane(pane: Pane, reader: Reader) -> Pane:
    """Return a pane whose texts are rendered for a reader."""
    pieces = tuple([localize_piece(piece, reader) for piece in pane.pieces])
    return Pane(pane.name, pane.frame, pieces, pane.still, pane.focus, reader.render(pane.title))


def localize_piece(piece: Piece, reader: Reader) -> Piece:
    """Return a piece whose texts are rendered for a reader; itself if they are no messages."""
    label, title = piece.label, piece.title
    if isinstance(label, str) and isinstance(title, str):
        return piece
    return Piece(
        piece.key,
        piece.symbol,
        piece.x,
        piece.y,
        piece.turn,
        piece.scale,
        piece.layer,
        piece.marks,
        reader.render(label),
        reader.render(title),
    )


def localize_diff(diff: SceneDiff, reader: Reader) -> SceneDiff:
    """Return a diff whose texts are rendered for a reader."""
    title = diff.title
    return SceneDiff(
        panes=tuple([localize_pane_diff(pane, reader) for pane in diff.panes]),
        order=diff.order,
        title=UNSET if title is UNSET else reader.render(title),
    )


def localize_pane_diff(pane: PaneDiff, reader: Reader) -> PaneDiff:
    """Return a pane's diff whose texts are rendered for a reader."""
    title = pane.title
    return PaneDiff(
        name=pane.name,
        removed=pane.removed,
        order=pane.order,
        added=localize_added_pieces(pane.added, reader),
        changed=localize_changed_pieces(pane.changed, reader),
        frame=pane.frame,
        still=pane.still,
        focus=pane.focus,
        title=UNSET if title is UNSET else reader.render(title),
    )


# Pieces make the same moves again and again, so a template embeds templates of pieces, which are made once. An encoder
# writes an encoded piece like the piece itself.


def localize_added_pieces(added: Sequence[PlacedPiece], reader: Reader) -> tuple[PlacedPiece, ...]:
    """Return added pieces whose texts are rendered for a reader."""
    if isinstance(reader, MessageCollector):
        return tuple([(index, cast(Piece, reader.embed(find_piece_template(piece)))) for index, piece in added])
    return tuple([(index, localize_piece(piece, reader)) for index, piece in added])


def localize_changed_pieces(changed: Sequence[PieceDiff], reader: Reader) -> tuple[PieceDiff, ...]:
    """Return diffs of pieces whose texts are rendered for a reader."""
    if isinstance(reader, MessageCollector):
        return tuple([cast(PieceDiff, reader.embed(find_piece_diff_template(diff))) for diff in changed])
    return tuple([localize_piece_diff(diff, reader) for diff in changed])


@lru_cache(maxsize=8192)
def find_piece_template(piece: Piece) -> JsonTemplate:
    """Return the template of a piece, made once."""
    return JsonTemplate(lambda reader: localize_piece(piece, reader))


@lru_cache(maxsize=8192)
def find_piece_diff_template(diff: PieceDiff) -> JsonTemplate:
    """Return the template of a piece's diff, made once."""
    return JsonTemplate(lambda reader: localize_piece_diff(diff, reader))


def localize_piece_diff(piece: PieceDiff, reader: Reader) -> PieceDiff:
    """Return a piece's diff whose texts are rendered for a reader; itself if there are none."""
    label, title = piece.label, piece.title
    if label is UNSET and title is UNSET:
        return piece
    return PieceDiff(
        piece.key,
        piece.symbol,
        piece.x,
        piece.y,
        piece.turn,
        piece.scale,
        piece.layer,
        piece.marks,
        UNSET if label is UNSET else reader.render(label),
        UNSET if title is UNSET else reader.render(title),
    )


def localize_steps(steps: Sequence[Step], reader: Reader) -> Sequence[Step]:
    """Return steps whose labels are rendered for a reader; the same ones if they have no messages on them."""
    for step in steps:
        # Most steps have no label. There are hundreds of actions, so that has to be found out quickly.
        kind = type(step)
        if kind is Press or kind is Confirm:
            return [localize_step(step, reader) for step in steps]
    return steps


def localize_step(step: Step, reader: Reader) -> Step:
    """Return a step whose label is rendered for a reader."""
    if isinstance(step, Press | Confirm) and not isinstance(step.label, str):
        return replace(step, label=reader.render(step.label))
    return step
