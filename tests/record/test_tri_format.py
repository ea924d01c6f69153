"""Records as text: they survive writing and reading, and damage is refused with its line."""

import random
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import triangulum as tri
from tests.rules import ROOT
from tests.toys.follow import FOLLOW
from tests.toys.peek import PEEK_GAME
from triangulum.core.state import CHANCE
from triangulum.record.fair_dice import DiceError, FairDice
from triangulum.record.history import DrawAgreed, FlagFell, History, Resigned, SeatChanged, TookBack
from triangulum.record.record import DiceData, Record, record_from_history, record_from_json
from triangulum.record.tri_format import MAX_FILE_BYTES, format_checksum_rows

GAME = tri.game("star-runners")


def play_with_fair_dice(seed: int = 7, **options: Any) -> Record:
    """Return a finished game between greedy bots with fair dice."""
    dice = FairDice(bytes([seed]) * 32, "a table", {0: "four", 1: "leaf\nclover"})
    history = History(GAME.setup(**options), ["Ann", "Böb"])
    rng, bot, rolls = tri.Random(seed), tri.bot("greedy"), 0
    while not history.is_over:
        state = history.state
        if state.to_move == CHANCE:
            history.play(state.legal_actions()[dice.roll(rolls, state.chance_weights())])
            rolls += 1
        else:
            history.play(int(bot.choose(state, rng)))
    nonces = {0: "four", 1: "leaf\nclover"}
    text = DiceData(label="a table", commitment=dice.commitment, nonces=nonces, seed=dice.reveal())
    return record_from_history(history, text)


def make_eventful_record() -> Record:
    """Return a record with every kind of entry except those that end a game."""
    history = History(GAME.setup(), ["Ann", "Bob"])
    for move in ("home SM", "home ML", "6-3", "Sa1", "Ma1"):
        history.play(move)
    history.append(TookBack(0, 2))
    history.append(SeatChanged(1, "greedy; [a] #bot"))
    history.play("done")
    history.play("3-3")
    history.play("reroll")
    return record_from_history(history)


def make_ended_record(entry: Resigned | FlagFell | DrawAgreed) -> Record:
    """Return a record that ends without a last move."""
    history = make_eventful_record().history()
    history.append(entry)
    return record_from_history(history)


RECORDS = {
    "fair": play_with_fair_dice(),
    "short": play_with_fair_dice(turn_limit=2),
    "eventful": make_eventful_record(),
    "resigned": make_ended_record(Resigned(0)),
    "flag": make_ended_record(FlagFell(1)),
    "draw": make_ended_record(DrawAgreed()),
    "secrets": tri.play("follow", [tri.bot("random")] * 3, seed=3),
    "empty": record_from_history(History(GAME.setup(), ["Ann", "Bob"])),
}


@pytest.mark.parametrize("record", RECORDS.values(), ids=RECORDS)
def test_a_record_survives_writing_and_reading(record: Record, tmp_path: Path) -> None:
    assert tri.parse_record(tri.format_record(record)) == record
    tri.save(record, tmp_path / "games" / "some.tri")
    assert tri.load(tmp_path / "games" / "some.tri") == record
    assert tri.load(tmp_path / "games" / "some.tri").replay() == record.replay()
    assert [file.name for file in (tmp_path / "games").iterdir()] == ["some.tri"]


def test_a_record_reads_like_a_game() -> None:
    lines = tri.format_record(make_eventful_record()).splitlines()
    start = lines.index("result: unfinished")
    assert lines[start + 2 : start + 8] == [
        "1. seat 0: home SM",
        "2. seat 1: home ML",
        "3. seat 0: (6-3); Sa1; Ma1",
        "4. [seat 0 took back 2]",
        "5. [seat 1 is now greedy; [a] #bot]",
        "6. seat 0: done",
    ]
    assert lines[start + 8] == "7. seat 1: (3-3); reroll"


def test_the_record_on_the_page_can_be_read() -> None:
    page = (ROOT / "docs" / "records.md").read_text()
    record = tri.parse_record(page.split("```\n")[1])
    assert record.players == ("Ann", "greedy")
    assert record.history().winners() == [1]


def test_custom_components_are_part_of_the_record(tmp_path: Path) -> None:
    file = tmp_path / "dear.toml"
    file.write_text(GAME.components.text.replace("pips = 3", "pips = 4"))
    setup = GAME.setup(components=file, turn_limit=9)
    record = tri.play(setup, [tri.bot("greedy")] * 2, seed=2)
    assert "\n| pips = 4\n" in tri.format_record(record)
    assert tri.parse_record(tri.format_record(record)).replay() == record.replay()


def parse_error_of(text: str) -> str:
    """Return the error message for a wrong record."""
    with pytest.raises(tri.RecordError) as caught:
        tri.parse_record(text, "some.tri")
    message = str(caught.value)
    assert "\n" not in message
    assert len(message) < 400
    return message


def format_without_checksums(record: Record) -> str:
    """Return a record's text without checksums, as if typed by hand."""
    lines = tri.format_record(record).splitlines()
    return "\n".join(line for line in lines if not line.startswith("check ")) + "\n"


@pytest.mark.parametrize(
    ("old", "new", "line", "why"),
    [
        ("triangulum record 1", "triangulum record 2", 1, "only a “triangulum record 1” can be read"),
        ("triangulum record 1", "[Event]", 1, "A record begins with “triangulum record 1”, not “[Event]”"),
        ("game: star-runners", "game: star-runner", 5, "Did you mean “star-runners”?"),
        ("game: star-runners", "same: star-runners", 2, "has to begin with “game: ”; it is “same: star-runners”"),
        ("rules: 1", "rules: 9", 5, "version 9 of the rules. Only version 1 is installed"),
        ("rules: 1", "rules: one", 3, "The value of “rules” is wrong"),
        ('"homes":"guarded"', '"homes":"shut"', 5, "“homes” has to be one of guarded, open, not “shut”"),
        ('{"binaries"', '"binaries"', 4, "The value of “options” is wrong"),
        ("components: 0", "components: 1", 5, "different components"),
        ("seat 1: Bob\n", "", 7, "is set up for 2 players, not 1"),
        ("seat 0: Ann", "seat 0:  Ann", 6, "can’t be a player’s name"),
        ("result: unfinished", "result: drawn", 8, "The result is “drawn”, but the moves lead to “unfinished”"),
        ("1. seat 0: home SM", "1. seat 0: home SS", 10, "“home SS” can’t be played now"),
        ("1. seat 0: home SM", "1. seat 0: Home SM", 10, "“Home SM” has to be written “home SM”"),
        ("1. seat 0: home SM", "1. seat 1: home SM", 10, "“home SM” can’t be played here: it’s the turn of “seat 0”"),
        ("2. seat 1: home ML", "3. seat 1: home ML", 11, "Line 2 of the moves has to be here"),
        ("(6-3); Sa1", "(6-7); Sa1", 12, "“6-7” can’t happen now"),
        ("3. seat 0: (6-3); Sa1; Ma1", "3. seat 9: (6-3)", 12, "A line with nothing but chance begins with “chance:”"),
        ("1. seat 0", "01. seat 0", 10, "Line 1 of the moves has to be here"),
        ("1. seat 0", "9" * 5000 + ". seat 0", 10, "Line 1 of the moves has to be here"),
        ('{"binaries"', '{"self":1,"binaries"', 5, "There’s no option “self”"),
        ('{"binaries"', '{"components":"x","binaries"', 5, "There’s no option “components”"),
        ('{"binaries"', '{"preset":["a"],"binaries"', 5, "has no preset “['a']”"),
        ('{"binaries"', '{"turn_limit":' + "9" * 5000 + ',"binaries"', 4, "The value of “options” is wrong"),
        ('{"binaries"', '{"a":' + "[" * 60000 + ',"binaries"', 4, "The value of “options” is wrong"),
        ("(6-3); Sa1", "6-3; Sa1", 12, "“6-3” can’t be played here: it’s the turn of “chance”"),
        ("Sa1; Ma1", "(2-1); Ma1", 12, "“(2-1)” would be chance, but it’s the turn of “seat 0”"),
        ("took back 2", "took back 9", 13, "9 steps can’t be taken back, because only 5 have been made"),
        ("took back 2", "gave back 2", 13, "“[seat 0 gave back 2]” can’t happen at a table"),
        ("seat 1 is now", "seat 7 is now", 14, "There’s no such seat"),
        ("\nend\n", "\n", 16, "The record is cut off"),
    ],
)
def test_a_wrong_record_is_refused_with_its_line(old: str, new: str, line: int, why: str) -> None:
    text = format_without_checksums(make_eventful_record())
    assert old in text
    message = parse_error_of(text.replace(old, new, 1))
    assert message.startswith(f"some.tri, line {line}: ")
    assert why in message


def test_nothing_follows_the_end_of_a_game() -> None:
    text = format_without_checksums(make_ended_record(Resigned(0)))
    assert "The game is over" in parse_error_of(
        text.replace("\nend", "\n9. [draw agreed]\nend").replace("\n\n9.", "\n9.")
    )


def test_a_record_cut_off_anywhere_is_refused() -> None:
    text = tri.format_record(RECORDS["fair"])
    first_row = text.index("\ncheck 1:")
    for length in range(first_row - len("end")):
        assert parse_error_of(text[:length])


def line_number_at(data: bytes, at: int) -> int:
    """Return the number of the line that a byte belongs to."""
    return data[:at].count(b"\n") + 1


@pytest.mark.parametrize("name", ["fair", "eventful"])
def test_a_changed_byte_anywhere_is_refused_with_its_line_or_changes_a_comment(name: str, tmp_path: Path) -> None:
    record = RECORDS[name]
    text = tri.format_record(record).replace("\n\n1. ", "\n# a comment\n1. ")
    plain = [line for line in text.splitlines() if not line.startswith("check ")]
    data = "\n".join([*plain, *format_checksum_rows(plain), ""]).encode()
    assert tri.parse_record(data.decode()) == record
    dice = random.Random(1)
    file = tmp_path / "damaged.tri"
    for at, byte in enumerate(data):
        for changed in {byte ^ 1 << dice.randrange(8), 10, 35, dice.randrange(256)} - {byte}:
            file.write_bytes(data[:at] + bytes([changed]) + data[at + 1 :])
            line = refused_line_number(file, record)
            # A line that is split, or joined with the next, is reported by either number.
            near = (0, 1) if 10 in (byte, changed) else (0,)
            harmless = data.decode().split("\n")[line_number_at(data, at) - 1].startswith("#")
            assert harmless if line is None else line - line_number_at(data, at) in near, (at, changed, line)


def refused_line_number(file: Path, record: Record) -> int | None:
    """Return the line with which a file is refused, or None if it is still the same record."""
    try:
        found = tri.load(file)
    except tri.RecordError as error:
        return int(str(error).split("line ")[1].split(":")[0])
    assert found == record
    return None


@settings(max_examples=300)
@given(st.text(max_size=300))
def test_any_text_is_a_record_or_refused(text: str) -> None:
    assert parse_error_of(text)


LINES = tri.format_record(RECORDS["short"]).splitlines()


@settings(max_examples=300)
@given(st.lists(st.sampled_from(LINES), max_size=30))
def test_lines_in_any_order_are_a_record_or_refused(lines: list[str]) -> None:
    if lines != LINES:
        assert parse_error_of("\n".join(lines))


def test_files_that_are_not_records_are_refused(tmp_path: Path) -> None:
    with pytest.raises(tri.RecordError, match=r"nowhere.tri can’t be read: No such file or directory"):
        tri.load(tmp_path / "nowhere.tri")
    with pytest.raises(tri.RecordError, match="Is a directory"):
        tri.load(tmp_path)
    (tmp_path / "binary.tri").write_bytes(b"triangulum record 1\n\xff\xfe\n")
    with pytest.raises(tri.RecordError, match=r"binary.tri, line 2: This isn’t text in UTF-8"):
        tri.load(tmp_path / "binary.tri")
    (tmp_path / "huge.tri").write_bytes(b"#" * (MAX_FILE_BYTES + 1))
    with pytest.raises(tri.RecordError, match="too large"):
        tri.load(tmp_path / "huge.tri")


def test_a_record_that_cannot_be_written_says_why(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(tri.RecordError, match="can’t be written"):
        tri.save(RECORDS["short"], tmp_path / "file" / "some.tri")
    bad = msgspec.structs.replace(RECORDS["short"], players=("two\nlines", "Bob"))
    with pytest.raises(tri.RecordError, match="can’t be a player’s name"):
        tri.format_record(bad)


def test_a_record_survives_other_line_endings_and_a_byte_order_mark() -> None:
    text = tri.format_record(RECORDS["fair"])
    assert tri.parse_record("\ufeff" + text.replace("\n", "\r\n")) == RECORDS["fair"]


@pytest.mark.parametrize("ending", ["", "\n", "\n\n  \n", "# a\u2028b\u0085c", "# x  "])
def test_any_components_file_is_recorded_to_the_letter(tmp_path: Path, ending: str) -> None:
    file = tmp_path / "dear.toml"
    file.write_text(GAME.components.text.replace("pips = 3", "pips = 4") + ending)
    record = tri.play(GAME.setup(components=file, turn_limit=2), [tri.bot("greedy")] * 2)
    assert tri.parse_record(tri.format_record(record)) == record


def test_chance_after_which_nobody_has_moved_has_a_line_of_its_own() -> None:
    history = History(GAME.setup(), ["Ann", "Bob"])
    for move in ("home SM", "home ML", "5-4"):
        history.play(move)
    record = record_from_history(history)
    assert "\n2. seat 1: home ML\n3. chance: (5-4)\n" in tri.format_record(record)
    assert tri.parse_record(tri.format_record(record)) == record


@pytest.mark.parametrize("text", ['"\ud800"', "[" * 60000, "9" * 5000, '{"setup": 1}', ""])
def test_json_that_is_not_a_record_is_refused(text: str) -> None:
    with pytest.raises(tri.RecordError, match="This isn’t a record"):
        record_from_json(text)
    with pytest.raises(tri.PositionError, match="this is no state"):
        tri.state_from_json(text)


# What a seat may see.


def test_a_redacted_record_has_a_question_mark_for_hidden_steps() -> None:
    record = tri.play("follow", [tri.bot("random")] * 3, seed=3)
    for seat in (0, 1, 2, None):
        text = tri.format_record(record, seat, redacted=True)
        assert text.splitlines()[0].endswith("a spectator" if seat is None else f"seat {seat}")
        moves = [line for line in text.splitlines() if line[:1].isdigit()]
        shown = [move for line in moves for move in line.partition(": ")[2].split("; ")]
        assert shown.count("(?)") == (6 if seat is None else 4)
        assert shown.count("?") == (6 if seat is None else 4)
        assert "it can’t be replayed" in parse_error_of(text)


def test_a_redacted_record_does_not_carry_the_seed_of_a_game_with_secrets() -> None:
    dice = DiceData(label="a table", commitment="00" * 32, seed="11" * 32)
    secret = record_from_history(RECORDS["secrets"].history(), dice)
    assert "seed: " in tri.format_record(secret)
    assert "11" * 32 not in tri.format_record(secret, 1, redacted=True)


def test_a_redacted_record_is_the_same_in_all_worlds_the_seat_cannot_tell_apart() -> None:
    for seed in range(20):
        history = History(PEEK_GAME.setup(), ["Ann", "Bob"])
        other = History(PEEK_GAME.setup(), ["Ann", "Bob"])
        masks = random.Random(seed).sample(["fox", "owl", "cat"], 3)
        for mine, theirs in zip(masks, [masks[0], masks[2], masks[1]], strict=True):
            history.play(mine)
            other.play(theirs)
        texts = [tri.format_record(record_from_history(game), 0, redacted=True) for game in (history, other)]
        assert texts[0] == texts[1]
        texts = [tri.format_record(record_from_history(game), 1, redacted=True) for game in (history, other)]
        assert texts[0] != texts[1]


def test_a_game_without_secrets_is_redacted_to_itself() -> None:
    full = tri.format_record(RECORDS["fair"]).splitlines()
    seen = tri.format_record(RECORDS["fair"], None, redacted=True).splitlines()
    assert [line for line in full[1:] if not line.startswith("check")] == [
        line for line in seen[1:] if not line.startswith("check")
    ]


def test_redacting_for_a_missing_seat_is_refused() -> None:
    with pytest.raises(tri.IllegalActionError, match="There’s no such seat"):
        tri.format_record(RECORDS["fair"], 5, redacted=True)


# The dice of a record.


def test_dice_are_verified_from_the_record_alone() -> None:
    record = tri.parse_record(tri.format_record(RECORDS["fair"]))
    assert record.verify_dice() == sum(
        "(" in step for step in tri.format_record(record).replace(";", "\n").splitlines()
    )


def test_manipulated_dice_are_found() -> None:
    record = RECORDS["fair"]
    assert record.dice is not None
    wrongs: list[tuple[dict[str, Any], str]] = [
        ({"nonces": {0: "five"}}, "chance step"),
        ({"label": "another table"}, "chance step"),
        ({"seed": "00" * 32}, "the seed does not fit the commitment"),
        ({"seed": None}, "The seed is still secret"),
        ({"version": "dice-9"}, "only “triangulum-dice-1” can be checked"),
    ]
    for wrong, why in wrongs:
        bent = msgspec.structs.replace(record, dice=msgspec.structs.replace(record.dice, **wrong))
        with pytest.raises(DiceError, match=why):
            bent.verify_dice()
    with pytest.raises(DiceError, match="no fair dice to check"):
        RECORDS["eventful"].verify_dice()


def test_chance_steps_that_were_taken_back_count_too() -> None:
    dice = FairDice(bytes(32), "a table")
    history = History(GAME.setup(), ["Ann", "Bob"])
    history.play("home SM")
    history.play("home ML")
    for counter in range(3):
        state = history.state
        history.play(state.legal_actions()[dice.roll(counter, state.chance_weights())])
        history.append(TookBack(0, 1))
    record = record_from_history(history, DiceData(label="a table", commitment=dice.commitment, seed=dice.reveal()))
    assert record.verify_dice() == 3


def test_a_record_of_a_test_game_survives_writing_and_reading() -> None:
    assert tri.parse_record(tri.format_record(RECORDS["secrets"])).replay().setup == FOLLOW.setup()
