"""Speed: `python -m benchmarks` prints a table of medians and spreads."""
