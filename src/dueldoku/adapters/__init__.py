"""Adapters: the duel as PettingZoo, Gymnasium and OpenSpiel know games. They are thin: the rules are in ``Game``."""
