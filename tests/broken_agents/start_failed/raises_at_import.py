"""Does not even load."""

raise RuntimeError("no luck today")
