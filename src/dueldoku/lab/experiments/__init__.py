"""One file for each experiment, each with an ``EXPERIMENT``; the others hold what several of them share."""
