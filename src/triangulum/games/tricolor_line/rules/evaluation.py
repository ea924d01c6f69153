# compiled by mypyc
"""Points at the end of a game of Tricolor Line, and how bots judge positions and actions before it.

``evaluate`` judges a position for bots that search: the better a seat's colour does on the two cheapest routes, and the
nearer these are to being finished, the more likely it wins. ``action_score`` judges an action for greedy bots: mostly
by what it saves the mover's route plan (see ``route_plans.py``), in tenths of a card.
"""

from __future__ import annotations

import math
from typing import Final, cast

from librt.vecs import vec
from mypy_extensions import i64, u8

from triangulum.core.state import OVER
from triangulum.core.types import Action, Seat
from triangulum.games.tricolor_line.actions import (
    AGES_KIND,
    ATTACK_KIND,
    BUILD_KIND,
    DETOUR_KIND,
    DISCARD_KIND,
    DONE_KIND,
    DRAW_KIND,
    LANDSLIDE_KIND,
    LEAK_KIND,
    LIFT_KIND,
    PASS_KIND,
    PLACE_KIND,
    ROTATE_KIND,
    TAKE_KIND,
    TOLL_KIND,
    decode_action,
)
from triangulum.games.tricolor_line.rules.codes import (
    END_FACE,
    ENDED_BY_ROUTES,
    HAND_LIMIT,
    NUM_CARD_KINDS,
    NUM_COLOURS,
    NUM_SHAPES,
    WILD,
    CardKind,
    Face,
    PlaceIndex,
    TileCode,
    decode_face,
    decode_rotation,
    encode_tile,
    replace_rotation,
)
from triangulum.games.tricolor_line.rules.fields import (
    END_REASON,
    IDENTITIES,
    LOOKED_MASKS,
    PILE_TOPS,
    ROUND,
    TAKEN_CODE,
)
from triangulum.games.tricolor_line.rules.lookup import IMPOSSIBLE_COST, TricolorLookup
from triangulum.games.tricolor_line.rules.route_plans import RoutePlan
from triangulum.games.tricolor_line.rules.routes import RouteFinder, RoutePlaces
from triangulum.games.tricolor_line.rules.turn import TricolorTurn

TILE_POINTS: Final = 3

# Scores of actions, in tenths of a card like the costs of plans.
LATE_ROUND: Final = 12  # from this round on a greedy player ends the game even if another colour leads
OWN_END_SCORE: Final = 200.0  # for ending the game while the mover's colour leads
AVOIDED_SCORE: Final = -250.0  # for what a greedy player never does
ATTACK_SCORE: Final = -20.0  # for an attack, always worse than being done, and for each card that it takes
ATTACK_CARD_SCORE: Final = -5.0

# What speaks for a seat before the end, in log-odds of winning. Almost all of it is weighted by how near the end is.
# Far from the end a lead means little; if it meant more, whoever leads would sit on the lead and never build.
HALF_NEARNESS_COST: Final = 30.0  # the cost of a plan, in tenths of a card, at which the end is half as near as can be
TILE_ODDS: Final = 0.1  # for a tile of the seat's colour on the planned paths
TILE_ODDS_AT_END: Final = 2.0  # and so much more once they are finished
POINT_ODDS_AT_END: Final = 0.25  # for each point that cards would bring
CARD_ODDS: Final = 0.05  # for any card within the hand limit: what is paid comes back with the next draws


class TricolorEvaluation(TricolorTurn):
    """Scores finished games, and judges positions and actions before the end."""

    # Points.

    def create_route_finder(self) -> RouteFinder:
        """Return a new finder of the routes that are on the board now."""
        return RouteFinder(cast(TricolorLookup, self.setup), self.byte_fields)

    def count_tiles_by_colour(self, routes: list[RoutePlaces]) -> list[int]:
        """Return, for each colour, how many road tiles of it are in some routes; each tile counts once."""
        counts = [0, 0, 0]
        for place in {place for route in routes for place in route[1]}:
            counts[int(decode_face(i64(self.byte_fields[place]))) // NUM_SHAPES] += 1
        return counts

    def find_winner_colours(self, tile_counts: list[int]) -> list[int]:
        """Return the colours with the most tiles in the routes, given the count of each; none if there are no tiles."""
        most_tiles = max(tile_counts)
        return [colour for colour in range(NUM_COLOURS) if most_tiles and tile_counts[colour] == most_tiles]

    def card_points(self, seat: Seat, winner_colours: list[int]) -> int:
        """Return the points for a seat's cards: an element of a winner colour is a point, and so is a wild card."""
        points = int(self.count_cards(seat, WILD))
        for colour in winner_colours:
            points += int(self.count_cards(seat, 2 * colour)) + 2 * int(self.count_cards(seat, 2 * colour + 1))
        return points

    def bonus_points(self, seat: Seat) -> int:
        """Return 1 if this seat ended the game by finishing two routes, else 0."""
        return 1 if i64(self.byte_fields[END_REASON]) == ENDED_BY_ROUTES and self.turn_seat() == seat else 0

    def compute_points(self) -> list[int]:
        """Return everybody's points, as if the game ended now."""
        tile_counts = self.count_tiles_by_colour(self.create_route_finder().list_scored_routes())
        winner_colours = self.find_winner_colours(tile_counts)
        points = []
        for seat in range(self.setup.players):
            identity = i64(self.byte_fields[IDENTITIES + seat])
            own_tiles = tile_counts[identity - 1] if identity else 0
            points.append(TILE_POINTS * own_tiles + self.card_points(seat, winner_colours) + self.bonus_points(seat))
        return points

    def winners(self) -> list[int]:
        """Return the seats with the most points, at the end."""
        if self.to_move != OVER:
            return []
        points = self.compute_points()
        most_points = max(points)
        return [seat for seat, seat_points in enumerate(points) if seat_points == most_points]

    def score(self) -> list[float]:
        """Return everybody's points at the end, and 0 before."""
        if self.to_move != OVER:
            return [0.0] * self.setup.players
        return [float(seat_points) for seat_points in self.compute_points()]

    # Positions.

    def evaluate(self, seat: Seat) -> float:
        """Return a seat's expected result, -1 to 1, from the two cheapest routes and everybody's cards."""
        if self.to_move == OVER:
            return self.returns()[seat]
        plan = self.find_route_plan(-1)
        tile_counts = vec[i64]([0] * NUM_COLOURS)
        for place in plan.costs.searched_places:
            tile_code = i64(self.byte_fields[place])
            if tile_code and plan.is_on_path(place) and decode_face(tile_code) < END_FACE:
                colour = decode_face(tile_code) // NUM_SHAPES
                tile_counts[colour] = tile_counts[colour] + 1
        nearness = 1.0 / (1.0 + float(plan.total_cost()) / HALF_NEARNESS_COST)
        best_opponent = -math.inf
        for opponent in range(self.setup.players):
            if opponent != seat:
                best_opponent = max(best_opponent, self.estimate_win_log_odds(opponent, tile_counts, nearness))
        lead = self.estimate_win_log_odds(seat, tile_counts, nearness) - best_opponent
        return 2.0 / (1.0 + math.exp(-lead)) - 1.0

    def estimate_win_log_odds(self, seat: Seat, path_tile_counts_by_colour: vec[i64], end_nearness: float) -> float:
        """Estimate a seat's log-odds of winning from its tiles on the planned paths, and its cards.

        The nearer the end, from 0 to 1, the more tiles count, and elements that would be points at the end. Cards that
        will have to be discarded count nothing: otherwise drawing would look good for ever.
        """
        most_tiles = max(
            path_tile_counts_by_colour[0], max(path_tile_counts_by_colour[1], path_tile_counts_by_colour[2])
        )
        doubles: i64 = 0
        singles = self.count_cards(seat, WILD)
        for colour in range(i64(NUM_COLOURS)):
            if most_tiles and path_tile_counts_by_colour[colour] == most_tiles:
                singles += self.count_cards(seat, 2 * colour)
                doubles += self.count_cards(seat, 2 * colour + 1)
        doubles = min(doubles, i64(HAND_LIMIT))
        points = 2 * doubles + min(singles, HAND_LIMIT - doubles)
        identity = i64(self.byte_fields[IDENTITIES + seat])
        own_tiles = path_tile_counts_by_colour[identity - 1] if identity else i64(0)
        tile_odds = (TILE_ODDS + TILE_ODDS_AT_END * end_nearness) * float(own_tiles)
        log_odds = tile_odds + POINT_ODDS_AT_END * end_nearness * float(points)
        return log_odds + CARD_ODDS * float(min(self.hand_size(seat), i64(HAND_LIMIT)))

    def find_route_plan(self, colour: i64) -> RoutePlan:
        """Return the route plan for a colour, or -1 for none in particular; kept until a tile changes."""
        plan = self.route_plan
        if plan is None or plan.colour != colour:
            plan = RoutePlan(cast(TricolorLookup, self.setup), self.byte_fields, colour)
            self.route_plan = plan
        return plan

    # Actions.

    def action_score(self, action: Action) -> float:
        """Return how good an action is for the mover's route plan, from what the mover knows."""
        fields = self.byte_fields
        seat = self.turn_seat()
        plan = self.find_route_plan(i64(fields[IDENTITIES + seat]) - 1)
        kind, target, detail = decode_action(action)
        if kind == BUILD_KIND:
            return self.construction_score(plan, target, detail)
        if kind == ROTATE_KIND:
            return self.rotation_score(plan, target, detail)
        if kind == PLACE_KIND:
            return self.placement_score(plan, target, replace_rotation(i64(fields[TAKEN_CODE]), detail))
        if kind == ATTACK_KIND:
            return ATTACK_SCORE + ATTACK_CARD_SCORE * float(self.hand_size(seat))
        if kind == DONE_KIND:
            return 0.0
        if kind == AGES_KIND:
            return float(target)  # the largest mask pays old cards first
        if kind == PASS_KIND:
            return -1.0  # two cards instead of an event are never worse than none
        if kind == DRAW_KIND:
            return self.draw_count_score(plan, target)
        if kind == TAKE_KIND:
            return self.take_pile_score(plan, target)
        if kind == DISCARD_KIND:
            return -self.card_keep_value(plan, target)
        return self.event_target_score(plan, kind, target, detail)

    def plan_cost_saving(self, plan: RoutePlan, place: PlaceIndex, tile_code: TileCode) -> float:
        """Return how much cheaper a plan becomes if a tile lies at a place, by the plan's estimate."""
        return float(plan.total_cost() - plan.estimate_both_paths_with_tile(place, tile_code))

    def placement_score(self, plan: RoutePlan, place: PlaceIndex, tile_code: TileCode) -> float:
        """Return the score of placing a tile: what it saves the plan, and for an End whether it ends the game."""
        saving = self.plan_cost_saving(plan, place, tile_code)
        return (
            saving + self.ending_improvement_score(plan, place, tile_code)
            if decode_face(tile_code) == END_FACE
            else saving
        )

    def ending_improvement_score(self, plan: RoutePlan, place: PlaceIndex, tile_code: TileCode) -> float:
        """Return by how much a tile at a place makes ending the game better; 0 if it changes no pair of routes."""
        tile_before = self.byte_fields[place]
        self.byte_fields[place] = u8(tile_code)
        score = self.ending_routes_score(plan, self.count_ending_route_tiles_by_colour())
        self.byte_fields[place] = tile_before
        return score - self.ending_routes_score(plan, self.ending_tile_counts_by_colour(plan))

    def count_ending_route_tiles_by_colour(self) -> list[int]:
        """Return how many tiles of each colour are in the two routes that would end the game now; [] without two."""
        pair = self.create_route_finder().find_best_disjoint_pair()
        return self.count_tiles_by_colour(pair) if pair else []

    def ending_tile_counts_by_colour(self, plan: RoutePlan) -> list[int]:
        """Return the same for the board of a plan, which computes it only once."""
        counts = plan.ending_tile_counts_by_colour
        if counts is None:
            counts = self.count_ending_route_tiles_by_colour()
            plan.ending_tile_counts_by_colour = counts
        return counts

    def ending_routes_score(self, plan: RoutePlan, tile_counts: list[int]) -> float:
        """Return the score of ending the game with two routes that have these tiles; 0 without two routes.

        Nobody likes to end a game early in which another colour has more tiles than their own.
        """
        if not tile_counts:
            return 0.0
        if tile_counts[plan.colour] == max(tile_counts):
            return OWN_END_SCORE
        return 0.0 if i64(self.byte_fields[ROUND]) >= LATE_ROUND else AVOIDED_SCORE

    def draw_count_score(self, plan: RoutePlan, num_cards: i64) -> float:
        """Return the score of drawing two cards and a tile, or four cards: four only with few cards in hand."""
        if num_cards == 2:
            return 0.0
        hand_size = self.hand_size(self.turn_seat())
        return 1.0 if hand_size <= 1 or (hand_size <= 2 and plan.has_tile_at_every_path_place()) else -1.0

    def take_pile_score(self, plan: RoutePlan, pile: i64) -> float:
        """Return the score of taking the top of a pile: best an End, or else a tile that is cheap and easy to use."""
        face = i64(self.byte_fields[PILE_TOPS + pile]) - 1
        if face == END_FACE:
            return 100.0 if plan.total_cost() > 0 else 50.0
        setup = cast(TricolorLookup, self.setup)
        num_passages: i64 = 0  # pairs of sides that the tile joins, over all rotations
        for rotation in range(setup.num_rotations[face]):
            first = 16 * encode_tile(face, rotation, True)
            for at in range(first, first + 16):
                num_passages += 1 if setup.passing_costs[at] < IMPOSSIBLE_COST else 0
        colour_score = 10.0 if face // NUM_SHAPES == plan.colour else 0.0
        passage_score = float(num_passages) / float(setup.num_rotations[face])
        return colour_score + passage_score - 4.0 * float(setup.face_costs[face])

    def construction_score(self, plan: RoutePlan, place: PlaceIndex, payment: i64) -> float:
        """Return the score of building a blueprint: what it saves the plan, less overpayment and wild cards."""
        setup = cast(TricolorLookup, self.setup)
        built_code = i64(self.byte_fields[place]) + 1
        face = decode_face(built_code)
        at = setup.payment_index(face, payment)
        num_paid = setup.payment_singles[at] + 2 * setup.payment_doubles[at] + setup.payment_wilds[at]
        waste = 4.0 * float(num_paid - setup.face_costs[face]) + 3.0 * float(setup.payment_wilds[at])
        if self.ending_tile_counts_by_colour(plan):
            return (
                self.ending_improvement_score(plan, place, built_code)
                - self.payment_keep_value(plan, face, payment)
                - 1.0
            )
        saving = self.plan_cost_saving(plan, place, built_code)
        return saving - waste - 1.0 + self.ending_improvement_score(plan, place, built_code)

    def payment_keep_value(self, plan: RoutePlan, face: Face, payment: i64) -> float:
        """Return the value of keeping the cards of one of the payments for a face."""
        setup = cast(TricolorLookup, self.setup)
        value = 0.0
        for card in range(i64(NUM_CARD_KINDS)):
            num_cards = setup.count_paid_cards(face, payment, card)
            if num_cards:
                value += float(num_cards) * self.card_keep_value(plan, card)
        return value

    def rotation_score(self, plan: RoutePlan, place: PlaceIndex, card_pair: i64) -> float:
        """Return the score of a quarter turn: what it saves the plan, less the value of the two cards."""
        setup = cast(TricolorLookup, self.setup)
        tile_code = i64(self.byte_fields[place])
        rotation = (decode_rotation(tile_code) + 1) % setup.num_rotations[decode_face(tile_code)]
        cards_value = self.card_keep_value(plan, setup.pair_first_cards[card_pair]) + self.card_keep_value(
            plan, setup.pair_second_cards[card_pair]
        )
        if self.ending_tile_counts_by_colour(plan):
            return -cards_value
        return self.plan_cost_saving(plan, place, replace_rotation(tile_code, rotation)) - cards_value

    def card_keep_value(self, plan: RoutePlan, card: CardKind) -> float:
        """Return the value of keeping a card: more if the plan needs its colour, or it is the player's own.

        Once two routes stand, nothing is needed any more, and cards are kept for their points.
        """
        if card == WILD:
            return 12.0
        colour = card // 2
        standing_counts = self.ending_tile_counts_by_colour(plan)
        if standing_counts:
            points = (2.0 if card & 1 else 1.0) if standing_counts[colour] == max(standing_counts) else 0.0
            return 1.0 + 11.0 * points
        value = 5.0 if colour == plan.colour else 3.0
        if plan.is_colour_of_blueprint_on_path(colour):
            value += 5.0
        return value * (1.6 if card & 1 else 1.0)

    def event_target_score(self, plan: RoutePlan, action_kind: i64, target: i64, rotation: i64) -> float:
        """Return the score of an event's target: spare the plan, toll the largest hand, look at somebody new."""
        fields = self.byte_fields
        if action_kind == LANDSLIDE_KIND:
            return self.plan_cost_saving(plan, target, i64(fields[target]) - 1)
        if action_kind == DETOUR_KIND:
            return self.plan_cost_saving(plan, target, replace_rotation(i64(fields[target]), rotation))
        if action_kind == TOLL_KIND:
            return float(self.hand_size(target))
        if action_kind == LEAK_KIND:
            return 0.0 if i64(fields[LOOKED_MASKS + self.turn_seat()]) >> target & 1 else 1.0
        if action_kind == LIFT_KIND:
            if plan.is_on_path(target):
                return AVOIDED_SCORE
            return 1.0 if decode_face(i64(fields[target])) == END_FACE else 0.0
        return self.placement_score(plan, target, i64(fields[TAKEN_CODE]))
