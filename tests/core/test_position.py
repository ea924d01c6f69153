"""The parts that positions of all games are made of: what is read is what was written, and the rest is refused."""

import pytest

import triangulum as tri
from tests.toys.coin import COIN
from triangulum.core import position
from triangulum.errors import PositionError


def test_parts_are_split_without_surplus_spaces_and_joined_without_empty_ones() -> None:
    assert position.split_parts(" a  b |c|  ") == ["a b", "c", ""]
    assert position.join_parts(["a b", "", "c"]) == "a b | c"


def test_labels_come_once_and_are_known() -> None:
    assert position.parse_labelled_parts(["hands R / -", "round 3"], ("round", "hands")) == {
        "hands": "R / -",
        "round": "3",
    }
    for parts, error in {
        ("hand R",): "'hand R' is no part of a position: they begin with round, hands",
        ("round",): "round has nothing after it: leave it out, or say what belongs there",
        ("round 1", "round 1"): "'round 1' comes after another part that says the same",
    }.items():
        with pytest.raises(PositionError, match=f"^{error}$"):
            position.parse_labelled_parts(parts, ("round", "hands"))


def test_an_empty_list_is_a_dash() -> None:
    assert position.format_list([]) == "-"
    assert position.parse_list("-") == []
    assert position.parse_list(position.format_list(["a b", "c"], ", "), ",") == ["a b", "c"]


def test_each_seat_has_its_own_text() -> None:
    assert position.split_by_seat("R RR / -", 2, "hands") == ["R RR", "-"]
    with pytest.raises(PositionError, match=r"^hands of 3 seats have / between them, not 'R / -'$"):
        position.split_by_seat("R / -", 3, "hands")


@pytest.mark.parametrize("text", ["3", "-1", "x", "''", "0 0", "1.0", "٣"])
def test_what_is_no_seat_is_refused(text: str) -> None:
    with pytest.raises(PositionError):
        position.parse_seats(text, 3)


def test_a_supply_runs_out() -> None:
    supply = position.Supply([1, 0], ["red", "blue"], "cards")
    supply.take(0)
    assert supply.counts == [0, 0]
    for kind, name in enumerate(("red", "blue")):
        with pytest.raises(PositionError, match=f"^there are not so many cards {name}$"):
            supply.take(kind)


def test_connected_spaces_are_those_that_one_can_walk() -> None:
    path = [[1], [0, 2], [1, 3], [2]]
    assert position.is_connected(0, [0, 1, 2], path)
    assert position.is_connected(0, [0], path)
    assert not position.is_connected(0, [0, 2], path)
    assert not position.is_connected(0, [0, 1, 3], path)


def test_a_state_as_its_numbers_reads_back() -> None:
    state = COIN.setup().new()
    while True:
        text = position.format_fields(state)
        assert position.parse_fields(state.setup, text) == state
        if state.to_move == tri.OVER:
            break
        state.play(state.legal_actions()[0])
    for wrong in ("", "seat 9 moves | bytes 1", "over | bytes 1 2 3 4 5 6 7 8 9", text.replace("bytes ", "bytes 256 ")):
        with pytest.raises(PositionError):
            position.parse_fields(state.setup, wrong)
