# compiled by mypyc
"""Proving forced wins in Tri-Trac: which actions win whatever the opponent does, and which lose.

A win *within n* is one that the mover can force in at most n turns of both players together. So n is odd for a win and
even for a loss. The proof is an AND/OR search: the attacker needs one action that works, the defender fails only if
every reply does. Two versions of it take turns in iterative deepening:

- The *threat search* lets the attacker only make threats, that is, actions after which a track could be completed if
  the defender did nothing. There are few of those, and few replies meet them, so it reaches deep. It may miss wins.
- The *full-width search* lets the attacker do anything. It misses nothing, and is shallow.

In both the defender may do anything, so what either proves is true.

**Replies.** If there is a threat, a reply has to touch one of the spaces of the threatened track or the neutral
triangle, and all other replies lose without a search. The reply that last refuted an attack at the same depth is tried
first (a killer move).

**Repetition** is a draw at the third occurrence, which would make a proof depend on the way to a position. It hardly
does. Whoever follows a shortest proof never comes to a position twice, so only positions that occurred twice *before*
the search began can spoil it. These count as drawn and all others as new. So proofs hold for positions, and can be kept
in a transposition table.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from triangulum.core.state import State
from triangulum.core.types import Action, Mask
from triangulum.games.tri_trac.rules.fields import TURN_COUNT
from triangulum.games.tri_trac.rules.proof_table import ProofTable
from triangulum.games.tri_trac.rules.search_board import MAX_PLIES, SearchBoard

MAX_TURNS: Final = MAX_PLIES - 1
"""No proof is longer than this many turns."""

FIRST_FULL_WIDTH_TURNS: Final = 4
"""The full-width search goes this deep before the threat search begins."""

EXTRA_TURNS_FOR_WINS: Final = 2
EXTRA_TURNS_FOR_LOSSES: Final = 4
"""The threat search looks this many turns further than the full-width search. That one takes much longer where it looks
for losses, since it then looks for a win of the opponent's after each action."""


class ForcedWinSearch:
    """A search for forced wins and losses from one position, which makes about ``effort`` moves at most."""

    def __init__(self, state: State, effort: i64) -> None:
        self.board = SearchBoard(state, effort)
        setup = self.board.setup
        self.table = ProofTable(setup.num_key_words, effort)
        self.killer_actions = vec[i64]([-1] * (MAX_TURNS + 1))  # by turns left; -1 where there is none yet
        fields = state.byte_fields
        turn_count_at = setup.num_spaces + TURN_COUNT
        turn_count = i64(fields[turn_count_at]) | i64(fields[turn_count_at + 1]) << 8
        self.turns_left = min(setup.turn_limit - turn_count, i64(MAX_TURNS))  # a later win is none
        self.root_actions = state._legal_actions()
        # For each root action, the n within which it is proven to lose, or 0.
        self.loss_turns = vec[i64]([0] * i64(len(self.root_actions)))
        self.win_turns: i64 = 0  # the n within which the candidate actions are proven to win, or 0

    # At the root.

    def find_best_actions_by_proof(self) -> vec[i64]:
        """Return the actions that win soonest, or else those not proven to lose, or else those that lose latest."""
        if self.board.can_mover_win_now():
            self.win_turns = 1
            return self.list_track_completing_actions()
        self.record_losing_actions(2, True)
        winning_actions = self.search_deeper_for_winning_actions()
        if len(winning_actions) > 0:
            return winning_actions
        longest: i64 = 0
        for i in range(i64(len(self.root_actions))):
            if self.loss_turns[i] == 0:
                return self.list_root_actions_with_loss_turns(0)
            longest = max(longest, self.loss_turns[i])
        return self.list_root_actions_with_loss_turns(longest)

    def search_deeper_for_winning_actions(self) -> vec[i64]:
        """Search deeper and deeper until the effort is spent; return the actions of the first win that is proven."""
        full_width_turns: i64 = 2
        threat_turns: i64 = FIRST_FULL_WIDTH_TURNS
        winning_actions = vec[i64]()
        while (
            len(winning_actions) == 0
            and self.board.moves_left > 0
            and full_width_turns < self.turns_left
            and len(self.list_root_actions_with_loss_turns(0)) > 0
        ):
            extra_turns = EXTRA_TURNS_FOR_WINS if full_width_turns % 2 == 0 else EXTRA_TURNS_FOR_LOSSES
            if full_width_turns < FIRST_FULL_WIDTH_TURNS or threat_turns >= min(
                full_width_turns + extra_turns, self.turns_left
            ):
                full_width_turns += 1
                winning_actions = self.search_root(full_width_turns, True)
            else:
                threat_turns += 1
                winning_actions = self.search_root(threat_turns, False)
        return winning_actions

    def search_root(self, max_turns: i64, full_width: bool) -> vec[i64]:
        """Return the root actions that win within an odd number of turns; for an even one, record those that lose."""
        if max_turns % 2 == 0:
            self.record_losing_actions(max_turns, full_width)
            return vec[i64]()
        board = self.board
        winning_actions = vec[i64]()
        seat = board.mover
        for i in range(i64(len(self.root_actions))):
            if self.loss_turns[i]:
                continue
            action = self.root_actions[i]
            undo_code = board.make_move(action)
            if not board.is_third_occurrence():
                threat_mask = board.find_threatened_track_mask(seat, True)
                if (full_width or threat_mask) and self.prove_loss(max_turns - 1, threat_mask, full_width):
                    winning_actions = append(winning_actions, action)
                    self.win_turns = max_turns
            board.unmake_move(action, undo_code)
            if board.moves_left <= 0:
                break
        return winning_actions

    def record_losing_actions(self, max_turns: i64, full_width: bool) -> None:
        """Record in ``loss_turns`` the root actions that are proven to lose within an even number of turns."""
        if max_turns > self.turns_left:
            return
        board = self.board
        for i in range(i64(len(self.root_actions))):
            if self.loss_turns[i]:
                continue
            action = self.root_actions[i]
            undo_code = board.make_move(action)
            if not board.is_third_occurrence():
                if max_turns == 2:
                    if board.can_mover_win_now():
                        self.loss_turns[i] = max_turns
                elif self.prove_win(max_turns - 1, full_width):
                    self.loss_turns[i] = max_turns
            board.unmake_move(action, undo_code)
            # Actions that hand over a win at once are always found, however little effort there is.
            if board.moves_left <= 0 and max_turns > 2:
                return

    def list_track_completing_actions(self) -> vec[i64]:
        """Return the root actions that complete a track."""
        board = self.board
        actions = vec[i64]()
        for action in self.root_actions:
            undo_code = board.make_move(action)
            if board.track_complete:
                actions = append(actions, action)
            board.unmake_move(action, undo_code)
        return actions

    def list_root_actions_with_loss_turns(self, loss_turns: i64) -> vec[i64]:
        """Return the root actions that are proven to lose within exactly so many turns; for 0, those that are not."""
        actions = vec[i64]()
        for i in range(i64(len(self.root_actions))):
            if self.loss_turns[i] == loss_turns:
                actions = append(actions, self.root_actions[i])
        return actions

    # The AND/OR search. Its callers have made sure that the player to move can't complete a track at once.

    def prove_win(self, max_turns: i64, full_width: bool) -> bool:
        """Return whether the mover is proven to win within an odd number of turns, from the table or by a search."""
        board = self.board
        if board.moves_left <= 0:
            return False
        table = self.table
        key_hash = board.update_position_key()
        bounds_index = table.find_or_replace_entry(board.position_key, key_hash)
        if table.has_win(bounds_index, max_turns):
            return True
        if table.has_no_win(bounds_index, max_turns, full_width):
            return False
        proven = self.prove_win_by_some_action(max_turns, full_width)
        if not proven and board.moves_left <= 0:
            return False
        # The search below has changed the key, and another position may have claimed the entry.
        board.update_position_key()
        table.find_or_replace_entry(board.position_key, key_hash)
        if proven:
            table.store_win(bounds_index, max_turns)
        else:
            table.store_no_win(bounds_index, max_turns, full_width)
        return proven

    def prove_win_by_some_action(self, max_turns: i64, full_width: bool) -> bool:
        """Return whether some action of the mover's is proven to win (an OR node); threats are tried first."""
        board = self.board
        seat = board.mover
        target_masks = board.setup.target_masks
        reached_mask = board.union_of_reach_masks()
        # A track that only waits for the neutral triangle to be free is a threat already, whatever the mover does.
        already_threatens = board.neutral_barred != 0 and board.find_threatened_track_mask(seat, True) != 0
        actions = board.list_legal_actions()
        for threatening in (True, False):
            if not threatening and not full_width:
                return False
            for action in actions:
                # Only a triangle on a space that a track has come to can lead it on, and so make a threat.
                extends_track = already_threatens or target_masks[action] & reached_mask != 0
                if extends_track != threatening:
                    continue
                undo_code = board.make_move(action)
                proven = False
                if not board.can_mover_win_now() and not board.is_third_occurrence():
                    threat_mask: i64 = 0
                    if extends_track:
                        threat_mask = board.find_threatened_track_mask(seat, True)
                    if threat_mask or full_width:
                        proven = self.prove_loss(max_turns - 1, threat_mask, full_width)
                board.unmake_move(action, undo_code)
                if proven:
                    return True
                if board.moves_left <= 0:
                    return False
        return False

    def prove_loss(self, max_turns: i64, threat_mask: Mask, full_width: bool) -> bool:
        """Return whether the mover is proven to lose within an even number of turns (an AND node).

        ``threat_mask`` holds the spaces of a track that the opponent threatens to complete, or nothing.
        """
        board = self.board
        if len(board.twice_seen_keys) > 0:
            threat_mask = 0  # a reply that touches nothing of it may still have the game drawn
        killer = self.killer_actions[max_turns]
        if (
            killer >= 0
            and board.is_still_legal(killer)
            and self.can_reply_avoid_proven_loss(killer, max_turns, full_width)
        ):
            return False
        touched_masks = board.setup.touched_masks
        actions = board.list_legal_actions()
        for action in actions:
            if threat_mask and touched_masks[action] & threat_mask == 0:
                continue
            if self.can_reply_avoid_proven_loss(action, max_turns, full_width):
                self.killer_actions[max_turns] = action
                return False
            if board.moves_left <= 0:
                return False
        return len(actions) > 0

    def can_reply_avoid_proven_loss(self, reply_action: Action, max_turns: i64, full_width: bool) -> bool:
        """Return whether a reply of the mover's is not proven to lose within so many turns."""
        board = self.board
        undo_code = board.make_move(reply_action)
        is_lost = False
        if not board.is_third_occurrence():
            is_lost = board.can_mover_win_now() or (max_turns > 2 and self.prove_win(max_turns - 1, full_width))
        board.unmake_move(reply_action, undo_code)
        return not is_lost
