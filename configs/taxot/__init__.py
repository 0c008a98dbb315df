"""Configurations for Taxot."""
