"""The rules of Starry Sky Trick-Taking, compiled: each module adds to the state what the next one builds on.

``lookup`` → ``tricks`` → ``resample`` → ``state``; ``deal_counts`` counts the ways to deal hidden cards.
"""

from triangulum.games.starry_sky.rules.state import StarrySkySetup, StarrySkyState

__all__ = ["StarrySkySetup", "StarrySkyState"]
