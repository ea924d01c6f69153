"""What one may know in Tri-Trac, which is everything, and what one sees happen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, cast

import msgspec

from triangulum.core.state import OVER
from triangulum.core.views import GameEvent, Preview, View
from triangulum.games.tri_trac import lookup
from triangulum.games.tri_trac.options import Gates, TriTracBox
from triangulum.games.tri_trac.rules import TriTrac, TriTracSetup

Whose = Literal["neutral", "orange", "yellow"]
WHOSE: tuple[Whose, ...] = ("neutral", "orange", "yellow")

Why = Literal["repetition", "turn limit", "nobody can move"]
WHY: dict[int, Why] = {
    lookup.REPETITION: "repetition",
    lookup.TURN_LIMIT: "turn limit",
    lookup.STUCK: "nobody can move",
}


class Lying(msgspec.Struct, frozen=True):
    """A triangle on a space."""

    whose: Whose
    """Orange is seat 0's."""
    blank: int
    """The side its track leaves blank: 0 left, 1 right, 2 level."""


LYING: tuple[Lying | None, ...] = (None, *(Lying(whose, blank) for whose in WHOSE for blank in range(lookup.SIDES)))
"""What is on a space, by its code in a state."""


class TriTracView(View, frozen=True, kw_only=True):
    """The whole table: there are no secrets."""

    phase: Literal["opening", "playing", "finished"]
    """Opening: the neutral triangle is to be placed."""
    spaces: tuple[Lying | None, ...]
    """By number of space in the lattice."""
    reserves: tuple[int, int]
    barred: bool
    """Whether the mover may not touch the neutral triangle."""
    turns: int
    """Played so far, of both players together."""
    turn_limit: int
    last: int | None
    """The space to which the last triangle went."""
    origin: int | None
    """The space from which it came; the same one if it turned, None if it was placed."""
    winner: int | None
    track: tuple[int, ...]
    """The winning track, space by space; empty without a winner."""
    drawn_by: Why | None
    """Why the game is drawn, if it is."""
    outline: tuple[str, ...]
    """The board, for drawing."""
    arrows: Gates
    """Space, side and kind of each."""


class TriTracEvent(GameEvent, frozen=True, kw_only=True):
    """Something that a seat does, in full view."""

    seat: int


class Laid(TriTracEvent, frozen=True, kw_only=True):
    """A triangle has come to lie on a space."""

    whose: Whose
    space: str
    way: str
    """The two sides that its track joins, such as ``LR``."""


class Placed(Laid, frozen=True, kw_only=True):
    """A triangle was placed from the reserve."""


class Moved(Laid, frozen=True, kw_only=True):
    """A triangle was moved to another space."""

    start: str


class Turned(Laid, frozen=True, kw_only=True):
    """A triangle was turned where it lies."""


class Won(TriTracEvent, frozen=True, kw_only=True):
    """The seat has completed a track."""

    track: tuple[str, ...]
    """Its spaces, from one arrow to the other."""


class Drawn(TriTracEvent, frozen=True, kw_only=True):
    """The game is drawn after this seat's turn."""

    why: Why


def view(state: TriTrac, seat: int | None) -> TriTracView:
    """Return the table as a seat, or a spectator, sees it."""
    setup = cast(TriTracSetup, state.setup)
    box: TriTracBox = setup.components.box
    small = list(state.byte_fields)
    spaces, rest = small[: setup.spaces], small[setup.spaces :]
    over = state.to_move == OVER
    winners = state.winners()
    return TriTracView(
        seat=seat,
        to_move=state.to_move,
        phase="finished" if over else "playing" if rest[lookup.WHITE] else "opening",
        spaces=tuple([LYING[code] for code in spaces]),
        reserves=(rest[lookup.RESERVES], rest[lookup.RESERVES + 1]),
        barred=bool(rest[lookup.BARRED]),
        turns=rest[lookup.TURNS] | rest[lookup.TURNS + 1] << 8,
        turn_limit=setup.turn_limit,
        last=rest[lookup.LAST] - 1 if rest[lookup.LAST] else None,
        origin=rest[lookup.ORIGIN] - 1 if rest[lookup.ORIGIN] else None,
        winner=winners[0] if winners else None,
        track=complete_tracks(box, spaces)[0] if winners else (),
        drawn_by=WHY.get(rest[lookup.ENDING]),
        outline=box.outline,
        arrows=box.gates,
    )


def events(state: TriTrac, action: int, seat: int | None) -> Sequence[GameEvent]:
    """Return what everybody sees when an action happens: the action, and the end of the game."""
    after = cast(TriTrac, state.copy())
    after._apply(action)
    mover = state.to_move
    events: list[GameEvent] = [happening(state, action)]
    if after.winners():
        box = box_of(state)
        track = complete_tracks(box, list(after.byte_fields))[0]
        events.append(Won(seat=mover, track=tuple(box.lattice.spaces[space].name for space in track)))
    elif after.to_move == OVER:
        events.append(Drawn(seat=mover, why=WHY[after.ending()]))
    return events


def happening(state: TriTrac, action: int) -> GameEvent:
    """Return the event that the action itself is."""
    whose, origin, landing = parts(state, action)
    mover = state.to_move
    box = box_of(state)
    name = WHOSE[whose]
    space, way = box.landings[landing].split()
    if origin is None:
        return Placed(seat=mover, whose=name, space=space, way=way)
    start = box.lattice.spaces[origin].name
    if start == space:
        return Turned(seat=mover, whose=name, space=space, way=way)
    return Moved(seat=mover, whose=name, start=start, space=space, way=way)


def parts(state: TriTrac, action: int) -> tuple[int, int | None, int]:
    """Return whose triangle an action takes, from which space, or None from the reserve, and where it lands."""
    setup = cast(TriTracSetup, state.setup)
    kind, landing = divmod(action, int(setup.landings))
    if kind == 0:
        white = int(state.byte_fields[setup.spaces + lookup.WHITE])
        return lookup.NEUTRAL, white - 1 if white else None, landing
    return 1 + int(state.to_move), None if kind == 1 else kind - 2, landing


def preview(state: TriTrac, action: int) -> Preview:
    """Return what an action would bring: nothing is hidden, so all that follows from it."""
    after = cast(TriTrac, state.copy())
    after._apply(action)
    return Preview(words=brings(state, after), worth=state.action_score(action))


def brings(state: TriTrac, after: TriTrac) -> str:
    """Return in a few words where an action has led."""
    if after.to_move == OVER:
        return "wins the game" if after.winners() else f"draws the game: {WHY[after.ending()]}"
    if after.threats(after.to_move):
        return "lets the other player complete a track"
    if after.threats(state.to_move):
        return "threatens to complete a track"
    box = box_of(after)
    small = list(after.byte_fields)
    length, arrows = track_through(box, small, small[len(box.lattice.spaces) + lookup.LAST] - 1)
    if arrows:
        return f"makes a track of {length} from the arrow at {arrows[0]}"
    return f"makes a track of {length}" if length > 1 else ""


def box_of(state: TriTrac) -> TriTracBox:
    """Return what is in the box."""
    box: TriTracBox = state.setup.components.box
    return box


def track_out(box: TriTracBox, codes: Sequence[int], space: int, side: int) -> tuple[list[int], int | None]:
    """Return the spaces to which a track leads out of a space by one side, and the last one if it comes to an arrow."""
    found: list[int] = []
    start = space
    while True:
        beyond = box.lattice.across[space][side]
        if beyond is None:
            return found, space
        came = box.lattice.side_back(side)
        blank = (codes[beyond] - 1) % lookup.SIDES
        if not codes[beyond] or blank == came or beyond == start:
            return found, None
        found.append(beyond)
        space, side = beyond, lookup.SIDES - blank - came


def track_through(box: TriTracBox, codes: Sequence[int], space: int) -> tuple[int, list[str]]:
    """Return how many triangles the track through a space joins, and the names of the arrows that it has come to."""
    blank = (codes[space] - 1) % lookup.SIDES
    joined, arrows = {space}, []
    for side in range(lookup.SIDES):
        if side != blank:
            found, arrow = track_out(box, codes, space, side)
            joined |= set(found)
            arrows += [] if arrow is None else [box.lattice.spaces[arrow].name]
    return len(joined), arrows


def complete_tracks(box: TriTracBox, codes: Sequence[int]) -> list[tuple[int, ...]]:
    """Return every track between two arrows, space by space."""
    tracks = []
    for space, side, _ in box.gates:
        blank = (codes[space] - 1) % lookup.SIDES
        if codes[space] and blank != side:
            found, end = track_out(box, codes, space, lookup.SIDES - blank - side)
            if end is not None and end > space:
                tracks.append((space, *found))
    return tracks
