"""Puzzles and boards made to order."""
