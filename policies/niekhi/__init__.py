"""The policy for Niekhi."""
