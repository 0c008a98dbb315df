"""The table as a seat sees it, and how it is drawn as text and as a picture."""
