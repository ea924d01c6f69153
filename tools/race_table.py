"""Counts what happens in greedy races: `python tools/race_table.py [races]` prints the table of docs/rules.

For every scenario and number of players: turns of each player, tiles laid, powers fired and starbursts taken in a race,
in the mean over many of them.
"""

import sys
from collections import Counter

import triangulum as tri
from triangulum.core.course import number_of
from triangulum.games.tri_star_racers.view import BurstTaken, Drafted, HandDiscarded, PowerFired, RacersView, TilePlayed

GAME = tri.game("tri-star-racers")
COUNTED = {TilePlayed: "tiles", PowerFired: "powers", BurstTaken: "bursts", HandDiscarded: "discards", Drafted: "turns"}


def race(scenario: str, players: int, seed: int) -> Counter[str]:
    """Return how often things happen in one race."""
    counts: Counter[str] = Counter()
    course = tri.play(GAME.setup(players, scenario=scenario), [tri.bot("greedy")] * players, seed).course()
    state = course.setup.new()
    for step in course.steps:
        action = number_of(step)
        counts.update(what for event in state.seen(action, None) if (what := COUNTED.get(type(event))))
        state.apply(action)
    view = state.view(None)
    assert isinstance(view, RacersView)
    counts["crossed"] += view.last_round
    return counts


def main() -> None:
    """Print the table."""
    races = int(sys.argv[1]) if len(sys.argv) > 1 else 50
    print("| scenario | players | turns each | tiles | powers | starbursts | hands discarded | crossed the line |")
    print("|---|---|---|---|---|---|---|---|")
    for scenario in GAME.presets:
        for players in range(GAME.players[0], GAME.players[1] + 1):
            total: Counter[str] = sum((race(scenario, players, seed) for seed in range(races)), Counter())
            turns = total["turns"] / players / races
            means = [f"{total[what] / races:.1f}" for what in ("tiles", "powers", "bursts", "discards")]
            print(f"| {scenario} | {players} | {turns:.1f} | {' | '.join(means)} | {total['crossed'] / races:.0%} |")


if __name__ == "__main__":
    main()
