"""Measure bots and study games: arenas, runs of many games, and confidence intervals for what they show.

What needs NumPy and Matplotlib (``study.balance_report``, ``study.compare``, ``study.rating``) is not imported here,
because those packages are an extra.
"""

from triangulum.lab.arena.arena import ArenaSpec, run_arena
from triangulum.lab.arena.report import ArenaReport, BotFault, BotStanding
from triangulum.lab.intervals import confidence_interval

__all__ = ["ArenaReport", "ArenaSpec", "BotFault", "BotStanding", "confidence_interval", "run_arena"]
