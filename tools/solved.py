"""Prints the figures of docs/star-runners-solved.md: `python tools/solved.py [--games N]`, once both are solved.

Every figure is read from the tables that `triangulum solve` has left, or measured by games among bots with fixed
seeds, so two runs print the same.
"""

import argparse
import math
from collections import Counter
from collections.abc import Iterator
from itertools import product

from librt.random import Random

import triangulum as tri
from triangulum.core.solver import Solution
from triangulum.solve import storage as solutions

START = "S:A M:A L:A | S:B M:B L:B"
AFTER_A_TURN = ("A", "a1", "a2", "b1", "b2", "B")


def build_setup(homes: str) -> tri.Setup:
    """Return the setup with open or guarded homes."""
    return tri.game("star-runners").setup(homes=homes)


def parse_turn(setup: tri.Setup, fleets: str, doing: str) -> tri.State:
    """Return the state in which seat 0, whose turn it is, is doing something, such as "rolls".

    The turn makes no difference, except that ships must have had the time for their visits to Backwater.
    """
    return setup.parse_position(f"SM ML | {fleets} | turn 99 | seat 0 {doing}")


def turn_value(setup: tri.Setup, solution: Solution, fleets: str, doing: str = "rolls") -> float:
    """Return the value to seat 0 of a position in its turn."""
    return solution.value(parse_turn(setup, fleets, doing), 0)


def list_best_turns(solution: Solution, state: tri.State) -> Iterator[tuple[str, ...]]:
    """Yield every way to play the rest of a turn with the best value, as moves in notation."""
    if state.to_move < 0:
        yield ()
        return
    seat = state.to_move
    after = {action: state.after(action) for action in state.legal_actions()}
    most = max(solution.value(next_state, seat) for next_state in after.values())
    for action, next_state in after.items():
        if solution.value(next_state, seat) == most:
            for rest in list_best_turns(solution, next_state):
                yield state.format_action(action), *rest


def print_first_rolls(setup: tri.Setup, solution: Solution) -> None:
    """Print what each number of points is worth at the beginning, and what to do with it."""
    print("first roll: points, worth, best turns (those that differ by more than names and order)")
    for points in range(1, 7):
        other = 1 if points > 1 else 2
        doing = f"spends {points} of {max(points, other)}-{min(points, other)}"
        state = parse_turn(setup, START, doing)
        turns = {" ".join(sorted(turn)) for turn in list_best_turns(solution, state)}
        shown = sorted(turn for turn in turns if "2" not in turn)[:4]
        print(f"  {points}  {solution.value(state, 0):+.4f}  {' | '.join(shown)}")
    rolled_again = turn_value(setup, solution, START)
    again = [n for n in range(1, 7) if turn_value(setup, solution, START, f"has doubles {n}-{n}") <= rolled_again]
    print(f"  doubles to roll again at the beginning: {again or 'none'}")


class ExactBotStats:
    """Counts choices of the bot exact in many games, where they make a difference."""

    def __init__(self, setup: tri.Setup) -> None:
        self.solution = solutions.load(setup)
        self.again = Counter[int]()
        self.kept = Counter[int]()
        self.left_home = Counter[int]()

    def count_choice(self, state: tri.State, action: int, at_home: bool) -> None:
        """Count a choice after doubles, and a Large's first hop."""
        text = state.format_action(action)
        if text in ("take", "reroll"):
            take, reroll = (self.solution.value(state.after(choice), state.to_move) for choice in state.legal_actions())
            if take != reroll:
                (self.again if text == "reroll" else self.kept)[int(state.position()[-1])] += 1
        if at_home and text.startswith("L"):
            self.left_home[(count_turns(state) + 1) // 2] += 1

    def print_counts(self, games: int) -> None:
        """Print the counts."""
        for n in range(1, 7):
            met = self.again[n] + self.kept[n]
            print(f"    doubles {n} rolled again: {self.again[n]} of {met}, {self.again[n] / max(1, met):.0%}")
        shares = ", ".join(f"{turn}: {self.left_home[turn] / games:.0%}" for turn in sorted(self.left_home)[:8])
        print(f"    the Large leaves home on one's own turn … in so many games: {shares}")


def count_turns(state: tri.State) -> int:
    """Return how many turns have begun, of both seats together."""
    return int(state.position().split(" | ")[3].removeprefix("turn "))


def print_match(setup: tri.Setup, rival: str, games: int) -> None:
    """Print how exact does against another bot, half of the games in each seat."""
    exact, other, stats = tri.bot("exact"), tri.bot(rival), ExactBotStats(setup)
    won = lost = 0
    lengths = []
    for seed in range(games):
        seats = [exact, other] if seed % 2 == 0 else [other, exact]
        end = play_game(setup, seats, seed // 2, stats)
        won += end.winners() == [seed % 2]
        lost += end.winners() == [1 - seed % 2]
        lengths.append(count_turns(end))
    (low, high), drawn = wilson_interval(won, games), games - won - lost
    print(f"  exact against {rival}: won {won}, lost {lost}, drawn {drawn} of {games}: {low:.1%} to {high:.1%} won")
    print(f"    {sum(lengths) / games:.1f} turns in the mean")
    stats.print_counts(games)


def print_self_play(setup: tri.Setup, solution: Solution, games: int) -> None:
    """Print what happens when best play meets best play; games stop where nobody can force anything any more."""
    exact = tri.bot("exact")
    results = Counter[int]()
    for seed in range(games):
        dice, thoughts = Random(1_000_000 + seed), Random(seed)
        state = setup.new()
        while state.to_move != tri.OVER and (state.to_move != tri.CHANCE or solution.value(state, 0)):
            state._apply(state.sample_chance(dice) if state.to_move == tri.CHANCE else exact.choose(state, thoughts))
        results[next(iter(state.winners()), -1)] += 1
    edge = (results[0] - results[1]) / games
    spread = 1.96 * math.sqrt(((results[0] + results[1]) / games - edge**2) / games)
    print(f"  exact against itself: seat 0 won {results[0]}, seat 1 {results[1]}, worth 0 {results[-1]} of {games}")
    print(f"    wins minus losses of seat 0 {edge:+.4f} ± {spread:.4f}")


def play_game(setup: tri.Setup, seats: list[tri.Bot], seed: int, stats: ExactBotStats | None) -> tri.State:
    """Play a game between bots and return its end; count the choices of exact, if ``stats`` are given."""
    dice, thoughts = Random(seed), Random(seed ^ 0x77777)
    for bot in seats:
        bot.start_game(setup)
    state = setup.new()
    at_home = True
    while state.to_move != tri.OVER:
        seat = state.to_move
        if seat == tri.CHANCE:
            state._apply(state.sample_chance(dice))
            continue
        action = int(seats[seat].choose(state, thoughts))
        if stats is not None and seats[seat].name() == "exact":
            stats.count_choice(state, action, at_home)
            at_home = at_home and not state.format_action(action).startswith("L")
        state._apply(action)
    return state


def wilson_interval(won: int, games: int) -> tuple[float, float]:
    """Return the 95 % interval for a share (Wilson's)."""
    z, share = 1.96, won / games
    middle = share + z * z / (2 * games)
    spread = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    return (middle - spread) / (1 + z * z / games), (middle + spread) / (1 + z * z / games)


def print_blockades(setup: tri.Setup, solution: Solution) -> None:
    """Print what Larges are worth that stand in the way, with all other ships scattered and none that has visited."""
    print("  scattered ships before their visit, by where the Larges stand: share worth 0, least, mean, greatest")
    rng = Random(1)
    places = list(product(AFTER_A_TURN, repeat=2))
    for own, enemy in (("A", "B"), ("A", "b1"), ("a1", "B"), ("W*", "W*"), ("W*", "B"), ("A", "W*"), ("a1", "b1")):
        values = []
        for _ in range(4000):
            (s, m), (t, n) = (places[rng.randrange(len(places))] for _ in range(2))
            values.append(turn_value(setup, solution, f"S:{s} M:{m} L:{own} | S:{t} M:{n} L:{enemy}"))
        nothing = sum(abs(value) <= solution.error for value in values) / len(values)
        mean = sum(values) / len(values)
        print(f"    {own:2} and {enemy:2}: {nothing:6.1%}, {min(values):+.3f}, {mean:+.3f}, {max(values):+.3f}")


def main() -> None:
    """Print all figures."""
    parser = argparse.ArgumentParser(description="Print the figures of docs/star-runners-solved.md.")
    parser.add_argument(
        "--games", type=int, default=2000, help="of each match; ten times as many of exact against itself"
    )
    games = parser.parse_args().games
    for homes in ("open", "guarded"):
        setup = build_setup(homes)
        solution = solutions.load(setup)
        print(
            f"homes={homes}: the start is worth {turn_value(setup, solution, START):+.4f}, error {solution.error:.1e}"
        )
        print_first_rolls(setup, solution)
        print_blockades(setup, solution)
        print_self_play(setup, solution, 10 * games)
        for rival in ("greedy", "random"):
            print_match(setup, rival, games)
        print()


if __name__ == "__main__":
    main()
