"""A game as it was played: its entries and history, records as files, fair dice, and the story of a game."""
