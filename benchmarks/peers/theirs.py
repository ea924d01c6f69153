"""What the other libraries do in a second, in a process of their own: run by the Python of `.venv-peers`.

Each line of standard input asks for something, as JSON, and is answered with a line. Nothing here imports Triangulum,
and where Triangulum is measured nothing of theirs is imported, so neither is slowed by the other. Time is the
processor's, not the clock's: other programs on the machine count less then.
"""

from __future__ import annotations

import importlib
import importlib.metadata
import json
import os
import random
import sys
import time
from collections.abc import Callable
from typing import Any

Figures = dict[str, float]
WARM = 0.1
"""Seconds of playing before anything counts."""
STARTS = 6
"""Deals or first throws from which C++ plays on, if a game begins with chance."""
COUNTED = 30
"""Games that are played in Python from such a beginning, to know how long they are."""


def measure_games(play_game: Callable[[random.Random], tuple[int, int, int]], seconds: float, seed: int) -> Figures:
    """Play whole games for some time; ``play_game`` returns decisions, chance steps and listed moves of one."""
    rng = random.Random(seed)
    until = time.process_time() + WARM
    while time.process_time() < until:
        play_game(rng)
    decisions = chance = listed = games = 0
    begun = time.process_time()
    while (taken := time.process_time() - begun) < seconds:
        more = play_game(rng)
        decisions, chance, listed, games = decisions + more[0], chance + more[1], listed + more[2], games + 1
    return rates_per_second(decisions, chance, listed, games, taken)


def rates_per_second(decisions: float, chance: float, listed: float, games: float, taken: float) -> Figures:
    """Return what was done in so many seconds, for each of them."""
    return {
        "decisions": decisions / taken,
        "chance steps": chance / taken,
        "listed": listed / taken,
        "games": games / taken,
    }


# --- OpenSpiel


def load_openspiel_game(name: str) -> Any:
    """Return a game of OpenSpiel."""
    import pyspiel

    return pyspiel.load_game(name)


def play_openspiel_game(state: Any, rng: random.Random) -> tuple[int, int, int]:
    """Play a game to the end from Python, as OpenSpiel's examples do."""
    decisions = chance = listed = 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, weights)[0])
            chance += 1
            continue
        legal = state.legal_actions()
        state.apply_action(legal[int(rng.random() * len(legal))])
        decisions += 1
        listed += len(legal)
    return decisions, chance, listed


def measure_openspiel_in_python(game: str, seconds: float, seed: int) -> Figures:
    """Random play in a Python loop over its C++."""
    loaded = load_openspiel_game(game)
    return measure_games(lambda rng: play_openspiel_game(loaded.new_initial_state(), rng), seconds, seed)


def measure_openspiel_bots(game: str, seconds: float, seed: int) -> Figures:
    """Random play in C++: whole games among its uniform bots, by ``evaluate_bots``.

    C++ does not say how long its games were, so as many are played in Python to know.
    """
    import pyspiel

    loaded = load_openspiel_game(game)
    bots = [pyspiel.make_uniform_random_bot(seat, seed + seat) for seat in range(loaded.num_players())]
    games = 0
    begun = time.process_time()
    while (taken := time.process_time() - begun) < seconds:
        pyspiel.evaluate_bots(loaded.new_initial_state(), bots, seed + games)
        games += 1
    decisions, chance, listed = mean_game_length(loaded.new_initial_state(), random.Random(seed))
    return rates_per_second(decisions * games, chance * games, listed * games, games, taken)


def measure_openspiel_rollouts(game: str, seconds: float, seed: int) -> Figures:
    """Random play in C++: the rollouts of one simulation of its tree search, which lists moves and plays them."""
    import pyspiel

    loaded = load_openspiel_game(game)
    rng = random.Random(seed)
    starts = [
        find_first_choice(loaded, rng) for _ in range(STARTS if loaded.new_initial_state().is_chance_node() else 1)
    ]
    done = [0.0, 0.0, 0.0, 0.0]
    taken = 0.0
    for start in starts:
        length = mean_game_length(start, rng)
        count = 4
        while True:
            spent = time_rollouts(pyspiel, loaded, start, count, seed)
            if spent > seconds / len(starts) / 3:
                break
            count *= 2
        taken += spent
        for at, part in enumerate((*length, 1.0)):
            done[at] += part * count
    return rates_per_second(done[0], done[1], done[2], done[3], taken)


def time_rollouts(pyspiel: Any, game: Any, start: Any, count: int, seed: int) -> float:
    """Return how long so many rollouts take."""
    evaluator = pyspiel.RandomRolloutEvaluator(count, seed)
    bot = pyspiel.MCTSBot(game, evaluator, 2.0, 1, 100, False, seed, False, pyspiel.ChildSelectionPolicy.UCT)
    begun = time.process_time()
    bot.step(start)
    return time.process_time() - begun


def find_first_choice(game: Any, rng: random.Random) -> Any:
    """Return the first state of a game in which somebody has a choice: without one, nothing is searched."""
    state = game.new_initial_state()
    while state.is_chance_node() or len(state.legal_actions()) < 2:
        outcomes = state.chance_outcomes() if state.is_chance_node() else [(state.legal_actions()[0], 1.0)]
        state.apply_action(rng.choices([one for one, _ in outcomes], [weight for _, weight in outcomes])[0])
    return state


def mean_game_length(start: Any, rng: random.Random) -> tuple[float, float, float]:
    """Return how many decisions, chance steps and listed moves a random game from here has."""
    played = [play_openspiel_game(start.clone(), rng) for _ in range(COUNTED)]
    decisions, chance, listed = (sum(part) / COUNTED for part in zip(*played, strict=True))
    return decisions, chance, listed


def measure_openspiel_search(game: str, seconds: float, seed: int) -> Figures:
    """Simulations of its C++ tree search with one random rollout each: MCTS, or IS-MCTS where there are secrets."""
    import pyspiel

    loaded = load_openspiel_game(game)
    rng = random.Random(seed)
    secret = loaded.get_type().information == pyspiel.GameType.Information.IMPERFECT_INFORMATION
    start = find_first_choice(loaded, rng)
    length = mean_game_length(start, rng)
    count = 64
    while True:
        bot = make_openspiel_bot(pyspiel, loaded, count, seed, secret)
        begun = time.process_time()
        bot.step(start.clone())
        taken = time.process_time() - begun
        if taken > seconds / 3:
            return {"simulations": count / taken, "steps": (length[0] + length[1]) * count / taken}
        count *= 2


def make_openspiel_bot(pyspiel: Any, game: Any, simulations: int, seed: int, secret: bool) -> Any:
    """Return its bot for a game with or without secrets."""
    evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
    if secret:
        most_visited = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
        return pyspiel.ISMCTSBot(seed, evaluator, 2.0, simulations, -1, most_visited, False, False)
    return pyspiel.MCTSBot(
        game, evaluator, 2.0, simulations, 1000, False, seed, False, pyspiel.ChildSelectionPolicy.UCT
    )


# --- PettingZoo and RLCard


def measure_pettingzoo(game: str, seconds: float, seed: int) -> Figures:
    """Random play of a classic environment, as PettingZoo's documentation shows it: ``last``, any move, ``step``."""
    env = importlib.import_module(f"pettingzoo.classic.{game}").env()

    def play_game(rng: random.Random) -> tuple[int, int, int]:
        decisions = listed = 0
        env.reset(seed=rng.randrange(2**31))
        for _ in env.agent_iter():
            observation, _, terminated, truncated, info = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            mask = observation["action_mask"] if isinstance(observation, dict) else info["action_mask"]
            legal = mask.nonzero()[0]
            env.step(int(legal[int(rng.random() * len(legal))]))
            decisions += 1
            listed += len(legal)
        return decisions, 0, listed

    return measure_games(play_game, seconds, seed)


def measure_rlcard(game: str, seconds: float, seed: int) -> Figures:
    """Random play of RLCard's environments by its own random agents."""
    import rlcard
    from rlcard.agents import RandomAgent

    env = rlcard.make(game, config={"seed": seed})
    env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])

    def play_game(rng: random.Random) -> tuple[int, int, int]:
        trajectories, _ = env.run(is_training=False)
        # A seat's trajectory is state, action, state, action … state.
        states = [state for seat in trajectories for state in seat[:-1:2]]
        return len(states), 0, sum(len(state["legal_actions"]) for state in states)

    return measure_games(play_game, seconds, seed)


# --- asking and answering


def list_versions() -> dict[str, str]:
    """Return which versions these are."""
    found = {}
    for name in ("open_spiel", "pettingzoo", "rlcard", "numpy"):
        try:
            found[name] = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            found[name] = "missing"
    return found


TASKS: dict[str, Callable[[str, float, int], Figures]] = {
    "openspiel python": measure_openspiel_in_python,
    "openspiel bots": measure_openspiel_bots,
    "openspiel rollouts": measure_openspiel_rollouts,
    "openspiel search": measure_openspiel_search,
    "pettingzoo": measure_pettingzoo,
    "rlcard": measure_rlcard,
}


def main() -> None:
    """Answer requests, a line of JSON each, until the input ends."""
    # Whatever the libraries print belongs to the other stream, so that answers stay answers.
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    for line in sys.stdin:
        task, game, seconds, seed = json.loads(line)
        answer: dict[str, Any]
        try:
            answer = {"figures": TASKS[task](game, seconds, seed)} if task in TASKS else {"versions": list_versions()}
        except Exception as error:
            answer = {"failed": f"{type(error).__name__}: {error}".splitlines()[0][:200]}
        print(json.dumps(answer), file=answers, flush=True)


if __name__ == "__main__":
    main()
