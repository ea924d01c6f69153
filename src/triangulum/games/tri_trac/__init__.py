"""Tri-Trac (Milton Bradley, 1980): lay, move or turn triangles, and complete a track from one arrow to another."""

from triangulum.core.game import Game
from triangulum.core.levels import Budget, Level
from triangulum.games.tri_trac import features, narration, notation, observe, scene
from triangulum.games.tri_trac.box import TriTracBox
from triangulum.games.tri_trac.options import TriTracOptions
from triangulum.games.tri_trac.rules import TriTracSetup
from triangulum.games.tri_trac.stats import TriTracStats

GAME = Game(
    id="tri-trac",
    title="Tri-Trac",
    designer="Milton Bradley, 1980",
    players=(2, 2),
    rules_version=1,
    options=TriTracOptions,
    box=TriTracBox,
    rules=TriTracSetup,
    notation=notation,
    narration=narration,
    view_builder=observe,
    renderer=scene,
    features=features.list_features,
    stats=TriTracStats,
    # Tracks grow slowly, so evaluating a position at once tells as much as playing it out at random.
    search_settings={"depth": 0, "effort": 50_000, "prior": 3.0},
    levels=(Level(name="expert", bot="mcts", budget=Budget(seconds=5, simulations=60)),),
)
