"""Puzzles and boards made to order."""

PREFIX = "generate:"  # how a recipe begins
