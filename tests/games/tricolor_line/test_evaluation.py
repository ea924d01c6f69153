"""What bots of Tricolor Line must not be fooled by: each of these once made them wait, some the longer they thought."""

import pytest

import triangulum as tri
from triangulum.bots import MctsBot
from triangulum.bots.thought import Budget
from triangulum.core.state import State

PILES = "piles red tee 21, green tee 21, blue tee 20"
TWO_WAYS = (
    "tiles red straight EW at 1,0, red straight EW at -1,0, end NESW at 2,0 built, end NESW at -2,0 built | last -2,0"
)


def at(text: str) -> State:
    """Return a position for two."""
    return tri.game("tricolor-line").setup(players=2).parse_position(text)


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
    worths = {state.format_action(action): state.action_score(action) for action in state.legal_actions()}
    attack = next(worth for action, worth in worths.items() if action.startswith("attack"))
    assert worths["done"] - 60 < attack < worths["done"]


@pytest.mark.skipif(tri.BUILD.kind == "plain", reason="on plain sources this would take a minute")
def test_thinking_longer_does_not_make_it_wait() -> None:
    """Two routes are laid out in its colour, and cards to build them are at hand: four more are no use.

    While playouts wasted cards of whoever could act, whoever drew four, and so could not, seemed to be better off.
    """
    state = at(f"{TWO_WAYS} | {PILES} | hands RR RR R G B / G G B B B | identities red blue | round 5 | seat 0 chooses")
    for seed in range(3):
        found = MctsBot().think(state, tri.Random(seed), Budget(simulations=600))
        assert state.format_action(found.action) == "draw 2"
