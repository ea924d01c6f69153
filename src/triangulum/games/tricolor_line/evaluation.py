# compiled by mypyc
"""Points at the end of a game of Tricolor Line, and what bots think of a position and an action before it."""

from __future__ import annotations

import math
from typing import Final, cast

from librt.vecs import vec
from mypy_extensions import i64, u8

from triangulum.core.state import OVER
from triangulum.games.tricolor_line.lookup import (
    ATTACK_ACTION,
    BUILD_ACTION,
    BY_ROUTES,
    DETOUR_ACTION,
    DISCARD_ACTION,
    DONE_ACTION,
    DRAW_ACTION,
    END,
    END_REASON,
    HAND_LIMIT,
    IDENTITY,
    IMPOSSIBLE_COST,
    LANDSLIDE_ACTION,
    LEAK_ACTION,
    LOOKED,
    MAX_PAYMENTS,
    MOVE_ACTION,
    NUM_COLOURS,
    NUM_PAIRS,
    NUM_SHAPES,
    PILE_ACTION,
    PLACE_ACTION,
    RESETTLE_ACTION,
    ROUND,
    TAKEN_CODE,
    TOLL_ACTION,
    TOP,
    TURN_ACTION,
    WILD,
    TricolorLookup,
    decode_face,
    decode_rotation,
)
from triangulum.games.tricolor_line.route_plans import RoutePlan
from triangulum.games.tricolor_line.routes import RouteFinder, RoutePlaces
from triangulum.games.tricolor_line.turn import Turn

TILE_POINTS: Final = 3
LATE_ROUND: Final = 12  # the round from which a greedy player ends a game for anybody
OWN_END_SCORE: Final = 200.0  # the worth of ending it for oneself
AVOIDED_SCORE: Final = -250.0  # the worth of what a greedy player does not do
ATTACK_SCORE: Final = -20.0  # the worth of an attack, and of each card that it takes: to be done is always better
ATTACK_CARD_SCORE: Final = -5.0

# What speaks for a seat before the end, as logarithmic odds. Almost all of it counts as much as the end is near: far
# from it a lead is little, or whoever has one would sit on it and never build.
HALF_NEARNESS_COST: Final = (
    30.0  # what two routes cost, in tenths of a card, when they are half as near as finished ones
)
TILE_ODDS: Final = 0.1  # on the ways
TILE_ODDS_AT_END: Final = 2.0  # and so much more in finished routes
POINT_ODDS_AT_END: Final = 0.25  # each that cards would bring
CARD_ODDS: Final = 0.05  # any that may be kept; what is paid comes back with the next draws


class Evaluation(Turn):
    """Scores finished games, and estimates positions and actions in others."""

    # Scoring.

    def find_routes(self) -> RouteFinder:
        """Return a finder of the routes on the board."""
        return RouteFinder(cast(TricolorLookup, self.setup), self.byte_fields)

    def count_route_tiles(self, routes: list[RoutePlaces]) -> list[int]:
        """Return how many road tiles of each colour are in some routes, each tile counted once."""
        counts = [0, 0, 0]
        for place in {place for route in routes for place in route[1]}:
            counts[int(decode_face(i64(self.byte_fields[place]))) // NUM_SHAPES] += 1
        return counts

    def winner_colours(self, tile_counts: list[int]) -> list[int]:
        """Return the colours with the most tiles in the routes; none if there are no tiles."""
        most = max(tile_counts)
        return [colour for colour in range(NUM_COLOURS) if most and tile_counts[colour] == most]

    def card_points(self, seat: i64, colours: list[int]) -> int:
        """Return the points for a seat's cards: an element of a winner colour is a point, and so is a wild card."""
        points = int(self.count_cards(seat, WILD))
        for colour in colours:
            points += int(self.count_cards(seat, 2 * colour)) + 2 * int(self.count_cards(seat, 2 * colour + 1))
        return points

    def bonus_points(self, seat: i64) -> int:
        """Return 1 for the seat that ended the game by two routes, else 0."""
        return 1 if i64(self.byte_fields[END_REASON]) == BY_ROUTES and self.turn_seat() == seat else 0

    def points(self) -> list[int]:
        """Return everybody's points, as if the game ended now."""
        counts = self.count_route_tiles(self.find_routes().list_scored_routes())
        colours = self.winner_colours(counts)
        points = []
        for seat in range(self.setup.players):
            own = i64(self.byte_fields[IDENTITY + seat])
            tiles = counts[own - 1] if own else 0
            points.append(TILE_POINTS * tiles + self.card_points(seat, colours) + self.bonus_points(seat))
        return points

    def winners(self) -> list[int]:
        """Return the seats with the most points, at the end."""
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
        """Return a seat's expected result, -1 to 1, from the cheapest two routes and everybody's cards."""
        if self.to_move == OVER:
            return self.returns()[seat]
        plan = self.find_plan(-1)
        tile_counts = vec[i64]([0] * NUM_COLOURS)
        for place in plan.searched_places:
            code = i64(self.byte_fields[place])
            if code and plan.needs_place(place) and decode_face(code) < END:
                colour = decode_face(code) // NUM_SHAPES
                tile_counts[colour] = tile_counts[colour] + 1
        nearness = 1.0 / (1.0 + float(plan.total_cost()) / HALF_NEARNESS_COST)
        best = -math.inf
        for opponent in range(self.setup.players):
            if opponent != seat:
                best = max(best, self.estimate_log_odds(opponent, tile_counts, nearness))
        lead = self.estimate_log_odds(seat, tile_counts, nearness) - best
        return 2.0 / (1.0 + math.exp(-lead)) - 1.0

    def estimate_log_odds(self, seat: i64, tile_counts: vec[i64], nearness: float) -> float:
        """Return a seat's log-odds of winning: from its tiles on the planned paths, and its cards.

        The nearer the end, from 0 to 1, the more a tile counts, and the elements that would be points there, too. Cards
        that will have to be discarded are nothing: counted, they would make drawing look good for ever.
        """
        most = max(tile_counts[0], max(tile_counts[1], tile_counts[2]))
        doubles: i64 = 0
        singles = self.count_cards(seat, WILD)
        for colour in range(i64(NUM_COLOURS)):
            if most and tile_counts[colour] == most:
                singles += self.count_cards(seat, 2 * colour)
                doubles += self.count_cards(seat, 2 * colour + 1)
        doubles = min(doubles, i64(HAND_LIMIT))
        points = 2 * doubles + min(singles, HAND_LIMIT - doubles)
        identity = i64(self.byte_fields[IDENTITY + seat])
        own_tiles = tile_counts[identity - 1] if identity else i64(0)
        log_odds = (TILE_ODDS + TILE_ODDS_AT_END * nearness) * float(own_tiles) + POINT_ODDS_AT_END * nearness * float(
            points
        )
        return log_odds + CARD_ODDS * float(min(self.hand_size(seat), i64(HAND_LIMIT)))

    def find_plan(self, colour: i64) -> RoutePlan:
        """Return the plan of the cheapest two routes for a colour, cached until a tile changes."""
        plan = self.plan
        if plan is None or plan.colour != colour:
            plan = RoutePlan(cast(TricolorLookup, self.setup), self.byte_fields, colour)
            self.plan = plan
        return plan

    def action_score(self, action: i64) -> float:
        """Return how good an action is for the mover's plan, from what the mover knows."""
        seat = self.turn_seat()
        plan = self.find_plan(i64(self.byte_fields[IDENTITY + seat]) - 1)
        if action < PLACE_ACTION:
            return self.draw_or_pile_score(plan, action)
        if action < BUILD_ACTION:
            return self.placement_score(
                plan,
                (action - PLACE_ACTION) >> 2,
                i64(self.byte_fields[TAKEN_CODE]) + 2 * ((action - PLACE_ACTION) & 3),
            )
        if action < TURN_ACTION:
            return self.construction_score(
                plan, (action - BUILD_ACTION) // MAX_PAYMENTS, (action - BUILD_ACTION) % MAX_PAYMENTS
            )
        if action < ATTACK_ACTION:
            return self.modification_score(
                plan, (action - TURN_ACTION) // NUM_PAIRS, (action - TURN_ACTION) % NUM_PAIRS
            )
        if action < DONE_ACTION:
            return ATTACK_SCORE + ATTACK_CARD_SCORE * float(self.hand_size(seat))
        if action == DONE_ACTION:
            return 0.0
        if action < DISCARD_ACTION:
            return self.event_target_score(plan, action)
        return -self.card_value(plan, action - DISCARD_ACTION)

    def cost_saving(self, plan: RoutePlan, place: i64, code: i64) -> float:
        """Return how much cheaper the planned routes become with a tile at a place; code 0 is no tile."""
        return float(plan.total_cost() - plan.total_cost_with_tile(place, code))

    def placement_score(self, plan: RoutePlan, place: i64, code: i64) -> float:
        """Return the score of a tile at a place: what it saves the plan, and whether an End ends the game well."""
        score = self.cost_saving(plan, place, code)
        return score + self.game_end_score(plan, place, code) if decode_face(code) == END else score

    def game_end_score(self, plan: RoutePlan, place: i64, code: i64) -> float:
        """Return the score of ending the game with a tile at a place; 0 if it finishes no two routes.

        Nobody likes to end a game early in which another colour has more tiles than one's own.
        """
        before = self.byte_fields[place]
        self.byte_fields[place] = u8(code)
        pair = self.find_routes().find_disjoint_pair()
        counts = self.count_route_tiles(pair)
        self.byte_fields[place] = before
        if not pair:
            return 0.0
        if counts[plan.colour] == max(counts):
            return OWN_END_SCORE
        return 0.0 if i64(self.byte_fields[ROUND]) >= LATE_ROUND else AVOIDED_SCORE

    def draw_or_pile_score(self, plan: RoutePlan, action: i64) -> float:
        """Return the score of drawing two or four cards, or of taking the top of a pile.

        Draw two cards and a tile, unless only cards are missing. Take an End, or else a tile that is easy to use."""
        if action == DRAW_ACTION:
            return 0.0
        if action < PILE_ACTION:
            size = self.hand_size(self.turn_seat())
            if size <= 1 or (size <= 2 and plan.has_all_tiles()):
                return 1.0
            return -1.0
        face = i64(self.byte_fields[TOP + action - PILE_ACTION]) - 1
        if face == END:
            return 100.0 if plan.first_path.cost + plan.second_path.cost > 0 else 50.0
        setup = cast(TricolorLookup, self.setup)
        num_passages: i64 = 0
        for rotation in range(setup.num_rotations[face]):
            for at in range(16 * (2 + 8 * face + 2 * rotation), 16 * (3 + 8 * face + 2 * rotation)):
                num_passages += 1 if setup.passing_costs[at] < IMPOSSIBLE_COST else 0
        own = 10.0 if face // NUM_SHAPES == plan.colour else 0.0
        return own + float(num_passages) / float(setup.num_rotations[face]) - 4.0 * float(setup.face_costs[face])

    def construction_score(self, plan: RoutePlan, place: i64, payment: i64) -> float:
        """Return the score of a construction: what it saves the plan, less overpayment and wild cards."""
        setup = cast(TricolorLookup, self.setup)
        code = i64(self.byte_fields[place])
        face = decode_face(code)
        at = MAX_PAYMENTS * setup.face_costs[face] + payment
        paid = setup.payment_singles[at] + 2 * setup.payment_doubles[at] + setup.payment_wilds[at]
        waste = 4.0 * float(paid - setup.face_costs[face]) + 3.0 * float(setup.payment_wilds[at])
        return self.cost_saving(plan, place, code + 1) - waste - 1.0 + self.game_end_score(plan, place, code + 1)

    def modification_score(self, plan: RoutePlan, place: i64, pair: i64) -> float:
        """Return the score of a quarter turn: what it saves the plan, less the value of the cards."""
        setup = cast(TricolorLookup, self.setup)
        code = i64(self.byte_fields[place])
        rotation = (decode_rotation(code) + 1) % setup.num_rotations[decode_face(code)]
        cards_value = self.card_value(plan, setup.pair_first[pair]) + self.card_value(plan, setup.pair_second[pair])
        return self.cost_saving(plan, place, code + 2 * (rotation - decode_rotation(code))) - cards_value

    def card_value(self, plan: RoutePlan, card: i64) -> float:
        """Return the value of keeping a card: more if the plan needs its colour, or it is the player's own."""
        if card == WILD:
            return 12.0
        colour = card // 2
        value = 5.0 if colour == plan.colour else 3.0
        if plan.needs_colour(colour):
            value += 5.0
        return value * (1.6 if card & 1 else 1.0)

    def event_target_score(self, plan: RoutePlan, action: i64) -> float:
        """Return the score of an event's target: spare the plan, toll the largest hand, look at somebody new."""
        fields = self.byte_fields
        if action < DETOUR_ACTION:
            return self.cost_saving(plan, action - LANDSLIDE_ACTION, i64(fields[action - LANDSLIDE_ACTION]) - 1)
        if action < TOLL_ACTION:
            place = (action - DETOUR_ACTION) >> 2
            code = i64(fields[place])
            return self.cost_saving(plan, place, code + 2 * (((action - DETOUR_ACTION) & 3) - decode_rotation(code)))
        if action < LEAK_ACTION:
            return float(self.hand_size(action - TOLL_ACTION))
        if action < MOVE_ACTION:
            return 0.0 if i64(fields[LOOKED + self.turn_seat()]) >> (action - LEAK_ACTION) & 1 else 1.0
        if action < RESETTLE_ACTION:
            place = action - MOVE_ACTION
            if plan.needs_place(place):
                return AVOIDED_SCORE
            return 1.0 if decode_face(i64(fields[place])) == END else 0.0
        return self.placement_score(plan, action - RESETTLE_ACTION, i64(fields[TAKEN_CODE]))
