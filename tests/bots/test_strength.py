"""A quick sample of how well bots play: tree search beats those who only look at what is before them."""

import pytest

import triangulum as tri
from triangulum.bots import MctsBot
from triangulum.bots.thought import Budget


@pytest.mark.skipif(tri.BUILD.kind == "plain", reason="on plain sources this would take minutes")
@pytest.mark.parametrize(
    ("game", "players", "opponent", "simulations", "games", "share"),
    [
        ("star-runners", 2, "random", 200, 4, 0.75),
        ("starry-sky", 3, "random", 400, 15, 0.4),
        ("tri-star-racers", 2, "random", 60, 4, 0.75),
        ("tri-star-racers", 2, "greedy", 200, 8, 0.5),
    ],
)
def test_tree_search_wins_more_than_its_share(
    game: str, players: int, opponent: str, simulations: int, games: int, share: float
) -> None:
    total = 0.0
    for number in range(games):
        seat = number % players
        bots = [tri.bot(opponent) for _ in range(players)]
        bots[seat] = MctsBot(budget=Budget(simulations=simulations))
        winners = tri.play(game, bots, seed=number // players).replay().winners()
        total += (seat in winners) / len(winners) if winners else 1 / players
    assert total / games >= share
