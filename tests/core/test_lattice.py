"""Boards of triangular spaces: the hexagon of Tri-Trac, and a triangle of side 7 such as Tri-Star Racers has."""

import pytest

from triangulum.core.boards.lattice import LEFT, LEVEL, RIGHT, SIDES, Lattice, OutlineError

HEXAGON = Lattice(["  ^v^v^", " ^v^v^v^", " v^v^v^v", "  v^v^v"])
TRIANGLE = Lattice([" " * (6 - row) + "^v" * row + "^" for row in range(7)])
BOTH = pytest.mark.parametrize("board", [HEXAGON, TRIANGLE], ids=["hexagon", "triangle"])


def test_spaces_are_named_by_row_and_number() -> None:
    names = [space.name for space in HEXAGON.spaces]
    assert len(names) == 24
    assert names[:6] == ["a1", "a2", "a3", "a4", "a5", "b1"]
    assert [sum(name[0] == row for name in names) for row in "abcd"] == [5, 7, 7, 5]
    rows = [sum(space.row == row for space in TRIANGLE.spaces) for row in range(7)]
    assert (len(TRIANGLE.spaces), rows) == (49, [1, 3, 5, 7, 9, 11, 13])
    assert all(space.up == (int(space.name[1:]) % 2 == 1) for space in TRIANGLE.spaces)


@BOTH
def test_names_lead_back_to_spaces(board: Lattice) -> None:
    assert [board.index_by_name[space.name] for space in board.spaces] == list(range(len(board.spaces)))
    assert [board.index_by_position[space.row, space.column] for space in board.spaces] == list(
        range(len(board.spaces))
    )


@BOTH
def test_neighbours_across_a_side_are_mutual_and_share_two_corners(board: Lattice) -> None:
    for at, space in enumerate(board.spaces):
        for side, beyond in enumerate(board.neighbours[at]):
            if beyond is None:
                continue
            other = board.spaces[beyond]
            back = board.opposite_side(side)
            assert board.neighbours[beyond][back] == at
            assert space.up != other.up
            # Opposite to the shared side are the two corners that are not shared.
            assert set(space.corners) & set(other.corners) == set(space.corners) - {space.corners[side]}
            assert set(space.corners) & set(other.corners) == set(other.corners) - {other.corners[back]}


def test_neighbours_on_the_triangle() -> None:
    names = [space.name for space in TRIANGLE.spaces]

    def neighbours(name: str) -> list[str | None]:
        return [None if at is None else names[at] for at in TRIANGLE.neighbours[TRIANGLE.index_by_name[name]]]

    assert neighbours("a1") == [None, None, "b2"]
    assert neighbours("e5") == ["e4", "e6", "f6"]
    assert neighbours("e6") == ["e5", "e7", "d5"]
    assert neighbours("g13") == ["g12", None, None]


def test_sides_are_named_left_right_and_bottom_or_top() -> None:
    up, down = HEXAGON.spaces[0], HEXAGON.spaces[1]
    assert [up.side_name(side) for side in (LEFT, RIGHT, LEVEL)] == ["L", "R", "B"]
    assert [down.side_name(side) for side in SIDES] == ["L", "R", "T"]


def test_the_rim_goes_clockwise_from_the_left_one_on_top() -> None:
    rim = [HEXAGON.spaces[at].name for at, _ in HEXAGON.list_rim_sides()]
    assert rim == ["a2", "a4", "a5", "b7", "c7", "d5", "d4", "d2", "d1", "c1", "b1", "a1"]
    around = [(TRIANGLE.spaces[at].name, TRIANGLE.spaces[at].side_name(side)) for at, side in TRIANGLE.list_rim_sides()]
    right = [(f"{row}{2 * number + 1}", "R") for number, row in enumerate("abcdefg")]
    bottom = [(f"g{number}", "B") for number in range(13, 0, -2)]
    left = [(f"{row}1", "L") for row in "gfedcba"]
    assert around == [*right, *bottom, *left]


@BOTH
def test_each_side_at_the_rim_begins_where_the_one_before_ends(board: Lattice) -> None:
    rim = board.list_rim_sides()
    assert sorted(rim) == [(at, side) for at, row in enumerate(board.neighbours) for side in SIDES if row[side] is None]
    for (at, side), (following, its_side) in zip(rim, rim[1:] + rim[:1], strict=True):
        ends = set(board.spaces[at].corners) - {board.spaces[at].corners[side]}
        begins = set(board.spaces[following].corners) - {board.spaces[following].corners[its_side]}
        assert len(ends & begins) == 1


@BOTH
def test_up_to_six_spaces_meet_in_a_corner(board: Lattice) -> None:
    inner = [corner for corner, met in board.spaces_by_corner.items() if len(met) == 6]
    assert len(inner) == {24: 7, 49: 15}[len(board.spaces)]
    assert max(len(met) for met in board.spaces_by_corner.values()) == 6
    for corner, met in board.spaces_by_corner.items():
        assert all(board.spaces[at].corners[which] == corner for at, which in met)
    assert sum(len(met) for met in board.spaces_by_corner.values()) == 3 * len(board.spaces)


def test_tiles_touch_at_both_ends_of_a_side() -> None:
    e5, f6 = (TRIANGLE.index_by_name[name] for name in ("e5", "f6"))
    ends = [met for met in TRIANGLE.spaces_by_corner.values() if {e5, f6} <= {at for at, _ in met}]
    # e5 points up, and its two lower corners are the upper ones of f6: left on left, and right on right.
    assert sorted(sorted(pair for pair in met if pair[0] in (e5, f6)) for met in ends) == [
        [(e5, LEFT), (f6, LEFT)],
        [(e5, RIGHT), (f6, RIGHT)],
    ]


@pytest.mark.parametrize(
    ("board", "count"), [(HEXAGON, 12), (TRIANGLE, 6), (Lattice(["^v"]), 4), (Lattice(["^v^v"]), 2)]
)
def test_symmetries_keep_neighbours(board: Lattice, count: int) -> None:
    assert len(set(board.symmetries)) == len(board.symmetries) == count
    numbers = list(range(len(board.spaces)))
    assert board.symmetries[0].spaces == tuple(numbers)
    assert set(board.symmetries[0].sides) == {SIDES}
    for symmetry in board.symmetries:
        assert sorted(symmetry.spaces) == numbers
        for at in numbers:
            assert sorted(symmetry.sides[at]) == list(SIDES)
            for side in SIDES:
                beyond = board.neighbours[at][side]
                across = board.neighbours[symmetry.spaces[at]][symmetry.sides[at][side]]
                assert across == (None if beyond is None else symmetry.spaces[beyond])


def test_a_board_turned_by_a_third_on_the_triangle() -> None:
    images = {
        tuple(TRIANGLE.spaces[symmetry.spaces[TRIANGLE.index_by_name[name]]].name for name in ("c3", "f3", "f9", "e5"))
        for symmetry in TRIANGLE.symmetries
    }
    assert {frozenset(image[:3]) for image in images} == {frozenset({"c3", "f3", "f9"})}
    assert {image[3] for image in images} == {"e5"}


def test_the_centre_of_a_space_is_where_its_corners_balance() -> None:
    for space in HEXAGON.spaces:
        x, y = space.centre
        assert x == pytest.approx(sum(corner[0] for corner in space.corners) / 6)
        assert y == pytest.approx(sum(corner[1] for corner in space.corners) / 3)


@pytest.mark.parametrize(
    ("outline", "row", "message"),
    [
        ([], 0, "a board has 1 to 26 rows, not 0"),
        (["^"] * 27, 0, "a board has 1 to 26 rows, not 27"),
        (["^v^", ""], 1, "row b is made of ^ and v without gaps, not ''"),
        (["^v^", "v v"], 1, "row b is made of ^ and v without gaps, not 'v v'"),
        (["^v^", "vxv"], 1, "row b is made of ^ and v without gaps, not 'vxv'"),
        (["^v^", "vv^"], 1, "b2 points down, which does not fit its neighbours"),
        (["^v^", "^v^"], 1, "b1 points up, which does not fit its neighbours"),
        (["^v^", "v^v", "      ^"], 2, "the board falls apart: c1 shares no side with what is above it"),
        (["v", "^"], 1, "the board falls apart: b1 shares no side with what is above it"),
    ],
)
def test_an_outline_that_is_no_board_is_refused_with_its_row(outline: list[str], row: int, message: str) -> None:
    with pytest.raises(OutlineError) as caught:
        Lattice(outline)
    assert (caught.value.row, str(caught.value)) == (row, message)
