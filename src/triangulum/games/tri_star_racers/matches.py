# compiled by mypyc
"""What a tile matches where it is played in Tri-Star Racers, and what it brings: pips by lane, and powers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from librt.vecs import vec
from mypy_extensions import i64

from triangulum.games.tri_star_racers import actions
from triangulum.games.tri_star_racers.actions import Move
from triangulum.games.tri_star_racers.box import POWERS
from triangulum.games.tri_star_racers.rules import RacersSetup, RacersState, board, lookup
from triangulum.games.tri_star_racers.views import Match, PlayedTile


def last_played_tile(state: RacersState, fields: list[int]) -> PlayedTile | None:
    """Return the tile that was played last, with what it has brought."""
    if not fields[lookup.LAST_SPACE]:
        return None
    setup = cast(RacersSetup, state.setup)
    space = fields[lookup.LAST_SPACE] - 1
    face, arrangement = fields[setup.board_offset + space] - 1, fields[setup.arrangements_offset + space]
    return build_played_tile(state, fields[lookup.LAST_SEAT], Move("play", face, space, arrangement))


def compute_placement_gains(state: RacersState, placement: Move) -> tuple[tuple[int, int, int], tuple[str, ...]]:
    """Return the pips by lane and the powers that playing a tile brings."""
    gains = vec[i64]([0] * (actions.NUM_LANES + actions.NUM_POWERS))
    state.add_placement_gains(placement.face, placement.space, placement.arrangement, gains)
    pink, blue, orange, *powers = (int(number) for number in gains)
    return (pink, blue, orange), tuple(POWERS[power] for power, times in enumerate(powers) for _ in range(times))


def build_played_tile(state: RacersState, seat: int, placement: Move) -> PlayedTile:
    """Return a tile that a seat plays, with its matches and what it brings."""
    pips, powers = compute_placement_gains(state, placement)
    return PlayedTile(seat, placement.space, tuple(find_matches(state, placement)), pips, powers)


def find_matches(state: RacersState, placement: Move) -> Iterator[Match]:
    """Yield the matches between the sections of a tile that is played and what they touch, side by side."""
    setup = cast(RacersSetup, state.setup)
    fields = state.byte_fields
    own = lookup.NUM_CORNERS * (actions.NUM_ARRANGEMENTS * placement.face + placement.arrangement)
    for side in range(lookup.NUM_SIDES * placement.space, lookup.NUM_SIDES * (placement.space + 1)):
        beyond = int(setup.neighbours[side])
        for end in range(4 * side, 4 * side + 4, 2):
            corner, other_corner = int(setup.side_corners[end]), int(setup.side_corners[end + 1])
            own_colour = int(setup.section_codes[own + corner]) // lookup.COLOUR_FACTOR
            if beyond < 0:
                rim = int(setup.rim_indices[side])
                section = int(state.edge_section_code(rim))
                edge, at = divmod(rim, int(setup.edge_length))
                if section != lookup.BLANK and is_colour_match(own_colour, int(board.edge_section_colour(section))):
                    yield Match(corner, None, at, edge)
            elif fields[setup.board_offset + beyond]:
                arranged_index = actions.NUM_ARRANGEMENTS * (int(fields[setup.board_offset + beyond]) - 1) + int(
                    fields[setup.arrangements_offset + beyond]
                )
                other_colour = (
                    int(setup.section_codes[lookup.NUM_CORNERS * arranged_index + other_corner]) // lookup.COLOUR_FACTOR
                )
                if is_colour_match(own_colour, other_colour):
                    yield Match(corner, beyond, other_corner, None)


def is_colour_match(first_colour: int, second_colour: int) -> bool:
    """Tell whether two colours are equal, or one of them is wild."""
    return first_colour == second_colour or lookup.WILD in (first_colour, second_colour)
