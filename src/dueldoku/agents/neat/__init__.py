"""The agent ``neat``: networks that were evolved, and how to evolve others (which needs neat-python)."""
