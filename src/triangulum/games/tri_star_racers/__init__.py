"""Tri-Star Racers, designed by Glenn Cotter: match crystals, and bring your whole team of ships far beyond the line."""

from triangulum.core.game import Game
from triangulum.core.levels import Budget, Level
from triangulum.games.tri_star_racers import features, narration, notation, observe, scene
from triangulum.games.tri_star_racers.box import MAX_PLAYERS, RacersBox
from triangulum.games.tri_star_racers.options import SCENARIOS, RacersOptions
from triangulum.games.tri_star_racers.rules import RacersSetup
from triangulum.games.tri_star_racers.stats import RacersStats

GAME = Game(
    id="tri-star-racers",
    title="Tri-Star Racers",
    designer="Glenn Cotter",
    players=(2, MAX_PLAYERS),
    rules_version=2,
    options=RacersOptions,
    box=RacersBox,
    rules=RacersSetup,
    notation=notation,
    narration=narration,
    view_builder=observe,
    renderer=scene,
    features=features.list_features,
    stats=RacersStats,
    has_secrets=True,
    presets=SCENARIOS,
    preset_word="scenario",
    # Looking one turn ahead and evaluating well is worth more than playing races to the end badly.
    search_settings={"depth": 4, "compared": 16, "prior": 2.0, "exploration": 1.0},
    levels=(
        Level(name="club", bot="greedy", budget=Budget(seconds=1), blunders=0.1),
        Level(name="expert", bot="mcts", budget=Budget(seconds=5, simulations=10)),
    ),
)
