"""A foreign agent in its cage and under the clock."""
