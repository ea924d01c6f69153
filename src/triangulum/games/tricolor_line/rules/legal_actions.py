# compiled by mypyc
"""Legal actions of Tricolor Line for each question, and chance outcomes with their weights."""

from __future__ import annotations

from typing import cast

from librt.random import Random
from librt.vecs import append, vec
from mypy_extensions import i64

from triangulum.core.state import ActionBuffer
from triangulum.core.types import Action, Seat
from triangulum.games.tricolor_line.actions import (
    DONE,
    MAX_PAYMENTS,
    PASS,
    encode_attack,
    encode_build,
    encode_detour,
    encode_discard,
    encode_draw,
    encode_landslide,
    encode_leak,
    encode_lift,
    encode_placement,
    encode_put_down,
    encode_rotate,
    encode_take,
    encode_toll,
    list_payable_card_pairs,
)
from triangulum.games.tricolor_line.rules.codes import (
    END_FACE,
    NUM_CARD_KINDS,
    NUM_COLOURS,
    NUM_EVENT_KINDS,
    NUM_FACES,
    NUM_PILES,
    NUM_SHAPES,
    WILD,
    decode_face,
    decode_rotation,
)
from triangulum.games.tricolor_line.rules.fields import (
    ASK_ACTION,
    ASK_AGES,
    ASK_CARD,
    ASK_DETOUR,
    ASK_DISCARD,
    ASK_DRAW_COUNT,
    ASK_EVENT,
    ASK_FIRST_HANDS,
    ASK_FIRST_TOPS,
    ASK_IDENTITIES,
    ASK_INSTEAD,
    ASK_LANDSLIDE,
    ASK_LEAK,
    ASK_LIFT,
    ASK_NEW_TOP,
    ASK_PILE,
    ASK_PLACEMENT,
    ASK_PUT_DOWN,
    ASK_TOLL,
    ASK_TOLL_CARD,
    IDENTITIES,
    LOOKED_MASKS,
    NEW_HANDS,
    NUM_USED_EVENTS,
    OLD_HANDS,
    ORIGIN,
    SAFE_MASK,
    TAKEN_CODE,
    UNSEEN_TILES,
    USED_EVENTS,
)
from triangulum.games.tricolor_line.rules.lookup import END_PAYMENT_BLOCK, TricolorLookup
from triangulum.games.tricolor_line.rules.payments import TricolorPayments


class TricolorLegalActions(TricolorPayments):
    """Lists what a seat or chance may answer to the question on top of the stack."""

    # Actions of seats.

    def _legal_actions(self) -> vec[i64]:
        """Return the legal answers to the question on top of the stack."""
        kind = self.top_question_kind()
        if kind == ASK_ACTION:
            buffer = ActionBuffer()
            self.write_turn_actions(buffer)
            return buffer.actions[: buffer.count]
        if kind == ASK_PLACEMENT:
            return self.list_placement_actions()
        if kind == ASK_LANDSLIDE:
            return add_to_each_in_place(self.list_landslide_places(), encode_landslide(0))
        if kind == ASK_DETOUR:
            return self.list_detour_actions()
        if kind == ASK_LIFT:
            return add_to_each_in_place(self.list_relocatable_blueprint_places(), encode_lift(0))
        if kind == ASK_PUT_DOWN:
            lifted_face = decode_face(i64(self.byte_fields[TAKEN_CODE]))
            places = self.list_relocation_places(self.read_place_field(ORIGIN), lifted_face)
            return add_to_each_in_place(places, encode_put_down(0))
        actions = vec[i64](capacity=NUM_FACES)
        if kind == ASK_DRAW_COUNT:
            return append(append(actions, encode_draw(2)), encode_draw(4))
        if kind == ASK_INSTEAD:
            return append(append(actions, encode_draw(2)), PASS)
        if kind == ASK_AGES:
            return self.list_age_answers()
        if kind == ASK_PILE:
            pile_mask = self.takeable_pile_mask()
            for pile in range(i64(NUM_PILES)):
                if pile_mask >> pile & 1:
                    actions = append(actions, encode_take(pile))
        elif kind == ASK_DISCARD:
            for card in range(i64(NUM_CARD_KINDS)):
                if self.count_cards(self.to_move, card):
                    actions = append(actions, encode_discard(card))
        elif kind == ASK_TOLL:
            for seat in range(self.setup.players):
                if self.can_be_tolled(seat):
                    actions = append(actions, encode_toll(seat))
        elif kind == ASK_LEAK:
            for seat in range(self.setup.players):
                if self.can_be_looked_at(seat):
                    actions = append(actions, encode_leak(seat))
        else:
            for outcome in range(self.max_num_chance_outcomes(kind)):
                if self.chance_outcome_weight(kind, outcome):
                    actions = append(actions, outcome)
        return actions

    def _list_legal_actions(self, buffer: ActionBuffer) -> None:
        """Write the legal actions into a buffer that is reused."""
        if self.top_question_kind() == ASK_ACTION:
            self.write_turn_actions(buffer)
        else:
            buffer.copy_from(self._legal_actions())

    def write_turn_actions(self, buffer: ActionBuffer) -> None:
        """Write all actions of a turn into a buffer: every construction, rotation and attack, and DONE."""
        setup = cast(TricolorLookup, self.setup)
        fields = self.byte_fields
        seat = self.to_move
        card_counts = vec[i64]([0] * NUM_CARD_KINDS)
        hand_size: i64 = 0
        for card in range(i64(NUM_CARD_KINDS)):
            card_counts[card] = self.count_cards(seat, card)
            hand_size += card_counts[card]
        num_rotations = setup.num_rotations
        face_costs = setup.face_costs
        num_payments = setup.num_payments
        payment_singles = setup.payment_singles
        payment_doubles = setup.payment_doubles
        payment_wilds = setup.payment_wilds
        actions = buffer.reserve(setup.players)
        count: i64 = 0
        if hand_size:
            blueprints = self.list_blueprint_places()
            actions = buffer.reserve(i64(len(blueprints)) * (1 + hand_size * hand_size // 2))
            wild = card_counts[WILD]
            is_end_seen = False
            end_payments = vec[i64]()
            for place in blueprints:
                face = decode_face(i64(fields[place]))
                if face == END_FACE:
                    if not is_end_seen:
                        is_end_seen = True
                        end_payments = self.list_payable_end_payments(card_counts)
                    if count + MAX_PAYMENTS > i64(len(actions)):
                        actions = buffer.reserve(count + MAX_PAYMENTS)
                    for i in range(i64(len(end_payments))):
                        actions[count] = encode_build(place, end_payments[i])
                        count += 1
                    continue
                cost = face_costs[face]
                single = card_counts[2 * (face // NUM_SHAPES)]
                double = card_counts[2 * (face // NUM_SHAPES) + 1]
                if single + 2 * double + wild < cost:
                    continue
                if count + MAX_PAYMENTS > i64(len(actions)):
                    actions = buffer.reserve(count + MAX_PAYMENTS)
                first = MAX_PAYMENTS * cost
                base = encode_build(place, 0) - first
                for at in range(first, first + num_payments[cost]):
                    if payment_singles[at] <= single and payment_doubles[at] <= double and payment_wilds[at] <= wild:
                        actions[count] = base + at
                        count += 1
            if hand_size >= 2:
                pairs = list_payable_card_pairs(card_counts)
                num_pairs = i64(len(pairs))
                for place in blueprints:
                    if num_rotations[decode_face(i64(fields[place]))] > 1:
                        if count + num_pairs > i64(len(actions)):
                            actions = buffer.reserve(count + num_pairs)
                        base = encode_rotate(place, 0)
                        for i in range(num_pairs):
                            actions[count] = base + pairs[i]
                            count += 1
            actions = buffer.reserve(count + setup.players)
            safe_mask = i64(fields[SAFE_MASK])
            for victim in range(setup.players):
                if victim != seat and not safe_mask >> victim & 1:
                    actions[count] = encode_attack(victim)
                    count += 1
        actions[count] = DONE
        buffer.count = count + 1

    def list_payable_end_payments(self, card_counts: vec[i64]) -> vec[i64]:
        """Return the payments for an End that a hand can pay, given how many cards of each kind it has."""
        setup = cast(TricolorLookup, self.setup)
        payments = vec[i64](capacity=MAX_PAYMENTS)
        for payment in range(setup.num_payments[END_PAYMENT_BLOCK]):
            num_missing: i64 = 0
            for card in range(i64(NUM_CARD_KINDS)):
                num_paid = setup.end_payment_counts[NUM_CARD_KINDS * payment + card]
                num_missing += max(num_paid - card_counts[card], i64(0))
            if num_missing == 0:
                payments = append(payments, payment)
        return payments

    def list_placement_actions(self) -> vec[i64]:
        """Return every place and rotation for the tile that has been taken."""
        face = decode_face(i64(self.byte_fields[TAKEN_CODE]))
        num_rotations = cast(TricolorLookup, self.setup).num_rotations[face]
        places = self.list_free_places_for(face)
        actions = vec[i64]([0] * (num_rotations * i64(len(places))))
        at: i64 = 0
        for place in places:
            base = encode_placement(place, 0)
            for rotation in range(num_rotations):
                actions[at] = base + rotation
                at += 1
        return actions

    def list_detour_actions(self) -> vec[i64]:
        """Return every blueprint with each of its other rotations."""
        actions = vec[i64](capacity=64)
        for place in self.list_rotatable_blueprint_places():
            current_rotation = decode_rotation(i64(self.byte_fields[place]))
            for rotation in range(self.count_rotations_at(place)):
                if rotation != current_rotation:
                    actions = append(actions, encode_detour(place, rotation))
        return actions

    def can_be_tolled(self, seat: Seat) -> bool:
        """Return whether a toll could be taken from a seat: another one, with a card that nobody else has seen."""
        return seat != self.turn_seat() and self.hidden_hand_size(seat) > 0

    def can_be_looked_at(self, seat: Seat) -> bool:
        """Return whether a leak could show a seat's identity: another one, at which the turn's seat has not looked."""
        looker = self.turn_seat()
        return seat != looker and not i64(self.byte_fields[LOOKED_MASKS + looker]) >> seat & 1

    # Chance.

    def max_num_chance_outcomes(self, question_kind: i64) -> i64:
        """Return how many outcomes chance has at most when it answers a kind of question."""
        if question_kind in (ASK_FIRST_TOPS, ASK_NEW_TOP):
            return NUM_FACES
        if question_kind == ASK_IDENTITIES:
            return NUM_COLOURS
        if question_kind == ASK_TOLL_CARD:
            return 2 * NUM_CARD_KINDS  # a new card of each kind, then an old one
        return NUM_EVENT_KINDS if question_kind == ASK_EVENT else NUM_CARD_KINDS

    def chance_outcome_weight(self, question_kind: i64, outcome: Action) -> i64:
        """Return how many cards or tiles would bring an outcome of chance."""
        fields = self.byte_fields
        if question_kind in (ASK_CARD, ASK_FIRST_HANDS):
            return i64(fields[self.offset_of_pile_to_draw_from() + outcome])
        if question_kind == ASK_NEW_TOP:
            return i64(fields[UNSEEN_TILES + outcome])
        if question_kind == ASK_FIRST_TOPS:
            return i64(fields[UNSEEN_TILES + outcome]) if outcome != END_FACE else 0
        if question_kind == ASK_TOLL_CARD:
            hands: i64 = NEW_HANDS if outcome < NUM_CARD_KINDS else OLD_HANDS
            return i64(fields[hands + NUM_CARD_KINDS * self.top_question_argument() + outcome % NUM_CARD_KINDS])
        if question_kind == ASK_IDENTITIES:
            return self.count_undealt_identities(outcome)
        return self.count_drawable_events(outcome)

    def count_undealt_identities(self, colour: i64) -> i64:
        """Return how many identities of a colour have not been dealt."""
        count = cast(TricolorLookup, self.setup).identities_per_colour
        for seat in range(self.setup.players):
            if i64(self.byte_fields[IDENTITIES + seat]) == colour + 1:
                count -= 1
        return count

    def count_drawable_events(self, event: i64) -> i64:
        """Return how many event cards of a kind can be drawn: all of them once the pile is used up."""
        setup = cast(TricolorLookup, self.setup)
        count = setup.event_counts[event]
        num_used = i64(self.byte_fields[NUM_USED_EVENTS])
        if num_used == self.count_event_cards():
            return count
        for at in range(USED_EVENTS, USED_EVENTS + num_used):
            if i64(self.byte_fields[at]) == event:
                count -= 1
        return count

    def count_event_cards(self) -> i64:
        """Return how many event cards there are in the box."""
        total: i64 = 0
        for count in cast(TricolorLookup, self.setup).event_counts:
            total += count
        return total

    def _chance_weights(self) -> vec[i64]:
        """Return for each possible outcome how many cards or tiles would bring it."""
        kind = self.top_question_kind()
        weights = vec[i64](capacity=NUM_FACES)
        for outcome in range(self.max_num_chance_outcomes(kind)):
            weight = self.chance_outcome_weight(kind, outcome)
            if weight:
                weights = append(weights, weight)
        return weights

    def sample_chance(self, rng: Random) -> i64:
        """Sample a tile or a card without listing all outcomes."""
        kind = self.top_question_kind()
        if kind in (ASK_CARD, ASK_FIRST_HANDS):
            pile = self.offset_of_pile_to_draw_from()
            return self.find_kind_of_nth_item(pile, rng.randrange(self.sum_bytes(pile, NUM_CARD_KINDS)))
        if kind == ASK_NEW_TOP:
            return self.find_kind_of_nth_item(UNSEEN_TILES, rng.randrange(self.sum_bytes(UNSEEN_TILES, NUM_FACES)))
        return super().sample_chance(rng)


def add_to_each_in_place(numbers: vec[i64], amount: i64) -> vec[i64]:
    """Add an amount to each number in place, and return the same vector."""
    for at in range(i64(len(numbers))):
        numbers[at] = numbers[at] + amount
    return numbers
