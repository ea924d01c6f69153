"""Reading positions of Tricolor Line: what cannot be is refused, with one line that says why.

How they are written is in ``position.py``. Parts may be left out: then hands are empty, identities come in turn, and
the piles hold all that is nowhere else, with whatever comes first on top.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import cast

from mypy_extensions import u8

from triangulum.core.state import CHANCE, OVER, State
from triangulum.errors import PositionError, quote_value
from triangulum.games.tricolor_line import lookup, observe
from triangulum.games.tricolor_line.options import CARDS, EVENTS
from triangulum.games.tricolor_line.position import END_REASONS, NOTHING, QUESTION_VERBS, SETTING_UP
from triangulum.games.tricolor_line.rules import Tricolor, TricolorSetup
from triangulum.games.tricolor_line.text_parts import FACE_BY_TEXT, PLACE_PATTERN, format_place_index
from triangulum.games.tricolor_line.views import COLOURS, PLACE_LIMIT, encode_place

LAID_TILE_PATTERN = re.compile(rf"(?P<tile>[a-z -]+?) (?P<roads>[NESW+]+) at {PLACE_PATTERN}(?P<built> built)?")
SEAT_VERB_PATTERN = re.compile(r"seat (?P<seat>\d) (?P<what>.+?)(?: (?P<number>\d))?(?:, then (?P<then>.+))?")
QUESTION_BY_VERB = {what: kind for kind, what in QUESTION_VERBS.items()}
EVENT_OF_QUESTION = {
    lookup.ASK_LANDSLIDE: lookup.LANDSLIDE,
    lookup.ASK_DETOUR: lookup.DETOUR,
    lookup.ASK_TOLL: lookup.TOLL,
    lookup.ASK_TOLL_CARD: lookup.TOLL,
    lookup.ASK_LEAK: lookup.LEAK,
    lookup.ASK_RELOCATE: lookup.RELOCATION,
    lookup.ASK_RESETTLE: lookup.RELOCATION,
}
"""The event that a question belongs to."""


def parse_position(setup: TricolorSetup, text: str) -> State:
    """Return the state that a position describes, or raise PositionError."""
    *parts, last = (" ".join(part.split()) for part in text.split("|"))
    reader = PositionReader(setup)
    for part in parts:
        reader.read_part(part)
    return reader.build_state(last)


class PositionReader:
    """Collects the parts of a position, and makes a state of them unless they contradict each other."""

    def __init__(self, setup: TricolorSetup) -> None:
        self.setup = setup
        self.players = int(setup.players)
        self.position = cast(Tricolor, setup.new())
        self.byte_fields = self.position.byte_fields
        for at in range(lookup.PILE_SIZE, lookup.DRAW_PILE):
            self.byte_fields[at] = u8(0)
        while self.byte_fields[lookup.NUM_QUESTIONS]:
            self.position.pop_question()
        self.part_names: set[str] = set()

    def read_part(self, part: str) -> None:
        """Read a part, which begins with its name."""
        readers: dict[str, Callable[[str], None]] = {
            "tiles": self.read_tiles,
            "last": self.read_last,
            "piles": self.read_piles,
            "taken": self.read_taken,
            "hands": self.read_hands,
            "discards": self.read_discards,
            "identities": self.read_identities,
            "looked": self.read_looked,
            "skips": self.read_skips,
            "safe": self.read_safe,
            "events": self.read_events,
            "round": self.read_round,
        }
        name, _, text = part.partition(" ")
        if name not in readers:
            raise PositionError(f"{quote_value(part)} is no part of a position: they begin with {', '.join(readers)}")
        if name in self.part_names:
            raise PositionError(f"{quote_value(part)} comes after another part that says the same")
        self.part_names.add(name)
        readers[name](text)

    def split_items(self, text: str, separator: str | None) -> list[str]:
        """Return the items of a part."""
        return [] if text == NOTHING else [item.strip() for item in text.split(separator)]

    # Tiles.

    def take_tile_from_box(self, text: str) -> int:
        """Return a face by what is printed on it, and take such a tile out of the box."""
        face = FACE_BY_TEXT.get(text, lookup.START)
        if face == lookup.START:
            raise PositionError(f"{quote_value(text)} is no tile: they are such as red cross, blue dead-end or end")
        if not self.byte_fields[lookup.UNSEEN + face]:
            raise PositionError(f"there are not so many tiles {text}")
        self.position.add_to_byte(lookup.UNSEEN + face, -1)
        return face

    def parse_place(self, x: str, y: str) -> int:
        """Return the number of a place."""
        if max(abs(int(x)), abs(int(y))) > PLACE_LIMIT:
            raise PositionError(f"{x},{y} is beyond the edge: places are {-PLACE_LIMIT} to {PLACE_LIMIT} both ways")
        return encode_place((int(x), int(y)))

    def parse_laid_tile(self, text: str) -> tuple[int, int]:
        """Return the code and the place of a tile such as ``red corner NE at 1,0 built``."""
        match = LAID_TILE_PATTERN.fullmatch(text)
        if match is None:
            raise PositionError(f"{quote_value(text)} is no tile on the table: write it as red corner NE at 1,0 built")
        face = self.take_tile_from_box(match["tile"])
        rotations = observe.face_rotations(self.setup, face)
        if match["roads"] not in rotations or (face == lookup.END and match["built"]):
            raise PositionError(f"{quote_value(text)} does not lie so: its roads can be {', '.join(rotations)}")
        built = face == lookup.END or bool(match["built"])
        return 1 + 8 * face + 2 * rotations.index(match["roads"]) + built, self.parse_place(match["x"], match["y"])

    def read_tiles(self, text: str) -> None:
        """Read ``red cross NESW at 1,0 built, end NESW at 2,0``."""
        for item in re.split(r", (?=[a-z])", text) if text != NOTHING else []:
            code, place = self.parse_laid_tile(item)
            if self.byte_fields[place]:
                raise PositionError(f"two tiles cannot lie on {format_place_index(place)}")
            self.byte_fields[place] = u8(code)

    def read_last(self, text: str) -> None:
        """Read ``2,0``."""
        match = re.fullmatch(PLACE_PATTERN, text)
        if match is None:
            raise PositionError(f"last {quote_value(text)} is not a place such as 2,0")
        self.position.write_place(lookup.LAST_PLACE, self.parse_place(match["x"], match["y"]))

    def read_piles(self, text: str) -> None:
        """Read ``red tee 21, end 20, - 0``."""
        piles = self.split_items(text, ",")
        if len(piles) != lookup.NUM_PILES:
            raise PositionError(f"there are {lookup.NUM_PILES} piles, not {len(piles)}")
        for number, pile in enumerate(piles):
            top, _, size = pile.rpartition(" ")
            if not re.fullmatch(r"\d{1,2}", size) or int(size) > self.setup.pile_size:
                raise PositionError(f"{quote_value(pile)} is no pile: it is its top and its size, such as red tee 21")
            self.byte_fields[lookup.PILE_SIZE + number] = u8(int(size))
            if top != NOTHING:
                self.byte_fields[lookup.TOP + number] = u8(1 + self.take_tile_from_box(top))

    def read_taken(self, text: str) -> None:
        """Read ``red cross``, or where a tile that is being moved lay, ``red corner NE at 1,0``."""
        if " at " not in text:
            face = self.take_tile_from_box(text)
            self.byte_fields[lookup.TAKEN_CODE] = u8(1 + 8 * face + (face == lookup.END))
            return
        code, place = self.parse_laid_tile(text)
        if text.endswith(" built"):
            raise PositionError("a constructed tile is not moved")
        self.byte_fields[lookup.TAKEN_CODE] = u8(code)
        self.position.write_place(lookup.ORIGIN, place)

    # Cards.

    def take_card_from_pile(self, text: str) -> int:
        """Return a kind of card, and take one from the pile."""
        if text not in CARDS:
            raise PositionError(f"{quote_value(text)} is no card: they are {', '.join(CARDS)}")
        kind = CARDS.index(text)
        if not self.byte_fields[lookup.DRAW_PILE + kind]:
            raise PositionError(f"there are not so many cards {text}")
        self.position.add_to_byte(lookup.DRAW_PILE + kind, -1)
        return kind

    def read_hands(self, text: str) -> None:
        """Read ``R RR G+ / -``."""
        hands = [hand.strip() for hand in text.split("/")]
        if len(hands) != self.players:
            raise PositionError(f"hands of {self.players} seats have / between them, not {quote_value(text)}")
        for seat, hand in enumerate(hands):
            for card in self.split_items(hand, None):
                kind = self.take_card_from_pile(card.removesuffix("+"))
                row = lookup.OPEN if card.endswith("+") else lookup.HIDDEN
                self.position.add_to_byte(row + lookup.NUM_CARDS * seat + kind, 1)

    def read_discards(self, text: str) -> None:
        """Read ``R W``."""
        for card in self.split_items(text, None):
            self.position.add_to_byte(lookup.DISCARDS + self.take_card_from_pile(card), 1)

    def read_identities(self, text: str) -> None:
        """Read ``red blue``."""
        colours = self.split_items(text, None)
        if len(colours) > self.players or any(colour not in COLOURS for colour in colours):
            raise PositionError(f"identities are a colour for each seat, {', '.join(COLOURS)}, not {quote_value(text)}")
        for seat, colour in enumerate(colours):
            if not self.position.count_identities_left(COLOURS.index(colour)):
                raise PositionError(f"there are not so many identities {colour}")
            self.byte_fields[lookup.IDENTITY + seat] = u8(1 + COLOURS.index(colour))

    def read_looked(self, text: str) -> None:
        """Read ``0 at 1, 2 at 0``."""
        for item in self.split_items(text, ","):
            match = re.fullmatch(r"(\d) at (\d)", item)
            if match is None or match[1] == match[2] or max(int(match[1]), int(match[2])) >= self.players:
                raise PositionError(f"looked {quote_value(item)} is not two seats such as 0 at 1")
            at = lookup.LOOKED + int(match[1])
            self.byte_fields[at] = u8(int(self.byte_fields[at]) | 1 << int(match[2]))

    # Turns.

    def parse_seat_mask(self, text: str) -> int:
        """Return a mask of seats."""
        mask = 0
        for item in self.split_items(text, None):
            if not re.fullmatch(r"\d", item) or int(item) >= self.players:
                raise PositionError(f"{quote_value(item)} is no seat: they are 0 to {self.players - 1}")
            mask |= 1 << int(item)
        return mask

    def read_skips(self, text: str) -> None:
        """Read who skips a turn."""
        self.byte_fields[lookup.SKIPS] = u8(self.parse_seat_mask(text))

    def read_safe(self, text: str) -> None:
        """Read who cannot be attacked."""
        self.byte_fields[lookup.SAFE] = u8(self.parse_seat_mask(text))

    def read_events(self, text: str) -> None:
        """Read ``landslide toll``."""
        events = self.split_items(text, None)
        counts = [int(count) for count in self.setup.event_counts]
        if any(event not in EVENTS or events.count(event) > counts[EVENTS.index(event)] for event in events):
            raise PositionError(f"events are {', '.join(EVENTS)}, as many as there are cards, not {quote_value(text)}")
        self.byte_fields[lookup.NUM_USED_EVENTS] = u8(len(events))
        for at, event in enumerate(events):
            self.byte_fields[lookup.USED_EVENTS + at] = u8(EVENTS.index(event))

    def read_round(self, text: str) -> None:
        """Read a round, 0 while first tiles are placed."""
        if not re.fullmatch(r"\d{1,3}", text) or int(text) > self.setup.round_limit:
            raise PositionError(f"round is a number up to {self.setup.round_limit}, not {quote_value(text)}")
        self.byte_fields[lookup.ROUND] = u8(int(text))

    # Everything together.

    def build_state(self, question_text: str) -> State:
        """Return the state of all parts read and the last one, which says what is going on."""
        position = self.position
        if question_text == SETTING_UP:
            return self.build_setup_state()
        self.fill_in_defaults()
        over = re.fullmatch(rf"({'|'.join(END_REASONS[1:])}) after seat (\d)", question_text)
        match = SEAT_VERB_PATTERN.fullmatch(question_text)
        seat = int(over[2] if over else match["seat"] if match else self.players)
        if seat >= self.players:
            raise PositionError(f"{quote_value(question_text)} does not say what is going on, such as seat 0 acts")
        self.byte_fields[lookup.TURN_SEAT] = u8(seat)
        if over:
            position.to_move = OVER
            self.byte_fields[lookup.END_REASON] = u8(END_REASONS.index(over[1]))
        elif match:
            self.push_questions(match["what"], int(match["number"] or 0), match["then"])
        self.check_seats(seat)
        self.check_tiles()
        self.check_question()
        return position

    def fill_in_defaults(self) -> None:
        """Fill in identities, round and piles where they were left out."""
        if "identities" not in self.part_names:
            for seat in range(self.players):
                self.byte_fields[lookup.IDENTITY + seat] = u8(1 + seat % lookup.NUM_COLOURS)
        if "round" not in self.part_names:
            self.byte_fields[lookup.ROUND] = u8(1)
        if "piles" not in self.part_names:
            left = int(self.position.sum_bytes(lookup.UNSEEN, lookup.NUM_FACES))
            for pile in range(min(left, lookup.NUM_PILES)):
                face = next(face for face in range(lookup.NUM_FACES) if self.byte_fields[lookup.UNSEEN + face])
                self.position.add_to_byte(lookup.UNSEEN + face, -1)
                self.byte_fields[lookup.TOP + pile] = u8(face + 1)
                self.byte_fields[lookup.PILE_SIZE + pile] = u8((left + lookup.NUM_PILES - 1 - pile) // lookup.NUM_PILES)

    def build_setup_state(self) -> State:
        """Return a state in which chance still lays out tops, identities or hands."""
        position, fields = self.position, self.byte_fields
        tops = [bool(code) for code in fields[lookup.TOP : lookup.TOP + lookup.NUM_PILES]]
        sizes = [int(size) for size in fields[lookup.PILE_SIZE : lookup.PILE_SIZE + lookup.NUM_PILES]]
        identities = sum(bool(code) for code in fields[lookup.IDENTITY : lookup.IDENTITY + self.players])
        hands = [int(position.hidden_hand_size(seat)) for seat in range(self.players)]
        dealt = sum(hands)
        in_turn = [min(4, max(0, dealt - 4 * seat)) for seat in range(self.players)]
        pristine = self.part_names <= {"tiles", "piles", "hands", "identities", "round"} and not fields[lookup.ROUND]
        if (
            not pristine
            or sum(bool(code) for code in fields[: lookup.NUM_PLACES]) > 1
            or sizes != [self.setup.pile_size] * lookup.NUM_PILES
            or sorted(tops, reverse=True) != tops
            or any(code == lookup.END + 1 for code in fields[lookup.TOP : lookup.TOP + lookup.NUM_PILES])
            or (identities and not all(tops))
            or (dealt and identities < self.players)
            or hands != in_turn
            or dealt == lookup.FIRST_HAND * self.players
            or position.sum_bytes(lookup.OPEN, lookup.NUM_CARDS * self.players)
        ):
            raise PositionError("in the set-up three tops, then identities, then hands of four are laid out in turn")
        for kind in (lookup.ASK_TURN, lookup.ASK_FIRST, lookup.ASK_DEAL, lookup.ASK_IDENTITY, lookup.ASK_TOPS):
            position.push_question(kind)
        position.advance_to_question()
        return position

    def push_questions(self, verb: str, number: int, then: str | None) -> None:
        """Push the questions that are pending while a seat does something."""
        position = self.position
        position.push_question(lookup.ASK_TURN)
        first = not self.byte_fields[lookup.ROUND]
        kind, argument = self.parse_question(verb, number, then)
        if first:
            if kind not in (lookup.ASK_PILE, lookup.ASK_TOP, lookup.ASK_PLACE):
                raise PositionError("in round 0 seats only take and place their first tiles")
            position.push_question(lookup.ASK_FIRST, int(position.turn_seat()) + 1)
        else:
            self.push_turn_questions(kind, then)
        if kind == lookup.ASK_TOP:
            position.push_question(lookup.ASK_PLACE)
        position.push_question(kind, argument)
        if kind in EVENT_OF_QUESTION or (kind == lookup.ASK_DRAW and then == QUESTION_VERBS[lookup.ASK_ACTION]):
            used = observe.list_used_events(list(self.byte_fields))
            if not used or EVENT_OF_QUESTION.get(kind, used[-1]) != used[-1]:
                raise PositionError("the last of the events is not the one that is being resolved")
            self.byte_fields[lookup.EVENT] = u8(used[-1] + 1)
        chance = (lookup.ASK_TOP, lookup.ASK_DRAW, lookup.ASK_EVENT, lookup.ASK_TOLL_CARD)
        position.to_move = CHANCE if kind in chance else position.turn_seat()

    def push_turn_questions(self, kind: int, then: str | None) -> None:
        """Push the questions that come later in the turn."""
        position = self.position
        position.push_question(lookup.ASK_END)
        if kind == lookup.ASK_DISCARD:
            return
        position.push_question(lookup.ASK_DISCARD)
        if kind in (lookup.ASK_COUNT, lookup.ASK_ACTION) or then == QUESTION_VERBS[lookup.ASK_DISCARD]:
            return
        position.push_question(lookup.ASK_ACTION)
        if kind == lookup.ASK_DRAW and then == QUESTION_VERBS[lookup.ASK_PILE]:
            position.push_question(lookup.ASK_PILE)

    def parse_question(self, verb: str, number: int, then: str | None) -> tuple[int, int]:
        """Return the question and its argument for what a seat is said to do."""
        max_draws = {
            QUESTION_VERBS[lookup.ASK_PILE]: 2,
            QUESTION_VERBS[lookup.ASK_ACTION]: 2,
            QUESTION_VERBS[lookup.ASK_DISCARD]: 4,
        }
        if verb == "draws" and 1 <= number <= max_draws.get(then or "", 0):
            return lookup.ASK_DRAW, number
        if then is None and verb == "turns up pile" and 1 <= number <= lookup.NUM_PILES:
            return lookup.ASK_TOP, number - 1
        if then is None and verb == "tolls seat" and number < self.players:
            return lookup.ASK_TOLL_CARD, number
        if then is None and not number and verb in QUESTION_BY_VERB:
            return QUESTION_BY_VERB[verb], 0
        raise PositionError(
            f"{quote_value(verb)} is nothing that a seat does; it can be that it {', '.join(QUESTION_BY_VERB)}"
        )

    def check_seats(self, turn_seat: int) -> None:
        """Raise PositionError unless hands, identities and skips are possible."""
        position, fields = self.position, self.byte_fields
        if not all(fields[lookup.IDENTITY : lookup.IDENTITY + self.players]):
            raise PositionError(f"identities are a colour for each of {self.players} seats")
        skips, safe = int(fields[lookup.SKIPS]), int(fields[lookup.SAFE])
        if skips & ~safe or (skips >> turn_seat & 1 and position.to_move != OVER):
            raise PositionError("who skips the next turn is safe as well, and does not have a turn now")
        choosing = position.to_move == OVER or int(position.top_question()) == lookup.ASK_COUNT
        for seat in range(self.players):
            if (seat != turn_seat or choosing) and position.hand_size(seat) > lookup.HAND_LIMIT:
                raise PositionError(f"seat {seat} cannot have more than {lookup.HAND_LIMIT} cards now")
        if position.to_move == OVER and position.sum_bytes(lookup.HIDDEN, lookup.NUM_CARDS * self.players):
            raise PositionError("when the game is over, all have seen all hands: write R+ and so on")

    def check_tiles(self) -> None:
        """Raise PositionError unless tiles are connected and the piles hold all others."""
        position, fields = self.position, self.byte_fields
        origin = int(position.read_place(lookup.ORIGIN))
        last = int(position.read_place(lookup.LAST_PLACE))
        if last >= 0 and (not fields[last] or last == lookup.CENTRE):
            raise PositionError(f"there is no tile on {format_place_index(last)}, so it cannot be the last")
        if origin >= 0:
            if fields[origin]:
                raise PositionError(f"two tiles cannot lie on {format_place_index(origin)}")
            fields[origin] = fields[lookup.TAKEN_CODE]
        if self.count_connected_tiles() != sum(bool(code) for code in fields[: lookup.NUM_PLACES]):
            raise PositionError("every tile has a chain of neighbours to Start")
        if origin >= 0:
            fields[origin] = u8(0)
        turning = position.to_move != OVER and int(position.top_question()) == lookup.ASK_TOP
        num_covered = 0
        for pile in range(lookup.NUM_PILES):
            size, top = int(fields[lookup.PILE_SIZE + pile]), bool(fields[lookup.TOP + pile])
            covered = turning and int(position.top_question_argument()) == pile
            if top != (size > 0 and not covered) or (covered and not size):
                raise PositionError(f"pile {pile + 1} has a top exactly if it is not empty or being turned up")
            num_covered += size - top
        if num_covered != position.sum_bytes(lookup.UNSEEN, lookup.NUM_FACES):
            unseen = int(position.sum_bytes(lookup.UNSEEN, lookup.NUM_FACES))
            raise PositionError(
                f"{unseen} tiles are nowhere else, and the piles have room for {num_covered} below their tops"
            )

    def count_connected_tiles(self) -> int:
        """Return how many tiles have a chain of neighbours to Start."""
        connected = {lookup.CENTRE}
        waiting = [lookup.CENTRE]
        while waiting:
            place = waiting.pop()
            for neighbour in self.setup.neighbours[4 * place : 4 * place + 4]:
                if neighbour >= 0 and self.byte_fields[neighbour] and int(neighbour) not in connected:
                    connected.add(int(neighbour))
                    waiting.append(int(neighbour))
        return len(connected)

    def check_question(self) -> None:
        """Raise PositionError unless the pending question can be asked here."""
        position, fields = self.position, self.byte_fields
        if position.to_move == OVER:
            self.check_over()
            return
        kind = int(position.top_question())
        taken, moving = bool(fields[lookup.TAKEN_CODE]), bool(fields[lookup.ORIGIN])
        if taken != (kind in (lookup.ASK_TOP, lookup.ASK_PLACE, lookup.ASK_RESETTLE)) or moving != (
            kind == lookup.ASK_RESETTLE
        ):
            raise PositionError("a tile is taken exactly while it is to be placed, or moved with where it lay")
        if kind == lookup.ASK_TOLL_CARD and not position.can_pay_toll(position.top_question_argument()):
            raise PositionError("a toll takes a card that nobody else has seen from another seat")
        if kind == lookup.ASK_COUNT and (position.has_two_routes() or position.is_at_standstill()):
            raise PositionError("the game would be over before this turn")
        targets = kind in EVENT_OF_QUESTION and kind != lookup.ASK_TOLL_CARD
        if targets and len(position._legal_actions()) < 2:
            raise PositionError("there is no choice of targets for that event, so nobody is asked")
        advanced = cast(Tricolor, position.copy())
        advanced.advance_to_question()
        if advanced != position:
            raise PositionError("nobody is asked that here: the game would go on by itself")

    def check_over(self) -> None:
        """Raise PositionError unless the game can be over for the given reason."""
        position, fields = self.position, self.byte_fields
        reason = int(fields[lookup.END_REASON])
        routes, standstill = position.has_two_routes(), position.is_at_standstill()
        last_turn = int(position.turn_seat()) == self.players - 1 and fields[lookup.ROUND] == self.setup.round_limit
        right = {
            lookup.BY_ROUTES: routes,
            lookup.BY_STANDSTILL: standstill and not routes,
            lookup.BY_LIMIT: last_turn and not routes and not standstill,
        }
        if not right[reason] or fields[lookup.TAKEN_CODE] or not fields[lookup.ROUND]:
            raise PositionError(f"the game is not {END_REASONS[reason]} here")
