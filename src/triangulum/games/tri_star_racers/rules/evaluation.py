# compiled by mypyc
"""Guesses in Tri-Star Racers: how good a position and an action look, for bots."""

from __future__ import annotations

import math
from typing import Final, cast

from librt.vecs import vec
from mypy_extensions import i64

from triangulum.core.state import OVER
from triangulum.core.types import Action, Seat
from triangulum.games.tri_star_racers.actions import (
    BEGIN_TURN,
    CHOOSE_FROZEN_SHIP,
    DRAFT_SLOT,
    FIRE_POWER,
    FREEZE,
    MOVE_SHIP,
    NUM_ARRANGEMENTS,
    NUM_LANES,
    NUM_POWERS,
    PLAY_TILE,
    TEAM,
    USE_BURST,
    Face,
    Lane,
    LaneSpace,
)
from triangulum.games.tri_star_racers.rules.lookup import (
    BURST_MASK,
    COLOUR_FACTOR,
    HAND_SIZE,
    HANDS,
    ORDER,
    SLOT_FACES,
    STACK,
    STACK_DEPTH,
    TURNS_DONE,
    WILD,
    RacersLookup,
)
from triangulum.games.tri_star_racers.rules.track import is_burst_reached
from triangulum.games.tri_star_racers.rules.turn import RacersTurn

TURN_VALUE: Final = 8.0
"""What a turn is worth, in spaces of the rearmost ship."""
FREEZE_SCORE: Final = 3.0
OWN_FREEZE_SCORE: Final = -6.0
"""The score of freezing another's ship, and one's own."""


class RacersEvaluation(RacersTurn):
    """How good a position is for a seat, and an action for the mover."""

    def evaluate(self, seat: Seat) -> float:
        """Compare how far all teams are; the nearer the finish, the more a lead counts.

        The numbers are those by which the winners of greedy players' races are guessed best.
        """
        if self.to_move == OVER:
            return self.returns()[seat]
        setup = cast(RacersLookup, self.setup)
        foremost: i64 = 0
        for other_seat in range(setup.players):
            foremost = max(foremost, self.rearmost_space(other_seat))
        done = min(1.0, float(foremost) / float(setup.finish_space))
        slope = 0.16 + 0.24 * done * done
        own = self.estimate_team_progress(seat)
        total = 0.0
        for other_seat in range(setup.players):
            total += math.exp(min(30.0, slope * (self.estimate_team_progress(other_seat) - own)))
        return 2.0 / total - 1.0

    def estimate_team_progress(self, seat: Seat) -> float:
        """Estimate how far a team is, in spaces of its rearmost ship; what it has not done in this round counts too."""
        fields = self.byte_fields
        value = self.estimate_fleet_distance(seat)
        for lane in range(i64(NUM_LANES)):
            if self.frost_code(seat, lane):
                value -= 2.0
        strength = cast(RacersLookup, self.setup).face_strengths
        for at in range(HANDS + HAND_SIZE * seat, HANDS + HAND_SIZE * seat + self.hand_size(seat)):
            value += 0.5 * float(strength[(i64(fields[at]) - 1) // 2])
        for place in range(i64(fields[TURNS_DONE])):
            if i64(fields[ORDER + place]) == seat:
                value -= TURN_VALUE
        if seat == self.turn_seat() and i64(fields[STACK]) != BEGIN_TURN:
            value -= self.estimate_used_turn_value()
        return value

    def estimate_fleet_distance(self, seat: Seat) -> float:
        """Return how far a team's ships are, in spaces of its rearmost one: what everybody sees."""
        pink, blue, orange = self.ship_space(seat, 0), self.ship_space(seat, 1), self.ship_space(seat, 2)
        low = min(min(pink, blue), orange)
        high = max(max(pink, blue), orange)
        return float(low) + 0.75 * float(pink + blue + orange - low - high) + 0.55 * float(high)

    def estimate_used_turn_value(self) -> float:
        """Estimate how much of the value of a turn the seat whose turn it is has used up."""
        setup = cast(RacersLookup, self.setup)
        fields = self.byte_fields
        for at in range(STACK, STACK + 2 * i64(fields[STACK_DEPTH]), 2):
            if i64(fields[at]) == PLAY_TILE:
                return 0.0
        value = TURN_VALUE
        for at in range(STACK, STACK + 2 * i64(fields[STACK_DEPTH]), 2):
            lane = i64(fields[at]) - MOVE_SHIP
            if 0 <= lane < NUM_LANES:
                if self.frost_code(self.turn_seat(), lane) == 0:
                    value -= 0.75 * float(fields[at + 1])
            elif i64(fields[at]) == USE_BURST:
                value -= 0.75 * float(setup.token_distances[i64(fields[at + 1])])
            elif i64(fields[at]) == DRAFT_SLOT:
                value -= 1.5
        return value

    def action_score(self, action: Action) -> float:
        """Return what an answer does for the mover's ships at once; it looks at nothing that is hidden."""
        setup = cast(RacersLookup, self.setup)
        codec = setup.action_codec
        question = self.top_question()
        gains = vec[i64]([0] * (NUM_LANES + NUM_POWERS))
        if question == PLAY_TILE:
            face, space, arrangement = codec.decode_placement(action)
            self.add_placement_gains(face, space, arrangement, gains)
            return self.score_gains(gains)
        if question == FIRE_POWER:
            return self.score_power_order(action)
        if question == CHOOSE_FROZEN_SHIP:
            seat = codec.decode_freeze(action)
            return -1.0 if seat == self.to_move else self.estimate_fleet_distance(seat)
        if question == DRAFT_SLOT:
            slot = codec.decode_draft(action)
            tile_score = self.score_hand_tile(i64(self.byte_fields[SLOT_FACES + slot]) - 1)
            lane = setup.boost_lanes[slot]
            if lane == WILD:
                return tile_score + self.score_best_ship_move(setup.boost_distances[slot])
            gains[lane] = setup.boost_distances[slot]
            return tile_score + self.score_gains(gains)
        if question == USE_BURST:
            token_kind = codec.decode_token(action)
            lane = setup.token_lanes[token_kind]
            if lane == WILD:
                return 0.0  # last, when it is known what the others bring
            gains[lane] = setup.token_distances[token_kind]
            return self.score_gains(gains)
        gains[codec.decode_advance(action)] = self.top_question_argument()
        return self.score_gains(gains)

    def score_power_order(self, action: Action) -> float:
        """Return the score of firing a power and then the others in the best order, with the moves that follow.

        What comes first decides which ship a freeze hits, and whether the mover's pips are lost by it.
        """
        seat = self.to_move
        after = cast(RacersEvaluation, self.copy())
        after._apply(action)
        if after.to_move == seat and after.top_question() == FIRE_POWER:
            actions = after._legal_actions()
            best = after.score_power_order(actions[0])
            for at in range(i64(1), i64(len(actions))):
                best = max(best, after.score_power_order(actions[at]))
            return best + self.score_change_to(after, seat)
        return self.score_change_to(after, seat)

    def score_change_to(self, after: RacersEvaluation, seat: Seat) -> float:
        """Return the score of what happens to ships on the way to another state: their moves, starbursts and frost."""
        value = 0.0
        for lane in range(i64(NUM_LANES)):
            value += self.score_starbursts_between(lane, self.ship_space(seat, lane), after.ship_space(seat, lane))
            for other_seat in range(self.setup.players):
                if self.frost_code(other_seat, lane) == 0 and after.frost_code(other_seat, lane):
                    value += OWN_FREEZE_SCORE if other_seat == seat else FREEZE_SCORE
        return value + after.score_fleet(seat) - self.score_fleet(seat)

    def score_fleet(self, seat: Seat) -> float:
        """Return the score of where a seat's ships are."""
        return score_ship_spaces(self.ship_space(seat, 0), self.ship_space(seat, 1), self.ship_space(seat, 2))

    def score_best_ship_move(self, distance: i64) -> float:
        """Return the score of moving the best of the mover's ships by a distance."""
        best = 0.0
        for lane in range(i64(NUM_LANES)):
            gains = vec[i64]([0] * (NUM_LANES + NUM_POWERS))
            gains[lane] = distance
            best = max(best, self.score_gains(gains))
        return best

    def score_gains(self, gains: vec[i64]) -> float:
        """Return the score of pips and powers for the mover's ships, if powers are fired in the best order."""
        seat = self.to_move
        value = 0.0
        after = vec[i64]([0, 0, 0])
        for lane in range(i64(NUM_LANES)):
            space = self.ship_space(seat, lane)
            num_freezes = gains[NUM_LANES + FREEZE + lane]
            is_frozen = self.frost_code(seat, lane) != 0
            is_hit = num_freezes > 0 and not is_frozen and num_freezes > self.count_ships_frozen_before_own(seat, lane)
            if num_freezes:
                value += self.score_freezes(lane, is_hit)
            if not is_frozen:
                # Every move is one of its own: it hops, and takes starbursts where it ends.
                if gains[NUM_LANES + lane]:
                    end = self.find_warp_space(seat, lane)
                    value += self.score_starbursts_between(lane, space, end)
                    space = end
                for _ in range(gains[NUM_LANES + TEAM]):
                    end = self.find_landing_space(seat, lane, space + 1)
                    value += self.score_starbursts_between(lane, space, end)
                    space = end
                # A ship that is hit by its owner's freeze has been moved by other powers before, but its pips are lost.
                if gains[lane] and not is_hit:
                    end = self.find_landing_space(seat, lane, space + gains[lane])
                    value += self.score_starbursts_between(lane, space, end)
                    space = end
            after[lane] = space
        return value + score_ship_spaces(after[0], after[1], after[2]) - self.score_fleet(seat)

    def score_freezes(self, lane: Lane, is_own_hit: bool) -> float:
        """Return the score of freezing the leaders of a lane: one's own ship is the worst to freeze."""
        if is_own_hit:
            return OWN_FREEZE_SCORE
        return FREEZE_SCORE if self.foremost_unfrozen_seat_mask(lane) else 0.0

    def count_ships_frozen_before_own(self, seat: Seat, lane: Lane) -> i64:
        """Return how many ships of others a freeze in a lane hits, or may hit, before it hits the seat's own ship."""
        own_space = self.ship_space(seat, lane)
        count: i64 = 0
        for other_seat in range(self.setup.players):
            # Ships are level on 0 only, and then the mover chooses.
            if (
                other_seat != seat
                and self.frost_code(other_seat, lane) == 0
                and self.ship_space(other_seat, lane) >= own_space
            ):
                count += 1
        return count

    def score_starbursts_between(self, lane: Lane, start_space: LaneSpace, end_space: LaneSpace) -> float:
        """Return the score of the starbursts that a ship takes by a move."""
        if start_space == end_space:
            return 0.0
        setup = cast(RacersLookup, self.setup)
        burst_mask = i64(self.byte_fields[BURST_MASK]) | i64(self.byte_fields[BURST_MASK + 1]) << 8
        value = 0.0
        for at in range(setup.bursts_per_lane):
            is_reached = is_burst_reached(setup, setup.burst_spaces[at], start_space, end_space)
            if is_reached and burst_mask >> lane * setup.bursts_per_lane + at & 1:
                value += 4.0
        return value

    def score_hand_tile(self, face: Face) -> float:
        """Return the score of a tile in the hand: pips, most of all in the lane of the rearmost ship, and wilds."""
        setup = cast(RacersLookup, self.setup)
        if face < 0:
            return 0.0
        value = 0.0
        rear = self.rearmost_space(self.to_move)
        for at in range(3 * NUM_ARRANGEMENTS * face, 3 * NUM_ARRANGEMENTS * face + 3):
            section = setup.section_codes[at]
            colour = section // COLOUR_FACTOR
            if colour == WILD:
                value += 1.5
            else:
                value += 0.4 * float(section % COLOUR_FACTOR)
                value += 0.8 if self.ship_space(self.to_move, colour) == rear else 0.0
        return value


def score_ship_spaces(pink_space: i64, blue_space: i64, orange_space: i64) -> float:
    """Return the score of a team's ships: what counts most is the rearmost one."""
    # Of two at a time, which is native code.
    low = min(min(pink_space, blue_space), orange_space)
    high = max(max(pink_space, blue_space), orange_space)
    middle = pink_space + blue_space + orange_space - low - high
    return 3.0 * float(low) + 1.5 * float(middle) + 1.0 * float(high)
