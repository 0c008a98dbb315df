"""Configurations for Namto."""
