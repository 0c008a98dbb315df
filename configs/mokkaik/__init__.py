"""Configurations for Mokkaik."""
