"""What one may know in Tri-Trac, which is everything, and what one sees happen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from triangulum.core.state import OVER
from triangulum.core.views import GameEvent, Preview
from triangulum.games.tri_trac import lookup
from triangulum.games.tri_trac.options import TriTracBox
from triangulum.games.tri_trac.rules import TriTrac, TriTracSetup
from triangulum.games.tri_trac.views import LYING_BY_CODE, WHOSE, WHY, Drawn, Moved, Placed, TriTracView, Turned, Won


def view(state: TriTrac, seat: int | None) -> TriTracView:
    """Return the table as a seat, or a spectator, sees it."""
    setup = cast(TriTracSetup, state.setup)
    box: TriTracBox = setup.components.box
    fields = list(state.byte_fields)
    spaces, other_fields = fields[: setup.num_spaces], fields[setup.num_spaces :]
    over = state.to_move == OVER
    winners = state.winners()
    return TriTracView(
        seat=seat,
        to_move=state.to_move,
        phase="finished" if over else "playing" if other_fields[lookup.NEUTRAL_SPACE] else "opening",
        spaces=tuple([LYING_BY_CODE[code] for code in spaces]),
        reserves=(other_fields[lookup.RESERVES], other_fields[lookup.RESERVES + 1]),
        barred=bool(other_fields[lookup.BARRED]),
        turns=other_fields[lookup.TURNS] | other_fields[lookup.TURNS + 1] << 8,
        turn_limit=setup.turn_limit,
        last=other_fields[lookup.LAST] - 1 if other_fields[lookup.LAST] else None,
        origin=other_fields[lookup.ORIGIN] - 1 if other_fields[lookup.ORIGIN] else None,
        winner=winners[0] if winners else None,
        track=find_complete_tracks(box, spaces)[0] if winners else (),
        drawn_by=WHY.get(other_fields[lookup.ENDING]),
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
        events.append(Won(seat=mover, track=tuple(box.lattice.spaces[space].name for space in track)))
    elif after.to_move == OVER:
        events.append(Drawn(seat=mover, why=WHY[after.ending_code()]))
    return events


def action_event(state: TriTrac, action: int) -> GameEvent:
    """Return the event of the action itself, without what follows from it."""
    whose, origin, pose = decode_action(state, action)
    mover = state.to_move
    box = box_of(state)
    name = WHOSE[whose]
    space, way = box.pose_names[pose].split()
    if origin is None:
        return Placed(seat=mover, whose=name, space=space, way=way)
    start = box.lattice.spaces[origin].name
    if start == space:
        return Turned(seat=mover, whose=name, space=space, way=way)
    return Moved(seat=mover, whose=name, start=start, space=space, way=way)


def decode_action(state: TriTrac, action: int) -> tuple[int, int | None, int]:
    """Return whose triangle an action takes, from which space, or None from the reserve, and where it lands."""
    setup = cast(TriTracSetup, state.setup)
    source, pose = divmod(action, int(setup.num_poses))
    if source == 0:
        neutral_space = int(state.byte_fields[setup.num_spaces + lookup.NEUTRAL_SPACE])
        return lookup.NEUTRAL, neutral_space - 1 if neutral_space else None, pose
    return 1 + int(state.to_move), None if source == 1 else source - 2, pose


def preview(state: TriTrac, action: int) -> Preview:
    """Return what an action would bring: nothing is hidden, so all that follows from it."""
    after = cast(TriTrac, state.copy())
    after._apply(action)
    return Preview(words=describe_result(state, after), worth=state.action_score(action))


def describe_result(state: TriTrac, after: TriTrac) -> str:
    """Return in a few words where an action has led."""
    if after.to_move == OVER:
        return "wins the game" if after.winners() else f"draws the game: {WHY[after.ending_code()]}"
    if after.count_threats(after.to_move):
        return "lets the other player complete a track"
    if after.count_threats(state.to_move):
        return "threatens to complete a track"
    box = box_of(after)
    fields = list(after.byte_fields)
    length, arrows = measure_track(box, fields, fields[len(box.lattice.spaces) + lookup.LAST] - 1)
    if arrows:
        return f"makes a track of {length} from the arrow at {arrows[0]}"
    return f"makes a track of {length}" if length > 1 else ""


def box_of(state: TriTrac) -> TriTracBox:
    """Return the box of a state's components."""
    box: TriTracBox = state.setup.components.box
    return box


def follow_track(box: TriTracBox, codes: Sequence[int], space: int, side: int) -> tuple[list[int], int | None]:
    """Return the spaces to which a track leads out of a space by one side, and the last one if it comes to an arrow."""
    track: list[int] = []
    start_space = space
    while True:
        beyond = box.lattice.neighbours[space][side]
        if beyond is None:
            return track, space
        entry_side = box.lattice.opposite_side(side)
        blank = (codes[beyond] - 1) % lookup.SIDES
        if not codes[beyond] or blank == entry_side or beyond == start_space:
            return track, None
        track.append(beyond)
        space, side = beyond, lookup.SIDES - blank - entry_side


def measure_track(box: TriTracBox, codes: Sequence[int], space: int) -> tuple[int, list[str]]:
    """Return how many triangles the track through a space joins, and the names of the arrows that it has come to."""
    blank = (codes[space] - 1) % lookup.SIDES
    track_spaces, arrows = {space}, []
    for side in range(lookup.SIDES):
        if side != blank:
            track, arrow = follow_track(box, codes, space, side)
            track_spaces |= set(track)
            arrows += [] if arrow is None else [box.lattice.spaces[arrow].name]
    return len(track_spaces), arrows


def find_complete_tracks(box: TriTracBox, codes: Sequence[int]) -> list[tuple[int, ...]]:
    """Return every track between two arrows, space by space."""
    tracks = []
    for space, side, _ in box.arrow_gates:
        blank = (codes[space] - 1) % lookup.SIDES
        if codes[space] and blank != side:
            track, end = follow_track(box, codes, space, lookup.SIDES - blank - side)
            if end is not None and end > space:
                tracks.append((space, *track))
    return tracks
