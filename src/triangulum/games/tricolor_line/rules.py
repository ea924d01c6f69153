# compiled by mypyc
"""The rules of Tricolor Line: how a game begins, and what is hidden from whom.

Tiles and cards are in ``board.py``, legal actions in ``legal_actions.py``, who is asked what and when in ``turn.py``,
routes in ``routes.py``, points in ``evaluation.py``; together they follow ``docs/rules/tricolor-line.md``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from librt.random import Random
from librt.vecs import extend, vec
from mypy_extensions import i64, u8

from triangulum.core.boards.bits import bit
from triangulum.core.learning.belief import Belief
from triangulum.core.state import CHANCE, OVER, State
from triangulum.games.tricolor_line.evaluation import Evaluation
from triangulum.games.tricolor_line.lookup import (
    ASK_ACTION,
    ASK_DEAL,
    ASK_DETOUR,
    ASK_DRAW,
    ASK_FIRST,
    ASK_IDENTITY,
    ASK_LANDSLIDE,
    ASK_PILE,
    ASK_PLACE,
    ASK_RELOCATE,
    ASK_RESETTLE,
    ASK_TOP,
    ASK_TOPS,
    ASK_TURN,
    ATTACK_ACTION,
    CENTRE,
    DONE_ACTION,
    DRAW_PILE,
    HAND_LIMIT,
    HIDDEN,
    IDENTITY,
    LOOKED,
    NUM_ACTIONS,
    NUM_BYTES,
    NUM_CARDS,
    NUM_COLOURS,
    NUM_FACES,
    NUM_PILES,
    OPEN,
    PILE_SIZE,
    START_CODE,
    UNSEEN,
    TricolorLookup,
)

if TYPE_CHECKING:
    from triangulum.core.components import Components
    from triangulum.core.game import Game
    from triangulum.games.tricolor_line.options import TricolorBox, TricolorOptions

HASH_MODULUS: Final = 2_147_483_629  # what is shown is told apart by a number below this
UNKNOWN_IDENTITY: Final = 255  # in what a seat may know, instead of an identity


class TricolorSetup(TricolorLookup):
    """A choice of options and components of Tricolor Line."""

    def __init__(self, game: Game, options: TricolorOptions, components: Components[TricolorBox]) -> None:
        super().__init__(game, options, components)

    def new(self) -> State:
        """Return the table with Start alone, and everything left to chance."""
        state = Tricolor(self, CHANCE, vec[u8]([0] * NUM_BYTES), vec[i64]())
        fields = state.byte_fields
        fields[CENTRE] = u8(START_CODE)
        for face in range(i64(NUM_FACES)):
            fields[UNSEEN + face] = u8(self.face_counts[face])
        for pile in range(i64(NUM_PILES)):
            fields[PILE_SIZE + pile] = u8(self.pile_size)
        for card in range(i64(NUM_CARDS)):
            fields[DRAW_PILE + card] = u8(self.card_counts[card])
        state.push_question(ASK_TURN)
        state.push_question(ASK_FIRST)
        state.push_question(ASK_DEAL)
        state.push_question(ASK_IDENTITY)
        state.push_question(ASK_TOPS)
        state.advance_to_question()
        return state

    def state_from_fields(self, to_move: i64, byte_fields: vec[u8], word_fields: vec[i64]) -> State:
        """Return a state that holds these numbers."""
        return Tricolor(self, to_move, byte_fields, word_fields)


class Tricolor(Evaluation):
    """A position in Tricolor Line."""

    # What is hidden.

    def event_key(self, action: i64, seat: i64) -> i64:
        """Return the action, unless it is a card or identity for somebody else, with all that comes to light."""
        owner = seat
        is_shuffled = False
        if self.to_move == CHANCE:
            kind = self.top_question()
            if kind == ASK_IDENTITY:
                owner = self.count_identities_dealt()
            elif kind == ASK_DEAL:
                owner = self.next_dealt_seat()
            elif kind == ASK_DRAW:
                owner = self.turn_seat()
                is_shuffled = self.sum_bytes(DRAW_PILE, NUM_CARDS) == 0
        perceived = action if owner == seat else i64(NUM_ACTIONS)
        after = self if self.is_amid_turn(action) else cast(Tricolor, self.after(action))
        shown_hash: i64 = 0
        if is_shuffled:
            for at in range(i64(HIDDEN), i64(IDENTITY)):
                shown_hash = (shown_hash * 31 + i64(self.byte_fields[at])) % HASH_MODULUS
        if self.to_move != CHANCE and ATTACK_ACTION <= action < DONE_ACTION:
            for card in range(i64(NUM_CARDS)):
                shown_hash = (shown_hash * 31 + self.count_cards(self.to_move, card)) % HASH_MODULUS
        is_over = after.to_move == OVER
        points = after.points() if is_over else []
        for owner_seat in range(self.setup.players):
            if is_over or (seat >= 0 and i64(after.byte_fields[LOOKED + seat]) & bit(owner_seat)):
                shown_hash = (shown_hash * 31 + i64(after.byte_fields[IDENTITY + owner_seat])) % HASH_MODULUS
            if is_over:
                shown_hash = (shown_hash * 31 + i64(points[owner_seat])) % HASH_MODULUS
        return perceived + (NUM_ACTIONS + 1) * shown_hash

    def is_amid_turn(self, action: i64) -> bool:
        """Return whether an action surely neither ends the turn nor shows an identity; False if unsure."""
        kind = self.top_question()
        if kind == ASK_ACTION:
            return action != DONE_ACTION
        return kind in (ASK_PLACE, ASK_TOP, ASK_PILE, ASK_DETOUR, ASK_LANDSLIDE, ASK_RELOCATE, ASK_RESETTLE)

    def _resample(self, seat: i64, rng: Random) -> State:
        """Deal hidden cards, with those in the pile, and unseen identities, with those put aside, evenly anew."""
        state = cast(Tricolor, self.copy())
        if self.to_move == OVER:
            return state
        state.resample_cards(seat, rng)
        state.resample_identities(seat, rng)
        return state

    def resample_cards(self, seat: i64, rng: Random) -> None:
        """Shuffle other seats' hidden cards into the pile, and deal as many again."""
        fields = self.byte_fields
        players = self.setup.players
        sizes = vec[i64]([0] * players)
        left = self.sum_bytes(DRAW_PILE, NUM_CARDS)
        for owner in range(players):
            if owner == seat:
                continue
            for kind in range(i64(NUM_CARDS)):
                at = HIDDEN + NUM_CARDS * owner + kind
                count = i64(fields[at])
                sizes[owner] = sizes[owner] + count
                self.add_to_byte(DRAW_PILE + kind, count)
                fields[at] = u8(0)
            left += sizes[owner]
        for owner in range(players):
            for _ in range(sizes[owner]):
                card = self.find_counted_kind(DRAW_PILE, rng.randrange(left))
                left -= 1
                self.add_to_byte(DRAW_PILE + card, -1)
                self.add_to_byte(HIDDEN + NUM_CARDS * owner + card, 1)

    def resample_identities(self, seat: i64, rng: Random) -> None:
        """Take back the identities that a seat has not seen, and deal as many again."""
        fields = self.byte_fields
        players = self.setup.players
        known_mask = self.known_identity_mask(seat)
        unseen_mask: i64 = 0
        for owner in range(players):
            if fields[IDENTITY + owner] and not known_mask >> owner & 1:
                unseen_mask |= bit(owner)
                fields[IDENTITY + owner] = u8(0)
        for owner in range(players):
            if not unseen_mask >> owner & 1:
                continue
            index = rng.randrange(
                self.count_identities_left(0) + self.count_identities_left(1) + self.count_identities_left(2)
            )
            colour: i64 = 0
            while index >= self.count_identities_left(colour):
                index -= self.count_identities_left(colour)
                colour += 1
            fields[IDENTITY + owner] = u8(colour + 1)

    def belief(self, seat: i64, belief: Belief) -> bool:
        """Write the mean count of each card in hidden hands, and the odds of identities, into a belief."""
        if self.to_move == OVER:
            return True
        if not self.add_card_belief(seat, belief):
            return False
        setup = cast(TricolorLookup, self.setup)
        fields = self.byte_fields
        known_mask = self.known_identity_mask(seat)
        list_index: i64 = -1
        for owner in range(setup.players):
            if not fields[IDENTITY + owner] or known_mask >> owner & 1:
                continue
            if list_index < 0:
                list_index = belief.begin_distribution()
                for colour in range(i64(NUM_COLOURS)):
                    left = setup.identities_per_colour
                    for known_owner in range(setup.players):
                        if known_mask >> known_owner & 1 and i64(fields[IDENTITY + known_owner]) == colour + 1:
                            left -= 1
                    belief.add_value(colour + 1, left)
            belief.assign_distribution(list_index, IDENTITY + owner)
        return True

    def add_card_belief(self, seat: i64, belief: Belief) -> bool:
        """Write the mean counts of hidden cards into a belief; return False if a hand is above the limit."""
        fields = self.byte_fields
        players = self.setup.players
        # What may be in the pile is what is there, or is hidden.
        total = self.sum_bytes(DRAW_PILE, NUM_CARDS)
        pile = total
        for owner in range(players):
            if owner == seat:
                continue
            size = i64(fields[HIDDEN + NUM_CARDS * owner])
            if size > HAND_LIMIT:
                return False
            pile -= size
        if total == pile:
            return True
        for kind in range(i64(NUM_CARDS)):
            count = i64(fields[DRAW_PILE + kind])
            belief.assign_distribution(belief.begin_mean_distribution(count * pile, total), DRAW_PILE + kind)
            list_index: i64 = -1
            list_size: i64 = 0
            for owner in range(players):
                size = i64(fields[HIDDEN + NUM_CARDS * owner]) if owner != seat else i64(0)
                if size == 0:
                    continue
                # Hands often are of one size.
                if size != list_size:
                    list_index = belief.begin_mean_distribution(count * size, total)
                    list_size = size
                belief.assign_distribution(list_index, HIDDEN + NUM_CARDS * owner + kind)
        return True

    def observe_into(self, seat: i64, bare: State) -> bool:
        """Show what lies in the open and what a seat has or has looked at.

        Hidden cards are on the pile, as far as it can know. Of hands that are hidden there is the size, in the place of
        the first kind of card.
        """
        setup = cast(TricolorLookup, self.setup)
        fields = self.byte_fields
        bare.to_move = self.to_move
        if self.to_move == OVER:
            bare.byte_fields = fields[:]
            return True
        known = extend(vec[u8](capacity=NUM_BYTES), fields[:HIDDEN])
        known = extend(known, setup.no_hands)
        known = extend(known, fields[OPEN:IDENTITY])
        known = extend(known, setup.no_identities)
        known = extend(known, fields[LOOKED:])
        bare.byte_fields = known
        known_mask = self.known_identity_mask(seat)
        for owner in range(setup.players):
            if fields[IDENTITY + owner]:
                known[IDENTITY + owner] = fields[IDENTITY + owner] if known_mask >> owner & 1 else u8(UNKNOWN_IDENTITY)
            first = HIDDEN + NUM_CARDS * owner
            size: i64 = 0
            for kind in range(i64(NUM_CARDS)):
                count = i64(fields[first + kind])
                if owner == seat:
                    known[first + kind] = fields[first + kind]
                    continue
                size += count
                known[DRAW_PILE + kind] = u8(i64(known[DRAW_PILE + kind]) + count)
            if owner != seat:
                known[first] = u8(size)
        return True

    def known_identity_mask(self, seat: i64) -> i64:
        """Return the mask of seats whose identity a seat knows."""
        return bit(seat) | i64(self.byte_fields[LOOKED + seat]) if seat >= 0 else i64(0)
