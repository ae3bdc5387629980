"""Solvers: a grid in, its solutions out."""
