"""Speed, measured side by side: ratios against named rivals, in one interleaved run."""
