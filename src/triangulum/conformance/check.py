"""The function ``conformance``: plays random games of a setup and runs every checker at every step."""

from __future__ import annotations

import random

from librt.random import Random

from triangulum.conformance.belief_promise import BeliefChecker
from triangulum.conformance.observation_promise import ObservationChecker
from triangulum.conformance.renderer_promises import RendererChecker
from triangulum.conformance.report import ConformanceError, GameWalk, PromiseChecker, Report
from triangulum.conformance.resample_promises import ListWorlds, ResampleChecker
from triangulum.conformance.rules_promises import RulesChecker
from triangulum.conformance.secret_promises import SecretsChecker
from triangulum.core.registry import game as find_game
from triangulum.core.state import CHANCE, OVER, Setup
from triangulum.errors import TriangulumError


def conformance(
    setup: Setup, *, games: int = 20, seed: int = 0, in_depth_share: float = 0.2, worlds: ListWorlds | None = None
) -> Report:
    """Play random games and check every promise of the contract; raise ConformanceError for the first broken one.

    ``in_depth_share`` is the share of steps at which the expensive promises are checked. ``worlds`` lists the states
    that a seat holds possible, to compare resamples with them. Without it they are found by trying every history, which
    only works for small games; ``report.unchecked`` has the promises that were never checked.
    """
    if find_game(setup.game.id) is not setup.game:
        raise TriangulumError(f"{setup.game.id!r} is another game: give yours an id of its own, then tri.register it")
    report = Report(setup)
    # Our own choices come from Python's generator, so that they are independent of the games' generators.
    dice = random.Random(f"conformance {seed}")
    # Resamples and beliefs come last, so that an error reports the direct cause of a problem before its consequences.
    rounds: list[list[PromiseChecker]] = [
        [RulesChecker(dice), SecretsChecker(dice), RendererChecker()],
        [ResampleChecker(worlds), ObservationChecker()],
        [BeliefChecker()],
    ]
    for checkers in rounds:
        for number in range(games):
            walk = GameWalk(setup, report)
            try:
                play_and_check_random_game(walk, dice, Random(seed * 1_000_003 + number), in_depth_share, checkers)
            except ConformanceError:
                raise
            except Exception as error:
                walk.fail("playable", f"the game's own code raised {type(error).__name__}: {error}")
    report.games = games
    return report


def play_and_check_random_game(
    walk: GameWalk, dice: random.Random, rng: Random, in_depth_share: float, checkers: list[PromiseChecker]
) -> None:
    """Play one random game to its end, and let the checkers check every position and step."""
    for checker in checkers:
        checker.start_game(walk)
    while walk.state.to_move != OVER:
        in_depth = dice.random() < in_depth_share or len(walk.actions) < 3
        for checker in checkers:
            checker.check_position(walk, in_depth)
        state = walk.state
        action = int(state.sample_chance(rng)) if state.to_move == CHANCE else dice.choice(state.legal_actions())
        for checker in checkers:
            checker.check_step(walk, action, in_depth)
        walk.play(action)
    for checker in checkers:
        checker.check_game_end(walk)
