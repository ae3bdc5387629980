"""Lessons and puzzles for people: cut from games, proven, shipped as data; and what a learner has done so far."""
