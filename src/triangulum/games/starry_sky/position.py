"""Positions of Starry Sky Trick-Taking as one line of text, and the way back. A position reads

    R1 R4, R5 B6, R8 B9 B7 | down R2, R7, - | tricks R3 R11 B4, … | red 3-11 | blue 2-9 | new 3-11 | seat 2 follows

with the three hands; the cards that lie face down and the cards of every trick, by seat; the lines; which of them were
drawn after the last trick, in order; who has erased, as ``erased 0 2``; and what is going on. Parts with nothing in
them are left out. A position is read by playing its tricks, so none is accepted that could not come about.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, cast

from mypy_extensions import u8

from triangulum.core.state import CHANCE, OVER
from triangulum.errors import PositionError, shown
from triangulum.games.starry_sky import lookup, skies
from triangulum.games.starry_sky import view as sight
from triangulum.games.starry_sky.rules import StarrySky, StarrySkySetup
from triangulum.games.starry_sky.view import COLOURS, Stars

LETTERS: Final = "RB"
NONE: Final = "-"
DOING: Final = {
    lookup.LEADING: "leads",
    lookup.FOLLOWING: "follows",
    lookup.DRAWING: "draws",
    lookup.ERASING: "erases",
}
DEALING: Final = "dealing"
OVER_TEXT: Final = "over"
LABELS: Final = ("down", "tricks", "red", "blue", "new", "erased")


def card_text(card: int) -> str:
    """Return a card in notation: ``R7``."""
    return f"{LETTERS[card // lookup.NUMBERS]}{card % lookup.NUMBERS + 1}"


def line_text(stars: Stars) -> str:
    """Return a line, or a segment, in notation: ``3-7``."""
    return f"{stars[0] + 1}-{stars[1] + 1}"


CARD_NUMBER: Final = {card_text(card): card for card in range(lookup.CARDS)}
LINE_NUMBER: Final = {line_text(stars): pair for pair, stars in enumerate(skies.PAIRS)}


# Writing.


def format_position(state: StarrySky) -> str:
    """Return the whole state as one line."""
    small = list(state.byte_fields)
    seats = range(lookup.SEATS)
    parts = [", ".join(cards_text(sight.hand_of(state, seat)) for seat in seats)]
    down = [[small[lookup.TABLE + seat]] if sight.is_covered(state, seat) else [] for seat in seats]
    if any(down):
        parts.append(f"down {', '.join(map(cards_text, down))}")
    tricks = [" ".join(map(card_text, trick.cards)) for trick in sight.tricks_of(state)]
    if tricks:
        parts.append(f"tricks {', '.join(tricks)}")
    for colour, name in enumerate(COLOURS):
        lines = sight.lines_in(sight.setup_of(state), state.word_fields[colour])
        if lines:
            parts.append(f"{name} {' '.join(map(line_text, lines))}")
    if small[lookup.DREW]:
        parts.append(f"new {' '.join(map(line_text, sight.fresh_lines(state)))}")
    erased = [str(seat) for seat in seats if small[lookup.USED + seat]]
    if erased:
        parts.append(f"erased {' '.join(erased)}")
    return " | ".join([*parts, doing(state)])


def cards_text(cards: Iterable[int]) -> str:
    """Return cards in notation, or ``-`` for none."""
    return " ".join(map(card_text, cards)) or NONE


def doing(state: StarrySky) -> str:
    """Return what is going on."""
    if state.to_move == CHANCE:
        return DEALING
    if state.to_move == OVER:
        return OVER_TEXT
    return f"seat {state.to_move} {DOING[state.byte_fields[lookup.PHASE]]}"


# Reading.


def parse_position(setup: StarrySkySetup, text: str) -> StarrySky:
    """Return the state that a position describes, or raise PositionError."""
    hands, *rest = [part.strip() for part in text.split("|")]
    if not rest or not re.fullmatch(rf"{DEALING}|{OVER_TEXT}|seat [0-2] ({'|'.join(DOING.values())})", rest[-1]):
        raise PositionError(
            f"{shown(rest[-1] if rest else text)} is not what is going on, with which a position ends: "
            f"{DEALING}, seat 0 {', seat 0 '.join(DOING.values())} or {OVER_TEXT}"
        )
    return PositionReader(setup, hands, rest[:-1], rest[-1]).state()


class PositionReader:
    """Collects the parts of a position, and plays its tricks."""

    def __init__(self, setup: StarrySkySetup, hands: str, parts: Sequence[str], doing: str) -> None:
        self.setup = setup
        self.doing = doing
        given: dict[str, str] = {}
        for part in parts:
            label, _, rest = part.partition(" ")
            if label not in LABELS or not rest.strip():
                raise PositionError(f"{shown(part)} is no part of a position; parts begin with {', '.join(LABELS)}")
            if label in given:
                raise PositionError(f"{shown(part)} comes after another part {label}")
            given[label] = rest.strip()
        self.hands = by_seat(hands, "the hands")
        self.down = by_seat(given.get("down", "-, -, -"), "the cards that are down")
        self.tricks = [read_cards(trick) for trick in given["tricks"].split(",")] if "tricks" in given else []
        self.lines = [self.read_lines(given.get(name, "")) for name in COLOURS]
        self.fresh = self.read_lines(given.get("new", ""))
        self.erased = read_seats(given.get("erased", ""))
        self.check_cards()
        self.check_lines()

    def read_lines(self, text: str) -> list[int]:
        """Return the pairs that a list of lines names, all within reach."""
        pairs = []
        for word in text.split():
            if word not in LINE_NUMBER:
                raise PositionError(f"{shown(word)} is no line: it has two stars, the lower first, as 3-7")
            pair = LINE_NUMBER[word]
            if self.setup.way_of[pair] < 0:
                raise PositionError(f"no line can be drawn at {word}: its stars are more than two squares apart")
            if pair in pairs:
                raise PositionError(f"the line {word} is there twice")
            pairs.append(pair)
        return pairs

    def check_cards(self) -> None:
        """See that every card is in one place, and that the hands are as large as they can be now."""
        for number, trick in enumerate(self.tricks, start=1):
            if len(trick) != lookup.SEATS:
                raise PositionError(f"trick {number} has a card of each of the three seats, not {len(trick)}")
        if len(self.tricks) > lookup.TRICKS:
            raise PositionError(f"there are {lookup.TRICKS} tricks, not {len(self.tricks)}")
        seen: set[int] = set()
        for card in [card for cards in (*self.hands, *self.down, *self.tricks) for card in cards]:
            if card in seen:
                raise PositionError(f"{card_text(card)} is there twice")
            seen.add(card)
        if self.doing == DEALING:
            return
        if any(self.down) and self.doing.endswith((DOING[lookup.DRAWING], DOING[lookup.ERASING])):
            raise PositionError("nothing lies face down while lines are drawn or erased")
        for seat in range(lookup.SEATS):
            if len(self.down[seat]) > 1:
                raise PositionError(f"seat {seat} cannot have {len(self.down[seat])} cards face down")
            size = len(self.hands[seat]) + len(self.down[seat]) + len(self.tricks)
            if size != lookup.HAND:
                raise PositionError(f"seat {seat} was dealt {lookup.HAND} cards, and {size} of them are there")

    def check_lines(self) -> None:
        """See what can be seen of lines without playing: crossings, stars with too many, and whose they are."""
        setup = self.setup
        masks = [sum(1 << setup.way_of[pair] for pair in pairs) for pairs in self.lines]
        for pair in self.lines[lookup.RED]:
            word = line_text(skies.PAIRS[pair])
            if pair in self.lines[lookup.BLUE]:
                raise PositionError(f"the line {word} is red and blue")
            crossed = sight.lines_in(setup, masks[lookup.BLUE] & setup.crossing[setup.way_of[pair]])
            if crossed:
                raise PositionError(f"the red line {word} crosses the blue line {line_text(crossed[0])}")
        both = [*self.lines[lookup.RED], *self.lines[lookup.BLUE]]
        for star in range(lookup.NUMBERS):
            count = sum(star in skies.PAIRS[pair] for pair in both)
            if count > lookup.MOST_LINES:
                raise PositionError(f"star {star + 1} has {count} lines, and no star has more than {lookup.MOST_LINES}")
        for colour, pairs in enumerate(self.lines):
            for pair in pairs:
                needed = {lookup.NUMBERS * colour + star for star in skies.PAIRS[pair]}
                if not any(needed <= set(trick) for trick in self.tricks):
                    one, other = map(card_text, sorted(needed))
                    word = f"{COLOURS[colour]} line {line_text(skies.PAIRS[pair])}"
                    raise PositionError(f"the {word} needs a trick with {one} and {other}")
        if self.erased and not setup.erasing:
            raise PositionError("nobody can have erased: the game is played without that variant")

    # Playing it.

    def state(self) -> StarrySky:
        """Return the state, or raise PositionError if it cannot have come about."""
        if self.doing == DEALING:
            return self.half_dealt()
        found = [self.all_dealt()]
        for number, trick in enumerate(self.tricks, start=1):
            found = self.after_trick(found, number, trick)
        found = [state for state in found if self.fits(state)]
        if not found:
            raise PositionError(self.complaint())
        state = found[0]
        for _ in range(lookup.SEATS):
            if state.to_move < 0 or not self.down[state.to_move] or sight.is_covered(state, state.to_move):
                break
            self.lay(state, self.down[state.to_move][0], "now")
        if any(self.down[seat] and not sight.is_covered(state, seat) for seat in range(lookup.SEATS)):
            raise PositionError(f"seat {state.to_move} lays before the others, and nothing of it is down")
        if doing(state) != self.doing:
            raise PositionError(f"{shown(self.doing)} does not follow from the rest: it would be '{doing(state)}'")
        return state

    def half_dealt(self) -> StarrySky:
        """Return a state in which cards are still dealt, to one seat after the other."""
        if any(self.down) or self.tricks or self.fresh or self.erased:
            raise PositionError("while cards are dealt there are hands and nothing else")
        state = cast(StarrySky, self.setup.new())
        for seat, hand in enumerate(self.hands):
            for card in hand:
                state.byte_fields[card] = u8(seat)
        dealt = sum(map(len, self.hands))
        for seat, hand in enumerate(self.hands):
            size = min(max(dealt - lookup.HAND * seat, 0), lookup.HAND)
            if len(hand) != size:
                raise PositionError(f"{dealt} cards are dealt, so seat {seat} has {size} of them, not {len(hand)}")
        if dealt == lookup.CARDS:
            raise PositionError("all cards are dealt, so seat 0 leads")
        state.byte_fields[lookup.DEALT] = u8(dealt)
        return state

    def all_dealt(self) -> StarrySky:
        """Return the state at the beginning of the first trick."""
        state = cast(StarrySky, self.setup.new())
        for seat in range(lookup.SEATS):
            own = [*self.hands[seat], *self.down[seat], *(trick[seat] for trick in self.tricks)]
            for card in own:
                state.deal(card)
        return state

    def lay(self, state: StarrySky, card: int, when: str) -> None:
        """Lay a card if it may be laid."""
        if card not in state.legal_actions():
            led = COLOURS[state.byte_fields[lookup.LED]]
            raise PositionError(f"seat {state.to_move} cannot have laid {card_text(card)} {when}: it has {led} cards")
        state._apply(card)

    def after_trick(self, found: list[StarrySky], number: int, trick: Sequence[int]) -> list[StarrySky]:
        """Return the states that a trick can lead to, whatever its winner chose; those that still fit the lines."""
        last = number == len(self.tricks)
        after: dict[bytes, StarrySky] = {}
        for state in found:
            for _ in range(lookup.SEATS):
                self.lay(state, trick[state.to_move], f"in trick {number}")
            for outcome in outcomes(state):
                if (last or outcome.byte_fields[lookup.PHASE] == lookup.LEADING) and self.may_become(outcome):
                    after[outcome.to_bytes()] = outcome
        if not after:
            raise PositionError(f"trick {number} cannot have been followed by these lines: others had to be drawn")
        return list(after.values())

    def may_become(self, state: StarrySky) -> bool:
        """Tell whether lines that are too many can still be erased; else they must not be there."""
        used = [seat for seat in range(lookup.SEATS) if state.byte_fields[lookup.USED + seat]]
        if not set(used) <= set(self.erased):
            return False
        if len(used) < len(self.erased):
            return True
        return all(set(self.drawn(state, colour)) <= set(self.lines[colour]) for colour in (lookup.RED, lookup.BLUE))

    def drawn(self, state: StarrySky, colour: int) -> list[int]:
        """Return the pairs that are joined in a colour."""
        return [skies.PAIR_NUMBER[stars] for stars in sight.lines_in(self.setup, state.word_fields[colour])]

    def fits(self, state: StarrySky) -> bool:
        """Tell whether a state after the last trick is the one that is meant, but for what lies face down."""
        fresh = [skies.PAIR_NUMBER[stars] for stars in sight.fresh_lines(state)]
        erased = [seat for seat in range(lookup.SEATS) if state.byte_fields[lookup.USED + seat]]
        asked = {lookup.DRAWING, lookup.ERASING}
        phase = int(state.byte_fields[lookup.PHASE])
        wanted = next((phase for phase, word in DOING.items() if self.doing.endswith(word)), lookup.FINISHED)
        return (
            all(sorted(self.drawn(state, colour)) == sorted(self.lines[colour]) for colour in (lookup.RED, lookup.BLUE))
            and fresh == self.fresh
            and erased == self.erased
            and (phase == wanted or not {phase, wanted} & asked)
        )

    def complaint(self) -> str:
        """Return what is wrong with a position whose cards are right and whose lines are not."""
        if not self.tricks:
            return "before the first trick there are no lines, and nobody has erased"
        return (
            f"after trick {len(self.tricks)} these lines, with these as the new ones, do not go with "
            f"'{self.doing}': others had to be drawn, or something else is going on"
        )


def outcomes(state: StarrySky) -> Iterator[StarrySky]:
    """Yield a state after a trick, and all that can come of it until the next card is laid."""
    yield state
    if state.byte_fields[lookup.PHASE] in (lookup.DRAWING, lookup.ERASING):
        for action in state.legal_actions():
            yield from outcomes(cast(StarrySky, state.after(action)))


def by_seat(text: str, what: str) -> list[list[int]]:
    """Return the cards of three seats, by a text such as ``R1 R4, -, B2``."""
    parts = text.split(",")
    if len(parts) != lookup.SEATS:
        raise PositionError(f"{what} are three lists with commas between them, as R1 R4, B2, -; not {shown(text)}")
    return [[] if part.strip() == NONE else read_cards(part) for part in parts]


def read_cards(text: str) -> list[int]:
    """Return the cards that a text lists."""
    words = text.split()
    for word in words:
        if word not in CARD_NUMBER:
            raise PositionError(f"{shown(word)} is no card: they are R1 to R12 and B1 to B12")
    if not words:
        raise PositionError(f"a list of cards is empty: write {NONE} for none")
    return [CARD_NUMBER[word] for word in words]


def read_seats(text: str) -> list[int]:
    """Return the seats that a text lists, in order."""
    words = text.split()
    for word in words:
        if word not in ("0", "1", "2") or words.count(word) > 1:
            raise PositionError(f"{shown(text)} are no seats that have erased: they are among 0 1 2")
    return sorted(map(int, words))
