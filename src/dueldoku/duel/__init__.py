"""The duel as values: rule sets and points, positions, turns and how they are judged, records of games."""
