"""The page of a balance run."""
