"""The page of a search for house rules."""
