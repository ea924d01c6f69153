"""Plans of Tricolor Line: the cheapest ways that a slow search finds too, and kept only while they are still true."""

from heapq import heappop, heappush

import pytest
from mypy_extensions import i64

import triangulum as tri
from tests.games.tricolor_line.maps import GAME, random_game
from tests.sampling import sampled
from triangulum.games.tricolor_line.lookup import CENTRE, IMPOSSIBLE, SHAPES, START_CODE, TricolorTables, face_of
from triangulum.games.tricolor_line.plans import ANOTHERS, FREE, Plan, Way
from triangulum.games.tricolor_line.rules import Tricolor


def slow_price(plan: Plan, way: Way) -> int:
    """Return what the cheapest way costs, by looking at the nearest place first until an End is the nearest."""
    setup = plan.setup
    beside, road = setup.beside, setup.road[START_CODE]
    starts = [4 * beside[4 * CENTRE + side] + (side ^ 2) for side in range(4) if road >> side & 1]
    waiting = [(0, int(entry), False) for entry in starts]
    settled = set()
    while waiting:
        price, entry, is_end = heappop(waiting)
        place = entry >> 2
        if is_end:
            return price
        if entry in settled or not plan.inside[place] or way.avoided[place]:
            continue
        settled.add(entry)
        if plan.price_of_end(entry) < IMPOSSIBLE:
            heappush(waiting, (price + int(plan.price_of_end(entry)), entry, True))
        code = i64(plan.small[place])
        for side in range(4):
            step = setup.passing[16 * code + 4 * (entry & 3) + side] if code else FREE
            if step >= IMPOSSIBLE or side == entry & 3 or beside[4 * place + side] < 0:
                continue
            extra = ANOTHERS if code and face_of(code) // SHAPES != plan.colour else 0
            heappush(waiting, (price + int(step) + extra, 4 * int(beside[4 * place + side]) + (side ^ 2), False))
    return IMPOSSIBLE


@pytest.mark.parametrize("players", [2, 5])
def test_the_ways_of_a_plan_are_the_cheapest(players: int) -> None:
    found = 0
    for number, state in enumerate(random_game(players, 7, round_limit=2 + sampled(8))):
        if state.to_move < 0 or number % 9:
            continue
        assert isinstance(state.setup, TricolorTables)
        for colour in (-1, 1):
            plan = Plan(state.setup, state.byte_fields, colour)
            assert (plan.first.price, plan.second.price) == (
                slow_price(plan, plan.first),
                slow_price(plan, plan.second),
            )
            found += 1
    assert found > 5


def test_a_plan_is_kept_only_while_no_tile_changes() -> None:
    state, rng = GAME.setup(3, round_limit=2 + sampled(8)).new(), tri.Random(2)
    kept = 0
    while state.to_move != tri.OVER:
        if state.to_move == tri.CHANCE:
            state._apply(state.sample_chance(rng))
            continue
        actions = state.legal_actions()
        assert isinstance(state, Tricolor)
        kept += state.plan is not None
        fresh = state.copy()
        backwards = [fresh.action_score(action) for action in reversed(actions[:12])]
        assert [state.action_score(action) for action in actions[:12]] == backwards[::-1]
        state._apply(actions[rng.randrange(len(actions))])
    assert kept > 3
