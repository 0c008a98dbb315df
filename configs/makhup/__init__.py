"""Configurations for Makhup."""
