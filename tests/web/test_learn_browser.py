"""First steps in a browser, by touching what the lesson speaks of."""

import pytest
from playwright.sync_api import expect

from tests.web.visitor import Visitor, Visitors, Way
from triangulum.core.game import Game
from triangulum.core.registry import discover_games
from triangulum.learn.lessons import Lesson, Tutorial, compute_progress, load_tutorial
from triangulum.scene.steps import Cycle, Gather, Pick, Press, Step

OURS = list(discover_games().values())


def lessons(game: Game) -> tuple[Tutorial, tuple[Lesson, ...]]:
    whole = load_tutorial(game)
    assert whole is not None
    return whole, whole.lessons


def take(visitor: Visitor, step: Step, action: int) -> None:
    """Take one step of a move as a person would."""
    page = visitor.page
    match step:
        case Pick(key=key):
            # What leaves no choice is not asked for.
            if page.locator(f'.spot.open[data-spot="{key}"]').count():
                visitor.touch(key)
        case Gather(keys=keys):
            for key in keys:
                if not page.locator(f'.spot.chosen[data-spot="{key}"]').count():
                    visitor.touch(key)
        case Press(name=name):
            visitor.press(f"press-{name}")
        case Cycle():
            for _ in range(12):
                if not page.locator('#deeds [data-do="play"]').count():
                    visitor.press("turn")
                page.wait_for_function("() => document.querySelector('#bar').dataset.would")
                if page.locator("#bar").get_attribute("data-would") == str(action):
                    return
                visitor.press("turn")
            raise AssertionError(f"turning never came to {action}")


def play(visitor: Visitor, game: Game, number: int) -> None:
    """Play a lesson to its end by its solution."""
    whole, all_lessons = lessons(game)
    lesson = all_lessons[number - 1]
    page = visitor.page
    page.goto(f"/learn/{game.id}/{number}")
    expect(page.locator("#panes svg.pane").first).to_be_visible()
    for done, move in enumerate(lesson.solution):
        state = compute_progress(game, whole, lesson, lesson.solution[:done]).state
        action = state.parse_action(move)
        page.wait_for_function("() => document.querySelector('.spot.open, #deeds button')")
        for step in game.renderer.steps(state.view(lesson.seat), action):
            take(visitor, step, action)
        if page.locator('#deeds [data-do="play"]').count():
            visitor.press("play")
    expect(page.locator("#said.met")).to_be_visible()
    expect(page.locator("#next")).to_be_focused()
    expect(page.locator(".lessons .done")).to_have_count(1)


@pytest.mark.parametrize("game", OURS, ids=lambda game: game.id)
def test_a_first_lesson(game: Game, visitors: Visitors) -> None:
    play(visitors(), game, 1)


@pytest.mark.parametrize(("id", "number", "way"), [("tri-trac", 3, "touch"), ("star-runners", 5, "keyboard")])
def test_a_lesson_by_finger_and_by_keys(id: str, number: int, way: Way, visitors: Visitors) -> None:
    play(visitors(way=way), discover_games()[id], number)


@pytest.mark.long
@pytest.mark.parametrize("way", ["mouse", "touch", "keyboard"])
@pytest.mark.parametrize("game", OURS, ids=lambda game: game.id)
def test_all_lessons(game: Game, way: Way, visitors: Visitors) -> None:
    for number in range(1, len(lessons(game)[1]) + 1):
        play(visitors(way=way), game, number)


def test_who_errs_is_told_and_tries_again(visitors: Visitors) -> None:
    visitor = visitors()
    page = visitor.page
    page.goto("/learn/star-runners/1")
    page.get_by_role("button", name="A hint, please").click()
    expect(page.locator("#hint")).to_contain_text("Touch the large ship")
    visitor.press("press-done")
    expect(page.locator("#said.missed")).to_contain_text("That was another ship.")
    page.get_by_role("button", name="Try again").click()
    expect(page.locator("#said")).to_be_empty()
    page.wait_for_function("() => document.querySelector('.spot.open')")


def test_the_learner_is_spoken_to(visitors: Visitors) -> None:
    visitor = visitors()
    visitor.page.goto("/learn/starry-sky/2")
    expect(visitor.page.locator('[data-key="doing"] text')).to_have_text("follow")
