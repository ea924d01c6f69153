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
from triangulum.bots.thought import Budget
from triangulum.core.playout import Tally, copies, random_games
from triangulum.core.state import CHANCE, Setup, State
from triangulum.errors import TriangulumError
from triangulum.installation.compiled import settle
from triangulum.record.record import SetupText, read_setup, setup_text
from triangulum.scene.difference import difference

ROUNDS = 5
"""Everything is timed so many times, and the best counts: other programs only ever make it slower."""

T = TypeVar("T")
P = ParamSpec("P")


class Speed(msgspec.Struct, frozen=True, kw_only=True):
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

    def figures(self) -> dict[str, float]:
        """Return what a table of results shows, all per second."""
        return {
            "decisions a second": self.decisions,
            "chance steps a second": self.chance_steps,
            "steps together": self.decisions + self.chance_steps,
            "games a second": self.games,
            "legal moves listed a second": self.listed,
            "copies a second": 1e9 / self.copy_ns,
        }


def measure(setup: Setup, seconds: float) -> Speed:
    """Time random games and copies for about so many seconds in all."""
    start = setup.new()
    share = seconds / (ROUNDS + 1) * 0.8
    count = games_within(start, share)
    best: Tally | None = None
    least = 0.0
    for number in range(ROUNDS):
        taken, tally = timed(random_games, start, count, Random(number))
        if best is None or float(tally.decisions) / taken > float(best.decisions) / least:
            best, least = tally, taken
    assert best is not None
    return Speed(
        kind=settle().kind,
        games=float(best.games) / least,
        decisions=float(best.decisions) / least,
        chance_steps=float(best.chance_steps) / least,
        listed=float(best.listed) / least,
        copy_ns=copy_time(in_mid_game(setup), share / 4) * 1e9,
    )


def timed(work: Callable[P, T], *args: P.args, **named: P.kwargs) -> tuple[float, T]:
    """Return how long some work took, and what it gave."""
    begin = time.perf_counter()
    result = work(*args, **named)
    return time.perf_counter() - begin, result


def games_within(start: State, seconds: float) -> int:
    """Return how many random games fit into a time."""
    count = 1
    while True:
        taken, _ = timed(random_games, start, count, Random(99))
        if taken > seconds / 8:
            return max(1, round(count * seconds / taken))
        count *= 4


def in_mid_game(setup: Setup) -> State:
    """Return a state some way into a random game, since a new one may be smaller than most."""
    states = walk(setup, Random(7))
    return states[len(states) // 2]


def copy_time(state: State, seconds: float) -> float:
    """Return how long copying a state takes inside the engine, loop included."""
    count = 1000
    while timed(copies, state, count)[0] < seconds / ROUNDS:
        count *= 2
    return min(timed(copies, state, count)[0] for _ in range(ROUNDS)) / count


def measure_watching(setup: Setup, seconds: float) -> dict[str, float]:
    """Return the microseconds that view, scene and difference take after a step, in the mean over random games.

    Every step of a game is looked at, through the eyes of each seat in turn. What a picture has kept from earlier
    games helps it here as it would on a server, except that whole scenes are not met again.
    """
    table = setup.game.renderer
    if table is None:
        raise TriangulumError(f"{setup.game.title} has no picture to time")
    totals = [0.0, 0.0, 0.0]
    looks = 0
    end = time.perf_counter() + seconds
    seed = 0
    while time.perf_counter() < end:
        states = walk(setup, Random(seed))
        seat = seed % setup.players
        last = table.scene(states[0].view(seat))
        for state in states[1:]:
            begin = time.perf_counter()
            view = state.view(seat)
            viewed = time.perf_counter()
            scene = table.scene(view)
            drawn = time.perf_counter()
            difference(last, scene)
            done = time.perf_counter()
            for part, taken in enumerate((viewed - begin, drawn - viewed, done - drawn)):
                totals[part] += taken
            last = scene
        looks += len(states) - 1
        seed += 1
    parts = [total / looks * 1e6 for total in totals]
    return {"view": parts[0], "scene": parts[1], "difference": parts[2], "together": sum(parts)}


SEARCHES = {
    "random playouts to the end": MctsSettings(prior=0.0, compared=1),
    "with the settings that suit the game": None,
}
"""By what a table of results calls them."""


def measure_bots(setup: Setup, seconds: float) -> dict[str, float]:
    """Return how many simulations a second tree search makes at the first decision of a game, the best of several."""
    state = next(state for state in walk(setup, Random(7)) if state.to_move >= 0)
    share = seconds / len(SEARCHES) / ROUNDS
    found = {}
    for what, settings in SEARCHES.items():
        bot = MctsBot(settings)
        found[what] = max(simulations_within(bot, state, share, number) for number in range(ROUNDS))
    return found


def simulations_within(bot: Bot, state: State, seconds: float, seed: int) -> float:
    """Return how many simulations a second a bot makes on a state."""
    taken, thought = timed(bot.think, state, Random(seed), Budget(seconds=seconds))
    return thought.simulations / taken


def walk(setup: Setup, rng: Random) -> list[State]:
    """Return all states of one random game."""
    states = [setup.new()]
    while states[-1].to_move >= CHANCE:
        state = states[-1].copy()
        legal = state._legal_actions()
        state._apply(state.sample_chance(rng) if state.to_move == CHANCE else legal[rng.randrange(len(legal))])
        states.append(state)
    return states


def measure_plain(setup: Setup, seconds: float) -> Speed:
    """Time the same games in another process that uses no compiled code."""
    order = msgspec.json.encode((setup_text(setup), seconds))
    done = subprocess.run(
        [sys.executable, "-m", "triangulum.cli.bench"],
        input=order,
        capture_output=True,
        env={**os.environ, "TRIANGULUM_PLAIN": "1"},
        check=False,
    )
    if done.returncode:
        raise TriangulumError(f"the plain run failed: {done.stderr.decode(errors='replace').strip()[-300:]}")
    return msgspec.json.decode(done.stdout, type=Speed)


def main() -> None:
    """Measure what standard input asks for; this is the other process."""
    text, seconds = msgspec.json.decode(sys.stdin.buffer.read(), type=tuple[SetupText, float])
    sys.stdout.buffer.write(msgspec.json.encode(measure(read_setup(text), seconds)))


if __name__ == "__main__":
    main()
