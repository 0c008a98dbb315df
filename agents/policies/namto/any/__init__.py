"""The policy for many house rules of Namto."""
