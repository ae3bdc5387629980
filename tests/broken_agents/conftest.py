"""Agents with a fault each, in folders named after what must come of it. They are played, never collected."""

collect_ignore_glob = ["*"]
