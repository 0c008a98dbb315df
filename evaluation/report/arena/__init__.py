"""The page of an arena's outcome."""
