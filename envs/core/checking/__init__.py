"""Checks of user input: errors in one sentence, values, YAML."""
