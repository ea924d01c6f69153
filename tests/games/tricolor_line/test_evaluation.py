"""What bots of Tricolor Line must not be fooled by: each of these once made them wait, some the longer they thought."""

import pytest

import triangulum as tri
from triangulum.bots import MctsBot
from triangulum.bots.thought import Budget
from triangulum.core.state import State

PILES = "piles red tee 21, green tee 21, blue tee 20"
SMALLER_PILES = "piles red tee 21, green tee 21, blue tee 19"
TWO_WAYS = (
    "tiles red straight EW at 1,0, red straight EW at -1,0, end NESW at 2,0 built, end NESW at -2,0 built | last -2,0"
)
TWO_BUILT_WAYS = TWO_WAYS.replace(",0, red", ",0 built, red").replace(",0, end", ",0 built, end").partition(" |")[0]


def at(text: str) -> State:
    """Return a position for two."""
    return tri.game("tricolor-line").setup(players=2).parse_position(text)


def scores(state: State) -> dict[str, float]:
    """Return the score of each legal action, by its text."""
    return {state.format_action(action): state.action_score(action) for action in state.legal_actions()}


@pytest.mark.parametrize("more", ["R", "RR RR", "G BB W", "RR RR G BB"])
def test_cards_that_must_be_discarded_are_worth_nothing(more: str) -> None:
    doubles = more.split().count("RR")
    full, over, best = (
        at(f"{TWO_WAYS} | {PILES} | hands {hand} / G G B | identities red blue | round 5 | seat 0 acts")
        for hand in ("RR RR RR W W", f"RR RR RR W W {more}", " ".join(["RR"] * (3 + doubles) + ["W"] * (2 - doubles)))
    )
    assert over.evaluate(0) == best.evaluate(0)
    assert (over.evaluate(0) > full.evaluate(0)) == (doubles > 0)


def test_whoever_leads_rather_builds_than_waits() -> None:
    state = at(f"{TWO_WAYS} | {PILES} | hands R R R RR G B / G G B B B | identities red blue | round 5 | seat 0 acts")
    built = at(
        f"{TWO_WAYS.replace('1,0,', '1,0 built,', 1)} | {PILES} | hands RR G B / G G B B B | discards R R R"
        " | events supplies | identities red blue | round 5 | seat 0 acts"
    )
    assert built.evaluate(0) > state.evaluate(0) > 0
    assert built.evaluate(1) < state.evaluate(1) < 0


@pytest.mark.parametrize("hand", ["R", "R R G", "RR G G B W"])
def test_no_greedy_player_attacks_and_whoever_searches_may_think_of_it(hand: str) -> None:
    """An attack was worth so little that beside it all else looked alike."""
    state = at(f"{TWO_WAYS} | {PILES} | hands {hand} / G G B | identities red blue | round 5 | seat 0 acts")
    worths = scores(state)
    attack = next(worth for action, worth in worths.items() if action.startswith("attack"))
    assert worths["done"] - 60 < attack < worths["done"]


def test_a_second_way_to_an_end_that_has_a_route_is_worth_no_card() -> None:
    state = at(
        "tiles red straight EW at 1,0 built, end NESW at 2,0 built, red corner ES at 0,1 built,"
        " red straight EW at 1,1 built,"
        f" green corner ES at 2,1 | last 2,1 | {SMALLER_PILES} | hands R R G G G G / B B | identities red blue"
        " | round 5 | seat 0 acts"
    )
    score_by_move = scores(state)
    assert score_by_move["turn 2,1 with G G"] < 0  # it would lead to the End at 2,0, which the route at 1,0 has reached
    assert max(score_by_move, key=lambda move: score_by_move[move]) == "done"


@pytest.mark.parametrize("identity", ["red", "green", "blue"])
@pytest.mark.parametrize("game_round", [1, 5, 12, 40])
def test_nobody_spends_cards_once_two_routes_stand(identity: str, game_round: int) -> None:
    """The game ends with the turn, and cards are points."""
    state = at(
        f"{TWO_BUILT_WAYS}, green tee NES at 0,1 | last 0,1 | {SMALLER_PILES} | hands R R W G G G G / B B"
        f" | identities {identity} blue | round {game_round} | seat 0 acts"
    )
    score_by_move = scores(state)
    assert max(score_by_move, key=lambda move: score_by_move[move]) == "done"


def test_once_two_routes_stand_cards_without_points_are_discarded_first() -> None:
    state = at(
        f"{TWO_BUILT_WAYS}, blue cross NESW at 0,1 | last 0,1 | {SMALLER_PILES} | hands R R RR W B BB / B B"
        " | identities blue blue | round 5 | seat 0 discards"
    )
    score_by_move = scores(state)
    assert sorted(score_by_move, key=lambda move: -score_by_move[move])[:2] == ["discard B", "discard BB"]


def test_two_routes_that_another_colour_leads_may_be_undone_by_a_shorter_one() -> None:
    """The shorter route to an End prevails, and here both Ends would have it over the same tile."""
    state = at(
        "tiles green straight NS at 0,1 built, green corner ES at 0,2 built, green corner SW at 1,2 built,"
        " green straight NS at 0,-1 built, green corner NE at 0,-2 built, blue corner NW at 1,-2 built,"
        " end NESW at 1,1 built, end NESW at 1,-1 built, red cross NESW at 1,0 | last 1,0"
        " | piles red tee 20, green tee 19, blue tee 18 | hands R R R R W / B B | identities red blue | round 5"
        " | seat 0 acts"
    )
    assert scores(state)["build 1,0 with R R R R W"] > 0


@pytest.mark.skipif(tri.BUILD.kind == "plain", reason="on plain sources this would take a minute")
def test_thinking_longer_does_not_make_it_wait() -> None:
    """Two routes are laid out in its colour, and cards to build them are at hand: four more are no use.

    While playouts wasted cards of whoever could act, whoever drew four, and so could not, seemed to be better off.
    """
    state = at(f"{TWO_WAYS} | {PILES} | hands RR RR R G B / G G B B B | identities red blue | round 5 | seat 0 chooses")
    for seed in range(3):
        found = MctsBot().think(state, tri.Random(seed), Budget(simulations=600))
        assert state.format_action(found.action) == "draw 2"
