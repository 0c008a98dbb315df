"""Configurations for Daifugo."""
