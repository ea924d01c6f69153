"""The map of Tricolor Line: tiles lie as they are told, routes are traced, and what is possible is offered."""

import random
from itertools import combinations

import msgspec
import pytest

from tests.games.tricolor_line.sample_views import (
    EARLY,
    LONG,
    SHORT,
    SHORT_ROUTES,
    VIEWS,
    WON,
    changed,
    drawn,
    laid,
    over,
    view,
)
from triangulum.games.tricolor_line import scene as renderer
from triangulum.games.tricolor_line.scene import card_drawings, map_pane, tile_drawings
from triangulum.games.tricolor_line.scene.kit import HUES, KIT
from triangulum.games.tricolor_line.scene.tile_drawings import CELL, EDGE, ROTATIONS, SURFACES
from triangulum.games.tricolor_line.views import COLOURS, PLACE_LIMIT, SHAPES, BoardTile, Place, Route, Tile
from triangulum.scene.svg_style import colour_to_grey

pytestmark = pytest.mark.compiled_only

ORDER = "NESW"


# ------------------------------------------------------------------------------------------------------ tiles and roads


def quarter(roads: str) -> str:
    """Return roads turned a quarter clockwise, written as notation has it."""
    turned = ["".join(sorted((ORDER[(ORDER.index(way) + 1) % 4] for way in road), key=ORDER.index))
              for road in roads.split("+")]  # fmt: skip
    return "+".join(sorted(turned, key=lambda road: [ORDER.index(way) for way in road]))


def same_roads(one: str, other: str) -> bool:
    """Return whether two ways to lie are the same."""
    return set(one.split("+")) == set(other.split("+"))


@pytest.mark.parametrize("shape", SHAPES)
def test_a_tile_is_turned_as_its_roads_lie(shape: str) -> None:
    roads = ROTATIONS[shape][0]
    for at, lie in enumerate(ROTATIONS[shape]):
        assert same_roads(roads, lie)
        assert tile_drawings.rotation_angle(shape, lie) == 90 * at
        roads = quarter(roads)
    assert same_roads(roads, ROTATIONS[shape][0]), "one more quarter, and it lies as in the beginning"


@pytest.mark.parametrize("shape", SHAPES)
def test_what_is_drawn_leads_to_the_exits(shape: str) -> None:
    exits = {(0.0, -EDGE): "N", (EDGE, 0.0): "E", (0.0, EDGE): "S", (-EDGE, 0.0): "W"}
    joined = []
    for runs in SURFACES[shape]:
        ends = {(round(x) + 0.0, round(y) + 0.0) for run in runs for x, y in (run.point_at(0.0), run.point_at(1.0))}
        joined.append("".join(sorted((exits[end] for end in ends if end in exits), key=ORDER.index)))
    assert same_roads("+".join(joined), ROTATIONS[shape][0])


def test_north_is_up_and_the_rulers_agree() -> None:
    found = drawn(view(2, EARLY))
    assert (found["tile-0,1"].x, found["tile-0,1"].y) == (0.0, -CELL)
    assert (found["tile--1,0"].x, found["tile--1,0"].y) == (-CELL, 0.0)
    assert found["ruler-x--1"].x == found["tile--1,0"].x
    assert found["ruler-y-1"].y == found["tile-0,1"].y
    assert found["ruler-y-1"].label == "1"


def test_blueprints_and_roads_are_different_sides() -> None:
    found = drawn(view(2))
    assert (found["tile-2,0"].symbol, found["tile-2,0"].label) == ("road-bridge-red", "R")
    assert (found["tile-2,1"].symbol, found["tile-2,1"].label) == ("print-twin-blue", "B4")
    assert found["tile-0,0"].symbol == "start"
    assert found["tile-3,0"].symbol == "end"
    assert str(found["tile-2,1"].title) == (
        "Blue twin at 2,1: a blueprint connecting north with east and south with west, costs 4"
    )
    assert str(found["tile-2,0"].title) == ("Red bridge at 2,0: a road connecting north with south and east with west")
    assert str(found["tile-3,0"].title) == "End at 3,0"
    assert str(found["tile-3,0"].label) == "END"


def test_an_end_that_is_not_built_looks_like_a_blueprint_and_says_what_it_costs() -> None:
    end = drawn(VIEWS["unbuilt Ends"])["tile-3,0"]
    assert (end.symbol, str(end.label)) == ("print-end", "END 3")
    assert str(end.title) == "End at 3,0: a blueprint, costs 3 cards of different colours"
    piles = drawn(VIEWS["act"])
    assert (piles["pile-2"].symbol, str(piles["pile-2"].label)) == ("print-end", "END 3")
    free = drawn(changed(VIEWS["act"], end_cost=0))
    assert (free["pile-2"].symbol, str(free["pile-2"].label)) == ("end", "END")


def test_an_end_is_kept_away_from_start() -> None:
    placing = changed(VIEWS["place"], taken_tile=Tile("end", None), end_distance=3)
    places = {key.removeprefix("place-") for key in drawn(placing) if key.startswith("place-")}
    assert places
    assert all(sum(abs(int(part)) for part in place.split(",")) >= 3 for place in places)
    moving = changed(VIEWS["unbuilt Ends"], phase="relocate", end_distance=4)
    assert "target" in drawn(moving)["tile-2,1"].marks
    far = changed(VIEWS["unbuilt Ends"], phase="relocate", end_distance=8)
    assert "target" not in drawn(far)["tile-3,0"].marks, "there is no place for it"


def test_a_changed_tile_changes_nothing_but_itself() -> None:
    before = view(4, last_place=None)
    built = SHORT.replace("0,1 green cross NESW", "0,1 green cross NESW built")
    old, new = drawn(before), drawn(changed(before, tiles=laid(built)))
    assert {key for key in new if old.get(key) is not new[key]} == {"tile-0,1"}
    assert new["tile-0,1"].symbol == "road-cross-green"


def test_colours_differ_without_colour() -> None:
    for mode in ("light", "dark"):
        greys = [int(colour_to_grey(getattr(HUES[name], mode))[1:3], 16) for name in COLOURS]
        assert all(abs(one - other) > 25 for one, other in combinations(greys, 2))
    for shape in SHAPES:
        for side in ("print", "road"):
            plain = {
                msgspec.json.encode(KIT.drawing(f"{side}-{shape}-{name}").shapes).replace(name.encode(), b"")
                for name in COLOURS
            }
            assert len(plain) == 3, "every colour has a line of its own"
    signs = {
        msgspec.json.encode(card_drawings.colour_sign_shapes(colour)).replace(name.encode(), b"")
        for colour, name in enumerate(COLOURS)
    }
    assert len(signs) == 3


# --------------------------------------------------------------------------------------------------------- routes


def test_routes_are_traced_from_start_to_end() -> None:
    found = drawn(view(4, WON, routes=SHORT_ROUTES))
    traced = {key: (piece.symbol, piece.turn) for key, piece in found.items() if key.startswith("trace-")}
    assert traced == {
        "trace-0,-1-NS": ("trace-straight", 0.0),
        "trace-0,-2-NE": ("trace-corner", 0.0),
        "trace-1,-2-NW": ("trace-corner", 270.0),
        "trace-1,0-EW": ("trace-straight", 90.0),
        "trace-2,0-EW": ("trace-straight", 90.0),
    }
    assert found["length-1,-1"].label == "3"
    assert str(found["length-3,0"].title) == "The shortest route to the End at 3,0 has 2 tiles"


def test_traces_follow_roads_that_are_there() -> None:
    roads = {tile_laid.place: tile_laid.roads.split("+") for tile_laid in laid(WON)}
    for route in SHORT_ROUTES:
        for place, exits in map_pane.list_route_exits(route):
            assert any(set(exits) <= set(road) for road in roads[place])


def test_routes_that_run_together_are_traced_once_and_a_tile_passed_twice_both_ways() -> None:
    loop = ((0, 1), (0, 2), (0, 3), (1, 3), (1, 2), (0, 2), (-1, 2))
    routes = Route((-2, 2), loop), Route((5, 5), ((0, 1), (0, 2)))
    assert map_pane.route_trace_pieces(routes[:1], False) == map_pane.route_trace_pieces(routes[:1] * 2, False)
    keys = [piece.key for piece in map_pane.route_trace_pieces(routes[:1], False)]
    assert len(keys) == len(set(keys)) == len(loop)
    assert [key for key in keys if key.startswith("trace-0,2-")] == ["trace-0,2-NS", "trace-0,2-EW"]


def test_at_the_end_only_scored_routes_are_traced() -> None:
    found = drawn(over(3, scored_routes=SHORT_ROUTES[:1]))
    traced = {piece.symbol for key, piece in found.items() if key.startswith("trace-")}
    assert traced == {"win-straight", "win-corner"}
    assert not any(key.startswith("trace-2,0") for key in found)


# --------------------------------------------------------------------------------------- where a tile can go, and which


def hang_together(places: set[Place]) -> bool:
    """Return whether every tile is reached from Start, slowly."""
    reached = {(0, 0)}
    for _ in places:
        reached |= {(x, y) for x, y in places for u, v in reached if abs(x - u) + abs(y - v) == 1}
    return reached == places


def scattered(seed: int) -> set[Place]:
    """Return tiles around Start that hang together, drawn at random near an edge of the table or not."""
    rng = random.Random(seed)
    places = {(0, 0)}
    while len(places) < 3 + seed % 12:
        x, y = rng.choice(sorted(places))
        dx, dy = rng.choice([(0, 1), (1, 0), (0, -1), (-1, 0)])
        places.add((x + dx, y + dy))
    return places


def test_free_places_are_next_to_tiles_and_on_the_table() -> None:
    column = {(0, y) for y in range(PLACE_LIMIT + 1)}
    free = map_pane.find_free_places(column)
    assert (0, PLACE_LIMIT + 1) not in free
    assert free == {(0, -1), *((x, y) for x in (-1, 1) for y in range(PLACE_LIMIT + 1))}


@pytest.mark.parametrize("seed", range(40))
def test_a_moved_tile_leaves_all_tiles_joined(seed: int) -> None:
    places = scattered(seed)
    tiles = tuple(
        BoardTile(place, Tile("start", None) if place == (0, 0) else Tile("cross", 0), "NESW", place == (0, 0))
        for place in sorted(places)
    )
    slowly = set()
    for place in places - {(0, 0)}:
        rest = places - {place}
        near = map_pane.find_free_places(rest)
        goes = {there for there in near if hang_together(rest | {there})}
        assert map_pane.find_cluster_joining_places(rest) == goes
        if goes - {place}:
            slowly.add(place)
    assert set(map_pane.find_target_places("relocate", tiles, None, 0)) == slowly


def test_ghosts_are_for_the_mover_alone() -> None:
    place = VIEWS["place"]
    keys = {key for key in drawn(place) if key.startswith("place-")}
    assert keys == {f"place-{x},{y}" for x, y in map_pane.find_free_places(t.place for t in place.tiles)}
    assert not any(key.startswith("place-") for key in drawn(changed(place, seat=1)))
    assert not any(key.startswith("place-") for key in drawn(changed(place, to_move=-1)))
    assert str(drawn(changed(place, seat=1))["taken"].title) == "To be placed: a green tee"


@pytest.mark.parametrize(
    ("phase", "places"),
    [
        ("landslide", {"-1,0", "0,-1", "0,-2", "1,-2", "1,-1"}),
        ("detour", {"-1,1", "1,0", "2,1", "2,-1"}),
        ("relocate", {"-1,1", "0,1", "1,0", "2,1", "3,0", "2,-1"}),
    ],
)
def test_tiles_that_an_event_may_hit_stand_out(phase: str, places: set[str]) -> None:
    """At 2,0 is the road that has just been built, at 3,0 an End that is not built."""
    found = drawn(view(3, SHORT.replace("3,0 end NESW built", "3,0 end NESW"), phase=phase, last_place=(2, 0)))
    tiles = {key.removeprefix("tile-"): piece.marks for key, piece in found.items() if key.startswith("tile-")}
    assert {key for key, marks in tiles.items() if "target" in marks} == places
    assert {key for key, marks in tiles.items() if "idle" in marks} == set(tiles) - places - {"0,0"}
    assert not any(piece.marks for piece in drawn(view(3, phase=phase, seat=1)).values() if "tile-" in piece.key)


def test_the_last_tile_is_marked() -> None:
    found = drawn(view(3, last_place=(2, 1)))
    assert (found["last"].x, found["last"].y) == (found["tile-2,1"].x, found["tile-2,1"].y)
    assert str(found["last"].title) == "Last changed: the tile at 2,1"
    assert "last" not in drawn(view(3, last_place=None))


# --------------------------------------------------------------------------------------------------------- the frame


@pytest.mark.parametrize("seed", range(30))
def test_the_frame_has_all_tiles_and_a_place_around_them(seed: int) -> None:
    rng = random.Random(seed)
    places = tuple(sorted({(0, 0), *((rng.randint(-8, 8), rng.randint(-8, 8)) for _ in range(seed % 5))}))
    bounds = map_pane.visible_map_bounds(places)
    left, right, low, high = bounds
    assert right - left == high - low >= map_pane.MIN_PLACES - 1
    assert -PLACE_LIMIT <= left < right <= PLACE_LIMIT
    for x, y in places:
        assert left <= max(x - 1, -PLACE_LIMIT) <= min(x + 1, PLACE_LIMIT) <= right
        assert low <= max(y - 1, -PLACE_LIMIT) <= min(y + 1, PLACE_LIMIT) <= high
    focus, frame = map_pane.phone_first_frame(bounds, places[0]), map_pane.map_frame(bounds, 46)
    if focus is None:
        assert right - left == map_pane.MIN_PLACES - 1
        return
    across, down = places[0][0] * CELL, -places[0][1] * CELL
    assert focus.x <= across <= focus.x + focus.wide
    assert focus.y <= down <= focus.y + focus.high
    assert frame.x <= focus.x
    assert frame.y <= focus.y
    assert focus.x + focus.wide <= frame.x + frame.wide
    assert focus.y + focus.high <= frame.y + frame.high


def test_nothing_moves_when_the_map_grows() -> None:
    small, large = drawn(view(2, SHORT, routes=())), drawn(view(2, LONG))
    same = [key for key in small if key.startswith("tile-")]
    assert all(small[key] is large[key] for key in same)
    assert renderer.scene(view(2, SHORT)).pane("map").frame != renderer.scene(view(2, LONG)).pane("map").frame
