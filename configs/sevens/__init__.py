"""Configurations for Sevens."""
