"""The policy for Killer Sevens."""
