"""The arena's outcome for people who would rather look: one self-contained HTML page."""

from .page import Section, render_page, write_page
from .pictures import draw_svg

__all__ = ["Section", "draw_svg", "render_page", "write_page"]
