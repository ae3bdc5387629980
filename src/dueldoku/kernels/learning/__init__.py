"""Compiled networks."""
