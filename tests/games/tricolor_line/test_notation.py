"""The notation of Tricolor Line: what people write, and what is refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import triangulum as tri
from tests.games.shared import read_back
from tests.games.tricolor_line.positions import GAME, game

ACTING = game(
    "tiles red corner NE at 2,-1, blue cross NESW at 1,-1, red dead-end N at 0,-1, red tee NES at 2,1, "
    "red tee NES at 1,1, red tee NES at 0,1", "hands R RR G W / G", "seat 0 acts",
)  # fmt: skip


def test_moves_are_read_as_people_write_them() -> None:
    exact = ACTING.parse_action("build 2,-1 with R RR")
    for written in (
        "BUILD 2,-1 WITH rr r",
        " build  2 , -1 with r rr ",
        "build 2,\u22121 with R RR",
        "build 2,\u20131 with R RR",
    ):
        assert ACTING.parse_action(written) == exact


def test_a_minus_is_never_overlooked() -> None:
    with pytest.raises(tri.IllegalActionError):
        ACTING.parse_action("build 2,1 with R RR")
    assert ACTING.parse_action("turn 2,1 with R W") != ACTING.parse_action("turn 2,-1 with R W")


def test_two_singles_are_not_a_double() -> None:
    state = game("tiles red dead-end N at 1,0", "hands R R RR / -", "seat 0 acts")
    assert state.parse_action("build 1,0 with R R") != state.parse_action("build 1,0 with RR")


@pytest.mark.parametrize(
    "text", ["", "build", "build 2,-1", "turn 2,-1 with R", "at 99,0 NE", "attack", "seat 1", "draw 3"]
)
def test_what_is_no_move_is_refused(text: str) -> None:
    with pytest.raises((tri.NotationError, tri.IllegalActionError)):
        ACTING.parse_action(text)


def test_outcomes_are_read() -> None:
    new = GAME.new()
    assert new.parse_action("Red Dead End") == new.parse_action("red dead-end")
    with pytest.raises(tri.IllegalActionError):
        new.parse_action("end")
    with pytest.raises(tri.NotationError):
        new.parse_action("purple cross")


@given(st.one_of(st.text(max_size=12), st.from_regex(r"(build|turn) -?\d,-?\d with [RGBW ]{1,6}", fullmatch=True)))
def test_any_text_is_a_legal_move_or_refused(text: str) -> None:
    action = read_back(ACTING.parse_action, text)
    assert action is None or action in ACTING.legal_actions()


def test_every_number_has_a_text() -> None:
    for state in (ACTING, game("seat 0 chooses"), game("taken red tee", "seat 0 places")):
        assert all(state.format_action(action) for action in range(0, GAME.setup(2).num_actions, 7))
