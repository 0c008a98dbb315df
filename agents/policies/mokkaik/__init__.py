"""The policy for Mokkaik."""
