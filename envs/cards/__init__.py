"""Packs that several games share."""
