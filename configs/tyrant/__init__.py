"""Configurations for Tyrant."""
