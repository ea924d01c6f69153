"""The numbers of actions in Starry Sky: each means one thing, and is found again from what it means."""

from collections import Counter

from triangulum.games.starry_sky import actions
from triangulum.games.starry_sky.actions import Move, decode_move, encode_move
from triangulum.games.starry_sky.sky_geometry import STAR_PAIRS


def test_every_action_is_decoded_to_a_move_that_is_encoded_to_it() -> None:
    for action in range(actions.NUM_ACTIONS):
        assert encode_move(decode_move(action)) == action


def test_kinds_of_moves_share_all_action_numbers_among_them() -> None:
    moves = [decode_move(action) for action in range(actions.NUM_ACTIONS)]
    assert Counter(move.kind for move in moves) == {"lay": 24, "draw": 66, "erase": 66, "keep": 1}
    assert len(set(moves)) == actions.NUM_ACTIONS
    for action, move in enumerate(moves):
        kinds = {
            "lay": actions.is_lay_card(action),
            "draw": actions.is_draw_line(action),
            "erase": actions.is_erase_lines(action),
        }
        assert [kind for kind, holds in kinds.items() if holds] == [move.kind] * (move.kind != "keep")
        assert (move.stars in STAR_PAIRS) == (move.kind in ("draw", "erase"))
        assert (0 <= move.card < actions.NUM_CARDS) == (move.kind == "lay")


def test_the_rules_decode_the_same_stars_as_everybody_else() -> None:
    for pair_index, stars in enumerate(STAR_PAIRS):
        assert decode_move(actions.encode_draw_line(pair_index)) == Move("draw", stars=stars)
        assert decode_move(actions.encode_erase_lines(pair_index)) == Move("erase", stars=stars)
        assert actions.decode_draw_line(actions.encode_draw_line(pair_index)) == pair_index
        assert actions.decode_erase_lines(actions.encode_erase_lines(pair_index)) == pair_index


def test_numbers_of_actions_stay_what_old_records_have() -> None:
    assert [encode_move(Move("lay", card=card)) for card in range(24)] == list(range(24))
    assert [encode_move(Move("draw", stars=stars)) for stars in STAR_PAIRS] == list(range(24, 90))
    assert [encode_move(Move("erase", stars=stars)) for stars in STAR_PAIRS] == list(range(90, 156))
    assert encode_move(Move("keep")) == 156
    assert actions.NUM_ACTIONS_WITHOUT_ERASING == 90


def test_every_card_has_a_colour_and_a_number() -> None:
    cards = [(colour, number) for colour in (actions.RED, actions.BLUE) for number in range(1, 13)]
    assert [actions.decode_card(card) for card in range(actions.NUM_CARDS)] == cards
    assert [actions.encode_card(*card) for card in cards] == list(range(actions.NUM_CARDS))
