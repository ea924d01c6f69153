"""Read the parts of a Tri-Star Racers position, such as ``ships 4 3 0 / 0 2* 0``, into a state."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import cast

from mypy_extensions import u8

from triangulum.core.boards.lattice import SIDES
from triangulum.core.wording import format_count
from triangulum.errors import PositionError, quote_value
from triangulum.games.tri_star_racers import observe
from triangulum.games.tri_star_racers.box import LETTERS, RacersBox
from triangulum.games.tri_star_racers.placement_text import parse_placement
from triangulum.games.tri_star_racers.position import NOTHING
from triangulum.games.tri_star_racers.rules import RacersSetup, RacersState, lookup
from triangulum.games.tri_star_racers.views import LANES


class PartReader:
    """Reads the parts of a position into a state, each by itself."""

    def __init__(self, setup: RacersSetup) -> None:
        self.setup = setup
        self.box: RacersBox = setup.components.box
        self.state = cast(RacersState, setup.new())
        self.byte_fields = self.state.byte_fields
        for at in range(lookup.STACK_DEPTH, int(setup.unseen_tokens_offset)):
            self.byte_fields[at] = u8(0)
        self.tiles_left = [int(count) for count in setup.face_counts]
        self.part_texts: dict[str, str] = {}

    def read_part(self, part: str) -> None:
        """Read a part, which begins with its name."""
        readers: dict[str, Callable[[str], None]] = {
            "edges": self.read_edges,
            "board": self.read_board,
            "last": self.read_last,
            "hands": self.read_hands,
            "outed": self.read_outed,
            "slots": self.read_slots,
            "ships": self.read_ships,
            "bursts": self.read_bursts,
            "unseen": self.read_unseen,
            "order": self.read_order,
            "round": self.check_number,
            "turn": self.check_number,
            "discards": self.read_discards,
        }
        name, _, text = part.partition(" ")
        if name not in readers:
            raise PositionError(f"{quote_value(part)} is no part of a position: they begin with {', '.join(readers)}")
        if name in self.part_texts:
            raise PositionError(f"{quote_value(part)} comes after another part that says the same")
        self.part_texts[name] = text
        readers[name](text)

    def read_edges(self, text: str) -> None:
        """Read ``4a 7a 9a``."""
        names = [] if text == NOTHING else text.split()
        if len(names) > len(SIDES) or any(name not in self.box.edge_names for name in names):
            raise PositionError(f"{quote_value(text)} is no frame: it has up to three edges such as 4a")
        codes = [1 + self.box.edge_names.index(name) for name in names]
        numbers = [(code - 1) // 2 for code in codes]
        fixed = [int(code) for code in self.setup.fixed_edges]
        drawn = all(
            number < self.setup.num_random_edges and code % 2 for number, code in zip(numbers, codes, strict=True)
        )
        if codes != fixed if fixed else not drawn or len(set(numbers)) < len(numbers):
            raise PositionError(
                f"{quote_value(text)} is not the frame of this setup, whose edges are {self.edges_option()}"
            )
        for side, code in enumerate(codes):
            self.byte_fields[lookup.EDGES + side] = u8(code)

    def edges_option(self) -> str:
        """Return the option ``edges`` of the setup."""
        return str(getattr(self.setup.options, "edges", ""))

    def take_tile(self, face: int) -> None:
        """Take a tile out of the box, or raise PositionError if none is left."""
        if not self.tiles_left[face]:
            raise PositionError(f"there are not so many tiles {' '.join(self.box.faces[face])}")
        self.tiles_left[face] -= 1

    def parse_and_take_tile(self, text: str) -> int:
        """Return the face that a text such as ``P1 B2 O3`` means, and take it out of the box."""
        face = self.box.face_numbers.get(tuple(sorted(text.split())))
        if face is None:
            raise PositionError(
                f"{quote_value(text)} is no tile of this box: they are such as {' '.join(self.box.faces[0])}"
            )
        self.take_tile(face)
        return face

    def read_board(self, text: str) -> None:
        """Read ``P1 B2 O3 at e5, P2 P2 B1 at e4``."""
        for tile_text in [] if text == NOTHING else text.split(","):
            placement = parse_placement(self.box, tile_text)
            if placement is None:
                raise PositionError(
                    f"{quote_value(tile_text.strip())} is no tile on this board: write it as P1 B2 O3 at e5"
                )
            face, space, arrangement = placement
            if self.byte_fields[self.setup.board_offset + space]:
                raise PositionError(f"two tiles cannot lie on {self.box.lattice.spaces[space].name}")
            self.take_tile(face)
            self.byte_fields[self.setup.board_offset + space] = u8(face + 1)
            self.byte_fields[self.setup.arrangements_offset + space] = u8(arrangement)

    def read_last(self, text: str) -> None:
        """Read ``e4 by seat 0``."""
        match = re.fullmatch(r"([a-z]\d{1,2}) by seat (\d)", text)
        if match is None or match[1] not in self.box.lattice.index_by_name or int(match[2]) >= self.setup.players:
            raise PositionError(f"last {quote_value(text)} is not such as last e4 by seat 0")
        self.byte_fields[lookup.LAST_SPACE] = u8(self.box.lattice.index_by_name[match[1]] + 1)
        self.byte_fields[lookup.LAST_SEAT] = u8(int(match[2]))

    def split_by_seat(self, text: str, part_name: str) -> list[str]:
        """Split the text of a part into one for each seat."""
        pieces = [piece.strip() for piece in text.split("/")]
        if len(pieces) != self.setup.players:
            raise PositionError(
                f"{part_name} of {self.setup.players} seats have / between them, not {quote_value(text)}"
            )
        return pieces

    def read_hands(self, text: str) -> None:
        """Read ``P1 P1 P1, W W P2+ / -``."""
        for seat, hand in enumerate(self.split_by_seat(text, "hands")):
            tiles = [] if hand == NOTHING else hand.split(",")
            if len(tiles) > lookup.HAND_SIZE:
                raise PositionError(f"a hand has at most {lookup.HAND_SIZE} tiles, not {len(tiles)}")
            for tile in tiles:
                is_shown = tile.rstrip().endswith("+")
                self.state.add_to_hand(
                    seat, 1 + 2 * self.parse_and_take_tile(tile.rstrip().removesuffix("+")) + is_shown
                )

    def read_outed(self, text: str) -> None:
        """Read ``P1 P1 P1 / -``: faces of which there are several, from hands with hidden tiles."""
        for seat, played in enumerate(self.split_by_seat(text, "outed")):
            tiles = [] if played == NOTHING else played.split(",")
            faces = sorted(self.box.face_numbers.get(tuple(sorted(tile.split())), -1) for tile in tiles)
            hidden = sum(code % 2 for code in observe.hand_codes(list(self.byte_fields), seat))
            laid = list(self.byte_fields)[self.setup.board_offset : self.setup.arrangements_offset]
            if any(
                face < 0 or self.box.face_counts[face] < 2 or laid.count(face + 1) < faces.count(face) for face in faces
            ) or (faces and not 1 <= hidden <= lookup.HAND_SIZE - len(faces)):
                raise PositionError(
                    f"outed {quote_value(text)} says nothing about tiles that are hidden in these hands"
                )
            for at, face in enumerate(faces):
                self.byte_fields[lookup.REVEALED + lookup.MAX_REVEALED * seat + at] = u8(face + 1)

    def read_slots(self, text: str) -> None:
        """Read ``P1 B1 O1, -, O1 O1 P2 (1)``."""
        slots = [slot.strip() for slot in text.split(",")]
        if len(slots) != self.setup.num_slots:
            raise PositionError(
                f"the draft card has {format_count(int(self.setup.num_slots), 'slot')}, not {len(slots)}"
            )
        for number, slot in enumerate(slots):
            match = re.fullmatch(r"([^()]*?)(?: \((\d)\))?", slot)
            if match is None or (match[2] and not (self.setup.is_advanced and int(match[2]) < self.setup.players)):
                raise PositionError(f"{quote_value(slot)} is no slot: it is a tile or -, with the advanced card - (1)")
            if match[1] != NOTHING:
                self.byte_fields[lookup.SLOT_FACES + number] = u8(self.parse_and_take_tile(match[1]) + 1)
            if match[2]:
                self.byte_fields[lookup.SLOT_TOKENS + number] = u8(int(match[2]) + 1)

    def read_ships(self, text: str) -> None:
        """Read ``4 3 0 / 0 2* 0``."""
        for seat, fleet in enumerate(self.split_by_seat(text, "ships")):
            match = re.fullmatch(r"(\d{1,4})(\*{0,2}) (\d{1,4})(\*{0,2}) (\d{1,4})(\*{0,2})", fleet)
            if match is None:
                raise PositionError(
                    f"{quote_value(fleet)} are no ships: they have a space each, * if frozen, as 4 3* 0"
                )
            for lane in range(lookup.NUM_LANES):
                self.state.set_ship_space(seat, lane, int(match[2 * lane + 1]))
                self.state.set_frost_code(seat, lane, len(match[2 * lane + 2]))
        for lane in range(lookup.NUM_LANES):
            spaces = [self.state.ship_space(seat, lane) for seat in range(self.setup.players)]
            if any(space and spaces.count(space) > 1 for space in spaces):
                raise PositionError(f"two {LANES[lane]} ships cannot be on one space")

    def parse_burst(self, text: str) -> int:
        """Return the number of a starburst such as ``P15``."""
        match = re.fullmatch(r"([PBO])(\d{1,3})", text)
        if not self.setup.has_starbursts or match is None or int(match[2]) not in self.box.bursts:
            raise PositionError(f"{quote_value(text)} is no starburst of this race: they are such as P15")
        return LETTERS.index(match[1]) * len(self.box.bursts) + self.box.bursts.index(int(match[2]))

    def read_bursts(self, text: str) -> None:
        """Read ``P15 P25 B35``."""
        self.set_burst_mask(sum({1 << self.parse_burst(burst) for burst in ([] if text == NOTHING else text.split())}))

    def set_burst_mask(self, burst_mask: int) -> None:
        """Set which starbursts lie on the lanes."""
        self.byte_fields[lookup.BURST_MASK] = u8(burst_mask & 255)
        self.byte_fields[lookup.BURST_MASK + 1] = u8(burst_mask >> 8)

    def read_unseen(self, text: str) -> None:
        """Read ``P2 P3 W2``."""
        tokens = [] if text == NOTHING else text.split()
        for kind, name in enumerate(self.box.token_kinds):
            count = tokens.count(name)
            if count > self.box.token_counts[kind] or not self.setup.has_starbursts:
                raise PositionError(f"there are not so many starbursts {name}")
            self.byte_fields[self.setup.unseen_tokens_offset + kind] = u8(count)
        if any(token not in self.box.token_kinds for token in tokens):
            raise PositionError(
                f"{quote_value(text)} are not all starbursts: they are {', '.join(self.box.token_kinds)}"
            )

    def read_order(self, text: str) -> None:
        """Read ``1 0 2``."""
        seats = [] if text == NOTHING else text.split()
        if not self.setup.is_advanced or not all(re.fullmatch(r"\d", seat) for seat in seats):
            raise PositionError(f"order {quote_value(text)} is not the seats of an advanced race, such as 1 0 2")
        numbers = [int(seat) for seat in seats]
        if len(set(numbers)) < len(numbers) or any(number >= self.setup.players for number in numbers):
            raise PositionError(
                f"{quote_value(text)} is no order: it has each of seats 0 to {self.setup.players - 1} once"
            )
        for place, number in enumerate(numbers):
            self.byte_fields[lookup.ORDER + place] = u8(number)
        self.byte_fields[lookup.ORDER_LENGTH] = u8(len(numbers))

    def check_number(self, text: str) -> None:
        """Check that a round or a turn is a number; it is used later."""
        if not re.fullmatch(r"[1-9]\d{0,2}", text) or int(text) > 250:
            raise PositionError(f"{quote_value(text)} is no number of a round or a turn")

    def read_discards(self, text: str) -> None:
        """Read ``P1 P1 P1, W W P2``."""
        if not self.setup.is_brutal:
            raise PositionError("tiles are discarded in a brutal race only")
        for tile in [] if text == NOTHING else text.split(","):
            self.parse_and_take_tile(tile)
