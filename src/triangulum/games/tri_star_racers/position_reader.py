"""Parse positions of Tri-Star Racers; one that cannot occur raises an error that says why.

How they are written is in ``position.py``. Parts that are left out are as at the beginning of a race, or follow from
the other parts.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final, cast

from librt.vecs import vec
from mypy_extensions import i64, u8

from triangulum.core.boards.lattice import SIDES
from triangulum.core.position import (
    NOTHING,
    Supply,
    is_connected,
    match_named_pattern,
    parse_labelled_parts,
    parse_list,
    parse_name_index,
    parse_number,
    parse_seats,
    split_by_seat,
    split_parts,
)
from triangulum.core.state import OVER, State
from triangulum.core.wording import format_count
from triangulum.errors import PositionError, quote_value
from triangulum.games.tri_star_racers import actions, observe, position
from triangulum.games.tri_star_racers.box import LETTERS, POWERS, RacersBox
from triangulum.games.tri_star_racers.options import RacersOptions
from triangulum.games.tri_star_racers.rules import RacersSetup, RacersState, lookup
from triangulum.games.tri_star_racers.views import LANES

MAX_ROUND: Final = 250

RACE_LABELS: Final = ("last", "round", "turn", "discards")
"""Parts that a position in the set-up does not have."""


def parse_position(setup: RacersSetup, text: str) -> State:
    """Return the state that a position describes, or raise PositionError."""
    *parts, pending = split_parts(text)
    return PositionReader(setup).read_position(parts, pending)


class PositionReader:
    """Reads the parts of a position into a state, unless they contradict each other."""

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

    def read_position(self, parts: list[str], pending: str) -> State:
        """Return the state that the parts and the pending question describe, or raise PositionError."""
        # Read in this order: what was outed is compared with the hands and the board.
        readers: dict[str, Callable[[str], None]] = {
            "edges": self.read_frame_edges,
            "board": self.read_board,
            "last": self.read_last_tile,
            "hands": self.read_hands,
            "outed": self.read_revealed_faces,
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
        if pending in (position.SETTING_UP, position.START_TILE_UNARRANGED):
            return self.build_state_during_setup(pending == position.START_TILE_UNARRANGED)
        self.check_first_turn_reached()
        if pending == position.RACE_OVER:
            self.end_race()
        else:
            waiting_burst_numbers = self.read_pending_question(pending)
            self.check_bursts(waiting_burst_numbers)
            self.check_frozen_ships()
            self.check_draft_tokens()
            self.check_question_awaits_answer_and_set_mover(pending)
        return self.state

    # Parts.

    def read_frame_edges(self, text: str) -> None:
        """Read ``4a 7a 9a``."""
        names = parse_list(text)
        if len(names) > len(SIDES) or any(name not in self.box.edge_names for name in names):
            raise PositionError(f"{quote_value(text)} is no frame: it has up to three edges such as 4a")
        codes = [1 + self.box.edge_names.index(name) for name in names]
        if len(self.setup.fixed_edges):
            is_possible = codes == [int(code) for code in self.setup.fixed_edges]
        else:
            possible_names = self.box.front_edge_names[: self.box.frame.random]
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
                self.state.add_to_hand(seat, 1 + 2 * self.take_tile(tile.removesuffix("+")) + tile.endswith("+"))

    def take_tile(self, text: str) -> int:
        """Return the face that a text such as ``P1 B2 O3`` means, and take a tile with it out of the supply."""
        face = self.box.find_face(text.split())
        if face is None:
            example = " ".join(self.box.faces[0])
            raise PositionError(f"{quote_value(text)} is no tile of this box: they are such as {example}")
        self.tiles.take(face)
        return face

    def read_revealed_faces(self, text: str) -> None:
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
                self.byte_fields[lookup.SLOT_FACES + number] = u8(self.take_tile(match[1]) + 1)
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
            self.take_tile(tile)

    # The set-up.

    def build_state_during_setup(self, is_start_tile_unarranged: bool) -> State:
        """Return a state in the set-up: draw again what the position has, and check that nothing else has happened."""
        fields = list(self.byte_fields)
        if any(fields[lookup.SHIPS : lookup.REVEALED]) or not self.part_texts.keys().isdisjoint(RACE_LABELS):
            raise PositionError("in the set-up nothing has been played, moved or discarded yet")
        state = cast(RacersState, self.setup.new())
        is_possible = True
        for question, outcome in self.list_setup_chance_outcomes(is_start_tile_unarranged):
            is_possible &= state.top_question() == question and outcome in state.legal_actions()
            if is_possible:
                state._apply(outcome)
        if is_possible and state.byte_fields[lookup.ROUND]:
            raise PositionError("the set-up is complete, so somebody plays")
        is_possible &= is_start_tile_unarranged == (state.top_question() == actions.ARRANGE_START_TILE)
        drawn_fields = list(state.byte_fields)
        stack = slice(lookup.STACK_DEPTH, int(self.setup.unseen_tokens_offset))
        del fields[stack], drawn_fields[stack]
        if not is_possible or drawn_fields != fields:
            raise PositionError("the set-up draws edges, hands, the start tile, slots, the order, one after the other")
        return state

    def list_setup_chance_outcomes(self, is_start_tile_unarranged: bool) -> Iterator[tuple[int, int]]:
        """Yield what chance has drawn in the set-up so far, as questions and outcomes in their order."""
        fields = list(self.byte_fields)
        if not len(self.setup.fixed_edges):
            edges = fields[lookup.EDGES : lookup.EDGES + lookup.NUM_SIDES]
            yield from ((actions.DRAW_EDGE, (code - 1) // 2) for code in edges if code)
        for seat in self.seats:
            yield from ((actions.DEAL_HANDS, face) for face, _ in observe.list_hand_tiles(fields, seat))
        centre = int(self.setup.centre_space)
        face = fields[self.setup.board_offset + centre] - 1
        if face >= 0:
            yield actions.DRAW_START_TILE, face
            if not is_start_tile_unarranged and len(self.box.distinct_arrangements[face]) > 1:
                yield actions.ARRANGE_START_TILE, fields[self.setup.arrangements_offset + centre]
        slots = fields[lookup.SLOT_FACES : lookup.SLOT_FACES + actions.MAX_SLOTS]
        yield from ((actions.REFILL_SLOTS, code - 1) for code in slots if code)
        if self.setup.is_advanced:
            order = fields[lookup.ORDER : lookup.ORDER + fields[lookup.ORDER_LENGTH]]
            yield from ((actions.DRAW_ORDER, seat) for seat in order)

    def check_first_turn_reached(self) -> None:
        """Check that the frame, the order and the start tile are there, and that all tiles are connected."""
        if self.state.count_frame_edges_so_far() < len(SIDES):
            raise PositionError("the frame has three edges before anybody plays")
        if "order" not in self.part_texts and self.setup.is_advanced:
            self.set_turn_order(list(self.seats))
        if int(self.byte_fields[lookup.ORDER_LENGTH]) < len(self.seats):
            raise PositionError("the order has all seats before anybody plays")
        occupied = self.list_occupied_spaces()
        centre = int(self.setup.centre_space)
        neighbours = self.box.lattice.neighbours
        if centre not in occupied:
            raise PositionError(f"the start tile lies at {self.box.centre}, and there is none")
        if not is_connected(centre, occupied, neighbours):
            raise PositionError("the tiles on the board do not hang together by their sides")
        last = int(self.byte_fields[lookup.LAST_SPACE]) - 1
        if (last >= 0) != (len(occupied) > 1):
            raise PositionError("once a tile has been played, a position says which was the last, and only then")
        if last >= 0 and (last == centre or last not in occupied):
            raise PositionError(f"{self.box.lattice.spaces[last].name} is not where a tile has been played")
        if not is_connected(centre, [space for space in occupied if space != last], neighbours):
            name = self.box.lattice.spaces[last].name
            raise PositionError(f"without the tile at {name} the others do not hang together, so it was not the last")
        if self.setup.is_brutal and len(occupied) > 1:
            self.check_brutal_matches(occupied)

    def list_occupied_spaces(self) -> list[int]:
        """Return the spaces that have a tile."""
        return [space for space in range(self.setup.num_spaces) if self.byte_fields[self.setup.board_offset + space]]

    def check_brutal_matches(self, occupied_spaces: list[int]) -> None:
        """Check that all sections on the board match, for a brutal race."""
        colour_masks = vec[i64]([0, 0, 0])
        for space in occupied_spaces:
            self.state.write_corner_colour_masks(space, colour_masks)
            face = int(self.byte_fields[self.setup.board_offset + space]) - 1
            arrangement = int(self.byte_fields[self.setup.arrangements_offset + space])
            if space != self.setup.centre_space and not self.state.can_match_corners(face, arrangement, colour_masks):
                name = self.box.lattice.spaces[space].name
                raise PositionError(f"in a brutal race all sections match, and at {name} one does not")

    # The pending question.

    def read_pending_question(self, text: str) -> list[int]:
        """Read ``seat 0 turns up; waiting P15``: push the questions; return the starbursts that are waiting."""
        head, *extras = (part.strip() for part in text.split(";"))
        verb, match = match_named_pattern(
            head, position.QUESTION_PATTERNS, "does not say what is going on, such as seat 0 plays, or seat 1 drafts"
        )
        question = position.QUESTION_BY_VERB[verb]
        seat = int(match[1])
        if "turn" not in self.part_texts and seat in self.seats:
            order = list(self.byte_fields)[lookup.ORDER : lookup.ORDER + self.setup.players]
            self.byte_fields[lookup.TURNS_DONE] = u8(order.index(seat))
        self.check_round_number(question not in (actions.PLAY_TILE, actions.REDRAW_HAND))
        if seat != self.state.turn_seat():
            raise PositionError(f"it is the turn of seat {self.state.turn_seat()}, not of seat {seat}")
        extra_texts = self.parse_pending_extras(extras, question)
        powers = [parse_name_index(name, POWERS, "power") for name in extra_texts.get("powers", "").split()]
        waiting_burst_numbers = [self.parse_burst(burst) for burst in extra_texts.get("waiting", "").split()]
        if len(set(waiting_burst_numbers)) < len(waiting_burst_numbers):
            raise PositionError("a starburst waits only once")
        if len(powers) > actions.NUM_LANES or len(waiting_burst_numbers) > len(self.box.tokens):
            raise PositionError("so many powers or starbursts cannot be pending")
        self.push_questions_for_rest_of_turn(question, waiting_burst_numbers, "drafted" in extra_texts)
        argument = LETTERS.index(match[2]) if question == actions.CHOOSE_FROZEN_SHIP else int(match[2] or 0)
        if question in (actions.FIRE_POWER, actions.CHOOSE_FROZEN_SHIP):
            frozen = [actions.FREEZE + argument] if question == actions.CHOOSE_FROZEN_SHIP else []
            self.push_ship_moves_of_last_tile(powers + frozen)
            for power in powers:
                self.state.push_pending_question(actions.FIRE_POWER, power)
        if question in (actions.PLAY_TILE, actions.CHOOSE_FROZEN_SHIP, *position.COUNT_QUESTIONS):
            self.state.push_pending_question(question, argument)
        return waiting_burst_numbers

    def parse_pending_extras(self, extras: list[str], question: int) -> dict[str, str]:
        """Return what else is pending, by label: ``powers``, ``waiting``, ``drafted``."""
        extra_texts: dict[str, str] = {}
        for extra in extras:
            label, _, text = extra.partition(" ")
            is_known = label in position.EXTRA_LABELS.get(question, ()) and label not in extra_texts
            if not is_known or bool(text) == (label == "drafted"):
                verb = position.QUESTION_VERBS[question]
                raise PositionError(f"{quote_value(extra)} says nothing that can be pending when a seat {verb}")
            extra_texts[label] = text
        return extra_texts

    def push_questions_for_rest_of_turn(
        self, current_question: int, waiting_burst_numbers: list[int], has_drafted: bool
    ) -> None:
        """Push the questions that follow the powers and moves of the current turn, the last first."""
        state = self.state
        is_round_refill = self.setup.is_advanced and current_question == actions.REFILL_SLOTS
        state.push_pending_question(actions.BEGIN_TURN if is_round_refill else actions.END_TURN)
        if not self.setup.is_advanced or is_round_refill:
            state.push_pending_question(actions.REFILL_SLOTS)
        if current_question not in (actions.REFILL_SLOTS, actions.CHOOSE_BOOST_SHIP) and not has_drafted:
            state.push_pending_question(actions.DRAFT_SLOT)
        for number in reversed(waiting_burst_numbers):
            state.push_pending_question(actions.TURN_UP_BURST, number)

    def push_ship_moves_of_last_tile(self, pending_powers: list[int]) -> None:
        """Push the moves that the last tile brings, and check that it fires these powers."""
        played = observe.last_played_tile(self.state, list(self.byte_fields))
        if played is None or played.seat != self.state.turn_seat():
            raise PositionError("powers are fired by a tile that the same seat has just played")
        fired = [POWERS.index(power) for power in played.powers]
        if any(pending_powers.count(power) > fired.count(power) for power in pending_powers):
            raise PositionError(f"the last tile fires {' '.join(played.powers) or 'nothing'}, and not what is pending")
        for lane in reversed(range(actions.NUM_LANES)):
            if played.pips[lane]:
                self.state.push_pending_question(actions.MOVE_SHIP + lane, played.pips[lane])

    # Whether the parts agree.

    def check_round_number(self, has_played: bool) -> None:
        """Check that round, turns and tiles agree; set a round that is not given to the first with enough turns."""
        players = len(self.seats)
        tiles = len(self.list_occupied_spaces()) - 1
        turns = min(int(self.byte_fields[lookup.TURNS_DONE]) + has_played, players)
        if "round" not in self.part_texts:
            self.byte_fields[lookup.ROUND] = u8(max(1, 1 - (turns - tiles) // players))
        rounds = int(self.byte_fields[lookup.ROUND]) - 1
        turns += rounds * players
        if tiles > turns:
            tiles_text, turns_text = format_count(tiles, "tile"), format_count(turns, "turn")
            raise PositionError(f"{tiles_text} cannot have been played in {turns_text}")
        if rounds > tiles + sum(observe.count_tiles_out_of_play(self.setup, list(self.byte_fields))):
            raise PositionError(f"round {rounds + 1} is too late: in each somebody has played or discarded a tile")

    def check_bursts(self, waiting_burst_numbers: list[int]) -> None:
        """Check that starbursts lie where nobody has been, and that the number of unseen ones agrees."""
        if not self.setup.has_starbursts:
            return
        bursts = [observe.decode_burst(self.setup, number) for number in range(len(self.box.tokens))]
        foremost = [max(self.state.ship_space(seat, lane) for seat in self.seats) for lane in range(actions.NUM_LANES)]
        burst_mask = sum(1 << number for number, burst in enumerate(bursts) if foremost[burst.lane] < burst.space)
        if "bursts" not in self.part_texts:
            self.set_burst_mask(burst_mask)
        if int(self.byte_fields[lookup.BURST_MASK]) | int(self.byte_fields[lookup.BURST_MASK + 1]) << 8 != burst_mask:
            raise PositionError("starbursts lie exactly where no ship has been or passed")
        mover = self.state.turn_seat()
        for burst in (bursts[number] for number in waiting_burst_numbers):
            if self.state.ship_space(mover, burst.lane) < burst.space:
                raise PositionError(f"seat {mover} cannot have taken the starburst {position.format_burst(burst)}")
        num_unseen = sum(list(self.byte_fields)[self.setup.unseen_tokens_offset : self.setup.board_offset])
        num_expected = burst_mask.bit_count() + len(waiting_burst_numbers)
        if num_unseen != num_expected:
            raise PositionError(f"{num_expected} starbursts have not been turned up, and {num_unseen} are unseen")

    def check_frozen_ships(self) -> None:
        """Check that only the seat whose turn it is has just frozen its own ship."""
        mover = int(self.state.turn_seat())
        for seat in self.seats:
            if seat != mover and self.has_just_frozen_own_ship(seat):
                raise PositionError(f"seat {seat} has not just frozen its own ship: it is not its turn")

    def check_draft_tokens(self) -> None:
        """Check that on the advanced card stand the tokens of those who have drafted in this round."""
        if not self.setup.is_advanced:
            return
        num_done = int(self.byte_fields[lookup.TURNS_DONE])
        kinds = [kind for kind, _ in observe.list_pending_questions(self.state)]
        has_drafted = actions.DRAFT_SLOT not in kinds and actions.BEGIN_TURN not in kinds
        order = list(self.byte_fields)[lookup.ORDER : lookup.ORDER + num_done + has_drafted]
        if self.list_token_seats() != sorted(order):
            raise PositionError("on the advanced card stand the tokens of those who have drafted in this round")

    def has_just_frozen_own_ship(self, seat: int) -> bool:
        """Tell whether a seat's ship stays frozen beyond this turn, which only its owner can bring about."""
        return any(self.state.frost_code(seat, lane) == lookup.STAYS for lane in range(actions.NUM_LANES))

    def list_token_seats(self) -> list[int]:
        """Return the seats whose tokens are on the draft card, sorted."""
        codes = list(self.byte_fields)[lookup.SLOT_TOKENS : lookup.SLOT_TOKENS + actions.MAX_SLOTS]
        return sorted(code - 1 for code in codes if code)

    def check_question_awaits_answer_and_set_mover(self, text: str) -> None:
        """Check that this question really is asked, and set who is to move."""
        copy = cast(RacersState, self.state.copy())
        copy.run_until_question()
        if copy.to_move == OVER or list(copy.byte_fields) != list(self.state.byte_fields):
            raise PositionError(f"{quote_value(text)}: that would not be asked here, since it settles itself")
        self.state.to_move = copy.to_move

    def end_race(self) -> None:
        """Check that the race can be over, and end it."""
        self.byte_fields[lookup.TURNS_DONE] = u8(len(self.seats))
        self.check_round_number(False)
        self.check_bursts([])
        if not self.state.is_race_ending():
            raise PositionError("no team is beyond the line, the board is not full and tiles are left: it is not over")
        if self.setup.is_advanced and self.list_token_seats() != list(self.seats):
            raise PositionError("at the end each seat has a token on the advanced card")
        if any(self.has_just_frozen_own_ship(seat) for seat in self.seats):
            raise PositionError("at the end nobody has just frozen a ship")
        self.state.to_move = OVER
