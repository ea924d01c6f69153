"""How fast the engine is: random games, copies, compiled code beside plain Python, pictures, and searching bots."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from typing import ParamSpec, TypeVar

import msgspec
from librt.random import Random

from triangulum.bots import Bot, MctsBot, MctsSettings
from triangulum.bots.random_games import PlayoutCounts, copy_repeatedly, play_random_games
from triangulum.bots.thought import Budget
from triangulum.core.state import CHANCE, Setup, State
from triangulum.errors import TriangulumError
from triangulum.installation.compiled import select_build
from triangulum.record.record import SetupData, setup_from_data, setup_to_data
from triangulum.scene.diff import diff_scenes

ROUNDS = 5
"""Everything is timed so many times, and the best counts: other programs only ever make it slower."""

T = TypeVar("T")
P = ParamSpec("P")


class GameSpeed(msgspec.Struct, frozen=True, kw_only=True):
    """What random games have shown; everything per second but where it says otherwise."""

    kind: str
    """Compiled or plain."""
    games: float
    decisions: float
    chance_steps: float
    listed: float
    """Legal moves listed at decisions."""
    copy_ns: float
    """Nanoseconds for copying a state."""

    def rates_by_label(self) -> dict[str, float]:
        """Return the rates that a table of results shows, all per second, by their labels."""
        return {
            "decisions a second": self.decisions,
            "chance steps a second": self.chance_steps,
            "steps together": self.decisions + self.chance_steps,
            "games a second": self.games,
            "legal moves listed a second": self.listed,
            "copies a second": 1e9 / self.copy_ns,
        }


def measure_random_games(setup: Setup, seconds: float) -> GameSpeed:
    """Time random games and copies for about so many seconds in all."""
    start = setup.new()
    share = seconds / (ROUNDS + 1) * 0.8
    count = estimate_games_within(start, share)
    best: PlayoutCounts | None = None
    best_seconds = 0.0
    for number in range(ROUNDS):
        taken, counts = time_call(play_random_games, start, count, Random(number))
        if best is None or float(counts.decisions) / taken > float(best.decisions) / best_seconds:
            best, best_seconds = counts, taken
    assert best is not None
    return GameSpeed(
        kind=select_build().kind,
        games=float(best.games) / best_seconds,
        decisions=float(best.decisions) / best_seconds,
        chance_steps=float(best.chance_steps) / best_seconds,
        listed=float(best.listed_actions) / best_seconds,
        copy_ns=measure_copy_seconds(find_mid_game_state(setup), share / 4) * 1e9,
    )


def time_call(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> tuple[float, T]:
    """Return how many seconds a call took, and its result."""
    begin = time.perf_counter()
    result = function(*args, **kwargs)
    return time.perf_counter() - begin, result


def estimate_games_within(start: State, seconds: float) -> int:
    """Return about how many random games fit into so many seconds."""
    count = 1
    while True:
        taken, _ = time_call(play_random_games, start, count, Random(99))
        if taken > seconds / 8:
            return max(1, round(count * seconds / taken))
        count *= 4


def find_mid_game_state(setup: Setup) -> State:
    """Return a state some way into a random game, since a new one may be smaller than most."""
    states = list_random_game_states(setup, Random(7))
    return states[len(states) // 2]


def measure_copy_seconds(state: State, seconds: float) -> float:
    """Return how many seconds copying a state takes inside the engine, loop included."""
    count = 1000
    while time_call(copy_repeatedly, state, count)[0] < seconds / ROUNDS:
        count *= 2
    return min(time_call(copy_repeatedly, state, count)[0] for _ in range(ROUNDS)) / count


def measure_scene_timings(setup: Setup, seconds: float) -> dict[str, float]:
    """Return the microseconds that view, scene and difference take after a step, in the mean over random games.

    Seats take turns as the viewer, one for each game. Caches stay warm between games, as on a server, except that the
    same whole scene hardly ever occurs twice.
    """
    renderer = setup.game.renderer
    totals = [0.0, 0.0, 0.0]
    num_views = 0
    end = time.perf_counter() + seconds
    seed = 0
    while time.perf_counter() < end:
        states = list_random_game_states(setup, Random(seed))
        seat = seed % setup.players
        last = renderer.scene(states[0].view(seat))
        for state in states[1:]:
            begin = time.perf_counter()
            view = state.view(seat)
            viewed = time.perf_counter()
            scene = renderer.scene(view)
            drawn = time.perf_counter()
            diff_scenes(last, scene)
            done = time.perf_counter()
            for part, taken in enumerate((viewed - begin, drawn - viewed, done - drawn)):
                totals[part] += taken
            last = scene
        num_views += len(states) - 1
        seed += 1
    parts = [total / num_views * 1e6 for total in totals]
    return {"view": parts[0], "scene": parts[1], "difference": parts[2], "together": sum(parts)}


SEARCH_SETTINGS = {
    "random playouts to the end": MctsSettings(prior=0.0, compared=1),
    "with the settings that suit the game": None,
}
"""Settings of tree search, by their labels in a table of results."""


def measure_simulation_rates(setup: Setup, seconds: float) -> dict[str, float]:
    """Return how many simulations a second tree search makes at the first decision of a game, the best of several."""
    state = next(state for state in list_random_game_states(setup, Random(7)) if state.to_move >= 0)
    share = seconds / len(SEARCH_SETTINGS) / ROUNDS
    rates = {}
    for label, settings in SEARCH_SETTINGS.items():
        bot = MctsBot(settings)
        rates[label] = max(measure_simulation_rate(bot, state, share, number) for number in range(ROUNDS))
    return rates


def measure_simulation_rate(bot: Bot, state: State, seconds: float, seed: int) -> float:
    """Return how many simulations a second a bot makes in a state."""
    taken, thought = time_call(bot.think, state, Random(seed), Budget(seconds=seconds))
    return thought.simulations / taken


def list_random_game_states(setup: Setup, rng: Random) -> list[State]:
    """Play a random game, and return all its states."""
    states = [setup.new()]
    while states[-1].to_move >= CHANCE:
        state = states[-1].copy()
        legal = state._legal_actions()
        state._apply(state.sample_chance(rng) if state.to_move == CHANCE else legal[rng.randrange(len(legal))])
        states.append(state)
    return states


def measure_random_games_in_plain_python(setup: Setup, seconds: float) -> GameSpeed:
    """Time random games and copies in another process that uses no compiled code."""
    request = msgspec.json.encode((setup_to_data(setup), seconds))
    done = subprocess.run(
        [sys.executable, "-m", "triangulum.cli.bench"],
        input=request,
        capture_output=True,
        env={**os.environ, "TRIANGULUM_PLAIN": "1"},
        check=False,
    )
    if done.returncode:
        raise TriangulumError(f"The run in plain Python failed: {done.stderr.decode(errors='replace').strip()[-300:]}")
    return msgspec.json.decode(done.stdout, type=GameSpeed)


def run_measuring_process() -> None:
    """Measure what standard input asks for; this is the other process."""
    text, seconds = msgspec.json.decode(sys.stdin.buffer.read(), type=tuple[SetupData, float])
    sys.stdout.buffer.write(msgspec.json.encode(measure_random_games(setup_from_data(text), seconds)))


if __name__ == "__main__":
    run_measuring_process()
