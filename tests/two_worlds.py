"""Check that states which a seat can't tell apart look the same to it at every step of a game."""

import msgspec

import triangulum as tri
from triangulum.core.state import CHANCE, OVER, Setup, State
from triangulum.text import ENGLISH


def see_two_worlds(setup: Setup, seed: int) -> int:
    """Play a random game, and compare each state with a resample for every seat and for a spectator.

    Returns how many of the compared pairs really differ.
    """
    rng = tri.Random(seed)
    state = setup.new()
    differing = 0
    while True:
        for watcher in (*range(setup.players), None):
            world = state.resample(watcher, rng)
            differing += world.to_bytes() != state.to_bytes()
            compare(state, world, watcher)
        if state.to_move == OVER:
            return differing
        legal = state._legal_actions()
        state._apply(state.sample_chance(rng) if state.to_move == CHANCE else legal[rng.randrange(len(legal))])


def compare(state: State, world: State, watcher: int | None) -> None:
    """Check that a watcher is shown the same in both states: view, picture, text, and to the mover its choices."""
    view, other = state.view(watcher), world.view(watcher)
    assert msgspec.json.encode(view) == msgspec.json.encode(other)
    game = state.setup.game
    assert game.narration.text_board(view, ENGLISH) == game.narration.text_board(other, ENGLISH)
    assert game.renderer.scene(view) == game.renderer.scene(other)
    assert state.to_move == world.to_move
    if watcher is None or watcher != state.to_move:
        return
    actions = state.legal_actions()
    assert actions == world.legal_actions()
    for action in actions[:: max(1, len(actions) // 8)]:
        assert state.format_action(action) == world.format_action(action)
        assert state.preview(action) == world.preview(action)
        assert game.renderer.touch_steps(view, action) == game.renderer.touch_steps(other, action)
