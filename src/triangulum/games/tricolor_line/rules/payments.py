# compiled by mypyc
"""How cards are paid in Tricolor Line: which kinds, and then how many of the hidden ones among them are old.

Whoever holds hidden cards of both ages and pays hidden cards is asked a second question, whether there is a choice or
not: that it is asked must not tell what a hand holds. Until it is answered, nothing has been paid.
"""

from __future__ import annotations

from typing import cast

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from triangulum.core.boards.bits import bit
from triangulum.core.types import Action, Mask, Seat
from triangulum.games.tricolor_line.actions import (
    BUILD_KIND,
    DISCARD_KIND,
    ROTATE_KIND,
    decode_action,
    encode_age_answer,
)
from triangulum.games.tricolor_line.rules.board import TricolorBoard
from triangulum.games.tricolor_line.rules.codes import NUM_CARD_KINDS, CardKind, decode_face
from triangulum.games.tricolor_line.rules.fields import NEW_HANDS, OLD_HANDS, PAYMENT_ACTION
from triangulum.games.tricolor_line.rules.lookup import TricolorLookup


class TricolorPayments(TricolorBoard):
    """Counts what actions cost, and pays it."""

    def list_payment_counts(self, action: Action) -> vec[i64]:
        """Return how many cards of each kind an action of the turn's seat names; none if it names no cards."""
        setup = cast(TricolorLookup, self.setup)
        counts = vec[i64]([0] * NUM_CARD_KINDS)
        kind, target, detail = decode_action(action)
        if kind == BUILD_KIND:
            face = decode_face(i64(self.byte_fields[target]))
            for card in range(i64(NUM_CARD_KINDS)):
                counts[card] = setup.count_paid_cards(face, detail, card)
        elif kind == ROTATE_KIND:
            first, second = setup.pair_first_cards[detail], setup.pair_second_cards[detail]
            counts[first] = counts[first] + 1
            counts[second] = counts[second] + 1
        elif kind == DISCARD_KIND:
            counts[target] = 1
        return counts

    def list_hidden_payment_counts(self, action: Action) -> vec[i64]:
        """Return how many hidden cards of each kind an action of the turn's seat names."""
        counts = self.list_payment_counts(action)
        for card in range(i64(NUM_CARD_KINDS)):
            counts[card] = self.count_hidden_cards_to_pay(self.turn_seat(), card, counts[card])
        return counts

    def does_action_ask_for_ages(self, action: Action) -> bool:
        """Return whether an action of the turn's seat leads to the question which of the cards it names are old."""
        if not self.has_cards_of_both_ages(self.turn_seat()):
            return False
        num_hidden: i64 = 0
        for count in self.list_hidden_payment_counts(action):
            num_hidden += count
        return num_hidden > 0

    # The action whose cards have been named.

    def payment_action(self) -> Action:
        """Return the action whose cards have been named but not paid yet."""
        return 256 * i64(self.byte_fields[PAYMENT_ACTION]) + i64(self.byte_fields[PAYMENT_ACTION + 1])

    def set_pending_payment_action(self, action: Action) -> None:
        """Remember an action whose cards have been named; 0 for none."""
        self.byte_fields[PAYMENT_ACTION] = u8(action >> 8)
        self.byte_fields[PAYMENT_ACTION + 1] = u8(action & 255)

    def list_age_answers(self) -> vec[i64]:
        """Return the actions that say which of the named cards are old, rising; the last one pays old cards first."""
        seat = self.turn_seat()
        counts = self.list_hidden_payment_counts(self.payment_action())
        masks = append(vec[i64](), i64(0))
        first_bit: i64 = 0
        for card in range(i64(NUM_CARD_KINDS)):
            count = counts[card]
            if count == 0:
                continue
            at = NUM_CARD_KINDS * seat + card
            num_new = i64(self.byte_fields[NEW_HANDS + at])
            num_old = i64(self.byte_fields[OLD_HANDS + at])
            longer_masks = vec[i64](capacity=len(masks) * (count + 1))
            for old_count in range(max(count - num_new, i64(0)), min(count, num_old) + 1):
                for mask in masks:
                    longer_masks = append(longer_masks, mask | (bit(old_count) - 1) << first_bit)
            masks = longer_masks
            first_bit += count
        for i in range(i64(len(masks))):
            masks[i] = encode_age_answer(masks[i])
        return masks

    # Paying.

    def pay_for_action(self, action: Action, old_mask: Mask) -> None:
        """Discard the cards that an action of the turn's seat names, with the old ones in a mask as for encode_age_answer.

        Where all hidden cards are of one age, the mask does not matter.
        """
        seat = self.turn_seat()
        counts = self.list_payment_counts(action)
        num_old_cards = self.old_hand_size(seat)
        is_old_certain = num_old_cards > 0 and self.new_hand_size(seat) == 0
        first_bit: i64 = 0
        for card in range(i64(NUM_CARD_KINDS)):
            if counts[card] == 0:
                continue
            num_hidden = self.count_hidden_cards_to_pay(seat, card, counts[card])
            num_old: i64 = num_hidden if is_old_certain else 0
            if num_old_cards > 0 and not is_old_certain:
                num_old = count_bits(old_mask >> first_bit & (bit(num_hidden) - 1))
            first_bit += num_hidden
            self.discard_cards(seat, card, counts[card], num_old)

    def discard_hand(self, seat: Seat) -> None:
        """Discard all cards of a seat; everybody sees how old they are."""
        for card in range(i64(NUM_CARD_KINDS)):
            num_old = i64(self.byte_fields[OLD_HANDS + NUM_CARD_KINDS * seat + card])
            self.discard_cards(seat, card, self.count_cards(seat, card), num_old)

    def remove_hidden_card_from_hand(self, seat: Seat, card: CardKind, is_old: bool) -> None:
        """Take a hidden card from a seat's hand."""
        if is_old:
            self.remove_old_cards(seat, card, 1)
        else:
            self.add_to_byte(NEW_HANDS + NUM_CARD_KINDS * seat + card, -1)


def count_bits(mask: Mask) -> i64:
    """Return how many bits of a mask are set."""
    count: i64 = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count
