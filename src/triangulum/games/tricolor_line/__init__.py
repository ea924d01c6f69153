"""Tricolor Line, designed by David Sun: build roads for a secret colour until two routes are finished."""

from triangulum.core.game import Game
from triangulum.core.levels import Budget, Level
from triangulum.games.tricolor_line import features, narration, notation, observe, scene
from triangulum.games.tricolor_line.box import MAX_PLAYERS, TricolorBox
from triangulum.games.tricolor_line.options import PRESETS, TricolorOptions
from triangulum.games.tricolor_line.rules.state import TricolorSetup
from triangulum.games.tricolor_line.stats import TricolorStats

GAME = Game(
    id="tricolor-line",
    title="Tricolor Line",
    designer="David Sun",
    players=(2, MAX_PLAYERS),
    rules_version=2,
    options=TricolorOptions,
    presets=PRESETS,
    quick_presets=("long-roads", "as-printed"),
    box=TricolorBox,
    rules=TricolorSetup,
    notation=notation,
    narration=narration,
    view_builder=observe,
    renderer=scene,
    features=features.list_features,
    stats=TricolorStats,
    has_secrets=True,
    # Search the mover's own turn, and the next one by its best action scores: an evaluation in the middle of a turn
    # misleads, and so does one after random play, the more so the longer the search looks.
    search_settings={"horizon": 2, "compared": 0, "alone": True},
    levels=(
        Level(name="beginner", bot="random", budget=Budget(seconds=1)),
        Level(name="casual", bot="greedy", budget=Budget(seconds=1), blunders=0.5),
        Level(name="club", bot="mcts", budget=Budget(seconds=5, simulations=8)),
        Level(name="expert", bot="mcts", budget=Budget(seconds=5, simulations=80)),
    ),
)
