"""The replay of a finished game: frames with scene differences and sentences, and its dice to be verified.

A record contains all secrets of its game, so only finished games are replayed, or records that somebody has anyway.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from triangulum.core.state import State
from triangulum.core.wording import merge_repeated_sentences
from triangulum.record.history import AnyEntry, Happened, History, Played, step_action
from triangulum.record.narration import narrate_table_entry, seat_names
from triangulum.record.record import Record, setup_from_data
from triangulum.record.tri_format import format_result
from triangulum.scene.diff import SceneDiff, diff_scenes
from triangulum.scene.picture import Piece, Scene
from triangulum.table.messages import KitInfo
from triangulum.table.presenter import kit_info

SEAT_PATTERN: Final = re.compile(r"\b[Ss]eat (\d+)\b")
MAX_LABEL_LENGTH: Final = 9
"""Characters of a name that fit on a piece."""


class ReplayFrame(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One frame of a replay: a move with the chance steps after it, or another entry of the record."""

    narration: str
    """What happened, in sentences."""
    text: str = ""
    """The move in notation."""
    seat: int | None = None
    """The seat that moved, if any."""
    scene: SceneDiff | UnsetType = UNSET
    """The difference from the frame before; left out if nothing has changed."""


class ReplayRoll(msgspec.Struct, frozen=True, kw_only=True):
    """A chance step to be verified: the weights of its outcomes by the rules, and which outcome it was."""

    weights: tuple[str, ...]
    """As text, because weights may exceed the integers of a browser."""
    outcome: int
    text: str
    frame: int
    """The index of its frame."""


class ReplayDice(msgspec.Struct, frozen=True, kw_only=True):
    """The revealed dice of a finished game."""

    version: str
    label: str
    commitment: str
    nonces: dict[str, str]
    seed: str | None
    rolls: tuple[ReplayRoll, ...]


class Replay(msgspec.Struct, frozen=True, kw_only=True):
    """A whole game as frames, as a seat or a spectator saw it."""

    game: str
    title: str
    players: tuple[str, ...]
    winners: tuple[int, ...]
    result: str
    perspective: int | None
    """The seat whose view this is; None for a spectator's."""
    kit: KitInfo
    frames: tuple[ReplayFrame, ...]
    dice: ReplayDice | None


class ReplayStep(NamedTuple):
    """A frame of a replay before it's drawn: the state, and what led to it."""

    state: State
    sentences: str
    text: str
    seat: int | None
    rolls: list[ReplayRoll]


def iterate_steps(record: Record, viewer: int | None) -> Iterator[ReplayStep]:
    """Yield the start of a game, then the state after every frame, as a seat or a spectator saw it."""
    history = History(setup_from_data(record.setup), record.players)
    yield ReplayStep(history.state.copy(), "The beginning.", "", None, [])
    for frame_index, entries in enumerate(group_entries(record.entries), start=1):
        yield play_entries(history, entries, frame_index, viewer)


def play_entries(history: History, entries: Sequence[AnyEntry], frame_index: int, viewer: int | None) -> ReplayStep:
    """Append the entries of one frame to the history, and return what happened."""
    names = seat_names(history.players)
    narrate = history.setup.game.narration.narrate
    sentences: list[str] = []
    text = ""
    rolls: list[ReplayRoll] = []
    for entry in entries:
        if isinstance(entry, Played | Happened):
            state, action = history.state, step_action(entry)
            sentences += [narrate(event, names) for event in state.events(action, viewer)]
            if isinstance(entry, Played):
                text = state.format_action(action)
            else:
                rolls.append(build_roll(state, action, frame_index))
        else:
            sentences.append(narrate_table_entry(entry, names))
        history.append(entry)
    seat = entries[0].seat if isinstance(entries[0], Played) else None
    narration = " ".join(merge_repeated_sentences([sentence for sentence in sentences if sentence]))
    return ReplayStep(history.state.copy(), narration or text, text, seat, rolls)


def group_entries(entries: Sequence[AnyEntry]) -> Iterator[list[AnyEntry]]:
    """Yield the entries of each frame: an entry with the chance steps after it."""
    group: list[AnyEntry] = []
    for entry in entries:
        if group and not isinstance(entry, Happened):
            yield group
            group = []
        group.append(entry)
    if group:
        yield group


def build_roll(state: State, outcome: int, frame_index: int) -> ReplayRoll:
    """Return a chance step from a state as it's verified."""
    return ReplayRoll(
        weights=tuple(str(weight) for weight in state.chance_weights()),
        outcome=state.legal_actions().index(outcome),
        text=state.format_action(outcome),
        frame=frame_index,
    )


def list_scenes(record: Record, viewer: int | None) -> list[Scene]:
    """Return the scenes of all frames, with the players' names instead of seat numbers."""
    return [insert_names(step.state.scene(viewer), record.players) for step in iterate_steps(record, viewer)]


def insert_names(scene: Scene, players: Sequence[str]) -> Scene:
    """Return a scene with names where it says "seat 0", as the replay page shows them."""
    panes = [
        replace(
            pane,
            pieces=tuple(insert_piece_names(piece, players) for piece in pane.pieces),
            title=replace_seats(pane.title, players),
        )
        for pane in scene.panes
    ]
    return replace(scene, panes=tuple(panes), title=replace_seats(scene.title, players))


def insert_piece_names(piece: Piece, players: Sequence[str]) -> Piece:
    """Return a piece with names, shortened on its label; a piece that mentions no seat is returned as it is."""
    if not SEAT_PATTERN.search(piece.label) and not SEAT_PATTERN.search(piece.title):
        return piece
    label = replace_seats(piece.label, [shorten_name(name) for name in players])
    return replace(piece, label=label, title=replace_seats(piece.title, players))


def replace_seats(text: str, players: Sequence[str]) -> str:
    """Return a text with players' names instead of "seat 0"."""
    return SEAT_PATTERN.sub(lambda match: players[int(match[1])] if int(match[1]) < len(players) else match[0], text)


def shorten_name(name: str) -> str:
    """Return a name cut to fit on a piece."""
    return name if len(name) <= MAX_LABEL_LENGTH else f"{name[: MAX_LABEL_LENGTH - 1]}…"


def build_replay(record: Record, viewer: int | None) -> Replay:
    """Return a game as frames, as a seat or a spectator saw it; raise TriangulumError if the record is invalid."""
    history = record.history()
    if viewer is not None:
        history.check_seat(viewer)
    frames: list[ReplayFrame] = []
    rolls: list[ReplayRoll] = []
    scene: Scene | None = None
    for step in iterate_steps(record, viewer):
        next_scene = step.state.scene(viewer)
        frames.append(build_frame(step, scene or Scene(next_scene.kit), next_scene))
        rolls += step.rolls
        scene = next_scene
    assert scene is not None
    game = history.setup.game
    return Replay(
        game=game.id,
        title=game.title,
        players=tuple(history.players),
        winners=tuple(history.winners()) if history.is_over else (),
        result=format_result(history),
        perspective=viewer,
        kit=kit_info(scene.kit),
        frames=tuple(frames),
        dice=build_replay_dice(record, rolls),
    )


def build_frame(step: ReplayStep, scene_before: Scene, scene: Scene) -> ReplayFrame:
    """Return a frame with the difference between two scenes."""
    diff = diff_scenes(scene_before, scene)
    return ReplayFrame(
        narration=step.sentences, text=step.text, seat=step.seat, scene=UNSET if diff == SceneDiff() else diff
    )


def build_replay_dice(record: Record, rolls: Sequence[ReplayRoll]) -> ReplayDice | None:
    """Return what a browser needs to verify a game's dice; None if they aren't fair dice or were never rolled."""
    dice = record.dice
    if dice is None or not rolls:
        return None
    return ReplayDice(
        version=dice.version,
        label=dice.label,
        commitment=dice.commitment,
        nonces={str(seat): nonce for seat, nonce in dice.nonces.items()},
        seed=dice.seed,
        rolls=tuple(rolls),
    )
