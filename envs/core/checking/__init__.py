"""Checks of what users hand in: errors in one sentence, values, YAML."""
