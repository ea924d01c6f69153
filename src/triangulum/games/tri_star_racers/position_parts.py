"""Read the parts of a position of Tri-Star Racers; how they are written is in ``position.py``."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, cast

from mypy_extensions import u8

from triangulum.core.boards.lattice import SIDES
from triangulum.core.position import (
    NOTHING,
    Supply,
    parse_labelled_parts,
    parse_list,
    parse_name_index,
    parse_number,
    parse_seats,
    split_by_seat,
)
from triangulum.core.wording import format_count
from triangulum.errors import PositionError, quote_value
from triangulum.games.tri_star_racers import actions, observe
from triangulum.games.tri_star_racers.box import LETTERS, RacersBox
from triangulum.games.tri_star_racers.options import RacersOptions
from triangulum.games.tri_star_racers.rules import RacersSetup, RacersState, lookup
from triangulum.games.tri_star_racers.views import LANES

MAX_ROUND: Final = 250


class PartsReader:
    """Reads the parts of a position into a state, all but the last, which says what is going on."""

    def __init__(self, setup: RacersSetup) -> None:
        self.setup = setup
        self.box: RacersBox = setup.components.box
        self.seats = range(setup.players)
        self.state = cast(RacersState, setup.new())
        self.byte_fields = self.state.byte_fields
        for at in range(lookup.STACK_DEPTH, int(setup.unseen_tokens_offset)):
            self.byte_fields[at] = u8(0)
        self.tiles = Supply(setup.face_counts, [" ".join(face) for face in self.box.faces], "tiles")
        """The tiles that no part has mentioned yet."""
        self.part_texts: dict[str, str] = {}
        """The text of each part by its label."""

    def read_parts(self, parts: list[str]) -> None:
        """Read the parts, in whatever order they stand, or raise PositionError."""
        # Read in this order: what was outed is compared with the hands and the board.
        readers: dict[str, Callable[[str], None]] = {
            "edges": self.read_frame_edges,
            "board": self.read_board,
            "last": self.read_last_tile,
            "hands": self.read_hands,
            "outed": self.read_faces_revealed_by_playing,
            "slots": self.read_draft_slots,
            "ships": self.read_ships,
            "bursts": self.read_bursts,
            "unseen": self.read_unseen_tokens,
            "order": self.read_turn_order,
            "round": self.read_round,
            "turn": self.read_turn,
            "discards": self.read_discards,
        }
        self.part_texts = parse_labelled_parts(parts, list(readers))
        for label, read_part in readers.items():
            if label in self.part_texts:
                read_part(self.part_texts[label])
        for face, count in enumerate(self.tiles.counts):
            self.byte_fields[self.setup.bag_offset + face] = u8(count)

    def read_frame_edges(self, text: str) -> None:
        """Read ``4a 7a 9a``."""
        names = parse_list(text)
        if len(names) > len(SIDES) or any(name not in self.box.edge_names for name in names):
            raise PositionError(f"{quote_value(text)} is no frame: it has up to three edges such as 4a")
        codes = [1 + self.box.edge_names.index(name) for name in names]
        if len(self.setup.fixed_edges):
            is_possible = codes == [int(code) for code in self.setup.fixed_edges]
        else:
            possible_names = self.box.list_edge_names(int(self.setup.random_edge_side))[: self.box.frame.random]
            is_possible = len(set(names)) == len(names) and all(name in possible_names for name in names)
        if not is_possible:
            edges = cast(RacersOptions, self.setup.options).edges
            raise PositionError(f"{quote_value(text)} is not the frame of this setup, whose edges are {edges}")
        for side, code in enumerate(codes):
            self.byte_fields[lookup.EDGES + side] = u8(code)

    def read_board(self, text: str) -> None:
        """Read ``P1 B2 O3 at e5, P2 P2 B1 at e4``."""
        for tile in parse_list(text, ","):
            move = self.box.parse_placement(tile)
            if move is None:
                raise PositionError(f"{quote_value(tile)} is no tile on this board: write it as P1 B2 O3 at e5")
            if self.byte_fields[self.setup.board_offset + move.space]:
                raise PositionError(f"two tiles cannot lie on {self.box.lattice.spaces[move.space].name}")
            self.tiles.take(move.face)
            self.byte_fields[self.setup.board_offset + move.space] = u8(move.face + 1)
            self.byte_fields[self.setup.arrangements_offset + move.space] = u8(move.arrangement)

    def read_last_tile(self, text: str) -> None:
        """Read ``e4 by seat 0``."""
        match = re.fullmatch(r"([a-z]\d{1,2}) by seat (\d)", text)
        if match is None or match[1] not in self.box.lattice.index_by_name or int(match[2]) not in self.seats:
            raise PositionError(f"last {quote_value(text)} is not such as last e4 by seat 0")
        self.byte_fields[lookup.LAST_SPACE] = u8(self.box.lattice.index_by_name[match[1]] + 1)
        self.byte_fields[lookup.LAST_SEAT] = u8(int(match[2]))

    def read_hands(self, text: str) -> None:
        """Read ``P1 P1 P1, W W P2+ / -``."""
        for seat, hand in enumerate(split_by_seat(text, len(self.seats), "hands")):
            tiles = parse_list(hand, ",")
            if len(tiles) > lookup.HAND_SIZE:
                raise PositionError(f"a hand has at most {lookup.HAND_SIZE} tiles, not {len(tiles)}")
            for tile in tiles:
                self.state.add_to_hand(
                    seat, 1 + 2 * self.take_tile_by_name(tile.removesuffix("+")) + tile.endswith("+")
                )

    def take_tile_by_name(self, text: str) -> int:
        """Return the face that a text such as ``P1 B2 O3`` means, and take a tile with it out of the supply."""
        face = self.box.find_face(text.split())
        if face is None:
            example = " ".join(self.box.faces[0])
            raise PositionError(f"{quote_value(text)} is no tile of this box: they are such as {example}")
        self.tiles.take(face)
        return face

    def read_faces_revealed_by_playing(self, text: str) -> None:
        """Read ``P1 P1 P1 / -``: faces of which there are several, from hands with hidden tiles."""
        fields = list(self.byte_fields)
        laid = fields[self.setup.board_offset : self.setup.arrangements_offset]
        for seat, tiles in enumerate(split_by_seat(text, len(self.seats), "outed")):
            faces = [self.box.find_face(tile.split()) for tile in parse_list(tiles, ",")]
            known_faces = sorted(face for face in faces if face is not None and self.box.face_counts[face] > 1)
            num_hidden = sum(not is_shown for _, is_shown in observe.list_hand_tiles(fields, seat))
            if (
                len(known_faces) < len(faces)
                or any(laid.count(face + 1) < faces.count(face) for face in known_faces)
                or (faces and not 1 <= num_hidden <= lookup.HAND_SIZE - len(faces))
            ):
                raise PositionError(f"outed {quote_value(text)} says nothing about tiles hidden in these hands")
            for at, face in enumerate(known_faces):
                self.byte_fields[lookup.REVEALED + lookup.MAX_REVEALED * seat + at] = u8(face + 1)

    def read_draft_slots(self, text: str) -> None:
        """Read ``P1 B1 O1, -, O1 O1 P2 (1)``."""
        slots = [slot.strip() for slot in text.split(",")]
        if len(slots) != self.setup.num_slots:
            raise PositionError(
                f"the draft card has {format_count(int(self.setup.num_slots), 'slot')}, not {len(slots)}"
            )
        for number, slot in enumerate(slots):
            match = re.fullmatch(r"([^()]*?)(?: \((\d)\))?", slot)
            if match is None or (match[2] and not (self.setup.is_advanced and int(match[2]) in self.seats)):
                raise PositionError(f"{quote_value(slot)} is no slot: it is a tile or -, with the advanced card - (1)")
            if match[1] != NOTHING:
                self.byte_fields[lookup.SLOT_FACES + number] = u8(self.take_tile_by_name(match[1]) + 1)
            if match[2]:
                self.byte_fields[lookup.SLOT_TOKENS + number] = u8(int(match[2]) + 1)

    def read_ships(self, text: str) -> None:
        """Read ``4 3 0 / 0 2* 0``."""
        for seat, fleet in enumerate(split_by_seat(text, len(self.seats), "ships")):
            match = re.fullmatch(r"(\d{1,4})(\*{0,2}) (\d{1,4})(\*{0,2}) (\d{1,4})(\*{0,2})", fleet)
            if match is None:
                raise PositionError(f"{quote_value(fleet)} are no ships: a space each, * if frozen, as 4 3* 0")
            for lane in range(actions.NUM_LANES):
                self.state.set_ship_space(seat, lane, int(match[2 * lane + 1]))
                self.state.set_frost_code(seat, lane, len(match[2 * lane + 2]))
            if self.state.rearmost_space(seat) < self.setup.head_starts[seat]:
                raise PositionError(f"the ships of seat {seat} have begun on {self.setup.head_starts[seat]}")
        for lane in range(actions.NUM_LANES):
            spaces = [self.state.ship_space(seat, lane) for seat in self.seats]
            if any(space and spaces.count(space) > 1 for space in spaces):
                raise PositionError(f"two {LANES[lane]} ships cannot be on one space")

    def read_bursts(self, text: str) -> None:
        """Read ``P15 P25 B35``."""
        self.set_burst_mask(sum({1 << self.parse_burst(burst) for burst in parse_list(text)}))

    def parse_burst(self, text: str) -> int:
        """Return the number of a starburst such as ``P15``."""
        match = re.fullmatch(r"([PBO])(\d{1,3})", text)
        if not self.setup.has_starbursts or match is None or int(match[2]) not in self.box.bursts:
            raise PositionError(f"{quote_value(text)} is no starburst of this race: they are such as P15")
        return LETTERS.index(match[1]) * len(self.box.bursts) + self.box.bursts.index(int(match[2]))

    def set_burst_mask(self, burst_mask: int) -> None:
        """Set which starbursts lie on the lanes."""
        self.byte_fields[lookup.BURST_MASK] = u8(burst_mask & 255)
        self.byte_fields[lookup.BURST_MASK + 1] = u8(burst_mask >> 8)

    def read_unseen_tokens(self, text: str) -> None:
        """Read ``P2 P3 W2``."""
        if not self.setup.has_starbursts:
            raise PositionError("there are no starbursts in this race, so none are unseen")
        tokens = Supply(self.box.token_counts, self.box.token_kinds, "starbursts")
        for name in parse_list(text):
            tokens.take(parse_name_index(name, self.box.token_kinds, "starburst"))
        for kind, count in enumerate(tokens.counts):
            self.byte_fields[self.setup.unseen_tokens_offset + kind] = u8(self.box.token_counts[kind] - count)

    def read_turn_order(self, text: str) -> None:
        """Read ``1 0 2``."""
        if not self.setup.is_advanced:
            raise PositionError(f"order {quote_value(text)} belongs to the advanced card: here seats play in turn")
        self.set_turn_order(parse_seats(text, len(self.seats)))

    def set_turn_order(self, seats: list[int]) -> None:
        """Set the order of play, as far as it has been drawn."""
        for place, seat in enumerate(seats):
            self.byte_fields[lookup.ORDER + place] = u8(seat)
        self.byte_fields[lookup.ORDER_LENGTH] = u8(len(seats))

    def read_round(self, text: str) -> None:
        """Read ``2``."""
        self.byte_fields[lookup.ROUND] = u8(parse_number(text, 1, MAX_ROUND, "a round"))

    def read_turn(self, text: str) -> None:
        """Read ``1``."""
        self.byte_fields[lookup.TURNS_DONE] = u8(parse_number(text, 1, len(self.seats), "a turn") - 1)

    def read_discards(self, text: str) -> None:
        """Read ``P1 P1 P1, W W P2``."""
        if not self.setup.is_brutal:
            raise PositionError("tiles are discarded in a brutal race only")
        for tile in parse_list(text, ","):
            self.take_tile_by_name(tile)
