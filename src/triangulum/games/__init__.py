"""The games, one folder each; a new folder with a ``GAME`` is a new game."""
