"""Conformance: what every game must satisfy, checked over random games.

Used by the tests for every game, player count and preset, and by authors of new games.
"""

from triangulum.conformance.check import conformance
from triangulum.conformance.report import PROMISES, ConformanceError, Report

__all__ = ["PROMISES", "ConformanceError", "Report", "conformance"]
