"""The picture of Tri-Trac; ``renderer`` is what the game declares."""
