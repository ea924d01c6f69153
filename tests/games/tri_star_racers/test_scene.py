"""How Tri-Star Racers looks: the same for the same view, touchable wherever a choice needs it, told without colour."""

import math
from itertools import combinations, pairwise, permutations
from pathlib import Path

import msgspec
import pytest

from tests.games.tri_star_racers.sample_views import (
    BOOSTS,
    FACES,
    LATTICE,
    TOKEN_KINDS,
    build_view,
    find_matches,
    random_board,
)
from triangulum.games.tri_star_racers import scene as renderer
from triangulum.games.tri_star_racers.actions import ActionCodec
from triangulum.games.tri_star_racers.box import POWERS
from triangulum.games.tri_star_racers.scene import board_pane, kit, lanes_pane, side_panes, tile_drawings
from triangulum.games.tri_star_racers.scene.board_layout import EDGE_ANGLES, BoardLayout
from triangulum.games.tri_star_racers.views import LANES, PHASES, Burst, PlayedTile, RacersView, Slot
from triangulum.learn.guide import HEADING_PATTERN
from triangulum.scene import (
    Circle,
    Group,
    Piece,
    Polygon,
    Rect,
    Scene,
    apply_diff,
    diff_scenes,
    render_png,
    render_svg,
)
from triangulum.scene.glyphs import EM, text_width
from triangulum.scene.localize import localize_scene
from triangulum.scene.step_tree import build_step_tree, flatten_step_tree
from triangulum.scene.steps import Cycle, Pick, Step
from triangulum.scene.svg_style import colour_to_grey
from triangulum.text import ENGLISH, PSEUDO_LANGUAGE, Reader

pytestmark = pytest.mark.compiled_only

CODEC = ActionCodec(len(FACES), len(LATTICE.spaces))
NOT, ICE = (False, False, False), (True, True, True)

TOKENS = tuple(
    Slot(boost, None if at in (1, 4) else FACES[at], {1: 3, 4: 0}.get(at))
    for at, boost in enumerate(BOOSTS["advanced"])
)
RACES: dict[str, RacersView] = {
    "being set up": build_view(3, 1, phase="setup", turn_of=None, to_move=-1, edges=("4a",), order=(), slots=(),
                               played=None,
                               edge_sections=(("P-warp", "B1", "O-freeze", "team", "B-warp", "O1", "P-freeze"),)),
    "two at the start": build_view(2, 1),
    "four in the middle": build_view(4, 14),
    "five with ice": build_view(5, 24, frozen=(ICE, NOT, ICE, NOT, ICE), seat=3, to_move=3, turn_of=3),
    "powers": build_view(3, 20, phase="power", powers=("P-warp", "O-freeze", "O-freeze", "team"),
                         waiting=(Burst(1, 15),)),
    "all powers": build_view(2, 20, phase="power", powers=POWERS),
    "starbursts": build_view(3, 26, phase="use", tokens=("P3", "O2", "W2", "W2")),
    "all starbursts": build_view(2, 26, phase="use", tokens=(*TOKEN_KINDS, "W2", "W2"), last_round=True),
    "turning up": build_view(4, 26, phase="burst", to_move=-1, waiting=(Burst(1, 15), Burst(2, 25)), tokens=("B3",)),
    "a wild boost": build_view(2, 30, "advanced", phase="boost", token="W1", last_round=True),
    "advanced": build_view(5, 18, "advanced", phase="draft", slots=TOKENS, order=(3, 0, 2, 4, 1), done=2,
                           discarded=FACES[:3], turn_of=2, to_move=2, seat=2),
    "basic": build_view(2, 9, "basic", phase="draft", starbursts=False, bursts=()),
    "far ahead": build_view(5, 44, ships=((28, 31, 29), (20, 33, 40), (26, 41, 44), (31, 36, 73), (22, 30, 33)),
                            bursts=()),
    "won": build_view(4, 49, phase="over", winners=(3,), turn_of=None, to_move=-2, bag=0),
    "shared": build_view(3, 49, phase="over", winners=(0, 2), turn_of=None, to_move=-2, seat=None),
}  # fmt: skip
ALL = pytest.mark.parametrize("view", RACES.values(), ids=RACES)


def replace_fields(view: RacersView, **fields: object) -> RacersView:
    """Return a view in which some fields are others."""
    return msgspec.structs.replace(view, **fields)


def pieces_by_key(scene: Scene) -> dict[str, Piece]:
    """Return all pieces of a scene by key, no two of which have the same."""
    found = [piece for pane in scene.panes for piece in pane.pieces]
    keyed = {piece.key: piece for piece in found}
    assert len(keyed) == len(found)
    return keyed


def view_pieces(view: RacersView) -> dict[str, Piece]:
    """Return the pieces of a view's picture."""
    return pieces_by_key(renderer.scene(view))


def read_pieces(view: RacersView, reader: Reader = ENGLISH) -> dict[str, Piece]:
    """Return the pieces of a view's picture as somebody reads them."""
    return pieces_by_key(localize_scene(renderer.scene(view), reader))


# -------------------------------------------------------------------------------------------------- the whole picture


@ALL
def test_equal_views_have_equal_scenes(view: RacersView) -> None:
    first = renderer.scene(view)
    again = msgspec.json.decode(msgspec.json.encode(view), type=RacersView)
    for kept in (
        board_pane.board_pane,
        board_pane.space_pieces,
        side_panes.players_pane,
        side_panes.draft_pane,
        side_panes.hand_pane,
    ):
        kept.cache_clear()
    lanes_pane.lanes_pane.cache_clear()
    assert renderer.scene(again) == first
    assert render_svg(renderer.scene(again)) == render_svg(first)


@ALL
def test_all_is_drawn_with_what_the_kit_has(view: RacersView) -> None:
    scene = renderer.scene(view)
    symbols = {piece.symbol for piece in pieces_by_key(scene).values()} | {
        name for pane in scene.panes for name in pane.still
    }
    assert symbols <= set(scene.kit.drawings)
    assert len(scene.kit.drawings) < 120, "tiles are put together from parts"
    assert render_png(scene, width=200, layout="narrow", mode="dark", grey=True).startswith(b"\x89PNG")


def test_panes_follow_each_other_as_one_needs_them() -> None:
    assert [pane.name for pane in renderer.scene(RACES["advanced"]).panes] == [
        "board",
        "lanes",
        "hand",
        "draft",
        "players",
    ]
    assert [pane.name for pane in renderer.scene(RACES["shared"]).panes] == ["board", "lanes", "draft", "players"]
    assert all(pane.title for pane in renderer.scene(RACES["advanced"]).panes)


def test_differences_lead_from_any_scene_to_any_other_of_a_setup() -> None:
    for one in RACES.values():
        for other in RACES.values():
            if len(one.ships) == len(other.ships):
                before, after = renderer.scene(one), renderer.scene(other)
                assert apply_diff(before, diff_scenes(before, after)) == after


@ALL
@pytest.mark.parametrize("language", ["en", PSEUDO_LANGUAGE])
def test_nothing_is_outside_its_pane(view: RacersView, language: str) -> None:
    scene = localize_scene(renderer.scene(view), Reader(language))
    for pane in scene.panes:
        for piece in pane.pieces:
            spot = scene.kit.drawing(piece.symbol).label
            width = text_width(str(piece.label)) / EM * spot.size
            half = (min(width, spot.max_width) if spot.max_width else width) * piece.scale / 2
            x = piece.x + spot.x * piece.scale
            assert 0 <= piece.x <= pane.frame.wide
            assert 0 <= piece.y <= pane.frame.high
            assert x - half >= 0, piece
            assert x + half <= pane.frame.wide, piece


# ------------------------------------------------------------------------------------------------ where one touches


def list_placement_steps(view: RacersView) -> dict[int, tuple[Step, ...]]:
    """Return the steps of all ways to play a tile of the hand on any empty space."""
    found = {}
    for tile in set(view.hands[view.to_move]):
        assert tile is not None
        face = view.faces.index(tile)
        ways: dict[tuple[str, ...], int] = {}
        for at, way in enumerate(permutations(tile)):
            ways.setdefault(way, at)
        for space in (at for at, lying in enumerate(view.board) if lying is None):
            for arrangement in ways.values():
                action = int(CODEC.encode_placement(face, space, arrangement))
                found[action] = renderer.touch_steps(view, action)
    return found


@pytest.mark.parametrize("alike", [False, True])
def test_every_placement_has_touches_of_its_own(alike: bool) -> None:
    view = build_view(4, 14)
    plain = ("P1", "P1", "P1")
    hand = (FACES[0], FACES[0], plain) if alike else view.hands[0]
    view = replace_fields(view, hands=(hand, *view.hands[1:]))
    found, keys = list_placement_steps(view), view_pieces(view)
    assert len(found) >= 35 * (6 + 1)
    for step in (step for path in found.values() for step in path):
        assert isinstance(step, Pick | Cycle)
        assert step.key in keys
    grown = build_step_tree(found, {action: str(action) for action in found})
    assert dict(flatten_step_tree(grown)) == found


def test_a_tile_is_picked_put_down_and_turned() -> None:
    view = replace_fields(
        build_view(2, 1), hands=((("B1", "P2", "O3"), ("P2", "B1", "O3"), ("P1", "P1", "P1")), (None,) * 3)
    )
    face, up, down = FACES.index(("P2", "B1", "O3")), LATTICE.index_by_name["f5"], LATTICE.index_by_name["e4"]
    # Corner 0 is the right one, corner 1 the left one, and corner 2 the one above or below.
    arrangement = list(permutations((0, 1, 2))).index((2, 0, 1))
    steps = renderer.touch_steps(view, CODEC.encode_placement(face, up, arrangement))
    assert steps == (Pick("hand-1"), Pick("space-f5"), Cycle("space-f5", "P2 B1 O3"))
    steps = renderer.touch_steps(view, CODEC.encode_placement(face, down, arrangement))
    assert steps == (Pick("hand-1"), Pick("space-e4"), Cycle("space-e4", "P2 O3 B1"))
    plain = FACES.index(("P1", "P1", "P1"))
    assert renderer.touch_steps(view, CODEC.encode_placement(plain, up, 0)) == (Pick("hand-2"), Pick("space-f5"))


def test_powers_ships_and_slots_are_touched_where_they_are() -> None:
    powers = RACES["all powers"]
    assert [renderer.touch_steps(powers, CODEC.encode_power(power)) for power in range(7)] == [
        (Pick(f"power-{name}"),) for name in POWERS
    ]
    assert {f"power-{name}" for name in POWERS} <= set(view_pieces(powers))
    starbursts = RACES["all starbursts"]
    assert [renderer.touch_steps(starbursts, CODEC.encode_token(token)) for token in range(7)] == [
        (Pick(f"use-{name}"),) for name in TOKEN_KINDS
    ]
    assert {f"use-{name}" for name in TOKEN_KINDS} <= set(view_pieces(starbursts))
    boost = RACES["a wild boost"]
    assert [renderer.touch_steps(boost, CODEC.encode_advance(lane)) for lane in range(3)] == [
        (Pick(f"ship-0-{lane}"),) for lane in LANES
    ]
    for name in ("basic", "advanced", "four in the middle"):
        view = RACES[name]
        touched = [renderer.touch_steps(view, CODEC.encode_draft(slot)) for slot in range(len(view.slots))]
        assert touched == [(Pick(f"slot-{at}"),) for at in range(len(view.slots))]
        assert {f"slot-{at}" for at in range(len(view.slots))} <= set(view_pieces(view))


def test_a_ship_to_freeze_is_touched_in_its_lane() -> None:
    for lane, name in enumerate(LANES):
        view = replace_fields(build_view(3, 5), phase="freeze", freezing=lane)
        steps = [renderer.touch_steps(view, CODEC.encode_freeze(seat)) for seat in range(3)]
        assert steps == [(Pick(f"ship-{seat}-{name}"),) for seat in range(3)]


@ALL
def test_nothing_lies_above_what_is_touched(view: RacersView) -> None:
    """Crystals, boosts and tokens would catch the finger that is meant for the tile or the slot beneath them."""
    for name, key in (("hand", "hand-"), ("draft", "slot-")):
        for pane in (pane for pane in renderer.scene(view).panes if pane.name == name):
            touched = [piece.layer for piece in pane.pieces if piece.key.startswith(key)]
            others = [piece.layer for piece in pane.pieces if not piece.key.startswith(key)]
            assert not touched or min(touched) > max(others)


# ---------------------------------------------------------------------------------------------- what moves and stays


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_ships_keep_their_keys_and_move_ahead(players: int) -> None:
    view = build_view(players, 12)
    before = view_pieces(view)
    ships = ((view.ships[0][0] + 4, *view.ships[0][1:]), *view.ships[1:])
    after = view_pieces(replace_fields(view, ships=ships))
    assert set(before) == set(after)
    assert after["ship-0-pink"].x - before["ship-0-pink"].x == pytest.approx(4 * lanes_pane.SPACE_WIDTH, abs=0.2)
    assert after["ship-0-pink"].y == before["ship-0-pink"].y
    moved = {key for key in after if before[key] is not after[key]}
    assert {"ship-0-pink", "at-0-pink"} <= moved <= {"ship-0-pink", "at-0-pink", "rear-0"}


def test_ships_never_cover_each_other() -> None:
    for players in (2, 3, 4, 5):
        rows = [lanes_pane.row_y(lane, seat, players) for lane in range(3) for seat in range(players)]
        assert all(later - earlier >= 42 for earlier, later in pairwise(rows))
        assert rows[-1] + 21 < lanes_pane.pane_height(players)


def test_the_track_grows_with_who_flies_beyond_it() -> None:
    near, far = renderer.scene(build_view(5, 44)), renderer.scene(RACES["far ahead"])
    assert near.pane("lanes").frame.wide == lanes_pane.PANE_WIDTH
    assert far.pane("lanes").frame.wide == pytest.approx(lanes_pane.PANE_WIDTH + 4 * 10 * lanes_pane.SPACE_WIDTH)
    found = pieces_by_key(far)
    assert (
        found["ship-3-orange"].x + lanes_pane.SHIP_LENGTH / 2 == lanes_pane.space_x(73) < far.pane("lanes").frame.wide
    )
    assert found["mile-2-75"].x == lanes_pane.space_x(75)


def test_the_finish_line_is_where_the_rules_have_it() -> None:
    line = next(
        iter(lanes_pane.finish_line_shapes(round(lanes_pane.space_x(28) - lanes_pane.SPACE_WIDTH / 2, 1), 0.0, 100.0))
    )
    assert isinstance(line, Rect)
    assert lanes_pane.space_x(27) < line.x + line.wide / 2 < lanes_pane.space_x(28)


def test_a_laid_tile_changes_nothing_but_its_space() -> None:
    view = build_view(4, 14, played=None)
    board, filled = random_board(15)
    before, after = view_pieces(view), view_pieces(replace_fields(view, board=board))
    name = LATTICE.spaces[filled[-1]].name
    assert {key for key in after if before.get(key) is not after[key]} == {
        f"space-{name}",
        *(f"crystal-{name}-{corner}" for corner in range(3)),
    }


# --------------------------------------------------------------------------------------------------- what lies where


def test_crystals_lie_in_their_corners() -> None:
    place = BoardLayout(build_view().outline)
    for space, lying in enumerate(LATTICE.spaces):
        for corner in range(3):
            x, y = place.crystal_points[space][corner]
            here = place.corner_point(space, corner)
            others = [place.corner_point(space, other) for other in range(3) if other != corner]
            assert math.dist((x, y), here) < min(math.dist((x, y), other) for other in others)
        left, *_ = place.clockwise_corners(space)
        assert place.corner_point(space, left)[0] == min(place.corner_point(space, corner)[0] for corner in range(3))
        assert (place.orientation(space) == "up") == lying.up


def test_edges_go_anticlockwise_round_the_board() -> None:
    place = BoardLayout(build_view().outline)
    names = [[place.space_name(space) for space in rim] for rim in place.edge_spaces]
    assert names[0] == ["a1", "b1", "c1", "d1", "e1", "f1", "g1"]
    assert names[1] == ["g13", "f11", "e9", "d7", "c5", "b3", "a1"]
    assert names[2] == ["g1", "g3", "g5", "g7", "g9", "g11", "g13"]
    assert len(EDGE_ANGLES) == len(place.section_points) == 3


def test_lights_join_the_sections_that_match() -> None:
    place = BoardLayout(build_view().outline)
    for tiles_laid in range(2, 50):
        view = build_view(4, tiles_laid)
        assert view.played is not None
        lit = [piece for key, piece in view_pieces(view).items() if key.startswith("match-")]
        assert len(lit) == len(view.played.matches)
        for piece, match in zip(lit, view.played.matches, strict=True):
            start = place.crystal_points[view.played.space][match.corner]
            length = place.link_length if piece.symbol == "link" else place.edge_link_length
            angle = math.radians(piece.turn)
            dx, dy = math.sin(angle) * length / 2, -math.cos(angle) * length / 2
            assert math.dist((piece.x - dx, piece.y - dy), start) < 0.05
            if match.edge is None:
                assert match.space is not None
                end = place.crystal_points[match.space][match.other]
            else:
                end = place.section_points[match.edge][match.other]
            assert math.dist((piece.x + dx, piece.y + dy), end) < 0.05


def test_a_corner_of_the_board_is_lit_on_both_sides() -> None:
    board: list[tuple[str, str, str] | None] = [None] * 49
    board[0] = ("W", "W", "W")
    view = build_view(2, 2)
    matches = find_matches(tuple(board), 0, view.edge_sections)
    assert [(match.edge, match.other) for match in matches] == [(0, 0), (0, 0), (1, 6), (1, 6)]
    found = read_pieces(
        replace_fields(view, board=tuple(board), played=PlayedTile(1, 0, matches, (0, 2, 0), ("P-warp",)))
    )
    assert found["match-3"].title == "Matches section 7 of the right edge"
    assert found["last"].title == "Last tile, played by Green"
    assert (found["gains"].label, found["gain-blue"].label) == ("Green on a1", "+2")
    assert "gain-pink" not in found


def test_hands_are_open_to_their_owner_only() -> None:
    view = build_view(4, 14, seat=2, to_move=2, turn_of=2)
    found = read_pieces(view)
    assert [found[f"own-{at}"].symbol for at in range(3)] == ["tile-up"] * 3
    assert not any(key.startswith("held-2") for key in found)
    assert [found[f"held-1-{at}"].symbol for at in range(3)] == ["tile-up", "tile-back", "tile-back"]
    assert found["held-1-1"].title == "Green’s tile, face down"
    spectator = view_pieces(build_view(4, 14, seat=None))
    assert not any(key.startswith("hand-") for key in spectator)


# ------------------------------------------------------------------------------------------------------ what it tells


def test_colours_differ_without_colour() -> None:
    """Crystals differ by their outline, and by how bright they are."""
    for mode in ("light", "dark"):
        greys = [int(colour_to_grey(getattr(kit.COLOURS[lane], mode))[1:3], 16) for lane in LANES]
        assert all(abs(one - other) > 25 for one, other in combinations(greys, 2))
    outlines = [tile_drawings.crystal_outline_shape(letter, "pink", "night", 1.0) for letter in "PBOW"]
    assert isinstance(outlines[0], Circle)
    corners = [len(outline.points) for outline in outlines[1:] if isinstance(outline, Polygon)]
    assert corners == [8, 5, 6]


def test_hulls_differ_without_colour() -> None:
    drawn = [lanes_pane.hull_shapes(seat) for seat in lanes_pane.SEATS]
    plain = [msgspec.json.encode(shapes) for shapes in drawn]
    for seat, paint in enumerate(lanes_pane.HULL_COLOURS):
        plain[seat] = plain[seat].replace(paint.encode(), b"")
    assert len(set(plain)) == 5
    found = view_pieces(RACES["five with ice"])
    assert [found[f"ship-{seat}-blue"].label for seat in range(5)] == ["1", "2", "3", "4", "5"]
    assert found["ship-0-blue"].symbol == "ship-0-frozen"
    assert found["ship-1-blue"].symbol == "ship-1"


def test_pips_can_be_counted() -> None:
    for letter in "PBO":
        for pips in (1, 2, 3):
            dots = [
                s
                for s in tile_drawings.crystal_drawing(letter, pips).shapes
                if isinstance(s, Circle) and s.radius == tile_drawings.PIP_RADIUS
            ]
            assert len(dots) == pips
            assert all(
                math.dist((a.x, a.y), (b.x, b.y)) > 2 * tile_drawings.PIP_RADIUS for a, b in combinations(dots, 2)
            )
    assert {f"crystal-o{pips}" for pips in range(1, 10)} <= set(kit.KIT.drawings)


def test_powers_have_the_shape_of_their_colour_and_a_sign() -> None:
    for name in POWERS[:6]:
        ground, *_ = tile_drawings.power_drawing(name).shapes
        assert isinstance(ground, Group)
        assert type(ground.shapes[0]) is type(tile_drawings.crystal_outline_shape(name[0], "", "", 1.0))
    found = read_pieces(RACES["powers"], Reader(seat=RACES["powers"].turn_of))
    assert found["power-O-freeze"].label == "×2"
    assert found["power-O-freeze"].title == "Fire the orange freeze, 2 times"
    assert found["power-team"].title == "Fire the team boost"
    assert read_pieces(RACES["powers"])["power-team"].title == "Power to fire: team boost"
    assert found["power-team"].marks == ("glow",)
    assert found["waiting-0"].symbol == "burst"


def test_starbursts_that_are_turned_up_tell_their_colour_and_how_far_they_move() -> None:
    found = read_pieces(RACES["starbursts"], Reader(seat=RACES["starbursts"].turn_of))
    assert {key: (piece.symbol, piece.label) for key, piece in found.items() if key.startswith("use-")} == {
        "use-P3": ("token-p", "+3"),
        "use-O2": ("token-o", "+2"),
        "use-W2": ("token-w", "2 × +2"),
    }
    assert found["use-O2"].title == "Use an orange starburst (2 spaces)"
    assert found["use-W2"].title == "Use a wild starburst (2 spaces), 2 times"
    assert read_pieces(RACES["starbursts"])["use-O2"].title == "To be used: an orange starburst (2 spaces)"
    assert found["use-P3"].marks == ("glow",)
    waiting = read_pieces(RACES["turning up"])
    assert (waiting["waiting-1"].symbol, waiting["use-B3"].marks) == ("burst", ())


def test_titles_tell_what_is_what() -> None:
    found = read_pieces(RACES["advanced"], Reader(seat=2))
    titles = {key: str(piece.title) for key, piece in found.items()}
    assert titles["space-c3"] == "c3: empty, with a team boost"
    assert titles["edge-left-0"] == "Left edge, section 1: pink warp"
    assert titles["edge-right-3"] == "Right edge, section 4: wild"
    assert titles["ship-0-pink"] == "White’s pink ship on 7"
    assert titles["ship-2-pink"] == "Your pink ship on 13"
    assert titles["burst-blue-25"] == "Starburst, face down, on 25 in the blue lane"
    assert titles["slot-1"] == "Slot 2: any unfrozen ship moves 1 space; no tile; taken by Violet in this round"
    assert titles["slot-2"] == "Slot 3: orange moves 2 spaces; a tile showing pink 1, blue 1 and orange 3"
    assert titles["order-3"] == "Violet has had a turn"
    assert titles["order-2"] == "It’s your turn"
    assert titles["bag"] == "30 tiles in the bag"
    assert found["discards"].label == "3"
    assert titles["discards"].startswith("Out of the game: a tile showing pink 1, blue 1 and orange 1; a tile showing")
    assert titles["rear-2"] == "Your last ship is on 11"
    assert titles["space-e5"].startswith("e5: ")


@ALL
def test_all_that_matters_has_a_title(view: RacersView) -> None:
    silent = {key.rpartition("-")[0].partition("-")[0] for key, piece in view_pieces(view).items() if not piece.title}
    assert silent <= {"at", "mile", "row", "rear", "note", "card"}


@pytest.mark.parametrize(
    ("name", "seat", "title"),
    [
        ("being set up", None, "The race is being set up."),
        ("four in the middle", 0, "Choose a tile from your hand, then a space on the board."),
        ("four in the middle", None, "White is choosing a tile to play."),
        ("powers", 0, "Choose the power to fire next."),
        ("starbursts", 0, "Choose the starburst to use next."),
        ("starbursts", 1, "White is choosing a starburst to use."),
        ("a wild boost", 0, "Choose one of your ships to move 1 space."),
        ("a wild boost", 1, "White is choosing a ship to move 1 space."),
        ("advanced", 2, "Choose a slot on the draft card and take its tile."),
        ("shared", None, "The win is shared by White and Yellow: all their ships are level on 28, 32 and 33."),
    ],
)
def test_the_title_says_what_to_do(name: str, seat: int | None, title: str) -> None:
    view = RACES[name]
    if name == "shared":
        view = replace_fields(view, ships=((28, 33, 32), (20, 30, 30), (33, 32, 28)))
    elif name == "advanced":
        view = replace_fields(view, hands=(*view.hands[:2], view.hands[2][:2], *view.hands[3:]))
    assert Reader(seat=seat).render(renderer.scene(view).title) == title


@pytest.mark.parametrize(
    ("ships", "title"),
    [
        (
            ((29, 30, 31), (27, 40, 40), (20, 30, 30)),
            "White wins: White’s last ship is on 29, the next team’s on 27.",
        ),
        (
            ((31, 29, 33), (29, 30, 40), (28, 50, 50)),
            "White wins: the last ships are level on 29, but White’s middle ship is on 31, against 30.",
        ),
        (
            ((30, 29, 41), (29, 30, 40), (28, 50, 50)),
            "White wins: last and middle ships are level, but White’s leading ship is on 41, against 40.",
        ),
    ],
)
def test_the_title_says_by_which_ship_a_race_is_won(ships: tuple[tuple[int, int, int], ...], title: str) -> None:
    view = build_view(3, 49, phase="over", winners=(0,), turn_of=None, to_move=-2, ships=ships)
    assert str(renderer.scene(view).title) == title


def test_who_has_nothing_to_take_chooses_a_boost() -> None:
    view = replace_fields(RACES["advanced"], hands=((), (), (), (), ()), slots=(Slot("P2", None, None),))
    assert str(renderer.scene(view).title) == "Yellow is choosing a slot for its boost."


def test_who_has_won_is_seen() -> None:
    found = read_pieces(RACES["won"])
    assert found["doing"].label == "Violet wins!"
    assert read_pieces(RACES["won"], Reader(seat=3))["doing"].label == "You win!"
    assert found["row-3"].symbol == "row-turn"
    assert found["ship-3-blue"].marks == ("glow",)
    assert found["ship-2-blue"].marks == ()
    assert {"won-0", "won-2"} <= set(view_pieces(RACES["shared"]))


@pytest.mark.parametrize("phase", [phase for phase in PHASES if phase != "over"])
def test_every_phase_has_words(phase: str) -> None:
    view = build_view(3, 5, phase=phase, seat=None, token="W1" if phase == "boost" else "")
    for reader in (ENGLISH, Reader(seat=0), Reader(PSEUDO_LANGUAGE)):
        found = read_pieces(view, reader)
        assert found["doing"].label
        assert str(found["doing"].title).endswith(".")


def test_all_watchers_share_the_board() -> None:
    view = build_view(3, 5)
    panes = [renderer.scene(replace_fields(view, seat=seat)).pane("board") for seat in (None, 0, 1)]
    assert panes[0] is panes[1] is panes[2]


def test_the_guide_has_a_section_for_every_phase() -> None:
    guide = Path(renderer.__file__).parent.with_name("guide.md").read_text(encoding="utf-8")
    assert {found[3] for found in HEADING_PATTERN.finditer(guide) if found[3]} == set(PHASES)
    assert "Glenn Cotter" in guide
