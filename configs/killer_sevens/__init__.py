"""Configurations for Killer Sevens."""
