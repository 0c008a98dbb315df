"""The policy for Makhup."""
