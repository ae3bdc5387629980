"""The duel compiled: the game in arrays and the searches on it."""
