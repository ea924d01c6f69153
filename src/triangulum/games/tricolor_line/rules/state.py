# compiled by mypyc
"""The complete state of Tricolor Line: how a game begins, and what is hidden from whom.

``rules/__init__.py`` says what the modules that it builds on are for; together they follow ``rules.md``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from librt.random import Random
from librt.vecs import extend, vec
from mypy_extensions import i64, u8

from triangulum.core.boards.bits import bit
from triangulum.core.learning.belief import Belief
from triangulum.core.state import CHANCE, OVER, State
from triangulum.core.types import Action, Hash, IsSupported, Mask, Seat
from triangulum.games.tricolor_line.actions import DONE, FIRST_DISCARD, NUM_ACTIONS, is_attack
from triangulum.games.tricolor_line.rules.codes import (
    CENTRE,
    HAND_LIMIT,
    NUM_CARD_KINDS,
    NUM_COLOURS,
    NUM_FACES,
    NUM_PILES,
    START_CODE,
)
from triangulum.games.tricolor_line.rules.evaluation import TricolorEvaluation
from triangulum.games.tricolor_line.rules.fields import (
    ASK_ACTION,
    ASK_AGES,
    ASK_CARD,
    ASK_DETOUR,
    ASK_FIRST_HANDS,
    ASK_FIRST_TILES,
    ASK_FIRST_TOPS,
    ASK_IDENTITIES,
    ASK_INSTEAD,
    ASK_LANDSLIDE,
    ASK_LIFT,
    ASK_NEW_TOP,
    ASK_PILE,
    ASK_PLACEMENT,
    ASK_PUT_DOWN,
    ASK_TURN_START,
    DRAW_PILE,
    IDENTITIES,
    LOOKED_MASKS,
    NEW_HANDS,
    NUM_BYTES,
    OLD_CARDS,
    OLD_HANDS,
    OPEN_HANDS,
    PILE_SIZES,
    UNSEEN_TILES,
)
from triangulum.games.tricolor_line.rules.hidden_cards import NamedHandSampler
from triangulum.games.tricolor_line.rules.lookup import TricolorLookup

if TYPE_CHECKING:
    from triangulum.core.components import Components
    from triangulum.core.game import Game
    from triangulum.games.tricolor_line.box import TricolorBox
    from triangulum.games.tricolor_line.options import TricolorOptions

HASH_MODULUS: Final = 2_147_483_629  # hashes of what an action reveals are below this
UNKNOWN_IDENTITY: Final = 255  # in an observation, instead of an identity that the seat does not know


class TricolorSetup(TricolorLookup):
    """A choice of options and components of Tricolor Line."""

    def __init__(self, game: Game, options: TricolorOptions, components: Components[TricolorBox]) -> None:
        super().__init__(game, options, components)

    def new(self) -> State:
        """Return the board with Start alone, and everything else left to chance."""
        state = TricolorState(self, CHANCE, vec[u8]([0] * NUM_BYTES), vec[i64]())
        fields = state.byte_fields
        fields[CENTRE] = u8(START_CODE)
        for face in range(i64(NUM_FACES)):
            fields[UNSEEN_TILES + face] = u8(self.face_counts[face])
        for pile in range(i64(NUM_PILES)):
            fields[PILE_SIZES + pile] = u8(self.pile_size)
        for card in range(i64(NUM_CARD_KINDS)):
            fields[DRAW_PILE + card] = u8(self.card_counts[card])
        state.push_pending_question(ASK_TURN_START)
        state.push_pending_question(ASK_FIRST_TILES)
        state.push_pending_question(ASK_FIRST_HANDS)
        state.push_pending_question(ASK_IDENTITIES)
        state.push_pending_question(ASK_FIRST_TOPS)
        state.run_until_question()
        return state

    def state_from_fields(self, to_move: i64, byte_fields: vec[u8], word_fields: vec[i64]) -> State:
        """Return a state that holds these numbers."""
        return TricolorState(self, to_move, byte_fields, word_fields)


class TricolorState(TricolorEvaluation):
    """A position in Tricolor Line."""

    # What is hidden.

    def event_key(self, action: Action, seat: Seat) -> Hash:
        """Return a number for what a seat perceives of an action: the action itself, and all that comes to light.

        A card or identity that is dealt to somebody else counts as the same unknown action.
        """
        owner = seat
        is_shuffled = False
        if self.to_move == CHANCE:
            kind = self.top_question_kind()
            if kind == ASK_IDENTITIES:
                owner = self.count_identities_dealt()
            elif kind == ASK_FIRST_HANDS:
                owner = self.next_dealt_seat()
            elif kind == ASK_CARD:
                owner = self.turn_seat()
                is_shuffled = self.sum_bytes(DRAW_PILE, NUM_CARD_KINDS) == 0
        perceived_action = action if owner == seat else i64(NUM_ACTIONS)
        after = self if self.is_turn_certain_to_continue_after(action) else cast(TricolorState, self.after(action))
        revealed_hash: i64 = 0
        if is_shuffled:
            for at in range(i64(OLD_HANDS), i64(OPEN_HANDS)):
                revealed_hash = (revealed_hash * 31 + i64(self.byte_fields[at])) % HASH_MODULUS
        if self.to_move != CHANCE and is_attack(action):
            for card in range(i64(NUM_CARD_KINDS)):
                num_old = i64(self.byte_fields[OLD_HANDS + NUM_CARD_KINDS * self.to_move + card])
                revealed_hash = (revealed_hash * 31 + self.count_cards(self.to_move, card)) % HASH_MODULUS
                revealed_hash = (revealed_hash * 31 + num_old) % HASH_MODULUS
        is_over = after.to_move == OVER
        if is_over:
            for at in range(i64(OPEN_HANDS), i64(IDENTITIES)):
                revealed_hash = (revealed_hash * 31 + i64(after.byte_fields[at])) % HASH_MODULUS
        points = after.compute_points() if is_over else []
        for owner_seat in range(self.setup.players):
            if is_over or (seat >= 0 and i64(after.byte_fields[LOOKED_MASKS + seat]) & bit(owner_seat)):
                revealed_hash = (revealed_hash * 31 + i64(after.byte_fields[IDENTITIES + owner_seat])) % HASH_MODULUS
            if is_over:
                revealed_hash = (revealed_hash * 31 + i64(points[owner_seat])) % HASH_MODULUS
        return perceived_action + (NUM_ACTIONS + 1) * revealed_hash

    def is_turn_certain_to_continue_after(self, action: Action) -> bool:
        """Return whether an action surely neither ends the turn nor shows an identity; False if unsure."""
        kind = self.top_question_kind()
        if kind == ASK_ACTION:
            return action != DONE
        if kind == ASK_AGES:
            return self.payment_action() < FIRST_DISCARD
        return kind in (
            ASK_PLACEMENT,
            ASK_NEW_TOP,
            ASK_PILE,
            ASK_DETOUR,
            ASK_LANDSLIDE,
            ASK_LIFT,
            ASK_PUT_DOWN,
            ASK_INSTEAD,
        )

    def _resample(self, seat: Seat, rng: Random) -> State:
        """Return a copy with the cards and identities that a seat cannot know dealt anew, all deals equally likely."""
        state = cast(TricolorState, self.copy())
        if self.to_move == OVER:
            return state
        state.resample_cards(seat, rng)
        state.resample_identities(seat, rng)
        return state

    def resample_cards(self, seat: Seat, rng: Random) -> None:
        """Deal other seats' new cards anew from the pile, and their old ones from all old cards.

        A seat that has named cards, and not yet said how many of them are old, is dealt its hand first.
        """
        fields = self.byte_fields
        old_cards = fields[OLD_CARDS:NEW_HANDS]
        new_sizes = self.return_hands_to_pool_and_count(seat, NEW_HANDS, DRAW_PILE, 1)
        old_sizes = self.return_hands_to_pool_and_count(seat, OLD_HANDS, OLD_CARDS, 0)
        if seat >= 0:
            for card in range(i64(NUM_CARD_KINDS)):
                self.add_to_byte(OLD_CARDS + card, -i64(fields[OLD_HANDS + NUM_CARD_KINDS * seat + card]))
        payer = self.turn_seat()
        if self.top_question_kind() == ASK_AGES and payer != seat:
            self.deal_named_hand(payer, old_sizes[payer], new_sizes[payer], rng)
            old_sizes[payer] = 0
            new_sizes[payer] = 0
        self.deal_cards(new_sizes, NEW_HANDS, DRAW_PILE, rng)
        self.deal_cards(old_sizes, OLD_HANDS, OLD_CARDS, rng)
        for card in range(i64(NUM_CARD_KINDS)):
            fields[OLD_CARDS + card] = old_cards[card]

    def return_hands_to_pool_and_count(self, seat: Seat, hands: i64, pool: i64, num_added: i64) -> vec[i64]:
        """Empty the hands at an offset of all seats but one, and return how many cards they had.

        Each card is added so many times to the pool at another offset: once, or not at all if it is counted there.
        """
        fields = self.byte_fields
        sizes = vec[i64]([0] * self.setup.players)
        for owner in range(self.setup.players):
            if owner == seat:
                continue
            for card in range(i64(NUM_CARD_KINDS)):
                at = hands + NUM_CARD_KINDS * owner + card
                sizes[owner] = sizes[owner] + i64(fields[at])
                self.add_to_byte(pool + card, num_added * i64(fields[at]))
                fields[at] = u8(0)
        return sizes

    def deal_cards(self, sizes: vec[i64], hands: i64, pool: i64, rng: Random) -> None:
        """Deal each seat so many cards from the pool at an offset into the hands at another."""
        num_left = self.sum_bytes(pool, NUM_CARD_KINDS)
        for owner in range(self.setup.players):
            for _ in range(sizes[owner]):
                card = self.find_kind_of_nth_item(pool, rng.randrange(num_left))
                num_left -= 1
                self.add_to_byte(pool + card, -1)
                self.add_to_byte(hands + NUM_CARD_KINDS * owner + card, 1)

    def deal_named_hand(self, seat: Seat, num_old: i64, num_new: i64, rng: Random) -> None:
        """Deal a seat old and new cards, among them those it has named."""
        old_pool = vec[i64]([i64(self.byte_fields[OLD_CARDS + card]) for card in range(NUM_CARD_KINDS)])
        new_pool = vec[i64]([i64(self.byte_fields[DRAW_PILE + card]) for card in range(NUM_CARD_KINDS)])
        named_counts = self.list_hidden_payment_counts(self.payment_action())
        counts = NamedHandSampler(old_pool, new_pool, named_counts, num_old, num_new).sample_old_and_new_card_counts(
            rng
        )
        for card in range(i64(NUM_CARD_KINDS)):
            self.add_to_byte(OLD_CARDS + card, -counts[card])
            self.add_to_byte(OLD_HANDS + NUM_CARD_KINDS * seat + card, counts[card])
            self.add_to_byte(DRAW_PILE + card, -counts[NUM_CARD_KINDS + card])
            self.add_to_byte(NEW_HANDS + NUM_CARD_KINDS * seat + card, counts[NUM_CARD_KINDS + card])

    def resample_identities(self, seat: Seat, rng: Random) -> None:
        """Take back the identities that a seat has not seen, and deal as many again."""
        fields = self.byte_fields
        players = self.setup.players
        known_mask = self.known_identity_mask(seat)
        unseen_mask: i64 = 0
        for owner in range(players):
            if fields[IDENTITIES + owner] and not known_mask >> owner & 1:
                unseen_mask |= bit(owner)
                fields[IDENTITIES + owner] = u8(0)
        for owner in range(players):
            if not unseen_mask >> owner & 1:
                continue
            index = rng.randrange(
                self.count_undealt_identities(0) + self.count_undealt_identities(1) + self.count_undealt_identities(2)
            )
            colour: i64 = 0
            while index >= self.count_undealt_identities(colour):
                index -= self.count_undealt_identities(colour)
                colour += 1
            fields[IDENTITIES + owner] = u8(colour + 1)

    def belief(self, seat: Seat, belief: Belief) -> IsSupported:
        """Write the mean count of each card in hidden hands, and the odds of identities, into a belief."""
        if self.to_move == OVER:
            return True
        if self.payment_action():
            return False  # what has been named makes some hands likelier
        if not self.add_card_belief(seat, belief, NEW_HANDS, DRAW_PILE):
            return False
        if not self.add_card_belief(seat, belief, OLD_HANDS, OLD_CARDS):
            return False
        setup = cast(TricolorLookup, self.setup)
        fields = self.byte_fields
        known_mask = self.known_identity_mask(seat)
        list_index: i64 = -1
        for owner in range(setup.players):
            if not fields[IDENTITIES + owner] or known_mask >> owner & 1:
                continue
            if list_index < 0:
                list_index = belief.begin_distribution()
                for colour in range(i64(NUM_COLOURS)):
                    num_unknown = setup.identities_per_colour
                    for known_owner in range(setup.players):
                        if known_mask >> known_owner & 1 and i64(fields[IDENTITIES + known_owner]) == colour + 1:
                            num_unknown -= 1
                    belief.add_value(colour + 1, num_unknown)
            belief.assign_distribution_to_byte(list_index, IDENTITIES + owner)
        return True

    def add_card_belief(self, seat: Seat, belief: Belief, hands: i64, pool: i64) -> bool:
        """Write the mean counts of cards in the hands at an offset into a belief; return False if one is too large.

        This state is an observation (see ``observe_into``): the pool at another offset, the draw pile for new cards,
        counts all cards that the seat cannot place; among old ones are also its own.
        """
        fields = self.byte_fields
        players = self.setup.players
        is_pile: bool = pool == DRAW_PILE
        num_unknown = self.sum_bytes(pool, NUM_CARD_KINDS)
        if not is_pile and seat >= 0:
            num_unknown -= self.sum_bytes(hands + NUM_CARD_KINDS * seat, NUM_CARD_KINDS)
        pile_size = num_unknown
        for owner in range(players):
            if owner == seat:
                continue
            size = i64(fields[hands + NUM_CARD_KINDS * owner])
            if size > HAND_LIMIT:
                return False
            pile_size -= size
        if num_unknown == pile_size:
            return True
        for kind in range(i64(NUM_CARD_KINDS)):
            count = i64(fields[pool + kind])
            if is_pile:
                belief.assign_distribution_to_byte(
                    belief.begin_distribution_with_mean(count * pile_size, num_unknown), pool + kind
                )
            elif seat >= 0:
                count -= i64(fields[hands + NUM_CARD_KINDS * seat + kind])
            list_index: i64 = -1
            list_size: i64 = 0
            for owner in range(players):
                size = i64(fields[hands + NUM_CARD_KINDS * owner]) if owner != seat else i64(0)
                if size == 0:
                    continue
                # Hands are often of the same size, and can share a list.
                if size != list_size:
                    list_index = belief.begin_distribution_with_mean(count * size, num_unknown)
                    list_size = size
                belief.assign_distribution_to_byte(list_index, hands + NUM_CARD_KINDS * owner + kind)
        return True

    def observe_into(self, seat: Seat, observation: State) -> IsSupported:
        """Write into another state only what a seat knows: what is open to all, its own cards, identities it has seen.

        New cards in hidden hands are counted with the draw pile, because the seat cannot tell them apart. Of a hidden
        hand there are only its sizes, of new and old cards, in the bytes of the first kind of card.
        """
        setup = cast(TricolorLookup, self.setup)
        fields = self.byte_fields
        observation.to_move = self.to_move
        if self.to_move == OVER:
            observation.byte_fields = fields[:]
            return True
        known = extend(vec[u8](capacity=NUM_BYTES), fields[:NEW_HANDS])
        known = extend(known, setup.no_hands)
        known = extend(known, fields[OPEN_HANDS:IDENTITIES])
        known = extend(known, setup.no_identities)
        known = extend(known, fields[LOOKED_MASKS:])
        observation.byte_fields = known
        known_mask = self.known_identity_mask(seat)
        for owner in range(setup.players):
            if fields[IDENTITIES + owner]:
                known[IDENTITIES + owner] = (
                    fields[IDENTITIES + owner] if known_mask >> owner & 1 else u8(UNKNOWN_IDENTITY)
                )
            new_hand, old_hand = NEW_HANDS + NUM_CARD_KINDS * owner, OLD_HANDS + NUM_CARD_KINDS * owner
            size: i64 = 0
            for kind in range(i64(NUM_CARD_KINDS)):
                count = i64(fields[new_hand + kind])
                if owner == seat:
                    known[new_hand + kind] = fields[new_hand + kind]
                    known[old_hand + kind] = fields[old_hand + kind]
                    continue
                size += count
                known[DRAW_PILE + kind] = u8(i64(known[DRAW_PILE + kind]) + count)
            if owner != seat:
                known[new_hand] = u8(size)
                known[old_hand] = u8(self.old_hand_size(owner))
        return True

    def known_identity_mask(self, seat: Seat) -> Mask:
        """Return the mask of seats whose identity a seat knows."""
        return bit(seat) | i64(self.byte_fields[LOOKED_MASKS + seat]) if seat >= 0 else i64(0)
