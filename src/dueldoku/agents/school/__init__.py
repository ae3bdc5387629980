"""Where sensei learns to judge positions with territories, by playing itself."""
