"""Tree search thinks the same, simulation by simulation, compiled and plain."""

import os
import subprocess
import sys

import msgspec
import pytest

import triangulum as tri
from triangulum.bots import MctsBot, MctsSettings
from triangulum.bots.thought import Budget, Thought
from triangulum.core.state import CHANCE

OTHER_PROCESS = """
import sys, msgspec, triangulum as tri
from tests.bots.test_compiled_search import thoughts
assert tri.BUILD.kind == "plain"
print(msgspec.json.encode([thoughts(name) for name in sys.argv[1:]]).decode())
"""
GAMES = ["starry-sky", "star-runners", "tri-star-racers"]


def thoughts(name: str) -> list[Thought]:
    """Return what two bots think at the first decisions of a game, with the tree kept between them."""
    setup = tri.game(name).setup()
    found: list[Thought] = []
    ahead = MctsSettings(horizon=2, compared=0, alone=True)
    for settings in (MctsSettings(prior=0.0, compared=1, depth=6), MctsSettings(), ahead):
        bot, rng, state = MctsBot(settings), tri.Random(4), setup.new()
        while len(found) % 4 < 3 and state.to_move >= CHANCE:
            if state.to_move == CHANCE:
                state._apply(state.sample_chance(rng))
                continue
            found.append(bot.think(state, rng, Budget(simulations=30)))
            state._apply(found[-1].action)
        found.append(Thought(0))
    return found


@pytest.mark.skipif(tri.BUILD.kind == "plain", reason="there is no compiled engine to compare with")
def test_compiled_and_plain_bots_think_the_same() -> None:
    done = subprocess.run(
        [sys.executable, "-c", OTHER_PROCESS, *GAMES],
        env={**os.environ, "TRIANGULUM_PLAIN": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert msgspec.json.decode(done.stdout, type=list[list[Thought]]) == [thoughts(name) for name in GAMES]
