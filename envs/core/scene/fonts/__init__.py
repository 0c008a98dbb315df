"""The fonts of pictures, DejaVu Sans, with their licence."""
