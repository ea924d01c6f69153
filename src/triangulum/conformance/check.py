"""The walk: random games from the setup, with every promise looked at along the way."""

from __future__ import annotations

import random

from librt.random import Random

from triangulum.conformance.belief_promise import Expected
from triangulum.conformance.observation_promise import Baring
from triangulum.conformance.open_promises import Open
from triangulum.conformance.report import ConformanceError, Look, Report, Trail
from triangulum.conformance.secret_promises import Secrets
from triangulum.conformance.table_promises import Looks
from triangulum.conformance.worlds import Worlds, WorldsOf
from triangulum.core.registry import game as registered
from triangulum.core.state import CHANCE, OVER, Setup
from triangulum.errors import TriangulumError


def conformance(
    setup: Setup, *, games: int = 20, seed: int = 0, thorough: float = 0.2, worlds: WorldsOf | None = None
) -> Report:
    """Play random games and check every promise of the contract; raise Broken for the first that does not hold.

    ``thorough`` is the share of steps at which the expensive promises are looked at. ``worlds`` lists the worlds
    that a seat holds possible, for comparing resamples with them; without it they are found by trying every
    history, which only small games allow; ``report.unseen`` says whether that, or anything else, never happened.
    """
    if registered(setup.game.id) is not setup.game:
        raise TriangulumError(f"{setup.game.id!r} is another game: give yours an id of its own, then tri.register it")
    report = Report(setup)
    # Our own choices come from Python's generator, so that a game cannot get in step with them.
    dice = random.Random(f"conformance {seed}")
    # Worlds and odds come last: what breaks a promise close by is then named before what follows from it far away.
    rounds: list[list[Look]] = [[Open(dice), Secrets(dice), Looks()], [Worlds(worlds), Baring()], [Expected()]]
    for looks in rounds:
        for number in range(games):
            trail = Trail(setup, report)
            try:
                walk(trail, dice, Random(seed * 1_000_003 + number), thorough, looks)
            except ConformanceError:
                raise
            except Exception as error:
                trail.fail("playable", f"the game's own code raised {type(error).__name__}: {error}")
    report.games = games
    return report


def walk(trail: Trail, dice: random.Random, rng: Random, thorough: float, looks: list[Look]) -> None:
    """Play one random game to its end, looking at promises on the way."""
    for look in looks:
        look.begin(trail)
    while trail.state.to_move != OVER:
        closely = dice.random() < thorough or len(trail.actions) < 3
        for look in looks:
            look.look(trail, closely)
        state = trail.state
        action = int(state.sample_chance(rng)) if state.to_move == CHANCE else dice.choice(state.legal_actions())
        for look in looks:
            look.look_ahead(trail, action, closely)
        trail.play(action)
    for look in looks:
        look.end(trail)
