"""The slow routes of Tricolor Line, by picture, and held against slower ones."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from tests.games.tricolor_line import oracle_parts as parts
from tests.games.tricolor_line import oracle_routes as routes
from tests.games.tricolor_line.drawn_maps import picture
from tests.games.tricolor_line.oracle_routes import Laid, Place, Route

pytestmark = pytest.mark.compiled_only


def found(on_map: dict[Place, Laid]) -> dict[Place, list[Route]]:
    """All shortest routes, seen to be the same by trying everything."""
    tried = {end: routes.routes_by_trying(on_map, end) for end in routes.ends(on_map)}
    assert routes.all_routes(on_map) == tried
    return tried


def test_a_route_is_built_and_joined_all_the_way() -> None:
    assert found(picture("S─E")) == {(2, 0): [((1, 0), (2, 0))]}
    assert found(picture("S─E", plans={(1, 0)})) == {(2, 0): []}
    assert found(picture("S│E")) == {(2, 0): []}
    assert found(picture("S╴E")) == {(2, 0): []}
    assert found(picture("S E")) == {(2, 0): []}
    assert found(picture("S─E", plans={(2, 0)})) == {(2, 0): []}, "an End has to be built, too"


def test_an_end_that_touches_start_needs_a_road_tile_all_the_same() -> None:
    assert found(picture("SE")) == {(1, 0): []}
    assert found(picture("┌┐", "SE")) == {(1, 0): [((0, 1), (1, 1), (1, 0))]}


def test_no_route_runs_through_an_end_or_start() -> None:
    assert found(picture("S─E─E")) == {(2, 0): [((1, 0), (2, 0))], (4, 0): []}
    assert found(picture("E─SE─E"))[3, 0] == []


def test_the_shorter_route_to_an_end_prevails() -> None:
    two_ways = picture("┌─┐", "S─E")
    assert found(two_ways) == {(2, 0): [((1, 0), (2, 0))]}
    assert routes.scored_routes(two_ways) == (((1, 0), (2, 0)),)


def test_routes_that_share_a_tile_are_one_and_apart_they_are_two() -> None:
    fork = picture("  E", "S─┼E")
    assert routes.best_pair(fork) is None
    assert routes.scored_routes(fork) == (((1, 0), (2, 0), (2, 1)),), "equally long, and first in dictionary order"
    apart = picture("┌─E", "S─┼E")
    assert routes.best_pair(apart) is not None
    crossing = picture("┌┐ ", "S╪E", " E ")
    assert routes.best_pair(crossing) is None, "not even two roads of one bridge"


def test_the_shorter_prevails_though_a_longer_one_would_be_apart() -> None:
    on_map = picture("┌──┐ ", "S─┬E ", "  E  ")
    assert found(on_map)[3, 0] == [((1, 0), (2, 0), (3, 0))]
    assert routes.best_pair(on_map) is None


def test_any_of_the_shortest_may_be_the_one_that_is_apart() -> None:
    equal = picture("┌─E ", "S─┼E")
    assert len(found(equal)[2, 1]) == 2
    assert routes.best_pair(equal) == (((0, 1), (1, 1), (2, 1)), ((1, 0), (2, 0), (3, 0)))


def test_a_route_crosses_itself_on_a_bridge_and_is_counted_twice_in_length() -> None:
    loop = picture(" ┌┐", "S╪┘", " E ", colours={(1, 0): "blue"})
    crossing = ((1, 0), (2, 0), (2, 1), (1, 1), (1, 0), (1, -1))
    assert found(loop) == {(1, -1): [crossing]}
    assert routes.length(crossing) == 5
    assert routes.tiles_by_colour(loop, [crossing]) == Counter(red=3, blue=1)


def test_a_route_passes_both_corners_of_a_twin() -> None:
    loop = picture(" ┌┐", "S╱┘", " E ")
    assert found(loop)[1, -1] == [((1, 0), (1, 1), (2, 1), (2, 0), (1, 0), (1, -1))]


def test_among_pairs_the_fewest_tiles_then_dictionary_order() -> None:
    three = picture(" E ", " │ ", "ESE", " │ ", " E ")
    assert routes.best_pair(three) == (((0, -1), (0, -2)), ((0, 1), (0, 2)))
    third = picture("  E", "  │", "E─S─E", "  │", "  ┼E", "  E")
    assert routes.best_pair(third) == (((-1, 0), (-2, 0)), ((0, 1), (0, 2)))


def test_of_single_routes_the_shortest_comes_before_the_first_in_dictionary_order() -> None:
    assert routes.scored_routes(picture("S┬E", " │", " E")) == (((1, 0), (2, 0)),)


def test_one_long_and_one_short_may_be_fewer_than_two_of_like_length() -> None:
    on_map = picture("      ┌─┐", "E─────S┬╪E", "       │E", "       │", "       │", "       E")
    lengths = {end: routes.length(some[0]) for end, some in found(on_map).items()}
    assert lengths == {(-6, 0): 5, (3, 0): 2, (2, -1): 4, (1, -4): 4}
    best = routes.best_pair(on_map)
    assert best is not None
    assert [route[-1] for route in best] == [(-6, 0), (3, 0)]


def test_ends_are_left_out_of_dictionary_order() -> None:
    on_map = picture("E┐", "┼S", "E┘")
    assert len(routes.pairs(on_map)) == 3
    assert routes.best_pair(on_map) == (((-1, 0), (-1, 1)), ((0, -1), (-1, -1)))


def test_slow_and_slower_agree() -> None:
    check_random_maps(600)


@pytest.mark.long
def test_slow_and_slower_agree_at_length() -> None:
    check_random_maps(20_000)


def check_random_maps(number: int) -> None:
    """See that both ways to find routes agree, and that the maps have what makes routes difficult."""
    seen: Counter[str] = Counter()
    for seed in range(number):
        on_map = routes.random_map(Random(seed))
        assert len(parts.pieces(on_map)) == 1
        by_end = found(on_map)
        every = [route for some in by_end.values() for route in some]
        seen["ties"] += any(len(some) > 1 for some in by_end.values())
        seen["passed twice"] += any(len(set(route)) < len(route) for route in every)
        seen["pairs"] += routes.best_pair(on_map) is not None
        seen["two Ends and no pair"] += sum(map(bool, by_end.values())) > 1 and not routes.pairs(on_map)
        totals = sorted(routes.length(one) + routes.length(other) for one, other in routes.pairs(on_map))
        seen["equal pairs"] += totals[:1] == totals[1:2] != []
    assert len(seen) == 5
    assert all(often > number / 100 for often in seen.values()), seen
