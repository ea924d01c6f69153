"""Kits: names that fit together, and a digest that tells two apart."""

from __future__ import annotations

import pytest

from tests.scene import pond
from triangulum.scene import (
    Circle,
    Colour,
    Drawing,
    Gradient,
    Group,
    Kit,
    Mark,
    Pattern,
    SceneError,
    Spot,
    polar_point,
    pyramid_facets,
    regular_polygon,
    rounded_path,
    star_points,
)

DOT = Drawing((Circle(0, 0, 5, fill="ink"),))


def test_equal_kits_have_equal_digests() -> None:
    assert Kit.create("a", {"dot": DOT}) == Kit.create("a", {"dot": DOT})
    assert hash(Kit.create("a", {"dot": DOT})) == hash(Kit.create("a", {"dot": DOT}))
    assert Kit.create("a", {"dot": DOT}) != Kit.create("b", {"dot": DOT})


def test_adding_drawings_leaves_the_kit_as_it_was() -> None:
    kit = Kit.create("a", {"dot": DOT})
    more = kit.with_drawings({"sky": Drawing((Group((Circle(0, 0, 9, fill="accent"),), turn=30),))})
    assert set(more.drawings) == {"dot", "sky"}
    assert set(kit.drawings) == {"dot"}
    assert more.digest != kit.digest


def test_a_game_may_change_the_shared_colours_and_marks() -> None:
    kit = Kit.create(
        "a",
        {},
        colours={"ink": Colour("#000001", "#fffffe")},
        marks={"last": Mark(opacity=0.5), "own": Mark()},
    )
    assert kit.colours["ink"].light == "#000001"
    assert kit.marks["last"].opacity == 0.5
    assert "paper" in kit.colours
    assert "ghost" in kit.marks


def test_paints_that_are_missing_are_named() -> None:
    with pytest.raises(SceneError, match="no paint 'rose', which drawing 'it' needs"):
        Kit.create("a", {"it": Drawing((Group((Circle(0, 0, 1, stroke="rose"),)),))})
    with pytest.raises(SceneError, match="'rose', which drawing 'it' needs"):
        Kit.create("a", {"it": Drawing((), Spot(halo="rose"))})
    with pytest.raises(SceneError, match="'rose', which gradient 'sky' needs"):
        Kit.create("a", {}, paints={"sky": Gradient(((0.0, "rose", 1.0),))})
    with pytest.raises(SceneError, match="'sky', which pattern 'dots' needs"):
        Kit.create("a", {}, paints={"sky": Gradient(()), "dots": Pattern("dots", "sky")})
    with pytest.raises(SceneError, match="'rose', which mark 'own' needs"):
        Kit.create("a", {}, marks={"own": Mark(glow="rose")})


@pytest.mark.parametrize("name", ["", "Ink", "a b", "x}", "ink_s", "-a", "a\n", "ä"])
def test_names_must_fit_a_style_sheet(name: str) -> None:
    with pytest.raises(SceneError, match="is no name"):
        Kit.create("a", {name: DOT})


@pytest.mark.parametrize("colour", ["red", "#fff", "#12345g", "#123456;}", ""])
def test_colours_are_written_one_way(colour: str) -> None:
    with pytest.raises(SceneError, match="not two values"):
        Kit.create("a", {}, colours={"rose": Colour(colour, "#000000")})


def test_a_colour_and_a_paint_cannot_share_a_name() -> None:
    with pytest.raises(SceneError, match="both a colour and another paint called 'ink'"):
        Kit.create("a", {}, paints={"ink": Pattern("hatch", "soft")})


def test_a_kit_is_short_to_look_at() -> None:
    assert repr(pond.KIT) == f"<Kit pond {pond.KIT.digest[:8]}>"


def test_angles_go_clockwise_from_the_top() -> None:
    assert polar_point(2, 0) == pytest.approx((0, -2))
    assert polar_point(2, 90, 1, 1) == pytest.approx((3, 1))
    assert regular_polygon(4, 1, 180)[0] == pytest.approx((0, 1))
    assert len(star_points(5, 2, 1)) == 10


def test_rounding_never_reaches_beyond_half_an_edge() -> None:
    square = ((0, 0), (10, 0), (10, 10), (0, 10))
    assert rounded_path(square, 2) == "M0 2Q0 0 2 0L8 0Q10 0 10 2L10 8Q10 10 8 10L2 10Q0 10 0 8Z"
    assert rounded_path(square, 99).startswith("M0 5Q0 0 5 0L5 0")
    assert rounded_path(((1, 1), (1, 1), (2, 2)), 1).endswith("Z")


def test_a_pyramid_has_a_side_for_every_edge() -> None:
    sides = pyramid_facets(regular_polygon(3, 5), (0, 0), ("ink", "soft"))
    assert [side.fill for side in sides] == ["ink", "soft", "ink"]
    assert all(side.points[2] == (0, 0) for side in sides)
