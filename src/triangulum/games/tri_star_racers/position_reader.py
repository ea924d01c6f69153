"""Parse positions of Tri-Star Racers; one that cannot occur raises an error that says why.

How they are written is in ``position.py``, and ``position_parts.py`` reads the parts. Those that are left out are as at
the beginning of a race, or follow from the others.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, cast

from librt.vecs import vec
from mypy_extensions import i64, u8

from triangulum.core.boards.lattice import SIDES
from triangulum.core.position import is_connected, match_named_pattern, parse_name_index, split_parts
from triangulum.core.state import OVER, State
from triangulum.core.wording import format_count
from triangulum.errors import PositionError, quote_value
from triangulum.games.tri_star_racers import actions, matches, observe, position
from triangulum.games.tri_star_racers.box import LETTERS, POWERS
from triangulum.games.tri_star_racers.position_parts import PartsReader
from triangulum.games.tri_star_racers.rules import RacersSetup, RacersState, lookup

RACE_LABELS: Final = ("last", "round", "turn", "discards")
"""Parts that a position in the set-up does not have."""


def parse_position(setup: RacersSetup, text: str) -> State:
    """Return the state that a position describes, or raise PositionError."""
    *parts, pending = split_parts(text)
    return PositionReader(setup).read_position(parts, pending)


class PositionReader(PartsReader):
    """Reads the parts of a position into a state, unless they contradict each other."""

    def __init__(self, setup: RacersSetup) -> None:
        super().__init__(setup)
        self.waiting_burst_numbers: list[int] = []
        """The starbursts that are taken and still face down."""
        self.turned_up_kinds: list[int] = []
        """The kinds of the starbursts that are turned up and not used, or for which a ship is being chosen."""

    def read_position(self, parts: list[str], pending: str) -> State:
        """Return the state that the parts and the pending question describe, or raise PositionError."""
        self.read_parts(parts)
        if pending in (position.SETTING_UP, position.START_TILE_UNARRANGED):
            return self.build_state_during_setup(pending == position.START_TILE_UNARRANGED)
        self.check_first_turn_reached()
        if pending == position.RACE_OVER:
            self.end_race()
        else:
            self.read_pending_question(pending)
            self.check_bursts_match_ships_and_tokens()
            self.check_only_mover_just_froze_own_ship()
            self.check_draft_tokens_match_turns_done()
            self.check_question_awaits_answer_and_set_mover(pending)
        return self.state

    # The set-up.

    def build_state_during_setup(self, is_start_tile_unarranged: bool) -> State:
        """Return a state in the set-up: draw again what the position has, and check that nothing else has happened."""
        fields = list(self.byte_fields)
        ships = slice(lookup.SHIPS, lookup.REVEALED)
        state = cast(RacersState, self.setup.new())
        has_moved = fields[ships] != list(state.byte_fields)[ships]
        if has_moved or not self.part_texts.keys().isdisjoint(RACE_LABELS):
            raise PositionError("in the set-up nothing has been played, moved or discarded yet")
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
            self.check_all_sections_match_in_brutal_race(occupied)

    def list_occupied_spaces(self) -> list[int]:
        """Return the spaces that have a tile."""
        return [space for space in range(self.setup.num_spaces) if self.byte_fields[self.setup.board_offset + space]]

    def check_all_sections_match_in_brutal_race(self, occupied_spaces: list[int]) -> None:
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

    def read_pending_question(self, text: str) -> None:
        """Read ``seat 0 turns up; waiting P15``, and push the questions."""
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
        extra_texts = self.split_pending_extras_by_label(extras, question)
        powers = [parse_name_index(name, POWERS, "power") for name in extra_texts.get("powers", "").split()]
        if len(powers) > actions.NUM_LANES:
            raise PositionError("so many powers cannot be pending")
        self.read_pending_bursts(extra_texts)
        self.push_questions_for_rest_of_turn(question, "drafted" in extra_texts)
        argument = LETTERS.index(match[2]) if question == actions.CHOOSE_FROZEN_SHIP else int(match[2] or 0)
        if question in (actions.FIRE_POWER, actions.CHOOSE_FROZEN_SHIP):
            frozen = [actions.FREEZE + argument] if question == actions.CHOOSE_FROZEN_SHIP else []
            self.push_ship_moves_of_last_tile(powers + frozen)
            for power in powers:
                self.state.push_pending_question(actions.FIRE_POWER, power)
        if question == actions.CHOOSE_BURST_SHIP:
            self.turned_up_kinds.append(parse_name_index(f"W{argument}", self.box.token_kinds, "starburst"))
        if question in (actions.PLAY_TILE, actions.CHOOSE_FROZEN_SHIP, *position.COUNT_QUESTIONS):
            self.state.push_pending_question(question, argument)

    def read_pending_bursts(self, extra_texts: dict[str, str]) -> None:
        """Read ``waiting P15 B15`` and ``tokens P2 W2``: starbursts to be turned up, and to be used."""
        self.waiting_burst_numbers = [self.parse_burst(burst) for burst in extra_texts.get("waiting", "").split()]
        if len(set(self.waiting_burst_numbers)) < len(self.waiting_burst_numbers):
            raise PositionError("a starburst waits only once")
        self.turned_up_kinds = [
            parse_name_index(token, self.box.token_kinds, "starburst")
            for token in extra_texts.get("tokens", "").split()
        ]
        if self.turned_up_kinds and not self.setup.has_starbursts:
            raise PositionError("there are no starbursts in this race, so none can be used")
        if len(self.waiting_burst_numbers) + len(self.turned_up_kinds) > len(self.box.tokens):
            raise PositionError("so many starbursts cannot be pending")

    def split_pending_extras_by_label(self, extras: list[str], question: int) -> dict[str, str]:
        """Return what else is pending, by label: ``powers``, ``waiting``, ``tokens``, ``drafted``."""
        extra_texts: dict[str, str] = {}
        for extra in extras:
            label, _, text = extra.partition(" ")
            is_known = label in position.EXTRA_LABELS.get(question, ()) and label not in extra_texts
            if not is_known or bool(text) == (label == "drafted"):
                verb = position.QUESTION_VERBS[question]
                raise PositionError(f"{quote_value(extra)} says nothing that can be pending when a seat {verb}")
            extra_texts[label] = text
        return extra_texts

    def push_questions_for_rest_of_turn(self, current_question: int, has_drafted: bool) -> None:
        """Push the questions that follow the powers and moves of the current turn, the last first."""
        state = self.state
        is_round_refill = self.setup.is_advanced and current_question == actions.REFILL_SLOTS
        state.push_pending_question(actions.BEGIN_TURN if is_round_refill else actions.END_TURN)
        if not self.setup.is_advanced or is_round_refill:
            state.push_pending_question(actions.REFILL_SLOTS)
        if current_question not in (actions.REFILL_SLOTS, actions.CHOOSE_BOOST_SHIP) and not has_drafted:
            state.push_pending_question(actions.DRAFT_SLOT)
        for kind in self.turned_up_kinds:
            state.insert_use_question(kind)
        for number in sorted(self.waiting_burst_numbers, reverse=True):
            state.push_pending_question(actions.TURN_UP_BURST, number)

    def push_ship_moves_of_last_tile(self, pending_powers: list[int]) -> None:
        """Push the moves that the last tile brings, and check that it fires these powers."""
        played = matches.last_played_tile(self.state, list(self.byte_fields))
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

    def check_bursts_match_ships_and_tokens(self) -> None:
        """Check that starbursts lie where nobody has taken them, and that the numbers of tokens agree."""
        if not self.setup.has_starbursts:
            return
        bursts = [observe.decode_burst(self.setup, number) for number in range(len(self.box.tokens))]
        foremost = [max(self.list_ship_spaces(lane)) for lane in range(actions.NUM_LANES)]
        out_of_reach = sum(1 << number for number, burst in enumerate(bursts) if foremost[burst.lane] < burst.space)
        if "bursts" not in self.part_texts:
            self.set_burst_mask(out_of_reach)
        burst_mask = int(self.byte_fields[lookup.BURST_MASK]) | int(self.byte_fields[lookup.BURST_MASK + 1]) << 8
        if self.setup.takes_passed_bursts:
            if burst_mask != out_of_reach:
                raise PositionError("starbursts lie exactly where no ship has been or passed")
        elif burst_mask & out_of_reach != out_of_reach or any(
            burst_mask >> number & 1 and burst.space in self.list_ship_spaces(burst.lane)
            for number, burst in enumerate(bursts)
        ):
            raise PositionError("starbursts lie where no ship has landed: ahead of all ships, and not where one is")
        mover = self.state.turn_seat()
        for number in self.waiting_burst_numbers:
            burst = bursts[number]
            if burst_mask >> number & 1 or self.state.ship_space(mover, burst.lane) < burst.space:
                raise PositionError(f"seat {mover} cannot have taken the starburst {position.format_burst(burst)}")
        self.check_unseen_token_count(burst_mask.bit_count() + len(self.waiting_burst_numbers))

    def list_ship_spaces(self, lane: int) -> list[int]:
        """Return the spaces of all ships in a lane."""
        return [int(self.state.ship_space(seat, lane)) for seat in self.seats]

    def check_unseen_token_count(self, num_expected: int) -> None:
        """Check that so many starbursts are unseen, and none of those that are being used."""
        unseen = list(self.byte_fields)[self.setup.unseen_tokens_offset : self.setup.board_offset]
        if sum(unseen) != num_expected:
            raise PositionError(f"{num_expected} starbursts have not been turned up, and {sum(unseen)} are unseen")
        for kind, token in enumerate(self.box.token_kinds):
            if unseen[kind] + self.turned_up_kinds.count(kind) > self.box.token_counts[kind]:
                raise PositionError(f"the starburst {token} is turned up and unseen at once")

    def check_only_mover_just_froze_own_ship(self) -> None:
        """Check that only the seat whose turn it is has just frozen its own ship."""
        mover = int(self.state.turn_seat())
        for seat in self.seats:
            if seat != mover and self.has_just_frozen_own_ship(seat):
                raise PositionError(f"seat {seat} has not just frozen its own ship: it is not its turn")

    def check_draft_tokens_match_turns_done(self) -> None:
        """Check that on the advanced card stand the tokens of those who have drafted in this round."""
        if not self.setup.is_advanced:
            return
        num_done = int(self.byte_fields[lookup.TURNS_DONE])
        kinds = [kind for kind, _ in observe.list_pending_questions(self.state)]
        has_drafted = actions.DRAFT_SLOT not in kinds and actions.BEGIN_TURN not in kinds
        order = list(self.byte_fields)[lookup.ORDER : lookup.ORDER + num_done + has_drafted]
        if self.list_draft_token_seats() != sorted(order):
            raise PositionError("on the advanced card stand the tokens of those who have drafted in this round")

    def has_just_frozen_own_ship(self, seat: int) -> bool:
        """Tell whether a seat's ship stays frozen beyond this turn, which only its owner can bring about."""
        return any(self.state.frost_code(seat, lane) == lookup.STAYS for lane in range(actions.NUM_LANES))

    def list_draft_token_seats(self) -> list[int]:
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
        self.check_bursts_match_ships_and_tokens()
        if not self.state.is_race_ending():
            raise PositionError("no team is beyond the line, the board is not full and tiles are left: it is not over")
        if self.setup.is_advanced and self.list_draft_token_seats() != list(self.seats):
            raise PositionError("at the end each seat has a token on the advanced card")
        if any(self.has_just_frozen_own_ship(seat) for seat in self.seats):
            raise PositionError("at the end nobody has just frozen a ship")
        self.state.to_move = OVER
