"""The policy for Sevens."""
