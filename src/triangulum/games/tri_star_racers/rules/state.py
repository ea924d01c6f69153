# compiled by mypyc
"""The rules of Tri-Star Racers: how a race begins and ends, and what is hidden.

Ships and powers are in ``track.py``, tiles in ``board.py``, who is asked what and when in ``turn.py``; together they
follow ``rules.md``.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final, cast

from librt.random import Random
from librt.vecs import append, extend, vec
from mypy_extensions import i64, u8

from triangulum.core.boards.bits import bit
from triangulum.core.learning.belief import Belief
from triangulum.core.state import CHANCE, OVER, State
from triangulum.core.types import Action, Hash, IsSupported, Seat
from triangulum.games.tri_star_racers.actions import (
    BEGIN_TURN,
    DEAL_HANDS,
    DRAW_EDGE,
    DRAW_ORDER,
    DRAW_START_TILE,
    NUM_LANES,
    PLAY_TILE,
    REDRAW_HAND,
    REFILL_SLOTS,
)
from triangulum.games.tri_star_racers.rules.evaluation import RacersEvaluation
from triangulum.games.tri_star_racers.rules.event_log import HAND_DISCARDED, LoggedEvent
from triangulum.games.tri_star_racers.rules.lookup import (
    BURST_MASK,
    EDGES,
    HAND_SIZE,
    HANDS,
    MAX_REVEALED,
    ORDER,
    ORDER_LENGTH,
    REVEALED,
    SHIPS,
    RacersLookup,
)

if TYPE_CHECKING:
    from triangulum.core.components import Components
    from triangulum.core.game import Game
    from triangulum.games.tri_star_racers.box import RacersBox
    from triangulum.games.tri_star_racers.options import RacersOptions

UNKNOWN_TILE: Final = 255
"""In what a seat may know, instead of a tile in a hand that only its owner has seen."""

MAX_FACES: Final = 127
"""A tile in a hand is a byte: twice its face, and whether all have seen it."""

EVENT_KEY_PRIME: Final = 18_014_398_509_481_951
"""A prime so small that the next step of an event key still fits into a machine word."""


class RacersSetup(RacersLookup):
    """A choice of options and components of Tri-Star Racers."""

    def __init__(self, game: Game, options: RacersOptions, components: Components[RacersBox]) -> None:
        super().__init__(game, options, components)

    def new(self) -> State:
        """Return the empty board, with the bag full and everything left to chance."""
        state = RacersState(self, CHANCE, vec[u8]([0] * self.num_bytes), vec[i64]())
        fields = state.byte_fields
        for face in range(self.num_faces):
            fields[self.bag_offset + face] = u8(self.face_counts[face])
        for side in range(i64(len(self.fixed_edges))):
            fields[EDGES + side] = u8(self.fixed_edges[side])
        if self.has_starbursts:
            all_bursts = bit(NUM_LANES * self.bursts_per_lane) - 1
            fields[BURST_MASK] = u8(all_bursts & 255)
            fields[BURST_MASK + 1] = u8(all_bursts >> 8)
            for token_kind in range(self.num_token_kinds):
                fields[self.unseen_tokens_offset + token_kind] = u8(self.token_counts[token_kind])
        for seat in range(self.players):
            for lane in range(i64(NUM_LANES)):
                state.set_ship_space(seat, lane, self.head_starts[seat])
        state.push_pending_question(BEGIN_TURN)
        if self.is_advanced:
            state.push_pending_question(DRAW_ORDER)
        else:
            for seat in range(self.players):
                fields[ORDER + seat] = u8(seat)
            fields[ORDER_LENGTH] = u8(self.players)
        state.push_pending_question(REFILL_SLOTS)
        state.push_pending_question(DRAW_START_TILE)
        state.push_pending_question(DEAL_HANDS)
        state.push_pending_question(DRAW_EDGE)
        state.run_until_question()
        return state

    def state_from_fields(self, to_move: i64, byte_fields: vec[u8], word_fields: vec[i64]) -> State:
        """Return a state that holds these numbers."""
        return RacersState(self, to_move, byte_fields, word_fields)


class RacersState(RacersEvaluation):
    """A position in Tri-Star Racers."""

    # The end.

    def winners(self) -> list[int]:
        """Return whose rearmost ship is farthest, then the middle one, then the leading one."""
        if self.to_move != OVER:
            return []
        fleets = [self.sorted_ship_spaces(seat) for seat in range(self.setup.players)]
        best = max(fleets)
        return [seat for seat, fleet in enumerate(fleets) if fleet == best]

    def sorted_ship_spaces(self, seat: Seat) -> list[int]:
        """Return the spaces of a seat's ships, the rearmost first."""
        return sorted([int(self.ship_space(seat, lane)) for lane in range(i64(NUM_LANES))])

    def score(self) -> list[float]:
        """Return the space of each seat's rearmost ship."""
        return [float(self.rearmost_space(seat)) for seat in range(self.setup.players)]

    # Secrets.

    def _resample(self, seat: Seat, rng: Random) -> State:
        """Put the tiles in other hands that nobody else has seen back into the bag, and draw as many again.

        In a brutal race, a seat that is asked for a tile has one that fits, or its hand would have been discarded.
        """
        setup = cast(RacersLookup, self.setup)
        while True:
            sample = cast(RacersState, self.copy())
            for rival in range(setup.players):
                if rival != seat:
                    sample.return_hidden_tiles_to_bag(rival)
            num_in_bag = sample.count_bag_tiles()
            for rival in range(setup.players):
                if rival != seat:
                    for _ in range(self.hand_size(rival) - sample.hand_size(rival)):
                        face = sample.find_kind_of_nth_item(setup.bag_offset, rng.randrange(num_in_bag))
                        num_in_bag -= 1
                        sample.remove_from_bag(face)
                        sample.add_to_hand(rival, 1 + 2 * face)
            if sample.accept_resampled_hands(seat, rng) and sample.is_consistent_for_seat(seat):
                return sample

    def belief(self, seat: Seat, belief: Belief) -> IsSupported:
        """Fill in which tiles may be in hands and in the bag; return False if they are not all equally likely.

        Hands are sorted. So a hidden tile is at some index of a hand if the right number of hidden tiles are before it,
        and the others behind it.
        """
        setup = cast(RacersLookup, self.setup)
        fields = self.byte_fields
        if self.is_mover_known_to_hold_playable_tile(seat):
            return False
        hidden = vec[i64]([0] * setup.players)
        num_hidden: i64 = 0
        for rival in range(setup.players):
            if rival == seat:
                continue
            for at in range(HANDS + HAND_SIZE * rival, HANDS + HAND_SIZE * (rival + 1)):
                if fields[at] == UNKNOWN_TILE:
                    hidden[rival] = hidden[rival] + 1
            num_hidden += hidden[rival]
        if num_hidden == 0:
            return True
        # What may be in the bag is what is there, or is hidden.
        total = self.count_bag_tiles()
        if total > MAX_FACES:
            return False
        faces = vec[i64]([0] * total)  # those that may be, in order
        count: i64 = 0
        for face in range(setup.num_faces):
            if i64(fields[setup.bag_offset + face]) > 1:
                return False
            if fields[setup.bag_offset + face]:
                faces[count] = face
                count += 1
        number = belief.begin_distribution_with_mean(total - num_hidden, total)
        belief.assign_distribution_to_bytes(number, faces, 0, total, setup.bag_offset)
        unknown: i64 = -1  # the first list for hands of which nothing is known: one list serves them all
        size: i64 = 0  # of such a hand
        for rival in range(setup.players):
            if hidden[rival] == 0:
                continue
            if self.can_hold_another_tile_of_revealed_face(rival):
                return False
            shown = self.list_public_hand_tile_codes(rival)
            count = hidden[rival] + i64(len(shown))
            first = unknown
            if len(shown) or size != count:
                first = belief.num_distributions
                for slot in range(count):
                    add_hand_tile_belief(slot, hidden[rival], faces, shown, belief)
                if len(shown) == 0:
                    unknown = first
                    size = count
            for slot in range(count):
                belief.assign_distribution_to_byte(first + slot, HANDS + HAND_SIZE * rival + slot)
        return True

    def list_public_hand_tile_codes(self, seat: Seat) -> vec[i64]:
        """Return the tiles of a hand that all have seen, in order, as the hand has them."""
        tile_codes = vec[i64]()
        for at in range(HANDS + HAND_SIZE * seat, HANDS + HAND_SIZE * (seat + 1)):
            tile_code = i64(self.byte_fields[at])
            if tile_code and tile_code % 2 == 0:
                tile_codes = append(tile_codes, tile_code)
        return tile_codes

    def is_mover_known_to_hold_playable_tile(self, observer: Seat) -> bool:
        """Tell whether another seat knows, as the mover is asked for a tile in a brutal race, that one of them fits."""
        mover = self.to_move
        return (
            mover >= 0
            and mover != observer
            and cast(RacersLookup, self.setup).is_brutal
            and self.top_question() == PLAY_TILE
        )

    def observe_into(self, seat: Seat, observation: State) -> IsSupported:
        """Copy what lies in the open and the seat's own hand; hidden tiles are in the bag, as far as it can know."""
        setup = cast(RacersLookup, self.setup)
        fields = self.byte_fields
        known_fields = extend(vec[u8](capacity=setup.num_bytes), fields[:HANDS])
        known_fields = extend(known_fields, setup.empty_hands)
        known_fields = extend(known_fields, fields[SHIPS:])
        observation.to_move = self.to_move
        observation.byte_fields = known_fields
        for rival in range(setup.players):
            if rival == seat:
                for at in range(HANDS + HAND_SIZE * seat, HANDS + HAND_SIZE * (seat + 1)):
                    known_fields[at] = fields[at]
                continue
            first = HANDS + HAND_SIZE * rival
            place = first
            size: i64 = 0
            # The index of a shown tile among hidden ones would give them away. So shown tiles come first.
            for at in range(first, first + HAND_SIZE):
                tile_code = i64(fields[at])
                if tile_code == 0:
                    break
                size += 1
                if tile_code % 2 == 0:
                    known_fields[place] = u8(tile_code)
                    place += 1
                else:
                    face = setup.bag_offset + (tile_code - 1) // 2
                    known_fields[face] = u8(i64(known_fields[face]) + 1)
            for at in range(place, first + size):
                known_fields[at] = u8(UNKNOWN_TILE)
        return True

    def can_hold_another_tile_of_revealed_face(self, seat: Seat) -> bool:
        """Tell whether a seat has played a tile from its hand that may be there again; see
        ``accept_resampled_hands``."""
        bag = cast(RacersLookup, self.setup).bag_offset
        for at in range(REVEALED + MAX_REVEALED * seat, REVEALED + MAX_REVEALED * (seat + 1)):
            face = i64(self.byte_fields[at]) - 1
            if face >= 0 and self.byte_fields[bag + face]:
                return True
        return False

    def event_key(self, action: Action, seat: Seat) -> Hash:
        """Return the action, but nothing of a tile that another is dealt, and with it the hands that are discarded."""
        setup = cast(RacersLookup, self.setup)
        question = self.top_question()
        key = action
        if (question == DEAL_HANDS and self.find_first_seat_without_full_hand() != seat) or (
            question == REDRAW_HAND and self.turn_seat() != seat
        ):
            key = setup.num_actions + setup.max_chance_outcomes
        if not setup.is_brutal or not self.has_tiles_hidden_from(seat):
            return key
        after = cast(RacersState, self.copy())
        event_log: list[LoggedEvent] = []
        after.event_log = event_log
        after._apply(action)
        for kind_of_event, turn_of, first, second, third, _ in event_log:
            if kind_of_event == HAND_DISCARDED:
                for number in (turn_of, first, second, third):
                    key = (key * 257 + number + 1) % EVENT_KEY_PRIME
        return key

    def has_tiles_hidden_from(self, seat: Seat) -> bool:
        """Tell whether a hand holds, or is about to be dealt, a tile that a seat has not seen."""
        if self.top_question() in (DEAL_HANDS, REDRAW_HAND):
            return True
        for rival in range(self.setup.players):
            if rival == seat:
                continue
            for at in range(HANDS + HAND_SIZE * rival, HANDS + HAND_SIZE * rival + HAND_SIZE):
                if i64(self.byte_fields[at]) % 2 == 1:
                    return True
        return False

    def is_consistent_for_seat(self, seat: Seat) -> bool:
        """Tell whether hands agree with all that a seat knows about them."""
        return not self.is_mover_known_to_hold_playable_tile(seat) or self.has_playable_tile(self.to_move)

    def accept_resampled_hands(self, seat: Seat, rng: Random) -> bool:
        """Accept or reject sampled hands at random, so that each comes as often as it is dealt.

        Suppose a hand was dealt two tiles with the same face and has played one of them. There are half as many ways to
        deal that as the tiles alone suggest, since it doesn't matter which of the two was played. Where all faces are
        different, every hand is accepted.
        """
        fields = self.byte_fields
        for rival in range(self.setup.players):
            if rival == seat:
                continue
            num_equal: i64 = 0
            for revealed_index in range(REVEALED + MAX_REVEALED * rival, REVEALED + MAX_REVEALED * (rival + 1)):
                for hand_index in range(HANDS + HAND_SIZE * rival, HANDS + HAND_SIZE * rival + HAND_SIZE):
                    if fields[revealed_index] and i64(fields[hand_index]) == 2 * i64(fields[revealed_index]) - 1:
                        num_equal += 1
            # Of at most three tiles, one or two of a kind were played and the others are held: 1 of 2, or 1 of 3.
            if num_equal and rng.randrange(num_equal + 1):
                return False
        return True

    def return_hidden_tiles_to_bag(self, seat: Seat) -> None:
        """Put the tiles of a hand that only its owner has seen back into the bag."""
        fields = self.byte_fields
        setup = cast(RacersLookup, self.setup)
        first = HANDS + HAND_SIZE * seat
        place = first
        for at in range(first, first + HAND_SIZE):
            tile_code = i64(fields[at])
            fields[at] = u8(0)
            if tile_code and tile_code % 2 == 0:
                fields[place] = u8(tile_code)
                place += 1
            elif tile_code:
                face = setup.bag_offset + (tile_code - 1) // 2
                fields[face] = u8(i64(fields[face]) + 1)


def build_binomial_table() -> vec[i64]:
    """Return the binomial coefficients of n up to MAX_FACES over k up to the size of a hand, as one table."""
    binomials = vec[i64]()
    for n in range(MAX_FACES + 1):
        for k in range(HAND_SIZE + 1):
            binomials = append(binomials, i64(math.comb(n, k)))
    return binomials


BINOMIALS: Final = build_binomial_table()


def binomial(n: i64, k: i64) -> i64:
    """Return n over k for k up to the size of a hand; 0 if k is negative."""
    return BINOMIALS[(HAND_SIZE + 1) * n + k] if k >= 0 else i64(0)


def add_hand_tile_belief(hand_index: i64, num_hidden: i64, faces: vec[i64], shown: vec[i64], belief: Belief) -> None:
    """Add the list of tiles that may be at an index of a hand, with weights; some of the hand are hidden, some shown.

    A tile's weight is the number of ways to choose the hidden tiles before it and those behind it.
    """
    total = i64(len(faces))
    number = belief.num_distributions
    at = belief.reserve_distribution(total + i64(len(shown)), binomial(total, num_hidden))
    values = belief.values
    weights = belief.weights
    binomials = BINOMIALS
    row: i64 = HAND_SIZE + 1
    num_shown_before: i64 = 0
    for place in range(total):
        tile_code = 1 + 2 * faces[place]
        while num_shown_before < i64(len(shown)) and shown[num_shown_before] < tile_code:
            values[at] = shown[num_shown_before]
            weights[at] = binomial(place, hand_index - num_shown_before) * binomial(
                total - place, num_hidden - hand_index + num_shown_before
            )
            at += 1
            num_shown_before += 1
        before = hand_index - num_shown_before
        behind = num_hidden - 1 - before
        if before >= 0 and behind >= 0:
            values[at] = tile_code
            weights[at] = binomials[row * place + before] * binomials[row * (total - 1 - place) + behind]
            at += 1
    while num_shown_before < i64(len(shown)):
        values[at] = shown[num_shown_before]
        weights[at] = binomial(total, hand_index - num_shown_before) * binomial(
            0, num_hidden - hand_index + num_shown_before
        )
        at += 1
        num_shown_before += 1
    belief.truncate_distribution(number, at)
