"""Everything that teaches a game: its guide and its lessons."""
