"""Lessons in a browser, played by touching what the lesson mentions."""

import pytest
from playwright.sync_api import expect

from tests.web.visitor import InputDevice, NewVisitor, Visitor
from triangulum.core.game import Game
from triangulum.core.registry import discover_games
from triangulum.learn.lessons import Lesson, Tutorial, compute_progress, load_tutorial
from triangulum.scene.steps import Cycle, Gather, Pick, Press, Step

OURS = list(discover_games().values())


def load_lessons(game: Game) -> tuple[Tutorial, tuple[Lesson, ...]]:
    whole = load_tutorial(game)
    assert whole is not None
    return whole, whole.lessons


def play_lesson_step(visitor: Visitor, step: Step, action: int) -> None:
    """Do one step of a move as a person would."""
    page = visitor.page
    match step:
        case Pick(key=key):
            # The page doesn't ask where there is no choice.
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


def play_lesson(visitor: Visitor, game: Game, number: int) -> None:
    """Solve a lesson as its solution says."""
    whole, all_lessons = load_lessons(game)
    lesson = all_lessons[number - 1]
    page = visitor.page
    page.goto(f"/learn/{game.id}/{number}")
    expect(page.locator("#panes svg.pane").first).to_be_visible()
    for done, move in enumerate(lesson.solution):
        state = compute_progress(game, whole, lesson, lesson.solution[:done]).state
        action = state.parse_action(move)
        page.wait_for_function("() => document.querySelector('.spot.open, #deeds button')")
        for step in game.renderer.touch_steps(state.view(lesson.seat), action):
            play_lesson_step(visitor, step, action)
        if page.locator('#deeds [data-do="play"]').count():
            visitor.press("play")
    expect(page.locator("#said.met")).to_be_visible()
    expect(page.locator("#next")).to_be_focused()
    expect(page.locator(".lessons .done")).to_have_count(1)


@pytest.mark.parametrize("game", OURS, ids=lambda game: game.id)
def test_a_first_lesson(game: Game, new_visitor: NewVisitor) -> None:
    play_lesson(new_visitor(), game, 1)


@pytest.mark.parametrize(("id", "number", "device"), [("tri-trac", 3, "touch"), ("star-runners", 5, "keyboard")])
def test_a_lesson_by_finger_and_by_keys(id: str, number: int, device: InputDevice, new_visitor: NewVisitor) -> None:
    play_lesson(new_visitor(device=device), discover_games()[id], number)


@pytest.mark.long
@pytest.mark.parametrize("device", ["mouse", "touch", "keyboard"])
@pytest.mark.parametrize("game", OURS, ids=lambda game: game.id)
def test_all_lessons(game: Game, device: InputDevice, new_visitor: NewVisitor) -> None:
    for number in range(1, len(load_lessons(game)[1]) + 1):
        play_lesson(new_visitor(device=device), game, number)


def test_a_learner_who_errs_is_told_and_tries_again(new_visitor: NewVisitor) -> None:
    visitor = new_visitor()
    page = visitor.page
    page.goto("/learn/star-runners/1")
    page.get_by_role("button", name="Hint").click()
    expect(page.locator("#hint")).to_contain_text("Choose the large ship")
    visitor.press("press-done")
    expect(page.locator("#said.missed")).to_contain_text("That wasn’t the large ship.")
    page.get_by_role("button", name="Try again").click()
    expect(page.locator("#said")).to_be_empty()
    page.wait_for_function("() => document.querySelector('.spot.open')")


def test_a_lesson_addresses_the_learner(new_visitor: NewVisitor) -> None:
    visitor = new_visitor()
    visitor.page.goto("/learn/starry-sky/2")
    expect(visitor.page.locator('[data-key="doing"] text')).to_have_text("play")
