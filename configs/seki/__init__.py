"""Configurations for SEKI."""
