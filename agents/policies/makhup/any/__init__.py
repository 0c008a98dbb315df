"""The policy for many house rules of Makhup."""
