"""The policies for Tyrant."""
