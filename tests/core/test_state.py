"""A state as a value: equality, copies, bytes, pickles, and the errors of its checked methods."""

import copy
import dataclasses
import pickle
from typing import Any

import pytest

import triangulum as tri
from tests.toys.follow import FOLLOW
from tests.toys.peek import PEEK_GAME
from triangulum.core.state import SPECTATOR, State
from triangulum.record.entries import Played

GAME = tri.game("star-runners")


class Ours:
    """A whole number that is not Python's own, as NumPy has them."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __index__(self) -> int:
        return self.number


@pytest.fixture
def state() -> State:
    """A Star Runners position with seat 0 to spend."""
    return GAME.setup().parse_position("SM ML | S:a1 M:W* L:A | S:B M:b2 L:B | turn 7 | seat 0 spends 2 of 5-4")


def test_repr_can_be_typed_in_again(state: State) -> None:
    assert eval(repr(state), {"tri": tri}) == state
    assert eval(repr(GAME.setup(homes="open")), {"tri": tri}) == GAME.setup(homes="open")
    assert eval(repr(GAME), {"tri": tri}) is GAME


def test_print_shows_a_board(state: State) -> None:
    assert str(state).splitlines() == [
        "Turn 7 of 300",
        "Orange has 2 points left to spend.",
        "          a1[L] S             b1[S]",
        "A[SM] L             W[M] M*             B[ML] s l",
        "          a2[L]               b2[S] m",
        "CAPITALS: Orange   small letters: Blue   *: has visited Backwater (W)",
        "S: small   M: medium   L: large",
    ]


def test_a_scene_is_the_picture_of_a_seats_view(state: State) -> None:
    for seat in (0, 1, None):
        assert state.scene(seat) == GAME.renderer.scene(state.view(seat))
    with pytest.raises(tri.IllegalActionError, match="There’s no such seat"):
        state.scene(2)


def test_a_game_without_a_renderer_is_drawn_as_its_text_board() -> None:
    values = {field.name: getattr(GAME, field.name) for field in dataclasses.fields(GAME) if field.name != "renderer"}
    state = tri.Game(**values).new()
    lines = [piece.title for piece in state.scene(0).panes[0].pieces]
    assert lines == [line.strip() for line in str(state).splitlines()]
    assert state._repr_svg_().startswith("<svg")


def test_every_way_of_copying_is_deep(state: State) -> None:
    for twin in (state.copy(), copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
        assert twin == state
        twin.play("SW")
        assert twin != state
    assert state.format_action(state.legal_actions()[0]) == "done"


def test_states_are_compared_by_what_they_hold(state: State) -> None:
    assert state != GAME.new()
    assert state != GAME.setup(homes="open").parse_position(state.position())
    assert state != "SM ML"
    assert state.setup.from_bytes(state.to_bytes()) == state
    with pytest.raises(TypeError, match="to_bytes"):
        hash(state)


def test_bytes_that_no_state_has_written_are_refused(state: State) -> None:
    good = state.to_bytes()
    nobody = (2).to_bytes(8, "little") + good[8:]
    for wrong in (b"", good[:11], good[:-1], good + b"x", b"\xff" * len(good), nobody):
        with pytest.raises(tri.PositionError, match=f"these {len(wrong)} bytes are no state of Star Runners"):
            state.setup.from_bytes(wrong)


def test_an_illegal_move_names_what_is_legal(state: State) -> None:
    before = state.to_bytes()
    for wrong in (0, -1, 999, 10**5000, True, "LB", "Sb3", "", "take", "6-6", "1" * 100_000):
        with pytest.raises(tri.TriangulumError) as caught:
            state.play(wrong)
        assert "\n" not in str(caught.value)
        assert len(str(caught.value)) < 300
        assert state.to_bytes() == before
    for asked in (state.format_action, state.preview, lambda action: state.events(action, 0)):
        for wrong_number in (-1, 1000, 10**30):
            with pytest.raises(tri.IllegalActionError):
                asked(wrong_number)
    with pytest.raises(tri.IllegalActionError):
        state.preview(3)  # a move of the game, but not here
    with pytest.raises(tri.IllegalActionError, match=r"“LB” can’t be played now. Legal moves are done, SA, SW, Sb1"):
        state.play("LB")
    with pytest.raises(tri.NotationError, match=r"“Sb3” isn’t a move in Star Runners. Moves look like home SM"):
        state.play("Sb3")


def test_what_is_no_whole_number_is_no_action_and_no_seat() -> None:
    state = GAME.new()
    assert 1 in state.legal_actions()
    wrong: Any
    for wrong in (True, 1.0, None, b"1", [1]):
        for asked in (state.play, state.format_action, state.preview, lambda action: state.events(action, 0)):
            with pytest.raises(tri.IllegalActionError, match=r"Action .* can’t be played now"):
                asked(wrong)
        with pytest.raises(tri.IllegalActionError, match="can’t be played now"):
            tri.History(state.setup, ["Ann", "Bob"]).play(wrong)
    for wrong in (True, 1.0, "1", [1]):
        for look in (state.view, lambda seat: state.resample(seat, tri.Random(1))):
            with pytest.raises(tri.IllegalActionError, match="There’s no such seat"):
                look(wrong)
    assert state == GAME.new()


def test_whole_numbers_of_others_will_do() -> None:
    state = GAME.new()
    action, seat = Ours(state.legal_actions()[1]), Ours(1)
    assert state.format_action(action) == "home SL"
    assert state.preview(action) == state.preview(1)
    assert state.events(action, seat) == state.events(1, 1)
    assert state.view(seat) == state.view(1)
    history = tri.History(state.setup, ["Ann", "Bob"])
    history.play(action)
    assert history.entries == [Played(0, 1)]
    state.play(action)
    assert state == history.state
    with pytest.raises(tri.IllegalActionError, match="Action 99 can’t be played now"):
        state.play(Ours(99))


@pytest.mark.parametrize("typed", ["Sb1", " s b1 ", "S-b1", "S → b1", "SB1"])
def test_moves_are_read_as_people_type_them(state: State, typed: str) -> None:
    assert state.format_action(state.parse_action(typed)) == "Sb1"


def test_weights_belong_to_chance(state: State) -> None:
    with pytest.raises(tri.IllegalActionError, match="only a chance step has weights, and here to_move is 0"):
        state.chance_weights()


def test_nothing_can_be_played_when_the_game_is_over() -> None:
    over = GAME.setup().parse_position("SM ML | S:B* M:B* L:B* | S:A M:A L:A | turn 7 | won by seat 0")
    with pytest.raises(tri.IllegalActionError, match="The game is over"):
        over.play(5)


def test_there_is_no_third_seat(state: State) -> None:
    for look in (
        state.view,
        lambda seat: state.events(5, seat),
        lambda seat: state.resample(seat, tri.Random(1)),
    ):
        with pytest.raises(tri.IllegalActionError, match=r"There’s no such seat. Seats are numbered 0 to 1"):
            look(2)
        for wrong in (-1, 10**30):
            with pytest.raises(tri.IllegalActionError, match="There’s no such seat"):
                look(wrong)


def test_a_spectator_is_resampled_for_as_well() -> None:
    state = FOLLOW.new()
    for card in "abcxyz":
        state.play(card)
    assert state.resample(None, tri.Random(4)) == state._resample(SPECTATOR, tri.Random(4))
    assert any(state.resample(None, tri.Random(seed)) != state for seed in range(9))


def test_losers_pay_and_winners_share() -> None:
    state = FOLLOW.new()
    for card in "abcxyz":
        state.play(card)
    assert state.returns() == [0.0, 0.0, 0.0]
    for card in ("a", "c", "y", "x", "z", "b"):
        state.play(card)
    assert state.winners() == [1, 2]
    assert state.returns() == [-0.5, 0.25, 0.25]


def test_default_worth_looks_one_step_ahead() -> None:
    state = PEEK_GAME.new()
    for mask in ("fox", "owl", "cat"):
        state.play(mask)
    assert {state.format_action(action): state.action_score(action) for action in state.legal_actions()} == {
        "owl": 1.0,
        "cat": -1.0,
        "peek": 0.0,
    }
