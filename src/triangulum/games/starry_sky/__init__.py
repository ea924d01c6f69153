"""Starry Sky Trick-Taking, designed by Ryohei Kurahashi: tricks draw lines, and the last card is a bid on them."""

from triangulum.core.game import Game
from triangulum.core.levels import Budget, Level
from triangulum.games.starry_sky import features, narration, notation, observe, scene
from triangulum.games.starry_sky.box import StarrySkyBox
from triangulum.games.starry_sky.options import StarrySkyOptions, upgrade_options
from triangulum.games.starry_sky.rules import StarrySkySetup
from triangulum.games.starry_sky.stats import StarrySkyStats

GAME = Game(
    id="starry-sky",
    title="Starry Sky Trick-Taking",
    designer="Ryohei Kurahashi",
    players=(3, 3),
    rules_version=1,
    options=StarrySkyOptions,
    upgrade_options=upgrade_options,
    box=StarrySkyBox,
    rules=StarrySkySetup,
    notation=notation,
    narration=narration,
    view_builder=observe,
    renderer=scene,
    features=features.list_features,
    has_secrets=True,
    stats=StarrySkyStats,
    seeded_options=("sky",),
    search_settings={"compared": 8},
    levels=(
        Level(name="beginner", bot="greedy", budget=Budget(seconds=1), blunders=0.9),
        Level(name="casual", bot="greedy", budget=Budget(seconds=1), blunders=0.5),
        Level(name="expert", bot="mcts", budget=Budget(seconds=5, simulations=16)),
    ),
)
