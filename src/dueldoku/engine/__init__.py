"""What is known about a position: insight, analysis, review, perfect play, and all of it in words."""
