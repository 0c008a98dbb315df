"""The page of an entry of the benchmark."""
