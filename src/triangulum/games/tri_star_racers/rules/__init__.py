"""The rules of Tri-Star Racers, compiled: each module adds to the state what the next one builds on.

``lookup`` → ``track`` → ``board`` → ``legal_actions`` → ``turn`` → ``evaluation`` → ``state``.
"""

from triangulum.games.tri_star_racers.rules.state import RacersSetup, RacersState

__all__ = ["RacersSetup", "RacersState"]
