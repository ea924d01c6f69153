"""Tricolor Line, designed by David Sun: build roads for a secret colour until two routes are finished."""

from triangulum.core.game import Game
from triangulum.core.levels import Budget, Level
from triangulum.games.tricolor_line import features, narration, notation, observe, scene
from triangulum.games.tricolor_line.options import MAX_PLAYERS, TricolorBox, TricolorOptions
from triangulum.games.tricolor_line.rules import TricolorSetup
from triangulum.games.tricolor_line.stats import TricolorCounts

GAME = Game(
    id="tricolor-line",
    title="Tricolor Line",
    designer="David Sun",
    summary="Everybody secretly builds roads for one of three colours; two finished routes end the game.",
    players=(2, MAX_PLAYERS),
    options=TricolorOptions,
    box=TricolorBox,
    rules=TricolorSetup,
    notation=notation,
    narration=narration,
    view_builder=observe,
    renderer=scene,
    features=features.list_features,
    stats=TricolorCounts,
    has_secrets=True,
    # One's own turn, and the next player's by what is worth most: an estimate amid a turn misleads, and so does one
    # after others did whatever came to mind, the more so the longer one looks.
    search_settings={"horizon": 2, "compared": 0, "alone": True},
    levels=(
        Level(
            name="beginner",
            words="Plays whatever comes to mind: a first opponent for a child.",
            bot="random",
            budget=Budget(seconds=1),
        ),
        Level(name="casual", bot="greedy", budget=Budget(seconds=1), blunders=0.5),
        Level(name="club", words="Looks ahead for a blink.", bot="mcts", budget=Budget(seconds=5, simulations=10)),
        Level(name="expert", bot="mcts", budget=Budget(seconds=5, simulations=60)),
    ),
)
