"""The tutorial of Tri-Star Racers is fair: whatever a learner tries counts as the task says, and not otherwise."""

from collections.abc import Callable, Iterator

import pytest

from tests.games.tri_star_racers.positions import GAME
from triangulum.core.state import State
from triangulum.games.tri_star_racers import views
from triangulum.learn.lessons import Lesson, compute_progress, lesson_start, load_tutorial, play_replies

pytestmark = pytest.mark.compiled_only

TUTORIAL = load_tutorial(GAME)
assert TUTORIAL is not None
LESSONS = {lesson.id: lesson for lesson in TUTORIAL.lessons}


def walk_attempts(lesson: Lesson, moves: tuple[int, ...] = ()) -> Iterator[tuple[tuple[int, ...], bool]]:
    """Yield all moves that a learner can try until the attempt is over, and whether they solve the task."""
    assert TUTORIAL is not None
    state, outcome = compute_progress(GAME, TUTORIAL, lesson, moves)
    if outcome != "open":
        yield moves, outcome == "met"
        return
    for action in state.legal_actions():
        yield from walk_attempts(lesson, (*moves, action))


def replay(lesson: Lesson, moves: tuple[int, ...]) -> Iterator[State]:
    """Yield the state before each move, and the one after the last."""
    assert TUTORIAL is not None
    state = lesson_start(GAME, TUTORIAL, lesson)
    replies = list(lesson.follows)
    for move in moves:
        yield state.copy()
        state.play(move)
        play_replies(state, lesson, replies)
    yield state


def racers_view(state: State) -> views.RacersView:
    """Return what everybody may know."""
    view = state.view(None)
    assert isinstance(view, views.RacersView)
    return view


def moved(lesson: Lesson, moves: tuple[int, ...]) -> tuple[int, ...]:
    """Return how far each of the learner's ships has moved."""
    first, *_, last = (racers_view(state).ships[lesson.seat] for state in replay(lesson, moves))
    return tuple(after - before for before, after in zip(first, last, strict=True))


def fires(power: str) -> Callable[[Lesson, tuple[int, ...]], bool]:
    """Return whether an attempt fires a power."""

    def is_fired(lesson: Lesson, moves: tuple[int, ...]) -> bool:
        events = next(replay(lesson, moves)).events(moves[0], None)
        return any(isinstance(event, views.PowerFired) and event.power == power for event in events)

    return is_fired


def moves_orange_by_one_of_two_starbursts(lesson: Lesson, moves: tuple[int, ...]) -> bool:
    """Tell whether the tile takes two starbursts, and the wild one moves orange."""
    states = list(replay(lesson, moves))
    took_two = len(racers_view(states[0].after(moves[0])).waiting) == 2
    chosen = [
        state.format_action(move)
        for state, move in zip(states, moves, strict=False)
        if racers_view(state).token == "W2"
    ]
    return took_two and chosen == ["orange"]


def plays_first_next(lesson: Lesson, moves: tuple[int, ...]) -> bool:
    """Tell whether the learner's token is left of the other ones."""
    *_, last = replay(lesson, moves)
    view = racers_view(last)
    tokens = [slot.token for slot in view.slots if slot.token is not None]
    return (tokens or view.order)[0] == lesson.seat


TASKS: dict[str, Callable[[Lesson, tuple[int, ...]], bool]] = {
    "match": lambda lesson, moves: min(moved(lesson, moves)[1:]) > 0,
    "wild": lambda lesson, moves: min(moved(lesson, moves)[:2]) > 0,
    "together": lambda lesson, moves: min(moved(lesson, moves)[::2]) >= 3,
    "draft": lambda lesson, moves: moved(lesson, moves)[2] > 0,
    "warp": fires("P-warp"),
    "freeze": fires("B-freeze"),
    "team": lambda lesson, moves: min(moved(lesson, moves)) > 0,
    "starbursts": moves_orange_by_one_of_two_starbursts,
    "advanced": plays_first_next,
    "finish": lambda lesson, moves: list(replay(lesson, moves))[-1].winners() == [lesson.seat],
}


def test_every_lesson_is_judged() -> None:
    assert list(TASKS) == list(LESSONS)


@pytest.mark.parametrize("id", LESSONS)
def test_an_attempt_counts_exactly_if_it_does_what_the_task_asks_for(id: str) -> None:
    attempts = list(walk_attempts(LESSONS[id]))
    assert {is_met for _, is_met in attempts} == {False, True}
    for moves, is_met in attempts:
        assert is_met == TASKS[id](LESSONS[id], moves), format_attempt(LESSONS[id], moves)


def format_attempt(lesson: Lesson, moves: tuple[int, ...]) -> str:
    """Return the moves of an attempt in notation."""
    return ", ".join(state.format_action(move) for state, move in zip(replay(lesson, moves), moves, strict=False))


def test_lessons_teach_all_powers_starbursts_wild_crystals_and_the_advanced_card() -> None:
    assert {"wild", "warp", "freeze", "team", "starbursts", "advanced"} <= set(LESSONS)
