# compiled by mypyc
"""Forced wins in Tri-Trac, proven: which actions win whatever the other does, and which lose.

A win *within n* is one that the mover can force in at most n turns of both players together. Two kinds of search look
for it. The *threat search* lets the attacker only threaten, that is, take turns after which he would complete a track
if the other did nothing; it reaches deep. The *full-width search* lets him do anything; it is complete, and shallow. In
both the defender may do anything, so what either of them proves is true.

How often positions have been there hardly matters. Who follows a shortest proof never comes to a position twice, so
the only repetitions that could spoil it are positions that have been there twice before the search begins. Those
count as drawn, and all others as new; so a proof does not depend on the way to a position, and can be kept in a
transposition table.
"""

from __future__ import annotations

from typing import Final, cast

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from triangulum.core.boards.bits import BITS
from triangulum.core.state import State
from triangulum.games.tri_trac.lookup import (
    BARRED,
    EXIT_AT_ARROW,
    NEUTRAL,
    NEUTRAL_SPACE,
    NUM_CODES,
    OCCURRENCES_FOR_DRAW,
    RESERVES,
    SIDES,
    SPACES_PER_WORD,
    TURNS,
    TriTracLookup,
)

MAX_TURNS: Final = 31
"""No proof is longer than so many turns."""

FULL_WIDTH_FIRST: Final = 4
"""The full-width search goes to so many turns first, and only then does the threat search begin."""

EXTRA_TURNS_FOR_WINS: Final = 2
EXTRA_TURNS_FOR_LOSSES: Final = 4
"""The threat search looks so many turns further than the full-width search, which takes much longer where it looks for
losses: after each action for a win of the other."""

EFFORT_PER_ENTRY: Final = 32
"""The table gets an entry for so many turns that may be tried."""

MIN_ENTRIES: Final = 64
MAX_ENTRIES: Final = 1 << 18

# Bounds that an entry of the table has after the words of its position, a byte each.
WIN_SHIFT: Final = 0  # the smallest n for which the mover is known to win within n, or 0
NO_THREAT_WIN_SHIFT: Final = 8  # the largest n for which he is known not to win within n by threats
NO_WIN_SHIFT: Final = 16  # the largest n for which he is known not to win within n at all
BYTE_MASK: Final = 255


def find_candidate_actions(state: State, effort: i64) -> vec[i64]:
    """Return what ``State.candidate_actions`` promises."""
    return ForcedWinSearch(state, effort).candidate_actions()


class ForcedWinSearch:
    """A search for forced wins and losses from one position, on a board of its own on which turns are made and unmade.

    ``reach_masks`` holds, for each ply and each arrow, the spaces to which the track from that arrow comes, as a mask:
    those it runs over, and the one where it ends.
    """

    def __init__(self, state: State, effort: i64) -> None:
        setup = cast(TriTracLookup, state.setup)
        spaces = setup.num_spaces
        fields = state.byte_fields
        self.setup = setup
        self.board = fields[:spaces]
        self.mover = state.to_move
        self.barred = i64(fields[spaces + BARRED])
        self.neutral_space = i64(fields[spaces + NEUTRAL_SPACE]) - 1
        self.reserve_counts = vec[i64]([i64(fields[spaces + RESERVES]), i64(fields[spaces + RESERVES + 1])])
        self.own_masks = vec[i64]([0, 0])  # for each seat, the spaces of its triangles as a mask
        for space in range(spaces):
            whose = (i64(fields[space]) - 1) // SIDES
            if fields[space] and whose != NEUTRAL:
                self.own_masks[whose - 1] = self.own_masks[whose - 1] | BITS[space]

        self.num_arrows = i64(len(setup.arrow_gates))
        self.ply: i64 = 0
        self.reach_masks = vec[i64]([0] * ((MAX_TURNS + 2) * self.num_arrows))
        self.track_complete = False  # whether the last move made has completed a track
        for arrow in range(self.num_arrows):
            self.reach_masks[arrow] = self.trace_track(arrow)

        self.effort_left = effort
        self.turns_left = min(
            setup.turn_limit - (i64(fields[spaces + TURNS]) | i64(fields[spaces + TURNS + 1]) << 8), i64(MAX_TURNS)
        )
        self.drawn_keys = list_drawn_keys(state)
        self.position_key = vec[i64]([0] * setup.num_words)
        self.num_entries: i64 = MIN_ENTRIES
        while self.num_entries < MAX_ENTRIES and self.num_entries * EFFORT_PER_ENTRY < effort:
            self.num_entries *= 2
        self.transposition_table = vec[i64]([0] * (self.num_entries * (setup.num_words + 1)))
        self.killer_actions = vec[i64]([-1] * (MAX_TURNS + 1))  # for each n, the reply that last held out for longer
        self.root_actions = state._legal_actions()
        # For each root action, the n within which it is known to lose, or 0.
        self.loss_turns = vec[i64]([0] * i64(len(self.root_actions)))
        self.win_turns: i64 = 0  # the n within which the candidate actions are known to win, or 0

    # At the root.

    def candidate_actions(self) -> vec[i64]:
        """Return actions that win soonest, or those that are not known to lose, or those that lose latest."""
        if self.can_complete_track(self.mover, self.barred == 0):
            self.win_turns = 1
            return self.list_completing_actions()
        self.record_losing_actions(2, True)
        winning_actions = self.find_winning_actions()
        if len(winning_actions) > 0:
            return winning_actions
        longest: i64 = 0
        for i in range(i64(len(self.root_actions))):
            if self.loss_turns[i] == 0:
                return self.list_actions_losing_in(0)
            longest = max(longest, self.loss_turns[i])
        return self.list_actions_losing_in(longest)

    def find_winning_actions(self) -> vec[i64]:
        """Return actions that are proven to win, by iterative deepening until the effort is spent."""
        full_width_turns: i64 = 2
        threat_turns: i64 = FULL_WIDTH_FIRST
        winning_actions = vec[i64]()
        while (
            len(winning_actions) == 0
            and self.effort_left > 0
            and full_width_turns < self.turns_left
            and self.has_undecided_action()
        ):
            extra_turns = EXTRA_TURNS_FOR_WINS if full_width_turns % 2 == 0 else EXTRA_TURNS_FOR_LOSSES
            if full_width_turns < FULL_WIDTH_FIRST or threat_turns >= min(
                full_width_turns + extra_turns, self.turns_left
            ):
                full_width_turns += 1
                winning_actions = self.search_root(full_width_turns, True)
            else:
                threat_turns += 1
                winning_actions = self.search_root(threat_turns, False)
        return winning_actions

    def has_undecided_action(self) -> bool:
        """Tell whether there is an action that is not known to lose."""
        return len(self.list_actions_losing_in(0)) > 0

    def search_root(self, max_turns: i64, full_width: bool) -> vec[i64]:
        """Return actions that win within an odd number of turns; for an even one, record those that lose."""
        if max_turns % 2 == 0:
            self.record_losing_actions(max_turns, full_width)
            return vec[i64]()
        winning_actions = vec[i64]()
        seat = self.mover
        for i in range(i64(len(self.root_actions))):
            if self.loss_turns[i]:
                continue
            action = self.root_actions[i]
            undo_code = self.make_move(action)
            if not self.is_drawn():
                threat_mask = self.find_threat_mask(seat, True)
                if (full_width or threat_mask) and self.is_forced_loss(max_turns - 1, threat_mask, full_width):
                    winning_actions = append(winning_actions, action)
                    self.win_turns = max_turns
            self.unmake_move(action, undo_code)
            if self.effort_left <= 0:
                break
        return winning_actions

    def record_losing_actions(self, max_turns: i64, full_width: bool) -> None:
        """Record in ``loss_turns`` the actions that are proven to lose within so many turns."""
        if max_turns > self.turns_left:
            return
        for i in range(i64(len(self.root_actions))):
            if self.loss_turns[i]:
                continue
            action = self.root_actions[i]
            undo_code = self.make_move(action)
            if not self.is_drawn():
                if max_turns == 2:
                    if self.can_complete_track(self.mover, self.barred == 0):
                        self.loss_turns[i] = max_turns
                elif self.can_force_win(max_turns - 1, full_width):
                    self.loss_turns[i] = max_turns
            self.unmake_move(action, undo_code)
            if self.effort_left <= 0 and max_turns > 2:
                return

    def list_completing_actions(self) -> vec[i64]:
        """Return the actions that complete a track."""
        actions = vec[i64]()
        for action in self.root_actions:
            undo_code = self.make_move(action)
            if self.track_complete:
                actions = append(actions, action)
            self.unmake_move(action, undo_code)
        return actions

    def list_actions_losing_in(self, num_turns: i64) -> vec[i64]:
        """Return the actions that are known to lose within so many turns, and no fewer; for 0, those that are not."""
        actions = vec[i64]()
        for i in range(i64(len(self.root_actions))):
            if self.loss_turns[i] == num_turns:
                actions = append(actions, self.root_actions[i])
        return actions

    # The proof.

    def can_force_win(self, max_turns: i64, full_width: bool) -> bool:
        """Tell whether the mover is proven to win within an odd number of turns, given that he can't in one."""
        if self.effort_left <= 0:
            return False
        entry = self.probe_table()
        bounds = self.transposition_table[entry]
        win_turns = bounds >> WIN_SHIFT & BYTE_MASK
        if win_turns and win_turns <= max_turns:
            return True
        if bounds >> NO_WIN_SHIFT & BYTE_MASK >= max_turns or (
            not full_width and bounds >> NO_THREAT_WIN_SHIFT & BYTE_MASK >= max_turns
        ):
            return False
        if self.search_attacks(max_turns, full_width):
            self.store_bound(entry, WIN_SHIFT, max_turns)
            return True
        if self.effort_left > 0:
            self.store_bound(entry, NO_WIN_SHIFT if full_width else NO_THREAT_WIN_SHIFT, max_turns)
        return False

    def search_attacks(self, max_turns: i64, full_width: bool) -> bool:
        """Tell whether an attack of the mover's is proven to win: threats first, others only in a full-width search."""
        seat = self.mover
        num_poses = self.setup.num_poses
        reached_mask = self.reached_mask()
        # A track that only waits for the neutral triangle to be free is a threat already, whatever one does.
        already_threatens = self.barred != 0 and self.find_threat_mask(seat, True) != 0
        actions = self.list_legal_actions()
        for threatening in (True, False):
            if not threatening and not full_width:
                return False
            for action in actions:
                # Only a triangle that a track has come to can carry it on.
                extends_track = already_threatens or BITS[action % num_poses // SIDES] & reached_mask != 0
                if extends_track != threatening:
                    continue
                undo_code = self.make_move(action)
                proven = False
                if not self.can_complete_track(1 - seat, self.barred == 0) and not self.is_drawn():
                    threat_mask: i64 = 0
                    if extends_track:
                        threat_mask = self.find_threat_mask(seat, True)
                    if threat_mask or full_width:
                        proven = self.is_forced_loss(max_turns - 1, threat_mask, full_width)
                self.unmake_move(action, undo_code)
                if proven:
                    return True
                if self.effort_left <= 0:
                    return False
        return False

    def is_forced_loss(self, max_turns: i64, threat_mask: i64, full_width: bool) -> bool:
        """Tell whether the mover is proven to lose within an even number of turns, given that he can't win in one.

        ``threat_mask`` holds the spaces of a track with which the other threatens, or nothing. Only who touches one of
        them, or the neutral triangle, can meet that threat; or who can have the game drawn.
        """
        if len(self.drawn_keys) > 0:
            threat_mask = 0
        num_poses = self.setup.num_poses
        first_move_action = self.setup.first_move_action
        killer = self.killer_actions[max_turns]
        if killer >= 0 and self.is_legal(killer) and self.is_defence(killer, max_turns, full_width):
            return False
        actions = self.list_legal_actions()
        for action in actions:
            if threat_mask and action >= num_poses:
                touched_mask = BITS[action % num_poses // SIDES]
                if action >= first_move_action:
                    touched_mask |= BITS[action // num_poses - 2]
                if touched_mask & threat_mask == 0:
                    continue
            if self.is_defence(action, max_turns, full_width):
                self.killer_actions[max_turns] = action
                return False
            if self.effort_left <= 0:
                return False
        return len(actions) > 0

    def is_defence(self, action: i64, max_turns: i64, full_width: bool) -> bool:
        """Tell whether an action of the mover's is not proven to lose within so many turns."""
        undo_code = self.make_move(action)
        is_lost = False
        if not self.is_drawn():
            is_lost = self.can_complete_track(self.mover, self.barred == 0) or (
                max_turns > 2 and self.can_force_win(max_turns - 1, full_width)
            )
        self.unmake_move(action, undo_code)
        return not is_lost

    # Moves, made and unmade.

    def list_legal_actions(self) -> vec[i64]:
        """Return the mover's legal actions, the neutral triangle's first."""
        setup = self.setup
        if self.neutral_space < 0:
            return setup.opening_actions
        board = self.board
        is_allowed_pose = setup.is_allowed_pose
        num_spaces = setup.num_spaces
        free_poses = vec[i64]([0] * setup.num_poses)
        num_free_poses: i64 = 0
        for pose in range(setup.num_poses):
            if board[pose // SIDES] == 0 and is_allowed_pose[pose]:
                free_poses[num_free_poses] = pose
                num_free_poses += 1
        own_mask = self.own_masks[self.mover]
        num_sources: i64 = 2
        for space in range(num_spaces):
            if own_mask & BITS[space]:
                num_sources += 1
        actions = vec[i64]([0] * (num_sources * (num_free_poses + SIDES)))
        num_actions: i64 = 0
        if self.barred == 0:
            num_actions = self.write_actions_of(actions, num_actions, 0, self.neutral_space, free_poses, num_free_poses)
        if self.reserve_counts[self.mover] > 0:
            num_actions = self.write_actions_of(
                actions, num_actions, setup.first_place_action, -1, free_poses, num_free_poses
            )
        for space in range(num_spaces):
            if own_mask & BITS[space]:
                num_actions = self.write_actions_of(
                    actions,
                    num_actions,
                    setup.first_move_action + space * setup.num_poses,
                    space,
                    free_poses,
                    num_free_poses,
                )
        return actions[:num_actions]

    def write_actions_of(
        self, actions: vec[i64], index: i64, base_action: i64, origin: i64, poses: vec[i64], num_poses: i64
    ) -> i64:
        """Write the actions of one triangle into a list from an index on; return the next free index."""
        for i in range(num_poses):
            actions[index] = base_action + poses[i]
            index += 1
        if origin < 0:
            return index
        is_allowed_pose = self.setup.is_allowed_pose
        own_pose = SIDES * origin + self.setup.blank_side_of[i64(self.board[origin])]
        for pose in range(SIDES * origin, SIDES * origin + SIDES):
            if pose != own_pose and is_allowed_pose[pose]:
                actions[index] = base_action + pose
                index += 1
        return index

    def is_legal(self, action: i64) -> bool:
        """Tell whether an action that was legal in some other position is legal for the mover here."""
        setup = self.setup
        pose = action % setup.num_poses
        space = pose // SIDES
        origin: i64 = -1
        if action >= setup.first_move_action:
            origin = action // setup.num_poses - 2
            if self.own_masks[self.mover] & BITS[origin] == 0:
                return False
        elif action >= setup.first_place_action:
            if self.reserve_counts[self.mover] == 0:
                return False
        else:
            origin = self.neutral_space
            if self.barred or origin < 0:
                return False
        if space != origin:
            return self.board[space] == 0
        return setup.blank_side_of[i64(self.board[space])] != pose % SIDES

    def make_move(self, action: i64) -> i64:
        """Make an action of the mover's on the board; return a code with which ``unmake_move`` undoes it."""
        self.effort_left -= 1
        setup = self.setup
        seat = self.mover
        pose = action % setup.num_poses
        space = pose // SIDES
        whose: i64 = 1 + seat
        origin: i64 = -1
        if action >= setup.first_move_action:
            origin = action // setup.num_poses - 2
        elif action < setup.first_place_action:
            whose = NEUTRAL
            origin = self.neutral_space
        undo_code = self.barred + 2 * (origin + 1)
        board = self.board
        touched_mask = BITS[space]
        if origin >= 0:
            touched_mask |= BITS[origin]
            undo_code += 128 * i64(board[origin])
            board[origin] = u8(0)
        elif whose != NEUTRAL:
            self.reserve_counts[seat] = self.reserve_counts[seat] - 1
        board[space] = u8(1 + SIDES * whose + pose % SIDES)
        if whose == NEUTRAL:
            self.neutral_space = space
            self.barred = 1
        else:
            if origin >= 0:
                self.own_masks[seat] = self.own_masks[seat] & ~BITS[origin]
            self.own_masks[seat] = self.own_masks[seat] | BITS[space]
            self.barred = 0
        self.mover = 1 - seat
        self.update_reach_masks(touched_mask)
        return undo_code

    def unmake_move(self, action: i64, undo_code: i64) -> None:
        """Undo the action that was made last."""
        setup = self.setup
        seat = 1 - self.mover
        space = action % setup.num_poses // SIDES
        origin = (undo_code >> 1 & 63) - 1
        board = self.board
        board[space] = u8(0)
        if origin >= 0:
            board[origin] = u8(undo_code >> 7)
        if action < setup.first_place_action:
            self.neutral_space = origin
        else:
            self.own_masks[seat] = self.own_masks[seat] & ~BITS[space]
            if origin >= 0:
                self.own_masks[seat] = self.own_masks[seat] | BITS[origin]
            else:
                self.reserve_counts[seat] = self.reserve_counts[seat] + 1
        self.barred = undo_code & 1
        self.mover = seat
        self.ply -= 1

    # Tracks.

    def update_reach_masks(self, changed_mask: i64) -> None:
        """Begin a new ply: copy the reach masks, and trace again the tracks that come to changed spaces."""
        reach_masks = self.reach_masks
        index = self.ply * self.num_arrows
        self.ply += 1
        self.track_complete = False
        for arrow in range(self.num_arrows):
            mask = reach_masks[index]
            if mask & changed_mask:
                mask = self.trace_track(arrow)
            reach_masks[index + self.num_arrows] = mask
            index += 1

    def trace_track(self, arrow_index: i64) -> i64:
        """Return the mask of spaces to which the track from an arrow comes; set ``track_complete`` if it is."""
        next_gate = self.setup.next_gate
        board = self.board
        gate = self.setup.arrow_gates[arrow_index]
        mask: i64 = 0
        while gate >= 0:
            space = gate // SIDES
            mask |= BITS[space]
            gate = next_gate[NUM_CODES * gate + i64(board[space])]
        if gate == EXIT_AT_ARROW:
            self.track_complete = True
        return mask

    def reached_mask(self) -> i64:
        """Return the mask of spaces to which tracks from arrows come."""
        mask: i64 = 0
        start = self.ply * self.num_arrows
        for index in range(start, start + self.num_arrows):
            mask |= self.reach_masks[index]
        return mask

    def can_complete_track(self, seat: i64, may_use_neutral: bool) -> bool:
        """Tell whether a seat could complete a track if it were to move, with the neutral triangle or without."""
        return self.find_threat_mask(seat, may_use_neutral) != 0

    def find_threat_mask(self, seat: i64, may_use_neutral: bool) -> i64:
        """Return the mask of a track's spaces that a seat could complete if it were to move, or 0."""
        reach_masks = self.reach_masks
        start = self.ply * self.num_arrows
        reached_once: i64 = 0
        reached_twice: i64 = 0
        for index in range(start, start + self.num_arrows):
            mask = reach_masks[index]
            reached_twice |= reached_once & mask
            reached_once |= mask
        space: i64 = 0
        while reached_twice:
            if reached_twice & BITS[space]:
                reached_twice ^= BITS[space]
                threat_mask = self.find_threat_mask_at(space, seat, may_use_neutral)
                if threat_mask:
                    return threat_mask
            space += 1
        return 0

    def find_threat_mask_at(self, space: i64, seat: i64, may_use_neutral: bool) -> i64:
        """Return the mask of a track's spaces that a seat could complete by a triangle on one space, or 0."""
        code = i64(self.board[space])
        whose = (code - 1) // SIDES
        if code > 0 and whose != 1 + seat and not (whose == NEUTRAL and may_use_neutral):
            return 0
        is_allowed_pose = self.setup.is_allowed_pose
        start = self.ply * self.num_arrows
        for first_arrow in range(self.num_arrows):
            if self.reach_masks[start + first_arrow] & BITS[space] == 0:
                continue
            for second_arrow in range(first_arrow):
                if self.reach_masks[start + second_arrow] & BITS[space] == 0:
                    continue
                blank = SIDES - self.find_entry_side(first_arrow, space) - self.find_entry_side(second_arrow, space)
                threat_mask = self.reach_masks[start + first_arrow] | self.reach_masks[start + second_arrow]
                if is_allowed_pose[SIDES * space + blank] and (
                    code > 0 or self.has_spare_triangle(seat, threat_mask, may_use_neutral)
                ):
                    return threat_mask
        return 0

    def find_entry_side(self, arrow_index: i64, space: i64) -> i64:
        """Return the side by which the track from an arrow enters a space."""
        next_gate = self.setup.next_gate
        gate = self.setup.arrow_gates[arrow_index]
        while gate // SIDES != space:
            gate = next_gate[NUM_CODES * gate + i64(self.board[gate // SIDES])]
        return gate % SIDES

    def has_spare_triangle(self, seat: i64, used_mask: i64, may_use_neutral: bool) -> bool:
        """Tell whether a seat has a triangle to lay, in the reserve or on a space outside the used ones."""
        if self.reserve_counts[seat] > 0 or self.own_masks[seat] & ~used_mask:
            return True
        return may_use_neutral and self.neutral_space >= 0 and used_mask & BITS[self.neutral_space] == 0

    # The transposition table.

    def update_position_key(self) -> i64:
        """Set ``position_key`` to the words that a state's history has for the position; return their hash."""
        setup = self.setup
        key = self.position_key
        digit_weight = setup.digit_weight
        board = self.board
        key_hash: i64 = 0
        for word in range(setup.num_words):
            start = word * SPACES_PER_WORD
            key_word: i64 = 0
            for space in range(start, min(start + SPACES_PER_WORD, setup.num_spaces)):
                key_word += i64(board[space]) * digit_weight[space]
            if word == setup.num_words - 1:
                key_word += (1 + self.mover + 2 * self.barred) * digit_weight[setup.num_spaces]
            key[word] = key_word
            # Kept within 31 bits, where compiled and plain integers do the same.
            key_hash = ((key_hash ^ (key_word & 0x7FFFFFFF) ^ (key_word >> 31)) * 73_244_475) & 0x7FFFFFFF
            key_hash ^= key_hash >> 15
        return key_hash

    def probe_table(self) -> i64:
        """Return the index of the position's bounds in the table; clear them if the entry was another's."""
        num_words = self.setup.num_words
        start = (self.update_position_key() & (self.num_entries - 1)) * (num_words + 1)
        table = self.transposition_table
        for word in range(num_words):
            if table[start + word] != self.position_key[word]:
                for i in range(num_words):
                    table[start + i] = self.position_key[i]
                table[start + num_words] = 0
                break
        return start + num_words

    def store_bound(self, entry: i64, shift: i64, num_turns: i64) -> None:
        """Store a bound for the position, unless its entry has gone to another one meanwhile."""
        if self.probe_table() == entry:
            bounds = self.transposition_table[entry]
            self.transposition_table[entry] = (bounds & ~(BYTE_MASK << shift)) | num_turns << shift

    def is_drawn(self) -> bool:
        """Tell whether the position has occurred so often before the search that the game is drawn."""
        num_key_words = i64(len(self.drawn_keys))
        if num_key_words == 0:
            return False
        self.update_position_key()
        num_words = self.setup.num_words
        for start in range(0, num_key_words, num_words):
            word: i64 = 0
            while word < num_words and self.drawn_keys[start + word] == self.position_key[word]:
                word += 1
            if word == num_words:
                return True
        return False


def list_drawn_keys(state: State) -> vec[i64]:
    """Return the keys of the positions that would be drawn if they occurred again, one after another."""
    num_words = cast(TriTracLookup, state.setup).num_words
    word_fields = state.word_fields
    length = i64(len(word_fields))
    keys = vec[i64]()
    for start in range(num_words, length, num_words):
        occurrences: i64 = 1
        for earlier in range(num_words, start, num_words):
            word: i64 = 0
            while word < num_words and word_fields[start + word] == word_fields[earlier + word]:
                word += 1
            if word == num_words:
                occurrences += 1
        if occurrences == OCCURRENCES_FOR_DRAW - 1:
            for word in range(num_words):
                keys = append(keys, word_fields[start + word])
    return keys
