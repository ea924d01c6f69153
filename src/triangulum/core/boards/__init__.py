"""What boards are made of: triangular lattices, and sets of small numbers as masks."""
