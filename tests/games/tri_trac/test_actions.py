"""Action numbers of Tri-Trac: every number decodes and encodes back, and the kinds of moves share them out."""

from collections import Counter

import pytest

import triangulum as tri
from tests.games.tri_trac.test_rules import table
from triangulum.games.tri_trac.actions import (
    NEUTRAL_SOURCE,
    OWN_SOURCE,
    RESERVE_SOURCE,
    SIDES,
    Move,
    count_actions,
    decode_move,
    decode_pose,
    decode_source_and_pose,
    encode_action,
    encode_move,
    encode_pose,
)
from triangulum.games.tri_trac.observe import decode_move_in_state
from triangulum.games.tri_trac.rules import TriTrac
from triangulum.games.tri_trac.rules.fields import NUM_SPACE_CODES, decode_space, encode_space

GAME = tri.game("tri-trac")
BOARD_SIZES = (6, 24, 60)
"""Spaces of a small board, of the printed one, and of the largest there may be."""


@pytest.mark.parametrize("num_spaces", BOARD_SIZES)
def test_every_number_decodes_and_encodes_back(num_spaces: int) -> None:
    num_poses = SIDES * num_spaces
    for action in range(count_actions(num_spaces)):
        source, pose = decode_source_and_pose(action, num_poses)
        space, blank_side = decode_pose(pose)
        assert encode_action(source, encode_pose(space, blank_side), num_poses) == action
        for neutral_space in (None, 0, num_spaces - 1):
            move = decode_move(action, num_spaces, neutral_space)
            assert (move.space, move.blank_side, move.pose) == (space, blank_side, pose)
            assert encode_move(move, num_spaces) == action


@pytest.mark.parametrize("num_spaces", BOARD_SIZES)
def test_kinds_of_moves_share_out_the_numbers(num_spaces: int) -> None:
    num_poses = SIDES * num_spaces
    own = {
        ("place", False): num_poses,
        ("turn", False): num_poses,
        ("move", False): num_poses * (num_spaces - 1),
    }
    for neutral_space, neutral in (
        (None, {("place", True): num_poses}),
        (2, {("turn", True): SIDES, ("move", True): num_poses - SIDES}),
    ):
        moves = [decode_move(action, num_spaces, neutral_space) for action in range(count_actions(num_spaces))]
        assert Counter((move.kind, move.is_neutral) for move in moves) == Counter({**own, **neutral})
        assert len(set(moves)) == len(moves)
        for move in moves:
            assert (move.origin is None) == (move.kind == "place")
            assert (move.origin == move.space) == (move.kind == "turn")


def test_sources_follow_each_other_from_the_neutral_triangle_on() -> None:
    num_poses = SIDES * 24
    firsts = [encode_action(source, 0, num_poses) for source in (NEUTRAL_SOURCE, RESERVE_SOURCE, OWN_SOURCE)]
    assert firsts == [0, 72, 144]
    assert count_actions(24) == GAME.setup().num_actions == 72 * 26


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("a3 LB", Move("place", False, None, 2, 1)),
        ("b3-a3 LB", Move("move", False, 7, 2, 1)),
        ("b3 LB", Move("turn", False, 7, 7, 1)),
        ("N a3 LB", Move("move", True, 15, 2, 1)),
        ("N c4 LB", Move("turn", True, 15, 15, 1)),
    ],
)
def test_moves_say_what_notation_says(text: str, move: Move) -> None:
    state = table("N c4 LR; O b3 LR; Y b5 LR", "turn 5")
    assert isinstance(state, TriTrac)
    assert decode_move_in_state(state, state.parse_action(text)) == move


def test_the_first_turn_places_the_neutral_triangle() -> None:
    state = GAME.new()
    assert isinstance(state, TriTrac)
    assert decode_move_in_state(state, state.parse_action("N c4 LR")) == Move("place", True, None, 15, 2)


def test_every_code_of_a_space_decodes_and_encodes_back() -> None:
    triangles = [decode_space(code) for code in range(1, NUM_SPACE_CODES)]
    assert triangles == [(owner, blank_side) for owner in range(3) for blank_side in range(SIDES)]
    assert [encode_space(*triangle) for triangle in triangles] == list(range(1, NUM_SPACE_CODES))
