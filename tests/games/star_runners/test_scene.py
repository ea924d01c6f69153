"""How Star Runners looks: the same for the same view, touchable wherever a move needs it, and nothing in the way."""

import math
import random
from collections.abc import Iterator, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

import triangulum as tri
from tests.games.shared import pieces
from triangulum.core.state import State
from triangulum.games.star_runners import scene as renderer
from triangulum.games.star_runners.scene.kit import KIT
from triangulum.games.star_runners.scene.layout import FLEET_NAMES, HOME_RADIUS, PLACE_POINTS, SEAT_X
from triangulum.games.star_runners.scene.map_pane import ship_point
from triangulum.games.star_runners.scene.paints import COLOURS, PAINTS
from triangulum.games.star_runners.scene.ship_drawings import hull_shapes, rotate_point, ship_symbol
from triangulum.games.star_runners.steps import HOME_CHOICE_KEYS, SHIP_KEYS
from triangulum.games.star_runners.views import HOMES, PLACE_NAMES, Place, Ship, StarRunnersView
from triangulum.scene import (
    Circle,
    Frame,
    Group,
    Pane,
    Pattern,
    Piece,
    Polygon,
    Rect,
    Scene,
    Text,
    apply_diff,
    diff_scenes,
    render_png,
    render_svg,
)
from triangulum.scene import Path as Outline
from triangulum.scene.glyphs import EM, text_width
from triangulum.scene.shapes import Line, Point, Shape
from triangulum.scene.step_tree import build_step_tree, flatten_step_tree
from triangulum.scene.steps import Pick, Press
from triangulum.scene.svg_style import colour_to_grey

pytestmark = pytest.mark.compiled_only

GAME = tri.game("star-runners")
Area = tuple[Point, ...]
"""The corners of something convex."""

GLOWS = {"shine", "well", "cloud", "river", "sky"}
POSITIONS = {
    "choosing first": "- - | S:A M:A L:A | S:B M:B L:B | turn 1 | seat 0 chooses",
    "choosing second": "SL - | S:A M:A L:A | S:B M:B L:B | turn 1 | seat 1 chooses",
    "opening": "SL ML | S:A M:A L:A | S:B M:B L:B | turn 1 | seat 0 rolls",
    "six at Backwater": "ML SM | S:W* M:W* L:W* | S:W* M:W* L:W* | turn 40 | seat 1 spends 6 of 6-2",
    "doubles": "SL SM | S:b2* M:W* L:W* | S:A* M:a1* L:b2 | turn 23 | seat 0 has doubles 4-4",
    "won": "SM SL | S:B* M:B* L:B* | S:a2* M:W* L:b1* | turn 57 | won by seat 0",
    "drawn": "SM SL | S:B* M:B* L:A | S:a2* M:W* L:b1* | turn 301 | drawn",
}


def view_of(state: State, seat: int | None = None) -> StarRunnersView:
    """Return a view of a state."""
    view = state.view(seat)
    assert isinstance(view, StarRunnersView)
    return view


def seen(position: str, **options: Any) -> Scene:
    """Return the picture of a position."""
    return renderer.scene(view_of(GAME.setup(**options).parse_position(position)))


def walk(seed: int, **options: Any) -> Iterator[State]:
    """Yield the states of a random game."""
    dice = random.Random(seed)
    state = GAME.new(**options)
    yield state
    while state.to_move != tri.OVER:
        weights = state.chance_weights() if state.to_move == tri.CHANCE else None
        state.play(dice.choices(state.legal_actions(), weights)[0])
        yield state


def test_equal_views_have_equal_scenes() -> None:
    for state in walk(1, turn_limit=20):
        view, same = view_of(state), view_of(state.copy())
        assert view is not same
        first = renderer.scene(view)
        assert renderer.scene(same) == first
        assert render_svg(renderer.scene(same)) == render_svg(first)


def test_everybody_sees_the_same() -> None:
    for state in walk(2, turn_limit=20):
        assert len({renderer.scene(view_of(state, seat)).title for seat in (0, 1, None)}) == 1
        assert renderer.scene(view_of(state, 0)) == renderer.scene(view_of(state, 1)) == renderer.scene(view_of(state))


@pytest.mark.parametrize("homes", ["guarded", "open"])
def test_every_action_can_be_touched(homes: str) -> None:
    positions = 0
    for seed in range(6):
        for state in walk(seed, homes=homes, turn_limit=60):
            if state.to_move < 0:
                continue
            positions += 1
            view = view_of(state, state.to_move)
            keys = pieces(renderer.scene(view))
            steps = {action: renderer.touch_steps(view, action) for action in state.legal_actions()}
            for step in (step for path in steps.values() for step in path):
                assert isinstance(step, Press) or (isinstance(step, Pick) and step.key in keys)
            grown = build_step_tree(steps, {action: state.format_action(action) for action in steps})
            assert dict(flatten_step_tree(grown)) == steps
    assert positions > 300


def test_a_hop_is_a_ship_and_a_star() -> None:
    state = GAME.setup().parse_position("SM ML | S:a1 M:A L:A | S:B M:B L:B | turn 1 | seat 0 spends 2 of 2-1")
    steps = renderer.touch_steps(view_of(state, 0), state.parse_action("SW"))
    assert steps == (Pick("ship-0-small"), Pick("star-W"))
    (press,) = renderer.touch_steps(view_of(state, 0), state.parse_action("done"))
    assert isinstance(press, Press)
    assert (press.name, str(press.label)) == ("done", "End turn")


def test_differences_lead_from_scene_to_scene() -> None:
    for seed in range(4):
        before: Scene | None = None
        for state in walk(seed, turn_limit=40):
            scene = renderer.scene(view_of(state))
            if before is not None:
                assert apply_diff(before, diff_scenes(before, scene)) == scene
            before = scene


def test_what_did_not_change_is_the_same_piece() -> None:
    state = GAME.setup().parse_position("SM ML | S:a1 M:A L:A | S:B M:B L:B | turn 1 | seat 0 spends 2 of 2-1")
    before = pieces(renderer.scene(view_of(state)))
    state.play("SW")
    after = pieces(renderer.scene(view_of(state)))
    changed = {key for key in before if before[key] is not after[key]}
    assert changed == {"ship-0-small", "doing", "point-1"}


# -------------------------------------------------------------------------------------- nothing in the way


def areas(shapes: Sequence[Shape], x: float, y: float, turn: float = 0.0) -> Iterator[Area]:
    """Yield what shapes cover when they are placed, by convex parts; glows and what is not seen are left out."""
    for shape in shapes:
        match shape:
            case Group():
                dx, dy = rotate_point((shape.x, shape.y), turn)
                assert shape.scale == 1
                yield from areas(shape.shapes, x + dx, y + dy, turn + shape.turn)
            case Circle() if shape.fill not in GLOWS and shape.radius < HOME_RADIUS and not rippling(shape):
                reach = (shape.radius + shape.width / 2 * bool(shape.stroke)) / math.cos(math.pi / 16)
                around = [math.tau * corner / 16 for corner in range(16)]
                corners = [(shape.x + reach * math.sin(a), shape.y + reach * math.cos(a)) for a in around]
                yield placed(corners, x, y, turn)
            case Polygon():
                yield placed(shape.points, x, y, turn)
            case Rect(opacity=1.0):
                right, low = shape.x + shape.wide, shape.y + shape.high
                yield placed([(shape.x, shape.y), (right, shape.y), (right, low), (shape.x, low)], x, y, turn)


def rippling(circle: Circle) -> bool:
    """Tell whether a circle is one of Backwater's ripples, through which ships may fly."""
    return circle.stroke == "pool"


def placed(corners: Sequence[Point], x: float, y: float, turn: float) -> Area:
    """Return corners turned and moved."""
    cosine, sine = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    return tuple((x + px * cosine - py * sine, y + px * sine + py * cosine) for px, py in corners)


def gap(one: Area, other: Area) -> float:
    """Return how far two convex areas are apart along the best of their edges' normals; below 0 they overlap."""
    best = -math.inf
    for area in (one, other):
        for start, end in zip(area, (*area[1:], area[0]), strict=True):
            length = math.dist(start, end)
            if length < 1e-9:
                continue
            normal = ((end[1] - start[1]) / length, (start[0] - end[0]) / length)
            for way in (normal, (-normal[0], -normal[1])):
                best = max(best, least(other, way) - most(one, way))
    return best


def most(area: Area, way: Point) -> float:
    return max(x * way[0] + y * way[1] for x, y in area)


def least(area: Area, way: Point) -> float:
    return min(x * way[0] + y * way[1] for x, y in area)


def apart(one: Sequence[Area], other: Sequence[Area]) -> float:
    """Return the least gap between parts of two things."""
    return min(gap(a, b) for a in one for b in other)


def ship_areas(seat: int, size: int, place: Place) -> list[Area]:
    """Return what a ship covers at a place, with all the badges that it can have there."""
    symbol = ship_symbol(seat, size, True, place not in HOMES and size < 2)
    return list(areas(KIT.drawing(symbol).shapes, *ship_point(seat, size, place)))


def star_areas(place: Place) -> list[Area]:
    """Return what any star covers that can be at a place, a home's ring included."""
    x, y = PLACE_POINTS[place]
    if place in HOMES:
        ring = Circle(0, 0, HOME_RADIUS - 0.1)
        return list(areas((ring,), x, y))
    return list(areas(KIT.drawing("star-2").shapes, x, y))


def name_areas() -> list[Area]:
    """Return the boxes of the names on the map, that of Backwater as wide as it gets in any language."""
    found = []
    for shape in KIT.drawing("sky").shapes:
        if isinstance(shape, Text):
            half = text_width(shape.words) / EM * shape.size / 2
            found.append(name_area(half, shape.size, shape.x, shape.y))
    spot, (x, y) = KIT.drawing("backwater-0").label, PLACE_POINTS["W"]
    return [*found, name_area(spot.max_width / 2, spot.size, x + spot.x, y + spot.y)]


def name_area(half: float, size: float, x: float, y: float) -> Area:
    """Return the box of a name around its middle."""
    high = size * 0.4
    return placed([(-half, -high), (half, -high), (half, high), (-half, high)], x, y, 0)


ORBITS = {
    (seat, size, place): ship_areas(seat, size, place) for seat in (0, 1) for size in range(3) for place in PLACE_NAMES
}


def test_ships_never_overlap() -> None:
    for (one, first), (other, second) in combinations(ORBITS.items(), 2):
        if math.dist(ship_point(*one), ship_point(*other)) < 120:
            assert apart(first, second) > 2.0, f"{one} and {other}"


def test_ships_are_clear_of_stars_and_names() -> None:
    names = name_areas()
    assert len(names) == len(PLACE_NAMES)
    for orbit, ship in ORBITS.items():
        assert apart(ship, star_areas(orbit[2])) > 3.0, orbit
        assert apart(ship, names) > 1.0, orbit


def test_names_are_clear_of_stars() -> None:
    for place in PLACE_NAMES:
        assert apart(star_areas(place), name_areas()) > 1.0, place


def test_guards_are_between_ship_and_star() -> None:
    for place in PLACE_NAMES:
        kind = "home-guard" if place in HOMES else "guard"
        for seat in (0, 1):
            arc = KIT.drawing(f"{kind}-{seat}-2").shapes[0]
            assert isinstance(arc, Outline)
            x, y = PLACE_POINTS[place]
            radius = HOME_RADIUS + 5.0 if place in HOMES else 31.0
            for size in range(3):
                corners = [corner for area in ORBITS[seat, size, place] for corner in area]
                assert min(math.dist(corner, (x, y)) for corner in corners) > radius + arc.width / 2


@pytest.mark.parametrize("position", POSITIONS)
def test_nothing_lies_outside_the_frame(position: str) -> None:
    for pane in seen(POSITIONS[position]).panes:
        for piece in pane.pieces:
            assert piece.scale == 1
            for x, y in corners_of(piece):
                assert within(pane, x, y), piece.key


def corners_of(piece: Piece) -> Iterator[Point]:
    """Yield the outermost points of a piece and of its label."""
    drawing = KIT.drawing(piece.symbol)
    for area in areas(drawing.shapes, piece.x, piece.y, piece.turn):
        yield from area
    for line in (shape for shape in drawing.shapes if isinstance(shape, Line)):
        yield from ((piece.x + line.x1, piece.y + line.y1), (piece.x + line.x2, piece.y + line.y2))
    spot = drawing.label
    half = text_width(str(piece.label)) / EM * spot.size / 2
    for side in (-half, half):
        yield piece.x + spot.x + side, piece.y + spot.y


def within(pane: Pane, x: float, y: float) -> bool:
    """Tell whether a point is in the frame of a pane."""
    frame: Frame = pane.frame
    return frame.x <= x <= frame.x + frame.wide and frame.y <= y <= frame.y + frame.high


def test_every_orbit_is_on_the_map() -> None:
    sky = seen(POSITIONS["opening"]).pane("map")
    assert all(within(sky, x, y) for ship in ORBITS.values() for area in ship for x, y in area)


def test_all_places_are_rounded() -> None:
    for place in PLACE_NAMES:
        for seat in (0, 1):
            for size in range(3):
                assert all(value == round(value, 1) for value in ship_point(seat, size, place))


# ------------------------------------------------------------------------------------------ what it tells


def test_titles_tell_what_badges_show() -> None:
    found = pieces(seen("SM ML | S:W* M:b1 L:a1 | S:a1* M:W L:W* | turn 18 | seat 1 spends 3 of 5-2"))
    titles = {key: str(piece.title) for key, piece in found.items()}
    assert titles["ship-0-small"] == "Orange’s small ship at Backwater (has visited Backwater, pinned)"
    assert found["ship-0-small"].symbol == "ship-0-small-visited-pinned"
    assert titles["ship-0-medium"] == "Orange’s medium ship at b1"
    assert titles["ship-1-large"] == "Blue’s large ship at Backwater (has visited Backwater)"
    assert titles["star-a1"] == "a1: a large star"
    assert titles["star-A"] == "Orange’s home, A: a small and a medium star"
    assert titles["guard-1-W"] == "Blue’s large ship keeps small and medium enemy ships out of Backwater"


def test_guards_show_only_where_they_matter() -> None:
    def guards(position: str, **options: Any) -> set[str]:
        return {key for key in pieces(seen(position, **options)) if key.startswith("guard")}

    assert guards(POSITIONS["opening"]) == set()
    assert guards("SM ML | S:b1 M:A L:A | S:B M:B L:B | turn 1 | seat 0 spends 2 of 2-1") == {"guard-1-B"}
    assert guards("SM ML | S:b1 M:A L:A | S:B M:B L:B | turn 1 | seat 0 spends 2 of 2-1", homes="open") == set()
    assert guards("SM ML | S:A M:A L:a1 | S:b1 M:B L:B | turn 1 | seat 0 spends 2 of 2-1") == {"guard-0-a1"}
    assert guards(POSITIONS["won"]) == set()


def test_pins_are_those_of_the_rules() -> None:
    for seed in range(6):
        for state in walk(seed, turn_limit=60):
            view = view_of(state)
            found = pieces(renderer.scene(view))
            for ship in view.ships:
                key = SHIP_KEYS[ship.seat][ship.size]
                assert ("pinned" in str(found[key].title)) == held(ship, view)
                if view.phase == "spending" and ship.seat == view.turn_of and held(ship, view):
                    letter = view.letters[ship.size]
                    assert not any(state.format_action(action).startswith(letter) for action in state.legal_actions())


def held(ship: Ship, view: StarRunnersView) -> bool:
    """Tell whether a larger enemy holds a ship at a single star."""
    larger = [other for other in view.ships if other.seat != ship.seat and other.size > ship.size]
    return ship.place not in HOMES and ship.place in {other.place for other in larger}


def test_stars_of_unknown_size_are_outlines() -> None:
    first = {key: piece.symbol for key, piece in pieces(seen(POSITIONS["choosing first"])).items()}
    assert all(first[f"star-{place}"].endswith("unborn") for place in PLACE_NAMES)
    second = {key: piece.symbol for key, piece in pieces(seen(POSITIONS["choosing second"])).items()}
    unborn = {place for place in PLACE_NAMES if second[f"star-{place}"].endswith("unborn")}
    assert unborn == {"W", "b1", "b2", "B"}
    assert pieces(seen(POSITIONS["choosing second"]))["pair-small-large"].marks == ("taken",)


def test_the_desk_shows_dice_points_and_turn() -> None:
    found = pieces(seen("SM ML | S:W* M:b1 L:a1 | S:a1* M:W L:W* | turn 18 | seat 1 spends 3 of 5-2"))
    assert (found["die-0"].symbol, found["die-1"].symbol) == ("die-5", "die-2")
    points = [piece.symbol for key, piece in found.items() if key.startswith("point")]
    assert points == ["point-left"] * 3 + ["point-spent"] * 2
    assert found["turn"].x == SEAT_X[1]
    assert (str(found["doing"].label), str(found["clock"].label)) == ("3 points left", "Turn 18")
    assert str(found["clock"].title) == "Turn 18 of 300"
    near = pieces(seen("SM ML | S:W* M:b1 L:a1 | S:a1* M:W L:W* | turn 290 | seat 1 spends 3 of 5-2"))
    assert str(near["clock"].label) == "Turn 290 of 300"


@pytest.mark.parametrize(
    ("position", "title"),
    [
        ("choosing first", "Orange is choosing a home."),
        ("opening", "Orange is rolling the dice."),
        ("doubles", "Orange rolled a double 4 and can take 4 points or roll again."),
        ("won", "Orange wins: the whole fleet has reached Blue’s home."),
        ("drawn", "The game is a draw: the turn limit has been reached."),
    ],
)
def test_the_whole_is_a_sentence(position: str, title: str) -> None:
    assert str(seen(POSITIONS[position]).title) == title


def test_fleets_differ_without_colour() -> None:
    for mode in ("light", "dark"):
        greys = [int(colour_to_grey(getattr(COLOURS[fleet], mode))[1:3], 16) for fleet in FLEET_NAMES]
        pips = [int(colour_to_grey(getattr(COLOURS[f"{fleet}-pip"], mode))[1:3], 16) for fleet in FLEET_NAMES]
        assert greys[0] - greys[1] > 60
        assert pips[0] < greys[0] - 100
        assert pips[1] > greys[1] + 100
    bases = [PAINTS[f"{fleet}-base"] for fleet in FLEET_NAMES]
    assert [base.kind for base in bases if isinstance(base, Pattern)] == ["hatch", "dots"]
    for size in range(3):
        hulls = [next(iter(areas(hull_shapes(seat, size), 0, 0))) for seat in (0, 1)]
        assert max(hulls[0])[1] == 0.0, "seat 0's point to the right"
        assert min(hulls[1])[1] == 0.0, "seat 1's point to the left"


def test_other_dice_and_letters_can_be_drawn(tmp_path: Path) -> None:
    text = GAME.components.text.replace("sides = 6", "sides = 20").replace('"S"', '"T"')
    (tmp_path / "box.toml").write_text(text, encoding="utf-8")
    setup = GAME.setup(components=tmp_path / "box.toml")
    choosing = pieces(renderer.scene(view_of(setup.new())))
    titles = [str(choosing[key].title) for key in HOME_CHOICE_KEYS]
    pairs = ["a medium and a large star", "a small and a large star", "a small and a medium star"]
    assert titles == [f"Home: {pair}" for pair in pairs]
    state = setup.parse_position("TM ML | T:A M:A L:A | T:B M:B L:B | turn 1 | seat 0 spends 20 of 20-7")
    scene = renderer.scene(view_of(state))
    found = pieces(scene)
    assert (found["die-0"].label, found["die-1"].label) == ("20", "7")
    assert len([key for key in found if key.startswith("point")]) == 20
    assert all(
        within(scene.pane("dice"), *corner) for key in found for corner in corners_of(found[key]) if "point" in key
    )


def test_it_can_be_drawn_in_every_way() -> None:
    for position in POSITIONS.values():
        assert render_png(seen(position), width=360, layout="narrow", mode="dark", grey=True).startswith(b"\x89PNG")


def test_a_notebook_shows_it() -> None:
    assert (GAME.new()._repr_svg_() or "").startswith("<svg")
