"""The action numbers of Tricolor Line: every one is a move, and every move has one number."""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from mypy_extensions import i64

from triangulum.games.tricolor_line import actions
from triangulum.games.tricolor_line.actions import (
    CARD_PAIRS,
    MOVE_KINDS,
    Move,
    decode_move,
    encode_move,
    list_end_payments,
    list_minimal_payments,
)
from triangulum.games.tricolor_line.rules.codes import MAX_COST, MAX_SEATS, NUM_CARD_KINDS, NUM_PILES, NUM_PLACES

FIELDS: dict[str, dict[str, Sequence[int]]] = {
    "draw": {"num_cards": (2, 4)},
    "take": {"pile": range(NUM_PILES)},
    "place": {"place": range(NUM_PLACES), "rotation": range(4)},
    "build": {"place": range(NUM_PLACES), "payment": range(actions.MAX_PAYMENTS)},
    "rotate": {"place": range(NUM_PLACES), "card_pair": range(len(CARD_PAIRS))},
    "attack": {"seat": range(MAX_SEATS)},
    "done": {},
    "landslide": {"place": range(NUM_PLACES)},
    "detour": {"place": range(NUM_PLACES), "rotation": range(4)},
    "toll": {"seat": range(MAX_SEATS)},
    "leak": {"seat": range(MAX_SEATS)},
    "lift": {"place": range(NUM_PLACES)},
    "put_down": {"place": range(NUM_PLACES)},
    "discard": {"card": range(NUM_CARD_KINDS)},
    "pass": {},
    "ages": {"old_mask": range(2**MAX_COST)},
}
"""The fields of each kind of move, and what they can be; all others are -1."""


def test_every_number_is_a_move_that_has_this_number() -> None:
    for action in range(actions.NUM_ACTIONS):
        assert encode_move(decode_move(action)) == action


def test_the_fields_of_a_move_belong_to_its_kind_and_are_in_range() -> None:
    for action in range(actions.NUM_ACTIONS):
        move = decode_move(action)
        values = {name: value for name, value in move._asdict().items() if name != "kind" and value != -1}
        assert values.keys() == FIELDS[move.kind].keys()
        assert all(value in FIELDS[move.kind][name] for name, value in values.items())


def test_kinds_share_out_all_numbers_in_order() -> None:
    kinds = [decode_move(action).kind for action in range(actions.NUM_ACTIONS)]
    changes = [kinds[0], *(after for before, after in pairwise(kinds) if after != before)]
    assert changes == list(MOVE_KINDS)
    sizes = dict.fromkeys(FIELDS, 1)
    for kind, fields in FIELDS.items():
        for values in fields.values():
            sizes[kind] *= len(values)
    assert Counter(kinds) == sizes


def test_compiled_rules_and_moves_decode_the_same() -> None:
    for action in range(actions.NUM_ACTIONS):
        kind, target, detail = actions.decode_action(i64(action))
        move = decode_move(action)
        assert MOVE_KINDS[int(kind)] == move.kind
        values = [value for value in move[1:] if value != -1]
        assert [int(target), int(detail)][: len(values)] == values
        assert actions.is_attack(i64(action)) == (move.kind == "attack")


def test_numbers_are_those_of_version_2_of_the_rules() -> None:
    """Records keep text, but learners and saved searches keep numbers."""
    assert actions.NUM_ACTIONS == 20621
    assert [encode_move(move) for move in (
        Move("draw", num_cards=4), Move("take", pile=0), Move("place", place=144, rotation=1),
        Move("build", place=145, payment=2), Move("rotate", place=145, card_pair=27), Move("attack", seat=7),
        Move("done"), Move("landslide", place=288), Move("detour", place=0, rotation=3), Move("toll", seat=0),
        Move("leak", seat=0), Move("lift", place=0), Move("put_down", place=0), Move("discard", card=6),
        Move("pass"), Move("ages", old_mask=63),
    )] == [
        1, 2, 582, 5803, 14496, 18508, 18509, 18798, 18802, 19955, 19963, 19971, 20260, 20555, 20556, 20620,
    ]  # fmt: skip


def test_card_pairs_and_payments_fit_their_numbers() -> None:
    assert len(CARD_PAIRS) == len(set(CARD_PAIRS)) == actions.NUM_CARD_PAIRS
    assert all(len(list_minimal_payments(cost)) <= actions.MAX_PAYMENTS for cost in range(1, MAX_COST + 1))
    assert [len(list_end_payments(cost)) for cost in range(1, 4)] == [7, 19, 27]
    assert actions.MAX_PAYMENTS >= 27
