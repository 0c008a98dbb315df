"""Configurations of the baselines of the benchmark."""
