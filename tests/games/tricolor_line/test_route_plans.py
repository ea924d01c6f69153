"""Plans of Tricolor Line: the cheapest ways that a slow search finds too, and kept only while they are still true."""

from heapq import heappop, heappush

import pytest
from mypy_extensions import i64, u8

import triangulum as tri
from tests.games.tricolor_line.positions import GAME, random_game
from tests.sampling import sampled
from triangulum.games.tricolor_line.rules.codes import (
    CENTRE,
    END_FACE,
    NUM_SHAPES,
    START_CODE,
    decode_face,
    encode_tile,
)
from triangulum.games.tricolor_line.rules.lookup import IMPOSSIBLE_COST, TricolorLookup
from triangulum.games.tricolor_line.rules.route_plans import (
    HOPELESS_COST,
    OTHER_COLOUR_COST,
    CheapestPath,
    RoutePlan,
    StepCosts,
)
from triangulum.games.tricolor_line.rules.state import TricolorState


def slow_price(costs: StepCosts, way: CheapestPath) -> int:
    """Return what the cheapest way costs, by looking at the nearest place first until an End is the nearest."""
    setup = costs.setup
    beside, road = setup.neighbours, setup.road_masks[START_CODE]
    starts = [4 * beside[4 * CENTRE + side] + (side ^ 2) for side in range(4) if road >> side & 1]
    waiting = [(0, int(entry), False) for entry in starts]
    settled = set()
    while waiting:
        price, entry, is_end = heappop(waiting)
        place = entry >> 2
        if is_end:
            return price
        if entry in settled or not costs.is_searched[place] or way.is_blocked[place]:
            continue
        settled.add(entry)
        if costs.finishing_cost(entry, way.unlaid_end_cost) < IMPOSSIBLE_COST:
            heappush(waiting, (price + int(costs.finishing_cost(entry, way.unlaid_end_cost)), entry, True))
        code = i64(costs.byte_fields[place])
        for side in range(4):
            step = setup.passing_costs[16 * code + 4 * (entry & 3) + side] if code else costs.free_place_cost
            if step >= IMPOSSIBLE_COST or side == entry & 3 or beside[4 * place + side] < 0:
                continue
            extra = OTHER_COLOUR_COST if code and decode_face(code) // NUM_SHAPES != costs.colour else 0
            heappush(waiting, (price + int(step) + extra, 4 * int(beside[4 * place + side]) + (side ^ 2), False))
    return IMPOSSIBLE_COST


@pytest.mark.parametrize("players", [2, 5])
def test_the_ways_of_a_plan_are_the_cheapest(players: int) -> None:
    found = 0
    for number, state in enumerate(random_game(players, 7, round_limit=2 + sampled(8))):
        if state.to_move < 0 or number % 9:
            continue
        assert isinstance(state.setup, TricolorLookup)
        for colour in (-1, 1):
            plan = RoutePlan(state.setup, state.byte_fields, colour)
            assert (plan.first_path.cost, plan.second_path.cost) == (
                slow_price(plan.costs, plan.first_path),
                slow_price(plan.costs, plan.second_path),
            )
            found += 1
    assert found > 5


@pytest.mark.parametrize("players", [2, 5])
def test_what_a_tile_beside_a_path_would_save_is_what_a_new_search_finds(players: int) -> None:
    """The second path may neither lead over places of the first nor end at its End."""
    num_cheaper = 0
    rng = tri.Random(players)
    for number, state in enumerate(random_game(players, 11, round_limit=20 // players + sampled(8))):
        if state.to_move < 0 or number % 3:
            continue
        assert isinstance(state.setup, TricolorLookup)
        plan = RoutePlan(state.setup, state.byte_fields, 1)
        fields = state.byte_fields
        for path in (plan.first_path, plan.second_path):
            for place in plan.costs.searched_places:
                if path.is_on_path[place] or decode_face(i64(fields[place])) >= END_FACE:
                    continue
                face = rng.randrange(END_FACE)
                code = encode_tile(face, rng.randrange(state.setup.num_rotations[face]), rng.randrange(2) == 1)
                estimate = path.estimate_path_with_tile(place, code)
                before, fields[place] = fields[place], u8(code)
                assert estimate == min(slow_price(plan.costs, path), HOPELESS_COST)
                fields[place] = before
                num_cheaper += estimate < path.cost
    assert num_cheaper > 8


def test_a_plan_is_kept_only_while_no_tile_changes() -> None:
    state, rng = GAME.setup(3, round_limit=2 + sampled(8)).new(), tri.Random(2)
    kept = 0
    while state.to_move != tri.OVER:
        if state.to_move == tri.CHANCE:
            state._apply(state.sample_chance(rng))
            continue
        actions = state.legal_actions()
        assert isinstance(state, TricolorState)
        kept += state.route_plan is not None
        fresh = state.copy()
        backwards = [fresh.action_score(action) for action in reversed(actions[:12])]
        assert [state.action_score(action) for action in actions[:12]] == backwards[::-1]
        state._apply(actions[rng.randrange(len(actions))])
    assert kept > 3
