"""Fair dice: chance that the table cannot bend and that anybody can check afterwards.

A table draws a secret seed and shows its SHA-256 before anything else, so it cannot change the seed any more.
Players may then add nonces of their own, so the table could not know what its seed would bring. Every chance
step follows from the seed, the nonces and a counter; when the game is over the seed is shown, and ``verify``
goes through all of it again.

``docs/fair-dice.md`` specifies every byte, for those who would rather trust a verifier of their own. The
functions before ``FairDice`` are the steps of that document, one each. Changing what any of them returns
means a new ``VERSION``, because games already played must stay checkable.
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
LABEL_BYTES: Final = 255
"""The longest label, in bytes of UTF-8."""
NONCE_BYTES: Final = 64
"""The longest nonce, in bytes; of UTF-8, if it is text."""
LAST_SEAT: Final = 2**32 - 1
LAST_COUNTER: Final = 2**64 - 1

Nonces: TypeAlias = Mapping[int, str | bytes]
"""What players added, by seat. A seat that gave nothing is left out; an empty nonce is a nonce."""

Step: TypeAlias = tuple[int, Sequence[int], int]
"""A chance step to check: its counter, the weights of its outcomes, the place of the one that happened."""

_HASH_BITS: Final = 256
_COUNTER_RETRY_BLOCK: Final = struct.Struct(">QII")
_HEX_OF_32_BYTES: Final = re.compile(r"[0-9a-fA-F]{64}")


class DiceError(TriangulumError):
    """Dice were asked for something they cannot do, or do not follow from the seed they were committed to."""


def new_seed() -> bytes:
    """Return a seed nobody can guess, from the operating system's source of randomness."""
    return secrets.token_bytes(SEED_BYTES)


def commitment_to(seed: bytes) -> str:
    """Return what a table shows before the game: the SHA-256 of its seed, in hexadecimal."""
    return hashlib.sha256(_checked_seed(seed)).hexdigest()


def encode_nonces(nonces: Nonces) -> bytes:
    """Return the nonces as bytes, in order of seats; different nonces never have the same encoding."""
    seats = sorted(nonces, key=_checked_seat)
    given = [struct.pack(">I", seat) + _framed(nonce_bytes(seat, nonces[seat])) for seat in seats]
    return _framed(VERSION.encode()) + _framed(b"nonces") + struct.pack(">I", len(given)) + b"".join(given)


def nonce_bytes(seat: int, nonce: str | bytes) -> bytes:
    """Return a nonce as the bytes that count, or say that ``seat`` cannot give this one."""
    if not isinstance(nonce, str | bytes):
        raise DiceError(f"the nonce of seat {seat} must be text or bytes, not {_shown(nonce)}")
    data = _utf8(nonce, f"the nonce of seat {seat}") if isinstance(nonce, str) else nonce
    if len(data) > NONCE_BYTES:
        raise DiceError(f"the nonce of seat {seat} is {len(data)} bytes long; {NONCE_BYTES} is the most")
    return data


def preamble(label: str, nonces: Nonces) -> bytes:
    """Return what all HMAC messages of one table begin with: version, label and the digest of the nonces."""
    digest = hashlib.sha256(encode_nonces(nonces)).digest()
    return _framed(VERSION.encode()) + _framed(_label_bytes(label)) + digest


def bits_needed(total: int) -> int:
    """Return how many random bits tell ``total`` equal chances apart: as few as will do."""
    return (total - 1).bit_length()


def draw_number(seed: bytes, opening: bytes, counter: int, retry: int, bits: int) -> int:
    """Return a number below ``2**bits``: the first bits of as many HMACs as it takes, one after the other."""
    blocks = -(-bits // _HASH_BITS)
    stream = b"".join(
        hmac.digest(seed, opening + _COUNTER_RETRY_BLOCK.pack(counter, retry, block), "sha256")
        for block in range(blocks)
    )
    return int.from_bytes(stream, "big") >> (_HASH_BITS * blocks - bits)


def outcome_at(number: int, weights: Sequence[int]) -> int | None:
    """Return the place of the outcome that ``number`` falls on, or None if it lies beyond the last.

    The outcomes lie side by side from 0 on, each as wide as its weight, so each has exactly its share of the
    numbers. Numbers beyond the end are drawn again; folding them back would favour some outcomes.
    """
    for place, weight in enumerate(weights):
        if number < weight:
            return place
        number -= weight
    return None


class FairDice:
    """The dice of one table, from its seed, its label and the players' nonces.

    >>> dice = FairDice(bytes(32), "tri-trac table 1", {0: "my lucky number", 1: "7"})
    >>> dice.pick(counter=0, weights=[1, 1, 1, 1, 1, 1])
    1

    The same question always has the same answer, so a step that could not be stored may simply be asked for
    again. Whoever keeps the record gives each chance step the next counter, from 0 on, and goes on counting
    when moves are taken back.
    """

    __slots__ = ("_opening", "_revealed", "_seed", "commitment")

    def __init__(self, seed: bytes, label: str, nonces: Nonces | None = None) -> None:
        self.commitment: Final = commitment_to(seed)
        self._seed = seed
        self._opening = preamble(label, nonces or {})
        self._revealed = False

    @property
    def revealed(self) -> bool:
        """Whether the seed has been shown, so that nothing can be rolled any more."""
        return self._revealed

    def pick(self, counter: int, weights: Sequence[int]) -> int:
        """Return the place in ``weights`` of the outcome of chance step ``counter``."""
        if self._revealed:
            raise DiceError("the seed has been shown, so nothing can be rolled any more")
        return _outcome(self._seed, self._opening, counter, weights)

    def reveal(self) -> str:
        """Return the seed in hexadecimal, for all to see; from now on ``pick`` refuses."""
        self._revealed = True
        return self._seed.hex()

    def __repr__(self) -> str:
        # The seed must not get into a log.
        return f"<FairDice {self.commitment}{', revealed' if self._revealed else ''}>"


def verify(
    seed: str,
    commitment: str,
    label: str,
    nonces: Nonces,
    steps: Iterable[Step],
    *,
    gaps: bool = False,
) -> None:
    """Check a finished game's dice, or raise a DiceError that names the first thing wrong.

    ``seed`` and ``commitment`` are hexadecimal. ``steps`` are all chance steps in the order in which they
    happened, those taken back included, with the weights that the rules gave them. Their counters are 0, 1, 2
    and so on: one left out could be a roll that the table did not like. ``gaps=True`` lets counters be left
    out, for records that do not keep what was taken back.
    """
    secret = _from_hex(seed, "seed")
    if hashlib.sha256(secret).digest() != _from_hex(commitment, "commitment"):
        raise DiceError(f"the seed does not fit the commitment: its SHA-256 is {commitment_to(secret)}")
    opening = preamble(label, nonces)
    due = 0
    for number, (counter, weights, index) in enumerate(steps, start=1):
        try:
            _check_turn(counter, due, gaps=gaps)
            rolled = _outcome(secret, opening, counter, weights)
        except DiceError as error:
            raise DiceError(f"chance step {number}: {error}") from None
        if index != rolled:
            raise DiceError(f"chance step {number}: the seed gives outcome {rolled}, not {_shown(index)}")
        due = counter + 1


def _outcome(seed: bytes, opening: bytes, counter: int, weights: Sequence[int]) -> int:
    """Return the place of a chance step's outcome, drawing again until a number falls on one."""
    _check_counter(counter)
    bits = bits_needed(_checked_total(weights))
    retry = 0
    while (place := outcome_at(draw_number(seed, opening, counter, retry, bits), weights)) is None:
        retry += 1
    return place


def _check_turn(counter: int, due: int, *, gaps: bool) -> None:
    """Refuse a counter that is not the one due next."""
    _check_counter(counter)
    if counter == due - 1:
        raise DiceError(f"counter {counter} is used twice")
    if counter < due:
        raise DiceError(f"counter {counter} comes after {due - 1}, and counters only grow")
    if counter > due and not gaps:
        raise DiceError(f"counter {counter} comes where {due} is due; a roll may have been left out")


def _framed(data: bytes) -> bytes:
    """Return bytes with their length before them, so that nobody can move the border between two texts."""
    return struct.pack(">I", len(data)) + data


def _checked_seed(seed: bytes) -> bytes:
    if not isinstance(seed, bytes) or len(seed) != SEED_BYTES:
        # What was given may be a secret all the same, so the message does not show it.
        raise DiceError(f"a seed is {SEED_BYTES} bytes")
    return seed


def _from_hex(text: str, what: str) -> bytes:
    if not isinstance(text, str) or not _HEX_OF_32_BYTES.fullmatch(text):
        raise DiceError(f"the {what} must be 64 hexadecimal digits, not {_shown(text)}")
    return bytes.fromhex(text)


def _label_bytes(label: str) -> bytes:
    if not isinstance(label, str):
        raise DiceError(f"the label must be text, not {_shown(label)}")
    data = _utf8(label, "the label")
    if not 1 <= len(data) <= LABEL_BYTES:
        raise DiceError(f"the label is {len(data)} bytes long; 1 to {LABEL_BYTES} are allowed")
    return data


def _utf8(text: str, what: str) -> bytes:
    try:
        return text.encode()
    except UnicodeEncodeError:
        raise DiceError(f"{what} cannot be written in UTF-8: {_shown(text)}") from None


def _checked_seat(seat: int) -> int:
    if not _is_whole(seat) or not 0 <= seat <= LAST_SEAT:
        raise DiceError(f"a seat is a whole number from 0 to {LAST_SEAT}, not {_shown(seat)}")
    return seat


def _check_counter(counter: int) -> None:
    if not _is_whole(counter) or not 0 <= counter <= LAST_COUNTER:
        raise DiceError(f"a counter is a whole number from 0 to {LAST_COUNTER}, not {_shown(counter)}")


def _checked_total(weights: Sequence[int]) -> int:
    if not weights:
        raise DiceError("there are no weights, so there is nothing to pick from")
    if set(map(type, weights)) == {int} and min(weights) >= 1:
        return sum(weights)
    for place, weight in enumerate(weights):
        if not _is_whole(weight) or weight < 1:
            raise DiceError(f"weight {place} must be a whole number from 1 up, not {_shown(weight)}")
    return sum(weights)


def _is_whole(number: object) -> bool:
    # A truth value is an int to Python; here it would be a mistake.
    return isinstance(number, int) and not isinstance(number, bool)


def _shown(thing: object) -> str:
    """Return something of anybody's making as one short line."""
    try:
        text = ascii(thing)
    except ValueError:  # Python does not write out whole numbers of thousands of digits.
        text = "a huge number"
    return text if len(text) <= 80 else text[:77] + "..."
