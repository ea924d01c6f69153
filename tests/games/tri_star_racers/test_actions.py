"""What the numbers of actions and chance outcomes mean in Tri-Star Racers."""

from typing import get_args

import pytest

import triangulum as tri
from tests.games.tri_star_racers.positions import GAME, tiny_components
from triangulum.core.state import CHANCE, OVER
from triangulum.games.tri_star_racers import actions
from triangulum.games.tri_star_racers.actions import ActionCodec, Move, MoveKind, OutcomeKind

CODECS = {"the printed box": ActionCodec(65, 49), "four spaces": ActionCodec(4, 4), "one of each": ActionCodec(1, 1)}
ALL = pytest.mark.parametrize("codec", CODECS.values(), ids=CODECS)


@ALL
def test_every_action_is_encoded_as_it_was_decoded(codec: ActionCodec) -> None:
    for action in range(codec.num_actions):
        assert codec.encode_move(codec.decode_move(action)) == action


@ALL
def test_every_move_has_an_action_of_its_own_and_kinds_follow_each_other(codec: ActionCodec) -> None:
    moves = [codec.decode_move(action) for action in range(codec.num_actions)]
    assert len(set(moves)) == len(moves)
    assert list(dict.fromkeys(move.kind for move in moves)) == list(get_args(MoveKind))
    order = [get_args(MoveKind).index(move.kind) for move in moves]
    assert order == sorted(order)


@ALL
def test_the_fields_of_a_move_stay_within_their_bounds(codec: ActionCodec) -> None:
    num_spaces = int(codec.num_spaces)
    num_faces = int(codec.first_power_action) // num_spaces // actions.NUM_ARRANGEMENTS
    expected = {
        *(
            Move("play", face=face, space=space, arrangement=arrangement)
            for face in range(num_faces)
            for space in range(num_spaces)
            for arrangement in range(actions.NUM_ARRANGEMENTS)
        ),
        *(Move("fire", power=power) for power in range(actions.NUM_POWERS)),
        *(Move("freeze", seat=seat) for seat in range(actions.MAX_SEATS)),
        *(Move("advance", lane=lane) for lane in range(actions.NUM_LANES)),
        *(Move("draft", slot=slot) for slot in range(actions.MAX_SLOTS)),
        *(Move("use", token=token) for token in range(actions.MAX_TOKEN_KINDS)),
    }
    assert {codec.decode_move(action) for action in range(codec.num_actions)} == expected


def test_rules_and_everybody_else_decode_alike() -> None:
    codec = CODECS["four spaces"]
    for action in range(codec.num_actions):
        move = codec.decode_move(action)
        match move.kind:
            case "play":
                assert codec.decode_placement(action) == (move.face, move.space, move.arrangement)
            case "fire":
                assert codec.decode_power(action) == move.power
            case "freeze":
                assert codec.decode_freeze(action) == move.seat
            case "advance":
                assert codec.decode_advance(action) == move.lane
            case "draft":
                assert codec.decode_draft(action) == move.slot
            case "use":
                assert codec.decode_token(action) == move.token


def test_the_numbers_of_the_printed_box_stay_what_they_were() -> None:
    """Old records have them."""
    codec = GAME.setup(2).action_codec  # type: ignore[attr-defined]
    assert codec.num_actions == GAME.setup(2).num_actions == 19146
    assert codec.decode_move(0) == Move("play", face=0, space=0, arrangement=0)
    assert codec.decode_move(6 * (49 * 3 + 7) + 5) == Move("play", face=3, space=7, arrangement=5)
    firsts = [Move("fire", power=0), Move("freeze", seat=0), Move("advance", lane=0), Move("draft", slot=0)]
    assert [codec.encode_move(move) for move in firsts] == [19110, 19117, 19122, 19125]
    assert codec.encode_move(Move("use", token=0)) == 19131


def test_the_question_says_what_chance_draws() -> None:
    """Every kind of outcome comes up in a race, and is written as what it is."""
    examples: dict[OutcomeKind, set[str]] = {}
    state, rng = GAME.setup(3, draft="advanced", components=tiny_components()).new(), tri.Random(1)
    while state.to_move != OVER:
        legal = state.legal_actions()
        if state.to_move == CHANCE:
            kind = actions.chance_outcome_kind(state.top_question())  # type: ignore[attr-defined]
            examples.setdefault(kind, set()).update(state.format_action(outcome) for outcome in legal)
            state.play(state.sample_chance(rng))
        else:
            state.play(legal[rng.randrange(len(legal))])
    assert examples["edge"] == {"1a", "2a", "3a"}
    assert examples["seat"] == {"seat 0", "seat 1", "seat 2"}
    assert examples["tile"] == {"P1 B1 O1", "P1 P1 B2", "W W P2", "O1 O1 O1"}
    assert examples["arrangement"] == {"P2 W W at b2", "W P2 W at b2", "W W P2 at b2"}
    assert examples["token"] == {"P1", "B1", "W1"}
    assert set(examples) == set(get_args(OutcomeKind))
