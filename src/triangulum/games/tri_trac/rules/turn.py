# compiled by mypyc
"""A turn of Tri-Trac: a triangle is placed, moved or turned, and the game ends or goes on."""

from __future__ import annotations

from typing import cast

from librt.vecs import append
from mypy_extensions import i64, u8

from triangulum.core.state import OVER
from triangulum.core.types import Action
from triangulum.games.tri_trac.actions import OWN_SOURCE, RESERVE_SOURCE, SIDES, decode_source_and_pose
from triangulum.games.tri_trac.rules.fields import (
    DRAWN_BY_REPETITION,
    DRAWN_BY_STALEMATE,
    DRAWN_BY_TURN_LIMIT,
    ENDING,
    LAST_ORIGIN,
    LAST_SPACE,
    NEUTRAL,
    NEUTRAL_BARRED,
    NEUTRAL_SPACE,
    OCCURRENCES_FOR_DRAW,
    RESERVES,
    TURN_COUNT,
    WON_BY_FIRST_SEAT,
)
from triangulum.games.tri_trac.rules.legal_actions import TriTracActions
from triangulum.games.tri_trac.rules.lookup import TriTracLookup


class TriTracTurn(TriTracActions):
    """Playing a turn, and the positions that have occurred.

    After the words of the board, ``word_fields`` holds the keys of all positions since the last placing, for the rule
    of threefold repetition. Older ones can't occur again, as the number of triangles on the board never falls. Without
    that rule it holds none.
    """

    def _apply(self, action: Action) -> None:
        """Place, move or turn a triangle, and end the game if that completes a track or makes it a draw."""
        setup = cast(TriTracLookup, self.setup)
        fields = self.byte_fields
        spaces = setup.num_spaces
        seat = self.to_move
        source, pose = decode_source_and_pose(action, setup.num_poses)
        space = pose // SIDES
        owner: i64 = 1 + seat
        origin: i64 = -1
        if source >= OWN_SOURCE:
            origin = source - OWN_SOURCE
        elif source == RESERVE_SOURCE:
            fields[spaces + RESERVES + seat] = u8(i64(fields[spaces + RESERVES + seat]) - 1)
        else:
            owner = NEUTRAL
            origin = i64(fields[spaces + NEUTRAL_SPACE]) - 1
            fields[spaces + NEUTRAL_SPACE] = u8(space + 1)
        if origin >= 0:
            self.set_space_code(origin, 0)
        else:
            self.word_fields = self.word_fields[: setup.num_key_words]
        self.set_space_code(space, 1 + SIDES * owner + pose % SIDES)
        fields[spaces + LAST_SPACE] = u8(space + 1)
        fields[spaces + LAST_ORIGIN] = u8(origin + 1)
        fields[spaces + NEUTRAL_BARRED] = u8(1) if owner == NEUTRAL else u8(0)
        turns = self.turn_count() + 1
        fields[spaces + TURN_COUNT] = u8(turns & 255)
        fields[spaces + TURN_COUNT + 1] = u8(turns >> 8)
        self.to_move = 1 - seat
        if self.is_track_complete(space):
            self.end_game(WON_BY_FIRST_SEAT + seat)
        elif setup.has_repetition_draws and self.append_position_and_count_occurrences() >= OCCURRENCES_FOR_DRAW:
            self.end_game(DRAWN_BY_REPETITION)
        elif turns >= setup.turn_limit:
            self.end_game(DRAWN_BY_TURN_LIMIT)
        elif self.is_stalemate():
            self.end_game(DRAWN_BY_STALEMATE)

    def turn_count(self) -> i64:
        """Return how many turns have been played."""
        spaces = cast(TriTracLookup, self.setup).num_spaces
        return i64(self.byte_fields[spaces + TURN_COUNT]) | i64(self.byte_fields[spaces + TURN_COUNT + 1]) << 8

    def ending_code(self) -> i64:
        """Return the code of how the game has ended, or 0 while it goes on."""
        return i64(self.byte_fields[cast(TriTracLookup, self.setup).num_spaces + ENDING])

    def append_position_and_count_occurrences(self) -> i64:
        """Append the position to the history; return how often it has occurred since the last placing, now included."""
        setup = cast(TriTracLookup, self.setup)
        num_key_words = setup.num_key_words
        word_fields = self.word_fields
        mover_digit = 1 + self.to_move + 2 * i64(self.byte_fields[setup.num_spaces + NEUTRAL_BARRED])
        last_word = word_fields[num_key_words - 1] + mover_digit * setup.key_digit_weights[setup.num_spaces]
        occurrences: i64 = 1
        # Only every other position had the same player to move.
        end = i64(len(word_fields)) - num_key_words
        while end > 0:
            if word_fields[end - 1] == last_word and self.is_current_board_at_history_index(end - num_key_words):
                occurrences += 1
            end -= 2 * num_key_words
        for word in range(num_key_words - 1):
            word_fields = append(word_fields, word_fields[word])
        self.word_fields = append(word_fields, last_word)
        return occurrences

    def is_current_board_at_history_index(self, history_index: i64) -> bool:
        """Return whether the key at an index of the history has the words of the board now, except for the last."""
        word_fields = self.word_fields
        word = cast(TriTracLookup, self.setup).num_key_words - 2
        while word >= 0 and word_fields[history_index + word] == word_fields[word]:
            word -= 1
        return word < 0

    def is_stalemate(self) -> bool:
        """Return whether the player to move has no legal action, which can't happen on the printed board."""
        setup = cast(TriTracLookup, self.setup)
        # Everybody has triangles, on the board or beside it; so an empty space is enough.
        for space in range(setup.num_spaces):
            if self.byte_fields[space] == 0 and setup.num_poses_by_space[space] > 0:
                return False
        return len(self._legal_actions()) == 0

    def end_game(self, ending: i64) -> None:
        """End the game, and drop the history."""
        setup = cast(TriTracLookup, self.setup)
        self.byte_fields[setup.num_spaces + ENDING] = u8(ending)
        self.word_fields = self.word_fields[: setup.num_key_words]
        self.to_move = OVER
