"""English for reports: numbers of things, and lists."""

from triangulum.core.wording import format_count, join_with_and


def test_one_thing_and_several() -> None:
    assert [format_count(number, "point") for number in (0, 1, 2)] == ["0 points", "1 point", "2 points"]


def test_lists() -> None:
    assert [join_with_and(words) for words in ([], ["a"], ["a", "b"], ["a", "b", "c"])] == [
        "",
        "a",
        "a and b",
        "a, b and c",
    ]
