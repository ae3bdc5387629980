"""Agents that want more than their share, each bounded in itself. They are played in a cage, never collected."""

collect_ignore_glob = ["*"]
