"""Results as text, and as self-contained HTML pages.

The modules of text draw nothing. Commands import those of pages only to write one, because
Matplotlib takes a quarter of a second to import.
"""
