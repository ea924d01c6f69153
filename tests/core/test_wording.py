"""Sentences of all games: numbers of things, lists, and nothing told twice in a row."""

from triangulum.core.wording import format_count, join_with_and, merge_repeated_sentences
from triangulum.record.history import SeatChanged
from triangulum.record.narration import narrate_table_entry


def test_one_thing_and_several() -> None:
    assert [format_count(number, "point") for number in (0, 1, 2)] == ["0 points", "1 point", "2 points"]


def test_lists() -> None:
    assert [join_with_and(words) for words in ([], ["a"], ["a", "b"], ["a", "b", "c"])] == [
        "",
        "a",
        "a and b",
        "a, b and c",
    ]


def test_a_sentence_that_follows_itself_is_told_once() -> None:
    assert merge_repeated_sentences(["A.", "A.", "B.", "A."]) == ["A (2 times).", "B.", "A."]


def test_sentences_that_differ_in_a_code_are_told_as_one() -> None:
    dealt = ["Ann is dealt B1.", "Ann is dealt R8.", "Ann is dealt R8.", "Bob is dealt a card.", "Bob is dealt a card."]
    assert merge_repeated_sentences(dealt) == ["Ann is dealt B1, R8 and R8.", "Bob is dealt a card (2 times)."]
    assert merge_repeated_sentences(["Ann draws P1 B1 O1.", "Ann draws P1 P1 B2."]) == [
        "Ann draws P1 B1 O1 and P1 P1 B2."
    ]
    assert (
        merge_repeated_sentences(["Slot 1 is filled with W P2.", "Slot 2 is filled with W P2."])[1]
        == "Slot 2 is filled with W P2."
    )
    assert merge_repeated_sentences(["Ann draws R.", "Bob draws R."]) == ["Ann draws R.", "Bob draws R."]


def test_a_sentence_begins_with_a_capital_whoever_it_is_about() -> None:
    assert narrate_table_entry(SeatChanged(1, "club"), ["Ann", "Bob"]) == "Club plays on for Bob."
