"""Conformance: what every game must satisfy, checked over random games.

Used by the tests for every game, player count and preset, and by authors of new games.
"""

from triangulum.core.conformance.check import conformance
from triangulum.core.conformance.report import PROMISES, Broken, Report

__all__ = ["PROMISES", "Broken", "Report", "conformance"]
