"""The policy for Cyclic."""
