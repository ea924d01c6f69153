"""Positions of Starry Sky Trick-Taking as one line of text, and the way back. A position reads

    R1 R4, R5 B6, R8 B9 B7 | down R2, R7, - | tricks R3 R11 B4, … | red 3-11 | blue 2-9 | new 3-11 | seat 2 follows

with the three hands; the cards that lie face down and the cards of every trick, by seat; the lines; which of them were
drawn after the last trick, in order; who has erased, as ``erased 0 2``; and what is going on. Parts with nothing in
them are left out. A position is read by playing its tricks, so none is accepted that could not come about.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, cast

from mypy_extensions import u8

from triangulum.core.position import (
    NOTHING,
    format_list,
    join_parts,
    match_named_pattern,
    parse_labelled_parts,
    parse_list,
    parse_name_index,
    parse_seats,
    split_by_seat,
    split_parts,
)
from triangulum.core.state import CHANCE, OVER
from triangulum.errors import PositionError, quote_value
from triangulum.games.starry_sky import observe
from triangulum.games.starry_sky.actions import BLUE, NUM_CARDS, RED, decode_card, encode_card
from triangulum.games.starry_sky.rules import StarrySkySetup, StarrySkyState, lookup
from triangulum.games.starry_sky.rules.lookup import HAND_SIZE, NUM_SEATS, NUM_TRICKS
from triangulum.games.starry_sky.sky_geometry import NUM_STARS, PAIR_INDEX_BY_STARS, STAR_PAIRS, StarPair
from triangulum.games.starry_sky.views import COLOURS

COLOUR_LETTERS: Final = "RB"
PHASE_TEXTS: Final = {
    lookup.LEADING: "leads",
    lookup.FOLLOWING: "follows",
    lookup.DRAWING: "draws",
    lookup.ERASING: "erases",
}
DEALING_TEXT: Final = "dealing"
OVER_TEXT: Final = "over"
LAST_PART_PATTERNS: Final = {
    "dealing": DEALING_TEXT,
    "over": OVER_TEXT,
    "seat": f"seat [0-2] ({'|'.join(PHASE_TEXTS.values())})",
}
LAST_PART_EXPECTED: Final = (
    "is not what is going on, with which a position ends: "
    f"{DEALING_TEXT}, seat 0 {', seat 0 '.join(PHASE_TEXTS.values())} or {OVER_TEXT}"
)


def format_card(card: int) -> str:
    """Return a card in notation: ``R7``."""
    colour, number = decode_card(card)
    return f"{COLOUR_LETTERS[colour]}{number}"


def format_line(stars: StarPair) -> str:
    """Return a line, or a segment, in notation: ``3-7``."""
    return f"{stars[0] + 1}-{stars[1] + 1}"


CARD_TEXTS: Final = [format_card(card) for card in range(NUM_CARDS)]
PAIR_INDEX_BY_TEXT: Final = {format_line(stars): pair_index for pair_index, stars in enumerate(STAR_PAIRS)}


# Writing.


def format_position(state: StarrySkyState) -> str:
    """Return the whole state as one line."""
    fields = list(state.byte_fields)
    seats = range(NUM_SEATS)
    down = [[fields[lookup.TRICK_CARDS + seat]] if observe.has_face_down_card(state, seat) else [] for seat in seats]
    tricks = [format_cards(trick.cards) for trick in observe.list_tricks(state)]
    masks = [state.word_fields[colour] for colour in (RED, BLUE)]
    red, blue = (observe.decode_line_mask(observe.cast_setup(state), mask) for mask in masks)
    return join_parts(
        [
            ", ".join(format_cards(observe.list_hand(state, seat)) for seat in seats),
            format_labelled_part("down", map(format_cards, down if any(down) else []), ", "),
            format_labelled_part("tricks", tricks, ", "),
            format_labelled_part("red", map(format_line, red)),
            format_labelled_part("blue", map(format_line, blue)),
            format_labelled_part("new", map(format_line, observe.list_lines_of_last_trick(state))),
            format_labelled_part("erased", [str(seat) for seat in seats if fields[lookup.HAS_ERASED + seat]]),
            format_phase(state),
        ]
    )


def format_labelled_part(label: str, items: Iterable[str], separator: str = " ") -> str:
    """Return a labelled part of a position, or an empty text if it has no items."""
    text = separator.join(items)
    return f"{label} {text}" if text else ""


def format_cards(cards: Iterable[int]) -> str:
    """Return cards in notation, or ``-`` for none."""
    return format_list(map(format_card, cards))


def format_phase(state: StarrySkyState) -> str:
    """Return the last part of a position: who does what now."""
    if state.to_move == CHANCE:
        return DEALING_TEXT
    if state.to_move == OVER:
        return OVER_TEXT
    return f"seat {state.to_move} {PHASE_TEXTS[state.byte_fields[lookup.PHASE]]}"


# Reading.


def parse_position(setup: StarrySkySetup, text: str) -> StarrySkyState:
    """Return the state that a position describes, or raise PositionError."""
    hands, *parts = split_parts(text)
    if not parts:
        raise PositionError(f"{quote_value(text)} {LAST_PART_EXPECTED}")
    match_named_pattern(parts[-1], LAST_PART_PATTERNS, LAST_PART_EXPECTED)
    reader = PositionReader(setup, parts[-1])
    reader.read_parts(hands, parts[:-1])
    return reader.build_state()


class PositionReader:
    """Reads the parts of a position, and plays its tricks."""

    def __init__(self, setup: StarrySkySetup, phase_text: str) -> None:
        self.setup = setup
        self.phase_text = phase_text
        self.hands: list[list[int]] = []
        self.down: list[list[int]] = [[] for _ in range(NUM_SEATS)]
        self.tricks: list[list[int]] = []
        self.lines: list[list[int]] = [[], []]
        """For each colour, the pair indices of its lines."""
        self.fresh_lines: list[int] = []
        self.erased: list[int] = []

    def read_parts(self, hands: str, parts: Sequence[str]) -> None:
        """Read the hands and the labelled parts, and check what can be checked without playing."""
        readers: dict[str, Callable[[str], None]] = {
            "down": self.read_face_down_cards,
            "tricks": self.read_tricks,
            "red": self.read_red_lines,
            "blue": self.read_blue_lines,
            "new": self.read_fresh_lines,
            "erased": self.read_seats_that_erased,
        }
        text_by_label = parse_labelled_parts(parts, list(readers))
        self.hands = parse_cards_by_seat(hands, "hands")
        for label, read in readers.items():
            if label in text_by_label:
                read(text_by_label[label])
        self.check_cards()
        self.check_lines_fit_sky_and_cards()

    def read_face_down_cards(self, text: str) -> None:
        """Read the cards that are face down: ``R2, R7, -``."""
        self.down = parse_cards_by_seat(text, "cards face down")

    def read_tricks(self, text: str) -> None:
        """Read the tricks, each with the cards by seat: ``R3 R11 B4, R5 R6 B1``."""
        self.tricks = [parse_cards(trick) for trick in parse_list(text, ",")]

    def read_red_lines(self, text: str) -> None:
        """Read the red lines: ``3-11 4-5``."""
        self.lines[RED] = self.parse_lines(text)

    def read_blue_lines(self, text: str) -> None:
        """Read the blue lines."""
        self.lines[BLUE] = self.parse_lines(text)

    def read_fresh_lines(self, text: str) -> None:
        """Read the lines drawn after the last trick, in order."""
        self.fresh_lines = self.parse_lines(text)

    def read_seats_that_erased(self, text: str) -> None:
        """Read the seats that have erased."""
        self.erased = sorted(parse_seats(text, NUM_SEATS))

    def parse_lines(self, text: str) -> list[int]:
        """Return the pair indices of the lines that a text lists, all within reach."""
        pair_indices: list[int] = []
        for line in parse_list(text):
            if line not in PAIR_INDEX_BY_TEXT:
                raise PositionError(f"{quote_value(line)} is no line: it has two stars, the lower first, as 3-7")
            pair_index = PAIR_INDEX_BY_TEXT[line]
            if self.setup.line_index_by_pair[pair_index] < 0:
                raise PositionError(f"no line can be drawn at {line}: its stars are more than two squares apart")
            if pair_index in pair_indices:
                raise PositionError(f"the line {line} is there twice")
            pair_indices.append(pair_index)
        return pair_indices

    def check_cards(self) -> None:
        """Check that every card is in one place, and that the hands are as large as they can be now."""
        for number, trick in enumerate(self.tricks, start=1):
            if len(trick) != NUM_SEATS:
                raise PositionError(f"trick {number} has a card of each of the three seats, not {len(trick)}")
        if len(self.tricks) > NUM_TRICKS:
            raise PositionError(f"there are {NUM_TRICKS} tricks, not {len(self.tricks)}")
        placed: set[int] = set()
        for card in [card for cards in (*self.hands, *self.down, *self.tricks) for card in cards]:
            if card in placed:
                raise PositionError(f"{format_card(card)} is there twice")
            placed.add(card)
        if self.phase_text == DEALING_TEXT:
            return
        if any(self.down) and self.phase_text.endswith((PHASE_TEXTS[lookup.DRAWING], PHASE_TEXTS[lookup.ERASING])):
            raise PositionError("nothing lies face down while lines are drawn or erased")
        for seat in range(NUM_SEATS):
            if len(self.down[seat]) > 1:
                raise PositionError(f"seat {seat} cannot have {len(self.down[seat])} cards face down")
            size = len(self.hands[seat]) + len(self.down[seat]) + len(self.tricks)
            if size != HAND_SIZE:
                raise PositionError(f"seat {seat} was dealt {HAND_SIZE} cards, and {size} of them are there")

    def check_lines_fit_sky_and_cards(self) -> None:
        """Check what can be checked of lines without playing: crossings, lines at a star, and cards that drew them."""
        setup = self.setup
        masks = [sum(1 << setup.line_index_by_pair[pair] for pair in pairs) for pairs in self.lines]
        for pair in self.lines[RED]:
            word = format_line(STAR_PAIRS[pair])
            if pair in self.lines[BLUE]:
                raise PositionError(f"the line {word} is red and blue")
            crossed = observe.decode_line_mask(
                setup, masks[BLUE] & setup.crossing_masks[setup.line_index_by_pair[pair]]
            )
            if crossed:
                raise PositionError(f"the red line {word} crosses the blue line {format_line(crossed[0])}")
        all_lines = [*self.lines[RED], *self.lines[BLUE]]
        for star in range(NUM_STARS):
            count = sum(star in STAR_PAIRS[pair] for pair in all_lines)
            if count > lookup.MAX_LINES_PER_STAR:
                raise PositionError(
                    f"star {star + 1} has {count} lines, and no star has more than {lookup.MAX_LINES_PER_STAR}"
                )
        for colour, pairs in enumerate(self.lines):
            for pair in pairs:
                needed = {encode_card(colour, star + 1) for star in STAR_PAIRS[pair]}
                if not any(needed <= set(trick) for trick in self.tricks):
                    lower, upper = map(format_card, sorted(needed))
                    word = f"{COLOURS[colour]} line {format_line(STAR_PAIRS[pair])}"
                    raise PositionError(f"the {word} needs a trick with {lower} and {upper}")
        if self.erased and not setup.has_erasing:
            raise PositionError("nobody can have erased: the game is played without that variant")

    # Playing the tricks.

    def build_state(self) -> StarrySkyState:
        """Return the state, or raise PositionError if it cannot have come about."""
        if self.phase_text == DEALING_TEXT:
            return self.build_dealing_state()
        states = [self.build_state_before_first_trick()]
        for number, trick in enumerate(self.tricks, start=1):
            states = self.list_states_after_trick(states, number, trick)
        states = [state for state in states if self.is_position_but_for_face_down_cards(state)]
        if not states:
            raise PositionError(self.explain_mismatch())
        state = states[0]
        for _ in range(NUM_SEATS):
            if state.to_move < 0 or not self.down[state.to_move] or observe.has_face_down_card(state, state.to_move):
                break
            self.lay_card(state, self.down[state.to_move][0], "now")
        if any(self.down[seat] and not observe.has_face_down_card(state, seat) for seat in range(NUM_SEATS)):
            raise PositionError(f"seat {state.to_move} lays before the others, and nothing of it is down")
        if format_phase(state) != self.phase_text:
            raise PositionError(
                f"{quote_value(self.phase_text)} does not follow from the rest: it would be '{format_phase(state)}'"
            )
        return state

    def build_dealing_state(self) -> StarrySkyState:
        """Return a state in which cards are still dealt, to one seat after the other."""
        if any(self.down) or self.tricks or self.fresh_lines or self.erased:
            raise PositionError("while cards are dealt there are hands and nothing else")
        state = cast(StarrySkyState, self.setup.new())
        for seat, hand in enumerate(self.hands):
            for card in hand:
                state.byte_fields[card] = u8(seat)
        dealt = sum(map(len, self.hands))
        for seat, hand in enumerate(self.hands):
            size = min(max(dealt - HAND_SIZE * seat, 0), HAND_SIZE)
            if len(hand) != size:
                raise PositionError(f"{dealt} cards are dealt, so seat {seat} has {size} of them, not {len(hand)}")
        if dealt == NUM_CARDS:
            raise PositionError("all cards are dealt, so seat 0 leads")
        state.byte_fields[lookup.NUM_DEALT] = u8(dealt)
        return state

    def build_state_before_first_trick(self) -> StarrySkyState:
        """Return the state at the beginning of the first trick."""
        state = cast(StarrySkyState, self.setup.new())
        for seat in range(NUM_SEATS):
            cards = [*self.hands[seat], *self.down[seat], *(trick[seat] for trick in self.tricks)]
            for card in cards:
                state.deal_card(card)
        return state

    def lay_card(self, state: StarrySkyState, card: int, time_text: str) -> None:
        """Lay a card, or raise PositionError if it may not be laid; ``time_text`` says when, such as "in trick 3"."""
        if card not in state.legal_actions():
            led = COLOURS[state.byte_fields[lookup.LED_COLOUR]]
            raise PositionError(
                f"seat {state.to_move} cannot have laid {format_card(card)} {time_text}: it has {led} cards"
            )
        state._apply(card)

    def list_states_after_trick(
        self, states: list[StarrySkyState], trick_number: int, cards_by_seat: Sequence[int]
    ) -> list[StarrySkyState]:
        """Play a trick from each state; return the states that its winner's choices lead to and that fit the lines."""
        is_last = trick_number == len(self.tricks)
        after: dict[bytes, StarrySkyState] = {}
        for state in states:
            for _ in range(NUM_SEATS):
                self.lay_card(state, cards_by_seat[state.to_move], f"in trick {trick_number}")
            for outcome in iter_states_after_choices(state):
                if (is_last or outcome.byte_fields[lookup.PHASE] == lookup.LEADING) and self.can_lead_to_position(
                    outcome
                ):
                    after[outcome.to_bytes()] = outcome
        if not after:
            raise PositionError(
                f"trick {trick_number} cannot have been followed by these lines: others had to be drawn"
            )
        return list(after.values())

    def can_lead_to_position(self, state: StarrySkyState) -> bool:
        """Return whether a state can lead to the position: surplus lines need somebody who can still erase them."""
        used_erasers = [seat for seat in range(NUM_SEATS) if state.byte_fields[lookup.HAS_ERASED + seat]]
        if not set(used_erasers) <= set(self.erased):
            return False
        if len(used_erasers) < len(self.erased):
            return True
        return all(set(self.list_line_pair_indices(state, colour)) <= set(self.lines[colour]) for colour in (RED, BLUE))

    def list_line_pair_indices(self, state: StarrySkyState, colour: int) -> list[int]:
        """Return the pair indices of a state's lines of a colour."""
        return [PAIR_INDEX_BY_STARS[stars] for stars in observe.decode_line_mask(self.setup, state.word_fields[colour])]

    def is_position_but_for_face_down_cards(self, state: StarrySkyState) -> bool:
        """Return whether a state after the last trick is the one described, but for what lies face down."""
        fresh = [PAIR_INDEX_BY_STARS[stars] for stars in observe.list_lines_of_last_trick(state)]
        erased = [seat for seat in range(NUM_SEATS) if state.byte_fields[lookup.HAS_ERASED + seat]]
        choice_phases = {lookup.DRAWING, lookup.ERASING}
        phase = int(state.byte_fields[lookup.PHASE])
        described_phase = next(
            (phase for phase, word in PHASE_TEXTS.items() if self.phase_text.endswith(word)), lookup.FINISHED
        )
        return (
            all(
                sorted(self.list_line_pair_indices(state, colour)) == sorted(self.lines[colour])
                for colour in (RED, BLUE)
            )
            and fresh == self.fresh_lines
            and erased == self.erased
            and (phase == described_phase or not {phase, described_phase} & choice_phases)
        )

    def explain_mismatch(self) -> str:
        """Return the error message for a position whose cards are right and whose lines are not."""
        if not self.tricks:
            return "before the first trick there are no lines, and nobody has erased"
        return (
            f"after trick {len(self.tricks)} these lines, with these as the new ones, do not go with "
            f"'{self.phase_text}': others had to be drawn, or something else is going on"
        )


def iter_states_after_choices(state: StarrySkyState) -> Iterator[StarrySkyState]:
    """Yield a state after a trick, and all that can come of it until the next card is laid."""
    yield state
    if state.byte_fields[lookup.PHASE] in (lookup.DRAWING, lookup.ERASING):
        for action in state.legal_actions():
            yield from iter_states_after_choices(cast(StarrySkyState, state.after(action)))


def parse_cards_by_seat(text: str, label: str) -> list[list[int]]:
    """Return the cards of three seats, by a text such as ``R1 R4, -, B2``."""
    return [parse_cards(cards) for cards in split_by_seat(text, NUM_SEATS, label, ",")]


def parse_cards(text: str) -> list[int]:
    """Return the cards that a text lists."""
    if not text:
        raise PositionError(f"a list of cards is empty: write {NOTHING} for none")
    return [parse_name_index(card, CARD_TEXTS, "card") for card in parse_list(text)]
