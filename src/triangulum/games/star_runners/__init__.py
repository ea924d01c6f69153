"""Star Runners, designed by Andrew Looney: two fleets race through each other's stars, by way of Backwater."""

from triangulum.core.game import Game
from triangulum.games.star_runners import features, narration, notation, observe, scene, solver
from triangulum.games.star_runners.box import StarRunnersBox
from triangulum.games.star_runners.options import PRESETS, StarRunnersOptions
from triangulum.games.star_runners.rules import StarRunnersSetup
from triangulum.games.star_runners.stats import StarRunnersStats

GAME = Game(
    id="star-runners",
    title="Star Runners",
    designer="Andrew Looney",
    players=(2, 2),
    rules_version=1,
    options=StarRunnersOptions,
    box=StarRunnersBox,
    rules=StarRunnersSetup,
    notation=notation,
    narration=narration,
    view_builder=observe,
    renderer=scene,
    features=features.list_features,
    solver=solver,
    stats=StarRunnersStats,
    presets=PRESETS,
    quick_presets=("guarded",),
)
