"""What Triangulum does in a second, measured as the other libraries are: whole games, in processor time."""

from __future__ import annotations

import time
from collections.abc import Callable

from librt.random import Random

import triangulum as tri
from triangulum.adapters.pettingzoo import env
from triangulum.adapters.vector import VectorEnv
from triangulum.bots import MctsBot
from triangulum.bots.random_games import PlayoutCounts, play_random_games, play_random_games_without_listing
from triangulum.cli.bench import SEARCH_SETTINGS

Figures = dict[str, float]
SIDE_BY_SIDE = 256
"""Games of a vector environment."""
COUNTED = 100


def rates_per_second(counts: PlayoutCounts, taken: float) -> Figures:
    """Return what was done in so many seconds, for each of them."""
    return {
        "decisions": float(counts.decisions) / taken,
        "chance steps": float(counts.chance_steps) / taken,
        "listed": float(counts.listed_actions) / taken,
        "games": float(counts.games) / taken,
    }


def measure_games(
    play_games: Callable[[tri.State, int, Random], PlayoutCounts], setup: tri.Setup, seconds: float, seed: int
) -> Figures:
    """Play random games for about so long."""
    start, rng, count = setup.new(), Random(seed), 1
    while True:
        begun = time.process_time()
        counts = play_games(start, count, rng)
        taken = time.process_time() - begun
        if taken > seconds / 2:
            return rates_per_second(counts, taken)
        count *= 2


def measure_random_play(setup: tri.Setup, seconds: float, seed: int) -> Figures:
    """Random games in which every legal move is listed at every decision."""
    return measure_games(play_random_games, setup, seconds, seed)


def measure_sampled_play(setup: tri.Setup, seconds: float, seed: int) -> Figures:
    """Random games as a search plays them out: any move, without a list where a game knows how."""
    found = measure_games(play_random_games_without_listing, setup, seconds, seed)
    return {name: figure for name, figure in found.items() if name != "listed"}


def measure_search(setup: tri.Setup, kind: str, seconds: float, seed: int) -> Figures:
    """Simulations of tree search at the first choice of a game, of one of the kinds that ``triangulum bench`` knows."""
    state, rng = setup.new(), Random(seed)
    while state.to_move == tri.CHANCE or len(state.legal_actions()) < 2:
        state.play(int(state.sample_chance(rng)) if state.to_move == tri.CHANCE else state.legal_actions()[0])
    bot = MctsBot(SEARCH_SETTINGS[kind])
    begun = time.process_time()
    thought = bot.think(state, rng, tri.Budget(seconds=seconds))
    found = {"simulations": thought.simulations / (time.process_time() - begun)}
    if SEARCH_SETTINGS[kind] is None:
        return found
    counts = play_random_games(state, COUNTED, rng)
    length = (float(counts.decisions) + float(counts.chance_steps)) / float(counts.games)
    return {**found, "steps": found["simulations"] * length}


def measure_vector_env(setup: tri.Setup, observe: bool, seconds: float, seed: int) -> Figures:
    """Steps of a vector environment in which everybody plays at random."""
    vector = VectorEnv(setup, SIDE_BY_SIDE, seed=seed, observe=observe)
    steps = 0
    begun = time.process_time()
    while (taken := time.process_time() - begun) < seconds:
        vector.step(vector.sample())
        steps += SIDE_BY_SIDE
    return {"decisions": steps / taken}


def measure_pettingzoo_env(setup: tri.Setup, seconds: float, seed: int) -> Figures:
    """Steps of a PettingZoo environment, made as in the loop over theirs."""
    table, rng = env(setup), Random(seed)
    table.reset(seed=seed)
    steps = 0
    begun = time.process_time()
    while (taken := time.process_time() - begun) < seconds:
        observation, _, over, _, _ = table.last()
        if over:
            table.reset()
            continue
        legal = observation["action_mask"].nonzero()[0]
        table.step(int(legal[int(rng.random() * len(legal))]))
        steps += 1
    return {"decisions": steps / taken}
