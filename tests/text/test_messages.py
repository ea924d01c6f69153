"""Messages: what they say to whom, in which language, and how mistakes in their files are reported."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from triangulum.text import ENGLISH, PSEUDO_LANGUAGE, Catalogue, Reader, SeatName, choose_language
from triangulum.text.fluent import LocaleError

SENTENCES = """
seat = { $number ->
    [1] Red
   *[other] Blue
}
drew = { $seat ->
    [you] You draw
   *[other] { $seat } draws
} { $count ->
    [0] nothing
    [one] a card
   *[other] { $count } cards
}.
won = { $winners ->
    [you] You win!
    [one] { $winners } wins.
   *[other] The winners are { $winners }.
}
built = { $seat } builds { $tile }.
tile = { $colour ->
    [red] a red tile
   *[blue] a blue tile
}
button = Build
    .title = { button } a road
"""


def write_catalogue(folder: Path, **sentences: str) -> Catalogue:
    (folder / "locale").mkdir(exist_ok=True)
    for language, text in sentences.items():
        (folder / "locale" / f"{language}.ftl").write_text(text, encoding="utf-8")
    return Catalogue(f"test-{folder.name}", folder)


@pytest.fixture
def catalogue(tmp_path: Path) -> Catalogue:
    return write_catalogue(tmp_path, en=SENTENCES)


def test_a_message_speaks_to_its_reader(catalogue: Catalogue) -> None:
    drew = catalogue.message("drew", seat=SeatName(0), count=2)
    names = ("Ann", "Bob")
    assert Reader(names=names, seat=0).render(drew) == "You draw 2 cards."
    assert Reader(names=names, seat=1).render(drew) == "Ann draws 2 cards."
    assert Reader(names=names).render(drew) == "Ann draws 2 cards."


def test_without_names_seats_are_called_as_the_game_calls_them(catalogue: Catalogue) -> None:
    assert str(catalogue.message("drew", seat=SeatName(1), count=2)) == "Blue draws 2 cards."


def test_without_names_anywhere_seats_are_players_counted_from_one(tmp_path: Path) -> None:
    catalogue = write_catalogue(tmp_path, en="greets = { $seat } says hello.")
    assert str(catalogue.message("greets", seat=SeatName(0))) == "Player 1 says hello."


@pytest.mark.parametrize(("count", "said"), [(0, "nothing"), (1, "a card"), (2, "2 cards"), (21, "21 cards")])
def test_numbers_select_themselves_or_their_plural_form(catalogue: Catalogue, count: int, said: str) -> None:
    assert str(catalogue.message("drew", seat=SeatName(0), count=count)) == f"Red draws {said}."


def test_a_list_is_joined_and_counted(catalogue: Catalogue) -> None:
    one, two, three = ((*map(SeatName, range(count)),) for count in (1, 2, 3))
    reader = Reader(names=("Ann", "Bob", "Cid"), seat=2)
    assert reader.render(catalogue.message("won", winners=one)) == "Ann wins."
    assert reader.render(catalogue.message("won", winners=two)) == "The winners are Ann and Bob."
    assert reader.render(catalogue.message("won", winners=three)) == "The winners are Ann, Bob and you."
    assert reader.render(catalogue.message("won", winners=(SeatName(2),))) == "You win!"


def test_a_message_can_be_part_of_another(catalogue: Catalogue) -> None:
    built = catalogue.message("built", seat=SeatName(0), tile=catalogue.message("tile", colour="red"))
    assert str(built) == "Red builds a red tile."


def test_an_attribute_is_a_message_of_its_own(catalogue: Catalogue) -> None:
    assert str(catalogue.message("button.title")) == "Build a road"


def test_what_is_not_translated_is_said_in_english(tmp_path: Path) -> None:
    catalogue = write_catalogue(tmp_path, en="hello = Hello\nbye = Bye", de="hello = Hallo")
    assert Reader("de").render(catalogue.message("hello")) == "Hallo"
    assert Reader("de").render(catalogue.message("bye")) == "Bye"


def test_the_pseudo_language_accents_every_word_of_a_message_and_nothing_else(catalogue: Catalogue) -> None:
    drew = catalogue.message("drew", seat=SeatName(0), count=2)
    assert Reader(PSEUDO_LANGUAGE, ("Ann", "Bob"), 1).render(drew) == "Ann ðŕåŵššš 2 çåŕðššš."


def test_messages_are_values(catalogue: Catalogue) -> None:
    first, second = (catalogue.message("drew", seat=SeatName(0), count=2) for _ in range(2))
    assert first == second
    assert hash(first) == hash(second)
    assert msgspec.json.decode(msgspec.json.encode(first), type=type(first)) == first


def test_plain_strings_are_rendered_as_they_are() -> None:
    assert ENGLISH.render("7") == "7"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("fine = Fine\n\nbroken = { $", "en.ftl, line 3: Expected"),
        ("again = One\nother = Two\nagain = Three", "en.ftl, line 3: again is there twice"),
        ("sum = { NUMBER($count) }", "en.ftl, line 1: functions are not used here"),
        ("when = { NUMBER($count) ->\n   *[other] many\n}", "en.ftl, line 1: only a variable can be selected by"),
    ],
)
def test_a_mistake_in_a_file_is_reported_with_its_line(tmp_path: Path, text: str, problem: str) -> None:
    catalogue = write_catalogue(tmp_path, en=text)
    with pytest.raises(LocaleError, match=problem):
        catalogue.has("fine")


@pytest.mark.parametrize(
    ("accepted", "chosen", "language"),
    [
        ("", "", "en"),
        ("en-GB,en;q=0.9", "", "en"),
        ("fr;q=0.8, en;q=0.5", "", "en"),
        ("tlh", "", "en"),
        (";;q=,;q=x,*", "", "en"),
        ("en", "en-XA", "en-XA"),
        ("en", "en-xa", "en-XA"),
        ("en-XA", "", "en"),
        ("en", "../../etc", "en"),
    ],
)
def test_the_language_is_the_chosen_one_or_what_the_browser_prefers(accepted: str, chosen: str, language: str) -> None:
    assert choose_language(accepted, chosen) == language


def test_what_readers_share_is_remembered_without_their_names(catalogue: Catalogue) -> None:
    ann, bob = Reader(names=("Ann", "Bob"), seat=0), Reader(names=("Eve", "Dan"), seat=1)
    tile = catalogue.message("tile", colour="red")
    inner = catalogue.message("won", winners=(SeatName(0),))
    messages = [
        tile,
        catalogue.message("drew", seat=SeatName(0), count=1),
        inner,
        catalogue.message("built", seat=SeatName(1), tile=tile),
        catalogue.message("built", seat="Somebody", tile=inner),
        catalogue.message("built", seat="Somebody", tile=(tile, inner)),
    ]
    first = [ann.render(message) for message in messages]
    assert [bob.render(message) for message in messages] == [
        "a red tile",
        "Eve draws a card.",
        "Eve wins.",
        "you builds a red tile.",
        "Somebody builds Eve wins..",
        "Somebody builds a red tile and Eve wins..",
    ]
    assert [ann.render(message) for message in messages] == first
    assert first[2] == "You win!"
    # What is rendered at once, without anything that others have read before, is the same.
    readers = [ann, bob, Reader(names=("Bob", "Ann"), seat=0), Reader(names=("", "Dan"), seat=0), Reader(seat=1)]
    for reader in [*readers, Reader(names=("0", "\\0 {1}"))]:
        assert [reader.render(message) for message in messages] == [reader.format(message) for message in messages]
