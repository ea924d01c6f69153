"""The tutorial of Tricolor Line leaves nothing out: everything that a player can do happens in its solutions."""

from collections.abc import Iterator

from tests.games.tricolor_line.positions import GAME
from triangulum.core.state import OVER
from triangulum.core.views import GameEvent
from triangulum.games.tricolor_line import views
from triangulum.learn.lessons import Lesson, lesson_start, load_tutorial

TUTORIAL = load_tutorial(GAME)
assert TUTORIAL is not None


def list_events(lesson: Lesson) -> Iterator[GameEvent]:
    """Yield what a learner perceives who solves a lesson as it says."""
    assert TUTORIAL is not None
    state, replies = lesson_start(GAME, TUTORIAL, lesson), list(lesson.follows)
    for move in lesson.solution:
        steps = [move]
        while steps:
            action = state.parse_action(steps.pop())
            yield from state.events(action, lesson.seat)
            state.play(action)
            if replies and state.to_move not in (lesson.seat, OVER):
                steps.append(replies.pop(0))


EVENTS = [event for lesson in TUTORIAL.lessons for event in list_events(lesson)]


def test_all_six_events_happen_in_lessons() -> None:
    drawn = {event.event for event in EVENTS if isinstance(event, views.EventDrawn)}
    # The position of one lesson begins with the landslide that was drawn before.
    assert drawn | {"landslide"} == set(views.EVENTS)
    assert {views.RoadSlid, views.BlueprintDetoured, views.CardDrawn, views.TollTaken, views.IdentityLeaked,
            views.TileRelocated} <= {*map(type, EVENTS)}  # fmt: skip


def test_lessons_teach_everything_that_can_be_done_in_a_turn() -> None:
    assert {views.DrawChosen, views.TileTaken, views.TilePlaced, views.RoadBuilt, views.BlueprintRotated,
            views.SeatAttacked, views.CardDiscarded, views.GameFinished} <= {*map(type, EVENTS)}  # fmt: skip
    assert {event.count for event in EVENTS if isinstance(event, views.DrawChosen)} == {2, 4}
