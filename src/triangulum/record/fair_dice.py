"""Fair dice: provably fair randomness by commit and reveal, which anybody can verify after the game.

A table draws a secret seed and publishes its SHA-256 before anything else, so it can't change the seed afterwards.
Players may then add nonces of their own, so the table couldn't know what its seed would lead to. Every chance step
follows from the seed, the nonces and a counter. When the game is over the seed is revealed, and ``verify_dice``
computes all of it again.

``docs/fair-dice.md`` specifies every byte, for those who would rather trust a verifier of their own. The functions
before ``FairDice`` are the steps of that document. Changing what any of them returns means a new ``VERSION``, because
games already played must stay verifiable.
"""

import hashlib
import hmac
import re
import secrets
import struct
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, TypeAlias

from triangulum.errors import TriangulumError

VERSION: Final = "triangulum-dice-1"
SEED_BYTES: Final = 32
MAX_LABEL_BYTES: Final = 255
"""The longest label, in bytes of UTF-8."""
MAX_NONCE_BYTES: Final = 64
"""The longest nonce, in bytes; of UTF-8, if it is text."""
MAX_SEAT: Final = 2**32 - 1
MAX_COUNTER: Final = 2**64 - 1

Nonces: TypeAlias = Mapping[int, str | bytes]
"""What players added, by seat. A seat that gave nothing is left out; an empty nonce is a nonce."""

ChanceStep: TypeAlias = tuple[int, Sequence[int], int]
"""A chance step to check: its counter, the weights of its outcomes, the place of the one that happened."""

_HASH_BITS: Final = 256
_COUNTER_RETRY_BLOCK: Final = struct.Struct(">QII")
_HEX_OF_32_BYTES: Final = re.compile(r"[0-9a-fA-F]{64}")


class DiceError(TriangulumError):
    """Dice were asked for something they cannot do, or do not follow from the seed they were committed to."""


def new_seed() -> bytes:
    """Return a seed nobody can guess, from the operating system's source of randomness."""
    return secrets.token_bytes(SEED_BYTES)


def compute_commitment(seed: bytes) -> str:
    """Return the commitment to a seed, published before the game: its SHA-256 in hexadecimal."""
    return hashlib.sha256(_check_seed_length(seed)).hexdigest()


def encode_nonces(nonces: Nonces) -> bytes:
    """Return the nonces as bytes, in order of seats; different nonces never have the same encoding."""
    seats = sorted(nonces, key=_check_seat_number)
    given = [struct.pack(">I", seat) + _prefix_length(nonce_bytes(seat, nonces[seat])) for seat in seats]
    return (
        _prefix_length(VERSION.encode()) + _prefix_length(b"nonces") + struct.pack(">I", len(given)) + b"".join(given)
    )


def nonce_bytes(seat: int, nonce: str | bytes) -> bytes:
    """Return a nonce as bytes, texts in UTF-8, or raise DiceError if ``seat`` can't give this one."""
    if not isinstance(nonce, str | bytes):
        raise DiceError(f"the nonce of seat {seat} must be text or bytes, not {_quote_value(nonce)}")
    data = _encode_utf8(nonce, f"the nonce of seat {seat}") if isinstance(nonce, str) else nonce
    if len(data) > MAX_NONCE_BYTES:
        raise DiceError(f"the nonce of seat {seat} is {len(data)} bytes long; {MAX_NONCE_BYTES} is the most")
    return data


def hmac_message_prefix(label: str, nonces: Nonces) -> bytes:
    """Return the beginning of all HMAC messages of a table: version, label and the digest of the nonces."""
    digest = hashlib.sha256(encode_nonces(nonces)).digest()
    return _prefix_length(VERSION.encode()) + _prefix_length(_label_bytes(label)) + digest


def count_bits_needed(total: int) -> int:
    """Return how many random bits it takes to choose among ``total`` equal chances."""
    return (total - 1).bit_length()


def derive_number(seed: bytes, prefix: bytes, counter: int, retry: int, num_bits: int) -> int:
    """Return a number below ``2**num_bits``: the first bits of as many HMACs in a row as it takes."""
    blocks = -(-num_bits // _HASH_BITS)
    stream = b"".join(
        hmac.digest(seed, prefix + _COUNTER_RETRY_BLOCK.pack(counter, retry, block), "sha256")
        for block in range(blocks)
    )
    return int.from_bytes(stream, "big") >> (_HASH_BITS * blocks - num_bits)


def find_outcome_index(number: int, weights: Sequence[int]) -> int | None:
    """Return the index of the outcome that ``number`` falls on, or None if it lies beyond the last.

    The outcomes lie side by side from 0 on, each as wide as its weight, so each has exactly its share of the
    numbers. Numbers beyond the end are drawn again, as folding them back would favour some outcomes.
    """
    for index, weight in enumerate(weights):
        if number < weight:
            return index
        number -= weight
    return None


class FairDice:
    """The dice of one table, from its seed, its label and the players' nonces.

    >>> dice = FairDice(bytes(32), "tri-trac table 1", {0: "my lucky number", 1: "7"})
    >>> dice.roll(counter=0, weights=[1, 1, 1, 1, 1, 1])
    1

    The same counter and weights always give the same outcome, so a step that could not be stored can simply be rolled
    again. Callers give each chance step the next counter, from 0 on, and go on counting when moves are taken back.
    """

    __slots__ = ("_is_revealed", "_message_prefix", "_seed", "commitment")

    def __init__(self, seed: bytes, label: str, nonces: Nonces | None = None) -> None:
        self.commitment: Final = compute_commitment(seed)
        self._seed = seed
        self._message_prefix = hmac_message_prefix(label, nonces or {})
        self._is_revealed = False

    @property
    def is_revealed(self) -> bool:
        """Whether the seed has been revealed, so that nothing can be rolled any more."""
        return self._is_revealed

    def roll(self, counter: int, weights: Sequence[int]) -> int:
        """Return the index in ``weights`` of the outcome of chance step ``counter``."""
        if self._is_revealed:
            raise DiceError("the seed has been shown, so nothing can be rolled any more")
        return _roll_outcome(self._seed, self._message_prefix, counter, weights)

    def reveal(self) -> str:
        """Return the seed in hexadecimal, for all to see; from now on ``roll`` raises DiceError."""
        self._is_revealed = True
        return self._seed.hex()

    def __repr__(self) -> str:
        # The seed must not get into a log.
        return f"<FairDice {self.commitment}{', revealed' if self._is_revealed else ''}>"


def verify_dice(
    seed: str,
    commitment: str,
    label: str,
    nonces: Nonces,
    steps: Iterable[ChanceStep],
    *,
    gaps: bool = False,
) -> None:
    """Check the dice of a finished game, or raise a DiceError that names the first wrong step.

    ``seed`` and ``commitment`` are hexadecimal. ``steps`` are all chance steps in the order in which they
    happened, those taken back included, with the weights that the rules gave them. Their counters are 0, 1, 2
    and so on: one left out could be a roll that the table did not like. ``gaps=True`` lets counters be left
    out, for records that do not keep what was taken back.
    """
    secret = _parse_hex(seed, "seed")
    if hashlib.sha256(secret).digest() != _parse_hex(commitment, "commitment"):
        raise DiceError(f"the seed does not fit the commitment: its SHA-256 is {compute_commitment(secret)}")
    prefix = hmac_message_prefix(label, nonces)
    next_counter = 0
    for number, (counter, weights, index) in enumerate(steps, start=1):
        try:
            _check_counter_is_next(counter, next_counter, gaps=gaps)
            rolled = _roll_outcome(secret, prefix, counter, weights)
        except DiceError as error:
            raise DiceError(f"chance step {number}: {error}") from None
        if index != rolled:
            raise DiceError(f"chance step {number}: the seed gives outcome {rolled}, not {_quote_value(index)}")
        next_counter = counter + 1


def _roll_outcome(seed: bytes, prefix: bytes, counter: int, weights: Sequence[int]) -> int:
    """Return the index of a chance step's outcome, drawing again until a number falls on one."""
    _check_counter(counter)
    num_bits = count_bits_needed(_check_weights_are_valid(weights))
    retry = 0
    while (index := find_outcome_index(derive_number(seed, prefix, counter, retry, num_bits), weights)) is None:
        retry += 1
    return index


def _check_counter_is_next(counter: int, next_counter: int, *, gaps: bool) -> None:
    """Raise DiceError if a counter is not the next one, or with ``gaps`` a later one."""
    _check_counter(counter)
    if counter == next_counter - 1:
        raise DiceError(f"counter {counter} is used twice")
    if counter < next_counter:
        raise DiceError(f"counter {counter} comes after {next_counter - 1}, and counters only grow")
    if counter > next_counter and not gaps:
        raise DiceError(f"counter {counter} comes where {next_counter} is due; a roll may have been left out")


def _prefix_length(data: bytes) -> bytes:
    """Return bytes with their length before them, so that two different texts never have the same encoding."""
    return struct.pack(">I", len(data)) + data


def _check_seed_length(seed: bytes) -> bytes:
    if not isinstance(seed, bytes) or len(seed) != SEED_BYTES:
        # The value may be a secret anyway, so the message doesn't show it.
        raise DiceError(f"a seed is {SEED_BYTES} bytes")
    return seed


def _parse_hex(text: str, subject: str) -> bytes:
    if not isinstance(text, str) or not _HEX_OF_32_BYTES.fullmatch(text):
        raise DiceError(f"the {subject} must be 64 hexadecimal digits, not {_quote_value(text)}")
    return bytes.fromhex(text)


def _label_bytes(label: str) -> bytes:
    if not isinstance(label, str):
        raise DiceError(f"the label must be text, not {_quote_value(label)}")
    data = _encode_utf8(label, "the label")
    if not 1 <= len(data) <= MAX_LABEL_BYTES:
        raise DiceError(f"the label is {len(data)} bytes long; 1 to {MAX_LABEL_BYTES} are allowed")
    return data


def _encode_utf8(text: str, subject: str) -> bytes:
    try:
        return text.encode()
    except UnicodeEncodeError:
        raise DiceError(f"{subject} cannot be written in UTF-8: {_quote_value(text)}") from None


def _check_seat_number(seat: int) -> int:
    if not _is_integer(seat) or not 0 <= seat <= MAX_SEAT:
        raise DiceError(f"a seat is a whole number from 0 to {MAX_SEAT}, not {_quote_value(seat)}")
    return seat


def _check_counter(counter: int) -> None:
    if not _is_integer(counter) or not 0 <= counter <= MAX_COUNTER:
        raise DiceError(f"a counter is a whole number from 0 to {MAX_COUNTER}, not {_quote_value(counter)}")


def _check_weights_are_valid(weights: Sequence[int]) -> int:
    if not weights:
        raise DiceError("there are no weights, so there is nothing to pick from")
    if set(map(type, weights)) == {int} and min(weights) >= 1:
        return sum(weights)
    for place, weight in enumerate(weights):
        if not _is_integer(weight) or weight < 1:
            raise DiceError(f"weight {place} must be a whole number from 1 up, not {_quote_value(weight)}")
    return sum(weights)


def _is_integer(number: object) -> bool:
    # A truth value is an int to Python; here it would be a mistake.
    return isinstance(number, int) and not isinstance(number, bool)


def _quote_value(value: object) -> str:
    """Return any value as one short line of ASCII."""
    try:
        text = ascii(value)
    except ValueError:  # Python does not write out whole numbers of thousands of digits.
        text = "a huge number"
    return text if len(text) <= 80 else text[:77] + "..."
