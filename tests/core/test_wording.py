"""Sentences of all games: numbers of things, lists, and nothing told twice in a row."""

from triangulum.core.wording import counted, listed, told_once


def test_one_thing_and_several() -> None:
    assert [counted(number, "point") for number in (0, 1, 2)] == ["0 points", "1 point", "2 points"]


def test_lists() -> None:
    assert [listed(words) for words in ([], ["a"], ["a", "b"], ["a", "b", "c"])] == ["", "a", "a and b", "a, b and c"]


def test_a_sentence_that_follows_itself_is_told_once() -> None:
    assert told_once(["A.", "A.", "B.", "A."]) == ["A (2 times).", "B.", "A."]
