"""The duel: rule sets, legality, scores, the oracle, outcomes."""
