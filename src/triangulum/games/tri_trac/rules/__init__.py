"""The rules of Tri-Trac, compiled: each module adds to the state what the next one builds on.

``lookup`` → ``board`` → ``legal_actions`` → ``turn`` → ``state``, which asks ``evaluation`` and ``forced_win_search``.
"""

from triangulum.games.tri_trac.rules.state import TriTrac, TriTracSetup

__all__ = ["TriTrac", "TriTracSetup"]
