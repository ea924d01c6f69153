"""How Starry Sky looks: every choice can be touched, colours differ without colour, and only the view is drawn."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.games.shared import pieces
from triangulum.games.starry_sky import actions, views
from triangulum.games.starry_sky import scene as renderer
from triangulum.games.starry_sky.actions import Move
from triangulum.games.starry_sky.messages import message
from triangulum.games.starry_sky.scene import colour_signs, hand_pane, kit, sky_drawings, sky_pane, table_drawings
from triangulum.games.starry_sky.views import (
    COLOURS,
    PHASES,
    Crossing,
    LineChoice,
    Result,
    SkyLine,
    StarrySkyView,
    Trick,
)
from triangulum.learn.guide import HEADING_PATTERN
from triangulum.scene import (
    Group,
    Piece,
    Polygon,
    Shape,
    apply_diff,
    diff_scenes,
    render_png,
    render_svg,
)
from triangulum.scene import Path as Outline
from triangulum.scene.glyphs import EM, text_width
from triangulum.scene.localize import localize_scene
from triangulum.scene.step_tree import build_step_tree, flatten_step_tree
from triangulum.scene.steps import Pick, Press
from triangulum.text import Reader

pytestmark = pytest.mark.compiled_only

SKY = (
    (74, 50), (200 - 12, 18), (52, 118), (270, 132), (293 - 20, 194), (272, 284),
    (62, 170), (277, 61), (173, 65), (40, 232), (153, 279), (182, 194),
)  # fmt: skip
RED, BLUE = 0, 1
NUMBERS = tuple(range(1, 13)) * 2
HAND = (0, 3, 6, 11, 13, 16, 19, 22)
TRICKS = (
    Trick(0, (2, 8, 15), RED, False, 1),
    Trick(1, (17, 12, 14), BLUE, True, 1),
    Trick(1, (4, 20, 7), RED, False, 2),
)
LINES = (
    SkyLine((0, 8), BLUE),
    SkyLine((1, 3), RED),
    SkyLine((2, 9), BLUE),
    SkyLine((3, 8), RED),
    SkyLine((7, 8), RED),
    SkyLine((10, 11), RED),
)
CROSSED = Crossing(RED, (1, 3), (7, 8))


def make_view(**fields: Any) -> StarrySkyView:
    """Return a view of seat 0 before the first lead, unless other things are said."""
    lines, crossings = fields.get("lines", ()), fields.get("crossings", ())
    usual: dict[str, Any] = {
        "seat": 0, "to_move": 0, "phase": "lead", "sky": SKY, "bids": NUMBERS, "erasing": "off", "hand": HAND,
        "hand_sizes": (8, 8, 8), "leader": 0, "led_colour": None, "has_face_down_card": (False,) * 3,
        "own_face_down_card": None, "tricks": (),
        "tricks_won": (0, 0, 0), "voids": ((False, False),) * 3, "lines": (), "crossings": (),
        "fresh_lines": (), "choices": (),
        "points": len(lines) + len(crossings), "can_erase": (False,) * 3, "result": None,
    }  # fmt: skip
    return StarrySkyView(**usual | fields)


FOLLOWING: dict[str, Any] = {
    "phase": "follow", "to_move": 2, "led_colour": BLUE, "has_face_down_card": (True, True, False),
    "hand_sizes": (5, 5, 6),
    "tricks": TRICKS[:2], "tricks_won": (0, 2, 0), "voids": ((False, False), (True, False), (False, False)),
    "lines": LINES[:3],
}  # fmt: skip
VIEWS = {
    "first lead": make_view(),
    "dealing": make_view(phase="deal", to_move=-1, hand=(3,), hand_sizes=(1, 0, 0)),
    "following": make_view(seat=2, hand=(0, 3, 13, 16, 19, 22), **FOLLOWING),
    "following without the colour": make_view(seat=2, hand=(0, 3, 4, 6, 9, 11), **FOLLOWING),
    "having laid": make_view(seat=0, hand=(0, 3, 16, 19, 22), own_face_down_card=13, **FOLLOWING),
    "watching": make_view(**FOLLOWING | {"seat": None, "hand": ()}),
    "drawing": make_view(
        seat=2, to_move=2, phase="draw", leader=2, hand_sizes=(5, 5, 5), hand=(0, 3, 13, 16, 19), tricks=TRICKS,
        tricks_won=(0, 2, 1), lines=LINES, crossings=(CROSSED,),
        choices=(LineChoice((4, 7), 1), LineChoice((4, 11), 1), LineChoice((7, 11), 3)),
    ),
    "erasing": make_view(
        seat=2, to_move=2, phase="erase", leader=2, hand_sizes=(5, 5, 5), hand=(0, 3, 13, 16, 19), tricks=TRICKS,
        tricks_won=(0, 2, 1), lines=LINES, crossings=(CROSSED,), fresh_lines=((3, 8),), erasing="after",
        can_erase=(False, True, True),
        choices=(LineChoice((1, 2), -1, ((0, 8),)), LineChoice((1, 11), -3, ((3, 8), (7, 8)))),
    ),
    "between tricks": make_view(
        seat=1, to_move=2, leader=2, hand_sizes=(5, 5, 5), hand=(5, 9, 13, 16, 23), tricks=TRICKS, tricks_won=(0, 2, 1),
        lines=LINES, crossings=(CROSSED,), fresh_lines=((1, 3), (3, 8)),
    ),
    "the end": make_view(
        to_move=-2, phase="over", hand_sizes=(1, 1, 1), hand=(9,), tricks=(*TRICKS, *TRICKS, TRICKS[0]),
        tricks_won=(1, 3, 3),
        lines=LINES, crossings=(CROSSED,), result=Result((9, 13, 18), (10, 2, 7), 7, 4, 2, 1, (2,), "closest"),
    ),
}  # fmt: skip
NAMES = ("Ann", "Bob", "Cleo")
ALL = pytest.mark.parametrize("name", VIEWS)


def list_pieces_by_key(name: str) -> dict[str, Piece]:
    """Return the pieces of a view."""
    return pieces(renderer.scene(VIEWS[name]))


def titles(name: str) -> dict[str, str]:
    """Return the titles of the pieces of a view, as the viewer reads them."""
    view = VIEWS[name]
    reader = Reader(names=NAMES, seat=view.seat)
    return {key: reader.render(piece.title) for key, piece in list_pieces_by_key(name).items()}


def list_actions(view: StarrySkyView) -> list[int]:
    """Return what the seat that looks may do, as the rules have it."""
    if view.to_move != view.seat:
        return []
    if view.phase == "draw":
        return [actions.encode_move(Move("draw", stars=choice.stars)) for choice in view.choices]
    if view.phase == "erase":
        return [
            *(actions.encode_move(Move("erase", stars=choice.stars)) for choice in view.choices),
            actions.KEEP_ACTION,
        ]
    following = [card for card in view.hand if card // 12 == view.led_colour]
    return following or list(view.hand)


# ---------------------------------------------------------------------------------------------- where one touches


@ALL
def test_every_choice_can_be_touched(name: str) -> None:
    view, keys = VIEWS[name], list_pieces_by_key(name)
    steps = {action: renderer.touch_steps(view, action) for action in list_actions(view)}
    assert all(step.key in keys for path in steps.values() for step in path if isinstance(step, Pick))
    assert dict(flatten_step_tree(build_step_tree(steps, {action: str(action) for action in steps}))) == steps


def test_no_two_actions_are_touched_alike() -> None:
    steps = {action: renderer.touch_steps(VIEWS["first lead"], action) for action in range(actions.NUM_ACTIONS)}
    assert len(flatten_step_tree(build_step_tree(steps, {action: str(action) for action in steps}))) == 157


def test_actions_are_numbered_as_in_the_rules() -> None:
    view = VIEWS["drawing"]
    assert renderer.touch_steps(view, 18) == (Pick("card-18"),)
    assert renderer.touch_steps(view, 24) == (Pick("line-1-2"),)
    assert renderer.touch_steps(view, 89) == (Pick("line-11-12"),)
    assert renderer.touch_steps(view, 90) == (Pick("erase-1-2"),)
    assert renderer.touch_steps(view, 155) == (Pick("erase-11-12"),)
    assert renderer.touch_steps(view, 156) == (Press("keep", message("keep-button")),)


def test_cards_that_may_be_laid_are_lifted() -> None:
    found = list_pieces_by_key("following")
    assert found["card-0"].marks == found["card-3"].marks == ("idle",)
    assert all(found[f"card-{card}"].y < found["card-0"].y for card in (13, 16, 19, 22))
    assert str(found["hand-word"].label) == "Your turn: play a blue card"
    free = list_pieces_by_key("following without the colour")
    assert len({free[f"card-{card}"].y for card in (0, 3, 4, 6, 9, 11)}) == 1
    assert str(free["hand-word"].label) == "Your turn: you have no blue, so play any card"


def test_choices_say_what_they_are_worth() -> None:
    found = list_pieces_by_key("drawing")
    assert {key: found[key].label for key in found if key.startswith("line-")} == {
        "line-5-8": "+1",
        "line-5-12": "+1",
        "line-8-12": "+3",
    }
    assert titles("drawing")["line-8-12"] == "Draw a red line from star 8 to star 12: adds 3 points"
    assert found["line-8-12"].symbol.startswith("ghost-red-")
    found = list_pieces_by_key("erasing")
    assert found["erase-2-12"].label == "−3"
    assert titles("erasing")["erase-2-12"] == (
        "Erase along the dotted line from star 2 to star 12: "
        "the line from star 4 to star 9 and the line from star 8 to star 9 go, and the total drops by 3"
    )
    assert {key for key in found if key.startswith("cut-")} == {"cut-2-3-1-9", "cut-2-12-4-9", "cut-2-12-8-9"}


# ------------------------------------------------------------------------------------------------ what it gives away


@ALL
def test_equal_views_have_equal_scenes(name: str) -> None:
    first = renderer.scene(VIEWS[name])
    for kept in (
        renderer.scene,
        sky_pane.cached_sky_pane,
        hand_pane.cached_hand_pane,
        sky_pane.cached_sky_pieces,
    ):
        kept.cache_clear()
    again = renderer.scene(VIEWS[name])
    assert again == first
    assert render_svg(again) == render_svg(first)


def test_cards_that_are_face_down_are_backs() -> None:
    for name in ("following", "having laid", "watching"):
        view, found = VIEWS[name], list_pieces_by_key(name)
        for seat in range(3):
            if not view.has_face_down_card[seat]:
                assert found[f"trick-{seat}"].symbol == "place"
            elif seat != view.seat:
                assert (found[f"trick-{seat}"].symbol, found[f"trick-{seat}"].label) == ("back", "")


def test_one_sees_ones_own_card_that_lies_face_down() -> None:
    found = list_pieces_by_key("having laid")
    assert found["trick-0"].symbol == "card-13"
    assert titles("having laid")["trick-0"] == "You played the blue 2 (small)"
    assert "own" in found
    assert "own" not in list_pieces_by_key("following")


def test_no_faces_but_those_in_the_view() -> None:
    for name, view in VIEWS.items():
        faces = {piece.symbol for piece in list_pieces_by_key(name).values() if piece.symbol.startswith("card-")}
        known = {*view.hand, *(view.result.cards if view.result else ())} | ({view.own_face_down_card} - {None})
        if view.tricks and not any(view.has_face_down_card):
            known |= set(view.tricks[-1].cards)
        assert faces <= {f"card-{card}" for card in known}, name


def test_a_spectator_has_no_hand() -> None:
    assert [pane.name for pane in renderer.scene(VIEWS["watching"]).panes] == ["sky", "table"]
    assert [pane.name for pane in renderer.scene(VIEWS["following"]).panes] == ["sky", "table", "hand"]


# ------------------------------------------------------------------------------------------------- what it tells


@ALL
def test_whatever_matters_has_a_title(name: str) -> None:
    silent = {key for key, piece in list_pieces_by_key(name).items() if not piece.title}
    assert silent <= {"total-word", "clock-of"} | {key for key in silent if key.startswith("fresh-")}


def test_one_sits_in_front() -> None:
    for name, front, left in (("following", 2, 0), ("having laid", 0, 1), ("watching", 0, 1)):
        found = list_pieces_by_key(name)
        assert (found[f"seat-{front}"].x, found[f"seat-{front}"].y) == table_drawings.SEAT_POINTS[0]
        assert (found[f"seat-{left}"].x, found[f"seat-{left}"].y) == table_drawings.SEAT_POINTS[1]


def test_seats_tell_what_all_know() -> None:
    found, title_by_key = list_pieces_by_key("following"), titles("following")
    assert title_by_key["fan-2"] == "You have 6 cards"
    assert title_by_key["pile-1"] == "Bob has won 2 tricks"
    assert title_by_key["void-1-red"] == "Bob has no red cards left"
    assert "void-0-red" not in found
    assert title_by_key["leader"] == "Ann leads this trick"
    assert titles("drawing")["leader"] == titles("erasing")["leader"] == "You lead the next trick"
    assert (title_by_key["doing"], titles("having laid")["doing"]) == ("play", "plays")
    assert (found["tag"].symbol, str(found["tag"].label)) == ("tag-blue", "Blue is led")
    assert {key for key in list_pieces_by_key("erasing") if key.startswith("rubber")} == {"rubber-1", "rubber-2"}
    over = msgspec.structs.replace(VIEWS["the end"], erasing="after", can_erase=(True, True, False))
    assert not [key for key in pieces(renderer.scene(over)) if key.startswith("rubber")]


def test_the_last_trick_stays_open() -> None:
    found = list_pieces_by_key("between tricks")
    assert [found[f"trick-{seat}"].symbol for seat in range(3)] == ["card-4", "card-20", "card-7"]
    assert [found[f"trick-{seat}"].marks for seat in range(3)] == [(), ("idle",), ("taker",)]
    assert str(found["tag"].label) == "Highest red"
    assert titles("between tricks")["past-2"] == "Trick 2: you won with the lowest blue card"
    assert titles("between tricks")["past-4"] == "Trick 4: not played yet"


def test_the_end_shows_bids_and_how_far_off_they_are() -> None:
    found = list_pieces_by_key("the end")
    assert [found[f"trick-{seat}"].symbol for seat in range(3)] == ["card-9", "card-13", "card-18"]
    assert [str(found[f"distance-{seat}"].label) for seat in range(3)] == ["3 off", "5 off", "exact"]
    assert "laurels-2" in found
    assert "laurels-0" not in found


def test_a_bid_is_shown_where_it_is_not_the_number() -> None:
    others = tuple(range(1, 13)) + tuple(range(0, 24, 2))
    found = pieces(renderer.scene(make_view(bids=others)))
    assert found["card-3"].label == ""
    assert str(found["card-16"].label) == "bid 8"
    assert str(found["card-16"].title) == "Blue 5 (small, bid 8): you can play it"


def test_the_sky_tells_its_worth() -> None:
    found = list_pieces_by_key("drawing")
    assert found["total"].label == "7"
    tally = [str(found[f"tally-{what}"].label) for what in ("red", "blue", "crossings")]
    assert tally == ["4 red lines", "2 blue lines", "1 crossing"]
    assert titles("drawing")["crossing-2-4-8-9"] == "Crossing of two red lines: 1 point"
    assert titles("drawing")["star-4"] == "Star 4: 2 lines"
    assert "fresh-4-9" in list_pieces_by_key("erasing")


def test_a_star_with_three_lines_is_full() -> None:
    lines = tuple(SkyLine((0, other), RED) for other in (2, 6, 8))
    found = pieces(renderer.scene(make_view(lines=lines)))
    assert found["star-1"].symbol == "star-full"
    assert str(found["star-1"].title) == "Star 1: 3 lines, full"
    assert found["star-3"].symbol == "star"


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("dealing", "The cards are being dealt."),
        ("first lead", "Lead any card, face down. The others see only its colour."),
        ("following", "Blue is led. Play a blue card, face down."),
        ("following without the colour", "Blue is led. You have none, so play any card, face down."),
        ("having laid", "Blue is led. Cleo is choosing a card."),
        ("watching", "Blue is led. Cleo is choosing a card."),
        ("drawing", "You won the trick. Choose a red line to draw."),
        ("erasing", "Choose a dotted line to erase every line that it crosses, or keep all lines."),
        ("between tricks", "Cleo is choosing a card to lead."),
        ("the end", "Cleo wins with an exact bid: 7."),
    ],
)
def test_the_title_says_what_to_do(name: str, title: str) -> None:
    view = VIEWS[name]
    assert Reader(names=NAMES, seat=view.seat).render(renderer.scene(view).title) == title


# ---------------------------------------------------------------------------------------------------- how it is drawn


def list_outlines(shapes: tuple[Shape, ...]) -> list[tuple[str, str]]:
    """Return shapes by their outlines alone, without any paint."""
    found: list[tuple[str, str]] = []
    for shape in shapes:
        if isinstance(shape, Group):
            found += list_outlines(shape.shapes)
        else:
            form = getattr(shape, "outline", "") or str(getattr(shape, "points", ""))
            found.append((type(shape).__name__, form))
    return found


@pytest.mark.parametrize("kind", ["{}-5", "ghost-{}-5-middle", "tag-{}", "void-{}", "past-{}-low", "tally-{}"])
def test_red_and_blue_differ_without_colour(kind: str) -> None:
    red, blue = (kit.KIT.drawing(kind.format(colour)) for colour in COLOURS)
    assert list_outlines(red.shapes) != list_outlines(blue.shapes)


def test_cards_of_one_number_differ_without_colour() -> None:
    for number in range(12):
        red, blue = (kit.KIT.drawing(f"card-{card}") for card in (number, number + 12))
        assert list_outlines(red.shapes) != list_outlines(blue.shapes)
    assert isinstance(colour_signs.colour_sign("red", 10, "red").shapes[0], Polygon)
    assert isinstance(colour_signs.colour_sign("blue", 10, "blue").shapes[0], Outline)


def test_lines_end_at_the_rims_of_their_stars() -> None:
    placed = sky_pane.cached_sky_pieces(SKY)
    for pair in combinations(range(12), 2):
        piece = placed.lines[RED][pair]
        long = sky_drawings.LINE_LENGTHS[int(piece.symbol.removeprefix("red-"))] * piece.scale
        (x1, y1), (x2, y2) = placed.star_points[pair[0]], placed.star_points[pair[1]]
        apart = ((x1 - x2) ** 2 + (y1 - y2) ** 2) ** 0.5
        assert long == pytest.approx(max(apart - 2 * sky_drawings.LINE_GAP, sky_drawings.MIN_LENGTH), abs=0.05)
        assert 0.92 < piece.scale < 1.08


@ALL
@pytest.mark.parametrize("language", ["en", "en-XA"])
def test_everything_is_in_its_frame(name: str, language: str) -> None:
    scene = localize_scene(renderer.scene(VIEWS[name]), Reader(language, ("A very long name indeed",) * 3))
    for pane in scene.panes:
        for piece in pane.pieces:
            assert 0 < piece.x < pane.frame.wide
            assert 0 < piece.y < pane.frame.high
            spot = scene.kit.drawing(piece.symbol).label
            width = text_width(str(piece.label)) / EM * spot.size
            half = min(width, spot.max_width or width) * piece.scale / 2
            assert piece.x + spot.x * piece.scale - half >= 0
            assert piece.x + spot.x * piece.scale + half <= pane.frame.wide


@ALL
def test_words_are_legible_on_a_phone(name: str) -> None:
    """A pane is 344 pixels wide on a screen of 360; no word is smaller than nine of them."""
    scene = renderer.scene(VIEWS[name])
    for pane in scene.panes:
        for piece in (piece for piece in pane.pieces if piece.label):
            size = scene.kit.drawing(piece.symbol).label.size * piece.scale
            assert size * 344 / pane.frame.wide >= 8.95, piece.key


def test_differences_lead_from_scene_to_scene() -> None:
    scenes = [renderer.scene(view) for view in VIEWS.values()]
    for before, after in combinations(scenes, 2):
        assert apply_diff(before, diff_scenes(before, after)) == after


def test_what_does_not_change_is_the_same_object() -> None:
    before, after = list_pieces_by_key("following"), list_pieces_by_key("having laid")
    same = {key for key in before if key in after and before[key] is after[key]}
    assert {"star-1", "drawn-1-9", "total", "tally-red", "past-1", "clock"} <= same


def test_any_twelve_points_can_be_drawn() -> None:
    close = tuple((10 + at, 10 + at * at % 7) for at in range(12))
    lines, erased = (SkyLine((0, 1), RED), SkyLine((2, 3), BLUE)), ((0, 1),)
    view = make_view(sky=close, lines=lines, phase="erase", tricks=TRICKS, choices=(LineChoice((2, 3), -1, erased),))
    assert render_png(renderer.scene(view), width=200).startswith(b"\x89PNG")


@ALL
def test_it_can_be_drawn_in_every_way(name: str) -> None:
    assert render_png(renderer.scene(VIEWS[name]), width=180, layout="narrow", mode="dark", grey=True).startswith(
        b"\x89PNG"
    )


def test_the_guide_has_a_section_for_every_phase() -> None:
    guide = Path(views.__file__).with_name("guide.md").read_text(encoding="utf-8")
    assert {found[3] for found in HEADING_PATTERN.finditer(guide) if found[3]} == set(PHASES) - {"deal"}
