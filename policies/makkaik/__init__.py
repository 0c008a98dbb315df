"""The policy for Makkaik."""
