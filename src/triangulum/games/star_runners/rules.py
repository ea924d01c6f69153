# compiled by mypyc
"""The rules of Star Runners, in the order of ``docs/rules/star-runners.md``.

Places are numbered from seat 0's home to seat 1's: A, a1, a2, W (Backwater), b1, b2, B. Sizes are 0, 1 and 2 for
small, medium and large. A set of places is a mask with a bit for each.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from librt.random import Random
from librt.vecs import append, vec
from mypy_extensions import i64, u8

from triangulum.core.boards.bits import bit
from triangulum.core.state import CHANCE, OVER, Setup, State

if TYPE_CHECKING:
    from triangulum.core.components import Components
    from triangulum.core.game import Game
    from triangulum.games.star_runners.options import StarRunnersBox, StarRunnersOptions

PLACES: Final = 7
HOME_A: Final = 0
BACKWATER: Final = 3
HOME_B: Final = 6
ALL_PLACES: Final = 0b1111111
SINGLE_STARS: Final = 0b0111110

SIZES: Final = 3
WHOLE_FLEET: Final = 0b111

# Actions. The first three choose a binary star by the size that it lacks; a hop is HOP + size * PLACES + place.
TAKE: Final = 3
REROLL: Final = 4
DONE: Final = 5
HOP: Final = 6
NUM_ACTIONS: Final = HOP + SIZES * PLACES

# Where things lie in State.byte_fields.
PHASE: Final = 0  # what the mover is asked
TURN_OF: Final = 1  # whose turn it is, also while dice are rolled
ROLL: Final = 2  # which roll lies on the table: the outcome's number + 1, or 0 for none
POINTS: Final = 3  # left to spend
LACKS: Final = 4  # for each seat, the size that its binary lacks
SHIPS: Final = 6  # for each seat and size, a place
VISITED: Final = 12  # for each seat, the sizes that have visited Backwater, as a mask
REACH: Final = 14  # for each size, where that ship of the mover's may hop now, as a mask
TURNS: Final = 17  # ended so far, low byte first
NUM_FIELDS: Final = 19

# Phases.
CHOOSING: Final = 0
ROLLING: Final = 1
DOUBLES: Final = 2
SPENDING: Final = 3
FINISHED: Final = 4

UNCHOSEN: Final = 3  # in LACKS, before a binary is built


class StarRunnersSetup(Setup):
    """The star map, the dice and the limits of one choice of options."""

    def __init__(self, game: Game, options: StarRunnersOptions, components: Components[StarRunnersBox]) -> None:
        super().__init__(game, options, components)
        box = components.box
        self.pips_by_size = vec[i64]([i64(size.pips) for size in box.sizes])
        self.die_sides: i64 = box.dice.sides
        self.turn_limit: i64 = options.turn_limit
        self.guardable_mask: i64 = ALL_PLACES if options.homes == "guarded" else SINGLE_STARS

        self.connection_masks = vec[i64]()  # for what A lacks, what B lacks and a place: the places one hop away
        for a_lacks in range(SIZES):
            for b_lacks in range(SIZES):
                for mask in compute_connections(a_lacks, b_lacks):
                    self.connection_masks = append(self.connection_masks, i64(mask))

        # Unordered rolls, (1, 1) (2, 1) (2, 2) (3, 1) …, and for each of the ordered ones which of them it is.
        self.greater_die = vec[i64]()
        self.lesser_die = vec[i64]()
        for greater in range(1, self.die_sides + 1):
            for lesser in range(1, greater + 1):
                self.greater_die = append(self.greater_die, i64(greater))
                self.lesser_die = append(self.lesser_die, i64(lesser))
        self.ordered_outcomes = vec[i64]()
        for first in range(1, self.die_sides + 1):
            for second in range(1, self.die_sides + 1):
                self.ordered_outcomes = append(
                    self.ordered_outcomes, i64(encode_roll(max(first, second), min(first, second)))
                )
        mean = 0.0
        for outcome in self.ordered_outcomes:
            mean += float(self.greater_die[outcome])
        self.mean_points: float = mean / float(len(self.ordered_outcomes))

        self.num_actions = NUM_ACTIONS
        self.max_chance_outcomes = len(self.greater_die)
        # A turn is a roll, a choice after doubles, and hops or the word that one is done.
        self.max_length = 2 + self.turn_limit * (2 + self.die_sides // self.pips_by_size[0])

    def new(self) -> State:
        """Return the game before seat 0 has chosen its home star."""
        byte_fields = vec[u8]([0] * NUM_FIELDS)
        for seat in range(2):
            byte_fields[LACKS + seat] = UNCHOSEN
            for size in range(SIZES):
                byte_fields[SHIPS + seat * SIZES + size] = HOME_B if seat else HOME_A
        return StarRunners(self, 0, byte_fields, vec[i64]())

    def state_from_fields(self, to_move: i64, byte_fields: vec[u8], word_fields: vec[i64]) -> State:
        """Return a state that holds these numbers."""
        return StarRunners(self, to_move, byte_fields, word_fields)


def compute_connections(a_lacks: int, b_lacks: int) -> list[int]:
    """Return for each place the mask of places one hop away: all that have no size in common with it."""
    sizes = list_star_sizes(a_lacks, b_lacks)
    return [sum(1 << there for there in range(PLACES) if not sizes[here] & sizes[there]) for here in range(PLACES)]


def list_star_sizes(a_lacks: int, b_lacks: int) -> list[set[int]]:
    """Return for each place the sizes that make up its star, when the binaries lack these sizes."""
    a_pair = {0, 1, 2} - {a_lacks}
    b_pair = {0, 1, 2} - {b_lacks}
    return [a_pair, {a_lacks}, {a_lacks}, a_pair & b_pair, {b_lacks}, {b_lacks}, b_pair]


def encode_roll(greater: int, lesser: int) -> int:
    """Return the chance outcome in which the dice show these numbers."""
    return greater * (greater - 1) // 2 + lesser - 1


class StarRunners(State):
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
            actions = append(actions, i64(DONE))
            for size in range(i64(SIZES)):
                reach = i64(fields[REACH + size])
                hop = HOP + size * PLACES
                while reach:
                    if reach & 1:
                        actions = append(actions, hop)
                    reach >>= 1
                    hop += 1
        elif phase == DOUBLES:
            actions = append(actions, i64(TAKE))
            actions = append(actions, i64(REROLL))
        elif phase == CHOOSING:
            taken = i64(fields[LACKS])
            for lacks in range(i64(SIZES)):
                if lacks != taken:
                    actions = append(actions, lacks)
        return actions

    def _chance_weights(self) -> vec[i64]:
        """Return 1 for doubles and 2 for every other roll."""
        setup = cast(StarRunnersSetup, self.setup)
        weights = vec[i64](capacity=setup.max_chance_outcomes)
        for outcome in range(setup.max_chance_outcomes):
            doubles = setup.greater_die[outcome] == setup.lesser_die[outcome]
            weights = append(weights, i64(1) if doubles else i64(2))
        return weights

    def sample_chance(self, rng: Random) -> i64:
        """Return a roll of the dice."""
        setup = cast(StarRunnersSetup, self.setup)
        return setup.ordered_outcomes[rng.randrange(setup.die_sides * setup.die_sides)]

    def _apply(self, action: i64) -> None:
        """Apply a roll of the dice or an action of the mover's."""
        if self.to_move == CHANCE:
            self.apply_roll(action)
        elif action >= HOP:
            self.hop_ship((action - HOP) // PLACES, (action - HOP) % PLACES)
        elif action == DONE:
            self.end_turn()
        elif action == TAKE:
            self.start_spending()
        elif action == REROLL:
            self.start_roll()
        else:
            self.build_home(action)

    def build_home(self, lacks: i64) -> None:
        """Build the mover's binary star of the two sizes other than ``lacks``."""
        seat = self.to_move
        self.byte_fields[LACKS + seat] = u8(lacks)
        if seat == 0:
            self.to_move = 1
            self.byte_fields[TURN_OF] = 1
        else:
            self.byte_fields[TURN_OF] = 0
            self.start_roll()

    def start_roll(self) -> None:
        """Wait for a roll of the dice by whoever's turn it is."""
        self.byte_fields[PHASE] = ROLLING
        self.byte_fields[ROLL] = 0
        self.byte_fields[POINTS] = 0
        self.to_move = CHANCE

    def apply_roll(self, outcome: i64) -> None:
        """Set the points to the greater die; after doubles the player may roll again."""
        setup = cast(StarRunnersSetup, self.setup)
        fields = self.byte_fields
        fields[ROLL] = u8(outcome + 1)
        fields[POINTS] = u8(setup.greater_die[outcome])
        self.to_move = i64(fields[TURN_OF])
        if setup.greater_die[outcome] == setup.lesser_die[outcome]:
            fields[PHASE] = DOUBLES
        else:
            self.start_spending()

    def start_spending(self) -> None:
        """Let the mover spend points, or end the turn if no hop is possible."""
        setup = cast(StarRunnersSetup, self.setup)
        fields = self.byte_fields
        fields[PHASE] = SPENDING
        seat = i64(fields[TURN_OF])
        fleet = SHIPS + seat * SIZES
        enemy = SHIPS + (1 - seat) * SIZES
        points = i64(fields[POINTS])
        row = (i64(fields[LACKS]) * SIZES + i64(fields[LACKS + 1])) * PLACES
        larger_enemy_mask: i64 = 0  # the places of enemy ships larger than the one looked at
        any_reach: i64 = 0
        size: i64 = SIZES - 1
        while size >= 0:
            reach: i64 = 0
            place = i64(fields[fleet + size])
            pinned = (larger_enemy_mask & SINGLE_STARS) >> place & 1
            if setup.pips_by_size[size] <= points and not pinned:
                reach = setup.connection_masks[row + place] & ~(larger_enemy_mask & setup.guardable_mask)
            fields[REACH + size] = u8(reach)
            any_reach |= reach
            larger_enemy_mask |= bit(i64(fields[enemy + size]))
            size -= 1
        if not any_reach:
            self.end_turn()

    def hop_ship(self, size: i64, place: i64) -> None:
        """Move a ship along a connection for its pips, and see whether that wins."""
        setup = cast(StarRunnersSetup, self.setup)
        fields = self.byte_fields
        seat = i64(fields[TURN_OF])
        fields[SHIPS + seat * SIZES + size] = u8(place)
        if self.has_won(seat):
            self.finish()
            return
        fields[POINTS] = u8(i64(fields[POINTS]) - setup.pips_by_size[size])
        self.start_spending()

    def end_turn(self) -> None:
        """Mark the visits to Backwater, then let the other player roll, or call it a draw."""
        setup = cast(StarRunnersSetup, self.setup)
        fields = self.byte_fields
        seat = i64(fields[TURN_OF])
        for size in range(i64(SIZES)):
            if i64(fields[SHIPS + seat * SIZES + size]) == BACKWATER:
                fields[VISITED + seat] = u8(i64(fields[VISITED + seat]) | bit(size))
            fields[REACH + size] = 0
        turns = self.turn_count() + 1
        fields[TURNS] = u8(turns & 255)
        fields[TURNS + 1] = u8(turns >> 8)
        if turns >= setup.turn_limit:
            self.finish()
            return
        fields[TURN_OF] = u8(1 - seat)
        self.start_roll()

    def finish(self) -> None:
        """End the game."""
        fields = self.byte_fields
        fields[PHASE] = FINISHED
        fields[ROLL] = 0
        fields[POINTS] = 0
        for size in range(i64(SIZES)):
            fields[REACH + size] = 0
        self.to_move = OVER

    def turn_count(self) -> i64:
        """Return how many turns have ended, of both players together."""
        return i64(self.byte_fields[TURNS]) | i64(self.byte_fields[TURNS + 1]) << 8

    def has_won(self, seat: i64) -> bool:
        """Tell whether the whole fleet has visited Backwater and stands at the other binary."""
        fields = self.byte_fields
        goal = HOME_A if seat else HOME_B
        fleet = SHIPS + seat * SIZES
        return (
            i64(fields[VISITED + seat]) == WHOLE_FLEET
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
            for size in range(SIZES):
                if self.count_hops_left(seat, size) == 0:
                    arrived[seat] += 1.0
        return arrived

    def is_repeatable(self, action: i64) -> bool:
        """Tell whether an action can repeat without end: rolling again after doubles."""
        return action == REROLL and self.to_move >= 0

    def count_hops_left(self, seat: i64, size: i64) -> i64:
        """Return the fewest hops that bring a ship home by way of Backwater, if nobody is in its way."""
        fields = self.byte_fields
        place = i64(fields[SHIPS + seat * SIZES + size])
        if seat:
            place = HOME_B - place
        if i64(fields[VISITED + seat]) >> size & 1:
            return HOPS_VISITED[place]
        return HOPS_UNVISITED[place]

    def evaluate(self, seat: i64) -> float:
        """Compare the pips that the fleets still need, with what the mover has in hand counted half."""
        setup = cast(StarRunnersSetup, self.setup)
        fields = self.byte_fields
        mover = i64(fields[TURN_OF])
        lead: i64 = 0
        for size in range(i64(SIZES)):
            lead += setup.pips_by_size[size] * (
                self.count_hops_left(1 - mover, size) - self.count_hops_left(mover, size)
            )
        in_hand = setup.mean_points if self.to_move == CHANCE else float(fields[POINTS])
        # The last term makes a turn that is about to end worth the same as the next one's beginning.
        ahead = float(lead) + in_hand / 2.0 - setup.mean_points / 4.0
        value = ahead / (12.0 + abs(ahead))
        return value if seat == mover else -value


HOPS_VISITED: Final = vec[i64]([3, 2, 2, 2, 1, 1, 0])
HOPS_UNVISITED: Final = vec[i64]([4, 3, 3, 2, 3, 3, 4])
