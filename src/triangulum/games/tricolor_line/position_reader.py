"""Reads positions of Tricolor Line; what cannot be is refused, with one line that says why.

How they are written is in ``position.py``. Parts may be left out: then hands are empty, identities come in turn, and
the piles hold all that is nowhere else, with whatever comes first on top.
"""

from __future__ import annotations

import re
from typing import Final, cast

from mypy_extensions import u8

from triangulum.core.position import (
    NOTHING,
    Supply,
    parse_labelled_parts,
    parse_list,
    parse_name_index,
    parse_number,
    split_by_seat,
    split_parts,
)
from triangulum.core.state import CHANCE, OVER, State
from triangulum.errors import PositionError, quote_value
from triangulum.games.tricolor_line.actions import Move, encode_move
from triangulum.games.tricolor_line.position import END_REASONS, PAYMENT_WORDS, QUESTION_VERBS, SETUP_TEXT
from triangulum.games.tricolor_line.position_checks import EVENT_OF_QUESTION, PositionChecker
from triangulum.games.tricolor_line.rules import codes, fields
from triangulum.games.tricolor_line.rules.state import TricolorSetup, TricolorState
from triangulum.games.tricolor_line.state_parts import (
    face_rotations,
    find_build_move,
    find_rotation_move,
    list_used_events,
)
from triangulum.games.tricolor_line.tile_text import FACE_BY_TEXT, PLACE_PATTERN, format_place_index
from triangulum.games.tricolor_line.views import CARDS, COLOURS, EVENTS, PLACE_LIMIT, encode_place

BOARD_TILE_PATTERN: Final = re.compile(rf"(?P<tile>[a-z -]+?) (?P<roads>[NESW+]+) at {PLACE_PATTERN}(?P<built> built)?")
SEAT_VERB_PATTERN: Final = re.compile(r"seat (?P<seat>\d) (?P<verb>.+?)(?: (?P<number>\d))?(?:, then (?P<then>.+))?")
OVER_PATTERN: Final = re.compile(rf"({'|'.join(END_REASONS[1:])}) after seat (\d)")
QUESTION_BY_VERB: Final = {verb: kind for kind, verb in QUESTION_VERBS.items()}
PAYMENT_PATTERN: Final = re.compile(
    rf"pays (?P<cards>[RGBW ]+) to (?P<word>{'|'.join(PAYMENT_WORDS.values())})(?: {PLACE_PATTERN})?"
)
HANDS_BY_MARK: Final = {"+": fields.OPEN_HANDS, "*": fields.OLD_HANDS}
"""Where cards are that are written with a mark."""
CHANCE_QUESTIONS: Final = (fields.ASK_NEW_TOP, fields.ASK_CARD, fields.ASK_EVENT, fields.ASK_TOLL_CARD)


def parse_position(setup: TricolorSetup, text: str) -> State:
    """Return the state that a position describes, or raise PositionError."""
    *parts, question_text = split_parts(text)
    return PositionReader(setup).read_position(parts, question_text)


class PositionReader:
    """Reads the parts of a position into a state, unless they contradict each other."""

    def __init__(self, setup: TricolorSetup) -> None:
        self.setup = setup
        self.players = int(setup.players)
        self.state = cast(TricolorState, setup.new())
        self.byte_fields = self.state.byte_fields
        for at in range(fields.PILE_SIZES, fields.DRAW_PILE):
            self.byte_fields[at] = u8(0)
        while self.byte_fields[fields.NUM_QUESTIONS]:
            self.state.pop_pending_question()
        self.labels: set[str] = set()
        self.tile_supply = Supply(setup.face_counts, list(FACE_BY_TEXT), "tiles")
        self.card_supply = Supply(setup.card_counts, CARDS, "cards")
        self.identity_supply = Supply([setup.identities_per_colour] * len(COLOURS), COLOURS, "identities")

    def read_position(self, parts: list[str], question_text: str) -> State:
        """Return the state that all parts and the last one, which says what is going on, describe."""
        readers = {
            "tiles": self.read_board_tiles,
            "last": self.read_last_place,
            "piles": self.read_piles,
            "taken": self.read_taken_tile,
            "hands": self.read_hands,
            "discards": self.read_discards,
            "identities": self.read_identities,
            "looked": self.read_identity_looks,
            "skips": self.read_skipping_seats,
            "safe": self.read_safe_seats,
            "events": self.read_used_events,
            "round": self.read_round,
        }
        text_by_label = parse_labelled_parts(parts, list(readers))
        self.labels.update(text_by_label)
        for label, read in readers.items():
            if label in text_by_label:
                read(text_by_label[label])
        for card, count in enumerate(self.card_supply.counts):
            self.byte_fields[fields.DRAW_PILE + card] = u8(count)
        if question_text != SETUP_TEXT:
            self.fill_in_defaults()
        for face, count in enumerate(self.tile_supply.counts):
            self.byte_fields[fields.UNSEEN_TILES + face] = u8(count)
        return (
            self.build_state_during_setup()
            if question_text == SETUP_TEXT
            else self.build_state_after_setup(question_text)
        )

    # Tiles.

    def take_tile_by_name(self, text: str) -> int:
        """Return a face by what is printed on it, and take such a tile from the supply."""
        face = FACE_BY_TEXT.get(text, codes.START_FACE)
        if face == codes.START_FACE:
            raise PositionError(f"{quote_value(text)} is no tile: they are such as red cross, blue dead-end or end")
        self.tile_supply.take(face)
        return face

    def parse_place(self, x: str, y: str) -> int:
        """Return the index of the place with these coordinates."""
        if max(abs(int(x)), abs(int(y))) > PLACE_LIMIT:
            raise PositionError(f"{x},{y} is beyond the edge: places are {-PLACE_LIMIT} to {PLACE_LIMIT} both ways")
        return encode_place((int(x), int(y)))

    def parse_board_tile(self, text: str) -> tuple[int, int]:
        """Return the code and the place of a tile such as ``red corner NE at 1,0 built``."""
        match = BOARD_TILE_PATTERN.fullmatch(text)
        if match is None:
            raise PositionError(f"{quote_value(text)} is no tile on the table: write it as red corner NE at 1,0 built")
        face = self.take_tile_by_name(match["tile"])
        rotations = face_rotations(self.setup, face)
        if match["roads"] not in rotations:
            raise PositionError(f"{quote_value(text)} does not lie so: its roads can be {', '.join(rotations)}")
        is_built = bool(match["built"]) or (face == codes.END_FACE and not self.setup.end_cost)
        tile_code = int(codes.encode_tile(face, rotations.index(match["roads"]), is_built))
        return tile_code, self.parse_place(match["x"], match["y"])

    def read_board_tiles(self, text: str) -> None:
        """Read ``red cross NESW at 1,0 built, end NESW at 2,0``."""
        # Coordinates have commas too, but no word follows those.
        for item in re.split(r", (?=[a-z])", text) if text != NOTHING else []:
            tile_code, place = self.parse_board_tile(item)
            if self.byte_fields[place]:
                raise PositionError(f"two tiles cannot lie on {format_place_index(place)}")
            self.byte_fields[place] = u8(tile_code)

    def read_last_place(self, text: str) -> None:
        """Read ``2,0``, where the last tile was changed."""
        match = re.fullmatch(PLACE_PATTERN, text)
        if match is None:
            raise PositionError(f"last {quote_value(text)} is not a place such as 2,0")
        self.state.write_place(fields.LAST_PLACE, self.parse_place(match["x"], match["y"]))

    def read_piles(self, text: str) -> None:
        """Read ``red tee 21, end 20, - 0``."""
        piles = parse_list(text, ",")
        if len(piles) != codes.NUM_PILES:
            raise PositionError(f"there are {codes.NUM_PILES} piles, not {len(piles)}")
        for pile, pile_text in enumerate(piles):
            top, _, size = pile_text.rpartition(" ")
            if not re.fullmatch(r"\d{1,2}", size) or int(size) > self.setup.pile_size:
                raise PositionError(
                    f"{quote_value(pile_text)} is no pile: it is its top and its size, such as red tee 21"
                )
            self.byte_fields[fields.PILE_SIZES + pile] = u8(int(size))
            if top != NOTHING:
                self.byte_fields[fields.PILE_TOPS + pile] = u8(1 + self.take_tile_by_name(top))

    def read_taken_tile(self, text: str) -> None:
        """Read ``red cross``, or where a tile that is being relocated lay, ``red corner NE at 1,0``."""
        if " at " not in text:
            self.byte_fields[fields.TAKEN_CODE] = u8(int(self.setup.encode_new_tile(self.take_tile_by_name(text))))
            return
        tile_code, place = self.parse_board_tile(text)
        if not codes.is_blueprint(tile_code):
            raise PositionError("a constructed tile is not moved")
        self.byte_fields[fields.TAKEN_CODE] = u8(tile_code)
        self.state.write_place(fields.ORIGIN, place)

    # Cards and identities.

    def take_card_by_name(self, text: str) -> int:
        """Return a kind of card by its text, and take such a card from the supply."""
        card = parse_name_index(text, CARDS, "card")
        self.card_supply.take(card)
        return card

    def read_hands(self, text: str) -> None:
        """Read ``R RR* G+ / -``."""
        for seat, hand in enumerate(split_by_seat(text, self.players, "hands")):
            for card_text in parse_list(hand):
                card = self.take_card_by_name(card_text.removesuffix("+").removesuffix("*"))
                hands = HANDS_BY_MARK.get(card_text[-1], fields.NEW_HANDS)
                self.state.add_to_byte(hands + codes.NUM_CARD_KINDS * seat + card, 1)
                if hands == fields.OLD_HANDS:
                    self.state.add_to_byte(fields.OLD_CARDS + card, 1)

    def read_discards(self, text: str) -> None:
        """Read ``R W``."""
        for card_text in parse_list(text):
            self.state.add_to_byte(fields.DISCARDS + self.take_card_by_name(card_text), 1)

    def read_identities(self, text: str) -> None:
        """Read ``red blue``."""
        colours = parse_list(text)
        if len(colours) > self.players or any(colour not in COLOURS for colour in colours):
            raise PositionError(f"identities are a colour for each seat, {', '.join(COLOURS)}, not {quote_value(text)}")
        for seat, colour in enumerate(map(COLOURS.index, colours)):
            self.identity_supply.take(colour)
            self.byte_fields[fields.IDENTITIES + seat] = u8(1 + colour)

    def read_identity_looks(self, text: str) -> None:
        """Read ``0 at 1, 2 at 0``."""
        for item in parse_list(text, ","):
            match = re.fullmatch(r"(\d) at (\d)", item)
            if match is None or match[1] == match[2] or max(int(match[1]), int(match[2])) >= self.players:
                raise PositionError(f"looked {quote_value(item)} is not two seats such as 0 at 1")
            at = fields.LOOKED_MASKS + int(match[1])
            self.byte_fields[at] = u8(int(self.byte_fields[at]) | 1 << int(match[2]))

    # Turns.

    def parse_seat_mask(self, text: str) -> int:
        """Return the mask of the seats that a text lists."""
        mask = 0
        for item in parse_list(text):
            mask |= 1 << parse_number(item, 0, self.players - 1, "a seat")
        return mask

    def read_skipping_seats(self, text: str) -> None:
        """Read who skips a turn."""
        self.byte_fields[fields.SKIP_MASK] = u8(self.parse_seat_mask(text))

    def read_safe_seats(self, text: str) -> None:
        """Read who cannot be attacked."""
        self.byte_fields[fields.SAFE_MASK] = u8(self.parse_seat_mask(text))

    def read_used_events(self, text: str) -> None:
        """Read ``landslide toll``."""
        events = parse_list(text)
        counts = [int(count) for count in self.setup.event_counts]
        if any(event not in EVENTS or events.count(event) > counts[EVENTS.index(event)] for event in events):
            raise PositionError(f"events are {', '.join(EVENTS)}, as many as there are cards, not {quote_value(text)}")
        self.byte_fields[fields.NUM_USED_EVENTS] = u8(len(events))
        for at, event in enumerate(events):
            self.byte_fields[fields.USED_EVENTS + at] = u8(EVENTS.index(event))

    def read_round(self, text: str) -> None:
        """Read a round, 0 while first tiles are placed."""
        self.byte_fields[fields.ROUND] = u8(parse_number(text, 0, int(self.setup.round_limit), "a round"))

    # Everything together.

    def fill_in_defaults(self) -> None:
        """Fill in identities, round and piles where they were left out."""
        if "identities" not in self.labels:
            for seat in range(self.players):
                self.byte_fields[fields.IDENTITIES + seat] = u8(1 + seat % codes.NUM_COLOURS)
        if "round" not in self.labels:
            self.byte_fields[fields.ROUND] = u8(1)
        if "piles" not in self.labels:
            num_left = sum(self.tile_supply.counts)
            for pile in range(min(num_left, codes.NUM_PILES)):
                face = next(face for face, count in enumerate(self.tile_supply.counts) if count)
                self.tile_supply.take(face)
                pile_size = (num_left + codes.NUM_PILES - 1 - pile) // codes.NUM_PILES
                self.byte_fields[fields.PILE_TOPS + pile] = u8(face + 1)
                self.byte_fields[fields.PILE_SIZES + pile] = u8(pile_size)

    def build_state_during_setup(self) -> State:
        """Return a state in which chance still deals tops, identities or hands."""
        state, byte_fields = self.state, self.byte_fields
        tops = [int(top) for top in byte_fields[fields.PILE_TOPS : fields.PILE_TOPS + codes.NUM_PILES]]
        sizes = [int(size) for size in byte_fields[fields.PILE_SIZES : fields.PILE_SIZES + codes.NUM_PILES]]
        num_tops = sum(map(bool, tops))
        num_identities = sum(map(bool, byte_fields[fields.IDENTITIES : fields.IDENTITIES + self.players]))
        hand_sizes = [int(state.hidden_hand_size(seat)) for seat in range(self.players)]
        num_dealt, hand_size = sum(hand_sizes), codes.FIRST_HAND_SIZE
        sizes_in_turn = [min(hand_size, max(0, num_dealt - hand_size * seat)) for seat in range(self.players)]
        if (
            not self.labels <= {"tiles", "piles", "hands", "identities", "round"}
            or byte_fields[fields.ROUND]
            or sum(map(bool, byte_fields[: codes.NUM_PLACES])) > 1
            or sizes != [self.setup.pile_size] * codes.NUM_PILES
            or not all(tops[:num_tops])
            or codes.END_FACE + 1 in tops
            or (num_identities and num_tops < codes.NUM_PILES)
            or (num_dealt and num_identities < self.players)
            or hand_sizes != sizes_in_turn
            or num_dealt == hand_size * self.players
            or state.sum_bytes(fields.OLD_HANDS, fields.IDENTITIES - fields.OLD_HANDS)
        ):
            raise PositionError("in the set-up three tops, then identities, then hands of four are laid out in turn")
        for kind in (
            fields.ASK_TURN_START,
            fields.ASK_FIRST_TILES,
            fields.ASK_FIRST_HANDS,
            fields.ASK_IDENTITIES,
            fields.ASK_FIRST_TOPS,
        ):
            state.push_pending_question(kind)
        state.run_until_question()
        return state

    def build_state_after_setup(self, question_text: str) -> State:
        """Return the state after set-up, with the question that the last part says is pending."""
        over_match = OVER_PATTERN.fullmatch(question_text)
        verb_match = SEAT_VERB_PATTERN.fullmatch(question_text)
        seat = int(over_match[2] if over_match else verb_match["seat"] if verb_match else self.players)
        if seat >= self.players:
            raise PositionError(f"{quote_value(question_text)} does not say what is going on, such as seat 0 acts")
        self.byte_fields[fields.TURN_SEAT] = u8(seat)
        if over_match:
            self.state.to_move = OVER
            self.byte_fields[fields.END_REASON] = u8(END_REASONS.index(over_match[1]))
        elif verb_match:
            self.push_questions_for_verb(verb_match["verb"], int(verb_match["number"] or 0), verb_match["then"])
        PositionChecker(self.setup, self.state, sum(self.tile_supply.counts)).check()
        return self.state

    def push_questions_for_verb(self, verb: str, number: int, next_verb: str | None) -> None:
        """Push the questions that are pending while a seat does what a verb says, and then what another one says."""
        state = self.state
        state.push_pending_question(fields.ASK_TURN_START)
        payment = PAYMENT_PATTERN.fullmatch(verb)
        if payment is not None and next_verb is None and not number:
            self.push_questions_for_payment(payment)
            return
        kind, argument = self.find_question_for_verb(verb, number, next_verb)
        if not self.byte_fields[fields.ROUND]:
            if kind not in (fields.ASK_PILE, fields.ASK_NEW_TOP, fields.ASK_PLACEMENT):
                raise PositionError("in round 0 seats only take and place their first tiles")
            state.push_pending_question(fields.ASK_FIRST_TILES, int(state.turn_seat()) + 1)
        else:
            self.push_questions_for_rest_of_turn(kind, next_verb)
        if kind == fields.ASK_NEW_TOP:
            state.push_pending_question(fields.ASK_PLACEMENT)
        state.push_pending_question(kind, argument)
        is_drawing_for_event = kind == fields.ASK_CARD and next_verb == QUESTION_VERBS[fields.ASK_ACTION]
        if kind in EVENT_OF_QUESTION or kind == fields.ASK_INSTEAD or is_drawing_for_event:
            used_events = list_used_events(list(self.byte_fields))
            if not used_events or EVENT_OF_QUESTION.get(kind, used_events[-1]) != used_events[-1]:
                raise PositionError("the last of the events is not the one that is being resolved")
            self.byte_fields[fields.CURRENT_EVENT] = u8(used_events[-1] + 1)
        state.to_move = CHANCE if kind in CHANCE_QUESTIONS else state.turn_seat()

    def push_questions_for_payment(self, payment: re.Match[str]) -> None:
        """Push the questions that are pending while it is open which of the cards that are paid are old."""
        state, cards = self.state, payment["cards"].split()
        kind = next(kind for kind, word in PAYMENT_WORDS.items() if word == payment["word"])
        move: Move | None = None
        if kind == "discard":
            if payment["x"] is None and len(cards) == 1 and cards[0] in CARDS:
                move = Move("discard", card=CARDS.index(cards[0]))
        elif payment["x"] is not None and all(card in CARDS for card in cards):
            place = self.parse_place(payment["x"], payment["y"])
            move = find_build_move(state, place, cards) if kind == "build" else find_rotation_move(place, cards)
        question_kind = fields.ASK_DISCARD if kind == "discard" else fields.ASK_ACTION
        self.push_questions_for_rest_of_turn(question_kind, None)
        state.push_pending_question(question_kind)
        state.to_move = state.turn_seat()
        action = -1 if move is None else encode_move(move)
        is_asked = kind != "discard" or state.hand_size(state.to_move) > codes.HAND_LIMIT
        if not is_asked or action not in state.legal_actions() or not state.does_action_ask_for_ages(action):
            raise PositionError(f"{quote_value(payment[0])} is no payment about which there is something to say")
        state.set_pending_payment_action(action)
        state.push_pending_question(fields.ASK_AGES)

    def push_questions_for_rest_of_turn(self, question_kind: int, next_verb: str | None) -> None:
        """Push the questions that come later in a turn than one of a kind."""
        state = self.state
        state.push_pending_question(fields.ASK_TURN_END)
        if question_kind == fields.ASK_DISCARD:
            return
        state.push_pending_question(fields.ASK_DISCARD)
        if (
            question_kind in (fields.ASK_DRAW_COUNT, fields.ASK_ACTION)
            or next_verb == QUESTION_VERBS[fields.ASK_DISCARD]
        ):
            return
        state.push_pending_question(fields.ASK_ACTION)
        if question_kind == fields.ASK_CARD and next_verb == QUESTION_VERBS[fields.ASK_PILE]:
            state.push_pending_question(fields.ASK_PILE)

    def find_question_for_verb(self, verb: str, number: int, next_verb: str | None) -> tuple[int, int]:
        """Return the kind of question, and its argument, for what a seat is said to do."""
        max_draws = {
            QUESTION_VERBS[fields.ASK_PILE]: 2,
            QUESTION_VERBS[fields.ASK_ACTION]: 2,
            QUESTION_VERBS[fields.ASK_DISCARD]: 4,
        }
        if verb == "draws" and 1 <= number <= max_draws.get(next_verb or "", 0):
            return fields.ASK_CARD, number
        if next_verb is None and verb == "turns up pile" and 1 <= number <= codes.NUM_PILES:
            return fields.ASK_NEW_TOP, number - 1
        if next_verb is None and verb == "tolls seat" and number < self.players:
            return fields.ASK_TOLL_CARD, number
        if next_verb is None and not number and verb in QUESTION_BY_VERB:
            return QUESTION_BY_VERB[verb], 0
        raise PositionError(
            f"{quote_value(verb)} is nothing that a seat does; it can be that it {', '.join(QUESTION_BY_VERB)}"
        )
