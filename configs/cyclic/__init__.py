"""Configurations for Cyclic."""
