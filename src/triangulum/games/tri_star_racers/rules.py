# compiled by mypyc
"""The rules of Tri-Star Racers: how a race begins and ends, what it looks like on the way, and what is hidden.

What happens on the board and in the lanes is in ``race.py``, who is asked what and when in ``turn.py``; together they
follow ``docs/rules/tri-star-racers.md``.
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
from triangulum.games.tri_star_racers.lookup import (
    BURSTS,
    CHOOSE,
    DEAL,
    DEPTH,
    DONE,
    DRAFT,
    DRAFT_SLOTS,
    DRAW,
    EDGE,
    EDGES,
    FIRE,
    FREEZE,
    HAND,
    HANDS,
    LANES,
    LOTS,
    MOST_OUTED,
    MOVE,
    ORDER,
    ORDERED,
    OUTED,
    PIPS,
    PLAY,
    POWERS,
    REFILL,
    SHIPS,
    STACK,
    START,
    TEAM,
    TURN,
    WAYS,
    WILD,
    RacersTables,
)
from triangulum.games.tri_star_racers.race import DISCARDED, Note
from triangulum.games.tri_star_racers.turn import Turn

if TYPE_CHECKING:
    from triangulum.core.components import Components
    from triangulum.core.game import Game
    from triangulum.games.tri_star_racers.box import RacersBox
    from triangulum.games.tri_star_racers.options import RacersOptions

TURN_BRINGS: Final = 8.0
"""What a turn is worth, in spaces of the rearmost ship."""

UNKNOWN: Final = 255
"""In what a seat may know, instead of a tile in a hand that only its owner has seen."""

MOST_FACES: Final = 127
"""A tile in a hand is a byte: twice its face, and whether all have seen it."""

LARGEST_SIGN: Final = 18_014_398_509_481_951
"""A prime so small that the next step of a sign still fits into a machine word."""


class RacersSetup(RacersTables):
    """A choice of options and components of Tri-Star Racers."""

    def __init__(self, game: Game, options: RacersOptions, components: Components[RacersBox]) -> None:
        super().__init__(game, options, components)

    def new(self) -> State:
        """Return the empty board, with the bag full and everything left to chance."""
        state = Racers(self, CHANCE, vec[u8]([0] * self.length), vec[i64]())
        small = state.byte_fields
        for face in range(self.faces):
            small[self.bag + face] = u8(self.counts[face])
        for side in range(i64(len(self.frame))):
            small[EDGES + side] = u8(self.frame[side])
        if self.starbursts:
            all_bursts = bit(LANES * self.lane_bursts) - 1
            small[BURSTS] = u8(all_bursts & 255)
            small[BURSTS + 1] = u8(all_bursts >> 8)
            for kind in range(self.kinds):
                small[self.unseen + kind] = u8(self.token_counts[kind])
        state.push(TURN)
        if self.advanced:
            state.push(LOTS)
        else:
            for seat in range(self.players):
                small[ORDER + seat] = u8(seat)
            small[ORDERED] = u8(self.players)
        state.push(REFILL)
        state.push(START)
        state.push(DEAL)
        state.push(EDGE)
        state.settle()
        return state

    def state_from_fields(self, to_move: i64, small: vec[u8], wide: vec[i64]) -> State:
        """Return a state that holds these numbers."""
        return Racers(self, to_move, small, wide)


class Racers(Turn):
    """A position in Tri-Star Racers."""

    # The end.

    def winners(self) -> list[int]:
        """Return whose rearmost ship is farthest, then the middle one, then the leading one."""
        if self.to_move != OVER:
            return []
        fleets = [self.fleet(seat) for seat in range(self.setup.players)]
        best = max(fleets)
        return [seat for seat, fleet in enumerate(fleets) if fleet == best]

    def fleet(self, seat: i64) -> list[int]:
        """Return the spaces of a seat's ships, the rearmost first."""
        return sorted([int(self.ship(seat, lane)) for lane in range(i64(LANES))])

    def score(self) -> list[float]:
        """Return the space of each seat's rearmost ship."""
        return [float(self.rearmost(seat)) for seat in range(self.setup.players)]

    # Guesses.

    def evaluate(self, seat: i64) -> float:
        """Compare how far all teams are; the nearer the finish, the more a lead counts.

        The numbers are those by which the winners of greedy players' races are guessed best.
        """
        if self.to_move == OVER:
            return self.returns()[seat]
        setup = cast(RacersTables, self.setup)
        foremost: i64 = 0
        for other in range(setup.players):
            foremost = max(foremost, self.rearmost(other))
        done = min(1.0, float(foremost) / float(setup.finish))
        slope = 0.16 + 0.24 * done * done
        own = self.progress(seat)
        total = 0.0
        for other in range(setup.players):
            total += math.exp(min(30.0, slope * (self.progress(other) - own)))
        return 2.0 / total - 1.0

    def progress(self, seat: i64) -> float:
        """Return how far a team is, in spaces of its rearmost ship; what it has not done in this round counts too."""
        small = self.byte_fields
        value = self.distance(seat)
        for lane in range(i64(LANES)):
            if self.frost(seat, lane):
                value -= 2.0
        strength = cast(RacersTables, self.setup).strength
        for at in range(HANDS + HAND * seat, HANDS + HAND * seat + self.hand_size(seat)):
            value += 0.5 * float(strength[(i64(small[at]) - 1) // 2])
        for place in range(i64(small[DONE])):
            if i64(small[ORDER + place]) == seat:
                value -= TURN_BRINGS
        if seat == self.turn_of() and i64(small[STACK]) != TURN:
            value -= self.played_part()
        return value

    def distance(self, seat: i64) -> float:
        """Return how far a team's ships are, in spaces of its rearmost one: what everybody sees."""
        pink, blue, orange = self.ship(seat, 0), self.ship(seat, 1), self.ship(seat, 2)
        low = min(min(pink, blue), orange)
        high = max(max(pink, blue), orange)
        return float(low) + 0.75 * float(pink + blue + orange - low - high) + 0.55 * float(high)

    def played_part(self) -> float:
        """Return how much of a turn's worth the seat whose turn it is has used up already."""
        small = self.byte_fields
        for at in range(STACK, STACK + 2 * i64(small[DEPTH]), 2):
            if i64(small[at]) == PLAY:
                return 0.0
        value = TURN_BRINGS
        for at in range(STACK, STACK + 2 * i64(small[DEPTH]), 2):
            if MOVE <= i64(small[at]) < MOVE + LANES:
                value -= 0.75 * float(small[at + 1])
            elif i64(small[at]) == DRAFT:
                value -= 1.5
        return value

    def action_score(self, action: i64) -> float:
        """Return what an answer does for the mover's ships at once; it looks at nothing that is hidden."""
        setup = cast(RacersTables, self.setup)
        kind = self.top()
        brought = vec[i64]([0] * (LANES + POWERS))
        if kind == PLAY:
            self.brings(action // WAYS % setup.spaces, action // (setup.spaces * WAYS), action % WAYS, brought)
            return self.gain(brought)
        if kind == FIRE:
            brought[LANES + action - setup.fire] = 1
            return self.gain(brought)
        if kind == CHOOSE:
            seat = action - setup.victim
            return -1.0 if seat == self.to_move else self.distance(seat)
        if kind == DRAFT:
            slot = action - setup.slot
            liked = self.liking(i64(self.byte_fields[DRAFT_SLOTS + slot]) - 1)
            lane = setup.boost_lane[slot]
            if lane == WILD:
                return liked + self.best_gain(setup.boost_distance[slot])
            brought[lane] = setup.boost_distance[slot]
            return liked + self.gain(brought)
        brought[action - setup.lane] = self.top_argument()
        return self.gain(brought)

    def best_gain(self, distance: i64) -> float:
        """Return what moving the ship of one's choice is worth."""
        best = 0.0
        for lane in range(i64(LANES)):
            brought = vec[i64]([0] * (LANES + POWERS))
            brought[lane] = distance
            best = max(best, self.gain(brought))
        return best

    def gain(self, brought: vec[i64]) -> float:
        """Return what pips and powers do for the mover's ships."""
        seat = self.to_move
        value = 0.0
        after = vec[i64]([0, 0, 0])
        for lane in range(i64(LANES)):
            start = self.ship(seat, lane)
            end = start
            if self.frost(seat, lane) == 0:
                ahead = self.next_ahead(seat, lane)
                if brought[lane + LANES] and ahead >= 0:
                    end = self.free_from(seat, lane, ahead + 1)
                distance = brought[lane] + brought[LANES + TEAM]
                if distance:
                    end = self.free_from(seat, lane, end + distance)
                value += self.bursts_between(lane, start, end)
            after[lane] = end
            if brought[LANES + FREEZE + lane]:
                # One's own ship is the worst to freeze; whether it leads is seen after what comes before.
                leads = self.leaders(lane) == bit(seat)
                value += -6.0 if leads else 3.0
        before = standing(self.ship(seat, 0), self.ship(seat, 1), self.ship(seat, 2))
        return value + standing(after[0], after[1], after[2]) - before

    def bursts_between(self, lane: i64, start: i64, end: i64) -> float:
        """Return what the starbursts are worth that a ship takes on its way."""
        setup = cast(RacersTables, self.setup)
        lying = i64(self.byte_fields[BURSTS]) | i64(self.byte_fields[BURSTS + 1]) << 8
        value = 0.0
        for at in range(setup.lane_bursts):
            if start < setup.burst_spaces[at] <= end and lying >> lane * setup.lane_bursts + at & 1:
                value += 4.0
        return value

    def liking(self, face: i64) -> float:
        """Return what a tile in the hand is worth: pips, most of all in the lane of the rearmost ship, and wilds."""
        setup = cast(RacersTables, self.setup)
        if face < 0:
            return 0.0
        value = 0.0
        rear = self.rearmost(self.to_move)
        for at in range(3 * WAYS * face, 3 * WAYS * face + 3):
            section = setup.sections[at]
            colour = section // PIPS
            if colour == WILD:
                value += 1.5
            else:
                value += 0.4 * float(section % PIPS)
                value += 0.8 if self.ship(self.to_move, colour) == rear else 0.0
        return value

    # Secrets.

    def _resample(self, seat: i64, rng: Random) -> State:
        """Put the tiles in other hands that nobody else has seen back into the bag, and draw as many again.

        In a brutal race one who is asked for a tile has one that fits, or the hand would have been discarded.
        """
        setup = cast(RacersTables, self.setup)
        while True:
            other = cast(Racers, self.copy())
            for rival in range(setup.players):
                if rival != seat:
                    other.hide(rival)
            left = other.in_bag()
            for rival in range(setup.players):
                if rival != seat:
                    for _ in range(self.hand_size(rival) - other.hand_size(rival)):
                        face = other.locate_by_count(setup.bag, rng.randrange(left))
                        left -= 1
                        other.take_from_bag(face)
                        other.give(rival, 1 + 2 * face)
            if other.is_likely(seat, rng) and other.is_possible(seat):
                return other

    def belief(self, seat: i64, belief: Belief) -> bool:
        """Say which tiles may be in hands and in the bag, as long as any of them are as likely as any others.

        Hands are in order. So a tile is in some place of a hand if so many of the hidden ones come before it, and the
        rest behind it.
        """
        setup = cast(RacersTables, self.setup)
        small = self.byte_fields
        if not self.is_possible_whatever(seat):
            return False
        hidden = vec[i64]([0] * setup.players)
        all_hidden: i64 = 0
        for rival in range(setup.players):
            if rival == seat:
                continue
            for at in range(HANDS + HAND * rival, HANDS + HAND * (rival + 1)):
                if small[at] == UNKNOWN:
                    hidden[rival] = hidden[rival] + 1
            all_hidden += hidden[rival]
        if all_hidden == 0:
            return True
        # What may be in the bag is what is there, or is hidden.
        total = self.in_bag()
        if total > MOST_FACES:
            return False
        faces = vec[i64]([0] * total)  # those that may be, in order
        count: i64 = 0
        for face in range(setup.faces):
            if i64(small[setup.bag + face]) > 1:
                return False
            if small[setup.bag + face]:
                faces[count] = face
                count += 1
        number = belief.begin_mean_list(total - all_hidden, total)
        belief.assign_list_to_many(number, faces, 0, total, setup.bag)
        unknown: i64 = -1  # the first list for hands of which nothing is known, which are all alike
        size: i64 = 0  # of such a hand
        for rival in range(setup.players):
            if hidden[rival] == 0:
                continue
            if self.has_outed_one_of(rival):
                return False
            shown = self.shown_in_hand(rival)
            count = hidden[rival] + i64(len(shown))
            first = unknown
            if len(shown) or size != count:
                first = belief.num_lists
                for slot in range(count):
                    weigh_slot(slot, hidden[rival], faces, shown, belief)
                if len(shown) == 0:
                    unknown = first
                    size = count
            for slot in range(count):
                belief.assign_list(first + slot, HANDS + HAND * rival + slot)
        return True

    def shown_in_hand(self, seat: i64) -> vec[i64]:
        """Return the tiles of a hand that all have seen, in order, as the hand has them."""
        found = vec[i64]()
        for at in range(HANDS + HAND * seat, HANDS + HAND * (seat + 1)):
            held = i64(self.byte_fields[at])
            if held and held % 2 == 0:
                found = append(found, held)
        return found

    def is_possible_whatever(self, seat: i64) -> bool:
        """Tell whether a seat can rule out no hands by what is being asked; see ``is_possible``."""
        mover = self.to_move
        return mover < 0 or mover == seat or not cast(RacersTables, self.setup).brutal or self.top() != PLAY

    def observe_into(self, seat: i64, bare: State) -> bool:
        """Show what lies in the open and the seat's own hand; hidden tiles are in the bag, as far as it can know."""
        setup = cast(RacersTables, self.setup)
        small = self.byte_fields
        known = extend(vec[u8](capacity=setup.length), small[:HANDS])
        known = extend(known, setup.no_hands)
        known = extend(known, small[SHIPS:])
        bare.to_move = self.to_move
        bare.byte_fields = known
        for rival in range(setup.players):
            if rival == seat:
                for at in range(HANDS + HAND * seat, HANDS + HAND * (seat + 1)):
                    known[at] = small[at]
                continue
            first = HANDS + HAND * rival
            place = first
            size: i64 = 0
            # Where a tile that was shown lies among the others would tell of them. So they come first.
            for at in range(first, first + HAND):
                held = i64(small[at])
                if held == 0:
                    break
                size += 1
                if held % 2 == 0:
                    known[place] = u8(held)
                    place += 1
                else:
                    face = setup.bag + (held - 1) // 2
                    known[face] = u8(i64(known[face]) + 1)
            for at in range(place, first + size):
                known[at] = u8(UNKNOWN)
        return True

    def has_outed_one_of(self, seat: i64) -> bool:
        """Tell whether a seat has played a tile from its hand that may be there again; see ``is_likely``."""
        bag = cast(RacersTables, self.setup).bag
        for at in range(OUTED + MOST_OUTED * seat, OUTED + MOST_OUTED * (seat + 1)):
            face = i64(self.byte_fields[at]) - 1
            if face >= 0 and self.byte_fields[bag + face]:
                return True
        return False

    def event_key(self, action: i64, seat: i64) -> i64:
        """Return the action, but nothing of a tile that another is dealt, and with it the hands that are discarded."""
        setup = cast(RacersTables, self.setup)
        kind = self.top()
        perceived = action
        if (kind == DEAL and self.dealt_to() != seat) or (kind == DRAW and self.turn_of() != seat):
            perceived = setup.num_actions + setup.max_chance_outcomes
        if not setup.brutal or not self.hides_from(seat):
            return perceived
        after = cast(Racers, self.copy())
        notes: list[Note] = []
        after.notes = notes
        after._apply(action)
        for what, turn_of, one, two, three, _ in notes:
            if what == DISCARDED:
                for number in (turn_of, one, two, three):
                    perceived = (perceived * 257 + number + 1) % LARGEST_SIGN
        return perceived

    def hides_from(self, seat: i64) -> bool:
        """Tell whether a hand holds, or is about to be dealt, a tile that a seat has not seen."""
        if self.top() in (DEAL, DRAW):
            return True
        for rival in range(self.setup.players):
            if rival == seat:
                continue
            for at in range(HANDS + HAND * rival, HANDS + HAND * rival + HAND):
                if i64(self.byte_fields[at]) % 2 == 1:
                    return True
        return False

    def is_possible(self, seat: i64) -> bool:
        """Tell whether hands agree with all that a seat knows about them."""
        return self.is_possible_whatever(seat) or self.has_fit(self.to_move)

    def is_likely(self, seat: i64, rng: Random) -> bool:
        """Take hands with tiles like those played from them as often as they are dealt.

        A hand of two hidden tiles alike and another is dealt half as often as the tiles alone suggest if one of the two
        has been played since: it does not matter which. With all faces different there is nothing to it.
        """
        small = self.byte_fields
        for rival in range(self.setup.players):
            if rival == seat:
                continue
            alike: i64 = 0
            for outed in range(OUTED + MOST_OUTED * rival, OUTED + MOST_OUTED * (rival + 1)):
                for held in range(HANDS + HAND * rival, HANDS + HAND * rival + HAND):
                    if small[outed] and i64(small[held]) == 2 * i64(small[outed]) - 1:
                        alike += 1
            # Of at most three tiles, one or two of a kind were played and the others are held: 1 of 2, or 1 of 3.
            if alike and rng.randrange(alike + 1):
                return False
        return True

    def hide(self, seat: i64) -> None:
        """Put the tiles of a hand that only its owner has seen back into the bag."""
        small = self.byte_fields
        setup = cast(RacersTables, self.setup)
        first = HANDS + HAND * seat
        place = first
        for at in range(first, first + HAND):
            held = i64(small[at])
            small[at] = u8(0)
            if held and held % 2 == 0:
                small[place] = u8(held)
                place += 1
            elif held:
                face = setup.bag + (held - 1) // 2
                small[face] = u8(i64(small[face]) + 1)


def ways_to_choose() -> vec[i64]:
    """Return for each number of tiles in how many ways none, one … of a hand can be chosen of them."""
    found = vec[i64]()
    for count in range(MOST_FACES + 1):
        for some in range(HAND + 1):
            found = append(found, i64(math.comb(count, some)))
    return found


CHOOSE_FEW: Final = ways_to_choose()


def choose(count: i64, some: i64) -> i64:
    """Return in how many ways so few as a hand holds can be chosen; none if that is less than none."""
    return CHOOSE_FEW[(HAND + 1) * count + some] if some >= 0 else i64(0)


def weigh_slot(slot: i64, hidden: i64, faces: vec[i64], shown: vec[i64], belief: Belief) -> None:
    """Make a list for a place of a hand of which so many tiles are hidden, and some are shown.

    A hidden tile lies there if those of the others fit that come before it in the hand, and those that come behind.
    """
    total = i64(len(faces))
    number = belief.num_lists
    at = belief.reserve_list(total + i64(len(shown)), choose(total, hidden))
    values = belief.values
    weights = belief.weights
    few = CHOOSE_FEW
    row: i64 = HAND + 1
    passed: i64 = 0
    for place in range(total):
        held = 1 + 2 * faces[place]
        while passed < i64(len(shown)) and shown[passed] < held:
            values[at] = shown[passed]
            weights[at] = choose(place, slot - passed) * choose(total - place, hidden - slot + passed)
            at += 1
            passed += 1
        before = slot - passed
        behind = hidden - 1 - before
        if before >= 0 and behind >= 0:
            values[at] = held
            weights[at] = few[row * place + before] * few[row * (total - 1 - place) + behind]
            at += 1
    while passed < i64(len(shown)):
        values[at] = shown[passed]
        weights[at] = choose(total, slot - passed) * choose(0, hidden - slot + passed)
        at += 1
        passed += 1
    belief.truncate_list(number, at)


def standing(pink: i64, blue: i64, orange: i64) -> float:
    """Return how well a team stands: what counts most is the rearmost ship."""
    # Of two at a time, which is native code.
    low = min(min(pink, blue), orange)
    high = max(max(pink, blue), orange)
    middle = pink + blue + orange - low - high
    return 3.0 * float(low) + 1.5 * float(middle) + 1.0 * float(high)
