"""Routes of Tricolor Line: examples, and the quick finder against a slow one that is obviously right."""

import random
from itertools import combinations
from typing import cast

import pytest
from mypy_extensions import u8

import triangulum as tri
from tests.games.shared import after
from tests.games.tricolor_line.maps import EAST, GAME, WEST, game, seen
from tests.rules import rule
from tests.sampling import sampled
from triangulum.core.state import State
from triangulum.games.tricolor_line import tables
from triangulum.games.tricolor_line.rules import Tricolor, TricolorSetup
from triangulum.games.tricolor_line.view import Place, place_of

STEP = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}
BACK = {"N": "S", "E": "W", "S": "N", "W": "E"}
Walk = tuple[Place, ...]


def routes(state: State) -> list[tuple[Place, Walk]]:
    """Return the routes that all see."""
    return [(route.end, route.places) for route in seen(state).routes]


def ends_game(tiles: str) -> bool:
    """Tell whether the game is over at the end of a turn with these tiles on the map."""
    return after(game(f"tiles {tiles}", "seat 0 acts"), "done").to_move == tri.OVER


@rule("7.1")
def test_an_end_beside_start_is_no_route() -> None:
    assert routes(game("tiles end NESW at 1,0, end NESW at 0,1", "seat 0 acts")) == []


@rule("7.1")
def test_a_route_is_built_and_joined_from_start_to_an_end() -> None:
    assert routes(game(f"tiles {EAST}", "seat 0 acts")) == [((2, 0), ((1, 0),))]
    assert routes(game(f"tiles {EAST.replace(' built', '')}", "seat 0 acts")) == []
    assert routes(game(f"tiles {EAST.replace('EW', 'NS')}", "seat 0 acts")) == []


@rule("7.1")
def test_a_route_runs_through_no_other_end() -> None:
    beyond = f"{EAST}, red cross NESW at 3,0 built, end NESW at 4,0"
    assert [end for end, _ in routes(game(f"tiles {beyond}", "seat 0 acts"))] == [(2, 0)]


@rule("7.1")
def test_a_dead_end_leads_nowhere() -> None:
    assert routes(game("tiles red dead-end W at 1,0 built, end NESW at 2,0", "seat 0 acts")) == []


LOOP = "red corner {} at 2,0 built, red corner SW at 2,1 built, red corner ES at 1,1 built"


@rule("7.2")
def test_a_route_crosses_itself_on_a_bridge() -> None:
    tiles = f"blue bridge NS+EW at 1,0 built, {LOOP.format('NW')}, end NESW at 1,-1"
    state = game(f"tiles {tiles}", "identities red blue", "round 3", "seat 1 acts", round_limit=3)
    assert routes(state) == [((1, -1), ((1, 0), (2, 0), (2, 1), (1, 1), (1, 0)))]
    state.play("done")
    assert [score.tiles for score in seen(state).scores or ()] == [3, 1]


@rule("7.2")
def test_a_route_passes_both_corners_of_a_twin() -> None:
    tiles = f"blue twin NW+ES at 1,0 built, {LOOP.format('NW')}, end NESW at 1,-1"
    state = game(f"tiles {tiles}", "seat 0 acts")
    assert routes(state) == [((1, -1), ((1, 0), (1, 1), (2, 1), (2, 0), (1, 0)))]


LONGER = "blue straight NS at 0,1 built, blue corner ES at 0,2 built, blue corner SW at 1,2 built, end NESW at 1,1"


@rule("7.3")
def test_the_shorter_route_prevails_though_a_longer_one_would_be_apart() -> None:
    assert not ends_game(f"{EAST.replace('straight EW', 'cross NESW')}, {LONGER}")
    assert ends_game(f"{EAST}, {LONGER}")


@rule("7.4")
def test_a_shared_tile_makes_two_routes_one() -> None:
    assert not ends_game("red cross NESW at 1,0 built, end NESW at 2,0, end NESW at 1,1")


@rule("7.4")
def test_two_roads_of_one_bridge_are_shared_too() -> None:
    over = "red corner ES at 0,1 built, red corner SW at 1,1 built, end NESW at 1,-1"
    assert not ends_game(f"blue bridge NS+EW at 1,0 built, end NESW at 2,0, {over}")
    apart = "red corner ES at 0,1 built, red corner NW at 1,1 built, end NESW at 1,2"
    assert ends_game(f"blue bridge NS+EW at 1,0 built, end NESW at 2,0, {apart}")


@rule("7.5")
def test_of_equal_pairs_the_first_in_the_dictionary_is_scored() -> None:
    north = "blue straight NS at 0,1 built, end NESW at 0,2"
    state = after(game(f"tiles {EAST}, {WEST}, {north}", "seat 0 acts"), "done")
    assert [route.places for route in seen(state).winning] == [((-1, 0),), ((0, 1),)]


@rule("7.5")
def test_fewest_tiles_come_before_the_dictionary() -> None:
    long_west = "blue straight EW at -1,0 built, blue straight EW at -2,0 built, end NESW at -3,0"
    north = "blue straight NS at 0,1 built, end NESW at 0,2"
    state = after(game(f"tiles {EAST}, {long_west}, {north}", "seat 0 acts"), "done")
    assert [route.places for route in seen(state).winning] == [((0, 1),), ((1, 0),)]


# Slow and quick.


def slow_routes(state: State) -> list[tuple[Place, Walk]]:
    """Return all shortest routes, by walking from Start over ever more tiles, each walk by itself."""
    map_of = {laid.place: laid for laid in seen(state).tiles}
    found: dict[Place, list[Walk]] = {}
    first_seen: dict[tuple[Place, str], int] = {}
    walks: list[tuple[Walk, Place, str]] = [((), (0, 0), "NESW")]
    length = 0
    while walks:
        longer: list[tuple[Walk, Place, str]] = []
        arrived: dict[Place, list[Walk]] = {}
        for walk, place, road in walks:
            for side in road:
                beyond = place[0] + STEP[side][0], place[1] + STEP[side][1]
                tile = map_of.get(beyond)
                if tile is None or tile.tile.shape == "start" or not tile.built:
                    continue
                if tile.tile.shape == "end":
                    if walk:
                        arrived.setdefault(beyond, []).append(walk)
                    continue
                for onward in tile.roads.split("+"):
                    # A road that was reached by fewer tiles before is on no shortest route this way.
                    if BACK[side] in onward and first_seen.setdefault((beyond, onward), length) == length:
                        longer.append(((*walk, beyond), beyond, onward))
        for end, ways in arrived.items():
            found.setdefault(end, ways)
        walks = longer
        length += 1
    return sorted((end, walk) for end, ways in found.items() for walk in ways)


def slow_pair(routes: list[tuple[Place, Walk]]) -> list[Walk]:
    """Return the two routes that end the game, in the order of the dictionary, or none."""
    pairs = [
        sorted([one, other])
        for (end, one), (other_end, other) in combinations(routes, 2)
        if end != other_end and not set(one) & set(other)
    ]
    return min(pairs, key=lambda pair: (len(pair[0]) + len(pair[1]), pair), default=[])


def random_map(dice: random.Random) -> Tricolor:
    """Return a state with tiles thrown on the map around Start, most of them built, not minding how many there are."""
    setup = cast(TricolorSetup, GAME.setup(2))
    state = cast(Tricolor, setup.parse_position("seat 0 acts"))
    reach = dice.choice([1, 2, 2, 3])
    shapes = dice.choice([range(7), (2, 3, 4, 5), (1, 4, 5), (3, 5)])
    for x in range(-reach, reach + 1):
        for y in range(-reach, reach + 1):
            if (x, y) == (0, 0) or dice.random() < 0.1:
                continue
            face = tables.END if dice.random() < 0.15 else 7 * dice.randrange(3) + dice.choice(shapes)
            built = face == tables.END or dice.random() < 0.95
            code = 1 + 8 * face + 2 * dice.randrange(int(setup.lies[face])) + built
            state.small[17 * (x + 8) + y + 8] = u8(code)
    return state


def see_agreement(maps: int, seed: int) -> tuple[int, int, int]:
    """Compare both finders on random maps; return how many had a pair, equal routes, and one that crosses itself."""
    dice = random.Random(seed)
    paired = tied = crossed = 0
    for _ in range(maps):
        state = random_map(dice)
        slow = slow_routes(state)
        assert routes(state) == slow
        pair = slow_pair(slow)
        scored = [tuple(map(place_of, places)) for _, places in state.routes().scored()]
        shortest = sorted([walk for _, walk in slow], key=lambda walk: (len(walk), walk))[:1]
        assert scored == (pair or shortest)
        assert state.has_two_routes() == bool(pair)
        paired += bool(pair)
        tied += len({end for end, _ in slow}) < len(slow)
        crossed += any(len(set(walk)) < len(walk) for _, walk in slow)
    return paired, tied, crossed


def test_both_finders_agree_on_random_maps() -> None:
    assert min(see_agreement(sampled(4000), 1)) > 0


@pytest.mark.long
def test_both_finders_agree_on_twenty_thousand_random_maps() -> None:
    assert min(see_agreement(20_000, 2)) > 20
