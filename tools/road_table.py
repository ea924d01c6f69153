"""Counts how greedy games of Tricolor Line end: `python tools/road_table.py [games]` prints the tables of docs/rules.

For every number of players: how often two routes end the game, after how many rounds, how long the routes are, and
the share of wins of each seat and of each identity.
"""

import sys
from collections import Counter
from math import sqrt
from typing import cast

import triangulum as tri
from triangulum.games.tricolor_line.view import COLOURS, TricolorView

GAME = tri.game("tricolor-line")


class Tally:
    """What games of one number of players have come to."""

    def __init__(self, players: int) -> None:
        self.players = players
        self.games = 0
        self.ends: Counter[str] = Counter()
        self.rounds = 0
        self.tiles = 0
        self.seats = [0.0] * players
        self.colours = [0.0] * len(COLOURS)

    def play(self, seed: int) -> None:
        """Play a game and count it."""
        state = tri.play(GAME.setup(self.players), [tri.bot("greedy")] * self.players, seed).course().state
        view = cast(TricolorView, state.view(None))
        self.games += 1
        self.ends[view.why] += 1
        self.rounds += view.round
        self.tiles += sum(len(route.places) for route in view.winning)
        for seat in view.winners:
            self.seats[seat] += 1 / len(view.winners)
            self.colours[cast(int, view.known[seat])] += 1 / len(view.winners)

    def shares(self, wins: list[float]) -> str:
        """Return shares of wins in percent."""
        return " ".join(f"{100 * own / self.games:.0f}" for own in wins)

    def row(self) -> str:
        """Return a row of the table."""
        share = 1 / self.players
        noise = 196 * sqrt(share * (1 - share) / self.games)
        cells = (
            str(self.players),
            f"{100 * self.ends['routes'] / self.games:.1f} %",
            f"{self.rounds / self.games:.1f}",
            f"{self.tiles / self.games:.1f}",
            f"{self.shares(self.seats)} (± {noise:.1f})",
            self.shares(self.colours),
        )
        return f"| {' | '.join(cells)} |"


def main() -> None:
    """Print the table."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    print("| players | ended by two routes | rounds | tiles in both | wins by seat, % | by red, green, blue, % |")
    print("|---|---|---|---|---|---|")
    for players in range(GAME.players[0], GAME.players[1] + 1):
        tally = Tally(players)
        for seed in range(games):
            tally.play(seed)
        print(tally.row(), flush=True)


if __name__ == "__main__":
    main()
