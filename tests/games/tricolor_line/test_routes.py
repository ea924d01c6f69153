"""Routes of Tricolor Line by example. Many more, against a slow finder, are in ``test_oracle_routes.py``."""

import triangulum as tri
from tests.games.shared import after
from tests.games.tricolor_line.positions import EAST, WEST, game, seen
from tests.rules import rule
from triangulum.core.state import State
from triangulum.games.tricolor_line.views import Place

Walk = tuple[Place, ...]


def routes(state: State) -> list[tuple[Place, Walk]]:
    """Return the routes that all see."""
    return [(route.end, route.places) for route in seen(state).routes]


def ends_game(tiles: str) -> bool:
    """Tell whether the game is over at the end of a turn with these tiles on the map."""
    return after(game(f"tiles {tiles}", "seat 0 acts"), "done").to_move == tri.OVER


@rule("7.1")
def test_an_end_beside_start_is_no_route() -> None:
    assert routes(game("tiles end NESW at 1,0 built, end NESW at 0,1 built", "seat 0 acts")) == []


@rule("7.1")
def test_a_route_is_built_and_joined_from_start_to_an_end() -> None:
    assert routes(game(f"tiles {EAST}", "seat 0 acts")) == [((2, 0), ((1, 0),))]
    assert routes(game(f"tiles {EAST.replace(' built', '')}", "seat 0 acts")) == []
    assert routes(game(f"tiles {EAST.replace('EW', 'NS')}", "seat 0 acts")) == []


@rule("7.1")
def test_a_route_runs_through_no_other_end() -> None:
    beyond = f"{EAST}, red cross NESW at 3,0 built, end NESW at 4,0 built"
    assert [end for end, _ in routes(game(f"tiles {beyond}", "seat 0 acts"))] == [(2, 0)]


@rule("7.1")
def test_a_dead_end_leads_nowhere() -> None:
    assert routes(game("tiles red dead-end W at 1,0 built, end NESW at 2,0 built", "seat 0 acts")) == []


LOOP = "red corner {} at 2,0 built, red corner SW at 2,1 built, red corner ES at 1,1 built"


@rule("7.2")
def test_a_route_crosses_itself_on_a_bridge() -> None:
    tiles = f"blue bridge NS+EW at 1,0 built, {LOOP.format('NW')}, end NESW at 1,-1 built"
    state = game(f"tiles {tiles}", "identities red blue", "round 3", "seat 1 acts", round_limit=3)
    assert routes(state) == [((1, -1), ((1, 0), (2, 0), (2, 1), (1, 1), (1, 0)))]
    state.play("done")
    assert [score.tiles for score in seen(state).scores or ()] == [3, 1]


@rule("7.2")
def test_a_route_passes_both_corners_of_a_twin() -> None:
    tiles = f"blue twin NW+ES at 1,0 built, {LOOP.format('NW')}, end NESW at 1,-1 built"
    state = game(f"tiles {tiles}", "seat 0 acts")
    assert routes(state) == [((1, -1), ((1, 0), (1, 1), (2, 1), (2, 0), (1, 0)))]


LONGER = (
    "blue straight NS at 0,1 built, blue corner ES at 0,2 built, blue corner SW at 1,2 built, end NESW at 1,1 built"
)


@rule("7.3")
def test_the_shorter_route_prevails_though_a_longer_one_would_be_apart() -> None:
    assert not ends_game(f"{EAST.replace('straight EW', 'cross NESW')}, {LONGER}")
    assert ends_game(f"{EAST}, {LONGER}")


@rule("7.4")
def test_a_shared_tile_makes_two_routes_one() -> None:
    assert not ends_game("red cross NESW at 1,0 built, end NESW at 2,0 built, end NESW at 1,1 built")


@rule("7.4")
def test_two_roads_of_one_bridge_are_shared_too() -> None:
    over = "red corner ES at 0,1 built, red corner SW at 1,1 built, end NESW at 1,-1 built"
    assert not ends_game(f"blue bridge NS+EW at 1,0 built, end NESW at 2,0 built, {over}")
    apart = "red corner ES at 0,1 built, red corner NW at 1,1 built, end NESW at 1,2 built"
    assert ends_game(f"blue bridge NS+EW at 1,0 built, end NESW at 2,0 built, {apart}")


@rule("7.5")
def test_of_equal_pairs_the_first_in_the_dictionary_is_scored() -> None:
    north = "blue straight NS at 0,1 built, end NESW at 0,2 built"
    state = after(game(f"tiles {EAST}, {WEST}, {north}", "seat 0 acts"), "done")
    assert [route.places for route in seen(state).scored_routes] == [((-1, 0),), ((0, 1),)]


@rule("7.5")
def test_fewest_tiles_come_before_the_dictionary() -> None:
    long_west = "blue straight EW at -1,0 built, blue straight EW at -2,0 built, end NESW at -3,0 built"
    north = "blue straight NS at 0,1 built, end NESW at 0,2 built"
    state = after(game(f"tiles {EAST}, {long_west}, {north}", "seat 0 acts"), "done")
    assert [route.places for route in seen(state).scored_routes] == [((0, 1),), ((1, 0),)]


@rule("7.5")
def test_ends_are_left_out_of_the_dictionary() -> None:
    tiles = (
        "blue cross NESW at -1,0 built, end NESW at -1,1 built, end NESW at -1,-1 built, "
        "red corner SW at 0,1 built, red corner NW at 0,-1 built"
    )
    state = after(game(f"tiles {tiles}", "seat 0 acts"), "done")
    assert [(route.places, route.end) for route in seen(state).scored_routes] == [
        (((-1, 0),), (-1, 1)),
        (((0, -1),), (-1, -1)),
    ], "0,-1 comes before 0,1, though the End at -1,-1 would come before the one at -1,1"
