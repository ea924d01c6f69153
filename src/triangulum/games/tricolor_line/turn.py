# compiled by mypyc
"""The turn of Tricolor Line: who is asked what, and what follows, as ``docs/rules/tricolor-line.md`` tells it.

A turn is a small stack of pending questions. ``settle`` takes what needs no answer off the stack and does it, until a
seat or chance has to answer; ``_apply`` is the answer.
"""

from __future__ import annotations

from typing import cast

from mypy_extensions import i64, u8

from triangulum.core.boards.bits import bit
from triangulum.core.state import CHANCE, OVER
from triangulum.games.tricolor_line.board import (
    ATTACKED,
    BUILT,
    DIVERTED,
    DREW_EVENT,
    LEAKED,
    PLACED,
    PUT_DOWN,
    SKIPPED,
    SLID,
    TOLLED,
    TOOK,
    TOOK_UP,
    TURNED,
)
from triangulum.games.tricolor_line.legal_actions import LegalActions
from triangulum.games.tricolor_line.lookup import (
    ASK_ACTION,
    ASK_COUNT,
    ASK_DEAL,
    ASK_DETOUR,
    ASK_DISCARD,
    ASK_DRAW,
    ASK_END,
    ASK_EVENT,
    ASK_FIRST,
    ASK_IDENTITY,
    ASK_LANDSLIDE,
    ASK_LEAK,
    ASK_PILE,
    ASK_PLACE,
    ASK_RELOCATE,
    ASK_RESETTLE,
    ASK_TOLL,
    ASK_TOLL_CARD,
    ASK_TOP,
    ASK_TOPS,
    ASK_TURN,
    ATTACK_ACTION,
    BUILD_ACTION,
    BY_LIMIT,
    BY_ROUTES,
    BY_STANDSTILL,
    DETOUR,
    DETOUR_ACTION,
    DISCARD_ACTION,
    DONE_ACTION,
    DRAW_ACTION,
    END,
    END_REASON,
    EVENT,
    FIRST_HAND,
    HAND_LIMIT,
    HIDDEN,
    IDENTITY,
    LANDSLIDE,
    LANDSLIDE_ACTION,
    LAST_PLACE,
    LEAK,
    LEAK_ACTION,
    LOOKED,
    MAX_PAYMENTS,
    MOVE_ACTION,
    NUM_CARDS,
    NUM_PAIRS,
    NUM_PILES,
    NUM_QUESTIONS,
    NUM_SHAPES,
    NUM_USED_EVENTS,
    OPEN,
    ORIGIN,
    PILE_ACTION,
    PILE_SIZE,
    PLACE_ACTION,
    RELOCATION,
    RESETTLE_ACTION,
    ROUND,
    SAFE,
    SKIPS,
    SUPPLIES,
    TAKEN_CODE,
    TOLL,
    TOLL_ACTION,
    TOP,
    TURN_ACTION,
    TURN_SEAT,
    UNSEEN,
    USED_EVENTS,
    WILD,
    TricolorLookup,
    decode_face,
    decode_rotation,
    lowest_bit_index,
)
from triangulum.games.tricolor_line.routes import RouteFinder


class Turn(LegalActions):
    """Asks the questions of a turn, and applies their answers."""

    # What needs no answer.

    def advance_to_question(self) -> None:
        """Resolve questions until a seat or chance has to answer one, or the game is over."""
        while self.to_move != OVER and not self.ask_or_resolve_question():
            pass

    def ask_or_resolve_question(self) -> bool:
        """Ask the top question and return True, or resolve it without an answer and return False."""
        kind = self.top_question()
        if kind == ASK_ACTION:
            self.byte_fields[EVENT] = u8(0)
            return self.ask(self.turn_seat())
        if kind == ASK_DRAW:
            if self.top_question_argument() == 0 or self.draw_source_offset() < 0:
                self.pop_question()
                return False
            return self.ask(CHANCE)
        if kind in (ASK_COUNT, ASK_PLACE):
            return self.ask(self.turn_seat())
        if kind in (ASK_TOP, ASK_EVENT, ASK_TOLL_CARD):
            return self.ask(CHANCE)
        if kind == ASK_PILE:
            return self.ask_for_pile()
        if kind == ASK_DISCARD:
            if self.hand_size(self.turn_seat()) <= HAND_LIMIT:
                self.pop_question()
                return False
            return self.ask(self.turn_seat())
        if kind == ASK_END:
            self.pop_question()
            self.end_turn()
            return False
        if kind == ASK_TURN:
            self.begin_turn()
            return False
        if kind <= ASK_FIRST:
            return self.ask_or_resolve_setup(kind)
        return self.ask_for_event_target()

    def ask(self, mover: i64) -> bool:
        """Set who answers the top question, and return True."""
        self.to_move = mover
        return True

    def ask_or_resolve_setup(self, kind: i64) -> bool:
        """Ask chance for tops, identities and hands, then seats for first tiles; return whether one is asked."""
        fields = self.byte_fields
        if kind == ASK_TOPS:
            if fields[TOP + NUM_PILES - 1]:
                self.pop_question()
                return False
            return self.ask(CHANCE)
        if kind == ASK_IDENTITY:
            if fields[IDENTITY + self.setup.players - 1]:
                self.pop_question()
                return False
            return self.ask(CHANCE)
        if kind == ASK_DEAL:
            if self.sum_bytes(HIDDEN, NUM_CARDS * self.setup.players) == FIRST_HAND * self.setup.players:
                self.pop_question()
                return False
            return self.ask(CHANCE)
        seat = self.top_question_argument()
        self.pop_question()
        if seat == self.setup.players:
            fields[TURN_SEAT] = u8(0)
            fields[ROUND] = u8(1)
            return False
        fields[TURN_SEAT] = u8(seat)
        self.push_question(ASK_FIRST, seat + 1)
        self.push_question(ASK_PILE)
        return False

    def ask_for_pile(self) -> bool:
        """Ask which pile to take from, or take from the only one left; return whether it is asked."""
        left = self.nonempty_pile_mask()
        if left & (left - 1):
            return self.ask(self.turn_seat())
        self.pop_question()
        if left:
            self.take_tile(lowest_bit_index(left))
        return False

    def ask_for_event_target(self) -> bool:
        """Ask for the target of an event, or apply the only one there is; return whether it is asked."""
        if self.top_question() == ASK_RELOCATE and len(self.list_movable_tiles(2)) > 1:
            return self.ask(self.turn_seat())
        answers = self._legal_actions()
        if len(answers) > 1:
            return self.ask(self.turn_seat())
        self.apply_answer(answers[0])
        return False

    def begin_turn(self) -> None:
        """Begin a turn, or skip it."""
        mask = bit(self.turn_seat())
        if i64(self.byte_fields[SKIPS]) & mask:
            self.add_to_byte(SKIPS, -mask)
            self.append_note(SKIPPED)
            self.pass_turn()
            return
        self.push_question(ASK_END)
        self.push_question(ASK_DISCARD)
        self.push_question(ASK_COUNT)

    def end_turn(self) -> None:
        """End a turn, and the game if two routes are finished or nothing can change."""
        mask = bit(self.turn_seat())
        if i64(self.byte_fields[SAFE]) & mask:
            self.add_to_byte(SAFE, -mask)
        if self.has_two_routes():
            self.finish_game(BY_ROUTES)
        elif self.is_at_standstill():
            self.finish_game(BY_STANDSTILL)
        else:
            self.pass_turn()

    def has_two_routes(self) -> bool:
        """Return whether two Ends have shortest routes that share no tile."""
        return len(RouteFinder(cast(TricolorLookup, self.setup), self.byte_fields).find_disjoint_pair()) > 0

    def is_at_standstill(self) -> bool:
        """Return whether there is no tile left to take or build."""
        return not self.nonempty_pile_mask() and len(self.list_blueprints()) == 0

    def pass_turn(self) -> None:
        """Pass the turn to the next seat, or end the game after the last round."""
        fields = self.byte_fields
        seat = self.turn_seat() + 1
        if seat < self.setup.players:
            fields[TURN_SEAT] = u8(seat)
        elif i64(fields[ROUND]) >= cast(TricolorLookup, self.setup).round_limit:
            self.finish_game(BY_LIMIT)
        else:
            fields[TURN_SEAT] = u8(0)
            fields[ROUND] = u8(i64(fields[ROUND]) + 1)

    def finish_game(self, reason: i64) -> None:
        """End the game for a reason, and reveal all hands."""
        fields = self.byte_fields
        while fields[NUM_QUESTIONS]:
            self.pop_question()
        fields[END_REASON] = u8(reason)
        self.reveal_hands()
        self.to_move = OVER

    # Answers.

    def _apply(self, action: i64) -> None:
        """Apply an answer or chance outcome, and advance to the next question."""
        # Plans are about tiles: cards that come and go leave them as they are.
        if self.top_question() not in (ASK_COUNT, ASK_DRAW, ASK_DISCARD):
            self.plan = None
        if self.to_move == CHANCE:
            self.apply_outcome(action)
        else:
            self.apply_answer(action)
        self.advance_to_question()

    def apply_outcome(self, outcome: i64) -> None:
        """Apply a chance outcome: a tile, card, identity or event."""
        fields = self.byte_fields
        kind = self.top_question()
        if kind == ASK_DRAW:
            left = self.top_question_argument() - 1
            self.pop_question()
            self.push_question(ASK_DRAW, left)
            self.draw_card(self.turn_seat(), outcome)
        elif kind in (ASK_TOP, ASK_TOPS):
            pile = self.top_question_argument()
            if kind == ASK_TOP:
                self.pop_question()
            else:
                pile = self.count_tops_seen()
            fields[TOP + pile] = u8(outcome + 1)
            self.add_to_byte(UNSEEN + outcome, -1)
        elif kind == ASK_EVENT:
            self.pop_question()
            self.draw_event(outcome)
        elif kind == ASK_TOLL_CARD:
            victim = self.top_question_argument()
            self.pop_question()
            self.add_to_byte(HIDDEN + NUM_CARDS * victim + outcome, -1)
            self.add_to_byte(OPEN + NUM_CARDS * self.turn_seat() + outcome, 1)
        elif kind == ASK_DEAL:
            self.draw_card(self.next_dealt_seat(), outcome)
        else:
            fields[IDENTITY + self.count_identities_dealt()] = u8(outcome + 1)

    def count_tops_seen(self) -> i64:
        """Return how many piles have a top, during set-up."""
        count: i64 = 0
        while self.byte_fields[TOP + count]:
            count += 1
        return count

    def count_identities_dealt(self) -> i64:
        """Return how many identities have been dealt."""
        count: i64 = 0
        while self.byte_fields[IDENTITY + count]:
            count += 1
        return count

    def next_dealt_seat(self) -> i64:
        """Return the seat that is dealt the next card of the first hands."""
        return self.sum_bytes(HIDDEN, NUM_CARDS * self.setup.players) // FIRST_HAND

    def apply_answer(self, action: i64) -> None:
        """Apply the action of the seat to move."""
        if action < PLACE_ACTION:
            self.choose_draw_or_pile(action)
        elif action < BUILD_ACTION:
            self.place_taken_tile(action - PLACE_ACTION)
        elif action < TURN_ACTION:
            self.build_tile((action - BUILD_ACTION) // MAX_PAYMENTS, (action - BUILD_ACTION) % MAX_PAYMENTS)
        elif action < ATTACK_ACTION:
            self.turn_blueprint((action - TURN_ACTION) // NUM_PAIRS, (action - TURN_ACTION) % NUM_PAIRS)
        elif action < DONE_ACTION:
            self.attack_seat(action - ATTACK_ACTION)
        elif action == DONE_ACTION:
            self.pop_question()
        elif action < DISCARD_ACTION:
            self.pop_question()
            self.apply_event(action)
        else:
            self.discard_cards(self.to_move, action - DISCARD_ACTION, 1)

    def choose_draw_or_pile(self, action: i64) -> None:
        """Apply the choice of how many cards to draw, or of a pile."""
        self.pop_question()
        if action >= PILE_ACTION:
            self.take_tile(action - PILE_ACTION)
            return
        if action == DRAW_ACTION:
            self.push_question(ASK_ACTION)
            self.push_question(ASK_PILE)
        self.push_question(ASK_DRAW, 2 + 2 * (action - DRAW_ACTION))

    def take_tile(self, pile: i64) -> None:
        """Take the top of a pile; the next one will be turned up before it is placed."""
        self.plan = None
        fields = self.byte_fields
        face = i64(fields[TOP + pile]) - 1
        code = 1 + 8 * face + (1 if face == END else 0)
        fields[TAKEN_CODE] = u8(code)
        fields[TOP + pile] = u8(0)
        self.add_to_byte(PILE_SIZE + pile, -1)
        self.append_note(TOOK, pile, code)
        self.push_question(ASK_PLACE)
        if fields[PILE_SIZE + pile]:
            self.push_question(ASK_TOP, pile)

    def place_taken_tile(self, place_and_rotation: i64) -> None:
        """Place the tile that has been taken, at 4 * place + rotation."""
        self.pop_question()
        self.set_tile(place_and_rotation >> 2, i64(self.byte_fields[TAKEN_CODE]) + 2 * (place_and_rotation & 3))
        self.byte_fields[TAKEN_CODE] = u8(0)
        self.append_note(PLACED, place_and_rotation >> 2, i64(self.byte_fields[place_and_rotation >> 2]))

    def set_tile(self, place: i64, code: i64) -> None:
        """Write the code of the tile at a place, and remember it as the last place."""
        self.byte_fields[place] = u8(code)
        self.write_place(LAST_PLACE, place)

    def build_tile(self, place: i64, payment: i64) -> None:
        """Construct a blueprint; an event follows."""
        setup = cast(TricolorLookup, self.setup)
        code = i64(self.byte_fields[place])
        face = decode_face(code)
        at = MAX_PAYMENTS * setup.face_costs[face] + payment
        colour = face // NUM_SHAPES
        self.discard_cards(self.to_move, 2 * colour, setup.payment_singles[at])
        self.discard_cards(self.to_move, 2 * colour + 1, setup.payment_doubles[at])
        self.discard_cards(self.to_move, WILD, setup.payment_wilds[at])
        self.set_tile(place, code + 1)
        self.append_note(BUILT, place, code + 1)
        self.push_question(ASK_EVENT)

    def turn_blueprint(self, place: i64, pair: i64) -> None:
        """Turn a blueprint a quarter clockwise."""
        setup = cast(TricolorLookup, self.setup)
        self.discard_cards(self.to_move, setup.pair_first[pair], 1)
        self.discard_cards(self.to_move, setup.pair_second[pair], 1)
        self.set_rotation(place, (decode_rotation(i64(self.byte_fields[place])) + 1) % self.num_rotations_at(place))
        self.append_note(TURNED, place, i64(self.byte_fields[place]))

    def set_rotation(self, place: i64, rotation: i64) -> None:
        """Set the rotation of the tile at a place."""
        code = i64(self.byte_fields[place])
        self.set_tile(place, code + 2 * (rotation - decode_rotation(code)))

    def attack_seat(self, victim: i64) -> None:
        """Discard the mover's hand, and make another seat skip its next turn."""
        for card in range(i64(NUM_CARDS)):
            self.discard_cards(self.to_move, card, self.count_cards(self.to_move, card))
        mask = bit(victim)
        self.byte_fields[SKIPS] = u8(i64(self.byte_fields[SKIPS]) | mask)
        self.byte_fields[SAFE] = u8(i64(self.byte_fields[SAFE]) | mask)
        self.append_note(ATTACKED, victim)

    # Events.

    def draw_event(self, event: i64) -> None:
        """Draw an event and ask for its target; draw two cards if it has none."""
        fields = self.byte_fields
        if i64(fields[NUM_USED_EVENTS]) == self.count_event_cards():
            for at in range(USED_EVENTS, USED_EVENTS + i64(fields[NUM_USED_EVENTS])):
                fields[at] = u8(0)
            fields[NUM_USED_EVENTS] = u8(0)
        fields[USED_EVENTS + i64(fields[NUM_USED_EVENTS])] = u8(event)
        self.add_to_byte(NUM_USED_EVENTS, 1)
        fields[EVENT] = u8(event + 1)
        possible = self.has_event_target(event)
        self.append_note(DREW_EVENT, event, 1 if possible else 0)
        if event == SUPPLIES or not possible:
            self.push_question(ASK_DRAW, 2)
        elif event == LANDSLIDE:
            self.push_question(ASK_LANDSLIDE)
        elif event == DETOUR:
            self.push_question(ASK_DETOUR)
        elif event == TOLL:
            self.push_question(ASK_TOLL)
        elif event == LEAK:
            self.push_question(ASK_LEAK)
        else:
            self.push_question(ASK_RELOCATE)

    def has_event_target(self, event: i64) -> bool:
        """Return whether there is something that an event could be applied to."""
        if event == LANDSLIDE:
            return len(self.list_built_roads()) > 0
        if event == DETOUR:
            return len(self.list_turnable_blueprints()) > 0
        if event == RELOCATION:
            return len(self.list_movable_tiles(1)) > 0
        if event == TOLL:
            return any(self.can_pay_toll(seat) for seat in range(self.setup.players))
        return True

    def apply_event(self, action: i64) -> None:
        """Apply the current event to its target."""
        fields = self.byte_fields
        seat = self.turn_seat()
        if action < DETOUR_ACTION:
            self.set_tile(action - LANDSLIDE_ACTION, i64(fields[action - LANDSLIDE_ACTION]) - 1)
            self.append_note(SLID, action - LANDSLIDE_ACTION, i64(fields[action - LANDSLIDE_ACTION]))
        elif action < TOLL_ACTION:
            place = (action - DETOUR_ACTION) >> 2
            self.set_rotation(place, (action - DETOUR_ACTION) & 3)
            self.append_note(DIVERTED, place, i64(fields[place]))
        elif action < LEAK_ACTION:
            self.append_note(TOLLED, action - TOLL_ACTION)
            self.push_question(ASK_TOLL_CARD, action - TOLL_ACTION)
        elif action < MOVE_ACTION:
            fields[LOOKED + seat] = u8(i64(fields[LOOKED + seat]) | bit(action - LEAK_ACTION))
            self.append_note(LEAKED, action - LEAK_ACTION)
        elif action < RESETTLE_ACTION:
            self.take_up_tile(action - MOVE_ACTION)
        else:
            self.set_tile(action - RESETTLE_ACTION, i64(fields[TAKEN_CODE]))
            self.append_note(PUT_DOWN, action - RESETTLE_ACTION, i64(fields[TAKEN_CODE]))
            fields[TAKEN_CODE] = u8(0)
            self.write_place(ORIGIN, -1)

    def take_up_tile(self, place: i64) -> None:
        """Take a tile off the board, and ask where to put it down."""
        code = i64(self.byte_fields[place])
        self.append_note(TOOK_UP, place, code)
        self.byte_fields[TAKEN_CODE] = u8(code)
        self.byte_fields[place] = u8(0)
        self.write_place(ORIGIN, place)
        if self.read_place(LAST_PLACE) == place:
            self.write_place(LAST_PLACE, -1)
        self.push_question(ASK_RESETTLE)
