"""The table as a seat sees it, drawn as text and as a picture."""
