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
from triangulum import solutions
from triangulum.core.solution import Solution

START = "S:A M:A L:A | S:B M:B L:B"
LEAVING = "the Large leaves home"
MIXED = ((i, j) for i in range(1, 7) for j in range(1, i + 1))


def setup_of(homes: str) -> tri.Setup:
    """Return the game with these homes."""
    return tri.game("star-runners").setup(homes=homes)


def state_at(setup: tri.Setup, fleets: str, doing: str) -> tri.State:
    """Return a position of seat 0's turn."""
    return setup.parse_position(f"SM ML | {fleets} | turn 1 | seat 0 {doing}")


def worth(setup: tri.Setup, solution: Solution, fleets: str, doing: str = "rolls") -> float:
    """Return what a position is worth to seat 0, whose turn it is."""
    return solution.worth(state_at(setup, fleets, doing), 0)


def best_turns(solution: Solution, state: tri.State) -> Iterator[tuple[str, ...]]:
    """Yield every way to play a turn that is as good as can be."""
    if state.to_move < 0:
        yield ()
        return
    seat = state.to_move
    after = {action: state.after(action) for action in state.actions()}
    most = max(solution.worth(next_state, seat) for next_state in after.values())
    for action, next_state in after.items():
        if solution.worth(next_state, seat) == most:
            for rest in best_turns(solution, next_state):
                yield state.text(action), *rest


def first_roll(setup: tri.Setup, solution: Solution) -> None:
    """Print what each number of points is worth at the beginning, and what to do with it."""
    print("first roll: points, worth, best turns (those that differ by more than names and order)")
    for points in range(1, 7):
        other = 1 if points > 1 else 2
        doing = f"spends {points} of {max(points, other)}-{min(points, other)}"
        state = state_at(setup, START, doing)
        turns = {" ".join(sorted(turn)) for turn in best_turns(solution, state)}
        shown = sorted(turn for turn in turns if "2" not in turn)[:4]
        print(f"  {points}  {solution.worth(state, 0):+.4f}  {' | '.join(shown)}")
    rolled_again = worth(setup, solution, START)
    again = [n for n in range(1, 7) if worth(setup, solution, START, f"has doubles {n}-{n}") <= rolled_again]
    print(f"  doubles to roll again at the beginning: {again or 'none'}")


def exact_games(setup: tri.Setup, games: int) -> None:
    """Print what happens when best play meets best play."""
    exact = tri.bot("exact")
    exact.sit_down(setup)
    solution = solutions.load(setup)
    lengths, results, leaving = [], Counter[int](), Counter[int]()
    doubles: dict[int, list[bool]] = {n: [] for n in range(1, 7)}
    behind: dict[int, list[bool]] = {n: [] for n in range(1, 7)}
    for seed in range(games):
        dice, thoughts = Random(seed), Random(seed ^ 0x5A5A5A)
        state = setup.new()
        turns_taken = [0, 0]
        gone = [False, False]
        while state.to_move != tri.OVER:
            if state.to_move == tri.CHANCE:
                state.apply(state.draw(dice))
                continue
            seat = state.to_move
            action = int(exact.choose(state, thoughts))
            text = state.text(action)
            if text in ("take", "reroll"):
                points = int(state.position()[-1])
                doubles[points].append(text == "reroll")
                if solution.worth(state, seat) < 0:
                    behind[points].append(text == "reroll")
            if text.startswith("L") and not gone[seat]:
                gone[seat] = True
                leaving[own_turn(state)] += 1
            state.apply(action)
        lengths.append(turns_of(state))
        results[next(iter(state.winners()), -1)] += 1
        turns_taken.clear()
    mean = sum(lengths) / games
    print(f"{games} games of exact against itself: {mean:.1f} turns in the mean, at most {max(lengths)}")
    print(f"  won by seat 0 {results[0]}, by seat 1 {results[1]}, drawn at the limit {results[-1]}")
    edge = results[0] - results[1]
    spread = 1.96 * math.sqrt(max(1, results[0] + results[1]) / games - (edge / games) ** 2) / math.sqrt(games)
    print(f"  wins minus losses of seat 0: {edge / games:+.4f} ± {spread:.4f}")
    total = sum(leaving.values())
    if total:
        shares = ", ".join(f"{turn}: {leaving[turn] / (2 * games):.0%}" for turn in sorted(leaving)[:8])
        print(f"  {LEAVING} first on one's own turn … in so many of all fleets: {shares}")
    for n, choices in doubles.items():
        if choices:
            late = f"; when behind {sum(behind[n]) / len(behind[n]):.1%}" if behind[n] else ""
            print(f"  doubles {n}: rolled again {sum(choices) / len(choices):.1%} of {len(choices)}{late}")


def turns_of(state: tri.State) -> int:
    """Return how many turns of both have begun."""
    turn = next(part for part in state.position().split(" | ") if part.startswith("turn "))
    return int(turn.removeprefix("turn "))


def own_turn(state: tri.State) -> int:
    """Return which of the mover's own turns it is."""
    return (turns_of(state) + 1) // 2


def match(setup: tri.Setup, rival: str, games: int) -> None:
    """Print how exact does against another bot, half of the games in each seat."""
    exact, other = tri.bot("exact"), tri.bot(rival)
    won = lost = 0
    for seed in range(games):
        seats = [exact, other] if seed % 2 == 0 else [other, exact]
        winners = played(setup, seats, seed // 2)
        won += winners == [seed % 2]
        lost += winners == [1 - seed % 2]
    low, high = wilson(won, games)
    drawn = games - won - lost
    print(f"  exact against {rival}: won {won}, lost {lost}, drawn {drawn} of {games}: {low:.1%} to {high:.1%} won")


def played(setup: tri.Setup, seats: list[tri.Bot], seed: int) -> list[int]:
    """Return who wins a game among bots."""
    dice, thoughts = Random(seed), Random(seed ^ 0x77777)
    for bot in seats:
        bot.sit_down(setup)
    state = setup.new()
    while state.to_move != tri.OVER:
        seat = state.to_move
        state.apply(state.draw(dice) if seat == tri.CHANCE else seats[seat].choose(state, thoughts))
    return state.winners()


def wilson(won: int, games: int) -> tuple[float, float]:
    """Return the 95 % interval for a share (Wilson's)."""
    z, share = 1.96, won / games
    middle = share + z * z / (2 * games)
    spread = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    return (middle - spread) / (1 + z * z / games), (middle + spread) / (1 + z * z / games)


def guards(setup: tri.Setup, solution: Solution) -> None:
    """Print what guarded homes do: both Larges at home, one of them, none."""
    print("scattered ships of which nobody has arrived, by where the Larges are: share worth 0, mean for the roller")
    rng = Random(1)
    fleets = list(product(["A", "a1", "a2", "W*", "b1", "b2", "B"], repeat=2))
    for own, enemy in (("A", "B"), ("A", "b1"), ("a1", "B"), ("a1", "b1")):
        values = []
        for _ in range(4000):
            (s, m), (t, n) = (fleets[rng.randrange(len(fleets))] for _ in range(2))
            text = f"S:{s} M:{m} L:{own} | S:{t} M:{n} L:{enemy}"
            values.append(worth(setup, solution, text))
        nothing = sum(abs(value) <= solution.error for value in values) / len(values)
        mean = sum(values) / len(values)
        print(
            f"  L at {own:2} against L at {enemy:2}: {nothing:6.1%} worth 0, {mean:+.3f}, {min(values):+.3f} at least"
        )


def main() -> None:
    """Print all figures."""
    parser = argparse.ArgumentParser(description="Print the figures of docs/star-runners-solved.md.")
    parser.add_argument("--games", type=int, default=4000, help="of each match")
    games = parser.parse_args().games
    for homes in ("open", "guarded"):
        setup = setup_of(homes)
        solution = solutions.load(setup)
        print(f"homes={homes}: the start is worth {worth(setup, solution, START):+.4f}, error {solution.error:.1e}")
        first_roll(setup, solution)
        guards(setup, solution)
        exact_games(setup, games)
        for rival in ("greedy", "random"):
            match(setup, rival, games)
        print()


if __name__ == "__main__":
    main()
