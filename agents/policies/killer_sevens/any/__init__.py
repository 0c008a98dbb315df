"""The policy for many house rules of Killer Sevens."""
