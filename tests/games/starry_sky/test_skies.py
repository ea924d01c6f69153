"""Skies: given ones are checked, drawn ones keep their distances, and chance is even-handed."""

from collections import Counter
from itertools import combinations
from typing import Any, cast

import pytest

import triangulum as tri
from tests.games.starry_sky import oracle
from tests.games.starry_sky.scripted_games import GAME, SKY, get_view, make_setup, play_random_game
from tests.rules import rule
from triangulum.conformance.resample_promises import fails_chi_square_test
from triangulum.core.components import parse_components
from triangulum.games.starry_sky import sky_generator, sky_geometry, sky_parser
from triangulum.games.starry_sky.box import StarrySkyBox
from triangulum.games.starry_sky.options import StarrySkyOptions
from triangulum.games.starry_sky.rules import StarrySkySetup

pytestmark = pytest.mark.compiled_only

BOX: StarrySkyBox = GAME.components.box

FIRST = "287,25 252,115 14,215 279,140 256,241 140,170 149,214 66,276 36,50 116,273 143,63 59,174"
"""The sky of seed 1, for ever."""


def sky_of(**options: Any) -> sky_geometry.Sky:
    """Return the sky of a setup."""
    return cast(StarrySkySetup, GAME.setup(**options)).sky


def distance_squared(point: sky_geometry.Point, one: sky_geometry.Point, other: sky_geometry.Point) -> float:
    """Return how far a point is from a segment, squared, in another way than the rules do."""
    (x, y), (x1, y1), (x2, y2) = point, one, other
    along = ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / ((x2 - x1) ** 2 + (y2 - y1) ** 2)
    along = min(max(along, 0.0), 1.0)
    return (x - x1 - along * (x2 - x1)) ** 2 + (y - y1 - along * (y2 - y1)) ** 2


# Drawn skies


@rule("2.4")
def test_a_seed_gives_the_same_sky_for_ever() -> None:
    assert sky_geometry.format_sky(sky_generator.generate_sky(1, BOX.distances)) == FIRST
    assert cast(StarrySkyOptions, GAME.setup().options).sky == FIRST
    assert GAME.setup(sky=1) == GAME.setup(sky="1") == GAME.setup(sky=FIRST) == GAME.setup()
    assert GAME.setup(sky=2) != GAME.setup()


def check_drawn(sky: sky_geometry.Sky) -> None:
    """See that a drawn sky keeps every distance."""
    assert sky_parser.validate_sky(sky) is None
    assert all(12 <= number % 100 <= 88 for point in sky for number in point)
    for one, other in combinations(sky, 2):
        assert (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2 >= 900
        for point in sky:
            assert point in (one, other) or distance_squared(point, one, other) >= 36 - 1e-9


@rule("1.3", "2.3")
def test_drawn_skies_keep_every_distance() -> None:
    for seed in range(60):
        check_drawn(sky_generator.generate_sky(seed, BOX.distances))


@rule("2.3")
@pytest.mark.long
def test_many_drawn_skies_keep_every_distance() -> None:
    for seed in range(4000):
        check_drawn(sky_generator.generate_sky(seed, BOX.distances))


def test_distances_are_kept_to_the_last_step() -> None:
    assert sky_geometry.are_apart((0, 0), (18, 24), 30)
    assert not sky_geometry.are_apart((0, 0), (18, 23), 30)
    assert sky_geometry.is_far_from_segment((50, 6), (0, 0), (100, 0), 6)
    assert not sky_geometry.is_far_from_segment((50, 5), (0, 0), (100, 0), 6)
    assert sky_geometry.is_far_from_segment((106, 0), (0, 0), (100, 0), 6)  # beyond the end
    assert not sky_geometry.is_far_from_segment((-3, 4), (0, 0), (100, 0), 6)


def check_evenness(seeds: range, cells: int, tolerance: float) -> None:
    """Count in which square, with which companion and where in it stars are.

    Squares and numbers are even to the last, by a chi-square test. Places within a square are drawn evenly among
    those allowed, but the distances that stars keep push them outwards; so places are held within a tolerance.
    """
    drawn = [sky_generator.generate_sky(seed, BOX.distances) for seed in seeds]
    doubles = Counter[int]()
    numbered = Counter[tuple[int, int]]()
    placed = Counter[tuple[int, int, int]]()
    for sky in drawn:
        squares = [sky_geometry.find_square_index(point) for point in sky]
        doubles.update(square for square in range(9) if squares.count(square) == 2)
        numbered.update(enumerate(squares))
        for square, (x, y) in zip(squares, sky, strict=True):
            placed[square, (x % 100 - 12) * cells // 77, (y % 100 - 12) * cells // 77] += 1
    count = len(drawn)
    assert not fails_chi_square_test([(doubles[square], count / 3) for square in range(9)])
    assert not fails_chi_square_test([(numbered[star, square], count / 9) for star in range(12) for square in range(9)])
    share = count * 12 / 9 / cells**2
    for square in range(9):
        for x in range(cells):
            for y in range(cells):
                assert abs(placed[square, x, y] / share - 1) < tolerance


@rule("2.4")
def test_squares_numbers_and_places_are_spread_evenly() -> None:
    check_evenness(range(400), 2, 0.4)


@rule("2.4")
@pytest.mark.parametrize("stars", [0, 1, 4, 8])
def test_every_allowed_place_in_a_square_is_equally_likely(stars: int) -> None:
    sky = sky_generator.generate_sky(3, BOX.distances)
    square = sky_geometry.find_square_index(sky[stars])
    left, top = 100 * (square % 3), 100 * (square // 3)
    places = [(left + x, top + y) for x in range(12, 89) for y in range(12, 89)]
    allowed = [place for place in places if sky_generator.can_place_star(sky[:stars], place, BOX.distances)]
    lots = sky_generator.StableRandom(stars)
    found = Counter[sky_geometry.Point]()
    for _ in range(3000):
        place = sky_generator.find_free_point(sky[:stars], square, BOX.distances, lots)
        assert place is not None
        found[place[0] % 100 // 8, place[1] % 100 // 8] += 1
    cells = Counter((x % 100 // 8, y % 100 // 8) for x, y in allowed)
    assert set(found) <= set(cells)
    assert not fails_chi_square_test([(found[cell], 3000 * count / len(allowed)) for cell, count in cells.items()])


@rule("2.4")
@pytest.mark.long
def test_stars_are_spread_evenly_over_many_skies() -> None:
    check_evenness(range(10_000, 20_000), 4, 0.6)


def test_at_most_52_pairs_are_in_reach() -> None:
    # Whichever three squares have two stars; where in their squares stars are does not matter.
    middles = [(50 + 100 * column, 50 + 100 * row) for row in range(3) for column in range(3)]
    layouts = [(*middles, *doubled) for doubled in combinations(middles, 3)]
    assert (
        max(sum(sky_geometry.is_in_reach(sky[a], sky[b]) for a, b in sky_geometry.STAR_PAIRS) for sky in layouts) == 52
    )


def test_distances_too_great_are_refused_in_one_line() -> None:
    text = GAME.components.text.replace("stars = 30", "stars = 99")
    with pytest.raises(tri.OptionError, match="There’s no sky with the number 1: the distances in the components"):
        GAME.setup(components=parse_components(StarrySkyBox, text, "box"))


def test_other_distances_give_other_skies() -> None:
    text = GAME.components.text.replace("stars = 30", "stars = 36")
    made = cast(StarrySkySetup, GAME.setup(components=parse_components(StarrySkyBox, text, "box")))
    assert all(sky_geometry.are_apart(one, other, 36) for one, other in combinations(made.sky, 2))


# Given skies


@rule("2.2")
def test_a_sky_is_given_as_a_text_or_as_pairs_and_kept_as_a_text() -> None:
    pairs = [[int(number) for number in word.split(",")] for word in SKY.split()]
    assert sky_of(sky=SKY) == sky_of(sky=pairs) == sky_of(sky=tuple(map(tuple, pairs))) == tuple(map(tuple, pairs))
    assert GAME.setup(sky=pairs) == GAME.setup(sky=f"  {SKY.replace(' ', '   ')} ")
    options = cast(StarrySkyOptions, GAME.setup(sky=pairs).options)
    assert options.sky == SKY
    assert repr(GAME.setup(sky=pairs)) == f"tri.game('starry-sky').setup(sky='{SKY}')"


@rule("2.2")
def test_a_record_keeps_points_and_no_seed() -> None:
    record = tri.play("starry-sky", [tri.bot("random")] * 3, sky=7)
    assert record.setup.options["sky"] == sky_geometry.format_sky(sky_generator.generate_sky(7, BOX.distances))
    assert record.replay().to_move == tri.OVER


def moved(star: int, point: str) -> str:
    """Return the sky of the tests with a star somewhere else."""
    words = SKY.split()
    words[star - 1] = point
    return " ".join(words)


REFUSED = [
    ("abc", "“abc” isn’t a point. Give a number, or twelve points such as 45,60 130,22 …"),
    ("45,60", "A sky has twelve stars, not 1."),
    (f"{SKY} 5,5", "A sky has twelve stars, not 13."),
    (moved(1, "20,-3"), "“20,-3” isn’t a point."),
    (moved(1, "20;30"), "“20;30” isn’t a point."),
    ("", "A sky has twelve stars, not 0."),
    (moved(4, "45,0"), "Star 4 at 45,0 isn’t inside the sky, which goes from 1 to 299 both ways."),
    (moved(9, "300,280"), "Star 9 at 300,280 isn’t inside the sky"),
    (moved(9, "280,9999"), "Star 9 at 280,9999 isn’t inside the sky"),
    (moved(4, "45,200"), "Star 4 at 45,200 is on the border between squares."),
    (moved(4, "100,150"), "Star 4 at 100,150 is on the border between squares."),
    (moved(10, "20,30"), "Stars 1 and 10 are in the same place."),
    (moved(8, "60,250"), "The bottom middle square has no star. Every square has one or two."),
    (moved(5, "50,250").replace("170,110", "250,255"), "The middle square has no star."),
    (moved(11, "50,55"), "The top left square has stars 1, 10 and 11. No square has more than two."),
    (moved(4, "30,150"), "Stars 1, 4 and 7 are in line."),
    (-1, "“sky” has to be a whole number from 0 to 999999999 or text or a list"),
    ("9999999999", "The number of a sky is a whole number from 0 to 999999999."),
    (1.5, "“sky” has to be a whole number from 0"),
    (True, "“sky” has to be a whole number from 0"),
    (None, "“sky” has to be a whole number from 0"),
    ([[1, 2]], "A sky has twelve stars, not 1."),
    ([[1, 2, 3]] * 12, "Star 1 has to be a point with two coordinates, not [1, 2, 3]."),
    ([["x", 2]] * 12, "“sky” has to be a whole number from 0"),
    ([[10**5000, 2]] * 12, "isn’t inside the sky"),
]


@rule("1.3", "2.2")
@pytest.mark.parametrize(("sky", "message"), REFUSED, ids=[message for _, message in REFUSED])
def test_a_sky_that_cannot_be_is_refused_with_its_fault(sky: object, message: str) -> None:
    with pytest.raises(tri.OptionError) as caught:
        GAME.setup(sky=sky)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 250


# Geometry


@rule("5.2")
def test_reach_is_counted_in_steps_across_borders() -> None:
    reach = {
        (a, b)
        for a, b in sky_geometry.STAR_PAIRS
        if sky_geometry.is_in_reach(*(sky_parser.parse_sky(SKY)[star] for star in (a, b)))
    }
    squares = [star if star < 9 else {9: 0, 10: 2, 11: 4}[star] for star in range(12)]
    for a, b in sky_geometry.STAR_PAIRS:
        steps = abs(squares[a] // 3 - squares[b] // 3) + abs(squares[a] % 3 - squares[b] % 3)
        assert ((a, b) in reach) == (steps <= 2)


def test_segments_cross_inside_and_nowhere_else() -> None:
    assert sky_geometry.are_crossing([(0, 0), (10, 10)], [(0, 10), (10, 0)])
    assert not sky_geometry.are_crossing([(0, 0), (10, 10)], [(0, 0), (10, 0)])  # a shared end
    assert not sky_geometry.are_crossing([(0, 0), (4, 4)], [(0, 10), (10, 0)])  # too short
    assert not sky_geometry.are_crossing([(0, 0), (10, 0)], [(0, 5), (10, 5)])


# Totals


def mean_total(seeds: range) -> float:
    """Return what boards are worth on average at the end of random games, each on a sky of its own.

    The slow rules look at every board: no line may be there that could not be drawn, and they count the points again.
    """
    total = 0
    for seed in seeds:
        view = get_view(play_random_game(GAME.setup(sky=seed), seed)[-1])
        sky = oracle.numbered(view.sky)
        drawn = {(line.stars[0] + 1, line.stars[1] + 1): "RB"[line.colour] for line in view.lines}
        assert oracle.check_picture(sky, [(a, b, colour) for (a, b), colour in drawn.items()]) == []
        assert oracle.points(sky, drawn) == view.points
        total += view.points
    return total / len(seeds)


@rule("6.3")
def test_random_games_come_to_about_ten_points() -> None:
    assert 9.7 < mean_total(range(300)) < 10.9


@rule("6.3")
@pytest.mark.long
def test_many_random_games_come_to_about_ten_points() -> None:
    assert 10.0 < mean_total(range(10_000)) < 10.6


def test_the_sky_of_a_view_is_that_of_its_setup() -> None:
    assert get_view(make_setup().new()).sky == make_setup().sky
