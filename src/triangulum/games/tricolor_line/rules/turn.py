# compiled by mypyc
"""The turn of Tricolor Line: who is asked what, and what follows, as ``rules.md`` says.

A turn is a small stack of pending questions (``fields.ASK_...``). ``run_until_question`` resolves those without a
choice, until a seat or chance has to answer; ``_apply`` applies the answer.
"""

from __future__ import annotations

from typing import cast

from mypy_extensions import i64, u8

from triangulum.core.boards.bits import bit
from triangulum.core.state import CHANCE, OVER
from triangulum.core.types import Action, Mask, Seat
from triangulum.games.tricolor_line.actions import (
    AGES_KIND,
    ATTACK_KIND,
    BUILD_KIND,
    DISCARD_KIND,
    DONE_KIND,
    DRAW_KIND,
    PASS_KIND,
    PLACE_KIND,
    ROTATE_KIND,
    TAKE_KIND,
    decode_action,
)
from triangulum.games.tricolor_line.rules.codes import (
    ENDED_BY_ROUND_LIMIT,
    ENDED_BY_ROUTES,
    ENDED_BY_STANDSTILL,
    FIRST_HAND_SIZE,
    HAND_LIMIT,
    NUM_CARD_KINDS,
    NUM_PILES,
    PlaceIndex,
    decode_rotation,
    replace_rotation,
)
from triangulum.games.tricolor_line.rules.event_effects import TricolorEventEffects
from triangulum.games.tricolor_line.rules.event_log import (
    BLUEPRINT_ROTATED,
    ROAD_BUILT,
    SEAT_ATTACKED,
    TILE_PLACED,
    TILE_TAKEN,
    TURN_SKIPPED,
)
from triangulum.games.tricolor_line.rules.fields import (
    ASK_ACTION,
    ASK_AGES,
    ASK_CARD,
    ASK_DISCARD,
    ASK_DRAW_COUNT,
    ASK_EVENT,
    ASK_FIRST_HANDS,
    ASK_FIRST_TILES,
    ASK_FIRST_TOPS,
    ASK_IDENTITIES,
    ASK_INSTEAD,
    ASK_LIFT,
    ASK_NEW_TOP,
    ASK_PILE,
    ASK_PLACEMENT,
    ASK_TOLL_CARD,
    ASK_TURN_END,
    ASK_TURN_START,
    CURRENT_EVENT,
    END_REASON,
    IDENTITIES,
    NEW_HANDS,
    NUM_QUESTIONS,
    OPEN_HANDS,
    PILE_SIZES,
    PILE_TOPS,
    ROUND,
    SAFE_MASK,
    SKIP_MASK,
    TAKEN_CODE,
    TURN_SEAT,
    UNSEEN_TILES,
)
from triangulum.games.tricolor_line.rules.lookup import TricolorLookup
from triangulum.games.tricolor_line.rules.routes import RouteFinder


class TricolorTurn(TricolorEventEffects):
    """Asks the questions of a turn, and applies their answers."""

    # Questions.

    def run_until_question(self) -> None:
        """Resolve questions until a seat or chance has to answer one, or the game is over."""
        while self.to_move != OVER and not self.ask_or_resolve_top_question():
            pass

    def ask_or_resolve_top_question(self) -> bool:
        """Ask the top question and return True, or resolve it without an answer and return False."""
        kind = self.top_question_kind()
        if kind == ASK_ACTION:
            self.byte_fields[CURRENT_EVENT] = u8(0)
            return self.ask_mover(self.turn_seat())
        if kind == ASK_CARD:
            if self.top_question_argument() == 0 or self.offset_of_pile_to_draw_from() < 0:
                self.pop_pending_question()
                return False
            return self.ask_mover(CHANCE)
        if kind == ASK_INSTEAD and self.offset_of_pile_to_draw_from() < 0:
            self.pop_pending_question()
            return False
        if kind in (ASK_DRAW_COUNT, ASK_PLACEMENT, ASK_INSTEAD, ASK_AGES):
            return self.ask_mover(self.turn_seat())
        if kind in (ASK_NEW_TOP, ASK_EVENT, ASK_TOLL_CARD):
            return self.ask_mover(CHANCE)
        if kind == ASK_PILE:
            return self.ask_for_pile_or_take_from_only_pile()
        if kind == ASK_DISCARD:
            if self.hand_size(self.turn_seat()) <= HAND_LIMIT:
                self.pop_pending_question()
                return False
            return self.ask_mover(self.turn_seat())
        if kind == ASK_TURN_END:
            self.pop_pending_question()
            self.end_turn()
            return False
        if kind == ASK_TURN_START:
            self.begin_or_skip_turn()
            return False
        if kind <= ASK_FIRST_TILES:
            return self.ask_or_resolve_setup_question(kind)
        return self.ask_for_event_target_or_apply_to_only_target()

    def ask_mover(self, mover: Seat) -> bool:
        """Set the seat, or CHANCE, that answers the top question; return True."""
        self.to_move = mover
        return True

    def ask_or_resolve_setup_question(self, question_kind: i64) -> bool:
        """Ask chance for tops, identities and hands, then seats for first tiles; return whether one is asked."""
        fields = self.byte_fields
        if question_kind == ASK_FIRST_TOPS:
            if fields[PILE_TOPS + NUM_PILES - 1]:
                self.pop_pending_question()
                return False
            return self.ask_mover(CHANCE)
        if question_kind == ASK_IDENTITIES:
            if fields[IDENTITIES + self.setup.players - 1]:
                self.pop_pending_question()
                return False
            return self.ask_mover(CHANCE)
        if question_kind == ASK_FIRST_HANDS:
            if self.next_dealt_seat() == self.setup.players:
                self.pop_pending_question()
                return False
            return self.ask_mover(CHANCE)
        seat = self.top_question_argument()
        self.pop_pending_question()
        if seat == self.setup.players:
            fields[TURN_SEAT] = u8(0)
            fields[ROUND] = u8(1)
            return False
        fields[TURN_SEAT] = u8(seat)
        self.push_pending_question(ASK_FIRST_TILES, seat + 1)
        self.push_pending_question(ASK_PILE)
        return False

    def ask_for_pile_or_take_from_only_pile(self) -> bool:
        """Ask which pile to take from, or take from the only one possible; return whether it is asked."""
        pile_mask = self.takeable_pile_mask()
        if pile_mask & (pile_mask - 1):
            return self.ask_mover(self.turn_seat())
        self.pop_pending_question()
        if pile_mask:
            self.take_top_tile(lowest_bit_index(pile_mask))
        return False

    def ask_for_event_target_or_apply_to_only_target(self) -> bool:
        """Ask for the target of an event, or apply the only one there is; return whether it is asked."""
        if self.top_question_kind() == ASK_LIFT and len(self.list_relocatable_blueprint_places(2)) > 1:
            return self.ask_mover(self.turn_seat())
        actions = self._legal_actions()
        if len(actions) > 1:
            return self.ask_mover(self.turn_seat())
        self.apply_seat_action(actions[0])
        return False

    def begin_or_skip_turn(self) -> None:
        """Begin a turn, or skip it."""
        seat_mask = bit(self.turn_seat())
        if i64(self.byte_fields[SKIP_MASK]) & seat_mask:
            self.add_to_byte(SKIP_MASK, -seat_mask)
            self.log_event(TURN_SKIPPED)
            self.pass_turn_or_end_game()
            return
        self.push_pending_question(ASK_TURN_END)
        self.push_pending_question(ASK_DISCARD)
        self.push_pending_question(ASK_DRAW_COUNT)

    def end_turn(self) -> None:
        """End a turn, and the game if two routes are finished or nothing can change."""
        seat_mask = bit(self.turn_seat())
        if i64(self.byte_fields[SAFE_MASK]) & seat_mask:
            self.add_to_byte(SAFE_MASK, -seat_mask)
        end_reason = self.find_end_reason()
        if end_reason:
            self.finish_game(end_reason)
        else:
            self.pass_turn_or_end_game()

    def find_end_reason(self) -> i64:
        """Return why tiles would end the game if the turn ended now: one of ENDED_BY_..., or 0."""
        if self.is_late_enough_for_routes_to_end_game() and self.has_disjoint_routes():
            return ENDED_BY_ROUTES
        return ENDED_BY_STANDSTILL if self.is_at_standstill() else 0

    def is_late_enough_for_routes_to_end_game(self) -> bool:
        """Return whether the end of this turn is late enough for routes to end the game."""
        if not cast(TricolorLookup, self.setup).has_full_rounds:
            return True
        return i64(self.byte_fields[ROUND]) > 1 or self.turn_seat() == self.setup.players - 1

    def has_disjoint_routes(self) -> bool:
        """Return whether two Ends have shortest routes that share no tile."""
        return len(RouteFinder(cast(TricolorLookup, self.setup), self.byte_fields).find_best_disjoint_pair()) > 0

    def is_at_standstill(self) -> bool:
        """Return whether there is no tile that can be taken or built."""
        return not self.takeable_pile_mask() and len(self.list_blueprint_places()) == 0

    def pass_turn_or_end_game(self) -> None:
        """Pass the turn to the next seat, or end the game after the last round."""
        fields = self.byte_fields
        seat = self.turn_seat() + 1
        if seat < self.setup.players:
            fields[TURN_SEAT] = u8(seat)
        elif i64(fields[ROUND]) >= cast(TricolorLookup, self.setup).round_limit:
            self.finish_game(ENDED_BY_ROUND_LIMIT)
        else:
            fields[TURN_SEAT] = u8(0)
            fields[ROUND] = u8(i64(fields[ROUND]) + 1)

    def finish_game(self, reason: i64) -> None:
        """End the game for one of the reasons ENDED_BY_..., and reveal all hands."""
        fields = self.byte_fields
        while fields[NUM_QUESTIONS]:
            self.pop_pending_question()
        fields[END_REASON] = u8(reason)
        self.reveal_all_hands()
        self.to_move = OVER

    # Answers.

    def _apply(self, action: Action) -> None:
        """Apply an action or chance outcome, and advance to the next question."""
        # A route plan is about tiles: cards that come and go leave it as it is.
        if self.top_question_kind() not in (ASK_DRAW_COUNT, ASK_CARD, ASK_DISCARD, ASK_INSTEAD):
            self.route_plan = None
        if self.to_move == CHANCE:
            self.apply_chance_outcome(action)
        else:
            self.apply_seat_action(action)
        self.run_until_question()

    def apply_chance_outcome(self, outcome: Action) -> None:
        """Apply a chance outcome: a tile, card, identity or event."""
        fields = self.byte_fields
        kind = self.top_question_kind()
        if kind == ASK_CARD:
            num_cards_left = self.top_question_argument() - 1
            self.pop_pending_question()
            self.push_pending_question(ASK_CARD, num_cards_left)
            self.give_drawn_card(self.turn_seat(), outcome)
        elif kind in (ASK_NEW_TOP, ASK_FIRST_TOPS):
            pile = self.top_question_argument()
            if kind == ASK_NEW_TOP:
                self.pop_pending_question()
            else:
                pile = self.count_tops_revealed_in_setup()
            fields[PILE_TOPS + pile] = u8(outcome + 1)
            self.add_to_byte(UNSEEN_TILES + outcome, -1)
        elif kind == ASK_EVENT:
            self.pop_pending_question()
            self.begin_event(outcome)
        elif kind == ASK_TOLL_CARD:
            victim = self.top_question_argument()
            self.pop_pending_question()
            card = outcome % NUM_CARD_KINDS
            self.remove_hidden_card_from_hand(victim, card, outcome >= NUM_CARD_KINDS)
            self.add_to_byte(OPEN_HANDS + NUM_CARD_KINDS * self.turn_seat() + card, 1)
        elif kind == ASK_FIRST_HANDS:
            self.give_drawn_card(self.next_dealt_seat(), outcome)
        else:
            fields[IDENTITIES + self.count_identities_dealt()] = u8(outcome + 1)

    def count_tops_revealed_in_setup(self) -> i64:
        """Return how many tops chance has turned up, during set-up."""
        count: i64 = 0
        while self.byte_fields[PILE_TOPS + count]:
            count += 1
        return count

    def count_identities_dealt(self) -> i64:
        """Return how many identities have been dealt."""
        count: i64 = 0
        while self.byte_fields[IDENTITIES + count]:
            count += 1
        return count

    def next_dealt_seat(self) -> Seat:
        """Return the seat that is dealt the next card of the first hands."""
        return self.sum_bytes(NEW_HANDS, NUM_CARD_KINDS * self.setup.players) // FIRST_HAND_SIZE

    def apply_seat_action(self, action: Action) -> None:
        """Apply the action of the seat to move."""
        kind, target, detail = decode_action(action)
        if kind in (BUILD_KIND, ROTATE_KIND, DISCARD_KIND):
            if self.does_action_ask_for_ages(action):
                self.set_pending_payment_action(action)
                self.push_pending_question(ASK_AGES)
            else:
                self.pay_for_and_apply_action(action, 0)
        elif kind == AGES_KIND:
            paid_action = self.payment_action()
            self.pop_pending_question()
            self.set_pending_payment_action(0)
            self.pay_for_and_apply_action(paid_action, target)
        elif kind == ATTACK_KIND:
            self.discard_hand_to_attack_seat(target)
        else:
            # These answer their question for good; after the others it is asked again.
            is_instead = self.top_question_kind() == ASK_INSTEAD
            self.pop_pending_question()
            if kind == DRAW_KIND:
                self.push_questions_for_card_draw(target, is_instead)
            elif kind == TAKE_KIND:
                self.take_top_tile(target)
            elif kind == PLACE_KIND:
                self.place_taken_tile(target, detail)
            elif kind not in (DONE_KIND, PASS_KIND):
                self.apply_event(kind, target, detail)

    def pay_for_and_apply_action(self, action: Action, old_mask: Mask) -> None:
        """Pay for an action, with the old cards in a mask as for ``encode_age_answer``, and apply it."""
        self.pay_for_action(action, old_mask)
        kind, target, _ = decode_action(action)
        if kind == BUILD_KIND:
            self.build_blueprint(target)
        elif kind == ROTATE_KIND:
            self.rotate_blueprint(target)

    def push_questions_for_card_draw(self, num_cards: i64, is_instead: bool) -> None:
        """Ask chance for two or four cards; after two a tile and actions follow, unless they replace an event."""
        if num_cards == 2 and not is_instead:
            self.push_pending_question(ASK_ACTION)
            self.push_pending_question(ASK_PILE)
        self.push_pending_question(ASK_CARD, num_cards)

    def take_top_tile(self, pile: i64) -> None:
        """Take the top of a pile; the next one will be turned up before it is placed."""
        self.route_plan = None
        fields = self.byte_fields
        tile_code = cast(TricolorLookup, self.setup).encode_new_tile(i64(fields[PILE_TOPS + pile]) - 1)
        fields[TAKEN_CODE] = u8(tile_code)
        fields[PILE_TOPS + pile] = u8(0)
        self.add_to_byte(PILE_SIZES + pile, -1)
        self.log_event(TILE_TAKEN, pile, tile_code)
        self.push_pending_question(ASK_PLACEMENT)
        if fields[PILE_SIZES + pile]:
            self.push_pending_question(ASK_NEW_TOP, pile)

    def place_taken_tile(self, place: PlaceIndex, rotation: i64) -> None:
        """Place the tile that has been taken."""
        tile_code = replace_rotation(i64(self.byte_fields[TAKEN_CODE]), rotation)
        self.set_tile_and_last_place(place, tile_code)
        self.byte_fields[TAKEN_CODE] = u8(0)
        self.log_event(TILE_PLACED, place, tile_code)

    def build_blueprint(self, place: PlaceIndex) -> None:
        """Build a blueprint; an event follows."""
        tile_code = i64(self.byte_fields[place])
        self.set_tile_and_last_place(place, tile_code + 1)
        self.log_event(ROAD_BUILT, place, tile_code + 1)
        self.push_pending_question(ASK_EVENT)

    def rotate_blueprint(self, place: PlaceIndex) -> None:
        """Turn a blueprint a quarter clockwise."""
        self.set_rotation(place, (decode_rotation(i64(self.byte_fields[place])) + 1) % self.count_rotations_at(place))
        self.log_event(BLUEPRINT_ROTATED, place, i64(self.byte_fields[place]))

    def discard_hand_to_attack_seat(self, victim: Seat) -> None:
        """Discard the mover's hand, and make another seat skip its next turn."""
        self.discard_hand(self.to_move)
        victim_mask = bit(victim)
        self.byte_fields[SKIP_MASK] = u8(i64(self.byte_fields[SKIP_MASK]) | victim_mask)
        self.byte_fields[SAFE_MASK] = u8(i64(self.byte_fields[SAFE_MASK]) | victim_mask)
        self.log_event(SEAT_ATTACKED, victim)


def lowest_bit_index(mask: Mask) -> i64:
    """Return the index of the lowest bit that is set."""
    index: i64 = 0
    while not mask >> index & 1:
        index += 1
    return index
