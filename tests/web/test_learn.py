"""Lessons as the server runs them: every move of a learner is answered, and nothing is stored."""

import httpx
import pytest

from tests.web.running_site import RunningSite
from triangulum.core.game import Game
from triangulum.core.registry import discover_games
from triangulum.learn.lesson_state import compute_lesson_state
from triangulum.learn.lessons import compute_progress, lesson_start, lesson_texts, load_tutorial
from triangulum.scene.step_tree import flatten_step_tree

OURS = list(discover_games().values())
ALL = [(game, number) for game in OURS if (found := load_tutorial(game)) for number in range(1, len(found.lessons) + 1)]


@pytest.mark.parametrize(("game", "number"), ALL, ids=[f"{game.id}-{number}" for game, number in ALL])
def test_every_legal_move_in_a_lesson_is_answered(game: Game, number: int) -> None:
    whole = load_tutorial(game)
    assert whole is not None
    lesson = whole.lessons[number - 1]
    state = lesson_start(game, whole, lesson)
    first = compute_lesson_state(game, number, [], None)
    assert first.outcome == "open"
    assert first.kit
    assert sorted(action for action, _ in flatten_step_tree(first.tree)) == state.legal_actions()
    for action in state.legal_actions()[:: max(1, len(state.legal_actions()) // 12)]:
        tried = compute_lesson_state(game, number, [], action)
        assert tried.would or tried.words
        after = compute_lesson_state(game, number, [action], None)
        assert (after.outcome == "open") == (after.said == "")
        assert (after.outcome == "open") == bool(after.tree)


@pytest.mark.parametrize(("game", "number"), ALL, ids=[f"{game.id}-{number}" for game, number in ALL])
def test_a_lesson_is_solved_by_its_solution(game: Game, number: int) -> None:
    whole = load_tutorial(game)
    assert whole is not None
    played: list[int] = []
    for move in whole.lessons[number - 1].solution:
        texts = {leaf[0] for leaf in flatten_step_tree(compute_lesson_state(game, number, played, None).tree)}
        action = compute_progress(game, whole, whole.lessons[number - 1], played).state.parse_action(move)
        assert action in texts
        played.append(action)
    done = compute_lesson_state(game, number, played, None)
    assert (done.outcome, done.tree) == ("met", ())
    assert done.said == str(lesson_texts(game, whole.lessons[number - 1]).well)


def test_the_comment_on_a_solution_is_html(site: RunningSite) -> None:
    game = next(game for game in OURS if game.id == "star-runners")
    tutorial = load_tutorial(game)
    assert tutorial is not None
    lesson = tutorial.lessons[0]
    played: list[int] = []
    for move in lesson.solution:
        played.append(compute_progress(game, tutorial, lesson, played).state.parse_action(move))
    with httpx.Client(base_url=site.url) as client:
        answer = client.get(f"/api/learn/star-runners/1?played={','.join(map(str, played))}").json()
    assert answer["outcome"] == "met"
    assert answer["said"].startswith("<p>")


def test_an_illegal_move_in_a_lesson_is_refused(site: RunningSite) -> None:
    with httpx.Client(base_url=site.url) as client:
        assert client.get("/api/learn/star-runners/1?played=999999").status_code == 409
        assert client.get("/api/learn/star-runners/1?would=999999").status_code == 409
        for played in ("x", "1,", "%0A", "1%0A"):
            assert client.get(f"/api/learn/star-runners/1?played={played}").status_code == 400
        assert client.get("/api/learn/star-runners/99").status_code == 404
        assert client.get(f"/api/learn/star-runners/1?played={','.join(['1'] * 31)}").status_code == 429
        assert client.get("/api/learn/star-runners/1/picture").text.startswith("<svg ")
