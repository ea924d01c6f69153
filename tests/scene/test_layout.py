"""Panes never overlap, keep their proportions and stay within the picture."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from triangulum.scene import Frame, Pane, SceneError
from triangulum.scene.layout import Layout, arrange_panes

sizes = st.lists(st.tuples(st.floats(1, 1000), st.floats(1, 1000)), max_size=6)


def panes(sizes: list[tuple[float, float]]) -> list[Pane]:
    """Return panes of these sizes."""
    return [Pane(f"pane-{at}", Frame(-5, 3, wide, high)) for at, (wide, high) in enumerate(sizes)]


@pytest.mark.parametrize("layout", ["wide", "narrow"])
@given(sizes=sizes)
def test_every_pane_has_room_of_its_own(layout: Layout, sizes: list[tuple[float, float]]) -> None:
    whole = arrange_panes(panes(sizes), layout)
    assert len(whole.boxes) == len(sizes)
    slack = 1e-6
    for box, (wide, high) in zip(whole.boxes, sizes, strict=True):
        assert box.x >= -slack
        assert box.y >= -slack
        assert box.x + box.wide <= whole.wide + slack
        assert box.y + box.high <= whole.high + slack
        assert box.wide / box.high == pytest.approx(wide / high)
    for one, other in combinations(whole.boxes, 2):
        apart = one.x + one.wide <= other.x + slack or other.x + other.wide <= one.x + slack
        assert apart or one.y + one.high <= other.y + slack or other.y + other.high <= one.y + slack


def test_a_phone_stacks_and_a_desk_spreads() -> None:
    three = panes([(100, 100), (50, 60), (400, 50)])
    narrow, wide = arrange_panes(three, "narrow"), arrange_panes(three, "wide")
    assert [box.y for box in narrow.boxes] == sorted(box.y for box in narrow.boxes)
    board, market, hand = wide.boxes
    assert market.x > board.x + board.wide
    assert hand.y > board.y + board.high


def test_a_pane_needs_a_size() -> None:
    with pytest.raises(SceneError, match="pane 'pane-0' has no size"):
        arrange_panes(panes([(0, 5)]), "wide")
