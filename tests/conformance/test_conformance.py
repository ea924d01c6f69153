"""The conformance checker itself: correct games pass, and each broken one is caught by the promise it breaks."""

import dataclasses
import pickle

import pytest

import triangulum as tri
from tests.sampling import sampled
from tests.toys.broken import BROKEN, WEATHER
from tests.toys.follow import COUNTING, FOLLOW, OBSERVABLE
from tests.toys.peek import PEEK_GAME
from triangulum.conformance import PROMISES, ConformanceError, conformance
from triangulum.core.game import Game


@pytest.mark.parametrize("game", [FOLLOW, COUNTING, OBSERVABLE, PEEK_GAME, WEATHER], ids=lambda game: game.id)
def test_correct_games_with_secrets_pass_and_every_promise_is_checked(game: Game) -> None:
    games = sampled(30)
    report = conformance(game.setup(), games=games)
    assert report.games == games
    never_checked = {OBSERVABLE: set(), COUNTING: {"observation"}}.get(game, {"observation", "belief"})
    assert report.unchecked == {"secrets"} | never_checked


@pytest.mark.parametrize(("promise", "game"), BROKEN, ids=lambda part: part.id if isinstance(part, Game) else "")
def test_a_broken_game_is_caught_for_the_right_reason(promise: str, game: Game) -> None:
    with pytest.raises(ConformanceError) as caught:
        conformance(game.setup(), games=12, in_depth_share=0.5)
    assert caught.value.promise in promise.split(" or "), str(caught.value)


def test_skipping_a_step_that_others_could_not_know_is_caught() -> None:
    game = next(game for _, game in BROKEN if game.id == "telling skip")
    found = set()
    for seed in range(6):
        with pytest.raises(ConformanceError) as caught:
            conformance(game.setup(), games=60, in_depth_share=0.5, seed=seed)
        found.add(caught.value.promise)
    assert "forced step" in found


def test_every_promise_is_broken_by_some_game() -> None:
    untested = set(PROMISES) - {promise for promises, _ in BROKEN for promise in promises.split(" or ")}
    assert untested == {"replay"}  # nothing breaks it that does not break "keeping" or "generator" before


def test_a_game_with_another_games_id_is_not_mistaken_for_it() -> None:
    impostor = dataclasses.replace(PEEK_GAME, title="Impostor")
    with pytest.raises(tri.TriangulumError, match="'peek' is another game"):
        conformance(impostor.setup())


def test_the_message_names_the_promise_and_the_moves_that_lead_there() -> None:
    game = next(game for _, game in BROKEN if game.id == "fails half-way")
    with pytest.raises(ConformanceError) as caught:
        conformance(game.setup(), games=60)
    message = str(caught.value)
    assert "'fails half-way'" in message
    assert PROMISES["playable"] in message
    assert "; ".join(caught.value.moves) in message
    state = game.setup().new()
    for move in caught.value.moves:
        state.play(move.strip("()"))
    assert state.position() in message
    assert str(pickle.loads(pickle.dumps(caught.value))) == message
