# compiled by mypyc
"""The transposition table of the search for forced wins.

An entry is the key of a position, in as many words as it takes, and one more word with three bounds. All of them are
numbers of turns and speak of the player to move. The table keeps the whole key, so a hash collision can't make a proof
wrong; of two positions that share an entry, the later one has it.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from triangulum.core.types import Hash

MOVES_PER_ENTRY: Final = 32
"""The table has one entry for this many moves that the search may make."""
MIN_ENTRIES: Final = 64
MAX_ENTRIES: Final = 1 << 18

# The bounds, a byte each.
WIN_SHIFT: Final = 0  # the smallest n for which a win within n is proven, or 0
NO_THREAT_WIN_SHIFT: Final = 8  # the largest n for which the threat search has found no win within n
NO_WIN_SHIFT: Final = 16  # the largest n for which there is no win within n at all
BYTE: Final = 255


class ProofTable:
    """What is known about positions that the search has visited."""

    def __init__(self, num_key_words: i64, effort: i64) -> None:
        self.num_key_words = num_key_words
        self.num_entries: i64 = MIN_ENTRIES
        while self.num_entries < MAX_ENTRIES and self.num_entries * MOVES_PER_ENTRY < effort:
            self.num_entries *= 2
        self.words = vec[i64]([0] * (self.num_entries * (num_key_words + 1)))

    def find_or_replace_entry(self, key: vec[i64], key_hash: Hash) -> i64:
        """Return the index of a position's bounds; clear them first if the entry belonged to another position."""
        num_key_words = self.num_key_words
        start = (key_hash & (self.num_entries - 1)) * (num_key_words + 1)
        words = self.words
        for word in range(num_key_words):
            if words[start + word] != key[word]:
                for i in range(num_key_words):
                    words[start + i] = key[i]
                words[start + num_key_words] = 0
                break
        return start + num_key_words

    def has_win(self, bounds_index: i64, max_turns: i64) -> bool:
        """Return whether the bounds say that the player to move wins within so many turns."""
        win_turns = self.words[bounds_index] >> WIN_SHIFT & BYTE
        return win_turns != 0 and win_turns <= max_turns

    def has_no_win(self, bounds_index: i64, max_turns: i64, full_width: bool) -> bool:
        """Return whether the bounds say that a search of this kind finds no win within so many turns."""
        bounds = self.words[bounds_index]
        if bounds >> NO_WIN_SHIFT & BYTE >= max_turns:
            return True
        return not full_width and bounds >> NO_THREAT_WIN_SHIFT & BYTE >= max_turns

    def store_win(self, bounds_index: i64, num_turns: i64) -> None:
        """Store that the player to move wins within so many turns."""
        self.store_bound(bounds_index, WIN_SHIFT, num_turns)

    def store_no_win(self, bounds_index: i64, num_turns: i64, full_width: bool) -> None:
        """Store that a search of this kind has found no win within so many turns."""
        self.store_bound(bounds_index, NO_WIN_SHIFT if full_width else NO_THREAT_WIN_SHIFT, num_turns)

    def store_bound(self, bounds_index: i64, shift: i64, num_turns: i64) -> None:
        """Overwrite one of the three bounds of a position."""
        self.words[bounds_index] = (self.words[bounds_index] & ~(BYTE << shift)) | num_turns << shift
