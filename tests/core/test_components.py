"""Components files: another box is another file, and nonsense is refused with the line it stands on."""

import pickle
from pathlib import Path

import pytest

import triangulum as tri
from triangulum.core.components import find_line_number
from triangulum.record.record import state_from_json, state_to_json

GAME = tri.game("star-runners")
BOX = GAME.components.text


def refusal(tmp_path: Path, text: str) -> str:
    """Return the message with which a components file is refused."""
    file = tmp_path / "mine.toml"
    file.write_text(text)
    with pytest.raises(tri.ComponentsError) as caught:
        GAME.setup(components=file)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def line(text: str, start: str, nth: int = 1) -> int:
    """Return the number of the nth line that starts so."""
    return [number for number, line in enumerate(text.splitlines(), 1) if line.startswith(start)][nth - 1]


@pytest.mark.parametrize(
    ("old", "new", "at", "why"),
    [
        ("pips = 2", "pips = 0", ("pips", 2), "sizes[1].pips is a whole number from 1 to 99, not 0"),
        ("pips = 2", 'pips = "two"', ("pips", 2), "sizes[1].pips is a whole number from 1 to 99, not 'two'"),
        ("pips = 3", "pips = 2", ("pips", 3), "sizes go from small to large, and 2 pips are not more than 2"),
        (
            "count = 5",
            "count = 4",
            ("count", 1),
            "5 pieces of each size make ships, binaries and Backwater, not 4",
        ),
        ('letter = "L"', 'letter = "S"', ("letter", 3), "two sizes cannot share the letter S"),
        ('letter = "L"', 'letter = "large"', ("letter", 3), "sizes[2].letter is text, not 'large'"),
        ("sides = 6", "sides = 1", ("sides", 1), "dice.sides is a whole number from 2 to 20, not 1"),
        (
            "sides = 6",
            "sides = 6\ncolour = 1",
            ("[dice]", 1),
            "object contains unknown field 'colour' in dice",
        ),
        ('name = "large"', 'name = "small"', ("name", 3), "two sizes cannot share the name small"),
        ('letter = "S"', 'letter = "S\\n"', ("letter", 1), "sizes[0].letter is text, not 'S\\n'"),
        ("sides = 6", "", ("[dice]", 1), "object missing required field 'sides' in dice"),
        ("rebuilt = false", 'rebuilt = "no"', ("rebuilt", 1), "rebuilt is true or false, not 'no'"),
    ],
)
def test_nonsense_is_refused_with_its_line(tmp_path: Path, old: str, new: str, at: tuple[str, int], why: str) -> None:
    text = BOX.replace(old, new, 1)
    assert refusal(tmp_path, text) == f"mine.toml, line {line(text, *at)}: {why}"


def test_broken_toml_is_refused_with_its_line(tmp_path: Path) -> None:
    assert refusal(tmp_path, BOX.replace("[dice]", "[dice")).startswith("mine.toml is not valid TOML: ")
    assert f"line {line(BOX, '[dice]')}" in refusal(tmp_path, BOX.replace("[dice]", "[dice"))


def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    with pytest.raises(tri.ComponentsError, match=r"nowhere\.toml can’t be read: No such file"):
        GAME.setup(components=tmp_path / "nowhere.toml")
    (tmp_path / "binary.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(tri.ComponentsError, match="not a text file in UTF-8"):
        GAME.setup(components=tmp_path / "binary.toml")
    (tmp_path / "huge.toml").write_bytes(b"#" * 1_000_001)
    with pytest.raises(tri.ComponentsError, match="too large"):
        GAME.setup(components=tmp_path / "huge.toml")


def test_monstrous_numbers_and_names_are_refused(tmp_path: Path) -> None:
    assert "not valid TOML" in refusal(tmp_path, BOX.replace("pips = 3", f"pips = {'9' * 5000}"))
    assert "huge number" in refusal(tmp_path, BOX.replace("pips = 3", f"pips = 0x{'f' * 5000}"))
    assert "not valid TOML" in refusal(tmp_path, "a = " + "[" * 60000)
    for name in ("a\0b", "x" * 5000):
        with pytest.raises(tri.ComponentsError):
            GAME.setup(components=name)


def test_other_components_make_another_game_that_carries_them_along(tmp_path: Path) -> None:
    file = tmp_path / "dear.toml"
    file.write_text(BOX.replace("pips = 3", "pips = 4"))
    setup = GAME.setup(components=file)
    assert setup != GAME.setup()
    state = setup.parse_position("SM ML | S:A M:A L:A | S:B M:B L:B | turn 1 | seat 0 spends 4 of 4-3")
    state.play("La1")
    assert state.to_move == tri.CHANCE
    file.unlink()
    assert pickle.loads(pickle.dumps(state)) == state
    assert state_from_json(state_to_json(state)) == state
    assert tri.conformance(GAME.setup(components=setup.components, turn_limit=10), games=3).games == 3


def test_the_same_content_is_the_games_own_box_whatever_the_layout(tmp_path: Path) -> None:
    file = tmp_path / "same.toml"
    file.write_text("# mine\n" + BOX.replace("count = 5", "count   =   5"))
    assert GAME.setup(components=file) == GAME.setup()


def test_the_box_of_another_game_is_refused() -> None:
    with pytest.raises(tri.ComponentsError, match="Star Runners has a StarRunnersBox, not a TriTracBox"):
        GAME.setup(components=tri.game("tri-trac").components)


def test_lines_are_found_in_lists_that_span_several() -> None:
    text = "first = 1\nrows = [\n  [1, 2],\n  [3,\n   4],\n]\n[a.b]\nc = { d = 5 }\n[[e]]\nf = 1\n[[e]]\nf = 2\n"
    assert find_line_number(text, ("rows", 0, 1)) == 3
    assert find_line_number(text, ("rows", 1, 0)) == 4
    assert find_line_number(text, ("rows", 1, 1)) == 5
    assert find_line_number(text, ("a", "b", "c", "d")) == 8
    assert find_line_number(text, ("e", 1, "f")) == 12
    assert find_line_number(text, ("e", 1, "missing")) == 11
    assert find_line_number(text, ("nowhere",)) == 1
