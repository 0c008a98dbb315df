"""Outcomes for people who would rather look: self-contained HTML pages."""

from .balance import write_balance_page
from .learning import learning_section
from .page import Section, render_page, write_page
from .pictures import INK, LINE, SERIES, draw_svg
from .strength import strength_section

__all__ = [
    "INK",
    "LINE",
    "SERIES",
    "Section",
    "draw_svg",
    "learning_section",
    "render_page",
    "strength_section",
    "write_balance_page",
    "write_page",
]
