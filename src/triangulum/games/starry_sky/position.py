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
from triangulum.errors import PositionError, quote_value
from triangulum.games.starry_sky import lookup, observe, skies
from triangulum.games.starry_sky.rules import StarrySky, StarrySkySetup
from triangulum.games.starry_sky.views import COLOURS, Stars

COLOUR_LETTERS: Final = "RB"
NO_CARDS_TEXT: Final = "-"
PHASE_TEXTS: Final = {
    lookup.LEADING: "leads",
    lookup.FOLLOWING: "follows",
    lookup.DRAWING: "draws",
    lookup.ERASING: "erases",
}
DEALING_TEXT: Final = "dealing"
OVER_TEXT: Final = "over"
PART_LABELS: Final = ("down", "tricks", "red", "blue", "new", "erased")


def format_card(card: int) -> str:
    """Return a card in notation: ``R7``."""
    return f"{COLOUR_LETTERS[card // lookup.CARDS_PER_COLOUR]}{card % lookup.CARDS_PER_COLOUR + 1}"


def format_line(stars: Stars) -> str:
    """Return a line, or a segment, in notation: ``3-7``."""
    return f"{stars[0] + 1}-{stars[1] + 1}"


CARD_BY_TEXT: Final = {format_card(card): card for card in range(lookup.NUM_CARDS)}
PAIR_BY_TEXT: Final = {format_line(stars): pair for pair, stars in enumerate(skies.PAIRS)}


# Writing.


def format_position(state: StarrySky) -> str:
    """Return the whole state as one line."""
    fields = list(state.byte_fields)
    seats = range(lookup.NUM_SEATS)
    parts = [", ".join(format_cards(observe.list_hand(state, seat)) for seat in seats)]
    down = [[fields[lookup.TRICK_CARDS + seat]] if observe.has_face_down_card(state, seat) else [] for seat in seats]
    if any(down):
        parts.append(f"down {', '.join(map(format_cards, down))}")
    tricks = [" ".join(map(format_card, trick.cards)) for trick in observe.list_tricks(state)]
    if tricks:
        parts.append(f"tricks {', '.join(tricks)}")
    for colour, name in enumerate(COLOURS):
        lines = observe.list_line_stars(observe.get_setup(state), state.word_fields[colour])
        if lines:
            parts.append(f"{name} {' '.join(map(format_line, lines))}")
    if fields[lookup.NUM_FRESH_LINES]:
        parts.append(f"new {' '.join(map(format_line, observe.list_fresh_lines(state)))}")
    erased = [str(seat) for seat in seats if fields[lookup.HAS_ERASED + seat]]
    if erased:
        parts.append(f"erased {' '.join(erased)}")
    return " | ".join([*parts, format_phase(state)])


def format_cards(cards: Iterable[int]) -> str:
    """Return cards in notation, or ``-`` for none."""
    return " ".join(map(format_card, cards)) or NO_CARDS_TEXT


def format_phase(state: StarrySky) -> str:
    """Return the last part of a position: who does what now."""
    if state.to_move == CHANCE:
        return DEALING_TEXT
    if state.to_move == OVER:
        return OVER_TEXT
    return f"seat {state.to_move} {PHASE_TEXTS[state.byte_fields[lookup.PHASE]]}"


# Reading.


def parse_position(setup: StarrySkySetup, text: str) -> StarrySky:
    """Return the state that a position describes, or raise PositionError."""
    hands, *parts = [part.strip() for part in text.split("|")]
    if not parts or not re.fullmatch(
        rf"{DEALING_TEXT}|{OVER_TEXT}|seat [0-2] ({'|'.join(PHASE_TEXTS.values())})", parts[-1]
    ):
        raise PositionError(
            f"{quote_value(parts[-1] if parts else text)} is not what is going on, with which a position ends: "
            f"{DEALING_TEXT}, seat 0 {', seat 0 '.join(PHASE_TEXTS.values())} or {OVER_TEXT}"
        )
    return PositionReader(setup, hands, parts[:-1], parts[-1]).build_state()


class PositionReader:
    """Parses the parts of a position, and plays its tricks."""

    def __init__(self, setup: StarrySkySetup, hands: str, parts: Sequence[str], doing: str) -> None:
        self.setup = setup
        self.phase_text = doing
        given: dict[str, str] = {}
        for part in parts:
            label, _, rest = part.partition(" ")
            if label not in PART_LABELS or not rest.strip():
                raise PositionError(
                    f"{quote_value(part)} is no part of a position; parts begin with {', '.join(PART_LABELS)}"
                )
            if label in given:
                raise PositionError(f"{quote_value(part)} comes after another part {label}")
            given[label] = rest.strip()
        self.hands = parse_cards_by_seat(hands, "the hands")
        self.down = parse_cards_by_seat(given.get("down", "-, -, -"), "the cards that are down")
        self.tricks = [parse_cards(trick) for trick in given["tricks"].split(",")] if "tricks" in given else []
        self.lines = [self.parse_lines(given.get(name, "")) for name in COLOURS]
        self.fresh = self.parse_lines(given.get("new", ""))
        self.erased = parse_seats(given.get("erased", ""))
        self.check_cards()
        self.check_lines()

    def parse_lines(self, text: str) -> list[int]:
        """Return the pairs that a list of lines names, all within reach."""
        pairs = []
        for word in text.split():
            if word not in PAIR_BY_TEXT:
                raise PositionError(f"{quote_value(word)} is no line: it has two stars, the lower first, as 3-7")
            pair = PAIR_BY_TEXT[word]
            if self.setup.line_index_by_pair[pair] < 0:
                raise PositionError(f"no line can be drawn at {word}: its stars are more than two squares apart")
            if pair in pairs:
                raise PositionError(f"the line {word} is there twice")
            pairs.append(pair)
        return pairs

    def check_cards(self) -> None:
        """Check that every card is in one place, and that the hands are as large as they can be now."""
        for number, trick in enumerate(self.tricks, start=1):
            if len(trick) != lookup.NUM_SEATS:
                raise PositionError(f"trick {number} has a card of each of the three seats, not {len(trick)}")
        if len(self.tricks) > lookup.NUM_TRICKS:
            raise PositionError(f"there are {lookup.NUM_TRICKS} tricks, not {len(self.tricks)}")
        seen: set[int] = set()
        for card in [card for cards in (*self.hands, *self.down, *self.tricks) for card in cards]:
            if card in seen:
                raise PositionError(f"{format_card(card)} is there twice")
            seen.add(card)
        if self.phase_text == DEALING_TEXT:
            return
        if any(self.down) and self.phase_text.endswith((PHASE_TEXTS[lookup.DRAWING], PHASE_TEXTS[lookup.ERASING])):
            raise PositionError("nothing lies face down while lines are drawn or erased")
        for seat in range(lookup.NUM_SEATS):
            if len(self.down[seat]) > 1:
                raise PositionError(f"seat {seat} cannot have {len(self.down[seat])} cards face down")
            size = len(self.hands[seat]) + len(self.down[seat]) + len(self.tricks)
            if size != lookup.HAND_SIZE:
                raise PositionError(f"seat {seat} was dealt {lookup.HAND_SIZE} cards, and {size} of them are there")

    def check_lines(self) -> None:
        """Check what can be checked of lines without playing: crossings, stars with too many, and whose they are."""
        setup = self.setup
        masks = [sum(1 << setup.line_index_by_pair[pair] for pair in pairs) for pairs in self.lines]
        for pair in self.lines[lookup.RED]:
            word = format_line(skies.PAIRS[pair])
            if pair in self.lines[lookup.BLUE]:
                raise PositionError(f"the line {word} is red and blue")
            crossed = observe.list_line_stars(
                setup, masks[lookup.BLUE] & setup.crossing_masks[setup.line_index_by_pair[pair]]
            )
            if crossed:
                raise PositionError(f"the red line {word} crosses the blue line {format_line(crossed[0])}")
        both = [*self.lines[lookup.RED], *self.lines[lookup.BLUE]]
        for star in range(lookup.CARDS_PER_COLOUR):
            count = sum(star in skies.PAIRS[pair] for pair in both)
            if count > lookup.MAX_LINES_PER_STAR:
                raise PositionError(
                    f"star {star + 1} has {count} lines, and no star has more than {lookup.MAX_LINES_PER_STAR}"
                )
        for colour, pairs in enumerate(self.lines):
            for pair in pairs:
                needed = {lookup.CARDS_PER_COLOUR * colour + star for star in skies.PAIRS[pair]}
                if not any(needed <= set(trick) for trick in self.tricks):
                    one, other = map(format_card, sorted(needed))
                    word = f"{COLOURS[colour]} line {format_line(skies.PAIRS[pair])}"
                    raise PositionError(f"the {word} needs a trick with {one} and {other}")
        if self.erased and not setup.erasing:
            raise PositionError("nobody can have erased: the game is played without that variant")

    # Playing it.

    def build_state(self) -> StarrySky:
        """Return the state, or raise PositionError if it cannot have come about."""
        if self.phase_text == DEALING_TEXT:
            return self.build_dealing_state()
        states = [self.build_dealt_state()]
        for number, trick in enumerate(self.tricks, start=1):
            states = self.play_trick(states, number, trick)
        states = [state for state in states if self.is_position(state)]
        if not states:
            raise PositionError(self.format_mismatch())
        state = states[0]
        for _ in range(lookup.NUM_SEATS):
            if state.to_move < 0 or not self.down[state.to_move] or observe.has_face_down_card(state, state.to_move):
                break
            self.lay_card(state, self.down[state.to_move][0], "now")
        if any(self.down[seat] and not observe.has_face_down_card(state, seat) for seat in range(lookup.NUM_SEATS)):
            raise PositionError(f"seat {state.to_move} lays before the others, and nothing of it is down")
        if format_phase(state) != self.phase_text:
            raise PositionError(
                f"{quote_value(self.phase_text)} does not follow from the rest: it would be '{format_phase(state)}'"
            )
        return state

    def build_dealing_state(self) -> StarrySky:
        """Return a state in which cards are still dealt, to one seat after the other."""
        if any(self.down) or self.tricks or self.fresh or self.erased:
            raise PositionError("while cards are dealt there are hands and nothing else")
        state = cast(StarrySky, self.setup.new())
        for seat, hand in enumerate(self.hands):
            for card in hand:
                state.byte_fields[card] = u8(seat)
        dealt = sum(map(len, self.hands))
        for seat, hand in enumerate(self.hands):
            size = min(max(dealt - lookup.HAND_SIZE * seat, 0), lookup.HAND_SIZE)
            if len(hand) != size:
                raise PositionError(f"{dealt} cards are dealt, so seat {seat} has {size} of them, not {len(hand)}")
        if dealt == lookup.NUM_CARDS:
            raise PositionError("all cards are dealt, so seat 0 leads")
        state.byte_fields[lookup.NUM_DEALT] = u8(dealt)
        return state

    def build_dealt_state(self) -> StarrySky:
        """Return the state at the beginning of the first trick."""
        state = cast(StarrySky, self.setup.new())
        for seat in range(lookup.NUM_SEATS):
            cards = [*self.hands[seat], *self.down[seat], *(trick[seat] for trick in self.tricks)]
            for card in cards:
                state.deal_card(card)
        return state

    def lay_card(self, state: StarrySky, card: int, when: str) -> None:
        """Lay a card if it may be laid."""
        if card not in state.legal_actions():
            led = COLOURS[state.byte_fields[lookup.LED_COLOUR]]
            raise PositionError(f"seat {state.to_move} cannot have laid {format_card(card)} {when}: it has {led} cards")
        state._apply(card)

    def play_trick(self, states: list[StarrySky], number: int, trick: Sequence[int]) -> list[StarrySky]:
        """Play a trick from each state; return the states that its winner's choices lead to and that fit the lines."""
        last = number == len(self.tricks)
        after: dict[bytes, StarrySky] = {}
        for state in states:
            for _ in range(lookup.NUM_SEATS):
                self.lay_card(state, trick[state.to_move], f"in trick {number}")
            for outcome in iter_outcomes(state):
                if (last or outcome.byte_fields[lookup.PHASE] == lookup.LEADING) and self.can_become_position(outcome):
                    after[outcome.to_bytes()] = outcome
        if not after:
            raise PositionError(f"trick {number} cannot have been followed by these lines: others had to be drawn")
        return list(after.values())

    def can_become_position(self, state: StarrySky) -> bool:
        """Tell whether a state can lead to the position: surplus lines need somebody who can still erase them."""
        used = [seat for seat in range(lookup.NUM_SEATS) if state.byte_fields[lookup.HAS_ERASED + seat]]
        if not set(used) <= set(self.erased):
            return False
        if len(used) < len(self.erased):
            return True
        return all(
            set(self.list_pairs(state, colour)) <= set(self.lines[colour]) for colour in (lookup.RED, lookup.BLUE)
        )

    def list_pairs(self, state: StarrySky, colour: int) -> list[int]:
        """Return the pairs of stars that lines of a colour join."""
        return [skies.PAIR_INDEX[stars] for stars in observe.list_line_stars(self.setup, state.word_fields[colour])]

    def is_position(self, state: StarrySky) -> bool:
        """Tell whether a state after the last trick is the one described, but for what lies face down."""
        fresh = [skies.PAIR_INDEX[stars] for stars in observe.list_fresh_lines(state)]
        erased = [seat for seat in range(lookup.NUM_SEATS) if state.byte_fields[lookup.HAS_ERASED + seat]]
        choice_phases = {lookup.DRAWING, lookup.ERASING}
        phase = int(state.byte_fields[lookup.PHASE])
        described_phase = next(
            (phase for phase, word in PHASE_TEXTS.items() if self.phase_text.endswith(word)), lookup.FINISHED
        )
        return (
            all(
                sorted(self.list_pairs(state, colour)) == sorted(self.lines[colour])
                for colour in (lookup.RED, lookup.BLUE)
            )
            and fresh == self.fresh
            and erased == self.erased
            and (phase == described_phase or not {phase, described_phase} & choice_phases)
        )

    def format_mismatch(self) -> str:
        """Return the error message for a position whose cards are right and whose lines are not."""
        if not self.tricks:
            return "before the first trick there are no lines, and nobody has erased"
        return (
            f"after trick {len(self.tricks)} these lines, with these as the new ones, do not go with "
            f"'{self.phase_text}': others had to be drawn, or something else is going on"
        )


def iter_outcomes(state: StarrySky) -> Iterator[StarrySky]:
    """Yield a state after a trick, and all that can come of it until the next card is laid."""
    yield state
    if state.byte_fields[lookup.PHASE] in (lookup.DRAWING, lookup.ERASING):
        for action in state.legal_actions():
            yield from iter_outcomes(cast(StarrySky, state.after(action)))


def parse_cards_by_seat(text: str, what: str) -> list[list[int]]:
    """Return the cards of three seats, by a text such as ``R1 R4, -, B2``."""
    parts = text.split(",")
    if len(parts) != lookup.NUM_SEATS:
        raise PositionError(
            f"{what} are three lists with commas between them, as R1 R4, B2, -; not {quote_value(text)}"
        )
    return [[] if part.strip() == NO_CARDS_TEXT else parse_cards(part) for part in parts]


def parse_cards(text: str) -> list[int]:
    """Return the cards that a text lists."""
    words = text.split()
    for word in words:
        if word not in CARD_BY_TEXT:
            raise PositionError(f"{quote_value(word)} is no card: they are R1 to R12 and B1 to B12")
    if not words:
        raise PositionError(f"a list of cards is empty: write {NO_CARDS_TEXT} for none")
    return [CARD_BY_TEXT[word] for word in words]


def parse_seats(text: str) -> list[int]:
    """Return the seats that a text lists, in order."""
    words = text.split()
    for word in words:
        if word not in ("0", "1", "2") or words.count(word) > 1:
            raise PositionError(f"{quote_value(text)} are no seats that have erased: they are among 0 1 2")
    return sorted(map(int, words))
