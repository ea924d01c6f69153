"""The quick finder of routes against the slow one, on maps with loops, ties and routes that meet."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random
from typing import cast

import pytest
from mypy_extensions import u8

from tests.games.tricolor_line import oracle_routes as routes
from tests.games.tricolor_line.oracle_parts import turned
from tests.games.tricolor_line.oracle_routes import COLOURS, START, Laid, Place, Route
from tests.games.tricolor_line.positions import GAME
from tests.rules import rule
from tests.sampling import sampled
from triangulum.games.tricolor_line.rules import codes
from triangulum.games.tricolor_line.rules.state import TricolorSetup, TricolorState
from triangulum.games.tricolor_line.views import SHAPES, decode_place, encode_place

pytestmark = pytest.mark.compiled_only

SETUP = cast(TricolorSetup, GAME.setup(2))
LIES: tuple[tuple[str, ...], ...] = SETUP.components.box.rotations
MIXTURES = (
    ("straight", "corner", "tee", "cross", "twin", "bridge", "dead-end"),
    ("cross", "tee"),
    ("twin", "bridge"),
    ("bridge", "twin", "tee", "corner"),
    ("bridge", "twin", "cross"),
    ("straight", "corner", "twin", "bridge"),
)


# ------------------------------------------------------------------------------------------- maps by the dice


def random_road(dice: Random, shapes: tuple[str, ...]) -> str:
    """A way for one of these shapes to lie."""
    return dice.choice(LIES[SHAPES.index(dice.choice(shapes))])


def field(dice: Random) -> dict[Place, str | None]:
    """Tiles all around Start, with few gaps; None is an End."""
    reach = dice.choice([1, 2, 2, 3])
    shapes = dice.choice(MIXTURES)
    ends = dice.choice([0.08, 0.15, 0.25])
    places = [(x, y) for x in range(-reach, reach + 1) for y in range(-reach, reach + 1)]
    return {
        place: None if dice.random() < ends else random_road(dice, shapes) for place in places if dice.random() < 0.9
    }


def mirrored(lies: dict[Place, str | None]) -> dict[Place, str | None]:
    """The eastern half of a field on both sides, so that whatever there is has its equal."""
    west = str.maketrans("EW", "WE")
    half = {place: lie for place, lie in lies.items() if place[0] >= 0}
    other = {(-x, y): lie and as_written(lie.translate(west)) for (x, y), lie in half.items() if x}
    return {**half, **other}


def as_written(lie: str) -> str:
    """Roads with their sides, and the two of a tile, in order."""
    return "+".join(sorted(map(routes.in_order, lie.split("+")), key=lambda road: routes.ALL_SIDES.index(road[0])))


def trails(dice: Random) -> dict[Place, str | None]:
    """Ways that wander about, over themselves and each other, from Start to Ends; and tiles around them."""
    lies: dict[Place, str | None] = {START: routes.ALL_SIDES}
    size = dice.choice([2, 2, 3])
    for _ in range(dice.choice([1, 2, 3])):
        routes.lay_trail(lies, routes.random_trail(dice, dice.randint(4, 11), size))
    routes.grow(lies, dice.randint(0, 8), dice, size)
    return lies


def loop(dice: Random) -> dict[Place, str | None]:
    """A way that cannot but pass a tile twice, somewhere beside Start, and tiles around it."""
    crossing = dice.choice(["NS+EW", "NW+ES"])
    lies: dict[Place, str | None] = {(1, 0): crossing, (2, 0): "NW", (2, 1): "SW", (1, 1): "ES"}
    lies[1, -1] = dice.choice(["NS", "NESW", None])
    if lies[1, -1]:
        lies[1, -2] = None
    for _ in range(dice.randrange(4)):
        lies = {(y, -x): lie and turned(lie) for (x, y), lie in lies.items()}
    lies[START] = routes.ALL_SIDES
    routes.grow(lies, dice.randint(2, 12), dice, 3)
    return lies


def random_table(dice: Random) -> dict[Place, Laid]:
    """A map with most tiles built, not minding how many of each there are in the box."""
    kind = dice.randrange(4)
    lies = (trails, field, loop, field)[kind](dice)
    if kind == 3:
        lies = mirrored(lies)
    built = dice.choice([1.0, 1.0, 0.9])
    on_map: dict[Place, Laid] = {
        place: ("NESW", None, True) if lie is None else (lie, dice.choice(COLOURS), dice.random() < built)
        for place, lie in lies.items()
    }
    on_map[START] = ("NESW", None, True)
    return on_map


def on_table(on_map: dict[Place, Laid]) -> TricolorState:
    """A state of the quick rules with this map."""
    state = cast(TricolorState, SETUP.parse_position("seat 0 acts"))
    for place, (lie, colour, built) in on_map.items():
        if place == START:
            continue
        shape = len(SHAPES) if colour is None else SHAPES.index(routes.shape(lie))
        face = codes.END_FACE if colour is None else codes.NUM_SHAPES * COLOURS.index(colour) + shape
        state.byte_fields[encode_place(place)] = u8(int(codes.encode_tile(face, LIES[shape].index(lie), built)))
    return state


# ------------------------------------------------------------------------------------------------ compared


def as_slow(found: list[tuple[int, list[int]]]) -> list[Route]:
    """Quick routes as the slow finder writes them."""
    return [(*map(decode_place, places), decode_place(end)) for end, places in found]


def see_agreement(seeds: range) -> Counter[str]:
    """Compare both finders on many maps; return what there was in how many of them."""
    met: Counter[str] = Counter()
    for seed in seeds:
        on_map = random_table(Random(seed))
        quick = on_table(on_map).create_route_finder()
        by_end = routes.all_routes(on_map)
        every = [route for _, some in sorted(by_end.items()) for route in some]
        assert as_slow(quick.list_shortest_routes_per_end()) == every
        best = routes.best_pair(on_map)
        assert set(as_slow(quick.find_best_disjoint_pair())) == set(best or ())
        assert tuple(as_slow(quick.list_scored_routes())) == routes.scored_routes(on_map)
        assert on_table(on_map).has_disjoint_routes() == (best is not None)
        met.update(what_is_there(on_map, by_end))
    return met


def what_is_there(on_map: dict[Place, Laid], by_end: dict[Place, list[Route]]) -> set[str]:
    """What makes these routes difficult."""
    reached = [some for some in by_end.values() if some]
    every = [route for some in reached for route in some]
    pairs = routes.pairs(on_map)
    totals = sorted(routes.length(one) + routes.length(other) for one, other in pairs)
    among = [(one, other) for some, others in combinations(reached, 2) for one in some for other in others]
    looked_at = {
        "a tie": any(len(some) > 1 for some in reached),
        "a route over a tile twice": any(len(set(route)) < len(route) for route in every),
        "two routes that share a tile": any(set(one) & set(other) for one, other in among),
        "two Ends and no pair": len(reached) > 1 and not pairs,
        "a pair": bool(pairs),
        "equal pairs": totals[:1] == totals[1:2] != [],
        "routes that differ only in the End": len({route[:-1] for route in every}) < len(every),
        "four Ends": len(reached) > 3,
    }
    return {name for name, is_there in looked_at.items() if is_there}


@rule("7.1", "7.2", "7.3", "7.4", "7.5")
def test_both_finders_agree_on_random_tables() -> None:
    maps = sampled(2400)
    met = see_agreement(range(maps))
    assert len(met) == 8, met
    assert min(met.values()) > maps / 50, met


@pytest.mark.long
@rule("7.1", "7.2", "7.3", "7.4", "7.5")
def test_both_finders_agree_on_twenty_thousand_random_tables() -> None:
    met = see_agreement(range(100_000, 120_000))
    assert len(met) == 8, met
    assert min(met.values()) > 500, met
