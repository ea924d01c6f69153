"""Where bots are measured: arenas, and what their figures are worth."""

from triangulum.lab.arena import arena
from triangulum.lab.intervals import interval
from triangulum.lab.report import Fault, Report, Standing

__all__ = ["Fault", "Report", "Standing", "arena", "interval"]
