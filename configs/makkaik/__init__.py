"""Configurations for Makkaik."""
