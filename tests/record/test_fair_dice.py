"""Fair dice: the promises of ``docs/fair-dice.md``, and its test vectors."""

import hashlib
import hmac
import json
import shutil
import subprocess
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from triangulum.errors import TriangulumError
from triangulum.record import fair_dice as dice
from triangulum.record.fair_dice import DiceError, FairDice, verify_dice

DOCUMENT = Path(__file__).parents[2] / "docs" / "fair-dice.md"
CHECKER = Path(__file__).with_name("dice_checker.js")
NODE = shutil.which("node")

SEED = bytes(range(32))
LABEL = "tri-trac / table 1"
NONCES = {0: "swordfish", 1: "42"}
DIE = [1, 1, 1, 1, 1, 1]

seeds = st.binary(min_size=32, max_size=32)
labels = st.text(min_size=1, max_size=60)
nonce_texts = st.text(max_size=16) | st.binary(max_size=64)
nonce_maps = st.dictionaries(st.integers(0, 5) | st.integers(0, 2**32 - 1), nonce_texts, max_size=5)
weight_lists = st.lists(st.integers(1, 9) | st.integers(1, 2**300), min_size=1, max_size=8)


def read_vectors() -> Any:
    """Return the JSON block at the end of the document."""
    return json.loads(DOCUMENT.read_text(encoding="utf-8").split("```json\n")[1].split("```")[0])


VECTORS = read_vectors()


def read_nonces(entry: Any) -> dict[int, str | bytes]:
    return {n["seat"]: n["text"] if "text" in n else bytes.fromhex(n["bytes"]) for n in entry["nonces"]}


def parse_numbers(texts: list[str]) -> list[int]:
    return [int(text) for text in texts]


def check_table(table: Any) -> None:
    """Check a table of the document as anybody would check a finished game."""
    steps = [(int(roll["counter"]), parse_numbers(roll["weights"]), roll["outcome"]) for roll in table["rolls"]]
    verify_dice(table["seed"], table["commitment"], table["label"], read_nonces(table), steps, gaps=table["gaps"])


def fingerprint(seed: bytes, label: str, nonces: dice.Nonces, first_counter: int = 0) -> list[int]:
    """Return enough rolls that those of two different dice agree only once in 2**96 times."""
    thrower = FairDice(seed, label, nonces)
    return [thrower.roll(first_counter + n, [1] * 64) for n in range(16)]


def roll_three_steps() -> list[tuple[int, list[int], int]]:
    thrower = FairDice(SEED, LABEL, NONCES)
    return [(n, DIE, thrower.roll(n, DIE)) for n in range(3)]


def verify_steps(steps: list[tuple[int, list[int], int]], *, gaps: bool = False) -> None:
    verify_dice(SEED.hex(), dice.compute_commitment(SEED), LABEL, NONCES, steps, gaps=gaps)


# The test vectors of the document.


def test_the_document_is_about_this_version() -> None:
    assert VECTORS["version"] == dice.VERSION


def test_worked_example() -> None:
    worked = VECTORS["worked"]
    seed, nonces, weights = bytes.fromhex(worked["seed"]), read_nonces(worked), parse_numbers(worked["weights"])
    opening = dice.hmac_message_prefix(worked["label"], nonces)
    assert dice.compute_commitment(seed) == worked["commitment"]
    assert dice.encode_nonces(nonces).hex() == worked["encoded"]
    assert opening.hex().endswith(worked["digest"])
    assert dice.count_bits_needed(sum(weights)) == worked["bits"]
    for retry, stated in enumerate(worked["tries"]):
        message = bytes.fromhex(stated["message"])
        assert message == opening + bytes(8) + bytes([0, 0, 0, retry]) + bytes(4)
        assert hmac.new(seed, message, "sha256").hexdigest() == stated["hmac"]
        number = dice.derive_number(seed, opening, int(worked["counter"]), retry, worked["bits"])
        assert number == int(stated["number"])
        assert dice.find_outcome_index(number, weights) == stated["outcome"]
    outcome = FairDice(seed, worked["label"], nonces).roll(int(worked["counter"]), weights)
    assert outcome == worked["tries"][-1]["outcome"]


@pytest.mark.parametrize("entry", VECTORS["nonces"], ids=lambda entry: json.dumps(entry["nonces"]))
def test_nonces_of_the_document_are_encoded_as_it_says(entry: Any) -> None:
    encoded = dice.encode_nonces(read_nonces(entry))
    assert encoded.hex() == entry["encoded"]
    assert hashlib.sha256(encoded).hexdigest() == entry["digest"]


@pytest.mark.parametrize("entry", VECTORS["mapping"], ids=lambda entry: " ".join(entry["weights"]))
def test_numbers_are_mapped_to_outcomes_as_in_the_document(entry: Any) -> None:
    weights = parse_numbers(entry["weights"])
    assert dice.count_bits_needed(sum(weights)) == entry["bits"]
    assert [dice.find_outcome_index(n, weights) for n in range(2 ** entry["bits"])] == entry["outcomes"]


@pytest.mark.parametrize("table", VECTORS["tables"], ids=lambda table: table["name"])
def test_correct_tables_of_the_document_are_accepted(table: Any) -> None:
    check_table(table)


@pytest.mark.parametrize("table", VECTORS["wrong"], ids=lambda table: table["name"])
def test_wrong_tables_of_the_document_are_refused(table: Any) -> None:
    with pytest.raises(DiceError, match=table["fault"]) as refused:
        check_table(table)
    if table["step"] is not None:
        assert str(refused.value).startswith(f"chance step {table['step']}: ")


@pytest.mark.skipif(NODE is None, reason="node is not installed, so the verifier in JavaScript cannot run")
class TestVerifierInJavaScript:
    """A verifier that shares no code with the library agrees with it about the document."""

    def run(self, document: Path) -> subprocess.CompletedProcess[str]:
        assert NODE is not None
        command = [NODE, str(CHECKER), str(document)]
        return subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)

    def test_it_agrees(self) -> None:
        result = self.run(DOCUMENT)
        assert result.returncode == 0, result.stderr
        assert "all right" in result.stdout

    def test_it_notices_a_changed_outcome(self, tmp_path: Path) -> None:
        text = DOCUMENT.read_text(encoding="utf-8")
        last = text.rindex('"tries": 1, "outcome": ') + len('"tries": 1, "outcome": ')
        changed = tmp_path / "changed.md"
        changed.write_text(text[:last] + "9" + text[last:], encoding="utf-8")
        result = self.run(changed)
        assert result.returncode == 1
        assert '"fault":"outcome"' in result.stderr


# Every outcome has exactly its chance.


@pytest.mark.parametrize(
    "weights",
    [[1], [7], [1, 1], [1, 1, 1], DIE, [3, 1, 2], [8, 8], [1, 15], [16, 1], [5, 9, 1, 40, 2], [1] * 65],
)
def test_every_outcome_owns_exactly_as_many_numbers_as_it_weighs(weights: list[int]) -> None:
    every_number = range(2 ** dice.count_bits_needed(sum(weights)))
    owned = Counter(dice.find_outcome_index(number, weights) for number in every_number)
    again = owned.pop(None, 0)
    assert [owned[place] for place in range(len(weights))] == weights
    assert again == len(every_number) - sum(weights)
    assert again < len(every_number) / 2 or sum(weights) == 1


@given(weight_lists)
def test_the_borders_of_outcomes_of_any_size(weights: list[int]) -> None:
    start = 0
    for place, weight in enumerate(weights):
        assert dice.find_outcome_index(start, weights) == place
        assert dice.find_outcome_index(start + weight - 1, weights) == place
        start += weight
    assert dice.find_outcome_index(start, weights) is None
    assert start <= 2 ** dice.count_bits_needed(start) < 2 * start or start == 1


@given(seeds, st.integers(0, 700), st.integers(0, 700))
def test_a_shorter_number_is_a_prefix_of_a_longer_one(seed: bytes, short: int, more: int) -> None:
    opening = dice.hmac_message_prefix(LABEL, NONCES)
    longer = dice.derive_number(seed, opening, 0, 0, short + more)
    assert longer < 2 ** (short + more)
    assert dice.derive_number(seed, opening, 0, 0, short) == longer >> more


def test_a_number_beyond_the_outcomes_leads_to_the_next_retry() -> None:
    opening = dice.hmac_message_prefix(LABEL, NONCES)
    redrawn = [n for n in range(100) if dice.derive_number(SEED, opening, n, 0, 3) >= 6]
    assert redrawn
    for counter in redrawn:
        retry = next(r for r in range(100) if dice.derive_number(SEED, opening, counter, r, 3) < 6)
        number = dice.derive_number(SEED, opening, counter, retry, 3)
        assert FairDice(SEED, LABEL, NONCES).roll(counter, DIE) == number


@pytest.mark.parametrize(
    ("weights", "limit"),
    # Chi-square exceeds its limit for one seed in a thousand; this seed is fixed, so it never does here.
    [
        ([1, 1], 10.83),
        (DIE, 20.52),
        ([3, 1, 2], 13.82),
        ([1] * 33, 62.49),
        ([2**70, 2**70 + 1, 2**71], 13.82),
    ],
    ids=["coin", "die", "uneven", "thirty-three", "wider than a word"],
)
def test_many_rolls_come_out_as_often_as_they_should(weights: list[int], limit: float) -> None:
    rolls = 20_000
    thrower = FairDice(SEED, LABEL, NONCES)
    seen = Counter(thrower.roll(n, weights) for n in range(rolls))
    expected = [rolls * weight / sum(weights) for weight in weights]
    chi_square = sum((seen[place] - mean) ** 2 / mean for place, mean in enumerate(expected))
    assert chi_square < limit


@given(seeds, labels, nonce_maps, st.integers(0, 2**64 - 1), weight_lists)
def test_a_roll_is_an_outcome_and_stays_the_same(
    seed: bytes, label: str, nonces: dict[int, str | bytes], counter: int, weights: list[int]
) -> None:
    outcome = FairDice(seed, label, nonces).roll(counter, weights)
    assert 0 <= outcome < len(weights)
    assert FairDice(seed, label, nonces).roll(counter, tuple(weights)) == outcome
    verify_dice(seed.hex(), dice.compute_commitment(seed), label, nonces, [(counter, weights, outcome)], gaps=True)


def test_weights_too_long_to_be_written_out() -> None:
    huge = 10**6000
    assert FairDice(SEED, LABEL).roll(0, [huge, 1]) == 0
    with pytest.raises(DiceError, match="weight 0 must be a whole number from 1 up, not a huge number"):
        FairDice(SEED, LABEL).roll(0, [-huge])


# Every input matters.


@given(seeds, st.integers(0, 255))
def test_any_flipped_bit_of_the_seed_changes_commitment_and_rolls(seed: bytes, bit: int) -> None:
    flipped = (int.from_bytes(seed, "big") ^ 1 << bit).to_bytes(32, "big")
    assert dice.compute_commitment(flipped) != dice.compute_commitment(seed)
    assert fingerprint(flipped, LABEL, NONCES) != fingerprint(seed, LABEL, NONCES)


@given(st.binary(min_size=1, max_size=64), st.data())
def test_any_flipped_bit_of_a_nonce_changes_the_rolls(nonce: bytes, data: st.DataObject) -> None:
    bit = data.draw(st.integers(0, 8 * len(nonce) - 1))
    flipped = (int.from_bytes(nonce, "big") ^ 1 << bit).to_bytes(len(nonce), "big")
    assert fingerprint(SEED, LABEL, {0: nonce}) != fingerprint(SEED, LABEL, {0: flipped})


@given(labels, labels)
def test_another_label_changes_the_rolls(label: str, other: str) -> None:
    assert (fingerprint(SEED, label, NONCES) == fingerprint(SEED, other, NONCES)) == (label == other)


@pytest.mark.parametrize("bit", range(64))
def test_any_flipped_bit_of_the_counter_changes_the_rolls(bit: int) -> None:
    assert fingerprint(SEED, LABEL, NONCES, 0) != fingerprint(SEED, LABEL, NONCES, 1 << bit)


def test_a_nonce_and_a_label_cannot_stand_in_for_each_other() -> None:
    assert fingerprint(SEED, "ab", {0: "c"}) != fingerprint(SEED, "a", {0: "bc"})


@given(nonce_maps, nonce_maps)
def test_different_nonces_never_have_the_same_encoding(
    one: dict[int, str | bytes], other: dict[int, str | bytes]
) -> None:
    as_bytes = [{s: n.encode() if isinstance(n, str) else n for s, n in ns.items()} for ns in (one, other)]
    assert (dice.encode_nonces(one) == dice.encode_nonces(other)) == (as_bytes[0] == as_bytes[1])


@given(nonce_maps)
def test_encoded_nonces_can_be_read_back(nonces: dict[int, str | bytes]) -> None:
    """An encoding that can be read back in only one way is unique."""
    head = len(dice.encode_nonces({})) - 4
    rest = dice.encode_nonces(nonces)[head:]
    count, rest = int.from_bytes(rest[:4], "big"), rest[4:]
    found: dict[int, bytes] = {}
    for _ in range(count):
        seat, length = int.from_bytes(rest[:4], "big"), int.from_bytes(rest[4:8], "big")
        found[seat], rest = rest[8 : 8 + length], rest[8 + length :]
    assert rest == b""
    assert list(found) == sorted(nonces)
    assert found == {seat: n.encode() if isinstance(n, str) else n for seat, n in nonces.items()}


def test_who_gave_a_nonce_matters_but_not_in_which_order() -> None:
    assert fingerprint(SEED, LABEL, {0: "a", 1: "b"}) != fingerprint(SEED, LABEL, {0: "b", 1: "a"})
    assert fingerprint(SEED, LABEL, {0: "a", 1: "b"}) == fingerprint(SEED, LABEL, {1: "b", 0: "a"})


def test_no_nonce_is_not_an_empty_one() -> None:
    assert fingerprint(SEED, LABEL, {}) != fingerprint(SEED, LABEL, {0: ""})
    assert fingerprint(SEED, LABEL, {0: "", 1: "b"}) != fingerprint(SEED, LABEL, {1: "b"})


def test_a_text_is_the_same_nonce_as_its_bytes() -> None:
    assert fingerprint(SEED, LABEL, {0: "dés"}) == fingerprint(SEED, LABEL, {0: "dés".encode()})


# Revealing the seed.


def test_new_seeds_are_32_bytes_and_never_the_same() -> None:
    drawn = {dice.new_seed() for _ in range(100)}
    assert len(drawn) == 100
    assert {len(seed) for seed in drawn} == {dice.SEED_BYTES}


def test_nothing_is_rolled_once_the_seed_is_revealed() -> None:
    thrower = FairDice(SEED, LABEL, NONCES)
    thrower.roll(0, DIE)
    assert not thrower.is_revealed
    assert thrower.reveal() == SEED.hex()
    assert thrower.is_revealed
    with pytest.raises(DiceError, match="the seed has been shown"):
        thrower.roll(1, DIE)
    assert thrower.reveal() == SEED.hex()


def test_the_seed_is_not_printed_with_the_dice() -> None:
    thrower = FairDice(SEED, LABEL, NONCES)
    assert thrower.commitment == hashlib.sha256(SEED).hexdigest()
    assert thrower.commitment in repr(thrower)
    assert SEED.hex() not in repr(thrower)
    assert repr(SEED) not in repr(thrower)


# Checking a game.


def test_an_honest_game_is_accepted() -> None:
    verify_steps(roll_three_steps())
    verify_steps([])
    verify_dice(SEED.hex().upper(), dice.compute_commitment(SEED).upper(), LABEL, NONCES, iter(roll_three_steps()))


def test_a_step_rolled_again_after_a_take_back_has_a_new_counter() -> None:
    first, second, third = roll_three_steps()
    verify_steps([first, second, third])
    verify_steps([first, third], gaps=True)  # a record that forgot what was taken back
    with pytest.raises(DiceError, match="chance step 2: counter 2 comes where 1 is due"):
        verify_steps([first, third])


def test_a_counter_is_never_used_twice() -> None:
    first, second, third = roll_three_steps()
    for gaps in (False, True):
        with pytest.raises(DiceError, match="chance step 3: counter 1 is used twice"):
            verify_steps([first, second, second], gaps=gaps)
        with pytest.raises(DiceError, match="chance step 4: counter 1 comes after 2"):
            verify_steps([first, second, third, second], gaps=gaps)


@given(st.integers(0, 2), st.integers(-1, 6))
def test_a_changed_outcome_is_found_where_it_is(place: int, outcome: int) -> None:
    steps = roll_three_steps()
    counter, weights, rolled = steps[place]
    steps[place] = (counter, weights, outcome)
    if outcome == rolled:
        verify_steps(steps)
        return
    with pytest.raises(DiceError, match=f"chance step {place + 1}: the seed gives outcome {rolled}, not {outcome}"):
        verify_steps(steps)


def test_another_seed_does_not_fit_the_commitment() -> None:
    with pytest.raises(DiceError, match="the seed does not fit the commitment"):
        verify_dice(bytes(32).hex(), dice.compute_commitment(SEED), LABEL, NONCES, roll_three_steps())


# Bad input: one clear line.


def is_one_line(refused: pytest.ExceptionInfo[DiceError]) -> bool:
    return isinstance(refused.value, TriangulumError) and len(str(refused.value).splitlines()) == 1


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        ([], "there are no weights"),
        ([1, 0], "weight 1 must be a whole number from 1 up, not 0"),
        ([-3, 1], "weight 0 must be a whole number from 1 up, not -3"),
        ([1, 2.0], "weight 1 must be a whole number from 1 up, not 2.0"),
        ([1, True], "weight 1 must be a whole number from 1 up, not True"),
        (["1\n2"], r"weight 0 must be a whole number from 1 up, not '1\\n2'"),
    ],
)
def test_invalid_weights_are_refused(weights: Any, message: str) -> None:
    with pytest.raises(DiceError, match=f"^{message}") as refused:
        FairDice(SEED, LABEL).roll(0, weights)
    assert is_one_line(refused)
    with pytest.raises(DiceError, match=f"^chance step 1: {message}"):
        verify_steps([(0, weights, 0)])


@pytest.mark.parametrize("counter", [-1, 2**64, 1.0, "1", None, False])
def test_invalid_counters_are_refused(counter: Any) -> None:
    with pytest.raises(DiceError, match=r"^a counter is a whole number from 0 to 18446744073709551615, not") as refused:
        FairDice(SEED, LABEL).roll(counter, DIE)
    assert is_one_line(refused)
    with pytest.raises(DiceError, match=r"^chance step 1: a counter is a whole number"):
        verify_steps([(counter, DIE, 0)], gaps=True)


@pytest.mark.parametrize(
    ("nonces", "message"),
    [
        ({0: "x" * 65}, "the nonce of seat 0 is 65 bytes long; 64 is the most"),
        ({1: "é" * 33}, "the nonce of seat 1 is 66 bytes long; 64 is the most"),
        ({1: bytes(65)}, "the nonce of seat 1 is 65 bytes long; 64 is the most"),
        ({2: "\ud800"}, "the nonce of seat 2 cannot be written in UTF-8"),
        ({3: 7}, "the nonce of seat 3 must be text or bytes, not 7"),
        ({-1: "a"}, "a seat is a whole number from 0 to 4294967295, not -1"),
        ({2**32: "a"}, "a seat is a whole number from 0 to 4294967295, not 4294967296"),
        ({"north": "a", 1: "b"}, "a seat is a whole number from 0 to 4294967295, not 'north'"),
    ],
)
def test_invalid_nonces_are_refused(nonces: Any, message: str) -> None:
    with pytest.raises(DiceError, match=f"^{message}") as refused:
        FairDice(SEED, LABEL, nonces)
    assert is_one_line(refused)


@pytest.mark.parametrize(
    ("label", "message"),
    [
        ("", "the label is 0 bytes long; 1 to 255 are allowed"),
        ("é" * 128, "the label is 256 bytes long; 1 to 255 are allowed"),
        ("a\n\udfff", "the label cannot be written in UTF-8"),
        (b"bytes", "the label must be text"),
    ],
)
def test_invalid_labels_are_refused(label: Any, message: str) -> None:
    with pytest.raises(DiceError, match=f"^{message}") as refused:
        FairDice(SEED, label)
    assert is_one_line(refused)


@pytest.mark.parametrize("seed", [b"", bytes(31), bytes(33), SEED.hex(), None])
def test_invalid_seeds_are_refused(seed: Any) -> None:
    with pytest.raises(DiceError, match=r"^a seed is 32 bytes$"):
        FairDice(seed, LABEL)


@pytest.mark.parametrize("text", ["", "00", "0" * 63, "0" * 65, "g" * 64, "0" * 64 + "\n", "00 " * 32, bytes(64)])
def test_invalid_hexadecimal_is_refused(text: Any) -> None:
    with pytest.raises(DiceError, match=r"^the seed must be 64 hexadecimal digits, not ") as refused:
        verify_dice(text, dice.compute_commitment(SEED), LABEL, NONCES, [])
    assert is_one_line(refused)
    with pytest.raises(DiceError, match=r"^the commitment must be 64 hexadecimal digits, not ") as refused:
        verify_dice(SEED.hex(), text, LABEL, NONCES, [])
    assert is_one_line(refused)
