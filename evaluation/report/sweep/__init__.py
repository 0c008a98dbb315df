"""The page of a sweep: many training runs side by side."""
