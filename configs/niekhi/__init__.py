"""Configurations for Niekhi."""
