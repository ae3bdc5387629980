"""The folders here are agents, in the style of students of each course year. They are played, never collected."""

collect_ignore_glob = ["*"]
