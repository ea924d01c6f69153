# compiled by mypyc
"""Legal actions of Tricolor Line for each question, and chance outcomes with their weights."""

from __future__ import annotations

from typing import cast

from librt.random import Random
from librt.vecs import append, vec
from mypy_extensions import i64

from triangulum.core.state import ActionBuffer
from triangulum.games.tricolor_line.board import Board
from triangulum.games.tricolor_line.lookup import (
    ASK_ACTION,
    ASK_COUNT,
    ASK_DEAL,
    ASK_DETOUR,
    ASK_DISCARD,
    ASK_DRAW,
    ASK_EVENT,
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
    ATTACK_ACTION,
    BUILD_ACTION,
    DETOUR_ACTION,
    DISCARD_ACTION,
    DONE_ACTION,
    DRAW_ACTION,
    END,
    HIDDEN,
    IDENTITY,
    LANDSLIDE_ACTION,
    LEAK_ACTION,
    MAX_PAYMENTS,
    MOVE_ACTION,
    NUM_CARDS,
    NUM_COLOURS,
    NUM_EVENTS,
    NUM_FACES,
    NUM_PAIRS,
    NUM_PILES,
    NUM_SHAPES,
    NUM_USED_EVENTS,
    ORIGIN,
    PILE_ACTION,
    PILE_SIZE,
    PLACE_ACTION,
    RESETTLE_ACTION,
    SAFE,
    TAKEN_CODE,
    TOLL_ACTION,
    TURN_ACTION,
    UNSEEN,
    USED_EVENTS,
    WILD,
    TricolorLookup,
    decode_face,
    decode_rotation,
)


class LegalActions(Board):
    """Lists what may be answered to the question on top of the stack."""

    # What may be answered.

    def _legal_actions(self) -> vec[i64]:
        """Return the legal answers to the question on top of the stack."""
        kind = self.top_question()
        if kind == ASK_ACTION:
            moves = ActionBuffer()
            self.list_turn_actions(moves)
            return moves.actions[: moves.count]
        if kind == ASK_PLACE:
            return self.legal_placements()
        if kind == ASK_LANDSLIDE:
            return add_to_each(self.list_built_roads(), LANDSLIDE_ACTION)
        if kind == ASK_DETOUR:
            return self.legal_detours()
        if kind == ASK_RELOCATE:
            return add_to_each(self.list_movable_tiles(), MOVE_ACTION)
        if kind == ASK_RESETTLE:
            return add_to_each(self.list_relocation_places(self.read_place(ORIGIN)), RESETTLE_ACTION)
        actions = vec[i64](capacity=NUM_FACES)
        if kind == ASK_COUNT:
            return append(append(actions, i64(DRAW_ACTION)), i64(DRAW_ACTION + 1))
        if kind == ASK_PILE:
            for pile in range(i64(NUM_PILES)):
                if self.byte_fields[PILE_SIZE + pile]:
                    actions = append(actions, PILE_ACTION + pile)
        elif kind == ASK_DISCARD:
            for card in range(i64(NUM_CARDS)):
                if self.count_cards(self.to_move, card):
                    actions = append(actions, DISCARD_ACTION + card)
        elif kind == ASK_TOLL:
            for seat in range(self.setup.players):
                if self.can_pay_toll(seat):
                    actions = append(actions, TOLL_ACTION + seat)
        elif kind == ASK_LEAK:
            for seat in range(self.setup.players):
                if seat != self.turn_seat():
                    actions = append(actions, LEAK_ACTION + seat)
        else:
            for outcome in range(self.max_outcomes(kind)):
                if self.outcome_weight(kind, outcome):
                    actions = append(actions, outcome)
        return actions

    def _list_legal_actions(self, moves: ActionBuffer) -> None:
        """Write the legal actions into a buffer that is reused."""
        if self.top_question() == ASK_ACTION:
            self.list_turn_actions(moves)
        else:
            moves.copy_from(self._legal_actions())

    def list_turn_actions(self, buffer: ActionBuffer) -> None:
        """Write every construction, modification and attack, and DONE_ACTION, into a buffer."""
        setup = cast(TricolorLookup, self.setup)
        fields = self.byte_fields
        seat = self.to_move
        held = vec[i64]([0] * NUM_CARDS)
        size: i64 = 0
        for card in range(i64(NUM_CARDS)):
            held[card] = self.count_cards(seat, card)
            size += held[card]
        num_rotations = setup.num_rotations
        face_cost = setup.face_costs
        num_payments = setup.num_payments
        pay_single = setup.payment_singles
        pay_double = setup.payment_doubles
        pay_wild = setup.payment_wilds
        actions = buffer.reserve(setup.players)
        count: i64 = 0
        if size:
            blueprints = self.list_blueprints()
            actions = buffer.reserve(i64(len(blueprints)) * (1 + size * size // 2))
            wild = held[WILD]
            for place in blueprints:
                face = decode_face(i64(fields[place]))
                cost = face_cost[face]
                single = held[2 * (face // NUM_SHAPES)]
                double = held[2 * (face // NUM_SHAPES) + 1]
                if single + 2 * double + wild < cost:
                    continue
                if count + MAX_PAYMENTS > i64(len(actions)):
                    actions = buffer.reserve(count + MAX_PAYMENTS)
                first = MAX_PAYMENTS * cost
                base = BUILD_ACTION + MAX_PAYMENTS * place - first
                for at in range(first, first + num_payments[cost]):
                    if pay_single[at] <= single and pay_double[at] <= double and pay_wild[at] <= wild:
                        actions[count] = base + at
                        count += 1
            if size >= 2:
                pairs = list_pairs(held)
                num_pairs = i64(len(pairs))
                for place in blueprints:
                    if num_rotations[decode_face(i64(fields[place]))] > 1:
                        if count + num_pairs > i64(len(actions)):
                            actions = buffer.reserve(count + num_pairs)
                        base = TURN_ACTION + NUM_PAIRS * place
                        for i in range(num_pairs):
                            actions[count] = base + pairs[i]
                            count += 1
            actions = buffer.reserve(count + setup.players)
            safe = i64(fields[SAFE])
            for victim in range(setup.players):
                if victim != seat and not safe >> victim & 1:
                    actions[count] = ATTACK_ACTION + victim
                    count += 1
        actions[count] = DONE_ACTION
        buffer.count = count + 1

    def legal_placements(self) -> vec[i64]:
        """Return every place and rotation for the tile that has been taken."""
        num_rotations = cast(TricolorLookup, self.setup).num_rotations[decode_face(i64(self.byte_fields[TAKEN_CODE]))]
        places = self.list_free_places()
        actions = vec[i64]([0] * (num_rotations * i64(len(places))))
        at: i64 = 0
        for place in places:
            for rotation in range(num_rotations):
                actions[at] = PLACE_ACTION + 4 * place + rotation
                at += 1
        return actions

    def legal_detours(self) -> vec[i64]:
        """Return every blueprint with each of its other rotations."""
        actions = vec[i64](capacity=64)
        for place in self.list_turnable_blueprints():
            current = decode_rotation(i64(self.byte_fields[place]))
            for rotation in range(self.num_rotations_at(place)):
                if rotation != current:
                    actions = append(actions, DETOUR_ACTION + 4 * place + rotation)
        return actions

    def can_pay_toll(self, seat: i64) -> bool:
        """Return whether a toll could be taken: another seat with a card that nobody else has seen."""
        return seat != self.turn_seat() and self.hidden_hand_size(seat) > 0

    # Chance.

    def max_outcomes(self, kind: i64) -> i64:
        """Return how many outcomes a chance step could have at most."""
        if kind in (ASK_TOPS, ASK_TOP):
            return NUM_FACES
        if kind == ASK_IDENTITY:
            return NUM_COLOURS
        return NUM_EVENTS if kind == ASK_EVENT else NUM_CARDS

    def outcome_weight(self, kind: i64, outcome: i64) -> i64:
        """Return how many cards or tiles would bring an outcome."""
        fields = self.byte_fields
        if kind in (ASK_DRAW, ASK_DEAL):
            return i64(fields[self.draw_source_offset() + outcome])
        if kind == ASK_TOP:
            return i64(fields[UNSEEN + outcome])
        if kind == ASK_TOPS:
            return i64(fields[UNSEEN + outcome]) if outcome != END else 0
        if kind == ASK_TOLL_CARD:
            return i64(fields[HIDDEN + NUM_CARDS * self.top_question_argument() + outcome])
        if kind == ASK_IDENTITY:
            return self.count_identities_left(outcome)
        return self.count_events_left(outcome)

    def count_identities_left(self, colour: i64) -> i64:
        """Return how many identities of a colour have not been dealt."""
        left = cast(TricolorLookup, self.setup).identities_per_colour
        for seat in range(self.setup.players):
            if i64(self.byte_fields[IDENTITY + seat]) == colour + 1:
                left -= 1
        return left

    def count_events_left(self, event: i64) -> i64:
        """Return how many events of a kind can be drawn: all of them once the pile is used up."""
        setup = cast(TricolorLookup, self.setup)
        count = setup.event_counts[event]
        used = i64(self.byte_fields[NUM_USED_EVENTS])
        if used == self.count_event_cards():
            return count
        for at in range(USED_EVENTS, USED_EVENTS + used):
            if i64(self.byte_fields[at]) == event:
                count -= 1
        return count

    def count_event_cards(self) -> i64:
        """Return how many event cards there are."""
        total: i64 = 0
        for count in cast(TricolorLookup, self.setup).event_counts:
            total += count
        return total

    def _chance_weights(self) -> vec[i64]:
        """Return for each possible outcome how many cards or tiles would bring it."""
        kind = self.top_question()
        weights = vec[i64](capacity=NUM_FACES)
        for outcome in range(self.max_outcomes(kind)):
            weight = self.outcome_weight(kind, outcome)
            if weight:
                weights = append(weights, weight)
        return weights

    def sample_chance(self, rng: Random) -> i64:
        """Sample a tile or a card without listing all outcomes."""
        kind = self.top_question()
        if kind in (ASK_DRAW, ASK_DEAL):
            pile = self.draw_source_offset()
            return self.find_counted_kind(pile, rng.randrange(self.sum_bytes(pile, NUM_CARDS)))
        if kind == ASK_TOP:
            return self.find_counted_kind(UNSEEN, rng.randrange(self.sum_bytes(UNSEEN, NUM_FACES)))
        return super().sample_chance(rng)


def list_pairs(card_counts: vec[i64]) -> vec[i64]:
    """Return the indices of all pairs of cards in a hand, numbered by the first card, then the second."""
    pairs = vec[i64](capacity=NUM_PAIRS)
    first_pair: i64 = 0
    for low in range(i64(NUM_CARDS)):
        if card_counts[low]:
            if card_counts[low] >= 2:
                pairs = append(pairs, first_pair)
            for high in range(low + 1, i64(NUM_CARDS)):
                if card_counts[high]:
                    pairs = append(pairs, first_pair + high - low)
        first_pair += NUM_CARDS - low
    return pairs


def add_to_each(numbers: vec[i64], amount: i64) -> vec[i64]:
    """Add an amount to each number in place, and return the same vector."""
    for at in range(i64(len(numbers))):
        numbers[at] = numbers[at] + amount
    return numbers
