"""What can be chosen in Tri-Trac, and what its box holds."""

from collections import deque
from functools import cached_property
from typing import Annotated, Literal, TypeAlias

import msgspec

from triangulum.core.boards.lattice import SIDES, Lattice, OutlineError
from triangulum.core.components import Box, BoxCheckError
from triangulum.core.options import Options

MOST_SPACES = 60
"""More would not fit into the numbers that actions and positions are made of."""


class TriTracOptions(Options, frozen=True, kw_only=True):
    """Options of Tri-Trac."""

    players: int = 2
    turn_limit: Annotated[int, msgspec.Meta(ge=1, le=65_535)] = 200
    """The game is drawn when this many turns have been played; one player's action is a turn."""


class Arrow(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An arrow at the rim, from which tracks start."""

    space: str
    kind: Literal["dark", "light"]


Gates: TypeAlias = tuple[tuple[int, int, Literal["dark", "light"]], ...]
"""The space, the side and the kind of each arrow."""


def ways_to_lie(lattice: Lattice, gates: Gates, space: int) -> list[int]:
    """Return the ways a triangle may lie on a space, by the side that is blank: the ribs leave no others."""
    kinds = {(at, side): kind for at, side, kind in gates}
    across = lattice.across[space]
    return [
        blank
        for blank in SIDES
        if kinds.get((space, blank)) != "light"
        and all(across[side] is not None or (space, side) in kinds for side in SIDES if side != blank)
    ]


class TriTracBox(Box, frozen=True, kw_only=True, dict=True):
    """The board with its arrows, and the triangles."""

    outline: tuple[str, ...]
    centre: tuple[str, ...]
    triangles: Annotated[int, msgspec.Meta(ge=1, le=99)]
    arrows: tuple[Arrow, ...]

    @cached_property
    def lattice(self) -> Lattice:
        """The board."""
        return Lattice(self.outline)

    @cached_property
    def landings(self) -> tuple[str, ...]:
        """For each space and side, a triangle that lies there and leaves that side blank: ``c4 LR`` joins L and R."""
        return tuple(
            f"{space.name} {''.join(space.side_name(side) for side in SIDES if side != blank)}"
            for space in self.lattice.spaces
            for blank in SIDES
        )

    @cached_property
    def gates(self) -> Gates:
        """For each arrow its space, its side and its kind."""
        spaces = [self.lattice.number[arrow.space] for arrow in self.arrows]
        return tuple((at, self.arrow_side(at), arrow.kind) for at, arrow in zip(spaces, self.arrows, strict=True))

    def arrow_side(self, space: int) -> int:
        """Return the side of a rim space at which an arrow stands: its first at the rim."""
        return self.lattice.across[space].index(None)

    def ways(self, space: int) -> list[int]:
        """Return the ways a triangle may lie on a space, each as the side that is left blank (the ribs)."""
        return ways_to_lie(self.lattice, self.gates, space)

    def check(self) -> None:
        """The outline is a board, centre spaces and arrows are on it, and tracks can be completed."""
        try:
            lattice = self.lattice
        except OutlineError as error:
            raise BoxCheckError(("outline", error.row), str(error)) from None
        if len(lattice.spaces) > MOST_SPACES:
            raise BoxCheckError(
                ("outline",), f"a board has at most {MOST_SPACES} spaces, and this has {len(lattice.spaces)}"
            )
        self.check_arrows()
        self.check_centre()
        self.check_tracks()

    def check_arrows(self) -> None:
        """Arrows stand at the rim, one on a space."""
        if len(self.arrows) < 2:
            raise BoxCheckError(("arrows",), f"a track runs between two arrows, and there are {len(self.arrows)}")
        for i, arrow in enumerate(self.arrows):
            name = arrow.space
            if name not in self.lattice.number:
                raise BoxCheckError(("arrows", i, "space"), f"{name!r} is no space of this board")
            if name in [other.space for other in self.arrows[:i]]:
                raise BoxCheckError(("arrows", i, "space"), f"there is an arrow at {name} already")
            if None not in self.lattice.across[self.lattice.number[name]]:
                raise BoxCheckError(("arrows", i, "space"), f"{name} is not at the rim, so no arrow can stand there")

    def check_centre(self) -> None:
        """The neutral triangle can begin on every centre space."""
        if not self.centre:
            raise BoxCheckError(("centre",), "there must be a centre space for the neutral triangle to begin on")
        for i, name in enumerate(self.centre):
            if name not in self.lattice.number:
                raise BoxCheckError(("centre", i), f"{name!r} is no space of this board")
            if name in self.centre[:i]:
                raise BoxCheckError(("centre", i), f"{name} stands among the centre spaces already")
            if not self.ways(self.lattice.number[name]):
                raise BoxCheckError(("centre", i), f"no triangle can lie at {name}: its track would lead off the board")

    def check_tracks(self) -> None:
        """There are triangles enough for a track from every arrow to another."""
        triangles = 2 * self.triangles + 1
        for i, arrow in enumerate(self.arrows):
            length = self.shortest_track(self.lattice.number[arrow.space])
            if length > triangles:
                why = (
                    f"the shortest track from {arrow.space} to another arrow takes {length} triangles, not {triangles}"
                )
                raise BoxCheckError(("arrows", i, "space"), f"no track can ever reach this arrow: {why}")

    def shortest_track(self, start: int) -> int:
        """Return how many triangles the shortest track takes from the arrow at a space to another."""
        first = (start, self.arrow_side(start))
        others = {(space, side) for space, side, _ in self.gates} - {first}
        lengths = {first: 1}
        waiting = deque([first])
        while waiting:
            here, came = waiting.popleft()
            length = lengths[here, came]
            for leaves in (side for side in SIDES if side != came and self.joins(here, came, side)):
                if (here, leaves) in others:
                    return length
                beyond = self.lattice.across[here][leaves]
                if beyond is not None:
                    entry = (beyond, self.lattice.side_back(leaves))
                    if entry not in lengths:
                        lengths[entry] = length + 1
                        waiting.append(entry)
        raise AssertionError("a board is in one piece, so one comes from every arrow to another")

    def joins(self, space: int, one: int, other: int) -> bool:
        """Tell whether a triangle may lie on a space so that it joins these two sides."""
        return sum(SIDES) - one - other in self.ways(space)
