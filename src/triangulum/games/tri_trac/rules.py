# compiled by mypyc
"""The rules of Tri-Trac, in the order of ``docs/rules/tri-trac.md``; the board they read is in ``lookup.py``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from librt.random import Random
from librt.vecs import append, vec
from mypy_extensions import i64, u8

from triangulum.core.boards.bits import bit
from triangulum.core.state import OVER, ActionBuffer, Setup, State
from triangulum.games.tri_trac.lookup import (
    BARRED,
    ENDING,
    LAST,
    NEUTRAL,
    NEUTRAL_SPACE,
    NUM_CODES,
    NUM_FIELDS,
    OCCURRENCES_FOR_DRAW,
    ORIGIN,
    REPETITION,
    RESERVE_SOURCE,
    RESERVES,
    SIDES,
    SPACES_PER_WORD,
    STUCK,
    TURN_LIMIT,
    TURNS,
    WON,
    TriTracLookup,
)
from triangulum.games.tri_trac.tactics import find_candidate_actions

if TYPE_CHECKING:
    from triangulum.core.components import Components
    from triangulum.core.game import Game
    from triangulum.games.tri_trac.options import TriTracBox, TriTracOptions


TEMPO_FACTOR: Final = 1.2
"""The track score of the player to move counts for so much more."""
STEEPNESS: Final = 4.0
MIN_TRACK_SCORE: Final = 0.005
"""Beginnings of tracks that score less for both seats together are left out."""


class TriTracSetup(TriTracLookup):
    """One choice of options and components of Tri-Trac."""

    def __init__(self, game: Game, options: TriTracOptions, components: Components[TriTracBox]) -> None:
        super().__init__(game, options, components)

    def new(self) -> State:
        """Return the empty board, before the neutral triangle is placed."""
        byte_fields = vec[u8]([0] * (self.num_spaces + NUM_FIELDS))
        byte_fields[self.num_spaces + RESERVES] = u8(self.num_triangles)
        byte_fields[self.num_spaces + RESERVES + 1] = u8(self.num_triangles)
        word_fields = vec[i64]([0] * self.num_words)
        return TriTrac(self, 0, byte_fields, word_fields)

    def state_from_fields(self, to_move: i64, byte_fields: vec[u8], word_fields: vec[i64]) -> State:
        """Return a state that holds these numbers."""
        return TriTrac(self, to_move, byte_fields, word_fields)


def write_turns(actions: vec[i64], index: i64, base_action: i64, mover: i64, turned_poses: vec[i64]) -> None:
    """Write the turns of one triangle into the list of actions; its part of the list begins at ``index``.

    Its actions are ``base_action`` + pose. A mover is packed as in ``write_moves``.
    """
    num_turns = mover >> 16 & 255
    if num_turns > 0:
        turn = index + (mover >> 24)
        pair = 2 * (mover & 255)
        actions[turn] = base_action + turned_poses[pair]
        if num_turns > 1:
            actions[turn + 1] = base_action + turned_poses[pair + 1]


def write_moves(actions: vec[i64], index: i64, base_action: i64, mover: i64, poses: vec[i64], num_poses: i64) -> None:
    """Write the moves of one triangle into the list of actions, with room for its turns where they are in order.

    ``mover`` is packed as ``TriTracLookup.pack_spaces`` says, and above that has how many poses come before turns.
    """
    own_pose = mover & 255
    num_turns = mover >> 16 & 255
    # One loop is as long for every triangle, which processors like better than two of any length.
    for i in range(num_poses):
        pose = poses[i]
        actions[index + (i64(0) if pose < own_pose else num_turns)] = base_action + pose
        index += 1


def write_moves_of_two(
    actions: vec[i64],
    index: i64,
    base_action: i64,
    mover: i64,
    next_index: i64,
    next_base_action: i64,
    next_mover: i64,
    poses: vec[i64],
    num_poses: i64,
) -> None:
    """Write the moves of two triangles into the list of actions; together, since each pose is read only once then."""
    own_pose = mover & 255
    num_turns = mover >> 16 & 255
    next_pose = next_mover & 255
    next_num_turns = next_mover >> 16 & 255
    for i in range(num_poses):
        pose = poses[i]
        actions[index + (i64(0) if pose < own_pose else num_turns)] = base_action + pose
        actions[next_index + (i64(0) if pose < next_pose else next_num_turns)] = next_base_action + pose
        index += 1
        next_index += 1


class TriTrac(State):
    """A position in Tri-Trac.

    ``word_fields`` begins with what is on the board, a digit for each space, as many words as it takes. The positions
    since the last placing follow, in as many words each, with who was to move and whether the neutral one was barred.
    """

    def __init__(self, setup: Setup, to_move: i64, byte_fields: vec[u8], word_fields: vec[i64]) -> None:
        super().__init__(setup, to_move, byte_fields, word_fields)
        # For listing moves, made when it is needed first: poses on empty spaces, then those spaces, then movers.
        self.scratch = vec[i64]()
        self.num_movers: i64 = 0  # in the scratch
        self.num_targets: i64 = 0  # poses in the scratch

    def _legal_actions(self) -> vec[i64]:
        """Return every placing, move and turn, the neutral triangle's first."""
        setup = cast(TriTracSetup, self.setup)
        if not self.byte_fields[setup.num_spaces + NEUTRAL_SPACE]:
            return setup.opening_actions[:]
        actions = setup.zeros[: self.collect_movers()]
        self.write_all_actions(actions)
        return actions

    def _list_legal_actions(self, buffer: ActionBuffer) -> None:
        """Write every placing, move and turn into a buffer that is used again."""
        setup = cast(TriTracSetup, self.setup)
        if len(buffer.actions) < len(setup.zeros):
            buffer.actions = setup.zeros[:]
        if not self.byte_fields[setup.num_spaces + NEUTRAL_SPACE]:
            buffer.copy_from(setup.opening_actions)
            return
        buffer.count = self.collect_movers()
        self.write_all_actions(buffer.actions)

    def collect_movers(self) -> i64:
        """Write the poses on empty spaces and the movers into the scratch; return the number of legal actions."""
        setup = cast(TriTracSetup, self.setup)
        fields = self.byte_fields
        spaces = setup.num_spaces
        room = setup.num_poses + SIDES
        if len(self.scratch) == 0:
            self.scratch = setup.zeros[: room + 2 * spaces + 4]
        scratch = self.scratch
        neutral_space = i64(fields[spaces + NEUTRAL_SPACE]) - 1
        neutral_movers: i64 = 1 if fields[spaces + BARRED] == 0 else 0
        reserve_movers: i64 = 1 if fields[spaces + RESERVES + self.to_move] else 0
        empty_at = room
        mover_at = room + spaces + 1 + neutral_movers + reserve_movers

        # Every space is written both as an empty one and as a mover. Only the index of what it is advances, so the next
        # one overwrites the rest, and nothing branches.
        packed_spaces = setup.packed_spaces
        row = NUM_CODES * spaces * self.to_move
        sums: i64 = 0  # of empty spaces, movers, poses and turns
        for space in range(neutral_space):
            packed = packed_spaces[row + i64(fields[space])]
            row += NUM_CODES
            scratch[empty_at + (sums & 255)] = packed
            scratch[mover_at + (sums >> 8 & 255)] = packed & 0xFFFFFF | (sums & 0xFF0000) << 8
            sums += packed >> 24
        poses_before = sums >> 16 & 255
        row += NUM_CODES
        for space in range(neutral_space + 1, spaces):
            packed = packed_spaces[row + i64(fields[space])]
            row += NUM_CODES
            scratch[empty_at + (sums & 255)] = packed
            scratch[mover_at + (sums >> 8 & 255)] = packed & 0xFFFFFF | (sums & 0xFF0000) << 8
            sums += packed >> 24
        num_targets: i64 = 0
        for i in range(empty_at, empty_at + (sums & 255)):
            packed = scratch[i]
            scratch[num_targets] = packed & 255
            scratch[num_targets + 1] = packed >> 8 & 255
            scratch[num_targets + 2] = packed >> 16 & 255
            num_targets += packed >> 40 & 255

        own_movers = sums >> 8 & 255
        num_turns = sums >> 24
        # Actions begin with the neutral triangle's, and go on with placings; then come those of one's own.
        mover_at = room + spaces + 1
        if neutral_movers:
            neutral_turns = setup.num_poses_on[neutral_space] - 1
            neutral_pose = SIDES * neutral_space + setup.blank_side_of[i64(fields[neutral_space])]
            scratch[mover_at] = neutral_pose | neutral_turns << 16 | poses_before << 24
            num_turns += neutral_turns
        if reserve_movers:
            scratch[mover_at + neutral_movers] = RESERVE_SOURCE << 8
        self.num_movers = neutral_movers + reserve_movers + own_movers
        self.num_targets = num_targets
        return self.num_movers * num_targets + num_turns

    def write_all_actions(self, actions: vec[i64]) -> None:
        """Write the actions of all movers in the scratch."""
        setup = cast(TriTracSetup, self.setup)
        scratch = self.scratch
        turned_poses = setup.turned_poses
        num_poses = setup.num_poses
        num_targets = self.num_targets
        mover_at = num_poses + SIDES + setup.num_spaces + 1
        last_mover_at = mover_at + self.num_movers - 1
        index: i64 = 0
        while mover_at < last_mover_at:
            mover = scratch[mover_at]
            base_action = num_poses * (mover >> 8 & 255)
            write_turns(actions, index, base_action, mover, turned_poses)
            next_index = index + num_targets + (mover >> 16 & 255)
            next_mover = scratch[mover_at + 1]
            next_base_action = num_poses * (next_mover >> 8 & 255)
            write_turns(actions, next_index, next_base_action, next_mover, turned_poses)
            write_moves_of_two(
                actions, index, base_action, mover, next_index, next_base_action, next_mover, scratch, num_targets
            )
            index = next_index + num_targets + (next_mover >> 16 & 255)
            mover_at += 2
        if mover_at == last_mover_at:
            mover = scratch[mover_at]
            base_action = num_poses * (mover >> 8 & 255)
            write_turns(actions, index, base_action, mover, turned_poses)
            write_moves(actions, index, base_action, mover, scratch, num_targets)

    def random_action(self, rng: Random, buffer: ActionBuffer) -> i64:
        """Return a random legal action: draw a triangle and a pose until they go together."""
        setup = cast(TriTracSetup, self.setup)
        fields = self.byte_fields
        spaces = setup.num_spaces
        if not fields[spaces + NEUTRAL_SPACE]:
            return setup.opening_actions[rng.randrange(i64(len(setup.opening_actions)))]
        reserve = i64(fields[spaces + RESERVES + self.to_move])
        num_movers = setup.num_triangles - reserve
        if reserve:
            num_movers += 1
        if not fields[spaces + BARRED]:
            num_movers += 1
        allowed_poses = setup.allowed_poses
        num_poses = i64(len(allowed_poses))
        first_opponent_code = 1 + SIDES * (2 - self.to_move)
        while True:
            draw = rng.randrange(num_movers * num_poses)
            pose = allowed_poses[draw % num_poses]
            code = i64(fields[pose // SIDES])
            if code == 0:
                return self.find_base_action(draw // num_poses) + pose
            # Only one that is there can turn there; most often somebody else is.
            if (code >= first_opponent_code and code < first_opponent_code + SIDES) or setup.blank_side_of[
                code
            ] == pose % SIDES:
                continue
            base_action = self.find_base_action(draw // num_poses)
            if self.find_origin(base_action) == pose // SIDES:
                return base_action + pose

    def find_origin(self, base_action: i64) -> i64:
        """Return the space of the triangle whose actions begin at a base action, or -1 for one in reserve."""
        setup = cast(TriTracSetup, self.setup)
        if base_action == 0:
            return i64(self.byte_fields[setup.num_spaces + NEUTRAL_SPACE]) - 1
        return (
            -1
            if base_action == setup.first_place_action
            else (base_action - setup.first_move_action) // setup.num_poses
        )

    def find_base_action(self, mover_index: i64) -> i64:
        """Return the base action of a mover by its index: the neutral one if it may move, one in reserve, one's own."""
        setup = cast(TriTracSetup, self.setup)
        fields = self.byte_fields
        if not fields[setup.num_spaces + BARRED]:
            if mover_index == 0:
                return 0
            mover_index -= 1
        if fields[setup.num_spaces + RESERVES + self.to_move]:
            if mover_index == 0:
                return setup.first_place_action
            mover_index -= 1
        # Counted down without a branch for each space, since nobody can guess where triangles are.
        packed_spaces = setup.packed_spaces
        space: i64 = -1
        row = NUM_CODES * (setup.num_spaces * self.to_move - 1)
        movers_left = mover_index + 1
        while movers_left > 0:
            space += 1
            row += NUM_CODES
            movers_left -= packed_spaces[row + i64(fields[space])] >> 32 & 1
        return setup.first_move_action + space * setup.num_poses

    def _apply(self, action: i64) -> None:
        """Place, move or turn a triangle, and see whether that ends the game."""
        setup = cast(TriTracSetup, self.setup)
        fields = self.byte_fields
        spaces = setup.num_spaces
        seat = self.to_move
        pose = action % setup.num_poses
        space = pose // SIDES
        whose: i64 = 1 + seat
        origin: i64 = -1
        if action >= setup.first_move_action:
            origin = action // setup.num_poses - 2
        elif action >= setup.first_place_action:
            fields[spaces + RESERVES + seat] = u8(i64(fields[spaces + RESERVES + seat]) - 1)
        else:
            whose = NEUTRAL
            origin = i64(fields[spaces + NEUTRAL_SPACE]) - 1
            fields[spaces + NEUTRAL_SPACE] = u8(space + 1)
        if origin >= 0:
            self.set_space(origin, 0)
        else:
            # What was there before a placing cannot come again.
            self.word_fields = self.word_fields[: setup.num_words]
        self.set_space(space, 1 + SIDES * whose + pose % SIDES)
        fields[spaces + LAST] = u8(space + 1)
        fields[spaces + ORIGIN] = u8(origin + 1)
        fields[spaces + BARRED] = u8(1) if whose == NEUTRAL else u8(0)
        turns = self.turn_count() + 1
        fields[spaces + TURNS] = u8(turns & 255)
        fields[spaces + TURNS + 1] = u8(turns >> 8)
        self.to_move = 1 - seat
        if self.is_track_complete(space):
            self.finish(WON + seat)
        elif self.record_position() >= OCCURRENCES_FOR_DRAW:
            self.finish(REPETITION)
        elif turns >= setup.turn_limit:
            self.finish(TURN_LIMIT)
        elif self.is_stuck():
            self.finish(STUCK)

    def set_space(self, space: i64, code: i64) -> None:
        """Set the code of a space, in the bytes and in the words of the board."""
        setup = cast(TriTracSetup, self.setup)
        words = self.word_fields
        word = space // SPACES_PER_WORD
        words[word] = words[word] + (code - i64(self.byte_fields[space])) * setup.digit_weight[space]
        self.byte_fields[space] = u8(code)

    def is_track_complete(self, space: i64) -> bool:
        """Tell whether the track through a space joins two arrows."""
        blank = (i64(self.byte_fields[space]) - 1) % SIDES
        if self.find_arrow_from(SIDES * space + (blank + 1) % SIDES) < 0:
            return False
        return self.find_arrow_from(SIDES * space + (blank + 2) % SIDES) >= 0

    def find_arrow_from(self, gate: i64) -> i64:
        """Return the gate of the arrow to which the track out of a gate leads, or -1."""
        setup = cast(TriTracSetup, self.setup)
        fields = self.byte_fields
        opposite_gate = setup.opposite_gate
        start_space = gate // SIDES
        while True:
            entry_gate = opposite_gate[gate]
            if entry_gate < 0:
                return gate if setup.is_arrow_gate[gate] else -1
            space = entry_gate // SIDES
            code = i64(fields[space])
            entry_side = entry_gate % SIDES
            blank = (code - 1) % SIDES
            # A track that comes back to where it began is closed and leads nowhere.
            if code == 0 or blank == entry_side or space == start_space:
                return -1
            gate = SIDES * space + (SIDES - blank - entry_side)

    def record_position(self) -> i64:
        """Append the position to the history; return how often it has occurred since the last placing."""
        setup = cast(TriTracSetup, self.setup)
        num_words = setup.num_words
        word_fields = self.word_fields
        mover_code = 1 + self.to_move + 2 * i64(self.byte_fields[setup.num_spaces + BARRED])
        last_word = word_fields[num_words - 1] + mover_code * setup.digit_weight[setup.num_spaces]
        occurrences: i64 = 1
        # Only every other position had the same player to move.
        end = i64(len(word_fields)) - num_words
        while end > 0:
            if word_fields[end - 1] == last_word and self.is_same_board(end - num_words):
                occurrences += 1
            end -= 2 * num_words
        for word in range(num_words - 1):
            word_fields = append(word_fields, word_fields[word])
        self.word_fields = append(word_fields, last_word)
        return occurrences

    def is_same_board(self, start: i64) -> bool:
        """Tell whether a position of the history has the same words as the board now, but for the last of them."""
        word_fields = self.word_fields
        word = cast(TriTracSetup, self.setup).num_words - 2
        while word >= 0 and word_fields[start + word] == word_fields[word]:
            word -= 1
        return word < 0

    def is_stuck(self) -> bool:
        """Tell whether the player to move has no action, which cannot happen on the printed board."""
        setup = cast(TriTracSetup, self.setup)
        # Everybody has triangles, on the board or beside it; so an empty space is enough.
        for space in range(setup.num_spaces):
            if self.byte_fields[space] == 0 and setup.num_poses_on[space] > 0:
                return False
        return len(self._legal_actions()) == 0

    def finish(self, ending: i64) -> None:
        """End the game, and drop the history."""
        setup = cast(TriTracSetup, self.setup)
        self.byte_fields[setup.num_spaces + ENDING] = u8(ending)
        self.word_fields = self.word_fields[: setup.num_words]
        self.to_move = OVER

    def turn_count(self) -> i64:
        """Return how many turns have been played."""
        spaces = cast(TriTracSetup, self.setup).num_spaces
        return i64(self.byte_fields[spaces + TURNS]) | i64(self.byte_fields[spaces + TURNS + 1]) << 8

    def ending_code(self) -> i64:
        """Return the code of how the game has ended, or 0."""
        return i64(self.byte_fields[cast(TriTracSetup, self.setup).num_spaces + ENDING])

    def winners(self) -> list[int]:
        """Return the seat that completed a track, if one did."""
        ending = self.ending_code()
        return [int(ending - WON)] if ending == WON or ending == WON + 1 else []

    def score(self) -> list[float]:
        """Return 1 for the seat that completed a track."""
        return [1.0 if seat in self.winners() else 0.0 for seat in range(2)]

    def evaluate(self, seat: i64) -> float:
        """Compare the track scores of both seats; a mover who can complete a track has all but won."""
        mover = self.to_move
        if mover == OVER:
            return self.returns()[seat]
        value = 0.9
        if not self.count_threats(mover):
            orange, yellow = self.compute_track_scores()
            own_score, opponent_score = (orange, yellow) if mover == 0 else (yellow, orange)
            ahead = STEEPNESS * (TEMPO_FACTOR * own_score - opponent_score)
            value = 0.8 * ahead / (1.0 + abs(ahead))
        return value if seat == mover else -value

    def compute_track_scores(self) -> tuple[float, float]:
        """Return each seat's track score: the sum over all tracks of the product of how ready their poses are."""
        setup = cast(TriTracSetup, self.setup)
        readiness_by_code = setup.readiness
        row_length: i64 = 2 * SIDES
        readiness = vec[float]([0.0] * (2 * setup.num_poses))
        for space in range(setup.num_spaces):
            at = row_length * space
            start = row_length * i64(self.byte_fields[space])
            for i in range(row_length):
                readiness[at + i] = readiness_by_code[start + i]
        poses = setup.step_pose
        parents = setup.step_parent
        num_steps = i64(len(poses))
        products = vec[float]([1.0] * (2 * num_steps + 2))
        orange = 0.0
        yellow = 0.0
        step: i64 = 0
        while step < num_steps:
            pose = 2 * poses[step]
            back = 2 * parents[step]
            for_orange = products[back] * readiness[pose]
            for_yellow = products[back + 1] * readiness[pose + 1]
            if for_orange + for_yellow < MIN_TRACK_SCORE:
                step = setup.step_subtree_end[step]
                continue
            if setup.step_is_last[step]:
                orange += for_orange
                yellow += for_yellow
            step += 1
            products[2 * step] = for_orange
            products[2 * step + 1] = for_yellow
        return orange, yellow

    def candidate_actions(self, effort: i64) -> vec[i64]:
        """Return actions that are proven to win, or those that are not proven to lose; see ``tactics.py``."""
        return find_candidate_actions(self, effort)

    def count_threats(self, seat: i64) -> i64:
        """Return the number of spaces on which a seat could complete a track if it were to move now.

        Two tracks from arrows must come to the space by two of its sides, and the seat must be able to lay a triangle
        there that joins them, or to turn the one that is there.
        """
        setup = cast(TriTracSetup, self.setup)
        fields = self.byte_fields
        if not fields[setup.num_spaces + NEUTRAL_SPACE]:
            return 0
        # A mover's bar does not hold for the other, whose own turn may have been the reason.
        may_use_neutral = seat != self.to_move or fields[setup.num_spaces + BARRED] == 0
        entry_arrows = vec[u8]([0] * setup.num_poses)  # for each gate, 1 + which arrow's track comes in there
        track_masks = vec[i64]()  # for each arrow, the spaces of its track as a mask
        for arrow_index in range(i64(len(setup.arrow_gates))):
            track_masks = append(track_masks, self.trace_track(arrow_index, entry_arrows))
        threats: i64 = 0
        for space in range(setup.num_spaces):
            code = i64(fields[space])
            whose = (code - 1) // SIDES
            if code > 0 and whose != 1 + seat and not (whose == NEUTRAL and may_use_neutral):
                continue
            for blank in range(i64(SIDES)):
                first_arrow = i64(entry_arrows[SIDES * space + (blank + 1) % SIDES])
                second_arrow = i64(entry_arrows[SIDES * space + (blank + 2) % SIDES])
                # One track that comes by twice only makes a circle.
                if (
                    not first_arrow
                    or not second_arrow
                    or first_arrow == second_arrow
                    or not setup.is_allowed_pose[SIDES * space + blank]
                ):
                    continue
                if code > 0 or self.has_spare_triangle(
                    seat, track_masks[first_arrow - 1] | track_masks[second_arrow - 1], may_use_neutral
                ):
                    threats += 1
                    break
        return threats

    def trace_track(self, arrow_index: i64, entry_arrows: vec[u8]) -> i64:
        """Return the mask of spaces on the track from an arrow; write its entries to ``entry_arrows``."""
        setup = cast(TriTracSetup, self.setup)
        gate = setup.arrow_gates[arrow_index]
        track_mask: i64 = 0
        while True:
            entry_arrows[gate] = u8(arrow_index + 1)
            space = gate // SIDES
            code = i64(self.byte_fields[space])
            blank = (code - 1) % SIDES
            if code == 0 or blank == gate % SIDES:
                return track_mask
            track_mask |= bit(space)
            gate = setup.opposite_gate[SIDES * space + (SIDES - blank - gate % SIDES)]
            if gate < 0:
                return track_mask

    def has_spare_triangle(self, seat: i64, used_mask: i64, may_use_neutral: bool) -> bool:
        """Tell whether a seat has a triangle to lay, in the reserve or on a space outside the used ones."""
        setup = cast(TriTracSetup, self.setup)
        fields = self.byte_fields
        if fields[setup.num_spaces + RESERVES + seat]:
            return True
        if may_use_neutral and not used_mask >> (i64(fields[setup.num_spaces + NEUTRAL_SPACE]) - 1) & 1:
            return True
        for space in range(setup.num_spaces):
            if (i64(fields[space]) - 1) // SIDES == 1 + seat and not used_mask >> space & 1:
                return True
        return False
