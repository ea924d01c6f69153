"""Tutorials: every lesson can be solved as it says, and everything it claims is true."""

import msgspec
import pytest

from triangulum.core.game import Game
from triangulum.core.registry import discover_games, game
from triangulum.errors import IllegalActionError, TriangulumError
from triangulum.learn.lessons import Lesson, Tutorial, check_lesson_claims_are_true, compute_progress, load_tutorial


def tutorial(of: Game) -> Tutorial:
    found = load_tutorial(of)
    assert found is not None, f"{of.title} has no tutorial"
    return found


OURS = list(discover_games().values())
ALL = [(each, number) for each in OURS for number in range(len(tutorial(each).lessons))]


@pytest.mark.parametrize("each", OURS, ids=lambda each: each.id)
def test_tutorials_are_short(each: Game) -> None:
    assert 3 <= len(tutorial(each).lessons) <= 10


@pytest.mark.parametrize(("each", "number"), ALL, ids=[f"{each.id}-{number + 1}" for each, number in ALL])
def test_every_claim_of_a_lesson_is_true(each: Game, number: int) -> None:
    check_lesson_claims_are_true(each, tutorial(each), tutorial(each).lessons[number])


def lesson() -> tuple[Game, Tutorial, Lesson]:
    runners = game("star-runners")
    return runners, tutorial(runners), tutorial(runners).lessons[0]


def test_false_claims_are_found() -> None:
    runners, whole, first = lesson()
    for false in (
        {"can": ("LW",)},
        {"cannot": ("La1",)},
        {"brings": {"La1": "wins the game"}},
        {"solution": ("Sa1",)},
        {"missing": ("La1",)},
        {"seat": 1},
        {"position": "SM ML | S:A M:A L:A | S:B M:B L:B | turn 1 | seat 0 rolls"},
    ):
        with pytest.raises(TriangulumError):
            check_lesson_claims_are_true(runners, whole, msgspec.structs.replace(first, **false))


def test_a_lesson_that_is_over_takes_no_more_moves() -> None:
    runners, whole, first = lesson()
    assert compute_progress(runners, whole, first, ()).outcome == "open"
    assert compute_progress(runners, whole, first, ("La1",)).outcome == "met"
    with pytest.raises(IllegalActionError, match="Begin it again"):
        compute_progress(runners, whole, first, ("La1", "Sa1"))


def test_chance_and_others_do_what_the_lesson_says() -> None:
    runners, whole, _ = lesson()
    doubles = next(each for each in whole.lessons if each.id == "doubles")
    after = compute_progress(runners, whole, doubles, ("reroll",))
    assert after.outcome == "open"
    assert after.state.position().endswith("seat 0 spends 5 of 5-3")
