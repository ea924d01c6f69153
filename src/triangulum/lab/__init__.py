"""Where bots are measured and games studied: arenas, runs of many games, and what their figures are worth.

What needs NumPy and Matplotlib (``balance``, ``comparing``, ``rating``) is not imported here: they are an extra.
"""

from triangulum.lab.arena.arena import arena
from triangulum.lab.arena.report import Fault, Report, Standing
from triangulum.lab.intervals import interval

__all__ = ["Fault", "Report", "Standing", "arena", "interval"]
