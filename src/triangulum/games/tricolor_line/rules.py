# compiled by mypyc
"""The rules of Tricolor Line: how a game begins and is scored, what actions look like at a glance, and what is hidden.

What lies on the table is in ``ground.py``, who is asked what and when in ``turn.py``, routes in ``routes.py``; together
they follow ``docs/rules/tricolor-line.md``.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final, cast

from librt.random import Random
from librt.vecs import extend, vec
from mypy_extensions import i64, u8

from triangulum.core.boards.bits import bit
from triangulum.core.learning.belief import Belief
from triangulum.core.state import CHANCE, OVER, State
from triangulum.games.tricolor_line.lookup import (
    ACTIONS,
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
    AT,
    ATTACK,
    BUILD,
    BY_ROUTES,
    CARDS,
    CENTRE,
    COLOURS,
    DISCARD,
    DIVERT,
    DONE,
    DRAW,
    DRAW_PILE,
    END,
    FACES,
    HAND_LIMIT,
    HIDDEN,
    IDENTITY,
    IMPOSSIBLE,
    LENGTH,
    LOOK,
    LOOKED,
    MOVE,
    OPEN,
    PAIRS,
    PAYMENTS,
    PILE,
    PILE_SIZE,
    PILES,
    ROUND,
    SHAPES,
    SLIDE,
    START_CODE,
    TAKE_TOLL,
    TAKEN,
    TO,
    TOP,
    TURN,
    UNSEEN,
    WHY,
    WILD,
    TricolorTables,
    face_of,
    lie_of,
)
from triangulum.games.tricolor_line.plans import Plan
from triangulum.games.tricolor_line.routes import Route, Routes
from triangulum.games.tricolor_line.turn import Turn

if TYPE_CHECKING:
    from triangulum.core.components import Components
    from triangulum.core.game import Game
    from triangulum.games.tricolor_line.options import TricolorBox, TricolorOptions

TILE_POINTS: Final = 3
PATIENCE: Final = 12  # the round from which a greedy player ends a game for anybody
GLAD: Final = 200.0  # the worth of ending it for oneself
SHOWN: Final = 2_147_483_629  # what is shown is told apart by a number below this
UNKNOWN: Final = 255  # in what a seat may know, instead of an identity
NEVER: Final = -250.0  # the worth of what a greedy player does not do
ATTACKING: Final = -20.0  # the worth of an attack, and of each card that it takes: to be done is always better
ATTACKING_CARD: Final = -5.0

# What speaks for a seat before the end, as logarithmic odds. Almost all of it counts as much as the end is near: far
# from it a lead is little, or whoever has one would sit on it and never build.
HALFWAY: Final = 30.0  # what two routes cost, in tenths of a card, when they are half as near as finished ones
OWN_TILE: Final = 0.1  # on the ways
OWN_TILE_AT_END: Final = 2.0  # and so much more in finished routes
POINT_AT_END: Final = 0.25  # each that cards would bring
CARD: Final = 0.05  # any that may be kept; what is paid comes back with the next draws


class TricolorSetup(TricolorTables):
    """A choice of options and components of Tricolor Line."""

    def __init__(self, game: Game, options: TricolorOptions, components: Components[TricolorBox]) -> None:
        super().__init__(game, options, components)

    def new(self) -> State:
        """Return the table with Start alone, and everything left to chance."""
        state = Tricolor(self, CHANCE, vec[u8]([0] * LENGTH), vec[i64]())
        small = state.byte_fields
        small[CENTRE] = u8(START_CODE)
        for face in range(i64(FACES)):
            small[UNSEEN + face] = u8(self.face_counts[face])
        for pile in range(i64(PILES)):
            small[PILE_SIZE + pile] = u8(self.pile_size)
        for card in range(i64(CARDS)):
            small[DRAW_PILE + card] = u8(self.card_counts[card])
        state.push(ASK_TURN)
        state.push(ASK_FIRST)
        state.push(ASK_DEAL)
        state.push(ASK_IDENTITY)
        state.push(ASK_TOPS)
        state.settle()
        return state

    def state_from_fields(self, to_move: i64, small: vec[u8], wide: vec[i64]) -> State:
        """Return a state that holds these numbers."""
        return Tricolor(self, to_move, small, wide)


class Tricolor(Turn):
    """A position in Tricolor Line."""

    # Scoring.

    def routes(self) -> Routes:
        """Return the routes on the table."""
        return Routes(cast(TricolorTables, self.setup), self.byte_fields)

    def route_tiles(self, routes: list[Route]) -> list[int]:
        """Return for each colour how many road tiles of it are in some routes, each tile once."""
        counts = [0, 0, 0]
        for place in {place for route in routes for place in route[1]}:
            counts[int(face_of(i64(self.byte_fields[place]))) // SHAPES] += 1
        return counts

    def winner_colours(self, counts: list[int]) -> list[int]:
        """Return the colours with most tiles in the routes; none without a tile."""
        most = max(counts)
        return [colour for colour in range(COLOURS) if most and counts[colour] == most]

    def card_points(self, seat: i64, colours: list[int]) -> int:
        """Return what a seat's cards are worth: an element of a winner colour is a point, and so is a wild card."""
        found = int(self.held(seat, WILD))
        for colour in colours:
            found += int(self.held(seat, 2 * colour)) + 2 * int(self.held(seat, 2 * colour + 1))
        return found

    def bonus(self, seat: i64) -> int:
        """Return the point for whoever ended the game by two routes."""
        return 1 if i64(self.byte_fields[WHY]) == BY_ROUTES and self.turn_of() == seat else 0

    def points(self) -> list[int]:
        """Return everybody's points, as if the game ended now."""
        counts = self.route_tiles(self.routes().scored())
        colours = self.winner_colours(counts)
        found = []
        for seat in range(self.setup.players):
            own = i64(self.byte_fields[IDENTITY + seat])
            tiles = counts[own - 1] if own else 0
            found.append(TILE_POINTS * tiles + self.card_points(seat, colours) + self.bonus(seat))
        return found

    def winners(self) -> list[int]:
        """Return who has most points."""
        if self.to_move != OVER:
            return []
        points = self.points()
        best = max(points)
        return [seat for seat, own in enumerate(points) if own == best]

    def score(self) -> list[float]:
        """Return everybody's points at the end; nothing is counted before."""
        if self.to_move != OVER:
            return [0.0] * self.setup.players
        return [float(own) for own in self.points()]

    # Guesses.

    def evaluate(self, seat: i64) -> float:
        """Compare what the cheapest two routes would bring a seat with what they would bring the best other seat."""
        if self.to_move == OVER:
            return self.returns()[seat]
        plan = self.plan_of(-1)
        tiles = vec[i64]([0] * COLOURS)
        for place in plan.around:
            code = i64(self.byte_fields[place])
            if code and plan.needs(place) and face_of(code) < END:
                colour = face_of(code) // SHAPES
                tiles[colour] = tiles[colour] + 1
        near = 1.0 / (1.0 + float(plan.total()) / HALFWAY)
        best = -math.inf
        for other in range(self.setup.players):
            if other != seat:
                best = max(best, self.hope(other, tiles, near))
        lead = self.hope(seat, tiles, near) - best
        return 2.0 / (1.0 + math.exp(-lead)) - 1.0

    def hope(self, seat: i64, tiles: vec[i64], near: float) -> float:
        """Return what speaks for a seat, as logarithmic odds: its tiles on the ways, and its cards.

        The nearer the end, from 0 to 1, the more a tile counts, and the elements that would be points there, too. Cards
        that will have to be discarded are nothing: counted, they would make drawing look good for ever.
        """
        most = max(tiles[0], max(tiles[1], tiles[2]))
        doubles: i64 = 0
        singles = self.held(seat, WILD)
        for colour in range(i64(COLOURS)):
            if most and tiles[colour] == most:
                singles += self.held(seat, 2 * colour)
                doubles += self.held(seat, 2 * colour + 1)
        doubles = min(doubles, i64(HAND_LIMIT))
        points = 2 * doubles + min(singles, HAND_LIMIT - doubles)
        identity = i64(self.byte_fields[IDENTITY + seat])
        own = tiles[identity - 1] if identity else i64(0)
        found = (OWN_TILE + OWN_TILE_AT_END * near) * float(own) + POINT_AT_END * near * float(points)
        return found + CARD * float(min(self.hand_size(seat), i64(HAND_LIMIT)))

    def plan_of(self, colour: i64) -> Plan:
        """Return the cheapest two routes for somebody of a colour, looked for once in each position."""
        plan = self.plan
        if plan is None or plan.colour != colour:
            plan = Plan(cast(TricolorTables, self.setup), self.byte_fields, colour)
            self.plan = plan
        return plan

    def action_score(self, action: i64) -> float:
        """Return what an answer does for the mover's plan; it looks at nothing that is hidden from the mover."""
        seat = self.turn_of()
        plan = self.plan_of(i64(self.byte_fields[IDENTITY + seat]) - 1)
        if action < AT:
            return self.worth_of_choice(plan, action)
        if action < BUILD:
            return self.worth_of_place(plan, (action - AT) >> 2, i64(self.byte_fields[TAKEN]) + 2 * ((action - AT) & 3))
        if action < TURN:
            return self.worth_of_building(plan, (action - BUILD) // PAYMENTS, (action - BUILD) % PAYMENTS)
        if action < ATTACK:
            return self.worth_of_turning(plan, (action - TURN) // PAIRS, (action - TURN) % PAIRS)
        if action < DONE:
            return ATTACKING + ATTACKING_CARD * float(self.hand_size(seat))
        if action == DONE:
            return 0.0
        if action < DISCARD:
            return self.worth_of_target(plan, action)
        return -self.value_of(plan, action - DISCARD)

    def gain(self, plan: Plan, place: i64, code: i64) -> float:
        """Return how much cheaper the two routes become with a tile, or none for 0, at a place."""
        return float(plan.total() - plan.changed(place, code))

    def worth_of_place(self, plan: Plan, place: i64, code: i64) -> float:
        """Place what helps the plan; an End may end the game."""
        found = self.gain(plan, place, code)
        return found + self.verdict(plan, place, code) if face_of(code) == END else found

    def verdict(self, plan: Plan, place: i64, code: i64) -> float:
        """Return what there is to be said of two routes that a tile at a place would finish, if it does.

        Nobody likes to end a game early in which another colour has more tiles than one's own.
        """
        before = self.byte_fields[place]
        self.byte_fields[place] = u8(code)
        pair = self.routes().pair()
        counts = self.route_tiles(pair)
        self.byte_fields[place] = before
        if not pair:
            return 0.0
        if counts[plan.colour] == max(counts):
            return GLAD
        return 0.0 if i64(self.byte_fields[ROUND]) >= PATIENCE else NEVER

    def worth_of_choice(self, plan: Plan, action: i64) -> float:
        """Two cards and a tile, unless cards alone are missing; and an End, or else a tile that is easy to use."""
        if action == DRAW:
            return 0.0
        if action < PILE:
            size = self.hand_size(self.turn_of())
            if size <= 1 or (size <= 2 and plan.is_laid_out()):
                return 1.0
            return -1.0
        face = i64(self.byte_fields[TOP + action - PILE]) - 1
        if face == END:
            return 100.0 if plan.first.price + plan.second.price > 0 else 50.0
        setup = cast(TricolorTables, self.setup)
        ways: i64 = 0
        for lie in range(setup.lies[face]):
            for at in range(16 * (2 + 8 * face + 2 * lie), 16 * (3 + 8 * face + 2 * lie)):
                ways += 1 if setup.passing[at] < IMPOSSIBLE else 0
        own = 10.0 if face // SHAPES == plan.colour else 0.0
        return own + float(ways) / float(setup.lies[face]) - 4.0 * float(setup.face_cost[face])

    def worth_of_building(self, plan: Plan, place: i64, payment: i64) -> float:
        """Build what the plan needs, and rather with ordinary cards."""
        setup = cast(TricolorTables, self.setup)
        code = i64(self.byte_fields[place])
        face = face_of(code)
        at = PAYMENTS * setup.face_cost[face] + payment
        paid = setup.pay_single[at] + 2 * setup.pay_double[at] + setup.pay_wild[at]
        waste = 4.0 * float(paid - setup.face_cost[face]) + 3.0 * float(setup.pay_wild[at])
        return self.gain(plan, place, code + 1) - waste - 1.0 + self.verdict(plan, place, code + 1)

    def worth_of_turning(self, plan: Plan, place: i64, pair: i64) -> float:
        """Turn what the plan needs turned, for cards that it does not need."""
        setup = cast(TricolorTables, self.setup)
        code = i64(self.byte_fields[place])
        lie = (lie_of(code) + 1) % setup.lies[face_of(code)]
        price = self.value_of(plan, setup.pair_one[pair]) + self.value_of(plan, setup.pair_other[pair])
        return self.gain(plan, place, code + 2 * (lie - lie_of(code))) - price

    def value_of(self, plan: Plan, card: i64) -> float:
        """Return what it is worth to keep a card: more if the plan needs its colour, or it is one's own."""
        if card == WILD:
            return 12.0
        colour = card // 2
        wanted = 5.0 if colour == plan.colour else 3.0
        if plan.wants(colour):
            wanted += 5.0
        return wanted * (1.6 if card & 1 else 1.0)

    def worth_of_target(self, plan: Plan, action: i64) -> float:
        """Let events hit what the plan does not need, others rather than oneself, and whom one knows least."""
        small = self.byte_fields
        if action < DIVERT:
            return self.gain(plan, action - SLIDE, i64(small[action - SLIDE]) - 1)
        if action < TAKE_TOLL:
            place = (action - DIVERT) >> 2
            code = i64(small[place])
            return self.gain(plan, place, code + 2 * (((action - DIVERT) & 3) - lie_of(code)))
        if action < LOOK:
            return float(self.hand_size(action - TAKE_TOLL))
        if action < MOVE:
            return 0.0 if i64(small[LOOKED + self.turn_of()]) >> (action - LOOK) & 1 else 1.0
        if action < TO:
            place = action - MOVE
            if plan.needs(place):
                return NEVER
            return 1.0 if face_of(i64(small[place])) == END else 0.0
        return self.worth_of_place(plan, action - TO, i64(small[TAKEN]))

    # What is hidden.

    def event_key(self, action: i64, seat: i64) -> i64:
        """Return the action, unless it is a card or identity for somebody else, with all that comes to light."""
        owner = seat
        is_shuffled = False
        if self.to_move == CHANCE:
            kind = self.top()
            if kind == ASK_IDENTITY:
                owner = self.identities_dealt()
            elif kind == ASK_DEAL:
                owner = self.dealt_to()
            elif kind == ASK_DRAW:
                owner = self.turn_of()
                is_shuffled = self.sum_bytes(DRAW_PILE, CARDS) == 0
        perceived = action if owner == seat else i64(ACTIONS)
        after = self if self.is_amid_turn(action) else cast(Tricolor, self.after(action))
        shown: i64 = 0
        if is_shuffled:
            for at in range(i64(HIDDEN), i64(IDENTITY)):
                shown = (shown * 31 + i64(self.byte_fields[at])) % SHOWN
        if self.to_move != CHANCE and ATTACK <= action < DONE:
            for card in range(i64(CARDS)):
                shown = (shown * 31 + self.held(self.to_move, card)) % SHOWN
        is_over = after.to_move == OVER
        points = after.points() if is_over else []
        for other in range(self.setup.players):
            if is_over or (seat >= 0 and i64(after.byte_fields[LOOKED + seat]) & bit(other)):
                shown = (shown * 31 + i64(after.byte_fields[IDENTITY + other])) % SHOWN
            if is_over:
                shown = (shown * 31 + i64(points[other])) % SHOWN
        return perceived + (ACTIONS + 1) * shown

    def is_amid_turn(self, action: i64) -> bool:
        """Tell whether an action surely neither ends the turn nor shows an identity; it need not tell of all such."""
        kind = self.top()
        if kind == ASK_ACTION:
            return action != DONE
        return kind in (ASK_PLACE, ASK_TOP, ASK_PILE, ASK_DETOUR, ASK_LANDSLIDE, ASK_RELOCATE, ASK_RESETTLE)

    def _resample(self, seat: i64, rng: Random) -> State:
        """Deal hidden cards, with those in the pile, and unseen identities, with those put aside, evenly anew."""
        other = cast(Tricolor, self.copy())
        if self.to_move == OVER:
            return other
        other.resample_cards(seat, rng)
        other.resample_identities(seat, rng)
        return other

    def resample_cards(self, seat: i64, rng: Random) -> None:
        """Put hidden hands on the pile, and draw as many again."""
        small = self.byte_fields
        players = self.setup.players
        sizes = vec[i64]([0] * players)
        left = self.sum_bytes(DRAW_PILE, CARDS)
        for owner in range(players):
            if owner == seat:
                continue
            for kind in range(i64(CARDS)):
                at = HIDDEN + CARDS * owner + kind
                count = i64(small[at])
                sizes[owner] = sizes[owner] + count
                self.change(DRAW_PILE + kind, count)
                small[at] = u8(0)
            left += sizes[owner]
        for owner in range(players):
            for _ in range(sizes[owner]):
                card = self.locate_by_count(DRAW_PILE, rng.randrange(left))
                left -= 1
                self.change(DRAW_PILE + card, -1)
                self.change(HIDDEN + CARDS * owner + card, 1)

    def resample_identities(self, seat: i64, rng: Random) -> None:
        """Take back the identities that a seat has not seen, and deal as many again."""
        small = self.byte_fields
        players = self.setup.players
        known = self.known_identities(seat)
        unseen: i64 = 0
        for owner in range(players):
            if small[IDENTITY + owner] and not known >> owner & 1:
                unseen |= bit(owner)
                small[IDENTITY + owner] = u8(0)
        for owner in range(players):
            if not unseen >> owner & 1:
                continue
            mark = rng.randrange(self.identities_left(0) + self.identities_left(1) + self.identities_left(2))
            colour: i64 = 0
            while mark >= self.identities_left(colour):
                mark -= self.identities_left(colour)
                colour += 1
            small[IDENTITY + owner] = u8(colour + 1)

    def belief(self, seat: i64, belief: Belief) -> bool:
        """Say how many cards of each kind a hidden hand has on average, and how likely identities are."""
        if self.to_move == OVER:
            return True
        if not self.odds_of_cards(seat, belief):
            return False
        setup = cast(TricolorTables, self.setup)
        small = self.byte_fields
        known = self.known_identities(seat)
        number: i64 = -1
        for owner in range(setup.players):
            if not small[IDENTITY + owner] or known >> owner & 1:
                continue
            if number < 0:
                number = belief.begin_list()
                for colour in range(i64(COLOURS)):
                    left = setup.identities
                    for other in range(setup.players):
                        if known >> other & 1 and i64(small[IDENTITY + other]) == colour + 1:
                            left -= 1
                    belief.add(colour + 1, left)
            belief.assign_list(number, IDENTITY + owner)
        return True

    def odds_of_cards(self, seat: i64, belief: Belief) -> bool:
        """Say how hidden cards and those in the pile are shared out; not while a hand may have more than is counted."""
        small = self.byte_fields
        players = self.setup.players
        # What may be in the pile is what is there, or is hidden.
        total = self.sum_bytes(DRAW_PILE, CARDS)
        pile = total
        for owner in range(players):
            if owner == seat:
                continue
            size = i64(small[HIDDEN + CARDS * owner])
            if size > HAND_LIMIT:
                return False
            pile -= size
        if total == pile:
            return True
        for kind in range(i64(CARDS)):
            count = i64(small[DRAW_PILE + kind])
            belief.assign_list(belief.begin_mean_list(count * pile, total), DRAW_PILE + kind)
            number: i64 = -1
            counted: i64 = 0
            for owner in range(players):
                size = i64(small[HIDDEN + CARDS * owner]) if owner != seat else i64(0)
                if size == 0:
                    continue
                # Hands often are of one size.
                if size != counted:
                    number = belief.begin_mean_list(count * size, total)
                    counted = size
                belief.assign_list(number, HIDDEN + CARDS * owner + kind)
        return True

    def observe_into(self, seat: i64, bare: State) -> bool:
        """Show what lies in the open and what a seat has or has looked at.

        Hidden cards are on the pile, as far as it can know. Of hands that are hidden there is the size, in the place of
        the first kind of card.
        """
        setup = cast(TricolorTables, self.setup)
        small = self.byte_fields
        bare.to_move = self.to_move
        if self.to_move == OVER:
            bare.byte_fields = small[:]
            return True
        known = extend(vec[u8](capacity=LENGTH), small[:HIDDEN])
        known = extend(known, setup.no_hands)
        known = extend(known, small[OPEN:IDENTITY])
        known = extend(known, setup.no_identities)
        known = extend(known, small[LOOKED:])
        bare.byte_fields = known
        looked = self.known_identities(seat)
        for owner in range(setup.players):
            if small[IDENTITY + owner]:
                known[IDENTITY + owner] = small[IDENTITY + owner] if looked >> owner & 1 else u8(UNKNOWN)
            first = HIDDEN + CARDS * owner
            size: i64 = 0
            for kind in range(i64(CARDS)):
                count = i64(small[first + kind])
                if owner == seat:
                    known[first + kind] = small[first + kind]
                    continue
                size += count
                known[DRAW_PILE + kind] = u8(i64(known[DRAW_PILE + kind]) + count)
            if owner != seat:
                known[first] = u8(size)
        return True

    def known_identities(self, seat: i64) -> i64:
        """Return the mask of those whose identity a seat knows."""
        return bit(seat) | i64(self.byte_fields[LOOKED + seat]) if seat >= 0 else i64(0)
