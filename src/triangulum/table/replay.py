"""A finished game again, step by step: every scene as a difference from the one before, what was said, and its dice.

A record is the whole truth, so this is for games that are over, or for records that somebody has anyway.
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

SEAT: Final = re.compile(r"\b[Ss]eat (\d+)\b")
LONGEST_LABEL: Final = 9


class Frame(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One step of a replay: a move with the chance that followed it, or something else that happened."""

    told: str
    text: str = ""
    """The move in notation."""
    seat: int | None = None
    """Who moved; nobody at the beginning."""
    scene: SceneDiff | UnsetType = UNSET


class Roll(msgspec.Struct, frozen=True, kw_only=True):
    """A chance step, to be checked: the outcomes' weights by the rules, and which of them it was."""

    weights: tuple[str, ...]
    """As texts, because a browser's numbers end where weights need not."""
    outcome: int
    text: str
    frame: int
    """The frame it belongs to."""


class DiceShown(msgspec.Struct, frozen=True, kw_only=True):
    """The dice of a game that is over."""

    version: str
    label: str
    commitment: str
    nonces: dict[str, str]
    seed: str | None
    rolls: tuple[Roll, ...]


class Replay(msgspec.Struct, frozen=True, kw_only=True):
    """A whole game, to be gone through in any direction."""

    game: str
    title: str
    players: tuple[str, ...]
    winners: tuple[int, ...]
    result: str
    eyes: int | None
    kit: KitInfo
    frames: tuple[Frame, ...]
    dice: DiceShown | None


class StepContext(NamedTuple):
    """Where one frame leads."""

    state: State
    told: str
    text: str
    seat: int | None
    rolls: list[Roll]


def moments(record: Record, eyes: int | None) -> Iterator[StepContext]:
    """Yield the beginning, and then where every move and everything else has led, as some eyes perceived it."""
    history = History(setup_from_data(record.setup), record.players)
    yield StepContext(history.state.copy(), "The beginning.", "", None, [])
    for frame, entries in enumerate(grouped(record.entries), start=1):
        names = seat_names(history.players)
        told: list[str] = []
        text = ""
        rolls: list[Roll] = []
        for entry in entries:
            if not isinstance(entry, Played | Happened):
                told.append(narrate_table_entry(entry, names))
            else:
                state, step = history.state, step_action(entry)
                told += [history.setup.game.narration.narrate(event, names) for event in state.events(step, eyes)]
                if isinstance(entry, Played):
                    text = state.format_action(step)
                else:
                    rolls.append(roll(state, step, frame))
            history.append(entry)
        first = entries[0]
        seat = first.seat if isinstance(first, Played) else None
        sentences = " ".join(merge_repeated_sentences([each for each in told if each]))
        yield StepContext(history.state.copy(), sentences or text, text, seat, rolls)


def grouped(entries: tuple[AnyEntry, ...]) -> Iterator[list[AnyEntry]]:
    """Yield entries that are shown as one: a step and the chance after it."""
    group: list[AnyEntry] = []
    for entry in entries:
        if group and not isinstance(entry, Happened):
            yield group
            group = []
        group.append(entry)
    if group:
        yield group


def roll(state: State, outcome: int, frame: int) -> Roll:
    """Return a chance step as it is checked."""
    weights = tuple(str(weight) for weight in state.chance_weights())
    return Roll(
        weights=weights, outcome=state.legal_actions().index(outcome), text=state.format_action(outcome), frame=frame
    )


def scenes(record: Record, eyes: int | None) -> list[Scene]:
    """Return the pictures of a whole game, with the names of those who sat down."""
    return [named(moment.state.scene(eyes), record.players) for moment in moments(record, eyes)]


def named(scene: Scene, players: Sequence[str]) -> Scene:
    """Return a scene with names where it says "seat 0", shortened on pieces, as the page has them."""
    panes = [
        replace(
            pane,
            pieces=tuple(named_piece(piece, players) for piece in pane.pieces),
            title=with_names(pane.title, players),
        )
        for pane in scene.panes
    ]
    return replace(scene, panes=tuple(panes), title=with_names(scene.title, players))


def named_piece(piece: Piece, players: Sequence[str]) -> Piece:
    """Return a piece with names; most say nothing of seats and stay the same objects."""
    if not SEAT.search(piece.label) and not SEAT.search(piece.title):
        return piece
    label = with_names(piece.label, [short(name) for name in players])
    return replace(piece, label=label, title=with_names(piece.title, players))


def with_names(text: str, players: Sequence[str]) -> str:
    """Return a text with names where it says "seat 0"."""
    return SEAT.sub(lambda found: players[int(found[1])] if int(found[1]) < len(players) else found[0], text)


def short(name: str) -> str:
    """Return a name that has room on a piece."""
    return name if len(name) <= LONGEST_LABEL else f"{name[: LONGEST_LABEL - 1]}…"


def replay(record: Record, eyes: int | None) -> Replay:
    """Return a game to be gone through, or raise a TriangulumError that says why it cannot be."""
    history = record.history()
    if eyes is not None:
        history.check_seat(eyes)
    frames: list[Frame] = []
    rolls: list[Roll] = []
    before: Scene | None = None
    for moment in moments(record, eyes):
        scene = moment.state.scene(eyes)
        change = diff_scenes(before or Scene(scene.kit), scene)
        frames.append(
            Frame(
                told=moment.told,
                text=moment.text,
                seat=moment.seat,
                scene=UNSET if change == SceneDiff() else change,
            )
        )
        rolls += moment.rolls
        before = scene
    assert before is not None
    game = history.setup.game
    return Replay(
        game=game.id,
        title=game.title,
        players=tuple(history.players),
        winners=tuple(history.winners()) if history.is_over else (),
        result=format_result(history),
        eyes=eyes,
        kit=kit_info(before.kit),
        frames=tuple(frames),
        dice=dice_shown(record, rolls),
    )


def dice_shown(record: Record, rolls: list[Roll]) -> DiceShown | None:
    """Return what is needed to check a game's dice; None if it has no fair ones, or none were rolled."""
    dice = record.dice
    if dice is None or not rolls:
        return None
    return DiceShown(
        version=dice.version,
        label=dice.label,
        commitment=dice.commitment,
        nonces={str(seat): nonce for seat, nonce in dice.nonces.items()},
        seed=dice.seed,
        rolls=tuple(rolls),
    )
