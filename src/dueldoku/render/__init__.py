"""Pictures of a board: for the terminal and as SVG. Knows boards, not the game."""
