"""The replay of a finished game: frames with scene differences and sentences, and its dice to be verified.

A record contains all secrets of its game, so only finished games are replayed, or records that somebody has anyway.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec
from msgspec import UNSET, UnsetType

from triangulum.core.state import State
from triangulum.core.views import GameEvent
from triangulum.record.history import AnyEntry, Happened, History, Played, step_action
from triangulum.record.narration import narrate_non_step_entry, unique_display_names
from triangulum.record.record import Record, setup_from_data
from triangulum.record.tri_format import format_result
from triangulum.scene.diff import SceneDiff, diff_scenes
from triangulum.scene.localize import localize_scene
from triangulum.scene.picture import Scene
from triangulum.table.messages import KitInfo
from triangulum.table.presenter import find_reader, kit_info
from triangulum.table.sentences import message
from triangulum.text import DEFAULT_LANGUAGE, Text


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
    narration: str
    text: str
    seat: int | None
    rolls: list[ReplayRoll]
    scene: Scene
    """What the viewer saw, with texts for them."""


def iterate_steps(record: Record, viewer: int | None, language: str = DEFAULT_LANGUAGE) -> Iterator[ReplayStep]:
    """Yield the start of a game, then the state after every frame, as a seat or a spectator saw it.

    Players are called by their names even from their own seat: whoever watches a replay need not be one of them.
    """
    history = History(setup_from_data(record.setup), record.players)
    reader = find_reader(language, tuple(history.players), None)
    scene = localize_scene(history.state.scene(viewer), reader)
    yield ReplayStep(history.state.copy(), reader.render(message("replay-start")), "", None, [], scene)
    for frame_index, entries in enumerate(group_entries_by_frame(record.entries), start=1):
        yield play_frame(history, entries, frame_index, viewer, language)


def play_frame(
    history: History, entries: Sequence[AnyEntry], frame_index: int, viewer: int | None, language: str
) -> ReplayStep:
    """Append the entries of one frame to the history, and return what happened."""
    reader_before = find_reader(language, tuple(history.players), None)
    sentences: list[Text] = []
    perceived: list[GameEvent] = []
    text = ""
    rolls: list[ReplayRoll] = []
    for entry in entries:
        if isinstance(entry, Played | Happened):
            state, action = history.state, step_action(entry)
            perceived += state.events(action, viewer)
            if isinstance(entry, Played):
                text = state.format_action(action)
            else:
                rolls.append(build_roll(state, action, frame_index))
        else:
            sentences.append(narrate_non_step_entry(entry))
        history.append(entry)
    sentences += history.setup.game.narration.narrate(perceived)
    narration = " ".join([reader_before.render(sentence) for sentence in sentences])
    seat = entries[0].seat if isinstance(entries[0], Played) else None
    scene = localize_scene(history.state.scene(viewer), find_reader(language, tuple(history.players), None))
    return ReplayStep(history.state.copy(), narration or text, text, seat, rolls, scene)


def group_entries_by_frame(entries: Sequence[AnyEntry]) -> Iterator[list[AnyEntry]]:
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


def list_scenes(record: Record, viewer: int | None, language: str = DEFAULT_LANGUAGE) -> list[Scene]:
    """Return the scenes of all frames, with texts for a reader of a language."""
    return [step.scene for step in iterate_steps(record, viewer, language)]


def build_replay(record: Record, viewer: int | None, language: str = DEFAULT_LANGUAGE) -> Replay:
    """Return a game as frames, as a seat or a spectator saw it; raise TriangulumError if the record is invalid."""
    history = record.history()
    if viewer is not None:
        history.check_seat_exists(viewer)
    frames: list[ReplayFrame] = []
    rolls: list[ReplayRoll] = []
    scene: Scene | None = None
    for step in iterate_steps(record, viewer, language):
        frames.append(build_frame(step, scene or Scene(step.scene.kit)))
        rolls += step.rolls
        scene = step.scene
    assert scene is not None
    game = history.setup.game
    return Replay(
        game=game.id,
        title=game.title,
        players=unique_display_names(tuple(history.players), language),
        winners=tuple(history.winners()) if history.is_over else (),
        result=format_result(history),
        perspective=viewer,
        kit=kit_info(scene.kit),
        frames=tuple(frames),
        dice=build_dice_verification(record, rolls),
    )


def build_frame(step: ReplayStep, scene_before: Scene) -> ReplayFrame:
    """Return a frame with the difference between two scenes."""
    diff = diff_scenes(scene_before, step.scene)
    return ReplayFrame(
        narration=step.narration, text=step.text, seat=step.seat, scene=UNSET if diff == SceneDiff() else diff
    )


def build_dice_verification(record: Record, rolls: Sequence[ReplayRoll]) -> ReplayDice | None:
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
