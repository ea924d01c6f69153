"""What the game's own estimate of Tricolor Line must not be fooled by: both once made searching bots wait for ever."""

import pytest

import triangulum as tri
from triangulum.core.state import State

PILES = "piles red tee 21, green tee 21, blue tee 20"
TWO_WAYS = "tiles red straight EW at 1,0, red straight EW at -1,0, end NESW at 2,0, end NESW at -2,0 | last -2,0"


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
    assert over.estimate(0) == best.estimate(0)
    assert (over.estimate(0) > full.estimate(0)) == (doubles > 0)


def test_whoever_leads_rather_builds_than_waits() -> None:
    state = at(f"{TWO_WAYS} | {PILES} | hands R R R RR G B / G G B B B | identities red blue | round 5 | seat 0 acts")
    built = at(
        f"{TWO_WAYS.replace('1,0,', '1,0 built,', 1)} | {PILES} | hands RR G B / G G B B B | discards R R R"
        " | events supplies | identities red blue | round 5 | seat 0 acts"
    )
    assert built.estimate(0) > state.estimate(0) > 0
    assert built.estimate(1) < state.estimate(1) < 0
