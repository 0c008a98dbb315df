"""Trained policies that come with the package, one folder per game."""
