"""The game itself: legality, scores, the oracle, and the bundled boards."""
