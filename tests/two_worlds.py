"""Two worlds: what a seat cannot tell apart must look, read and sound the same to it, at every moment of a game."""

import msgspec

import triangulum as tri
from triangulum.core.state import CHANCE, OVER, Setup, State


def see_two_worlds(setup: Setup, seed: int) -> int:
    """Play a random game, and look at it and at a redeal through every seat's eyes and a bystander's, at every moment.

    Returns how many pairs of worlds were compared that really differ.
    """
    rng = tri.Random(seed)
    state = setup.new()
    differing = 0
    while True:
        for watcher in (*range(setup.players), None):
            world = state.redeal(watcher, rng)
            differing += world.to_bytes() != state.to_bytes()
            compare(state, world, watcher)
        if state.to_move == OVER:
            return differing
        legal = state.legal()
        state.apply(state.draw(rng) if state.to_move == CHANCE else legal[rng.randrange(len(legal))])


def compare(state: State, world: State, watcher: int | None) -> None:
    """See that a watcher is shown the same in both: view, picture, text, and as the mover the choices with previews."""
    view, other = state.view(watcher), world.view(watcher)
    assert msgspec.json.encode(view) == msgspec.json.encode(other)
    game = state.setup.game
    assert game.words.board(view) == game.words.board(other)
    if game.table is not None:
        assert game.table.scene(view) == game.table.scene(other)
    assert state.to_move == world.to_move
    if watcher is None or watcher != state.to_move:
        return
    actions = state.actions()
    assert actions == world.actions()
    for action in actions[:: max(1, len(actions) // 8)]:
        assert state.text(action) == world.text(action)
        assert state.preview(action) == world.preview(action)
        if game.table is not None:
            assert game.table.steps(view, action) == game.table.steps(other, action)
