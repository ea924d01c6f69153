"""Reading positions of Tricolor Line: what cannot be is refused, with one line that says why.

How they are written is in ``positions.py``. Parts may be left out: then hands are empty, identities come in turn, and
the piles hold all that is nowhere else, with whatever comes first on top.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import cast

from mypy_extensions import u8

from triangulum.core.state import CHANCE, OVER, State
from triangulum.errors import PositionError, shown
from triangulum.games.tricolor_line import lookup, observe
from triangulum.games.tricolor_line.notation import FACE_OF, PLACE, place_number_text
from triangulum.games.tricolor_line.options import CARDS, EVENTS
from triangulum.games.tricolor_line.position import DOING, NOTHING, OVER_BY, SETTING_UP
from triangulum.games.tricolor_line.rules import Tricolor, TricolorSetup
from triangulum.games.tricolor_line.views import COLOURS, PLACE_LIMIT, number_of

LAID = re.compile(rf"(?P<tile>[a-z -]+?) (?P<roads>[NESW+]+) at {PLACE}(?P<built> built)?")
SEAT_DOES = re.compile(r"seat (?P<seat>\d) (?P<what>.+?)(?: (?P<number>\d))?(?:, then (?P<then>.+))?")
QUESTION = {what: kind for kind, what in DOING.items()}
EVENT_OF = {
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
        reader.read(part)
    return reader.state(last)


class PositionReader:
    """Collects the parts of a position, and makes a state of them unless they contradict each other."""

    def __init__(self, setup: TricolorSetup) -> None:
        self.setup = setup
        self.players = int(setup.players)
        self.made = cast(Tricolor, setup.new())
        self.small = self.made.byte_fields
        for at in range(lookup.PILE_SIZE, lookup.DRAW_PILE):
            self.small[at] = u8(0)
        while self.small[lookup.DEPTH]:
            self.made.pop()
        self.given: set[str] = set()

    def read(self, part: str) -> None:
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
        name, _, rest = part.partition(" ")
        if name not in readers:
            raise PositionError(f"{shown(part)} is no part of a position: they begin with {', '.join(readers)}")
        if name in self.given:
            raise PositionError(f"{shown(part)} comes after another part that says the same")
        self.given.add(name)
        readers[name](rest)

    def items(self, text: str, between: str | None) -> list[str]:
        """Return the items of a part."""
        return [] if text == NOTHING else [item.strip() for item in text.split(between)]

    # Tiles.

    def take_tile(self, text: str) -> int:
        """Return a face by what is printed on it, and take such a tile out of the box."""
        face = FACE_OF.get(text, lookup.START)
        if face == lookup.START:
            raise PositionError(f"{shown(text)} is no tile: they are such as red cross, blue dead-end or end")
        if not self.small[lookup.UNSEEN + face]:
            raise PositionError(f"there are not so many tiles {text}")
        self.made.change(lookup.UNSEEN + face, -1)
        return face

    def place(self, x: str, y: str) -> int:
        """Return the number of a place."""
        if max(abs(int(x)), abs(int(y))) > PLACE_LIMIT:
            raise PositionError(f"{x},{y} is beyond the edge: places are {-PLACE_LIMIT} to {PLACE_LIMIT} both ways")
        return number_of((int(x), int(y)))

    def lying(self, text: str) -> tuple[int, int]:
        """Return the code and the place of a tile such as ``red corner NE at 1,0 built``."""
        found = LAID.fullmatch(text)
        if found is None:
            raise PositionError(f"{shown(text)} is no tile on the table: write it as red corner NE at 1,0 built")
        face = self.take_tile(found["tile"])
        lies = observe.lies_of_face(self.setup, face)
        if found["roads"] not in lies or (face == lookup.END and found["built"]):
            raise PositionError(f"{shown(text)} does not lie so: its roads can be {', '.join(lies)}")
        built = face == lookup.END or bool(found["built"])
        return 1 + 8 * face + 2 * lies.index(found["roads"]) + built, self.place(found["x"], found["y"])

    def read_tiles(self, text: str) -> None:
        """Read ``red cross NESW at 1,0 built, end NESW at 2,0``."""
        for item in re.split(r", (?=[a-z])", text) if text != NOTHING else []:
            code, place = self.lying(item)
            if self.small[place]:
                raise PositionError(f"two tiles cannot lie on {place_number_text(place)}")
            self.small[place] = u8(code)

    def read_last(self, text: str) -> None:
        """Read ``2,0``."""
        found = re.fullmatch(PLACE, text)
        if found is None:
            raise PositionError(f"last {shown(text)} is not a place such as 2,0")
        self.made.set_place(lookup.LAST, self.place(found["x"], found["y"]))

    def read_piles(self, text: str) -> None:
        """Read ``red tee 21, end 20, - 0``."""
        piles = self.items(text, ",")
        if len(piles) != lookup.PILES:
            raise PositionError(f"there are {lookup.PILES} piles, not {len(piles)}")
        for number, pile in enumerate(piles):
            top, _, size = pile.rpartition(" ")
            if not re.fullmatch(r"\d{1,2}", size) or int(size) > self.setup.pile_size:
                raise PositionError(f"{shown(pile)} is no pile: it is its top and its size, such as red tee 21")
            self.small[lookup.PILE_SIZE + number] = u8(int(size))
            if top != NOTHING:
                self.small[lookup.TOP + number] = u8(1 + self.take_tile(top))

    def read_taken(self, text: str) -> None:
        """Read ``red cross``, or where a tile that is being moved lay, ``red corner NE at 1,0``."""
        if " at " not in text:
            face = self.take_tile(text)
            self.small[lookup.TAKEN] = u8(1 + 8 * face + (face == lookup.END))
            return
        code, place = self.lying(text)
        if text.endswith(" built"):
            raise PositionError("a constructed tile is not moved")
        self.small[lookup.TAKEN] = u8(code)
        self.made.set_place(lookup.ORIGIN, place)

    # Cards.

    def take_card(self, text: str) -> int:
        """Return a kind of card, and take one from the pile."""
        if text not in CARDS:
            raise PositionError(f"{shown(text)} is no card: they are {', '.join(CARDS)}")
        kind = CARDS.index(text)
        if not self.small[lookup.DRAW_PILE + kind]:
            raise PositionError(f"there are not so many cards {text}")
        self.made.change(lookup.DRAW_PILE + kind, -1)
        return kind

    def read_hands(self, text: str) -> None:
        """Read ``R RR G+ / -``."""
        hands = [hand.strip() for hand in text.split("/")]
        if len(hands) != self.players:
            raise PositionError(f"hands of {self.players} seats have / between them, not {shown(text)}")
        for seat, hand in enumerate(hands):
            for card in self.items(hand, None):
                kind = self.take_card(card.removesuffix("+"))
                row = lookup.OPEN if card.endswith("+") else lookup.HIDDEN
                self.made.change(row + lookup.CARDS * seat + kind, 1)

    def read_discards(self, text: str) -> None:
        """Read ``R W``."""
        for card in self.items(text, None):
            self.made.change(lookup.DISCARDS + self.take_card(card), 1)

    def read_identities(self, text: str) -> None:
        """Read ``red blue``."""
        colours = self.items(text, None)
        if len(colours) > self.players or any(colour not in COLOURS for colour in colours):
            raise PositionError(f"identities are a colour for each seat, {', '.join(COLOURS)}, not {shown(text)}")
        for seat, colour in enumerate(colours):
            if not self.made.identities_left(COLOURS.index(colour)):
                raise PositionError(f"there are not so many identities {colour}")
            self.small[lookup.IDENTITY + seat] = u8(1 + COLOURS.index(colour))

    def read_looked(self, text: str) -> None:
        """Read ``0 at 1, 2 at 0``."""
        for item in self.items(text, ","):
            found = re.fullmatch(r"(\d) at (\d)", item)
            if found is None or found[1] == found[2] or max(int(found[1]), int(found[2])) >= self.players:
                raise PositionError(f"looked {shown(item)} is not two seats such as 0 at 1")
            at = lookup.LOOKED + int(found[1])
            self.small[at] = u8(int(self.small[at]) | 1 << int(found[2]))

    # Turns.

    def seats(self, text: str) -> int:
        """Return a mask of seats."""
        found = 0
        for item in self.items(text, None):
            if not re.fullmatch(r"\d", item) or int(item) >= self.players:
                raise PositionError(f"{shown(item)} is no seat: they are 0 to {self.players - 1}")
            found |= 1 << int(item)
        return found

    def read_skips(self, text: str) -> None:
        """Read who skips a turn."""
        self.small[lookup.SKIPS] = u8(self.seats(text))

    def read_safe(self, text: str) -> None:
        """Read who cannot be attacked."""
        self.small[lookup.SAFE] = u8(self.seats(text))

    def read_events(self, text: str) -> None:
        """Read ``landslide toll``."""
        events = self.items(text, None)
        counts = [int(count) for count in self.setup.event_counts]
        if any(event not in EVENTS or events.count(event) > counts[EVENTS.index(event)] for event in events):
            raise PositionError(f"events are {', '.join(EVENTS)}, as many as there are cards, not {shown(text)}")
        self.small[lookup.USED] = u8(len(events))
        for at, event in enumerate(events):
            self.small[lookup.USED_EVENTS + at] = u8(EVENTS.index(event))

    def read_round(self, text: str) -> None:
        """Read a round, 0 while first tiles are placed."""
        if not re.fullmatch(r"\d{1,3}", text) or int(text) > self.setup.round_limit:
            raise PositionError(f"round is a number up to {self.setup.round_limit}, not {shown(text)}")
        self.small[lookup.ROUND] = u8(int(text))

    # Everything together.

    def state(self, doing: str) -> State:
        """Return the state, now that it is said what is going on."""
        made = self.made
        if doing == SETTING_UP:
            return self.setting_up()
        self.fill_in()
        over = re.fullmatch(rf"({'|'.join(OVER_BY[1:])}) after seat (\d)", doing)
        found = SEAT_DOES.fullmatch(doing)
        seat = int(over[2] if over else found["seat"] if found else self.players)
        if seat >= self.players:
            raise PositionError(f"{shown(doing)} does not say what is going on, such as seat 0 acts")
        self.small[lookup.TURN_OF] = u8(seat)
        if over:
            made.to_move = OVER
            self.small[lookup.WHY] = u8(OVER_BY.index(over[1]))
        elif found:
            self.ask(found["what"], int(found["number"] or 0), found["then"])
        self.check_seats(seat)
        self.check_table()
        self.check_going_on()
        return made

    def fill_in(self) -> None:
        """Put what was left out as one would expect it."""
        if "identities" not in self.given:
            for seat in range(self.players):
                self.small[lookup.IDENTITY + seat] = u8(1 + seat % lookup.COLOURS)
        if "round" not in self.given:
            self.small[lookup.ROUND] = u8(1)
        if "piles" not in self.given:
            left = int(self.made.sum_bytes(lookup.UNSEEN, lookup.FACES))
            for pile in range(min(left, lookup.PILES)):
                face = next(face for face in range(lookup.FACES) if self.small[lookup.UNSEEN + face])
                self.made.change(lookup.UNSEEN + face, -1)
                self.small[lookup.TOP + pile] = u8(face + 1)
                self.small[lookup.PILE_SIZE + pile] = u8((left + lookup.PILES - 1 - pile) // lookup.PILES)

    def setting_up(self) -> State:
        """Return a state in which chance still lays out tops, identities or hands."""
        made, small = self.made, self.small
        tops = [bool(code) for code in small[lookup.TOP : lookup.TOP + lookup.PILES]]
        sizes = [int(size) for size in small[lookup.PILE_SIZE : lookup.PILE_SIZE + lookup.PILES]]
        identities = sum(bool(code) for code in small[lookup.IDENTITY : lookup.IDENTITY + self.players])
        hands = [int(made.hidden_size(seat)) for seat in range(self.players)]
        dealt = sum(hands)
        in_turn = [min(4, max(0, dealt - 4 * seat)) for seat in range(self.players)]
        pristine = self.given <= {"tiles", "piles", "hands", "identities", "round"} and not small[lookup.ROUND]
        if (
            not pristine
            or sum(bool(code) for code in small[: lookup.PLACES]) > 1
            or sizes != [self.setup.pile_size] * lookup.PILES
            or sorted(tops, reverse=True) != tops
            or any(code == lookup.END + 1 for code in small[lookup.TOP : lookup.TOP + lookup.PILES])
            or (identities and not all(tops))
            or (dealt and identities < self.players)
            or hands != in_turn
            or dealt == lookup.FIRST_HAND * self.players
            or made.sum_bytes(lookup.OPEN, lookup.CARDS * self.players)
        ):
            raise PositionError("in the set-up three tops, then identities, then hands of four are laid out in turn")
        for kind in (lookup.ASK_TURN, lookup.ASK_FIRST, lookup.ASK_DEAL, lookup.ASK_IDENTITY, lookup.ASK_TOPS):
            made.push(kind)
        made.settle()
        return made

    def ask(self, what: str, number: int, then: str | None) -> None:
        """Put the questions on the stack that are pending when a seat does something."""
        made = self.made
        made.push(lookup.ASK_TURN)
        first = not self.small[lookup.ROUND]
        kind, argument = self.question(what, number, then)
        if first:
            if kind not in (lookup.ASK_PILE, lookup.ASK_TOP, lookup.ASK_PLACE):
                raise PositionError("in round 0 seats only take and place their first tiles")
            made.push(lookup.ASK_FIRST, int(made.turn_of()) + 1)
        else:
            self.push_turn(kind, then)
        if kind == lookup.ASK_TOP:
            made.push(lookup.ASK_PLACE)
        made.push(kind, argument)
        if kind in EVENT_OF or (kind == lookup.ASK_DRAW and then == DOING[lookup.ASK_ACTION]):
            used = observe.used_events(list(self.small))
            if not used or EVENT_OF.get(kind, used[-1]) != used[-1]:
                raise PositionError("the last of the events is not the one that is being resolved")
            self.small[lookup.EVENT] = u8(used[-1] + 1)
        chance = (lookup.ASK_TOP, lookup.ASK_DRAW, lookup.ASK_EVENT, lookup.ASK_TOLL_CARD)
        made.to_move = CHANCE if kind in chance else made.turn_of()

    def push_turn(self, kind: int, then: str | None) -> None:
        """Put what comes later in the turn on the stack."""
        made = self.made
        made.push(lookup.ASK_END)
        if kind == lookup.ASK_DISCARD:
            return
        made.push(lookup.ASK_DISCARD)
        if kind in (lookup.ASK_COUNT, lookup.ASK_ACTION) or then == DOING[lookup.ASK_DISCARD]:
            return
        made.push(lookup.ASK_ACTION)
        if kind == lookup.ASK_DRAW and then == DOING[lookup.ASK_PILE]:
            made.push(lookup.ASK_PILE)

    def question(self, what: str, number: int, then: str | None) -> tuple[int, int]:
        """Return a question and its argument, from what a seat is said to do."""
        most = {DOING[lookup.ASK_PILE]: 2, DOING[lookup.ASK_ACTION]: 2, DOING[lookup.ASK_DISCARD]: 4}
        if what == "draws" and 1 <= number <= most.get(then or "", 0):
            return lookup.ASK_DRAW, number
        if then is None and what == "turns up pile" and 1 <= number <= lookup.PILES:
            return lookup.ASK_TOP, number - 1
        if then is None and what == "tolls seat" and number < self.players:
            return lookup.ASK_TOLL_CARD, number
        if then is None and not number and what in QUESTION:
            return QUESTION[what], 0
        raise PositionError(f"{shown(what)} is nothing that a seat does; it can be that it {', '.join(QUESTION)}")

    def check_seats(self, turn_of: int) -> None:
        """See that hands, identities and skips can be so."""
        made, small = self.made, self.small
        if not all(small[lookup.IDENTITY : lookup.IDENTITY + self.players]):
            raise PositionError(f"identities are a colour for each of {self.players} seats")
        skips, safe = int(small[lookup.SKIPS]), int(small[lookup.SAFE])
        if skips & ~safe or (skips >> turn_of & 1 and made.to_move != OVER):
            raise PositionError("who skips the next turn is safe as well, and does not have a turn now")
        choosing = made.to_move == OVER or int(made.top()) == lookup.ASK_COUNT
        for seat in range(self.players):
            if (seat != turn_of or choosing) and made.hand_size(seat) > lookup.HAND_LIMIT:
                raise PositionError(f"seat {seat} cannot have more than {lookup.HAND_LIMIT} cards now")
        if made.to_move == OVER and made.sum_bytes(lookup.HIDDEN, lookup.CARDS * self.players):
            raise PositionError("when the game is over, all have seen all hands: write R+ and so on")

    def check_table(self) -> None:
        """See that tiles hang together, and that the piles hold what is nowhere else."""
        made, small = self.made, self.small
        origin = int(made.place_at(lookup.ORIGIN))
        last = int(made.place_at(lookup.LAST))
        if last >= 0 and (not small[last] or last == lookup.CENTRE):
            raise PositionError(f"there is no tile on {place_number_text(last)}, so it cannot be the last")
        if origin >= 0:
            if small[origin]:
                raise PositionError(f"two tiles cannot lie on {place_number_text(origin)}")
            small[origin] = small[lookup.TAKEN]
        if self.reached() != sum(bool(code) for code in small[: lookup.PLACES]):
            raise PositionError("every tile has a chain of neighbours to Start")
        if origin >= 0:
            small[origin] = u8(0)
        turning = made.to_move != OVER and int(made.top()) == lookup.ASK_TOP
        held = 0
        for pile in range(lookup.PILES):
            size, top = int(small[lookup.PILE_SIZE + pile]), bool(small[lookup.TOP + pile])
            covered = turning and int(made.top_argument()) == pile
            if top != (size > 0 and not covered) or (covered and not size):
                raise PositionError(f"pile {pile + 1} has a top exactly if it is not empty or being turned up")
            held += size - top
        if held != made.sum_bytes(lookup.UNSEEN, lookup.FACES):
            unseen = int(made.sum_bytes(lookup.UNSEEN, lookup.FACES))
            raise PositionError(f"{unseen} tiles are nowhere else, and the piles have room for {held} below their tops")

    def reached(self) -> int:
        """Return how many tiles have a chain of neighbours to Start."""
        found = {lookup.CENTRE}
        waiting = [lookup.CENTRE]
        while waiting:
            place = waiting.pop()
            for other in self.setup.beside[4 * place : 4 * place + 4]:
                if other >= 0 and self.small[other] and int(other) not in found:
                    found.add(int(other))
                    waiting.append(int(other))
        return len(found)

    def check_going_on(self) -> None:
        """See that what is said to go on can go on here."""
        made, small = self.made, self.small
        if made.to_move == OVER:
            self.check_over()
            return
        kind = int(made.top())
        taken, moving = bool(small[lookup.TAKEN]), bool(small[lookup.ORIGIN])
        if taken != (kind in (lookup.ASK_TOP, lookup.ASK_PLACE, lookup.ASK_RESETTLE)) or moving != (
            kind == lookup.ASK_RESETTLE
        ):
            raise PositionError("a tile is taken exactly while it is to be placed, or moved with where it lay")
        if kind == lookup.ASK_TOLL_CARD and not made.can_be_tolled(made.top_argument()):
            raise PositionError("a toll takes a card that nobody else has seen from another seat")
        if kind == lookup.ASK_COUNT and (made.has_two_routes() or made.is_at_standstill()):
            raise PositionError("the game would be over before this turn")
        targets = kind in EVENT_OF and kind != lookup.ASK_TOLL_CARD
        if targets and len(made._legal_actions()) < 2:
            raise PositionError("there is no choice of targets for that event, so nobody is asked")
        again = cast(Tricolor, made.copy())
        again.settle()
        if again != made:
            raise PositionError("nobody is asked that here: the game would go on by itself")

    def check_over(self) -> None:
        """See that the game can be over for the reason that is given."""
        made, small = self.made, self.small
        why = int(small[lookup.WHY])
        routes, standstill = made.has_two_routes(), made.is_at_standstill()
        last_turn = int(made.turn_of()) == self.players - 1 and small[lookup.ROUND] == self.setup.round_limit
        right = {
            lookup.BY_ROUTES: routes,
            lookup.BY_STANDSTILL: standstill and not routes,
            lookup.BY_LIMIT: last_turn and not routes and not standstill,
        }
        if not right[why] or small[lookup.TAKEN] or not small[lookup.ROUND]:
            raise PositionError(f"the game is not {OVER_BY[why]} here")
