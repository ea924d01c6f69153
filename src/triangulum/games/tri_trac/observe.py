# compiled by mypyc
"""What seats may know in Tri-Trac, which is everything, and the events they see."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from triangulum.core.state import OVER
from triangulum.core.views import GameEvent, Preview
from triangulum.games.tri_trac.actions import Move, decode_move
from triangulum.games.tri_trac.box import TriTracBox
from triangulum.games.tri_trac.messages import message
from triangulum.games.tri_trac.rules import TriTrac, TriTracSetup, fields
from triangulum.games.tri_trac.tracks import find_complete_tracks, find_track_length_and_arrows
from triangulum.games.tri_trac.views import (
    DRAW_REASONS,
    OWNERS,
    TRIANGLES_BY_CODE,
    GameDrawn,
    TrackCompleted,
    TriangleMoved,
    TrianglePlaced,
    TriangleTurned,
    TriTracView,
)
from triangulum.text import Text


def view(state: TriTrac, seat: int | None) -> TriTracView:
    """Return the game as a seat, or a spectator, sees it."""
    setup = cast(TriTracSetup, state.setup)
    box: TriTracBox = setup.components.box
    byte_fields = list(state.byte_fields)
    codes, other_fields = byte_fields[: setup.num_spaces], byte_fields[setup.num_spaces :]
    is_over = state.to_move == OVER
    winners = state.winners()
    return TriTracView(
        seat=seat,
        to_move=state.to_move,
        phase="finished" if is_over else "playing" if other_fields[fields.NEUTRAL_SPACE] else "opening",
        spaces=tuple([TRIANGLES_BY_CODE[code] for code in codes]),
        reserves=(other_fields[fields.RESERVES], other_fields[fields.RESERVES + 1]),
        neutral_barred=bool(other_fields[fields.NEUTRAL_BARRED]),
        turns_played=other_fields[fields.TURN_COUNT] | other_fields[fields.TURN_COUNT + 1] << 8,
        turn_limit=setup.turn_limit,
        last_space=other_fields[fields.LAST_SPACE] - 1 if other_fields[fields.LAST_SPACE] else None,
        last_origin=other_fields[fields.LAST_ORIGIN] - 1 if other_fields[fields.LAST_ORIGIN] else None,
        winner=winners[0] if winners else None,
        track=find_complete_tracks(box, codes)[0] if winners else (),
        draw_reason=DRAW_REASONS.get(other_fields[fields.ENDING]),
        outline=box.outline,
        arrows=box.arrow_gates,
    )


def events(state: TriTrac, action: int, seat: int | None) -> Sequence[GameEvent]:
    """Return what everybody sees when an action happens: the action, and the end of the game."""
    after = cast(TriTrac, state.copy())
    after._apply(action)
    mover = state.to_move
    events: list[GameEvent] = [action_event(state, action)]
    if after.winners():
        box = box_of(state)
        track = find_complete_tracks(box, list(after.byte_fields))[0]
        events.append(TrackCompleted(seat=mover, track=tuple(box.lattice.spaces[space].name for space in track)))
    elif after.to_move == OVER:
        events.append(GameDrawn(seat=mover, reason=DRAW_REASONS[after.ending_code()]))
    return events


def action_event(state: TriTrac, action: int) -> GameEvent:
    """Return the event of the action itself, without what follows from it."""
    move = decode_move_in_state(state, action)
    mover = state.to_move
    box = box_of(state)
    owner = OWNERS[0 if move.is_neutral else 1 + mover]
    space, joined_sides = box.pose_names[move.pose].split()
    if move.origin is None:
        return TrianglePlaced(seat=mover, owner=owner, space=space, joined_sides=joined_sides)
    if move.kind == "turn":
        return TriangleTurned(seat=mover, owner=owner, space=space, joined_sides=joined_sides)
    origin = box.lattice.spaces[move.origin].name
    return TriangleMoved(seat=mover, owner=owner, origin=origin, space=space, joined_sides=joined_sides)


def decode_move_in_state(state: TriTrac, action: int) -> Move:
    """Return what an action does in a state."""
    num_spaces = int(cast(TriTracSetup, state.setup).num_spaces)
    neutral_space = int(state.byte_fields[num_spaces + fields.NEUTRAL_SPACE]) - 1
    return decode_move(action, num_spaces, neutral_space if neutral_space >= 0 else None)


def preview(state: TriTrac, action: int) -> Preview:
    """Return what an action would bring: nothing is hidden, so all that follows from it."""
    after = cast(TriTrac, state.copy())
    after._apply(action)
    return Preview(words=describe_result(state, after), worth=state.action_score(action))


def describe_result(before: TriTrac, after: TriTrac) -> Text:
    """Return what an action has led to, from the states before and after it; empty if there is nothing to say."""
    if after.to_move == OVER:
        if after.winners():
            return message("preview-wins")
        return message("preview-draws", reason=DRAW_REASONS[after.ending_code()])
    if after.count_winning_spaces(after.to_move):
        return message("preview-gives-win")
    if after.count_winning_spaces(before.to_move):
        return message("preview-threatens")
    box = box_of(after)
    byte_fields = list(after.byte_fields)
    last_space = byte_fields[len(box.lattice.spaces) + fields.LAST_SPACE] - 1
    length, arrow_names = find_track_length_and_arrows(box, byte_fields, last_space)
    if arrow_names:
        return message("preview-track-from-arrow", length=length, space=arrow_names[0])
    return message("preview-track", length=length) if length > 1 else ""


def box_of(state: TriTrac) -> TriTracBox:
    """Return the box of a state's components."""
    box: TriTracBox = state.setup.components.box
    return box
