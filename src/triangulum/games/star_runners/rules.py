# compiled by mypyc
"""The rules of Star Runners, in the order of ``rules.md``.

How places, sizes, actions and rolls are numbered is in ``actions``. A set of places or sizes is a mask with a bit for
each.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from librt.random import Random
from librt.vecs import append, vec
from mypy_extensions import i64, u8

from triangulum.core.boards.bits import bit
from triangulum.core.state import CHANCE, OVER, Setup, State
from triangulum.core.types import Action, Mask, Seat
from triangulum.games.star_runners.actions import (
    DONE_ACTION,
    FIRST_HOP_ACTION,
    NUM_ACTIONS,
    NUM_PLACES,
    NUM_SIZES,
    REROLL_ACTION,
    TAKE_ACTION,
    PlaceIndex,
    SizeIndex,
    decode_build_home,
    decode_hop,
    decode_roll,
    encode_build_home,
    encode_roll,
)

if TYPE_CHECKING:
    from triangulum.core.components import Components
    from triangulum.core.game import Game
    from triangulum.games.star_runners.box import StarRunnersBox
    from triangulum.games.star_runners.options import StarRunnersOptions

HOME_A: Final = 0
BACKWATER: Final = 3
HOME_B: Final = 6
ALL_PLACES_MASK: Final = 0b1111111
SINGLE_STARS_MASK: Final = 0b0111110
WHOLE_FLEET_MASK: Final = 0b111

# Where things lie in State.byte_fields.
PHASE: Final = 0  # what the mover is asked
TURN_OF: Final = 1  # whose turn it is, also while dice are rolled
ROLL_CODE: Final = 2  # which roll lies on the table: the outcome's number + 1, or 0 for none
POINTS: Final = 3  # left to spend
MISSING_SIZES: Final = 4  # for each seat, the size that its binary lacks
SHIP_PLACES: Final = 6  # for each seat and size, a place
VISIT_MASKS: Final = 12  # for each seat, the sizes that have visited Backwater, as a mask
REACH_MASKS: Final = 14  # for each size, where that ship of the mover's may hop now, as a mask
NUM_TURNS: Final = 17  # ended so far, low byte first
NUM_FIELDS: Final = 19

# Phases.
CHOOSING: Final = 0
ROLLING: Final = 1
DOUBLES: Final = 2
SPENDING: Final = 3
FINISHED: Final = 4
REROLLING: Final = 5  # as ROLLING, and doubles give no choice: the one reroll of a turn that allows no more
NUM_PHASES: Final = 6

NOT_BUILT: Final = 3  # in MISSING_SIZES, before a binary is built
AUTOMATIC_MISSING_SIZES: Final = (2, 0)  # by seat, where nobody chooses: small and medium, medium and large


class StarRunnersSetup(Setup):
    """The star map, the dice and the limits of one choice of options."""

    def __init__(self, game: Game, options: StarRunnersOptions, components: Components[StarRunnersBox]) -> None:
        super().__init__(game, options, components)
        box = components.box
        self.pips_by_size = vec[i64]([i64(size.pips) for size in box.sizes])
        self.die_sides: i64 = box.dice.sides
        self.turn_limit: i64 = options.turn_limit
        self.guardable_mask: Mask = ALL_PLACES_MASK if options.homes == "guarded" else SINGLE_STARS_MASK
        self.has_chained_rerolls: bool = options.rerolls == "chain"
        self.has_chosen_binaries: bool = options.binaries == "chosen"

        self.connection_masks = vec[i64]()  # for what A lacks, what B lacks and a place: the places one hop away
        for a_missing_size in range(NUM_SIZES):
            for b_missing_size in range(NUM_SIZES):
                for mask in compute_one_hop_masks(a_missing_size, b_missing_size):
                    self.connection_masks = append(self.connection_masks, i64(mask))

        self.greater_by_outcome = vec[i64]()  # for each roll as a chance outcome
        self.lesser_by_outcome = vec[i64]()
        for outcome in range(encode_roll(self.die_sides, self.die_sides) + 1):
            greater, lesser = decode_roll(outcome)
            self.greater_by_outcome = append(self.greater_by_outcome, greater)
            self.lesser_by_outcome = append(self.lesser_by_outcome, lesser)
        self.outcome_by_ordered_roll = vec[i64]()  # for each number on the first die, then on the second
        for first in range(i64(1), self.die_sides + 1):
            for second in range(i64(1), self.die_sides + 1):
                outcome = encode_roll(max(first, second), min(first, second))
                self.outcome_by_ordered_roll = append(self.outcome_by_ordered_roll, outcome)
        mean = 0.0
        for outcome in self.outcome_by_ordered_roll:
            mean += float(self.greater_by_outcome[outcome])
        self.mean_points: float = mean / float(len(self.outcome_by_ordered_roll))

        self.num_actions = NUM_ACTIONS
        self.max_chance_outcomes = len(self.greater_by_outcome)
        # A turn is a roll, a choice after doubles, perhaps the one roll that may follow, and hops until the points are
        # spent or the player is done.
        num_rolls = 1 if self.has_chained_rerolls else 2
        self.max_length = 2 + self.turn_limit * (1 + num_rolls + self.die_sides // self.pips_by_size[0])

    def new(self) -> State:
        """Return the game before seat 0 chooses its home star, or before its first roll if nobody chooses."""
        byte_fields = vec[u8]([0] * NUM_FIELDS)
        for seat in range(2):
            byte_fields[MISSING_SIZES + seat] = NOT_BUILT
            for size in range(NUM_SIZES):
                byte_fields[SHIP_PLACES + seat * NUM_SIZES + size] = HOME_B if seat else HOME_A
        state = StarRunnersState(self, 0, byte_fields, vec[i64]())
        if not self.has_chosen_binaries:
            for missing_size in AUTOMATIC_MISSING_SIZES:
                state.build_home(missing_size)
        return state

    def state_from_fields(self, to_move: i64, byte_fields: vec[u8], word_fields: vec[i64]) -> State:
        """Return a state that holds these numbers."""
        return StarRunnersState(self, to_move, byte_fields, word_fields)


def compute_one_hop_masks(a_missing_size: int, b_missing_size: int) -> list[int]:
    """Return for each place the mask of places one hop away: all that have no size in common with it."""
    sizes = list_star_sizes_by_place(a_missing_size, b_missing_size)
    return [
        sum(1 << there for there in range(NUM_PLACES) if not sizes[here] & sizes[there]) for here in range(NUM_PLACES)
    ]


def list_star_sizes_by_place(a_missing_size: int, b_missing_size: int) -> list[set[int]]:
    """Return for each place the sizes that make up its star, when the binaries lack these sizes."""
    a_pair = {0, 1, 2} - {a_missing_size}
    b_pair = {0, 1, 2} - {b_missing_size}
    return [a_pair, {a_missing_size}, {a_missing_size}, a_pair & b_pair, {b_missing_size}, {b_missing_size}, b_pair]


class StarRunnersState(State):
    """A position in Star Runners."""

    def _legal_actions(self) -> vec[i64]:
        """Return the actions or rolls that are possible now."""
        fields = self.byte_fields
        actions = vec[i64](capacity=16)
        if self.to_move == CHANCE:
            for outcome in range(self.setup.max_chance_outcomes):
                actions = append(actions, outcome)
            return actions
        phase = fields[PHASE]
        if phase == SPENDING:
            actions = append(actions, i64(DONE_ACTION))
            for size in range(i64(NUM_SIZES)):
                reach = i64(fields[REACH_MASKS + size])
                hop = FIRST_HOP_ACTION + size * NUM_PLACES  # as encode_hop does, without a call
                while reach:
                    if reach & 1:
                        actions = append(actions, hop)
                    reach >>= 1
                    hop += 1
        elif phase == DOUBLES:
            actions = append(actions, i64(TAKE_ACTION))
            actions = append(actions, i64(REROLL_ACTION))
        elif phase == CHOOSING:
            taken_size = i64(fields[MISSING_SIZES])
            for missing_size in range(i64(NUM_SIZES)):
                if missing_size != taken_size:
                    actions = append(actions, encode_build_home(missing_size))
        return actions

    def _chance_weights(self) -> vec[i64]:
        """Return 1 for doubles and 2 for every other roll."""
        setup = cast(StarRunnersSetup, self.setup)
        weights = vec[i64](capacity=setup.max_chance_outcomes)
        for outcome in range(setup.max_chance_outcomes):
            doubles = setup.greater_by_outcome[outcome] == setup.lesser_by_outcome[outcome]
            weights = append(weights, i64(1) if doubles else i64(2))
        return weights

    def sample_chance(self, rng: Random) -> Action:
        """Return a roll of the dice."""
        setup = cast(StarRunnersSetup, self.setup)
        return setup.outcome_by_ordered_roll[rng.randrange(setup.die_sides * setup.die_sides)]

    def _apply(self, action: Action) -> None:
        """Apply a roll of the dice or an action of the mover's."""
        if self.to_move == CHANCE:
            self.apply_roll(action)
        elif action >= FIRST_HOP_ACTION:
            size, place = decode_hop(action)
            self.hop_ship(size, place)
        elif action == DONE_ACTION:
            self.end_turn()
        elif action == TAKE_ACTION:
            self.start_spending_or_end_turn()
        elif action == REROLL_ACTION:
            self.ask_chance_to_roll(is_reroll=True)
        else:
            self.build_home(decode_build_home(action))

    def build_home(self, missing_size: SizeIndex) -> None:
        """Build the mover's binary star of the two sizes other than ``missing_size``."""
        seat = self.to_move
        self.byte_fields[MISSING_SIZES + seat] = u8(missing_size)
        if seat == 0:
            self.to_move = 1
            self.byte_fields[TURN_OF] = 1
        else:
            self.byte_fields[TURN_OF] = 0
            self.ask_chance_to_roll()

    def ask_chance_to_roll(self, is_reroll: bool = False) -> None:
        """Make a roll of the dice the next step, for the player whose turn it is.

        Where rerolls are chained, a reroll is like any other roll.
        """
        is_last = is_reroll and not cast(StarRunnersSetup, self.setup).has_chained_rerolls
        self.byte_fields[PHASE] = REROLLING if is_last else ROLLING
        self.byte_fields[ROLL_CODE] = 0
        self.byte_fields[POINTS] = 0
        self.to_move = CHANCE

    def apply_roll(self, outcome: Action) -> None:
        """Set the points to the greater die; after doubles the player may roll again, unless this is the last roll."""
        setup = cast(StarRunnersSetup, self.setup)
        fields = self.byte_fields
        is_last = fields[PHASE] == REROLLING
        fields[ROLL_CODE] = u8(outcome + 1)
        fields[POINTS] = u8(setup.greater_by_outcome[outcome])
        self.to_move = i64(fields[TURN_OF])
        if setup.greater_by_outcome[outcome] == setup.lesser_by_outcome[outcome] and not is_last:
            fields[PHASE] = DOUBLES
        else:
            self.start_spending_or_end_turn()

    def start_spending_or_end_turn(self) -> None:
        """Let the mover spend points, or end the turn if no hop is possible."""
        setup = cast(StarRunnersSetup, self.setup)
        fields = self.byte_fields
        fields[PHASE] = SPENDING
        seat = i64(fields[TURN_OF])
        fleet = SHIP_PLACES + seat * NUM_SIZES
        enemy = SHIP_PLACES + (1 - seat) * NUM_SIZES
        points = i64(fields[POINTS])
        row = (i64(fields[MISSING_SIZES]) * NUM_SIZES + i64(fields[MISSING_SIZES + 1])) * NUM_PLACES
        larger_enemy_mask: Mask = 0  # the places of enemy ships larger than the one looked at
        any_reach: Mask = 0
        size: i64 = NUM_SIZES - 1
        while size >= 0:
            reach: Mask = 0
            place = i64(fields[fleet + size])
            pinned = (larger_enemy_mask & SINGLE_STARS_MASK) >> place & 1
            if setup.pips_by_size[size] <= points and not pinned:
                reach = setup.connection_masks[row + place] & ~(larger_enemy_mask & setup.guardable_mask)
            fields[REACH_MASKS + size] = u8(reach)
            any_reach |= reach
            larger_enemy_mask |= bit(i64(fields[enemy + size]))
            size -= 1
        if not any_reach:
            self.end_turn()

    def hop_ship(self, size: SizeIndex, place: PlaceIndex) -> None:
        """Move a ship to a place for as many points as it has pips; finish the game if that wins it."""
        setup = cast(StarRunnersSetup, self.setup)
        fields = self.byte_fields
        seat = i64(fields[TURN_OF])
        fields[SHIP_PLACES + seat * NUM_SIZES + size] = u8(place)
        if self.has_won(seat):
            self.finish_game()
            return
        fields[POINTS] = u8(i64(fields[POINTS]) - setup.pips_by_size[size])
        self.start_spending_or_end_turn()

    def end_turn(self) -> None:
        """Record the visits to Backwater; then let the other player roll, or end the game at the turn limit."""
        setup = cast(StarRunnersSetup, self.setup)
        fields = self.byte_fields
        seat = i64(fields[TURN_OF])
        for size in range(i64(NUM_SIZES)):
            if i64(fields[SHIP_PLACES + seat * NUM_SIZES + size]) == BACKWATER:
                fields[VISIT_MASKS + seat] = u8(i64(fields[VISIT_MASKS + seat]) | bit(size))
            fields[REACH_MASKS + size] = 0
        turns = self.count_ended_turns() + 1
        fields[NUM_TURNS] = u8(turns & 255)
        fields[NUM_TURNS + 1] = u8(turns >> 8)
        if turns >= setup.turn_limit:
            self.finish_game()
            return
        fields[TURN_OF] = u8(1 - seat)
        self.ask_chance_to_roll()

    def finish_game(self) -> None:
        """End the game; who has won follows from the places of the ships."""
        fields = self.byte_fields
        fields[PHASE] = FINISHED
        fields[ROLL_CODE] = 0
        fields[POINTS] = 0
        for size in range(i64(NUM_SIZES)):
            fields[REACH_MASKS + size] = 0
        self.to_move = OVER

    def count_ended_turns(self) -> i64:
        """Return how many turns have ended, of both players together."""
        return i64(self.byte_fields[NUM_TURNS]) | i64(self.byte_fields[NUM_TURNS + 1]) << 8

    def has_won(self, seat: Seat) -> bool:
        """Return whether the whole fleet has visited Backwater and stands at the other binary."""
        fields = self.byte_fields
        goal = HOME_A if seat else HOME_B
        fleet = SHIP_PLACES + seat * NUM_SIZES
        return (
            i64(fields[VISIT_MASKS + seat]) == WHOLE_FLEET_MASK
            and i64(fields[fleet]) == goal
            and i64(fields[fleet + 1]) == goal
            and i64(fields[fleet + 2]) == goal
        )

    def winners(self) -> list[int]:
        """Return the seat whose fleet has arrived, if one has."""
        return [seat for seat in range(2) if self.has_won(seat)]

    def score(self) -> list[float]:
        """Return for each seat how many ships have arrived and visited Backwater."""
        arrived = [0.0, 0.0]
        for seat in range(2):
            for size in range(NUM_SIZES):
                if self.count_hops_to_goal(seat, size) == 0:
                    arrived[seat] += 1.0
        return arrived

    def is_repeatable(self, action: Action) -> bool:
        """Return whether an action can repeat without end: rolling again after doubles, if that is not limited."""
        return action == REROLL_ACTION and self.to_move >= 0 and cast(StarRunnersSetup, self.setup).has_chained_rerolls

    def count_hops_to_goal(self, seat: Seat, size: SizeIndex) -> i64:
        """Return the fewest hops that bring a ship to the other home, by way of Backwater, if nothing bars it."""
        fields = self.byte_fields
        place = i64(fields[SHIP_PLACES + seat * NUM_SIZES + size])
        if seat:
            place = HOME_B - place
        if i64(fields[VISIT_MASKS + seat]) >> size & 1:
            return HOPS_VISITED[place]
        return HOPS_UNVISITED[place]

    def evaluate(self, seat: Seat) -> float:
        """Compare the pips that both fleets still need; the mover's points in hand count half."""
        setup = cast(StarRunnersSetup, self.setup)
        fields = self.byte_fields
        mover = i64(fields[TURN_OF])
        lead: i64 = 0
        for size in range(i64(NUM_SIZES)):
            lead += setup.pips_by_size[size] * (
                self.count_hops_to_goal(1 - mover, size) - self.count_hops_to_goal(mover, size)
            )
        in_hand = setup.mean_points if self.to_move == CHANCE else float(fields[POINTS])
        # The last term makes a turn that is about to end worth the same as the next one's beginning.
        ahead = float(lead) + in_hand / 2.0 - setup.mean_points / 4.0
        value = ahead / (12.0 + abs(ahead))
        return value if seat == mover else -value


# The fewest hops to the goal by place, from the owner's end of the map.
HOPS_VISITED: Final = vec[i64]([3, 2, 2, 2, 1, 1, 0])
HOPS_UNVISITED: Final = vec[i64]([4, 3, 3, 2, 3, 3, 4])
