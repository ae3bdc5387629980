"""Boards: their geometry, their values, and how cells and moves are written. Knows no game and no files."""
