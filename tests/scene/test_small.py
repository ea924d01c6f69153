"""What a browser is sent when somebody has moved is small."""

import gzip

import msgspec
import pytest

import triangulum as tri
from tests.sampling import sampled
from triangulum.core.registry import discover_games
from triangulum.core.state import CHANCE, OVER
from triangulum.scene import Scene, diff_scenes

MOST = 4096
"""Bytes, packed, for a move and the chance after it."""


@pytest.mark.parametrize("id", discover_games())
def test_the_difference_of_a_move_is_under_four_kilobytes(id: str) -> None:
    game = tri.game(id)
    state = game.new(players=min(4, max(game.players)))
    rng = tri.Random(1)
    before: dict[int | None, Scene] = {}
    while state.to_move == CHANCE:
        state.play(int(state.sample_chance(rng)))
    for _ in range(sampled(120)):
        if state.to_move == OVER:
            break
        actions = state.legal_actions()
        state.play(actions[rng.randrange(len(actions))])
        while state.to_move == CHANCE:
            state.play(int(state.sample_chance(rng)))
        for seat in (0, None):
            now = game.renderer.scene(state.view(seat))
            if seat in before:
                assert len(gzip.compress(msgspec.json.encode(diff_scenes(before[seat], now)))) < MOST
            before[seat] = now
