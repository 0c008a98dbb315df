"""The policy for Namto."""
