"""The numbers of actions and rolls in Star Runners: each means one thing, and is found again from what it means."""

from collections import Counter

import pytest

from triangulum.games.star_runners import actions
from triangulum.games.star_runners.actions import Move, decode_move


def encode(move: Move) -> int:
    """Return the number of a move."""
    match move.kind:
        case "home":
            return actions.encode_build_home(move.size)
        case "hop":
            return actions.encode_hop(move.size, move.place)
        case "take":
            return actions.TAKE_ACTION
        case "reroll":
            return actions.REROLL_ACTION
        case "done":
            return actions.DONE_ACTION


def test_every_action_is_decoded_to_a_move_that_is_encoded_to_it() -> None:
    for action in range(actions.NUM_ACTIONS):
        assert encode(decode_move(action)) == action


def test_kinds_of_moves_share_all_action_numbers_among_them() -> None:
    moves = [decode_move(action) for action in range(actions.NUM_ACTIONS)]
    assert Counter(move.kind for move in moves) == {"home": 3, "take": 1, "reroll": 1, "done": 1, "hop": 3 * 7}
    assert len(set(moves)) == actions.NUM_ACTIONS
    for action, move in enumerate(moves):
        assert actions.is_hop(action) == (move.kind == "hop")
        assert 0 <= move.size < actions.NUM_SIZES or move.kind in ("take", "reroll", "done")
        assert 0 <= move.place < actions.NUM_PLACES or move.kind != "hop"


def test_numbers_of_actions_stay_what_old_records_and_solved_tables_have() -> None:
    assert [encode(Move("home", size)) for size in range(3)] == [0, 1, 2]
    assert [encode(Move(kind)) for kind in ("take", "reroll", "done")] == [3, 4, 5]
    assert [encode(Move("hop", size, place)) for size in range(3) for place in range(7)] == list(range(6, 27))


@pytest.mark.parametrize("sides", [2, 3, 6, 20])
def test_every_roll_is_decoded_to_the_numbers_on_the_dice(sides: int) -> None:
    rolls = [(greater, lesser) for greater in range(1, sides + 1) for lesser in range(1, greater + 1)]
    assert [actions.decode_roll(outcome) for outcome in range(len(rolls))] == rolls
    assert [actions.encode_roll(*roll) for roll in rolls] == list(range(len(rolls)))
