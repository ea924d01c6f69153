"""How Tri-Trac looks: the same for the same view, touchable wherever a move needs it, and tracks that really join."""

import math
import random
from collections.abc import Iterator
from typing import Any, cast

import pytest

import triangulum as tri
from tests.games.shared import pieces
from triangulum.core.state import State
from triangulum.games.tri_trac import scene as renderer
from triangulum.games.tri_trac.box import TriTracBox
from triangulum.games.tri_trac.scene.board_layout import ARROW_LENGTH, BoardLayout
from triangulum.games.tri_trac.scene.board_pane import build_board_pane, find_board_pieces
from triangulum.games.tri_trac.scene.desk_drawings import DESK_HEIGHT, DESK_WIDTH, MAX_RESERVE_SHOWN, build_reserve
from triangulum.games.tri_trac.scene.desk_pane import build_reserve_piece, list_turn_counter_pieces
from triangulum.games.tri_trac.scene.paints import COLOURS
from triangulum.games.tri_trac.scene.triangle_drawings import build_track_shapes, find_lock_point, find_space_name_spot
from triangulum.games.tri_trac.scene.triangle_geometry import (
    CORNER_DISTANCE,
    ROTATIONS,
    SPACE_SIDE,
    TRACK_OUTER_RADIUS,
    point_on_ring,
    rotate_point,
)
from triangulum.games.tri_trac.views import OWNERS, BoardTriangle, TriTracView
from triangulum.scene import (
    Group,
    Path,
    Rect,
    Scene,
    apply_diff,
    diff_scenes,
    render_png,
    render_svg,
)
from triangulum.scene.glyphs import EM, text_width
from triangulum.scene.shapes import Point
from triangulum.scene.step_tree import build_step_tree, flatten_step_tree
from triangulum.scene.steps import Cycle, Pick
from triangulum.scene.svg_style import colour_to_grey

pytestmark = pytest.mark.compiled_only

GAME = tri.game("tri-trac")
BOX: TriTracBox = GAME.components.box
WON = "N c4 LB; O a2 RT, a3 LB, b4 LT; Y b3 RB, c3 LT, c2 LR, c1 LR | after turn 9 | won by seat 0"
JOINED = "N b4 LT; O b5 LB, c4 RB; Y c5 RT, d3 LT | turn 13 | last moved d5-c5"

OTHERS = {
    "triangle": ("    ^", "   ^v^", "  ^v^v^", " ^v^v^v^", "^v^v^v^v^"),
    "parallelogram": ("^v^v^v^v^v^v", " ^v^v^v^v^v^v", "  ^v^v^v^v^v^v", "   ^v^v^v^v^v^v", "    ^v^v^v^v^v^v"),
    "row": ("^v^v^v^",),
}
"""Other boards, one of them with as many spaces as there may be."""


def view_of(state: State, seat: int | None = None) -> TriTracView:
    """Return a view of a state."""
    return cast(TriTracView, state.view(seat))


def at(position: str) -> State:
    """Return a position."""
    return GAME.setup().parse_position(position)


def seen(position: str) -> Scene:
    """Return the picture of a position."""
    return renderer.scene(view_of(at(position)))


def walk(seed: int, **options: Any) -> Iterator[State]:
    """Yield the states of a random game."""
    dice = random.Random(seed)
    state = GAME.new(**options)
    yield state
    while state.to_move != tri.OVER:
        state.play(dice.choice(state.legal_actions()))
        yield state


def test_equal_views_have_equal_scenes() -> None:
    for state in walk(1, turn_limit=30):
        view, same = view_of(state), view_of(state.copy())
        first = renderer.scene(view)
        for kept in (renderer.scene, build_board_pane, find_board_pieces):
            kept.cache_clear()
        assert renderer.scene(same) == first
        assert render_svg(renderer.scene(same)) == render_svg(first)


def test_everybody_sees_the_same() -> None:
    for state in walk(2, turn_limit=30):
        assert renderer.scene(view_of(state, 0)) == renderer.scene(view_of(state, 1)) == renderer.scene(view_of(state))


# ---------------------------------------------------------------------------------------------- where one touches


def test_every_action_can_be_touched() -> None:
    positions = 0
    for seed in range(8):
        for state in walk(seed, turn_limit=60):
            if state.to_move < 0:
                continue
            positions += 1
            view = view_of(state, state.to_move)
            keys = pieces(renderer.scene(view))
            steps = {action: renderer.touch_steps(view, action) for action in state.legal_actions()}
            for step in (step for path in steps.values() for step in path):
                assert isinstance(step, Pick | Cycle)
                assert step.key in keys
            grown = build_step_tree(steps, {action: state.format_action(action) for action in steps})
            assert dict(flatten_step_tree(grown)) == steps
    assert positions > 200


@pytest.mark.parametrize(
    ("move", "touched"),
    [
        ("d1 RT", (Pick("reserve-1"), Pick("space-d1"))),
        ("c3 LR", (Pick("reserve-1"), Pick("space-c3"), Cycle("space-c3", "LR"))),
        ("c5-c3 LR", (Pick("yellow-c5"), Pick("space-c3"), Cycle("space-c3", "LR"))),
        ("c5-a4 LR", (Pick("yellow-c5"), Pick("space-a4"))),
        ("d3 LR", (Pick("yellow-d3"), Cycle("yellow-d3", "LR"))),
        ("N c3 LR", (Pick("neutral"), Pick("space-c3"), Cycle("space-c3", "LR"))),
        ("N b4 LR", (Pick("neutral"), Cycle("neutral", "LR"))),
    ],
)
def test_a_move_is_touched_by_its_parts(move: str, touched: tuple[Pick | Cycle, ...]) -> None:
    state = at("N b4 LT; O b5 LB, c4 RB; Y c5 RT, d3 LT | turn 12")
    assert renderer.touch_steps(view_of(state, 1), state.parse_action(move)) == touched


def test_the_neutral_triangle_is_taken_from_the_desk_first() -> None:
    state = GAME.new()
    scene = renderer.scene(view_of(state))
    assert "neutral" in {piece.key for piece in scene.pane("desk").pieces}
    steps = renderer.touch_steps(view_of(state, 0), state.parse_action("N c4 LR"))
    assert steps == (Pick("neutral"), Pick("space-c4"), Cycle("space-c4", "LR"))
    state.play("N c4 LR")
    scene = renderer.scene(view_of(state))
    assert "neutral" in {piece.key for piece in scene.pane("board").pieces}
    assert "neutral" not in {piece.key for piece in scene.pane("desk").pieces}


# --------------------------------------------------------------------------------------------- what moves and stays


def test_differences_lead_from_scene_to_scene() -> None:
    for seed in range(4):
        before: Scene | None = None
        for state in walk(seed, turn_limit=60):
            scene = renderer.scene(view_of(state))
            if before is not None:
                change = diff_scenes(before, scene)
                assert apply_diff(before, change) == scene
                assert not any(pane.order for pane in change.panes), "what stays is in the order it was in"
            before = scene


def test_a_triangle_is_seen_to_move() -> None:
    state = at("N b4 LT; O b5 LB, c4 RB; Y c5 RT, d3 LT | turn 12")
    before = pieces(renderer.scene(view_of(state)))
    state.play("c5-c3 LR")
    after = pieces(renderer.scene(view_of(state)))
    moved = after["yellow-c5"]
    assert (moved.x, moved.y) == (before["space-c3"].x, before["space-c3"].y)
    assert str(moved.title) == "Yellow triangle on c3, connecting left and right, just played"
    assert str(after["origin"].title) == "Just moved from c5"
    state.play("b5-c5 LR")
    later = pieces(renderer.scene(view_of(state)))
    assert later["yellow-c3"].x == moved.x
    assert later["orange-b5"].x == before["space-c5"].x
    assert "yellow-c5" not in later


def test_a_turn_turns_and_nothing_else() -> None:
    state = at("N b4 LT; O b5 LB, c4 RB; Y c5 RT, d3 LT | turn 12 | last placed b5")
    before = pieces(renderer.scene(view_of(state)))
    state.play("c5 LR")
    after = pieces(renderer.scene(view_of(state)))
    unturned, turned = before["yellow-c5"], after["yellow-c5"]
    assert (unturned.x, unturned.y) == (turned.x, turned.y)
    assert abs(unturned.turn - turned.turn) in (120, 240)
    board = {piece.key for piece in renderer.scene(view_of(state)).pane("board").pieces}
    changed = {key for key in board if before.get(key) is not after[key]}
    assert changed == {"yellow-c5", "orange-b5", "last"}


# ------------------------------------------------------------------------------------------------ tracks that join


def sides_met(board: BoardLayout, space: int, blank: int) -> list[tuple[Point, Point]]:
    """Return where the track of a triangle ends in the picture, each with the direction in which it leads out."""
    turn = board.triangle_rotation(space, blank)
    x, y = board.space_centres[space]
    ends = []
    for angle, outwards in ((150.0, 60.0), (210.0, 300.0)):
        dx, dy = rotate_point(point_on_ring(SPACE_SIDE / 2, angle), turn)
        way = rotate_point((0.0, -1.0), outwards + turn)
        ends.append(((x + dx, y + dy), way))
    return ends


@pytest.mark.parametrize("outline", [BOX.outline, *OTHERS.values()])
def test_tracks_meet_in_the_middle_of_the_side_they_share(outline: tuple[str, ...]) -> None:
    board = BoardLayout(outline, ())
    joints = 0
    for space, across in enumerate(board.lattice.neighbours):
        for blank in range(3):
            ends = sides_met(board, space, blank)
            for side in (side for side in range(3) if side != blank):
                middle = board.side_middle(space, side)
                (met, way) = min(ends, key=lambda end: math.dist(end[0], middle))
                assert math.dist(met, middle) < 0.02
                beyond = across[side]
                if beyond is None:
                    continue
                back = board.lattice.opposite_side(side)
                for other in (other for other in range(3) if other != back):
                    there, opposite = min(sides_met(board, beyond, other), key=lambda end: math.dist(end[0], middle))
                    assert math.dist(met, there) < 0.02
                    assert math.dist(way, (-opposite[0], -opposite[1])) < 1e-9, "it goes straight on"
                    joints += 1
    assert joints > 20


def test_the_drawn_band_ends_where_it_should() -> None:
    """The first corner of the band's outline is on the right side, half its width beyond the middle."""
    for owner in OWNERS:
        band = next(s for s in build_track_shapes(owner) if isinstance(s, Path) and s.fill == owner)
        x, y = (float(part) for part in band.outline[1:].split("A")[0].split())
        expected = point_on_ring(TRACK_OUTER_RADIUS, 150.0)
        assert math.dist((x, y), expected) < 0.01


def test_ways_are_those_of_the_rules() -> None:
    board = BoardLayout(BOX.outline, view_of(GAME.new()).arrows)
    assert [list(ways) for ways in board.allowed_blank_sides] == [
        BOX.allowed_blank_sides(space) for space in range(len(board.lattice.spaces))
    ]


# ------------------------------------------------------------------------------------------ nothing out of sight


@pytest.mark.parametrize("outline", [BOX.outline, *OTHERS.values()])
def test_all_of_the_board_is_in_its_frame(outline: tuple[str, ...]) -> None:
    bare = BoardLayout(outline, ())
    rim = [(at, side) for at, across in enumerate(bare.lattice.neighbours) for side in range(3) if across[side] is None]
    for space, side in rim:
        board = BoardLayout(outline, ((space, side, "dark"),))
        middle = board.size / 2
        assert board.radius < middle
        for corner in board.side_ends(space, side):
            assert math.dist(corner, (middle, middle)) < board.radius - 75
        tip = board.arrow_tip(space, side)
        dx, dy = rotate_point((0.0, ARROW_LENGTH), board.inward_angle(space, side))
        assert math.dist((tip[0] + dx, tip[1] + dy), (middle, middle)) < board.radius, "the arrow is on the plastic"


def test_nothing_on_the_desk_is_outside_it_or_in_the_way() -> None:
    for position in ("-", JOINED, WON):
        boxes: dict[str, tuple[float, float, float, float]] = {}
        for piece in seen(position).pane("desk").pieces:
            drawing = find_board_pieces(BOX.outline, view_of(GAME.new()).arrows).kit.drawing(piece.symbol)
            for shape in drawing.shapes:
                if isinstance(shape, Rect):
                    left, top = piece.x + shape.x, piece.y + shape.y
                    assert 0 <= left < left + shape.wide <= DESK_WIDTH
                    assert 0 <= top < top + shape.high <= DESK_HEIGHT
                    boxes.setdefault(piece.key, (left, top, left + shape.wide, top + shape.high))
            half = text_width(str(piece.label)) / EM * drawing.label.size / 2
            x = piece.x + drawing.label.x
            assert x - half >= 0
            assert x + half <= DESK_WIDTH
        solid = [box for key, box in boxes.items() if key != "turn"]
        for i, one in enumerate(solid):
            for other in solid[:i]:
                assert one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]


def test_locks_and_names_are_off_the_track() -> None:
    for turn in ROTATIONS:
        corner = rotate_point((0.0, -CORNER_DISTANCE), turn)
        spot = find_space_name_spot(turn)
        outer = TRACK_OUTER_RADIUS
        assert math.dist((spot.x, spot.y), corner) > outer + spot.size / 2
        lock = find_lock_point(turn)
        assert math.dist(lock, corner) > outer
        assert math.dist(lock, (spot.x, spot.y)) > 40
        assert math.hypot(*lock) < CORNER_DISTANCE


# ------------------------------------------------------------------------------------------------- what it tells


def test_kinds_differ_without_colour() -> None:
    for mode in ("light", "dark"):
        greys = [int(colour_to_grey(getattr(COLOURS[owner], mode))[1:3], 16) for owner in OWNERS]
        lines = [int(colour_to_grey(getattr(COLOURS[f"{owner}-line"], mode))[1:3], 16) for owner in OWNERS]
        ground = int(colour_to_grey(getattr(COLOURS["tile-face"], mode))[1:3], 16)
        assert all(abs(one - other) > 25 for i, one in enumerate(greys) for other in greys[:i])
        assert all(track - ground > 80 for track in greys), "tracks stand out from their triangles"
        assert all(track - line > 60 for track, line in zip(greys, lines, strict=True))
    markings = [[s.outline for s in build_track_shapes(owner)[2:] if isinstance(s, Path)] for owner in OWNERS]
    assert [sum(outline.count("M") for outline in marking) for marking in markings] == [2, 1, 3]


def test_arrows_differ_without_colour() -> None:
    for mode in ("light", "dark"):
        dark, light = (int(colour_to_grey(getattr(COLOURS[f"wood-{w}"], mode))[1:3], 16) for w in ("dark", "light"))
        assert light - dark > 60


def test_the_dashes_go_on_evenly() -> None:
    """The gap between two dashes is as long as the one over the joint of two triangles."""
    marking = next(s for s in build_track_shapes("yellow")[2:] if isinstance(s, Path))
    assert marking.outline.count("Z") == 3
    starts = [part.split("A")[0] for part in marking.outline.split("M")[1:]]
    angles = []
    for start in starts:
        x, y = (float(part) for part in start.split())
        angles.append(math.degrees(math.atan2(x, -(y + CORNER_DISTANCE))) % 360)
    assert [round(angle - 150, 1) for angle in angles] == [4.5, 24.5, 44.5]


def test_a_lock_tells_whose_it_is() -> None:
    free = pieces(seen("N b4 LT; O b5 LB, c4 RB; Y c5 RT, d3 LT | turn 12"))
    assert "lock" not in free
    assert str(free["touch"].title) == "Yellow can move or rotate the neutral triangle"
    locked = pieces(seen("N b4 LT; O b5 LB, c4 RB; Y c5 RT, d3 LT | turn 12 | neutral barred | last turned b4"))
    assert locked["lock"].symbol == "lock-0"
    assert (
        str(locked["lock"].title)
        == "Locked: Yellow can’t move or rotate the neutral triangle this turn, because Orange has just used it"
    )
    assert str(locked["touch"].label) == "locked"


def test_titles_tell_what_lies_where() -> None:
    found = pieces(seen(JOINED))
    titles = {key: str(piece.title) for key, piece in found.items()}
    assert titles["neutral"] == "Neutral triangle on b4, connecting left and top"
    assert titles["orange-b5"] == "Orange triangle on b5, connecting left and bottom"
    assert titles["yellow-d5"] == "Yellow triangle on c5, connecting right and top, just played"
    assert titles["space-a2"] == "a2: empty, at a dark arrow"
    assert titles["space-c5"] == "c5: occupied"
    assert titles["arrow-b7"] == "Light arrow at b7"
    assert titles["reserve-0"] == "Orange’s reserve: 5 triangles"
    assert (str(found["clock"].label), titles["clock"]) == ("Turn 13", "Turn 13 of 200")
    silent = {key for key, piece in found.items() if not piece.title}
    assert silent == {"turn"}


def test_the_last_turn_is_shown_when_it_is_near() -> None:
    (_,) = list_turn_counter_pieces("moving", 169, 200)
    _, limit = list_turn_counter_pieces("moving", 170, 200)
    assert str(limit.label) == "of 200"


def test_the_winning_track_is_lit_from_arrow_to_arrow() -> None:
    found = pieces(seen(WON))
    lit = {key.removeprefix("beam-") for key in found if key.startswith("beam")}
    assert lit == {"a2", "a3", "b4", "b3", "c3", "c2", "c1"}
    arrows = {key for key, piece in found.items() if key.startswith("arrow") and piece.symbol.endswith("lit")}
    assert arrows == {"arrow-a2", "arrow-c1"}
    assert str(found["result"].label) == "Track of 7"
    assert str(found["doing"].label) == "winner"


def test_reserves_can_be_counted() -> None:
    for count in range(MAX_RESERVE_SHOWN + 1):
        fan = [shape for shape in build_reserve("orange", count).shapes if isinstance(shape, Group)]
        assert len(fan) == count
    many = build_reserve_piece(0, 12)
    assert (many.symbol, many.label) == ("reserve-0-7", "12")


@pytest.mark.parametrize(
    ("position", "title"),
    [
        ("-", "Orange is placing the neutral triangle."),
        (JOINED, "Orange is choosing a triangle to play."),
        (WON, "Orange wins with a track of 7 triangles."),
    ],
)
def test_the_whole_is_a_sentence(position: str, title: str) -> None:
    assert str(seen(position).title) == title


@pytest.mark.parametrize("name", OTHERS)
def test_other_boards_can_be_drawn(name: str) -> None:
    outline = OTHERS[name]
    board = BoardLayout(outline, ())
    rim = board.lattice.list_rim_sides()
    spaces = [
        BoardTriangle("orange", ways[0]) if ways else None for ways in BoardLayout(outline, ()).allowed_blank_sides
    ]
    view = view_of(GAME.new())
    changed = {"outline": outline, "spaces": tuple(spaces), "arrows": ((*rim[0], "dark"), (*rim[-2], "light"))}
    fields = {field: getattr(view, field) for field in view.__struct_fields__}
    scene = renderer.scene(TriTracView(**fields | changed))
    assert render_png(scene, width=200).startswith(b"\x89PNG")
    assert len(pieces(scene)) > len(spaces)


def test_it_can_be_drawn_in_every_way() -> None:
    for position in ("-", JOINED, WON):
        assert render_png(seen(position), width=360, layout="narrow", mode="dark", grey=True).startswith(b"\x89PNG")


def test_a_notebook_shows_it() -> None:
    assert (GAME.new()._repr_svg_() or "").startswith("<svg")
