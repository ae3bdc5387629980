"""Compiled solving, counting, filling and digging."""
