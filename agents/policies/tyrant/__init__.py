"""The policy for Tyrant."""
