"""A preview shows what the move will change in the picture, and nothing that the mover can't know."""

import pytest
from msgspec import UNSET

import triangulum as tri
from tests.server.tables import ANN, chair_of, do, new_table
from triangulum.core.game import Game
from triangulum.record.history import Played
from triangulum.scene import apply_diff
from triangulum.scene.localize import localize_scene
from triangulum.table import commands as ask
from triangulum.table.presenter import preview_scene_diff
from triangulum.text import Reader

GAMES = [game for game in tri.games() if game.rules.__module__.startswith("triangulum.games.")]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_the_preview_of_a_move_is_the_picture_after_it(game: Game) -> None:
    players = game.players[0]
    table = new_table(game.id, *[chair_of(ANN)] * players, players=players)
    do(table, ANN, ask.Begin)
    rng = tri.Random(1)
    shown = unshown = 0
    while table.phase == "playing" and table.number < 40:
        seat = table.mover
        assert seat is not None
        reader = Reader(names=("Ann", "Bob"), seat=seat)
        legal = table.state.legal_actions()
        action = legal[rng.randrange(len(legal))]
        before = localize_scene(table.state.scene(seat), reader)
        change = preview_scene_diff(table, seat, action, reader)
        after = table.state.copy()
        news = any(event.news for event in after.events(action, seat))
        after.play(action)
        assert (change is UNSET) == news
        if change is UNSET:
            unshown += 1
        else:
            assert apply_diff(before, change) == localize_scene(game.renderer.scene(after.view(seat)), reader)
            shown += 1
        table.apply_events((Played(seat, action),), 0.0)
    assert shown > 10
    assert bool(unshown) <= game.has_secrets
