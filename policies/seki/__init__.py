"""The policy for SEKI."""
