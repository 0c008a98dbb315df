"""The policy for Taxot."""
