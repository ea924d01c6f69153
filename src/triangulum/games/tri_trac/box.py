"""What Tri-Trac is played with: the board, its arrows and the triangles, as ``components.toml`` describes them."""

from collections import deque
from functools import cached_property
from typing import Annotated, Literal, TypeAlias

import msgspec

from triangulum.core.boards.lattice import SIDES, Lattice, OutlineError
from triangulum.core.components import Box, BoxCheckError

MAX_SPACES = 60
"""More would not fit into the numbers that actions and positions are made of."""


class Arrow(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An arrow at the rim, from which tracks start."""

    space: str
    kind: Literal["dark", "light"]


ArrowGates: TypeAlias = tuple[tuple[int, int, Literal["dark", "light"]], ...]
"""The space, the side and the kind of each arrow."""


def list_allowed_blank_sides(lattice: Lattice, arrow_gates: ArrowGates, space: int) -> list[int]:
    """Return the sides that a triangle on a space may leave blank; the ribs allow no others."""
    kinds = {(at, side): kind for at, side, kind in arrow_gates}
    across = lattice.neighbours[space]
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
    def pose_names(self) -> tuple[str, ...]:
        """The name of each pose, which is 3 * space + blank side: ``c4 LR`` joins L and R."""
        return tuple(
            f"{space.name} {''.join(space.side_name(side) for side in SIDES if side != blank)}"
            for space in self.lattice.spaces
            for blank in SIDES
        )

    @cached_property
    def arrow_gates(self) -> ArrowGates:
        """For each arrow its space, its side and its kind."""
        spaces = [self.lattice.index_by_name[arrow.space] for arrow in self.arrows]
        return tuple((at, self.arrow_side(at), arrow.kind) for at, arrow in zip(spaces, self.arrows, strict=True))

    def arrow_side(self, space: int) -> int:
        """Return the side of a rim space at which an arrow stands: its first at the rim."""
        return self.lattice.neighbours[space].index(None)

    def allowed_blank_sides(self, space: int) -> list[int]:
        """Return the sides that a triangle on a space may leave blank; the ribs allow no others."""
        return list_allowed_blank_sides(self.lattice, self.arrow_gates, space)

    def check(self) -> None:
        """Check that the outline is a board with arrows and centre spaces on which tracks can be completed."""
        try:
            lattice = self.lattice
        except OutlineError as error:
            raise BoxCheckError(("outline", error.row), str(error)) from None
        if len(lattice.spaces) > MAX_SPACES:
            raise BoxCheckError(
                ("outline",), f"a board has at most {MAX_SPACES} spaces, and this has {len(lattice.spaces)}"
            )
        self.check_arrows_stand_at_rim()
        self.check_neutral_triangle_fits_centre_spaces()
        self.check_triangles_suffice_for_tracks()

    def check_arrows_stand_at_rim(self) -> None:
        """Check that arrows stand at the rim, at most one on a space."""
        if len(self.arrows) < 2:
            raise BoxCheckError(("arrows",), f"a track runs between two arrows, and there are {len(self.arrows)}")
        for i, arrow in enumerate(self.arrows):
            name = arrow.space
            if name not in self.lattice.index_by_name:
                raise BoxCheckError(("arrows", i, "space"), f"{name!r} is no space of this board")
            if name in [earlier.space for earlier in self.arrows[:i]]:
                raise BoxCheckError(("arrows", i, "space"), f"there is an arrow at {name} already")
            if None not in self.lattice.neighbours[self.lattice.index_by_name[name]]:
                raise BoxCheckError(("arrows", i, "space"), f"{name} is not at the rim, so no arrow can stand there")

    def check_neutral_triangle_fits_centre_spaces(self) -> None:
        """Check that the neutral triangle can begin on every centre space."""
        if not self.centre:
            raise BoxCheckError(("centre",), "there must be a centre space for the neutral triangle to begin on")
        for i, name in enumerate(self.centre):
            if name not in self.lattice.index_by_name:
                raise BoxCheckError(("centre", i), f"{name!r} is no space of this board")
            if name in self.centre[:i]:
                raise BoxCheckError(("centre", i), f"{name} stands among the centre spaces already")
            if not self.allowed_blank_sides(self.lattice.index_by_name[name]):
                raise BoxCheckError(("centre", i), f"no triangle can lie at {name}: its track would lead off the board")

    def check_triangles_suffice_for_tracks(self) -> None:
        """Check that there are enough triangles for a track from every arrow to another."""
        triangles = 2 * self.triangles + 1
        for i, arrow in enumerate(self.arrows):
            length = self.num_triangles_to_nearest_other_arrow(self.lattice.index_by_name[arrow.space])
            if length > triangles:
                why = (
                    f"the shortest track from {arrow.space} to another arrow takes {length} triangles, not {triangles}"
                )
                raise BoxCheckError(("arrows", i, "space"), f"no track can ever reach this arrow: {why}")

    def num_triangles_to_nearest_other_arrow(self, arrow_space: int) -> int:
        """Return how many triangles the shortest track takes from the arrow at a space to another."""
        start_gate = (arrow_space, self.arrow_side(arrow_space))
        other_arrows = {(space, side) for space, side, _ in self.arrow_gates} - {start_gate}
        lengths = {start_gate: 1}
        queue = deque([start_gate])
        while queue:
            space, entry_side = queue.popleft()
            length = lengths[space, entry_side]
            for exit_side in (
                side for side in SIDES if side != entry_side and self.can_join_sides(space, entry_side, side)
            ):
                if (space, exit_side) in other_arrows:
                    return length
                beyond = self.lattice.neighbours[space][exit_side]
                if beyond is not None:
                    entry = (beyond, self.lattice.opposite_side(exit_side))
                    if entry not in lengths:
                        lengths[entry] = length + 1
                        queue.append(entry)
        raise AssertionError("a board is in one piece, so one comes from every arrow to another")

    def can_join_sides(self, space: int, first_side: int, second_side: int) -> bool:
        """Return whether a triangle may lie on a space so that it joins these two sides."""
        return sum(SIDES) - first_side - second_side in self.allowed_blank_sides(space)
