"""Benchmarks: `python -m benchmarks` prints a table of speeds, as medians and spreads."""
